// The board in windows of all shapes, the keyboard, clocks and pauses.

import { check, HUMANS } from "./harness.mjs";

/** Where the board is drawn, in whole pixels. */
const place = (v) =>
  v.first(".board-box svg", (svg) => {
    const { x, y, width, height } = svg.getBoundingClientRect();
    return [x, y, width, height].map(Math.round);
  });

const quick = { kind: "engine", limits: { depth: 1 } };
const slow = { kind: "engine", limits: { time_ms: 600000 } };

/** Waits until two frames have been drawn: what an event changes is on the screen then. */
const drawn = (v) => v.page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))));

export const tests = {
  async "a click hits the square that is drawn there, whatever the window"(v) {
    for (const [width, height] of [[844, 390], [740, 360], [800, 600], [500, 400]]) {
      await v.page.setViewportSize({ width, height });
      await v.create({ game: "chess", seats: HUMANS });
      await v.click("a2");
      await v.page.waitForSelector('[data-cell="a2"][aria-selected="true"]');
      await v.click("a3");
      await v.until((s) => s.ply === 1 && s.last.to === "a3", `a3 at ${width} x ${height}`);
    }
  },

  async "the board is large, and stays where it is when the analysis starts"(v) {
    for (const [width, height, least] of [[1920, 1080, 900], [1440, 900, 700], [1024, 768, 560], [844, 390, 330], [390, 844, 340]]) {
      await v.page.setViewportSize({ width, height });
      await v.create({ game: "chess", seats: HUMANS });
      const before = await place(v);
      await v.api("POST", `/games/${v.id}/analysis`, { mode: "shown", limits: { depth: 4 }, multipv: 2 });
      await v.page.waitForSelector(".value.best text");
      const after = await place(v);
      check(before.join() === after.join(), `${width} x ${height}: ${before} is now ${after}`);
      check(Math.min(after[2], after[3]) >= least, `${width} x ${height}: a board of ${after}`);
      check(after[1] + after[3] <= height, `${width} x ${height}: the whole board is in sight`);
      const wide = await v.page.evaluate(() => document.documentElement.scrollWidth);
      check(wide <= width, `${width} x ${height}: the page is ${wide} wide`);
    }
  },

  async "the best moves are in sight on a laptop"(v) {
    await v.page.setViewportSize({ width: 1024, height: 768 });
    for (const language of [0, 1]) {
      await v.goto("#/");
      await v.page.click(`.languages button >> nth=${language}`);
      await v.create({ game: "chess", moves: ["e4", "e5"], seats: HUMANS });
      await v.api("POST", `/games/${v.id}/analysis`, { mode: "shown", limits: { depth: 4 }, multipv: 3 });
      await v.page.keyboard.press("2");
      await v.page.waitForSelector(".best tbody tr >> nth=2");
      await drawn(v);
      const [row, panel] = [await v.page.locator(".best tbody tr").first().boundingBox(), await v.page.locator("#panel").boundingBox()];
      check(row.y + row.height <= panel.y + panel.height, `the best move ends at ${row.y + row.height}, the panel at ${panel.y + panel.height}`);
    }
  },

  async "the move on the board is in sight in the list of every tab"(v) {
    const pawns = (up, down) => [..."abcdefgh"].flatMap((file) => [`${file}${up}`, `${file}${down}`]);
    const inSight = () =>
      v.first(".moves .here", (move) => {
        const [{ top, bottom }, list] = [move.getBoundingClientRect(), move.closest(".moves").getBoundingClientRect()];
        return top >= list.top - 1 && bottom <= list.bottom + 1;
      });
    await v.page.setViewportSize({ width: 1440, height: 960 });
    await v.create({ game: "chess", moves: [...pawns(3, 6), ...pawns(4, 5)], seats: HUMANS });
    for (const key of ["1", "2", "1"]) {
      await v.page.keyboard.press(key);
      await drawn(v);
      await v.soon(inSight, `the move is out of sight in tab ${key}`);
    }
    // The list gets smaller when best moves stand above it.
    await v.api("POST", `/games/${v.id}/goto`, { node: 18 });
    await v.page.keyboard.press("2");
    await v.page.waitForSelector("[data-node='18']");
    await v.api("POST", `/games/${v.id}/analysis`, { mode: "shown", limits: { depth: 6 }, multipv: 3 });
    await v.page.waitForSelector(".best tbody tr >> nth=2");
    await drawn(v);
    await v.soon(inSight, "the move is out of sight beside the best moves");
  },

  async "what the engine's last move cost fits beside the board"(v) {
    for (const language of [0, 1]) {
      await v.goto("#/");
      await v.page.click(`.languages button >> nth=${language}`);
      await v.create({ game: "breakthrough", rules: "8x8", moves: ["b2b3"], seats: { white: { kind: "human" }, black: { kind: "engine", level: 3 } } });
      await v.until((s) => s.ply === 2, "an answer");
      await v.page.waitForSelector(".stats td");
      for (const [width, height] of [[1440, 900], [1180, 820], [1024, 768], [390, 844]]) {
        await v.page.setViewportSize({ width, height });
        await drawn(v);
        const [wide, room] = await v.first("#panel .scroll", (e) => [e.scrollWidth, e.clientWidth]);
        check(wide <= room, `at ${width} pixels: ${wide} of ${room}`);
      }
    }
  },

  async "a value keeps to its circle, and what is taken stays in sight"(v) {
    const places = () =>
      v.page.$$eval(".board-box .value", (list) =>
        list.map((e) => ["circle, rect", "text"].map((part) => e.querySelector(part).getBoundingClientRect().toJSON())),
      );
    const position = "-XXXXXX-" + "XXXXXXXX".repeat(5) + "OOOOOOO-" + "--------" + " O";
    await v.create({ game: "othello", rules: "standard", position, seats: HUMANS });
    await v.api("POST", `/games/${v.id}/analysis`, { mode: "shown", limits: { depth: 4 }, multipv: 400 });
    await v.until((s) => !s.analysing && s.report, "values of all moves");
    await v.page.waitForFunction(() => [...document.querySelectorAll(".value text")].some((e) => /\d\d/.test(e.textContent)));
    for (const [shape, text] of await places())
      check(text.left >= shape.left - 1 && text.right <= shape.right + 1, `${JSON.stringify(text)} leaves ${JSON.stringify(shape)}`);
    await v.create({ game: "chess", moves: ["e4", "d5"], seats: HUMANS });
    await v.api("POST", `/games/${v.id}/analysis`, { mode: "shown", limits: { depth: 4 }, multipv: 400 });
    await v.until((s) => !s.analysing && s.report, "the values of all moves");
    await v.page.waitForSelector(".value text");
    const square = await v.cell("d5").boundingBox();
    const within = (r) => Math.max(0, Math.min(r.right, square.x + square.width) - Math.max(r.left, square.x)) * Math.max(0, Math.min(r.bottom, square.y + square.height) - Math.max(r.top, square.y));
    const covered = (await places()).reduce((sum, [shape]) => sum + within(shape), 0) / (square.width * square.height);
    check(covered > 0 && covered < 0.4, `the value of exd5 covers ${covered} of the pawn's square`);
  },

  async "arrow keys step after a move by mouse"(v) {
    await v.create({ game: "chess", seats: HUMANS });
    await v.click("e2");
    await v.click("e4");
    await v.until((s) => s.ply === 1, "e4");
    await v.page.keyboard.press("ArrowLeft");
    await v.until((s) => s.ply === 0, "a step back");
    await v.page.keyboard.press("ArrowRight");
    await v.until((s) => s.ply === 1, "a step on");
  },

  async "keys in a game just opened wait for its line and send one step"(v) {
    const asked = [];
    let release = () => {};
    const pressed = new Promise((done) => (release = done));
    await v.page.route("**/steps", async (route) => {
      await pressed;
      await route.continue();
    });
    v.page.on("request", (request) => asked.push(request.url().split("/").pop()));
    await v.create({ game: "chess", moves: ["e4", "e5", "Nf3", "Nc6", "Bb5", "a6"], seats: HUMANS });
    for (let i = 0; i < 4; i++) await v.page.keyboard.press("ArrowLeft");
    release();
    await v.until((s) => s.ply === 2, "four steps back");
    await v.page.waitForSelector(".under .count >> text=2 of 6");
    const sent = asked.filter((name) => name === "steps" || name === "goto").join();
    check(sent === "steps,goto", `asked for ${sent}`);
  },

  async "moves are written while the engine thinks, and no letter is a command"(v) {
    await v.create({ game: "chess", seats: { white: { kind: "human" }, black: slow } });
    await v.page.keyboard.press("/");
    await v.page.waitForFunction(() => document.activeElement?.id === "move");
    await v.page.keyboard.type("e4");
    await v.page.keyboard.press("Enter");
    await v.until((s) => s.thinking, "the engine");
    await v.page.keyboard.type("Nc3");
    await v.page.keyboard.press("Enter");
    check((await v.page.inputValue("#move")) === "Nc3", "what is written waits");
    check(v.page.url().includes(v.id), "the same game is on the board");
    await v.api("POST", `/games/${v.id}/seats`, HUMANS);
  },

  async "a game in progress is not left without a question"(v) {
    await v.create({ game: "chess", moves: ["e4", "e5"], seats: HUMANS });
    await v.page.keyboard.press("n");
    await v.page.waitForSelector(".dialog-new");
    await v.axe("the question");
    await v.page.keyboard.press("Escape");
    await v.page.waitForFunction(() => !document.querySelector("dialog"));
    // Escape on the board lets go of it, no more.
    await v.page.keyboard.press("b");
    await v.page.waitForFunction(() => document.activeElement?.dataset?.cell);
    await v.page.keyboard.press("Escape");
    await v.page.waitForFunction(() => document.activeElement === document.body);
    check(v.page.url().includes(v.id), "the game is still there");
    await v.page.keyboard.press("Escape");
    await v.page.waitForSelector(".dialog-leave");
    await v.page.click(".dialog-leave .primary");
    await v.page.waitForFunction(() => location.hash === "#/chess");
  },

  async "Play begins at the start, whatever was set up before"(v) {
    await v.goto("#/chess");
    await v.page.click(".setup summary");
    await v.page.fill("input[name=position]", "8/P6k/8/8/8/8/8/4K3 w - - 0 1");
    await v.page.keyboard.press("Tab");
    await v.goto("#/");
    await v.page.click("[aria-label='Play Chess']");
    await v.page.waitForSelector(".board-box svg");
    v.id = undefined;
    check((await v.state()).start === null, "the usual start");
  },

  async "a game between engines is paused and goes on"(v) {
    await v.create({ game: "chess", seats: { black: slow, white: slow } });
    await v.page.click("text=Pause");
    await v.until((s) => s.paused && !s.thinking, "the pause");
    await v.api("POST", `/games/${v.id}/seats`, { black: quick, white: quick });
    await v.until((s) => s.ply >= 2, "some moves");
    await v.page.click("text=Pause");
    const { ply } = await v.until((s) => s.paused, "another pause");
    await v.page.click("text=Resume");
    await v.until((s) => s.ply > ply, "the game to go on");
    await v.api("POST", `/games/${v.id}/pause`, { on: true });
  },

  async "the clock charges what it showed, and a reload changes nothing"(v) {
    await v.create({ game: "chess", seats: HUMANS, clock: { limit: 600, increment: 0 } });
    await v.page.waitForTimeout(1500);
    await v.api("POST", `/games/${v.id}/moves`, { move: "e4" });
    const { clock } = await v.state();
    check(clock.white === 0, `the first move is free: ${clock.white} ms`);
    await v.page.waitForTimeout(1500);
    const running = (await v.state()).clock;
    check(running.running === "black" && running.black >= 1500, `Black's clock runs: ${running.black} ms`);
    for (const node of [0, 1]) await v.api("POST", `/games/${v.id}/goto`, { node });
    const stepped = (await v.state()).clock;
    check(stepped.black >= running.black, `steps give no time back: ${stepped.black} ms of ${running.black}`);
    const shown = () => v.page.$$eval(".clock", (list) => list.map((e) => e.textContent).join());
    await v.page.reload();
    await v.page.waitForSelector(".clock");
    await drawn(v);
    check(!(await shown()).split(",").every((text) => text === "10:00"), `after a reload: ${await shown()}`);
  },

  async "headings go down one step at a time"(v) {
    const jumps = async (what) => {
      const levels = await v.page.$$eval("h1, h2, h3, h4", (list) => list.map((e) => Number(e.tagName[1])));
      levels.forEach((level, i) => check(level <= (levels[i - 1] ?? 0) + 1, `${what}: headings ${levels}`));
    };
    for (const hash of ["#/", "#/chess", "#/chess/edit", "#/formula"]) {
      await v.goto(hash);
      await v.page.waitForSelector("h1");
      await drawn(v);
      await jumps(hash);
    }
    await v.create({ game: "chess", moves: ["e4"], seats: HUMANS });
    for (const key of ["1", "2", "3", "4"]) {
      await v.page.keyboard.press(key);
      await drawn(v);
      await jumps(`panel ${key}`);
    }
  },

  async "a level does not play the same game again and again"(v) {
    const answers = new Set();
    for (let game = 0; game < 8 && answers.size < 2; game++) {
      const { id } = await v.api("POST", "/games", {
        game: "chess",
        moves: ["e4"],
        seats: { white: { kind: "human" }, black: { kind: "engine", level: 2 } },
      });
      v.id = id;
      const state = await v.until((s) => s.ply === 2, "an answer");
      answers.add(state.last.move);
      await v.api("POST", `/games/${id}/seats`, HUMANS);
    }
    check(answers.size > 1, `always ${[...answers]}`);
  },

  async "a refused move says why and goes by itself; a record is not covered by its end"(v) {
    await v.goto("#/");
    await v.page.fill("#import-home", "1. f3 e5 2. g4 Qh4# 0-1");
    await v.page.click("section.import button");
    await v.page.waitForSelector(".board-box svg");
    await v.page.waitForFunction(() => document.querySelectorAll(".moves .move").length === 4);
    check((await v.page.$$(".overlay")).length === 0, "the board is in sight");
    await v.create({ game: "chess", seats: HUMANS });
    await v.drag("e2", "e6");
    await v.page.waitForSelector(".toast.error");
    await v.page.waitForFunction(() => !document.querySelector(".toast"), null, { timeout: 30000 });
  },

  async "the analysis board is one click away"(v) {
    await v.goto("#/");
    await v.page.click("[aria-label='Analysis board for Chess']");
    await v.page.waitForSelector("#tab-analyse[aria-selected=true]");
    v.id = undefined;
    const state = await v.until((s) => s.analysis.mode === "shown", "the analysis");
    check(state.seats.black.kind === "human" && state.seats.white.kind === "human", "both sides are the reader's");
  },

  async "the right button draws arrows and rings"(v) {
    await v.create({ game: "chess", seats: HUMANS });
    const at = async (name) => {
      const box = await v.cell(name).boundingBox();
      return [box.x + box.width / 2, box.y + box.height / 2];
    };
    const draw = async (from, to) => {
      await v.page.mouse.move(...(await at(from)));
      await v.page.mouse.down({ button: "right" });
      await v.page.mouse.move(...(await at(to)));
      await v.page.mouse.up({ button: "right" });
    };
    await draw("g1", "f3");
    await v.page.waitForSelector(".arrow.drawn");
    await draw("d5", "d5");
    await v.page.waitForSelector(".ring.drawn");
    check((await v.state()).ply === 0, "nothing is played");
    await v.click("e4");
    await v.page.waitForFunction(() => !document.querySelector(".drawn"));
  },

  async "both moves of a number stand on one line, and black's alone in its column"(v) {
    await v.goto("#/");
    await v.page.fill("#import-home", "1. e4 e5 2. Nf3 Nc6 3. Bb5 (3. Bc4 Bc5) 3... a6 4. Ba4 *");
    await v.page.click("section.import button");
    await v.page.waitForSelector(".moves .move >> nth=8");
    const places = await v.page.$$eval(".moves > :not(.variation) .move", (list) =>
      list.map((e) => ({ text: e.textContent, top: Math.round(e.getBoundingClientRect().top), left: Math.round(e.getBoundingClientRect().left) })),
    );
    const at = (text) => places.find((place) => place.text === text);
    check(at("e4").top === at("e5").top && at("e4").left < at("e5").left, `one line: ${JSON.stringify(places)}`);
    check(at("Nf3").top > at("e4").top && at("Nf3").left === at("e4").left, "the next number is below");
    check(at("Nc6").left === at("e5").left && Math.abs(at("a6").left - at("e5").left) < 4, "Black's moves are in one column");
  },

  async "the graph is in sight and its labels are apart; a promotion is asked beside the pawn"(v) {
    await v.page.setViewportSize({ width: 1440, height: 900 });
    const moves = ["f3", "e5", "g4", "d6", "a3", "a6", "h3", "h6"];
    const tree = moves.map((move, i) => ({ parent: i, move, value: 0.5 + 0.05 * i, loss: 0.2 }));
    await v.create({ game: "chess", tree, seats: HUMANS });
    await v.page.waitForSelector(".mistake-text");
    const box = await v.page.locator("svg.graph").boundingBox();
    check(box.y + box.height <= 900, `the graph ends at ${box.y + box.height}`);
    const labels = await v.page.$$eval("svg.graph text", (list) => list.map((e) => e.getBoundingClientRect().toJSON()));
    for (const [i, a] of labels.entries())
      for (const b of labels.slice(i + 1))
        check(a.right <= b.left || b.right <= a.left || a.bottom <= b.top || b.bottom <= a.top, `labels on each other: ${JSON.stringify([a, b])}`);
    await v.create({ game: "chess", position: "8/P6k/8/8/8/8/8/4K3 w - - 0 1", seats: HUMANS });
    await v.click("a7");
    await v.page.waitForSelector('[data-cell="a7"][aria-selected="true"]');
    await v.page.waitForSelector(".tint.selected, .tint.held, .ring.selected, .selected");
    await v.click("a8");
    const dialog = await v.page.locator(".dialog-promotion").boundingBox();
    const square = await v.cell("a8").boundingBox();
    check(Math.hypot(dialog.x - square.x, dialog.y - square.y) < 3 * square.width, `the dialog is at ${dialog.x}, ${dialog.y}`);
  },
};
