// The glass box over Go, the server's sentences in French, and records that keep everything.

import { check, HUMANS } from "./harness.mjs";

/** The texts of the values drawn on the board, by cell order. */
const values = (v) => v.page.$$eval(".board-box .value text", (list) => list.map((e) => e.textContent));

export const tests = {
  async "learned patterns at every point, and the nearest records"(v) {
    await v.create({ game: "go", rules: "19", moves: ["Q16", "D16", "Q4"], seats: HUMANS });
    await v.page.click("#tab-why");
    await v.page.waitForSelector(".patterns tbody tr.on");
    const seen = await v.api("GET", `/games/${v.id}/patterns`);
    const first = await v.page.$$eval(".patterns tbody tr.on td", (cells) => cells.map((c) => c.textContent));
    check(first[0] === seen.points[0].move, `the likeliest move first: ${first}`);
    check(first[2] === String(seen.points[0].zoom), `with the zoom it reached: ${first}`);
    // The probabilities are on the board while no search is shown.
    const likely = seen.points.filter((p) => p.probability >= 0.005).slice(0, 20).length;
    await v.page.waitForFunction((n) => document.querySelectorAll(".board-box .value").length === n, likely);
    await v.page.click("button[name=patterns-zoom]");
    await v.page.waitForFunction((n) => document.querySelectorAll(".board-box .value.flat").length === n, seen.points.length);
    check((await values(v)).every((text) => /^\d$/.test(text)), "a zoom at every point");
    await v.page.click("button[name=patterns-ratio]");
    await v.page.waitForFunction(() => !document.querySelector(".board-box .value.flat"));
    await v.page.waitForSelector(".board-box .value.best");
    const box = await v.cell("D4").boundingBox();
    await v.page.mouse.move(box.x + box.width / 2, box.y + box.height / 2);
    await v.page.waitForFunction(() => /^D4: probability/.test(document.querySelector(".looked").textContent));
    // The record these three moves are from, and the move played there.
    await v.page.waitForSelector(".neighbours li q-board svg");
    const near = await v.page.textContent(".neighbours li >> nth=0");
    check(near.includes("0 stones differ: game 1 after 3 moves, then D3"), near);
    await v.count(".neighbours li >> nth=0 >> .man-at", 3, "its three stones");
    await v.axe("learned patterns");
    await v.click("D3");
    await v.until((s) => s.ply === 4, "a move");
    await v.page.waitForFunction(() => document.querySelector(".neighbours li")?.textContent.includes("after 4 moves"));
    await v.page.click(".languages button >> nth=1");
    await v.page.waitForSelector("text=Motifs appris");
    await v.page.waitForFunction(() => document.querySelector(".neighbours li")?.textContent.includes("0 pierre diffère"));
    await v.create({ game: "go", rules: "9", seats: HUMANS });
    await v.page.click("#tab-why");
    await v.page.waitForSelector("text=Les parties enregistrées sont sur 19 × 19");
  },

  async "the server speaks French"(v) {
    await v.goto("#/");
    await v.page.click(".languages button >> nth=1");
    await v.page.waitForSelector("text=Des jeux de plateau");
    await v.create({ game: "othello", rules: "standard", seats: HUMANS });
    const complains = (words) =>
      v.page.waitForFunction((text) => document.querySelector(".toast.error")?.textContent.includes(text), words);
    await v.page.keyboard.press("Control+z");
    await complains("Il n’y a pas de coup à reprendre.");
    // The message on the screen changes with the language, and back.
    await v.page.click(".languages button >> nth=0");
    await complains("No move to take back.");
    await v.page.click(".languages button >> nth=1");
    await complains("Il n’y a pas");
    await v.reads("h1", "Noir commence", "the rules in words");
    await v.page.click("#tab-why");
    await v.page.selectOption("select[name=algorithm]", "alphabeta");
    await v.page.waitForSelector(".chip-switch[title^='utiliser la table de transposition']");
    const titles = await v.page.$$eval(".switches [title]", (list) => list.map((e) => e.title));
    check(titles.length > 20 && titles.every((title) => !/\b(the|how|when)\b/.test(title)), `French help: ${titles}`);
  },

  async "a game goes out with its side lines"(v) {
    await v.branch();
    await v.page.click("#tab-record");
    const text = await v.saved("[aria-label='Download as PGN']");
    check(text.includes("1. e4 e5 (1... c5) 2. Nf3"), text);
  },

  async "a pasted game goes on after a draw nobody claimed"(v) {
    await v.goto("#/");
    await v.page.fill("#import-home", "1. Nf3 Nf6 2. Ng1 Ng8 3. Nf3 Nf6 4. Ng1 Ng8 5. e4 e5 1-0");
    await v.page.click("section.import button");
    await v.page.waitForFunction(() => document.querySelectorAll(".moves .move").length === 10);
    await v.page.keyboard.press("ArrowLeft");
    await v.page.keyboard.press("ArrowLeft");
    v.id = undefined;
    await v.until((s) => s.ply === 8 && s.end?.reason.code === "chess.repetition", "the third occurrence");
    check((await v.page.$$(".overlay")).length === 0, "the game goes on: nothing covers the board");
    await v.page.keyboard.press("ArrowRight");
    await v.until((s) => s.ply === 9, "the next move");
  },
};
