// Othello as *Othello INSA* (docs/sources.md) describes it, line by line, and the same for the other games.

import { check, HUMANS } from "./harness.mjs";

/** Red, green and blue of a drawn thing. */
const colour = (v, selector, property = "fill") =>
  v.first(
    selector,
    (element, name) => (getComputedStyle(element)[name].match(/[\d.]+/g) ?? []).slice(0, 3).map(Number),
    property,
  );
const opacity = (v, selector, property = "opacity") =>
  v.first(selector, (element, name) => Number(getComputedStyle(element)[name]), property);

async function point(v, cell) {
  const box = await v.cell(cell).boundingBox();
  await v.page.mouse.move(box.x + box.width / 2, box.y + box.height / 2);
}

/** Remembers every animation that a script starts: when it runs is the browser's affair. */
async function watchAnimations(page) {
  await page.addInitScript(() => {
    window.animated = [];
    const { animate } = Element.prototype;
    Element.prototype.animate = function (frames, options) {
      window.animated.push(frames.map((frame) => frame.transform));
      return animate.call(this, frames, options);
    };
  });
}

export const tests = {
  async "Othello to the letter: the board and its marks"(v) {
    await watchAnimations(v.page);
    await v.create({ game: "othello", rules: "white-first", seats: HUMANS });
    const [red, green, blue] = await colour(v, ".plain .field");
    check(green > 1.5 * red && green > 1.3 * blue, `a green board: ${[red, green, blue]}`);
    await v.page.waitForSelector(".plain .lines", { state: "attached" });
    await v.count(".man-at .side.up .shadow", 4, "discs have a shadow");
    const faces = await v.page.$$eval(".man-at .side.up .face", (list) => list.map((face) => face.getAttribute("fill")));
    check(faces.length === 4 && faces.every((fill) => fill.startsWith("url(#")), `discs have a highlight: ${faces}`);
    await v.count(".spot.legal", 4, "the legal moves");
    const through = await opacity(v, ".spot.legal", "fillOpacity");
    check(through > 0 && through < 0.6, `half-transparent: ${through}`);
    const size = await v.first(".spot.legal", (dot) => dot.r.baseVal.value);
    check(size < 20, `small circles: ${size} of a cell of 100`);

    await point(v, "f4");
    await v.page.waitForSelector(".ghost .disc.white");
    const ghost = await opacity(v, ".ghost");
    check(ghost > 0 && ghost < 0.8, `the disc in transparency: ${ghost}`);
    await v.count(".ghost .would.white", 1, "and what it would turn");
    await v.count(".spot.legal", 3, "its own mark gives way");
    await point(v, "a1");
    await v.page.waitForFunction(() => !document.querySelector(".ghost"));

    await v.click("f4");
    await v.page.waitForSelector(".spot.played");
    const played = await colour(v, ".spot.played");
    check(played[0] > 230 && played[1] > 180 && played[2] < 100, `the last move is yellow: ${played}`);
    const turned = await colour(v, ".spot.flipped");
    check(turned[0] > 220 && turned[1] > 100 && turned[1] < 150 && turned[2] < 90, `turned discs orange: ${turned}`);
    const flips = await v.page.evaluate(() => window.animated);
    check(flips.length === 1, `one disc turns: ${JSON.stringify(flips)}`);
    check(flips[0].length === 3 && flips[0][0] === flips[0][2] && /0\.0/.test(flips[0][1]), "smaller, then larger");
    await v.page.waitForFunction(() => document.querySelector("#said")?.textContent === "White: f4. Black to move.");
  },

  async "Othello to the letter: the panel and the keys"(v) {
    await v.create({ game: "othello", rules: "white-first", seats: HUMANS });
    const shows = (text) => v.page.waitForFunction((t) => document.querySelector(".players")?.textContent.includes(t), text);
    await shows("White to move. 0 moves, 4 possible");
    await v.click("f4");
    await shows("Black to move. 1 move, 3 possible");
    const points = await v.page.$$eval(".players .points", (list) => list.map((e) => e.textContent));
    check(points.join() === "1,4", `the score: ${points}`);
    const first = v.id;
    await v.page.keyboard.press("n");
    await v.page.click(".dialog-new .primary");
    await v.page.waitForFunction((old) => !location.hash.includes(old) && /#\/othello\/\w{16}/.test(location.hash), first);
    await shows("0 moves");
    for (const key of ["m", "Escape"]) {
      await v.create({ game: "othello", rules: "white-first", seats: HUMANS });
      await v.page.keyboard.press(key);
      await v.page.waitForFunction(() => location.hash === "#/othello");
    }
    for (const mode of ["human-human", "human-ai", "ai-ai"]) await v.page.waitForSelector(`button[name=mode-${mode}]`);
    // From the menu Escape leaves the game.
    await v.page.keyboard.press("Escape");
    await v.page.waitForSelector(".game-card");
  },

  async "Othello to the letter: three modes and their limits"(v) {
    await v.goto("#/othello");
    await v.page.waitForSelector("form button[name=variant-white-first]");
    const limits = async (side) => [
      await v.page.inputValue(`input[name=${side}-seconds]`),
      await v.page.inputValue(`input[name=${side}-depth]`),
    ];
    check((await v.page.getAttribute("button[name=variant-white-first]", "aria-pressed")) === "true", "White begins");
    check((await v.page.getAttribute("button[name=human-white]", "aria-pressed")) === "true", "the person is White");
    check((await limits("black")).join() === "5,10", "five seconds, depth ten");
    await v.page.click("button[name=mode-ai-ai]");
    await v.page.waitForSelector("input[name=white-seconds]");
    for (const side of ["black", "white"]) check((await limits(side)).join() === "3,8", `${side}: three seconds, depth 8`);
    await v.page.click("button[name=mode-human-human]");
    await v.page.waitForFunction(() => !document.querySelector("input[name=white-seconds]"));
    await v.page.click("button[name=mode-human-ai]");
    await v.page.click("form button[type=submit]");
    await v.page.waitForSelector(".board-box svg");
    const { seats } = await v.state();
    check(seats.white.kind === "human" && seats.black.kind === "engine", "against the engine");
    check(seats.black.limits.depth === 10 && seats.black.limits.time_ms === 5000, "with these limits");
  },

  async "Othello to the letter: thinking, statistics, the end"(v) {
    const engine = (limits) => ({ white: { kind: "human" }, black: { kind: "engine", limits } });
    await v.create({ game: "othello", rules: "white-first", seats: engine({ depth: 4, time_ms: 60000 }) });
    await v.click("f4");
    await v.until((s) => s.ply === 2 && !s.thinking, "an answer");
    await v.page.waitForSelector(".panel .scroll table");
    const heads = await v.page.$$eval(".panel .scroll th", (list) => list.map((e) => e.textContent));
    for (const head of ["depth", "nodes", "cuts", "table hits", "time"]) check(heads.includes(head), `${head}: ${heads}`);
    const cells = await v.page.$$eval(".panel .scroll td", (list) => list.map((e) => e.textContent));
    check(cells[heads.indexOf("depth")] === "4", `depth 4: ${cells}`);
    check(/\d/.test(cells[heads.indexOf("nodes")]), `nodes: ${cells}`);

    await v.create({ game: "othello", rules: "white-first", seats: engine({ time_ms: 600000 }) });
    await v.click("f4");
    await v.page.waitForSelector(".thinking .pulse");
    await v.reads(".thinking", "thinking…", "the sign of thinking");
    await v.page.click(".languages button >> nth=1");
    await v.page.waitForFunction(() => document.querySelector(".thinking")?.textContent.includes("analyse en cours…"));
    // The page answers while the engine thinks.
    await v.page.click("#tab-record");
    await v.page.waitForSelector("#tab-record[aria-selected=true]");
    await v.page.click(".languages button >> nth=0");
    await v.page.click("#tab-play");
    check((await v.state()).thinking?.side === "black", "it is still thinking");
    await v.api("POST", `/games/${v.id}/seats`, HUMANS);

    const nearly = `${"X".repeat(62)}O- X`;
    await v.create({ game: "othello", rules: "standard", position: nearly, seats: HUMANS });
    await v.click("h8");
    await v.page.waitForSelector(".overlay #verdict");
    await v.reads(".overlay", "Black wins", "who won");
    await v.reads(".overlay .big", /64 – 0/, "by how much");
    await v.page.keyboard.press("Escape");
    await v.page.waitForFunction(() => location.hash === "#/othello");
  },

  async "no motion for those who want none"(v) {
    await v.page.emulateMedia({ reducedMotion: "reduce" });
    await watchAnimations(v.page);
    await v.create({ game: "othello", rules: "white-first", seats: HUMANS });
    await v.click("f4");
    await v.page.waitForSelector(".spot.flipped");
    check((await v.page.evaluate(() => window.animated.length)) === 0, "nothing turns");
    const slide = await v.first(".man-at", (e) => parseFloat(getComputedStyle(e).transitionDuration));
    check(slide < 0.001, `nothing slides: ${slide} s`);
  },

  async "chess: castling by drag, check, a refused drag, a promotion taken back"(v) {
    await v.create({ game: "chess", moves: ["e4", "e5", "Nf3", "Nc6", "Bc4", "Bc5"], seats: HUMANS });
    await v.drag("e1", "g1");
    await v.until((s) => s.last?.record === "O-O", "castling");
    await v.drag("e8", "e6");
    await v.page.waitForSelector(".toast.error");
    check((await v.state()).ply === 7, "nothing was played");
    await v.create({ game: "chess", moves: ["e4", "d5"], seats: HUMANS });
    await v.click("f1");
    await v.page.waitForSelector(".spot.aim");
    await v.click("b5");
    await v.page.waitForSelector(".tint.check");
    const king = await v.cell("e8").boundingBox();
    const mark = await v.page.locator(".tint.check").boundingBox();
    check(Math.abs(king.x - mark.x) < 5 && Math.abs(king.y - mark.y) < 5, "the king in check is marked");
    const counters = await v.page.$$eval(".draws dd", (list) => list.map((e) => e.textContent));
    check(counters.join() === "1 / 3,1 / 100", `the counters: ${counters}`);
    await v.create({ game: "chess", position: "8/P6k/8/8/8/8/8/4K3 w - - 0 1", seats: HUMANS });
    await v.drag("a7", "a8");
    await v.page.waitForSelector(".dialog-promotion button");
    await v.page.keyboard.press("Escape");
    await v.page.waitForFunction(() => !document.querySelector("dialog"));
    check((await v.state()).ply === 0, "the pawn stays");
  },

  async "Go: ghost stone, ko, superko, suicide, territory"(v) {
    const refused = async (cell, words) => {
      await v.click(cell);
      await v.page.waitForFunction((text) => document.querySelector(".toast.error")?.textContent.includes(text), words);
    };
    await v.create({ game: "go", rules: "5 komi=0.5", position: "5/1XO2/X1XO1/1XO2/5 O", seats: HUMANS });
    await point(v, "B3");
    await v.page.waitForSelector(".ghost .disc.white");
    await v.count(".ghost .would-go", 1, "the stone it would take is crossed");
    await v.click("B3");
    await v.until((s) => s.ply === 1 && s.captures[1] === 1, "the capture");
    await refused("C3", "ko");
    // Black may not fill White's eye of one point.
    await v.create({ game: "go", rules: "5", position: "5/2O2/1O1O1/2O2/5 X", seats: HUMANS });
    await refused("C3", "suicide");
    const split = "2XO1/2XO1/2XO1/2XO1/2XO1 X";
    await v.create({ game: "go", rules: "5 komi=0.5", position: split, seats: HUMANS });
    for (const ply of [1, 2]) {
      await v.page.click("button.pass");
      await v.until((s) => s.ply === ply, "a pass");
    }
    await v.page.waitForSelector(".overlay #verdict");
    await v.count(".territory.black", 10, "Black's territory");
    await v.count(".territory.white", 5, "White's territory");
    await v.reads(".overlay .big", "15 – 10.5", "the score with komi");
  },
};
