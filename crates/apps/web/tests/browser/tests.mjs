// What a person can do at the page, done by a browser. Each test gets a fresh visitor.

import { check, HUMANS } from "./harness.mjs";

const quick = { kind: "engine", limits: { time_ms: 60, depth: 2, playouts: 200 } };

/** Random but always the same. */
function choices(seed) {
  let x = seed;
  return (n) => {
    x ^= x << 13;
    x ^= x >>> 17;
    x ^= x << 5;
    return Math.abs(x) % n;
  };
}

/** Plays to the end with `hand`, avoiding passes while there is anything else; after `most` moves it passes. */
async function playOut(v, hand, most = 400) {
  const pick = choices(20261115);
  for (let state = await v.state(); !state.end;) {
    const stones = state.legal.filter((m) => m.to);
    const pass = state.legal.find((m) => m.move === "pass");
    const queens = stones.filter((m) => !m.promotion || m.promotion.toLowerCase() === "q");
    const move = queens.length && !(pass && state.ply >= most) ? queens[pick(queens.length)] : pass;
    await hand.call(v, move);
    if (move.promotion) await v.page.click(".dialog-promotion button >> nth=0");
    const before = state;
    state = await v.until((s) => s.ply > before.ply, `${move.move} to be played`);
    await v.page.waitForSelector(`[data-node="${state.node}"]`);
  }
  await v.page.waitForSelector(".overlay #verdict");
  return v.state();
}

