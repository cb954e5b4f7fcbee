// Figures of the server and the page: node measure.mjs --binary PATH [--seconds 60] [--games 50] [--listeners 200] [--clicks 200] [--loads 9] [--moves 50] [--opened 500] [--only paint|click|animation|load|stepping|trace|games]
//
// 1. many games and listeners on one server: time of a move request without thinking, memory, errors;
// 2. a listener that never reads;
// 3. clicks while an engine thinks with all cores: time until the page has answered and drawn;
// 4. frames drawn while discs turn over and an engine thinks with all cores;
// 5. first paint and weight of the page, while nobody thinks, each time for a browser that has never been here.
// 6. stepping through a watched search: a step at about 500 visible nodes, and the memory of a page with a million events.
// 7. twenty arrow keys in a long game that was just opened, each drawn before the next.
// 8. many games opened and left one after the other: the browser's heap and the server's memory.
// One JSON object on stdout.

import { readFileSync } from "node:fs";
import http from "node:http";
import net from "node:net";
import { availableParallelism } from "node:os";
import { prepare } from "./harness.mjs";

const argument = (name, otherwise) => {
  const at = process.argv.indexOf(`--${name}`);
  return at < 0 ? otherwise : process.argv[at + 1];
};
const number = (name, otherwise) => Number(argument(name, otherwise));
prepare();
const { browser, Server, Visitor } = await import("./harness.mjs");
const server = new Server(argument("binary"));
await server.start();
const agent = new http.Agent({ keepAlive: true, maxSockets: 64 });

function call(method, path, body) {
  return new Promise((resolve, reject) => {
    const text = body === undefined ? undefined : JSON.stringify(body);
    const request = http.request(
      `${server.url}api/v1${path}`,
      {
        method,
        agent,
        headers: text ? { "content-type": "application/json", "content-length": Buffer.byteLength(text) } : {},
      },
      (response) => {
        let answer = "";
        response.on("data", (chunk) => {
          answer += chunk;
        });
        response.on("end", () =>
          response.statusCode < 300
            ? resolve(JSON.parse(answer))
            : reject(new Error(`${path}: ${response.statusCode} ${answer}`)),
        );
      },
    );
    request.on("error", reject);
    request.end(text);
  });
}

const memory = () =>
  Number(readFileSync(`/proc/${server.process.pid}/status`, "utf8").match(/VmRSS:\s+(\d+)/)[1]) / 1024;
/** Processor time of the server so far, in milliseconds: what a busy machine does not change. */
const cpu = () => {
  const fields = readFileSync(`/proc/${server.process.pid}/stat`, "utf8").split(") ")[1].split(" ");
  return 10 * (Number(fields[11]) + Number(fields[12]));
};
const quantile = (list, q) => {
  const sorted = [...list].sort((a, b) => a - b);
  return Number(sorted[Math.min(sorted.length - 1, Math.floor(q * sorted.length))]?.toFixed(2));
};

/** The middle, the 99th percentile and the largest of some times. */
const spread = (list, name = "") => ({
  [`${name}p50_ms`]: quantile(list, 0.5),
  [`${name}p99_ms`]: quantile(list, 0.99),
  [`${name}max_ms`]: quantile(list, 1),
});
/** A game in which the engine thinks with all cores for longer than anybody looks. */
const THINKING = {
  game: "othello",
  rules: "standard",
  seats: {
    white: { kind: "human" },
    black: { kind: "engine", player: `alphabeta,threads=${availableParallelism()}`, limits: { time_ms: 300000 } },
  },
};
const forget = (id) => fetch(`${server.url}api/v1/games/${id}`, { method: "DELETE" });

