// The figures of the page without a server: node measure-site.mjs --site FOLDER --binary PATH [--rounds N] [--only TEXT]
//
// What is downloaded, how soon somebody can play, and how fast searches are in Chromium and in the program, side by side.
// FOLDER is what `cargo xtask site` wrote, PATH a `quadrille` built for this machine.

import { spawnSync } from "node:child_process";
import { readdirSync, readFileSync } from "node:fs";
import { browser, HUMANS, prepare, Site, Visitor } from "./harness.mjs";

const argument = (name, otherwise) => {
  const at = process.argv.indexOf(`--${name}`);
  return at < 0 ? otherwise : process.argv[at + 1];
};
const [folder, binary, rounds] = [argument("site"), argument("binary"), Number(argument("rounds", "3"))];
prepare();
const site = new Site(folder);
await site.start();
/** Tells our browser's processes from others. */
const MARK = `QUADRILLE_MEASURES=${process.pid}`;
process.env.QUADRILLE_MEASURES = String(process.pid);
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
for (const name of ["cards", "board"]) {
  const times = visits.map((v) => v[name]);
  console.log(`${name}: median ${Math.round(median(times))} ms, shortest ${Math.round(Math.min(...times))} ms of ${visits.length} visits`);
}
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
const work = ({ playouts, nodes }) => playouts ?? nodes;

/** Work a second of CPU time: others may use the machine meanwhile. A short search is taken off, with all that comes before it. */
function native(game, rules, player) {
  const where = game === "go" || game === "breakthrough" ? ["--size", rules] : [];
  const search = (time) => {
    const limits = ["--time", `${time}ms`, "--threads", "1", "--hash", "32", "--json"];
    const timed = ["-c", 'TIMEFORMAT="%U %S"; time "$@"', "time", binary, "analyse", game, ...where, "--algorithm", player, ...limits];
    const { stdout, stderr } = spawnSync("bash", timed, { encoding: "utf8" });
    const [user, system] = stderr.trim().split("\n").pop().split(" ").map(Number);
    return [work(JSON.parse(stdout)), user + system];
  };
  const [[most, all], [least, before]] = [search(TIME), search(TIME / 8)];
  return (most - least) / (all - before);
}

const read = (path) => {
  try {
    return readFileSync(path, "utf8");
  } catch {
    return "";
  }
};

/** The CPU seconds of all workers of our browser so far: its processes are those with our mark, and their children. */
function workerSeconds() {
  const parents = new Map(
    readdirSync("/proc")
      .filter((name) => /^\d+$/.test(name))
      .map((pid) => [pid, read(`/proc/${pid}/status`).match(/PPid:\s+(\d+)/)?.[1]]),
  );
  const ours = (pid) => Boolean(pid) && (read(`/proc/${pid}/environ`).includes(MARK) || ours(parents.get(pid)));
  let sum = 0;
  for (const pid of parents.keys()) {
    if (!ours(pid)) continue;
    for (const task of readdirSync(`/proc/${pid}/task`)) {
      const at = `/proc/${pid}/task/${task}`;
      if (read(`${at}/comm`).startsWith("DedicatedWorker")) sum += Number(read(`${at}/schedstat`).split(" ")[0]) / 1e9;
    }
  }
  return sum;
}

async function inBrowser(game, rules, player) {
  const v = await Visitor.open(chrome, site);
  await v.create({ game, rules, seats: HUMANS });
  const analyse = async (time_ms) => {
    await v.api("POST", `/games/${v.id}/analysis`, { mode: "hidden", player, limits: { time_ms }, multipv: 1 });
    // Asking would cost time of the worker that answers.
    await v.page.waitForTimeout(time_ms);
    return v.until((s) => !s.analysing && s.report?.seconds > (time_ms / 1000) * 0.9, player);
  };
  // The browser compiles what is used much once more, and better.
  await analyse(1500);
  const from = workerSeconds();
  const { report } = await analyse(TIME);
  const seconds = workerSeconds() - from;
  await v.close();
  return work(report) / seconds;
}

console.log("| game | player | program, per CPU second | browser, per CPU second | share |\n|---|---|---:|---:|---:|");
for (const [game, rules, player] of SEARCHES.filter((search) => search.join(" ").includes(argument("only", "")))) {
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
