// The first screen, looks, lessons, and how a board is counted.

import { readFileSync } from "node:fs";
import { join } from "node:path";
import { check, HERE, HUMANS } from "./harness.mjs";

/** A finished game on nine lines: Black has the left side, White the right, and a white stone on B2 is dead. */
const COUNTED =
  "E5 G5 E3 G3 E7 G7 E1 E2 D2 F2 E4 F4 E6 F6 E8 F8 E9 F9 D1 F1 C3 B2 pass pass".split(" ");

/** How the score of each side comes about: stones, surrounded, komi, area, prisoners, territory. */
const counted = async (v) => {
  const parts = await v.page.$$eval(".count tbody tr", (list) => list.map((row) => [...row.cells].slice(1).map((cell) => Number(cell.textContent))));
  return [0, 1].map((side) => parts.map((both) => both[side]));
};

/** The rows of the tables in docs/levels.md whose first column begins so, as cells. */
function levelRows(head) {
  const text = readFileSync(join(HERE, "../../../../../docs/levels.md"), "utf8");
  const lines = text.slice(text.indexOf(head)).split("\n");
  const end = lines.findIndex((line) => !line.startsWith("|"));
  const cells = (line) => line.split("|").slice(1, -1).map((cell) => cell.trim());
  return lines.slice(0, end).filter((line) => !/^\|-/.test(line)).map(cells);
}

/** What each level of each game was measured to be worth, by docs/levels.md: a rating, or a share against the level below. */
function measuredLevels() {
  const ratings = levelRows("| level | rating |").slice(1).map(([level, rating]) => ["chess", level, rating]);
  const [[, ...games], ...rows] = levelRows("| level | Breakthrough");
  const share = (cell, level) => `${Math.round(Number.parseFloat(cell))}\u202f% against ${level - 1}`;
  const ladder = rows.flatMap(([level, ...cells]) =>
    cells.flatMap((cell, i) => (cell ? [[games[i].split(" ")[0].toLowerCase(), level, share(cell, level)]] : [])),
  );
  return [...ratings, ...ladder];
}

