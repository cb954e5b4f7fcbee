// A game the page has never heard of: what the server tells about it is enough.

import { check } from "./harness.mjs";

const said = (en) => ({ code: "test", en, fr: `${en} (fr)` });

/** A catalogue with one more game, which has a board of its own kind and men that have no drawing. */
function withStranger(catalogue) {
  const like = catalogue.games.find((game) => game.name === "breakthrough");
  const names = ["c", "b", "a"].flatMap((row) => [1, 2, 3, 4].map((column) => `${row}${column}`));
  const pieces = names.map((_, i) => (i === 0 ? "wZ" : i === 11 ? "bZ" : i === 5 ? "b" : null));
  const stranger = {
    ...like,
    name: "stranger",
    title: said("Stranger"),
    summary: undefined,
    default_rules: "odd",
    variants: [{ name: "odd", help: said("an odd game"), first: "white", numbers: ["moons"] }],
    sizes: [],
    piece_kinds: "Z",
    picture: { ground: "clouds", rows: 3, columns: 4, names, pieces },
  };
  return { ...catalogue, games: [...catalogue.games, stranger, { ...stranger, name: "bare", title: undefined, picture: undefined }] };
}

export const tests = {
  async "a game nobody has heard of has its card, its set-up and its board"(v) {
    await v.page.route("**/api/v1/catalogue", async (route) => {
      const response = await route.fetch();
      await route.fulfill({ response, json: withStranger(await response.json()) });
    });
    const { games } = withStranger({ games: [{ name: "breakthrough" }] });
    const { picture } = games[1];
    await v.page.route("**/api/v1/compose", (route) =>
      route.fulfill({ json: { game: "stranger", rules: "odd moons=2", position: "x", to_move: "white", picture } }),
    );
    await v.goto("#/");
    const titles = await v.page.$$eval(".game-card h2", (list) => list.map((e) => e.textContent));
    check(titles.slice(-2).join() === "Stranger,bare", `its card, with or without a title: ${titles}`);
    await v.count(".game-card q-board svg", titles.length - 1, "a board where there is a picture");
    await v.count(".game-card .up .letter", 2, "men go by their letter");
    await v.axe("a game nobody knows");
    await v.goto("#/stranger");
    await v.page.waitForSelector(".setup q-board svg");
    check((await v.page.getAttribute("input[name=moons]", "placeholder")) === "2", "a number of its rules");
    await v.reads("select[name=variant]", "an odd game", "its rule set");
    await v.goto("#/stranger/edit");
    await v.page.waitForSelector(".editor [data-cell='b2']");
    const labels = await v.page.$$eval(".palette button", (list) => list.map((e) => e.getAttribute("aria-label")));
    check(labels.join() === "White Z,erase,Black Z", `its men: ${labels}`);
    check((await v.page.getAttribute(".editor [data-cell='b2']", "aria-label")) === "B2, black disc", "what stands there");
  },

  async "a board on which pieces are put down and moved too"(v) {
    await v.goto("#/");
    await v.page.waitForSelector(".game-card q-board svg");
    const played = await v.page.evaluate(() => {
      const board = /** @type {any} */ (document.createElement("q-board"));
      const pieces = ["b", null, null, null];
      const picture = { ground: "plain", rows: 2, columns: 2, names: ["a2", "b2", "a1", "b1"], pieces };
      const legal = [
        { move: "b2", to: "b2" },
        { move: "a2b1", from: "a2", to: "b1" },
      ];
      const played = [];
      Object.assign(board, { model: { picture, legal, active: true, label: "board" }, onmove: (m) => played.push(m.move) });
      for (const cells of [["b2"], ["a2", "b1"], ["a2", "b2"], ["b1"], ["a2", "a1"]]) {
        cells.forEach((cell) => board.activate(cell));
        played.push(String(board.selected));
      }
      return played.join(" ");
    });
    check(played === "b2 null a2b1 null b2 null null null", `moves and what stays selected: ${played}`);
  },
};
