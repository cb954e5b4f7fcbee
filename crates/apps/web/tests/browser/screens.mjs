// Pictures of every screen: node screens.mjs --binary PATH --out FOLDER [--only NAME,NAME]
//
// Light and dark, 1440 and 390 pixels wide. They are looked at by people; nothing compares them.

import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { HUMANS, prepare } from "./harness.mjs";

const argument = (name, otherwise) => {
  const at = process.argv.indexOf(`--${name}`);
  return at < 0 ? otherwise : process.argv[at + 1];
};
prepare();
const { browser, Server, Visitor } = await import("./harness.mjs");
const out = argument("out", "screens");
mkdirSync(out, { recursive: true });
const server = new Server(argument("binary"));
await server.start();
const chrome = await browser();
const ITALIAN = ["e4", "e5", "Nf3", "Nc6", "Bc4", "Bc5", "c3", "Nf6", "d4", "exd4"];
const OPERA =
  "e4 e5 Nf3 d6 d4 Bg4 dxe5 Bxf3 Qxf3 dxe5 Bc4 Nf6 Qb3 Qe7 Nc3 c6 Bg5 b5 Nxb5 cxb5 Bxb5+ Nbd7 O-O-O Rd8 Rxd7 Rxd7 Rd1 Qe6 Bxd7+ Nxd7 Qb8+ Nxb8 Rd8#".split(" ");
const TIGER = ["f5", "d6", "c3", "d3", "c4", "f4", "c5", "b3", "c2", "b4", "e3", "e6"];
const JOSEKI = ["E5", "C3", "G7", "C7", "G3", "D5", "E4", "D4", "D6", "C6", "E6"];

async function analyse(v, more = {}) {
  await v.api("POST", `/games/${v.id}/analysis`, {
    mode: "shown",
    player: "",
    limits: { time_ms: 2500 },
    multipv: 5,
    ...more,
  });
  await v.until((s) => !s.analysing && s.report, "analysis");
}

async function sweep(v) {
  await v.api("POST", `/games/${v.id}/sweep`, { on: true });
  await v.until((s) => !s.sweep, "the sweep");
}