export const tests = {
  async "the first screen offers every game"(v) {
    await v.goto("#/");
    const games = (await v.api("GET", "/catalogue")).games.length;
    await v.count(".game-card", games, "a card for each game");
    await v.count(".game-card q-board svg", games, "a board for each game");
    await v.axe("home");
    const size = await v.page.evaluate(() =>
      performance
        .getEntriesByType("resource")
        .reduce((sum, e) => sum + e.transferSize, performance.getEntriesByType("navigation")[0].transferSize),
    );
    check(size < 300000, `the page is ${size} bytes`);
  },

  async "setting up each game"(v) {
    for (const game of ["breakthrough", "chess", "othello", "go"]) {
      await v.goto(`#/${game}`);
      await v.page.waitForSelector("form.card [name^=variant]");
      await v.page.waitForSelector(".setup q-board svg");
      await v.axe(`setup of ${game}`);
    }
    await v.page.selectOption("select[name=size]", "13");
    await v.page.waitForFunction(() => document.querySelectorAll(".setup .coordinate").length === 26);
    await v.page.fill("input[name=handicap]", "4");
    await v.page.keyboard.press("Tab");
    await v.page.waitForFunction(() => document.querySelectorAll(".setup .man-at").length === 4);
    await v.page.click("button[name=mode-human-human]");
    await v.page.click("form button[type=submit]");
    await v.page.waitForSelector(".board-box svg");
    check((await v.state()).rules.startsWith("13"), "a board of 13");
  },

  async "Breakthrough by mouse to the end"(v) {
    await v.create({ game: "breakthrough", rules: "5x5", seats: HUMANS });
    await v.axe("Breakthrough");
    const end = await playOut(v, v.mouse);
    check(end.end.winner, "somebody wins");
    await v.axe("the end of a game");
  },

  async "Othello by mouse to the end, with all its marks"(v) {
    await v.create({ game: "othello", rules: "white-first", seats: HUMANS });
    await v.count(".board-box .star", 4, "four marks");
    check(
      (await v.page.$$eval(".board-box .coordinate", (e) => e.map((x) => x.textContent).join(""))) === "ABCDEFGH12345678",
      "coordinates",
    );
    await v.count(".spot.legal", 4, "legal moves as small circles");
    const box = await v.cell("f4").boundingBox();
    await v.page.mouse.move(box.x + 5, box.y + 5);
    await v.page.waitForSelector(".ghost .would");
    await v.click("f4");
    await v.page.waitForSelector(".spot.played");
    await v.count(".spot.flipped", 1, "the flipped disc is marked");
    await playOut(v, v.mouse);
    await v.reads(".overlay .big", /\d+ – \d+/, "the score is on the overlay");
    const id = v.id;
    await v.page.keyboard.press("n");
    await v.page.waitForFunction((old) => !location.hash.includes(old) && document.querySelector(".spot.legal"), id);
    await v.page.keyboard.press("m");
    await v.page.waitForSelector("form.card [name^=variant]");
  },

  async "chess by mouse: click, drag, castle, promote, mate"(v) {
    await v.create({ game: "chess", seats: HUMANS });
    await v.axe("chess");
    await v.click("e2");
    await v.click("e4");
    await v.until((s) => s.ply === 1, "e4");
    await v.page.waitForSelector('[data-node="1"]');
    await v.drag("e7", "e5");
    await v.until((s) => s.ply === 2, "e5 by drag");
    await v.page.waitForSelector('[data-node="2"]');
    for (const [from, to] of [
      ["d1", "h5"],
      ["b8", "c6"],
      ["f1", "c4"],
      ["g8", "f6"],
      ["h5", "f7"],
    ]) {
      const n = (await v.state()).ply;
      await v.mouse({ from, to });
      await v.until((s) => s.ply === n + 1, to);
      await v.page.waitForSelector(`[data-node="${n + 1}"]`);
    }
    check((await v.state()).end.reason.code === "chess.checkmate", "mate");
    await v.page.waitForSelector(".tint.check");
    await v.create({ game: "chess", position: "8/P6k/8/8/8/8/8/4K3 w - - 0 1", seats: HUMANS });
    await v.click("a7");
    await v.click("a8");
    await v.page.waitForSelector(".dialog-promotion button");
    await v.count(".promotion button", 4, "four pieces to choose from");
    await v.axe("the promotion dialog");
    await v.page.click(".promotion button >> nth=0");
    await v.until((s) => s.ply === 1, "promotion");
    await v.reads(".figures", "/ 100", "the draw counters are shown");
  },

  async "Go by mouse: capture, ko, pass, score"(v) {
    await v.create({ game: "go", rules: "5 komi=0.5", position: "5/1XO2/X1XO1/1XO2/5 O", seats: HUMANS });
    await v.axe("Go");
    await v.click("B3");
    await v.until((s) => s.ply === 1, "the capture");
    await v.page.waitForSelector(".spot.latest");
    await v.click("C3");
    await v.page.waitForSelector(".toast.error");
    await v.reads(".toast", /repeat|ko/i, "the refusal explains ko");
    await playOut(v, v.mouse, 12);
    check((await v.state()).points.length === 2, "points");
  },

  async "Breakthrough by keyboard alone"(v) {
    await v.create({ game: "breakthrough", rules: "4x4", seats: HUMANS });
    await playOut(v, v.keys);
  },

  async "Othello by keyboard alone"(v) {
    await v.create({ game: "othello", rules: "standard", seats: HUMANS });
    // The shortest game there is: White is wiped out on the ninth move.
    for (const [i, to] of ["e6", "f4", "e3", "f6", "g5", "d6", "e7", "f5", "c5"].entries()) {
      await v.keys({ to });
      await v.until((s) => s.ply === i + 1, to);
      await v.page.waitForSelector(`[data-node="${i + 1}"]`);
    }
    await v.page.waitForSelector(".overlay");
    await v.reads("#said", /wins|draw/i, "the result is announced");
  },

  async "chess by keyboard alone, moves as text"(v) {
    await v.create({ game: "chess", seats: HUMANS });
    for (const [i, move] of ["f3", "e7e5", "g4", "Qh4#"].entries()) {
      await v.page.keyboard.press("/");
      await v.page.waitForFunction(() => document.activeElement?.id === "move");
      await v.page.keyboard.type(move);
      await v.page.keyboard.press("Enter");
      await v.until((s) => s.ply === i + 1, move);
      await v.page.keyboard.press("Escape");
    }
    check((await v.state()).end.winner === "black", "the fool's mate");
  },

  async "Go by keyboard alone"(v) {
    await v.create({ game: "go", rules: "5", seats: HUMANS });
    await playOut(v, v.keys, 8);
  },

  async "the engine plays itself to the end"(v) {
    // A quick game may be over before the page is there; the sign of thinking is looked for where somebody thinks long.
    const slow = { kind: "engine", limits: { time_ms: 600000 } };
    await v.create({ game: "go", rules: "19", seats: { black: slow, white: slow } });
    await v.page.waitForSelector(".thinking");
    await v.api("POST", `/games/${v.id}/seats`, HUMANS);
    await v.create({ game: "breakthrough", rules: "4x4", seats: { black: quick, white: quick } });
    await v.until((s) => s.end, "the end");
    await v.page.waitForSelector(".overlay");
    await v.page.waitForSelector(".panel .scroll table");
  },

  async "against the engine: undo, redo, hint, seats, resign"(v) {
    await v.create({ game: "othello", rules: "white-first", seats: { white: { kind: "human" }, black: quick } });
    await v.click("f4");
    await v.until((s) => s.ply === 2, "an answer");
    await v.page.click("text=Undo");
    await v.until((s) => s.ply === 0, "undo to my turn");
    await v.page.click("text=Redo");
    await v.until((s) => s.ply === 2, "redo");
    await v.page.click("text=Hint");
    await v.page.waitForSelector(".ring.hint");
    await v.page.selectOption("select[name=seat-black]", "human");
    await v.until((s) => s.seats.black.kind === "human", "the seat to change");
    await v.page.click("text=Resign");
    await v.axe("the resign dialog");
    await v.page.click("dialog .primary");
    await v.until((s) => s.end?.reason.code === "web.resignation", "resignation");
  },

  async "variations, stepping and the address"(v) {
    await v.branch();
    await v.page.waitForSelector(".variation");
    const url = v.page.url();
    await v.page.reload();
    await v.page.waitForSelector(".variation");
    check(v.page.url() === url, "the address stays");
    await v.reads(".move.here", /^c5$/, "the same move is on the board");
    await v.api("GET", `/games/${v.id}`);
    await v.api("DELETE", `/games/${v.id}`);
    await v.page.goto("about:blank");
    await v.page.goto(url);
    await v.page.waitForFunction(
      (old) => !location.hash.includes(old) && document.querySelectorAll(".moves .move").length === 2,
      v.id,
    );
  },

  async "a link holds the whole line and where it stands"(v) {
    await v.create({ game: "chess", moves: ["e4", "e5", "Nf3"], seats: HUMANS });
    await v.page.keyboard.press("ArrowLeft");
    await v.until((s) => s.ply === 2, "a step back");
    await v.page.click("#tab-record");
    await v.page.click("text=Copy the link");
    await v.page.waitForSelector(".toast");
    const link = await v.page.evaluate(() => navigator.clipboard.readText());
    check(link.includes("at=2") && !link.includes("tab="), link);
    await v.api("DELETE", `/games/${v.id}`);
    await v.page.goto("about:blank");
    await v.page.goto(link);
    await v.page.waitForFunction(
      (old) => !location.hash.includes(old) && document.querySelectorAll(".moves .move").length === 3,
      v.id,
    );
    v.id = undefined;
    await v.until((s) => s.ply === 2 && s.line.length === 4, "the same line at the same move");
  },

  async "from the menu back to the game, and a hint that is said"(v) {
    await v.create({ game: "othello", rules: "standard", seats: HUMANS });
    await v.page.keyboard.press("m");
    await v.page.click("text=Back to the game");
    await v.page.waitForSelector(".board-box svg");
    await v.page.keyboard.press("h");
    await v.page.waitForFunction(() => document.querySelector("#said")?.textContent.startsWith("Hint: "));
    await v.page.waitForSelector(".ring.hint");
    await v.reads(".turn-line", "Hint: ", "and written beside the board");
    await v.goto("#/");
    await v.page.waitForSelector(".recent");
    await v.reads(".recent", "Black moves first", "rules in words");
  },

  async "a killed server brings every game back"(v) {
    await v.create({ game: "othello", rules: "standard", moves: ["f5", "d6"], seats: HUMANS });
    const before = await v.state();
    // A list is of what is on disk: once it is there, the disk has caught up, however slow it is.
    await v.api("GET", "/games");
    v.offline = true;
    await v.server.kill();
    await v.page.waitForSelector(".players .error");
    await v.server.start();
    await v.page.reload();
    await v.page.waitForSelector(".board-box svg");
    const after = await v.state();
    check(after.position === before.position && after.tree.length === 3, "the same game");
  },

  async "two languages and two themes"(v) {
    await v.goto("#/");
    await v.page.click(".languages button >> nth=1");
    await v.page.waitForSelector("text=Des jeux de plateau");
    check((await v.page.getAttribute("html", "lang")) === "fr", "lang is fr");
    await v.axe("French");
    await v.page.reload();
    await v.page.waitForSelector("text=Des jeux de plateau");
    await v.page.click("#look");
    await v.page.click("button[name=theme-dark]");
    await v.page.keyboard.press("Escape");
    check((await v.page.getAttribute("html", "data-theme")) === "dark", "dark");
    await v.axe("dark home");
    await v.create({ game: "othello", rules: "standard", seats: HUMANS });
    await v.page.waitForSelector("text=Au tour de Noir");
    await v.axe("dark Othello");
    await v.page.click(".languages button >> nth=0");
    await v.page.waitForSelector("text=Black to move");
  },

  async "French by the browser's language"(v) {
    const context = await v.context.browser().newContext({ locale: "fr-FR" });
    const page = await context.newPage();
    await page.goto(v.server.url);
    await page.waitForSelector("text=Des jeux de plateau");
    await context.close();
  },

  async "pasting every format"(v) {
    const texts = [
      ["chess", "8/8/8/8/8/4k3/4p3/4K3 w - - 0 1", 0],
      ["chess", '[Event "x"]\n\n1. e4 e5 2. Nf3 Nc6 *', 4],
      ["go", "(;GM[1]FF[4]SZ[9]KM[7.5];B[ee];W[gc];B[cg])", 3],
      [
        "othello",
        "(;GM[Othello]TY[8]BO[8 -------- -------- -------- ---O*--- ---*O--- -------- -------- -------- *]B[f5]W[d6];)",
        2,
      ],
      ["othello", "f5d6c3d3c4", 5],
      ["othello", "---------------------------OX------XO--------------------------- X", 0],
      ["breakthrough", "bbbbb/bbbbb/5/wwwww/wwwww w", 0],
      ["go", "9/9/9/9/4X4/9/9/9/9 O", 0],
    ];
    for (const [game, text, moves] of texts) {
      await v.goto("#/");
      await v.page.fill("#import-home", text);
      await v.page.click("section.import button");
      await v.page.waitForFunction((g) => location.hash.startsWith(`#/${g}/`), game);
      await v.page.waitForSelector(".board-box svg");
      v.id = undefined;
      check((await v.state()).ply === moves, `${text}: ${moves} moves`);
    }
    await v.page.evaluate(() => {
      const data = new DataTransfer();
      data.setData("text/plain", "1. e4 e5 2. Nf3");
      document.dispatchEvent(new ClipboardEvent("paste", { clipboardData: data, bubbles: true }));
    });
    await v.page.waitForFunction(() => location.hash.startsWith("#/chess/"));
    await v.goto("#/");
    await v.page.fill("#import-home", "nothing of the kind");
    await v.page.click("section.import button");
    await v.page.waitForSelector(".toast.error");
  },

  async "copying and saving the game"(v) {
    await v.create({ game: "chess", moves: ["e4", "e5"], seats: HUMANS });
    await v.page.click("#tab-record");
    await v.axe("in and out");
    check((await v.saved("[aria-label='Download as PGN']")).includes("1. e4 e5"), "PGN");
    const svg = await v.saved("text=Board as SVG");
    check(svg.startsWith("<svg") && svg.includes("matrix"), "the board as a picture");
    await v.page.click("[aria-label='Copy as Position']");
    await v.page.waitForSelector(".toast");
  },

  async "the position editor"(v) {
    for (const game of ["othello", "chess", "go", "breakthrough"]) {
      await v.goto(`#/${game}/edit`);
      await v.page.waitForSelector(".palette button");
      await v.page.waitForSelector(".editor [data-cell]");
      await v.axe(`the editor of ${game}`);
    }
    await v.page.click(".palette button >> nth=0");
    await v.page.locator(".editor [data-cell='c3']").click();
    await v.page.waitForFunction(() => document.querySelector(".editor input.mono").value.includes("2b2"));
    await v.page.click("text=Two people");
    await v.page.waitForSelector(".board-box svg");
  },

  async "analysis off, hidden and shown, the sweep and the graph"(v) {
    await v.create({ game: "othello", rules: "standard", moves: ["f5", "d6", "c3", "d3", "c4", "f4"], seats: HUMANS });
    await v.page.click("#tab-analyse");
    await v.page.selectOption("select[name=analysis-time]", "1000");
    await v.page.click("button[name=analysis-hidden]");
    await v.until((s) => s.report, "hidden analysis");
    check((await v.page.$$(".value")).length === 0, "hidden means hidden");
    await v.page.click("button[name=analysis-shown]");
    await v.page.waitForSelector(".value.best text");
    await v.page.waitForSelector(".best tbody tr.on");
    await v.page.waitForSelector(".bar");
    await v.axe("analysis");
    await v.page.click("button[name=analysis-off]");
    await v.page.waitForFunction(() => document.querySelectorAll(".value").length === 0);
    await v.page.click("text=Analyse every move");
    await v.until((s) => !s.sweep && s.tree.every((n) => n.value !== undefined), "the sweep");
    // Attached, not visible: a curve that is flat has no height.
    await v.page.waitForSelector(".graph .curve", { state: "attached" });
    const box = await v.page.locator(".graph").boundingBox();
    await v.page.mouse.click(box.x + box.width / 2, box.y + box.height / 2);
    await v.until((s) => s.ply === 3, "a click on the graph");
    await v.page.click("text=Next mistake");
  },

  async "the glass box updates and its switches work"(v) {
    await v.create({ game: "othello", rules: "standard", moves: ["f5", "d6"], seats: HUMANS });
    await v.page.keyboard.press("3");
    await v.page.waitForSelector(".switches select[name=algorithm]");
    const key = await v.page.textContent(".hash .key");
    await v.page.waitForSelector(".hash .part.in");
    await v.page.selectOption("select[name=algorithm]", "alphabeta");
    await v.page.waitForFunction(() => document.querySelectorAll(".panel .meter").length > 2);
    const rows = () => v.page.$$eval(".panel table tbody tr", (r) => r.length);
    const first = await rows();
    await v.until((s) => (s.report?.depth ?? 0) > 3, "some depths");
    await v.soon(async () => (await rows()) >= first, "depth rows grow");
    await v.axe("the glass box");
    await v.page.selectOption("select[name=algorithm]", "uct");
    await v.until((s) => s.report?.playouts > 0, "playouts");
    await v.page.waitForFunction(() => document.querySelector(".panel").textContent.includes("visits"));
    await v.page.waitForSelector(".tree summary");
    // Branches are counted in a tree that has stopped growing.
    const enough = { mode: "shown", player: "uct", limits: { playouts: 1500 }, multipv: 3 };
    await v.api("POST", `/games/${v.id}/analysis`, enough);
    await v.until((s) => !s.analysing && s.report?.playouts >= 1500, "1,500 playouts");
    await v.page.waitForFunction(() => !document.querySelector(".switches button.accent"));
    await v.page.waitForSelector(".tree summary");
    const before = await v.page.$$eval(".tree li", (list) => list.length);
    // The tree may be drawn anew right after a click, which then is lost: click until a branch is open.
    const opened = (n) => {
      if (document.querySelectorAll(".tree li").length > n) return true;
      document.querySelector(".tree details:not([open]) > summary")?.click();
      return false;
    };
    await v.page.waitForFunction(opened, before, { polling: 300 });
    await v.page.waitForSelector(".trials tbody tr >> nth=1");
    await v.axe("the tree");
    await v.page.keyboard.press("ArrowLeft");
    await v.page.waitForFunction((old) => document.querySelector(".hash .key").textContent !== old, key);
  },

  async "a draw is claimed with the move that makes it"(v) {
    const shuffle = ["Nf3", "Nf6", "Ng1", "Ng8", "Nf3", "Nf6", "Ng1"];
    await v.create({ game: "chess", moves: shuffle.slice(0, 4), seats: HUMANS });
    check(await v.page.isDisabled(".draws button"), "there is nothing to claim yet");
    await v.create({ game: "chess", moves: shuffle, seats: HUMANS });
    await v.page.click("text=Claim a draw with Ng8");
    await v.until((s) => s.end?.reason.code === "chess.repetition", "the draw");
  },

  async "a record's side lines and comments are kept"(v) {
    await v.goto("#/");
    await v.page.fill("#import-home", '[Event "x"]\n\n1. e4 {the best move} e5 (1... c5 2. Nf3) 2. Nf3 *');
    await v.page.click("section.import button");
    await v.page.waitForSelector(".variation");
    v.id = undefined;
    check((await v.state()).tree.length === 6, "five moves");
    // Two quick steps: they arrive in this order however busy the machine is.
    await v.page.keyboard.press("Home");
    await v.page.keyboard.press("ArrowRight");
    await v.until((s) => s.ply === 1, "the first move");
    await v.page.waitForSelector(".remark");
    await v.reads(".remark", /^the best move$/, "the comment is shown");
  },

  async "what is pasted stays when the recent games come late"(v) {
    await v.api("POST", "/games", { game: "chess", moves: ["e4"], seats: HUMANS });
    let answer = () => {};
    const held = new Promise((resolve) => (answer = resolve));
    await v.page.route("**/api/v1/games", async (route) => {
      await held;
      await route.continue();
    });
    await v.goto("#/");
    await v.page.fill("#import-home", "f5d6c3d3c4");
    answer();
    await v.page.waitForSelector(".recent");
    check((await v.page.inputValue("#import-home")) === "f5d6c3d3c4", "the text is still there");
  },

  async "a formula becomes a goban and is played"(v) {
    await v.goto("#/");
    await v.page.fill("#import-home", "x1 x2; -x1 -x2");
    await v.page.click("section.import button");
    await v.page.waitForSelector("q-goban canvas");
    await v.page.waitForSelector("text=Satisfiable: White saves the reserve.");
    await v.axe("a formula");
    const count = await v.page.$$eval(".proof-moves li", (list) => list.length);
    check(count > 10, "a whole game");
    await v.page.keyboard.press("ArrowRight");
    await v.page.waitForFunction(() => document.querySelector("q-goban").played === 1);
    await v.page.keyboard.press("End");
    await v.page.waitForFunction((n) => document.querySelector("q-goban").played === n, count);
    await v.page.waitForSelector("text=White wins at the test");
    await v.page.click("[aria-label='Zoom in']");
    // Black asks for the clause that White has made false.
    await v.page.click(".choices .chip-switch >> nth=0");
    await v.page.waitForFunction(() => document.querySelector(".said").textContent.includes("one liberty"));
    await v.page.keyboard.press("End");
    await v.page.waitForFunction(() => document.querySelector(".said b"));
  },

  async "help and keys"(v) {
    await v.create({ game: "chess", seats: HUMANS });
    await v.page.keyboard.press("?");
    await v.page.waitForSelector("dialog .keys");
    await v.axe("the sheet of keys");
    await v.page.keyboard.press("Escape");
    await v.page.waitForFunction(() => !document.querySelector("dialog"));
    await v.page.keyboard.press("f");
    await v.page.waitForFunction(() => document.querySelector(".board-box .coordinate").getAttribute("x") > 400);
    await v.page.keyboard.press("Escape");
    await v.page.waitForFunction(() => location.hash === "#/chess");
  },

  async "a phone's width"(v) {
    await v.page.setViewportSize({ width: 390, height: 844 });
    for (const hash of ["#/", "#/go", "#/lessons"]) {
      await v.goto(hash);
      await v.page.waitForTimeout(300);
      check((await v.page.evaluate(() => document.documentElement.scrollWidth)) <= 390, `${hash} fits the width`);
      check(await v.first(".top nav", (nav) => nav.scrollWidth <= nav.clientWidth), `no name in the navigation of ${hash} is cut off`);
    }
    await v.create({ game: "go", rules: "19", seats: HUMANS });
    check((await v.page.evaluate(() => document.documentElement.scrollWidth)) <= 390, "the game fits the width");
    await v.click("D4");
    await v.until((s) => s.ply === 1, "a tap");
    await v.axe("a phone");
  },

  async "names and buttons fit their places at every width, in both languages"(v) {
    for (const language of [0, 1]) {
      await v.goto("#/");
      await v.page.click(`.languages button >> nth=${language}`);
      await v.create({ game: "go", rules: "9", moves: ["E5"], seats: HUMANS });
      for (const [width, height] of [[1920, 1080], [1180, 820], [1024, 768], [768, 1024], [640, 900], [390, 844], [844, 390]]) {
        await v.page.setViewportSize({ width, height });
        await v.page.waitForTimeout(200);
        const wide = await v.page.$$eval("html, .top nav, .tabs, .buttons, .buttons button", (all) =>
          all.filter((e) => e.scrollWidth > e.clientWidth).map((e) => e.className || e.tagName),
        );
        check(!wide.length, `at ${width} pixels: ${wide}`);
      }
    }
  },
};