export const tests = {
  async "every measured level shows its figure"(v) {
    const measured = measuredLevels();
    check(measured.length > 20, `figures in docs/levels.md: ${measured.length}`);
    for (const game of ["breakthrough", "chess", "othello", "go"]) {
      await v.goto(`#/${game}`);
      await v.reads("form.card h1", new RegExp(`^${game}$`, "i"), "the set-up");
      const shown = await v.page.$$eval("form.card select[name$=-level] option", (list) => list.map((e) => e.textContent));
      for (const [, level, figure] of measured.filter(([of]) => of === game))
        check(shown[level - 1].endsWith(` · ${figure}`), `${game}, level ${level}: ${shown[level - 1]}, not ${figure}`);
      const figures = shown.filter((text) => / · .* · /.test(text)).length;
      check(figures === measured.filter(([of]) => of === game).length, `${game}: ${figures} figures`);
    }
    await v.create({ game: "chess", seats: { white: { kind: "human" }, black: { kind: "engine", level: 3 } } });
    await v.reads("select[name=seat-black] option:checked", /^level 3 · \d+$/, "beside the board");
  },

  async "no card of the first screen stands alone"(v) {
    for (const [width, height] of [[1920, 1080], [1440, 900], [1180, 820], [1024, 768], [768, 1024], [390, 844]]) {
      await v.page.setViewportSize({ width, height });
      await v.goto("#/");
      await v.page.waitForSelector(".game-card");
      const cards = await v.page.$$eval(".cards > *", (list) => list.map((e) => e.getBoundingClientRect().toJSON()));
      const room = await v.first(".cards", (e) => e.clientWidth);
      for (const card of cards) {
        const beside = cards.filter((other) => Math.abs(other.top - card.top) < 2);
        const used = beside.reduce((sum, other) => sum + other.width, 0);
        check(used > 0.85 * room, `${width}: a row of ${beside.length} fills ${Math.round(used)} of ${room}`);
      }
      const spilt = await v.page.$$eval(".cards button, .cards a.button", (list) =>
        list.filter((e) => e.getBoundingClientRect().right > e.closest(".card").getBoundingClientRect().right).length,
      );
      check(spilt === 0, `${width}: ${spilt} buttons leave their card`);
    }
  },

  async "lessons, experiments and the proof are one click away"(v) {
    await v.goto("#/");
    await v.page.click("text=Choose a lesson");
    await v.page.waitForSelector(".dialog-lessons li");
    await v.axe("the lessons");
    await v.page.click(".dialog-lessons .row.end button");
    await v.page.click("text=Open the “Why?” tab");
    await v.page.waitForSelector("#tab-why[aria-selected=true]");
    v.id = undefined;
    await v.until((s) => s.analysis.mode === "shown", "a search");
    await v.api("POST", `/games/${(await v.state()).id}/analysis`, { mode: "off", limits: {}, multipv: 1 });
    await v.goto("#/");
    await v.page.click("text=Open the proof");
    await v.page.waitForFunction(() => location.hash.startsWith("#/formula"));
  },

  async "a lesson is solved on the board"(v) {
    const answers = { pin: [["g4", "d1"], ["d6", "e5"]], race: [["a2", "a3"], ["c3", "b4"]], corner: [["g2"], ["g8"]] };
    for (const [i, [wrong, right]] of Object.values(answers).entries()) {
      await v.goto("#/");
      await v.page.click("text=Choose a lesson");
      await v.page.click(`.dialog-lessons li >> nth=${i} >> button`);
      await v.page.waitForSelector(".lesson");
      for (const cell of wrong) await v.click(cell);
      await v.page.waitForSelector(".lesson .error");
      for (const cell of right) await v.click(cell);
      await v.page.waitForSelector(".lesson .good");
    }
  },

  async "what is said of a game is said once, and whole"(v) {
    await v.api("POST", "/games", { game: "go", rules: "9 komi=6.5", moves: ["E5"], seats: HUMANS });
    await v.goto("#/");
    await v.reads(".shelf li", /9 × 9, area scoring, komi 6\.5/, "one komi");
    const cut = await v.page.$$eval(".shelf a > *", (list) => list.filter((e) => e.scrollWidth > e.clientWidth + 1).map((e) => e.textContent));
    check(!cut.length, `cut off: ${cut}`);
    await v.page.click(".languages button >> nth=1");
    await v.reads(".shelf li", /9 × 9, surface, komi 6,5/, "in French too");
  },

  async "my games have small boards, names and a search"(v) {
    const tags = [["White", "Winawer"], ["Black", "Steinitz"]];
    await v.api("POST", "/games", { game: "chess", moves: ["e4", "e5"], tags, seats: HUMANS });
    for (let i = 0; i < 7; i++) await v.api("POST", "/games", { game: "go", rules: "9", moves: ["E5"], seats: HUMANS });
    await v.goto("#/");
    await v.page.waitForSelector(".shelf li");
    await v.count(".shelf li", 6, "the last six");
    await v.count(".shelf .small-board svg", 6, "each with its board");
    await v.axe("my games");
    await v.page.click("text=Show all");
    await v.page.waitForSelector(".shelf li >> nth=7");
    await v.page.fill(".recent input[type=search]", "winawer");
    await v.page.waitForFunction(() => document.querySelectorAll(".shelf li").length === 1);
    await v.page.click(".shelf li a");
    await v.page.waitForSelector(".players >> text=Steinitz");
  },

  async "boards, pieces and sounds are chosen and kept"(v) {
    await v.goto("#/");
    await v.page.evaluate(() => {
      window.heard = 0;
      const make = AudioContext.prototype.createOscillator;
      AudioContext.prototype.createOscillator = function () {
        window.heard++;
        return make.call(this);
      };
    });
    await v.page.click("#look");
    await v.axe("looks");
    check(!(await v.page.isChecked("input[name=sounds]")), "silent at first");
    await v.page.click("button[name=board-wood]");
    await v.page.click("button[name=men-ivory]");
    await v.page.check("input[name=sounds]");
    check((await v.page.evaluate(() => window.heard)) === 1, "the sound is heard when it is chosen");
    await v.page.keyboard.press("Escape");
    await v.page.reload();
    await v.page.waitForSelector(".game-card");
    const data = await v.first("html", (e) => ({ ...e.dataset }));
    check(data.board === "wood" && data.men === "ivory", JSON.stringify(data));
    await v.page.evaluate(() => localStorage.clear());
  },

  async "who begins is chosen at the board, and remembered"(v) {
    await v.goto("#/");
    await v.page.click("[aria-label='Play Othello']");
    await v.page.waitForSelector("button[name=begins-white-first][aria-pressed=true]");
    await v.page.click("button[name=begins-standard]");
    await v.page.waitForSelector("button[name=begins-standard][aria-pressed=true]");
    // The choice is shown before the new game is there. Where the engine has Black, it may have moved already.
    await v.page.waitForFunction(() => document.querySelector(".players")?.textContent.includes("Black to move") || document.querySelector(".moves .move"));
    await v.goto("#/");
    await v.page.click("[aria-label='Play Othello']");
    await v.page.waitForSelector("button[name=begins-standard][aria-pressed=true]");
    await v.goto("#/othello");
    await v.page.waitForSelector("button[name=variant-standard][aria-pressed=true]");
    await v.create({ game: "chess", seats: HUMANS });
    check((await v.page.$$("button[name^=begins]")).length === 0, "no such choice in chess");
  },

  async "dead stones are taken off, the count is told, and a click says otherwise"(v) {
    await v.create({ game: "go", rules: "9 chinese", moves: COUNTED, seats: HUMANS });
    await v.page.click("text=View the board");
    const state = await v.state();
    check(state.dead.join() === "B2", `dead: ${state.dead}`);
    check(state.points.join() === "45,43.5" || state.points[0] > 36, `points: ${state.points}`);
    check(state.end.winner === (state.points[0] > state.points[1] ? "black" : "white"), "who has more wins");
    await v.count(".man-at.dead", 1, "it is faint");
    const rows = await counted(v);
    for (const [i, [stones, empty, komi, area]] of rows.entries()) check(stones + empty + komi === area && area === state.points[i], `${rows}`);
    await v.axe("the count");
    await v.page.setViewportSize({ width: 1024, height: 768 });
    const spilt = await v.first(".scroll:has(.count)", (box) => box.scrollWidth - box.clientWidth);
    check(spilt <= 0, `the count is ${spilt} pixels wider than its place`);
    await v.page.waitForSelector("text=The area score decides");
    await v.click("B2");
    const alive = await v.until((s) => s.dead.length === 0, "a living stone");
    check(alive.points[0] < state.points[0], "then Black has less");
    await v.page.reload();
    await v.page.waitForSelector(".count");
    check((await v.state()).dead.length === 0, "it is remembered");
  },

  async "Japanese rules count territory and prisoners"(v) {
    await v.create({ game: "go", rules: "9 japanese", moves: COUNTED, seats: HUMANS });
    await v.page.click("text=View the board");
    await v.page.waitForSelector("text=The territory score decides");
    const { points } = await v.state();
    const rows = await counted(v);
    for (const [i, [, empty, komi, , taken, territory]] of rows.entries()) check(empty + taken + komi === territory && territory === points[i], `${rows}`);
    check(rows[0][2] === 0 && rows[1][2] === 6.5, `komi: ${rows}`);
  },

  async "whose the board is, and by how much somebody leads"(v) {
    await v.create({ game: "go", rules: "9 chinese", moves: COUNTED.slice(0, -2), seats: HUMANS });
    await v.page.keyboard.press("2");
    await v.page.check("input[name=ownership]");
    await v.page.waitForSelector(".share.black");
    await v.page.waitForSelector(".share.white");
    await v.page.waitForFunction(() => /leads by \d/.test(document.querySelector(".lead-points")?.textContent ?? ""));
    await v.axe("ownership");
    await v.page.uncheck("input[name=ownership]");
    await v.page.waitForFunction(() => !document.querySelector(".share"));
  },

  async "on a large board a finger points first and plays then"(v) {
    const context = await v.context.browser().newContext({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true });
    const page = await context.newPage();
    const { id } = await v.api("POST", "/games", { game: "go", rules: "19", seats: HUMANS });
    await page.goto(`${v.server.url}#/go/${id}`);
    await page.waitForSelector(".board-box svg");
    const tap = async (name) => {
      const box = await page.locator(`.board-box [data-cell="${name}"]`).boundingBox();
      await page.touchscreen.tap(box.x + box.width / 2, box.y + box.height / 2);
    };
    await tap("Q16");
    await page.waitForSelector(".ghost");
    v.id = id;
    check((await v.state()).ply === 0, "nothing is played yet");
    await tap("D4");
    await page.waitForSelector(".ghost");
    await tap("D4");
    await v.until((s) => s.ply === 1 && s.last.to === "D4", "the second touch");
    await context.close();
  },

  async "a mistake is explained, and the moments that decided are listed"(v) {
    await v.create({ game: "chess", moves: ["f3", "e5", "g4", "Qh4#"], seats: HUMANS });
    await v.page.keyboard.press("2");
    await v.page.click("text=Analyse every move");
    await v.until((s) => !s.sweep && s.tree[3].loss >= 0.1, "the sweep");
    await v.page.waitForSelector(".moments li");
    await v.page.click(".moments li >> text=g4");
    await v.until((s) => s.node === 2, "the position before the mistake");
    await v.page.keyboard.press("ArrowRight");
    await v.until((s) => s.node === 3, "the mistake");
    await v.page.waitForSelector(".played >> text=It allows mate in 1: Qh4#.");
    await v.axe("the moments");
  },

  async "a formula in the format of DIMACS becomes a board"(v) {
    await v.goto("#/");
    await v.page.fill("#import-home", "c two clauses\np cnf 2 2\n1 2 0\n-1 -2 0\n");
    await v.page.click("section.import button");
    await v.page.waitForFunction(() => location.hash.startsWith("#/formula"));
    await v.page.waitForSelector("text=Satisfiable");
  },

  async "moves that nobody looked at are no advice"(v) {
    await v.create({ game: "go", rules: "9 chinese", seats: HUMANS });
    await v.page.keyboard.press("2");
    await v.api("POST", `/games/${v.id}/analysis`, { mode: "shown", player: "uct", limits: { playouts: 3 }, multipv: 16 });
    await v.until((s) => !s.analysing && s.report, "three playouts");
    await v.page.waitForSelector(".best tbody tr");
    const values = await v.page.$$eval(".best tbody tr", (rows) => rows.map((row) => row.cells[1].textContent));
    check(values.every(Boolean), `values: ${values}`);
  },

  async "a solver that has not answered yet is waited for"(v) {
    await v.create({ game: "breakthrough", rules: "5x5", seats: HUMANS });
    await v.page.keyboard.press("2");
    await v.page.click("button[name=analysis-shown]");
    await v.page.waitForFunction(() => document.querySelector(".best tbody tr") || /No answer yet/.test(document.querySelector(".panel").textContent));
    await v.page.click("button[name=analysis-off]");
  },

  async "where every legal move is marked, every one has its value"(v) {
    await v.create({ game: "othello", rules: "standard", seats: HUMANS });
    await v.page.keyboard.press("a");
    const state = await v.until((s) => s.report?.moves?.filter((m) => m.verdict).length === 4, "four values");
    await v.page.waitForFunction(() => document.querySelectorAll(".value text").length === 4);
    check(state.analysis.multipv >= 64, "all lines");
  },

  async "switches have French names"(v) {
    await v.create({ game: "chess", seats: HUMANS });
    await v.page.click(".languages button >> nth=1");
    await v.page.keyboard.press("3");
    await v.page.waitForSelector(".chip-switch >> text=coup nul");
    const english = await v.page.$$eval(".chip-switch", (list) => list.map((e) => e.textContent).filter((text) => /pruning|history|move/.test(text)));
    check(english.length === 0, `in English: ${english}`);
    await v.page.click(".languages button >> nth=0");
  },

  async "the rules that a record names are played"(v) {
    await v.goto("#/");
    await v.page.fill("#import-home", "(;GM[1]SZ[9]KM[6.5]RU[Japanese]C[A quiet game.];B[ee]LB[ee:1]C[centre];W[gc])");
    await v.page.click("section.import button");
    await v.page.waitForSelector(".moves .move >> nth=1");
    v.id = undefined;
    const state = await v.state();
    check(state.rules === "9 japanese komi=6.5", state.rules);
    await v.page.keyboard.press("Home");
    await v.page.waitForSelector(".remark >> text=A quiet game.");
    const sgf = await v.record(state.id, "sgf");
    for (const part of ["RU[Japanese]", "C[A quiet game.]", "LB[ee:1]"]) check(sgf.includes(part), `${part}: ${sgf}`);
  },

  async "a page that nobody touches asks for nothing and draws nothing"(v) {
    let asked = 0;
    v.page.on("request", () => asked++);
    await v.page.addInitScript(() => {
      window.frames_wanted = 0;
      const { requestAnimationFrame } = window;
      window.requestAnimationFrame = (drawing) => {
        window.frames_wanted++;
        return requestAnimationFrame(drawing);
      };
    });
    const work = async () => asked + (await v.page.evaluate(() => window.frames_wanted));
    const idle = async (what) => {
      // A busy machine loads for longer: a second without work ends it.
      for (let before = -1; before !== (await work());) {
        before = await work();
        await v.page.waitForTimeout(1000);
      }
      const before = await work();
      await v.page.waitForTimeout(2500);
      check((await work()) === before, `${what}: ${(await work()) - before} requests and frames`);
      const moving = await v.page.evaluate(() => document.getAnimations().filter((a) => a.playState === "running").length);
      check(moving === 0, `${what}: ${moving} animations`);
    };
    for (const hash of ["#/", "#/chess"]) {
      await v.goto(hash);
      await v.page.waitForSelector("q-board svg");
      await idle(hash);
    }
    await v.create({ game: "chess", moves: ["e4"], seats: HUMANS });
    await v.api("POST", `/games/${v.id}/analysis`, { mode: "shown", limits: { depth: 4 }, multipv: 2 });
    await v.until((s) => !s.analysing && s.report, "the analysis");
    for (const key of ["2", "3"]) {
      await v.page.keyboard.press(key);
      await idle(`an analysis that has ended, tab ${key}`);
    }
  },

  async "an answer as good as the best one is right"(v) {
    await v.goto("#/");
    await v.page.click("text=Choose a lesson");
    await v.page.click(".dialog-lessons li >> nth=1 >> button");
    await v.page.waitForSelector(".lesson");
    await v.click("c2");
    await v.click("b3");
    await v.page.waitForSelector(".lesson .good >> text=is as good as");
    await v.count(".lesson .primary", 1, "the lesson goes on");
  },

  async "every legal move has its value where all lines are asked for"(v) {
    await v.create({ game: "chess", seats: HUMANS });
    await v.page.keyboard.press("2");
    const all = await v.first("select[name=analysis-lines]", (list) => Number([...list.options].at(-1).value));
    await v.api("POST", `/games/${v.id}/analysis`, { mode: "shown", limits: { depth: 3 }, multipv: all });
    const state = await v.until((s) => !s.analysing && s.report, "the analysis");
    check(state.report.moves.filter((m) => m.verdict).length === 20, `values of ${state.report.moves.length} moves`);
    // Of two moves to one square the better one is drawn.
    await v.page.waitForFunction(() => document.querySelectorAll(".value text").length === 16);
    await v.count(".best tbody tr", 16, "the table has a limit");
  },

  async "the default analysis of a large board of Go tells good moves from others"(v) {
    await v.create({ game: "go", rules: "19 chinese", moves: ["Q16", "D4"], seats: HUMANS });
    await v.api("POST", `/games/${v.id}/analysis`, { mode: "shown", limits: { playouts: 24 }, multipv: 5 });
    const { report } = await v.until((s) => !s.analysing && s.report, "the analysis");
    const visits = report.moves.map((m) => m.visits ?? 0).sort((a, b) => b - a);
    check(visits.slice(0, 5).reduce((sum, n) => sum + n) >= 0.6 * report.playouts, `visits: ${visits}`);
    const corner = /^[C-FO-R]([3-6]|1[4-7])$/;
    check(corner.test(report.best), `a move in a corner: ${report.best}`);
  },

  async "a short list of moves is chess where it can be"(v) {
    await v.goto("#/");
    await v.page.fill("#import-home", "d4 e5");
    await v.page.click("section.import button");
    await v.page.waitForFunction(() => /^#\/chess\//.test(location.hash));
    // A very long record opens too, or the page says why not.
    const shuffle = Array.from({ length: 2500 }, (_, i) => `${2 * i + 1}. Nf3 Nf6 ${2 * i + 2}. Ng1 Ng8`).join(" ");
    await v.goto("#/");
    await v.page.fill("#import-home", shuffle);
    await v.page.click("section.import button");
    await v.page.waitForFunction(() => /^#\/chess\//.test(location.hash) || document.querySelector(".toast.error"));
  },

  async "the formula's moves and the parts of a key are told in French"(v) {
    await v.goto("#/formula?f=x1 x2");
    await v.page.waitForSelector(".proof-moves");
    await v.page.click(".languages button >> nth=1");
    await v.page.waitForSelector(".proof-moves >> text=menace de se relier");
    await v.create({ game: "chess", seats: HUMANS });
    await v.page.keyboard.press("3");
    await v.page.waitForFunction(() => document.querySelector(".parts")?.textContent.includes("petit roque"));
    await v.page.click(".languages button >> nth=0");
  },
};