async function load() {
  const kinds = [
    ["breakthrough", "8x8"],
    ["chess", "standard"],
    ["othello", "standard"],
    ["go", "19"],
  ];
  const states = await Promise.all(
    Array.from({ length: number("games", 50) }, (_, i) =>
      call("POST", "/games", { game: kinds[i % 4][0], rules: kinds[i % 4][1] }),
    ),
  );
  let heard = 0,
    errors = 0;
  const sockets = Array.from({ length: number("listeners", 200) }, (_, i) =>
    http
      .get(`${server.url}api/v1/games/${states[i % states.length].id}/events`, (r) =>
        r.on("data", () => {
          heard++;
        }),
      )
      .on("error", () => {
        errors++;
      }),
  );
  const idle = net.connect(server.port, "127.0.0.1", () => {
    idle.write(`GET /api/v1/games/${states[3].id}/events HTTP/1.1\r\nhost: localhost\r\n\r\n`);
    idle.pause();
  });
  const before = memory();
  const cpuBefore = cpu();
  const times = [];
  let peak = before;
  const end = Date.now() + 1000 * number("seconds", 60);
  const sample = setInterval(() => {
    peak = Math.max(peak, memory());
  }, 500);
  await Promise.all(
    states.map(async (state, i) => {
      let at = state;
      // People do not move in step: the games begin one after the other.
      await new Promise((r) => setTimeout(r, (400 * i) / states.length));
      for (let n = i; Date.now() < end; n++) {
        const move = at.legal[(n * 7919) % Math.max(1, at.legal.length)];
        const begun = performance.now();
        try {
          at =
            move && at.tree.length < 400
              ? await call("POST", `/games/${at.id}/moves`, { move: move.move })
              : await call("POST", "/games", { game: at.game, rules: at.rules });
          if (move) times.push(performance.now() - begun);
        } catch (error) {
          errors++;
          console.error(String(error));
        }
        await new Promise((r) => setTimeout(r, 400));
      }
    }),
  );
  clearInterval(sample);
  const after = memory();
  for (const socket of sockets) {
    socket.on("error", () => {});
    socket.destroy();
  }
  idle.destroy();
  return {
    games: states.length,
    listeners: sockets.length,
    requests: times.length,
    events: heard,
    errors,
    ...spread(times),
    server_cpu_ms_per_move: Number(((cpu() - cpuBefore) / times.length).toFixed(2)),
    rss_before_mib: before,
    rss_peak_mib: peak,
    rss_after_mib: after,
  };
}

async function clicks() {
  const chrome = await browser();
  const v = await Visitor.open(chrome, server);
  await v.create(THINKING);
  await v.page.waitForSelector(".thinking");
  const drawn = await v.page.evaluate(
    async (count) => {
      const times = [];
      for (let i = 0; i < count; i++) {
        const button = document.getElementById(i % 2 ? "tab-play" : "tab-record");
        const begun = performance.now();
        button.click();
        await new Promise((resolve) => {
          const look = () =>
            button.getAttribute("aria-selected") === "true" ? resolve(0) : requestAnimationFrame(look);
          look();
        });
        times.push(performance.now() - begun);
        await new Promise((r) => setTimeout(r, 60));
      }
      return times;
    },
    number("clicks", 200),
  );
  const asked = await v.page.evaluate(
    async ([count, id]) => {
      const times = [];
      for (let i = 0; i < count; i++) {
        const begun = performance.now();
        await (await fetch(`/api/v1/games/${id}`)).json();
        times.push(performance.now() - begun);
        await new Promise((r) => setTimeout(r, 60));
      }
      return times;
    },
    [number("clicks", 200), v.id],
  );
  await forget(v.id);
  await chrome.close();
  return {
    thinking_threads: availableParallelism(),
    clicks: drawn.length,
    ...spread(drawn, "drawn_"),
    ...spread(asked, "answered_"),
  };
}

/** How evenly the page draws while discs turn over and an engine thinks with all cores. */
async function animation() {
  const chrome = await browser();
  const v = await Visitor.open(chrome, server);
  const thinker = await call("POST", "/games", THINKING);
  await v.create({ game: "othello", rules: "standard", seats: { white: { kind: "human" }, black: { kind: "human" } } });
  const gaps = [];
  let turning = 0;
  for (let n = 0; n < number("moves", 50); n++) {
    const { legal } = await call("GET", `/games/${v.id}`);
    const watched = v.page.evaluate(async () => {
      const frame = () => new Promise(requestAnimationFrame);
      const running = () => document.getAnimations().some((a) => a.effect?.target?.closest?.("q-board"));
      const begun = performance.now();
      while (!running() && performance.now() < begun + 2000) await frame();
      const frames = [];
      while (running() && performance.now() < begun + 4000) frames.push(await frame());
      return frames;
    });
    await call("POST", `/games/${v.id}/moves`, { move: legal[(n * 7919) % legal.length].move });
    const frames = await watched;
    turning += frames.length > 1;
    gaps.push(...frames.slice(1).map((at, i) => at - frames[i]));
  }
  await forget(thinker.id);
  await chrome.close();
  return {
    moves: turning,
    frames: gaps.length,
    ...spread(gaps, "gap_"),
    gaps_over_50_ms: gaps.filter((gap) => gap > 50).length,
  };
}

