// The figures of the page without a server: node measure-site.mjs --site FOLDER --binary PATH [--rounds N]
//
// What is downloaded, how soon somebody can play, and how fast searches are in Chromium and in the program, side by side.
// FOLDER is what `cargo xtask site` wrote, PATH a `quadrille` built for this machine.

import { spawnSync } from "node:child_process";
import { browser, HUMANS, prepare, Site, Visitor } from "./harness.mjs";

const argument = (name, otherwise) => {
  const at = process.argv.indexOf(`--${name}`);
  return at < 0 ? otherwise : process.argv[at + 1];
};
const [folder, binary, rounds] = [argument("site"), argument("binary"), Number(argument("rounds", "3"))];
prepare();
const site = new Site(folder);
await site.start();
const chrome = await browser();
const median = (list) => list.toSorted((a, b) => a - b)[Math.floor(list.length / 2)];

/** From the address to a board on which a move can be played, with nothing in the browser before. */
async function firstVisit() {
  const v = await Visitor.open(chrome, site, { serviceWorkers: "block" });
  site.sent = 0;
  await v.page.goto(site.url);
  const shown = (selector) =>
    v.page.evaluate(async (wanted) => {
      while (!document.querySelector(wanted)) await new Promise(requestAnimationFrame);
      return performance.now();
    }, selector);
  const cards = await shown(".game-card q-board svg");
  const sentForCards = site.sent;
  await v.page.click(".game-card button >> nth=0");
  const board = await shown(".board-box svg .legal, .board-box svg [data-cell]");
  await v.page.waitForTimeout(300);
  const sent = site.sent;
  await v.close();
  return { cards, board, sentForCards, sent };
}

const visits = [];
for (let i = 0; i < 2 * rounds + 1; i++) visits.push(await firstVisit());
for (const name of ["cards", "board"]) console.log(`${name}: ${Math.round(median(visits.map((v) => v[name])))} ms (median of ${visits.length})`);
console.log(`downloaded for the first screen: ${(visits[0].sentForCards / 1e6).toFixed(2)} MB; until the first move: ${(visits[0].sent / 1e6).toFixed(2)} MB`);

const SEARCHES = [
  ["breakthrough", "8x8", "alphabeta"],
  ["breakthrough", "8x8", "uct"],
  ["chess", "standard", "alphabeta"],
  ["chess", "standard", "uct"],
  ["othello", "standard", "specialist"],
  ["othello", "standard", "uct"],
  ["go", "9", "rave"],
  ["go", "9", "network-small"],
  ["go", "9", "network"],
];
const TIME = 4000;
const rate = ({ playouts, nodes, seconds }) => (playouts ?? nodes) / seconds;

function native(game, rules, player) {
  const where = game === "go" || game === "breakthrough" ? ["--size", rules] : [];
  const limits = ["--time", `${TIME}ms`, "--threads", "1", "--hash", "32", "--json"];
  const { stdout, stderr } = spawnSync(binary, ["analyse", game, ...where, "--algorithm", player, ...limits], { encoding: "utf8" });
  if (!stdout) throw new Error(stderr);
  return rate(JSON.parse(stdout));
}

async function inBrowser(game, rules, player) {
  const v = await Visitor.open(chrome, site);
  await v.create({ game, rules, seats: HUMANS });
  const analyse = (time_ms) => v.api("POST", `/games/${v.id}/analysis`, { mode: "hidden", player, limits: { time_ms }, multipv: 1 });
  // The browser compiles what is used much once more, and better.
  await analyse(1500);
  await v.until((s) => !s.analysing && s.report, `${player}, warming up`);
  await analyse(TIME);
  const state = await v.until((s) => !s.analysing && s.report?.seconds > (TIME / 1000) * 0.9, player);
  await v.close();
  return rate(state.report);
}

console.log("| game | player | program, per second | browser, per second | share |\n|---|---|---:|---:|---:|");
for (const [game, rules, player] of SEARCHES) {
  if (!binary) break;
  const [here, there] = [[], []];
  for (let round = 0; round < rounds; round++) {
    here.push(native(game, rules, player));
    there.push(await inBrowser(game, rules, player));
  }
  const [a, b] = [Math.max(...here), Math.max(...there)];
  console.log(`| ${game} ${rules} | ${player} | ${Math.round(a).toLocaleString("en")} | ${Math.round(b).toLocaleString("en")} | ${Math.round((100 * b) / a)} % |`);
}
await chrome.close();
await site.end();