const screens = {
  home: (v) => v.goto("#/"),
  "setup-breakthrough": (v) => v.goto("#/breakthrough"),
  "setup-chess": (v) => v.goto("#/chess"),
  "setup-othello": (v) => v.goto("#/othello"),
  "setup-go": async (v) => {
    await v.goto("#/go");
    await v.page.selectOption("select[name=size]", "19");
  },
  othello: async (v) => {
    await v.create({ game: "othello", rules: "standard", moves: TIGER, seats: HUMANS });
    await sweep(v);
    await analyse(v);
    await v.page.click("#tab-why");
  },
  "othello-play": async (v) => {
    await v.create({
      game: "othello",
      rules: "white-first",
      seats: { white: { kind: "human" }, black: { kind: "engine", limits: { depth: 4, time_ms: 500 } } },
    });
    for (const ply of [2, 4]) {
      const state = await v.state();
      await v.mouse(state.legal[0]);
      await v.until((s) => s.ply >= ply && !s.thinking, "an answer");
    }
    const { legal } = await v.state();
    await v.cell(legal[0].to).hover();
  },
  chess: async (v) => {
    const tags = [["White", "Paul Morphy"], ["Black", "Duke of Brunswick and Count Isouard"], ["Result", "1-0"]];
    await v.create({ game: "chess", moves: OPERA, tags, seats: HUMANS });
    await sweep(v);
    await v.api("POST", `/games/${v.id}/goto`, { node: 18 });
    await analyse(v, { multipv: 3 });
    await v.page.click("#tab-analyse");
  },
  "chess-play": async (v) => {
    await v.create({ game: "chess", moves: ["e4", "e5", "Nf3"], seats: HUMANS, clock: { limit: 300, increment: 3 } });
    await v.api("POST", `/games/${v.id}/goto`, { node: 1 });
    await v.api("POST", `/games/${v.id}/moves`, { move: "c5" });
    await v.api("POST", `/games/${v.id}/moves`, { move: "Bb5" });
    await v.page.waitForSelector(".variation");
    await v.click("d7");
  },
  promotion: async (v) => {
    await v.create({ game: "chess", position: "8/P6k/8/8/8/8/8/K7 w - - 0 1", seats: HUMANS });
    await v.click("a7");
    await v.click("a8");
  },
  go: async (v) => {
    await v.create({ game: "go", rules: "9", moves: JOSEKI, seats: HUMANS });
    await analyse(v);
    await v.page.click("#tab-why");
  },
  patterns: async (v) => {
    await v.create({ game: "go", rules: "19", moves: ["Q16", "D16", "Q4", "D3", "C16"], seats: HUMANS });
    await v.page.click("#tab-why");
    await v.page.waitForSelector(".neighbours li");
    await v.page.$eval(".patterns", (e) => e.scrollIntoView());
  },
  zooms: async (v) => {
    await v.create({ game: "go", rules: "19", moves: ["Q16", "D16", "Q4", "D3", "C16"], seats: HUMANS });
    await v.page.click("#tab-why");
    await v.page.click("button[name=patterns-zoom]");
    await v.page.waitForSelector(".value.flat");
  },
  territory: async (v) => {
    await v.create({ game: "go", rules: "9", position: "3XO4/3XO4/3XO4/3XO4/3XO4/3XO4/3XO4/3XO4/3XO4 X", seats: HUMANS });
    await v.page.click("text=Pass");
    await v.until((s) => s.ply === 1, "a pass");
    await v.page.click("text=Pass");
    await v.until((s) => s.end, "the end");
    await v.page.click("text=View the board");
  },
  breakthrough: async (v) => {
    await v.create({ game: "breakthrough", rules: "8x8", moves: ["b2b3", "c7c6"], seats: HUMANS });
    await v.click("b3");
  },
  ended: async (v) => {
    await v.create({
      game: "othello",
      rules: "standard",
      seats: { black: { kind: "engine", limits: { depth: 1, time_ms: 20 } }, white: { kind: "human" } },
      position: "XXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXO- X",
    });
    await v.until((s) => s.end, "the end");
  },
  record: async (v) => {
    await v.create({ game: "chess", moves: ITALIAN, seats: HUMANS });
    await v.page.click("#tab-record");
  },
  resign: async (v) => {
    await v.create({ game: "breakthrough", rules: "5x5", seats: HUMANS });
    await v.page.click("text=Resign");
  },
  refused: async (v) => {
    await v.create({ game: "go", rules: "13", moves: ["D4"], seats: HUMANS });
    await v.page.fill("#move", "D4");
    await v.page.press("#move", "Enter");
    await v.page.waitForSelector(".toast.error");
  },
  formula: async (v) => {
    await v.goto("#/formula?f=x1 x3 x4; x1 x2 x3; -x1 -x2 -x4");
    await v.page.waitForSelector(".proof-moves");
    for (let i = 0; i < 9; i++) await v.page.keyboard.press("ArrowRight");
  },
  "editor-chess": (v) => v.goto("#/chess/edit"),
  "editor-go": (v) => v.goto("#/go/edit"),
  "editor-othello": (v) => v.goto("#/othello/edit"),
  "editor-breakthrough": (v) => v.goto("#/breakthrough/edit"),
  keys: async (v) => {
    await v.create({ game: "go", rules: "13", moves: ["D4", "K10"], seats: HUMANS });
    await v.page.keyboard.press("?");
  },
  french: async (v) => {
    await v.goto("#/");
    await v.page.click(".languages button >> nth=1");
    await v.create({ game: "othello", rules: "standard", moves: TIGER, seats: HUMANS });
    await analyse(v, { player: "uct" });
    await v.page.click("#tab-why");
  },
};

screens["french-go"] = async (v) => {
  await v.goto("#/");
  await v.page.click(".languages button >> nth=1");
  await v.create({ game: "go", rules: "9", moves: JOSEKI.slice(0, 6), seats: HUMANS });
};
screens["french-setup"] = async (v) => {
  await v.goto("#/othello");
  await v.page.click(".languages button >> nth=1");
  await v.page.click("button[name=mode-ai-ai]");
};
screens["home-recent"] = async (v) => {
  await v.create({ game: "chess", moves: ITALIAN, seats: HUMANS });
  await v.goto("#/");
  await v.page.waitForSelector(".recent");
};
screens["chess-won"] = async (v) => {
  await v.create({ game: "chess", moves: ["f3", "e5", "g4"], seats: HUMANS });
  await v.mouse({ from: "d8", to: "h4" });
  await v.page.waitForSelector(".overlay");
};

const only = argument("only", "").split(",");
for (const [name, show] of Object.entries(screens).filter(([n]) => !only[0] || only.includes(n))) {
  for (const [suffix, options] of Object.entries({
    light: { viewport: { width: 1440, height: 960 }, colorScheme: "light" },
    "narrow-dark": { viewport: { width: 390, height: 844 }, colorScheme: "dark" },
    dark: { viewport: { width: 1440, height: 960 }, colorScheme: "dark" },
    "narrow-light": { viewport: { width: 390, height: 844 }, colorScheme: "light" },
  })) {
    const v = await Visitor.open(chrome, server, options);
    await show(v);
    await v.page.waitForTimeout(900);
    await v.page.screenshot({ path: join(out, `${name}-${suffix}.png`), fullPage: suffix.startsWith("narrow") });
    await v.close();
    console.log(`${name}-${suffix}.png`);
  }
}
await chrome.close();
await server.end();
process.exit(0);