async function paint() {
  const chrome = await browser();
  const seen = [];
  for (let i = 0; i < number("loads", 9); i++) {
    const v = await Visitor.open(chrome, server, { locale: i % 2 ? "fr-FR" : "en-GB" });
    await v.page.goto(server.url);
    await v.page.waitForSelector(".game-card");
    seen.push(
      await v.page.evaluate(() => ({
        first: performance.getEntriesByName("first-contentful-paint")[0]?.startTime,
        bytes: performance
          .getEntriesByType("resource")
          .filter((e) => !e.name.includes("/api/"))
          .reduce((sum, e) => sum + e.encodedBodySize, performance.getEntriesByType("navigation")[0].encodedBodySize),
      })),
    );
    await v.close();
  }
  await chrome.close();
  const first = seen.map((load) => load.first);
  return {
    loads: seen.length,
    first_paint_ms: first.map(Math.round),
    first_paint_median_ms: quantile(first, 0.5),
    first_paint_max_ms: quantile(first, 1),
    bytes_english: seen[0].bytes,
    bytes_french: seen[1]?.bytes,
  };
}

/** Times of steps in a watched search with many visible nodes, each until the browser has drawn it. */
async function steps(v, count) {
  return v.page.evaluate(async (n) => {
    const times = [];
    document.getElementById("main").focus();
    for (let i = 0; i < n; i++) {
      const begun = performance.now();
      document.dispatchEvent(new KeyboardEvent("keydown", { key: i % 10 < 8 ? "ArrowRight" : "c", bubbles: true }));
      // The page draws in the next frame; the time after it is when the frame is done.
      await new Promise((r) => requestAnimationFrame(() => setTimeout(r)));
      times.push(performance.now() - begun);
      await new Promise((r) => setTimeout(r, 30));
    }
    return times;
  }, count);
}

/** Memory of the page's own process in MiB. */
async function pageMemory(chrome) {
  const session = await chrome.newBrowserCDPSession();
  const { processInfo } = await session.send("SystemInfo.getProcessInfo");
  const rss = (id) => Number(readFileSync(`/proc/${id}/status`, "utf8").match(/VmRSS:\s+(\d+)/)[1]) / 1024;
  return Math.max(...processInfo.filter((p) => p.type === "renderer").map((p) => rss(p.id)));
}

/** How many places the tree shows, those out of sight included. */
const places = (v) => v.page.$eval(".trace-tree", (e) => Number(e.dataset.places));

async function trace() {
  const chrome = await browser();
  const v = await Visitor.open(chrome, server);
  await v.goto("#/lessons");
  await v.page.waitForSelector(".lesson-list");
  const empty = await pageMemory(chrome);
  await v.goto("#/trace?g=breakthrough&r=5x5&a=bare&depth=5");
  await v.page.waitForSelector(".trace-tree .place");
  await v.page.keyboard.press("End");
  for (let i = 0; i < 60; i++) {
    await v.page.waitForTimeout(60);
    if ((await places(v)) >= 480) break;
    const fold = await v.page.$$(".fold");
    if (!fold.length) break;
    await fold[Math.min(2 * (i % 3), fold.length - 1)].evaluate((e) => e.dispatchEvent(new MouseEvent("click", { bubbles: true })));
  }
  const visible = await places(v);
  // Near the end, so that all of them stay.
  await v.page.$eval(".trace-controls input", (e) => {
    e.value = String(Number(e.max) - 400);
    e.dispatchEvent(new Event("input"));
  });
  await v.page.waitForTimeout(200);
  const still = await places(v);
  const drawn = await steps(v, number("clicks", 200));
  await v.goto("#/lessons");
  await v.page.goto(`${server.url}#/trace?g=chess&a=alphabeta&depth=30`);
  await v.page.waitForSelector(".trace-tree .place", { timeout: 120000 });
  const events = await v.page.$eval(".trace-controls input", (e) => Number(e.max));
  const far = await steps(v, number("clicks", 200));
  await v.page.keyboard.press("End");
  const more = await steps(v, 20);
  const full = await pageMemory(chrome);
  await chrome.close();
  return { visible, still, ...spread(drawn, "step_"), events, ...spread([...far, ...more], "million_step_"), page_mib_before: empty, page_mib: full };
}

