// Marks, values, lines and records that players can trust.

import { check, HUMANS } from "./harness.mjs";

/** Morphy against the Duke of Brunswick and Count Isouard, Paris 1858. */
const OPERA =
  "e4 e5 Nf3 d6 d4 Bg4 dxe5 Bxf3 Qxf3 dxe5 Bc4 Nf6 Qb3 Qe7 Nc3 c6 Bg5 b5 Nxb5 cxb5 Bxb5+ Nbd7 O-O-O Rd8 Rxd7 Rxd7 Rd1 Qe6 Bxd7+ Nxd7 Qb8+ Nxb8 Rd8#".split(" ");

const analysis = (more) => ({ mode: "shown", limits: { time_ms: 400 }, multipv: 1, ...more });

export const tests = {
  async "a forced reply is searched: who is mated next move is told so"(v) {
    const position = "1Q2kb1r/p2n1ppp/4q3/4p1B1/4P3/8/PPP2PPP/2KR4 b k - 1 16";
    await v.create({ game: "chess", position, seats: HUMANS });
    await v.page.keyboard.press("2");
    await v.api("POST", `/games/${v.id}/analysis`, analysis());
    const state = await v.until((s) => !s.analysing && s.report, "the analysis");
    check(state.report.verdict.kind === "loss", `the verdict: ${JSON.stringify(state.report.verdict)}`);
    // Two plies are one move.
    await v.page.waitForSelector("text=mated in 1");
  },

  async "the sweep of the Opera game blames neither the mating sacrifice nor the forced replies"(v) {
    await v.create({ game: "chess", moves: OPERA.slice(0, -1), seats: HUMANS });
    await v.api("POST", `/games/${v.id}/sweep`, { on: true, time_ms: 1000 });
    const state = await v.until((s) => !s.sweep, "the sweep", 180000);
    const marked = state.line.map((id) => state.tree[id]).filter((node) => (node.loss ?? 0) >= 0.05);
    const names = marked.map((node) => node.record).join(" ");
    for (const good of ["Bxd7+", "Nxd7", "Qb8+", "Nxb8"])
      check(!names.split(" ").includes(good), `${good} is marked: ${names}`);
    for (const node of state.line.slice(0, -1).map((id) => state.tree[id])) {
      check(node.effort?.seconds > 0, `${node.record || "the start"} has its effort`);
      const next = state.tree[state.line[state.line.indexOf(node.id) + 1]];
      check(next.loss !== undefined, `${next.record} is judged`);
      if (next.move === node.best) check(next.loss === 0, `${next.record} is the best move and lost ${next.loss}`);
    }
    await v.page.keyboard.press("2");
    await v.page.waitForSelector(".report tbody tr");
    await v.count(".report tbody tr", 2, "a line for each side");
    await v.reads(".panel", "?? 15", "the limits are stated");
    await v.axe("the report");
  },

  async "a sweep announces its time and uses it"(v) {
    await v.create({ game: "chess", moves: ["e4", "e5", "Nf3", "Nc6"], seats: HUMANS });
    await v.page.keyboard.press("2");
    await v.page.selectOption("select[name=sweep-time]", "1000");
    await v.page.waitForSelector("text=at most 5");
    await v.page.click("text=Analyse every move");
    const { sweep } = await v.until((s) => s.sweep, "the sweep");
    check(sweep.total === 5, `five seconds for five positions: ${sweep.total}`);
    const state = await v.until((s) => !s.sweep, "the end of the sweep");
    // A busy machine makes a search longer, never much shorter.
    for (const id of state.line) check(state.tree[id].effort.seconds >= 0.2, `${state.tree[id].effort.seconds} s at ${id}`);
  },

  async "values of engines that play and of hints stay off the graph"(v) {
    const weak = { kind: "engine", level: 1 };
    await v.create({ game: "othello", rules: "standard", seats: { black: { kind: "human" }, white: weak } });
    await v.click("f5");
    await v.until((s) => s.ply === 2, "an answer");
    await v.page.click("text=Hint");
    const state = await v.until((s) => s.hint, "a hint");
    check(state.tree.every((node) => node.value === undefined), "no value is kept");
    await v.api("POST", `/games/${v.id}/analysis`, analysis({ player: "random" }));
    const after = await v.until((s) => !s.analysing && s.report, "a weak player's analysis");
    check(after.tree.every((node) => node.value === undefined), "nor of a player chosen in the glass box");
  },

  async "exploring a move keeps the game; promote, delete and comment change it"(v) {
    const ruy = ["e4", "e5", "Nf3", "Nc6", "Bb5", "a6", "Ba4", "Nf6"];
    await v.create({ game: "chess", moves: ruy, seats: HUMANS });
    const pgn = () => v.record(v.id, "pgn");
    const moves = () => v.record(v.id, "moves");
    await v.page.click(".move >> nth=3");
    await v.until((s) => s.ply === 4, "2... Nc6");
    await v.click("f1");
    await v.click("c4");
    await v.until((s) => s.tree.length === 10, "a side line");
    check((await pgn()).includes("3. Bb5 (3. Bc4) 3... a6"), `the game is first: ${await pgn()}`);
    check((await moves()).includes("b5a4"), "the whole game in formats without side lines");
    await v.page.click("text=Make this the main line");
    await v.until((s) => s.tree[4].children[0] === 9, "the promotion");
    check((await pgn()).includes("3. Bc4 (3. Bb5"), await pgn());
    await v.page.click("text=Comment");
    await v.page.fill(".remark-form textarea", "quiet");
    await v.page.selectOption("select[name=glyph]", "5");
    await v.until((s) => s.tree[9].nags?.[0] === 5, "a sign");
    await v.page.waitForSelector(".remark");
    check((await pgn()).includes("3. Bc4 $5 {quiet}"), await pgn());
    await v.axe("a comment");
    await v.page.click("text=Delete from here");
    const state = await v.until((s) => s.tree.length === 9, "the deletion");
    check(state.ply === 4 && state.line.length === 9, "the game is whole again");
  },

  async "steps need no request, from the first key on"(v) {
    const asked = [];
    v.page.on("request", (request) => {
      if (request.url().includes("/api/")) asked.push(request.url().split("/").pop());
    });
    const back = (count) =>
      v.page.evaluate((keys) => {
        for (let i = 0; i < keys; i++) document.dispatchEvent(new KeyboardEvent("keydown", { key: "ArrowLeft" }));
      }, count);
    /** Twenty keys as fast as one that is held: the server is told once, when they pause. */
    const twenty = async (ply, what) => {
      asked.length = 0;
      await back(20);
      await v.reads(".count", new RegExp(`^${ply - 20} `), `${what}: twenty steps`);
      check(!asked.includes("steps"), `${what}: asked for ${asked}`);
      await v.until((s) => s.ply === ply - 20, "the server to be told");
      check(asked.join() === "goto", `${what}: asked for ${asked}`);
    };
    /** Does something after which the positions of a line come, without a key. */
    const positions = async (done) => {
      const arrived = v.page.waitForResponse("**/steps", { timeout: 20000 });
      await done();
      await (await arrived).finished();
    };
    // A long game of Go on a large board, which has just been opened.
    const row = (i) => Math.floor(i / 38);
    const moves = Array.from({ length: 300 }, (_, i) => `${"ABCDEFGHJKLMNOPQRST"[(i >> 1) % 19]}${i % 2 ? 19 - row(i) : 1 + row(i)}`);
    await positions(() => v.create({ game: "go", rules: "19 chinese", moves, seats: HUMANS }));
    await twenty(moves.length, "a game just opened");
    // On a large board, marks move: a new element among old ones has the whole board painted anew.
    const added = await v.page.evaluate(async () => {
      const classes = [];
      const seen = new MutationObserver((changes) => {
        for (const { addedNodes } of changes) for (const node of addedNodes) classes.push(node.getAttribute?.("class"));
      });
      seen.observe(document.querySelector(".board-box q-board"), { subtree: true, childList: true });
      document.dispatchEvent(new KeyboardEvent("keydown", { key: "ArrowLeft" }));
      await new Promise(requestAnimationFrame);
      await new Promise(requestAnimationFrame);
      seen.disconnect();
      return classes.filter((name) => name !== "man-at");
    });
    check(!added.length, `a step adds ${added}`);
    // Moves played here are known from playing them.
    await positions(() => v.create({ game: "chess", moves: OPERA.slice(0, -2), seats: HUMANS }));
    await v.mouse({ from: "d7", to: "b8" });
    await v.until((s) => s.ply === OPERA.length - 1, "a move");
    await twenty(OPERA.length - 1, "after a move");
    await v.page.keyboard.press("End");
    await v.until((s) => s.ply === OPERA.length - 1, "the end");
    check(!asked.includes("steps"), `the move just played: asked for ${asked}`);
    // So are those of a side line, once it is on the board.
    await v.create({ game: "chess", moves: OPERA, seats: HUMANS });
    await v.api("POST", `/games/${v.id}/goto`, { node: 21 });
    await v.api("POST", `/games/${v.id}/moves`, { move: "Kd8" });
    await v.page.reload();
    await v.page.waitForSelector(".variation .move");
    await positions(() => v.page.click(".moves > :last-child .move >> nth=-1"));
    await v.until((s) => s.ply === OPERA.length, "the main line");
    await twenty(OPERA.length, "another line");
  },

  async "a line is shown while it is pointed at, and entered by a click"(v) {
    await v.create({ game: "chess", moves: ["e4", "e5"], seats: HUMANS });
    await v.page.keyboard.press("2");
    await v.api("POST", `/games/${v.id}/analysis`, { mode: "shown", limits: { depth: 6 }, multipv: 1 });
    const { report } = await v.until((s) => !s.analysing && s.report?.pv.length > 2, "a line");
    await v.page.waitForSelector(".pv-move >> nth=2");
    const men = () => v.page.$$eval(".board-box [data-at]", (list) => list.map((e) => e.dataset.at).sort().join());
    const before = await men();
    await v.page.hover(".pv-move >> nth=2");
    await v.page.waitForFunction(() => document.querySelector(".board-box svg").getAttribute("aria-label") === "A line from the analysis");
    check((await men()) !== before, "the pieces stand as after three moves");
    check((await v.state()).ply === 2, "the game is where it was");
    await v.page.click(".pv-move >> nth=2");
    const state = await v.until((s) => s.ply === 5, "three moves");
    const played = state.line.slice(3).map((id) => state.tree[id].move);
    check(played.join() === report.pv.slice(0, 3).join(), `the line is played: ${played}`);
  },

  async "names, tags, signs and results come in and go out"(v) {
    const pgn = `[Event "Casual"]\n[Site "Paris"]\n[Date "1858.??.??"]\n[White "Morphy"]\n[Black "Allies"]\n[WhiteElo "2600"]\n[Result "1-0"]\n\n1. e4! e5 $14 2. Nf3 1-0`;
    await v.goto("#/");
    await v.page.fill("#import-home", pgn);
    await v.page.click("section.import button");
    await v.page.waitForSelector(".players >> text=Morphy");
    await v.reads(".moves", "e4!", "the sign is shown");
    v.id = undefined;
    const { id } = await v.state();
    const out = await v.record(id, "pgn");
    for (const part of ['[White "Morphy"]', '[WhiteElo "2600"]', '[Site "Paris"]', "e4 $1", "e5 $14", "1-0"])
      check(out.includes(part), `${part} is kept: ${out}`);
    await v.goto("#/");
    await v.page.fill("#import-home", "(;GM[1]SZ[9]KM[7]RU[Chinese]PB[Lee]BR[9p]PW[Gu]RE[W+R];B[ee];W[gc]BM[1])");
    await v.page.click("section.import button");
    await v.page.waitForSelector(".players >> text=Lee");
    const go = await v.state();
    const sgf = await v.record(go.id, "sgf");
    for (const part of ["RU[Chinese]", "PB[Lee]", "BR[9p]", "RE[W+R]", "BM[1]"]) check(sgf.includes(part), `${part}: ${sgf}`);
  },

  async "a position set up in mid-game stands on the board, is stepped over and goes out"(v) {
    await v.goto("#/");
    await v.page.fill("#import-home", "(;GM[1]SZ[9]KM[7];B[ee];W[gc];AB[aa][ba][ca]AE[ee]C[a new position];W[cg](;B[gg])(;AW[ii]PL[B];B[cc]))");
    await v.page.click("section.import button");
    await v.reads(".toast", "Read as SGF: 4 moves.", "what was read");
    await v.page.waitForSelector(".moves .move >> nth=6");
    v.id = undefined;
    const { id } = await v.state();
    const stones = (state) => state.picture.pieces.filter(Boolean).length;
    await v.page.click('.moves .move[aria-label="Position set up"] >> nth=0');
    const placed = await v.until((s) => s.node === 3, "the position");
    check(stones(placed) === 4 && placed.to_move === "white", `three stones beside White's: ${stones(placed)}`);
    await v.reads(".remark", "a new position", "its comment");
    await v.reads(".turn-line", /2 moves/, "positions do not count");
    await v.page.keyboard.press("ArrowLeft");
    const before = await v.until((s) => s.node === 2, "the step back");
    check(stones(before) === 2, `two stones before: ${stones(before)}`);
    await v.axe("a record with positions");
    // Numbers count moves alone.
    await v.reads(".moves .ply >> nth=3", /^3\./, "White's move after the position is the third");
    await v.page.click("#tab-analyse");
    await v.page.waitForSelector(".analysis .moves .move >> nth=6");
    // The shortest searches of a busy machine end without a value.
    let swept;
    for (let time_ms = 50; swept?.tree[1].value === undefined; time_ms *= 8) {
      check(time_ms < 30000, "a sweep gives its values");
      await v.api("POST", `/games/${id}/sweep`, { on: true, time_ms });
      swept = await v.until((s) => !s.sweep, "a sweep over it");
    }
    check(swept.tree[3].loss === undefined, "a position is no mistake");
    const sgf = await v.record(id, "sgf");
    for (const part of ["AB[aa][ba][ca]", "AE[ee]", "C[a new position]", "AW[ii]", "PL[B]"]) check(sgf.includes(part), `${part}: ${sgf}`);
  },

  async "of a file with many games one is chosen"(v) {
    const game = (white, move) => `[Event "Club"]\n[White "${white}"]\n[Black "Zukertort"]\n\n1. ${move} *\n\n`;
    await v.goto("#/");
    await v.page.fill("#import-home", game("Anderssen", "e4") + game("Blackburne", "d4") + game("Chigorin", "f4"));
    await v.page.click("section.import button");
    await v.page.waitForSelector(".dialog-games li");
    await v.count(".dialog-games li", 3, "three games");
    await v.axe("the picker");
    await v.page.fill(".dialog-games input", "chig");
    await v.page.waitForFunction(() => document.querySelectorAll(".dialog-games li").length === 1);
    await v.page.click(".dialog-games li button");
    await v.page.waitForSelector(".players >> text=Chigorin");
    v.id = undefined;
    check((await v.state()).tree[1].move === "f2f4", "its game");
  },

  async "an exact result says so, in discs"(v) {
    const position = `-O${"X".repeat(60)}O- X`;
    await v.create({ game: "othello", rules: "standard", position, seats: HUMANS });
    await v.page.keyboard.press("2");
    await v.api("POST", `/games/${v.id}/analysis`, analysis());
    await v.page.waitForSelector(".best >> text=exact");
  },

  async "the better move is found on the board"(v) {
    // The fool's mate: 2. g4 loses at once.
    await v.create({ game: "chess", moves: ["f3", "e5", "g4", "Qh4#"], seats: HUMANS });
    await v.page.keyboard.press("2");
    await v.page.click("text=Analyse every move");
    const { tree } = await v.until((s) => !s.sweep && s.tree[3].loss >= 0.1, "the sweep");
    await v.page.click("text=Learn from mistakes");
    await v.until((s) => s.node === 2, "the position before the mistake");
    await v.page.waitForSelector(".lesson");
    await v.click("g2");
    await v.click("g4");
    await v.page.waitForSelector(".lesson .error");
    const { best } = tree[2];
    await v.click(best.slice(0, 2));
    await v.click(best.slice(2, 4));
    await v.page.waitForSelector(".lesson .good");
    check((await v.state()).tree.length === 5, "an answer does not become a move of the game");
    await v.axe("a lesson");
  },
};