/** Twenty arrow keys, each drawn before the next: a held key asks for no more, and no frame can come sooner than 17 ms. */
async function stepping() {
  const spread19 = (i) => `${"ABCDEFGHJKLMNOPQRST"[(i >> 1) % 19]}${i % 2 ? 19 - Math.floor(i / 38) : 1 + Math.floor(i / 38)}`;
  const shuffle = ["Nf3", "Nf6", "Ng1", "Ng8"];
  const games = {
    chess: { game: "chess", moves: Array.from({ length: 60 }, (_, i) => shuffle[i % 4]) },
    go9: { game: "go", rules: "9 chinese", moves: Array.from({ length: 60 }, (_, i) => `${"ABCDEFGHJ"[(i >> 1) % 9]}${i % 2 ? 9 - Math.floor(i / 18) : 1 + Math.floor(i / 18)}`) },
    go19: { game: "go", rules: "19 chinese", moves: Array.from({ length: 300 }, (_, i) => spread19(i)) },
  };
  const chrome = await browser();
  const figures = {};
  for (const [name, game] of Object.entries(games)) {
    const v = await Visitor.open(chrome, server);
    const fetched = v.page.waitForResponse("**/steps", { timeout: 20000 });
    await v.create({ ...game, seats: { black: { kind: "human" }, white: { kind: "human" } } });
    await (await fetched).finished();
    figures[`${name}_ms`] = [];
    for (let round = 0; round < 3; round++) {
      figures[`${name}_ms`].push(
        await v.page.evaluate(async () => {
          const begun = performance.now();
          for (let i = 0; i < 20; i++) {
            document.dispatchEvent(new KeyboardEvent("keydown", { key: "ArrowLeft" }));
            await new Promise(requestAnimationFrame);
          }
          return Math.round(performance.now() - begun);
        }),
      );
      await v.page.waitForTimeout(500);
    }
    await v.close();
  }
  await chrome.close();
  return figures;
}

/** Games opened and left, each ninth with an analysis. */
async function games() {
  const chrome = await browser();
  const v = await Visitor.open(chrome, server);
  const cdp = await v.context.newCDPSession(v.page);
  const heap = async () => {
    await cdp.send("HeapProfiler.collectGarbage");
    return Number(((await cdp.send("Runtime.getHeapUsage")).usedSize / 2 ** 20).toFixed(1));
  };
  // Handles of the test tool would keep what they point to.
  const there = (/** @type {string} */ hash, /** @type {string} */ selector) =>
    v.page.evaluate(
      async ([where, wanted]) => {
        location.hash = where;
        while (!document.querySelector(wanted)) await new Promise((r) => setTimeout(r, 15));
      },
      [hash, selector],
    );
  const kinds = [["chess", ["e4", "e5"]], ["othello", ["f5", "d6"]], ["go", ["E5", "C3"]], ["breakthrough", []]];
  const open = async (/** @type {number} */ i, analysed = i % 9 === 0) => {
    const [game, moves] = kinds[i % kinds.length];
    const { id } = await call("POST", "/games", { game, moves });
    await there(`#/${game}/${id}`, `[data-game="${id}"] .board-box svg`);
    if (analysed) await call("POST", `/games/${id}/analysis`, { mode: "shown", limits: { nodes: 2000, playouts: 100 }, multipv: 2 });
    await there("#/", ".game-card");
  };
  // Players give their tables back when their game has rested for a minute.
  const rest = () => new Promise((r) => setTimeout(r, 1000 * number("rest", 65)));
  const now = async () => ({ heap_mib: await heap(), rss_mib: Math.round(memory()) });
  const opened = number("opened", 500);
  await v.goto("#/");
  const figures = { opened, cold: await now() };
  // What is loaded once, a network or learned patterns, is there when every game has been analysed.
  for (let i = 0; i < 40; i++) await open(i, true);
  figures.warm = await now();
  await rest();
  figures.warm_rested = await now();
  for (let i = 0; i < opened; i++) await open(i);
  figures.after = await now();
  await rest();
  figures.after_rested = await now();
  await chrome.close();
  return figures;
}

const only = argument("only", "");
const figures = {};
for (const [name, measure] of Object.entries({ paint, click: clicks, animation, load, stepping, trace, games })) if (!only || only === name) figures[name] = await measure();
console.log(JSON.stringify(figures, null, 1));
await server.end();
process.exit(0);
