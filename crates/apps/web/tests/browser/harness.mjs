// Starts the server and a browser, and the few verbs the tests are written in.

import { spawn, spawnSync } from "node:child_process";
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

export const HERE = dirname(fileURLToPath(import.meta.url));
const CHROMIUM = ["/usr/bin/chromium", "/usr/bin/chromium-browser", "/usr/bin/google-chrome"];
const FLAGS = [
  "--no-sandbox",
  "--disable-gpu",
  "--disable-quic",
  "--no-first-run",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
];

/** Installs what is missing: the test tools from npm, the browser from Debian. */
export function prepare() {
  const run = (command, args) => {
    if (spawnSync(command, args, { cwd: HERE, stdio: "inherit" }).status !== 0)
      throw new Error(`${command} ${args.join(" ")} failed`);
  };
  if (!existsSync(join(HERE, "node_modules", "playwright-core"))) run("npm", ["ci", "--no-fund", "--no-audit"]);
  if (!CHROMIUM.some(existsSync)) run("apt-get", ["install", "-y", "--no-install-recommends", "chromium"]);
}

export async function browser() {
  const { chromium } = await import("playwright-core");
  return chromium.launch({ executablePath: CHROMIUM.find(existsSync), args: FLAGS, timeout: 300000 });
}

/** Recorded games of Go for the glass box: result, tab, two letters a move. */
const RECORDS = "B+\tpdddppdqcdqfncrdqhjqdn\nW+\tqdppddqqcqcocpdpfd\nB+\tddpdppdpcfcnfqhq\n";

/** A server of our own on a free port with its own folder of games. */
export class Server {
  constructor(binary) {
    this.binary = binary;
    this.folder = mkdtempSync(join(tmpdir(), "quadrille-browser-"));
    this.port = 0;
  }

  async start() {
    const records = join(this.folder, "games.txt");
    writeFileSync(records, RECORDS);
    this.process = spawn(this.binary, ["serve", "--port", String(this.port), "--records", records], {
      env: { ...process.env, QUADRILLE_DATA: join(this.folder, "games") },
      stdio: ["ignore", "pipe", "inherit"],
    });
    this.url = await new Promise((resolve, reject) => {
      let text = "";
      this.process.stdout.on("data", (chunk) => {
        text += chunk;
        const found = text.match(/http:\/\/[^\s/]+\//);
        if (found) resolve(found[0]);
      });
      this.process.on("exit", (code) => reject(new Error(`the server ended with ${code} before it said where it is`)));
    });
    this.port = Number(new URL(this.url).port);
  }

  /** Ends it as a power cut would. */
  kill() {
    return new Promise((resolve) => {
      this.process.on("exit", resolve);
      this.process.kill("SIGKILL");
    });
  }

  async end() {
    await this.kill();
    rmSync(this.folder, { recursive: true, force: true });
  }
}

const TYPES = {
  txt: "text/plain",
  css: "text/css",
  html: "text/html",
  js: "text/javascript",
  svg: "image/svg+xml",
  png: "image/png",
  wasm: "application/wasm",
  webmanifest: "application/manifest+json",
};

/** A plain file server over a site without a server, on a free port. */
export class Site {
  constructor(folder) {
    this.folder = folder;
    this.sent = 0;
  }

  async start() {
    this.server = createServer((request, response) => {
      const path = decodeURIComponent(new URL(request.url, "http://x").pathname).replace(/\/$/, "/index.html");
      const file = join(this.folder, path);
      const packed = existsSync(`${file}.gz`);
      if (path.includes("..") || !existsSync(file)) return response.writeHead(404).end();
      const headers = { "content-type": TYPES[file.split(".").pop()] ?? "application/octet-stream", "cache-control": "no-cache" };
      response.writeHead(200, packed ? { ...headers, "content-encoding": "gzip" } : headers);
      const bytes = readFileSync(packed ? `${file}.gz` : file);
      this.sent += bytes.length;
      response.end(bytes);
    });
    await new Promise((resolve) => this.server.listen(0, "127.0.0.1", resolve));
    this.url = `http://127.0.0.1:${this.server.address().port}/`;
  }

  async end() {
    this.server.closeAllConnections();
    await new Promise((resolve) => this.server.close(resolve));
  }
}

/** Seats for two people. */
export const HUMANS = { black: { kind: "human" }, white: { kind: "human" } };

/** A page that remembers every complaint of the browser. */
export class Visitor {
  static async open(browser, server, options = {}) {
    const context = await browser.newContext({
      viewport: { width: 1280, height: 900 },
      locale: "en-GB",
      permissions: ["clipboard-read", "clipboard-write"],
      ...options,
    });
    const visitor = new Visitor();
    Object.assign(visitor, { context, server, page: await context.newPage(), complaints: [] });
    visitor.page.setDefaultTimeout(60000);
    visitor.page.on("console", (message) => {
      if (message.type() === "error" && !visitor.expected(message.text())) visitor.complaints.push(message.text());
    });
    visitor.page.on("pageerror", (error) => visitor.complaints.push(String(error)));
    return visitor;
  }

  /** Refusals are part of the game: the browser logs their status, which is not an error of the page. */
  expected(text) {
    return /status of (404|409|422)/.test(text) || (this.offline && /ERR_|Failed to load/.test(text));
  }

  async close() {
    await this.context.close();
    if (this.complaints.length) throw new Error(`the console complains: ${this.complaints.join("; ")}`);
  }

  async goto(hash) {
    await this.page.goto(this.server.url + hash);
    await this.page.waitForSelector("header nav a");
  }

  /** Makes a game by the interface and shows it. */
  async create(setup) {
    const state = await this.api("POST", "/games", setup);
    await this.goto(`#/${setup.game}/${state.id}`);
    await this.page.waitForSelector(`[data-game="${state.id}"] .board-box svg`);
    this.id = state.id;
    return state;
  }

  /** A game of chess with a side line: 1. e4 e5 2. Nf3, then back to 1. ... c5. */
  async branch() {
    await this.create({ game: "chess", moves: ["e4", "e5", "Nf3"], seats: HUMANS });
    await this.page.keyboard.press("ArrowLeft");
    await this.page.keyboard.press("ArrowLeft");
    await this.until((s) => s.ply === 1, "two steps back");
    await this.click("c7");
    await this.click("c5");
    await this.until((s) => s.tree.length === 5, "a variation");
  }

  /** Asks as the page does: the server, or the page's own worker. */
  async ask(method, path, body) {
    const text = body && JSON.stringify(body);
    if (this.server instanceof Site) {
      if (!this.page.url().startsWith(this.server.url)) await this.goto("");
      const answer = async (asked) => (await import(new URL("transport.js", document.baseURI).href)).ask(...asked);
      return this.page.evaluate(answer, [method, path, text]);
    }
    const headers = body ? { "content-type": "application/json" } : {};
    const response = await fetch(`${this.server.url}api/v1${path}`, { method, headers, body: text });
    return { status: response.status, text: await response.text() };
  }

  async api(method, path, body) {
    const { status, text } = await this.ask(method, path, body);
    if (status >= 300) throw new Error(`${method} ${path}: ${status} ${text}`);
    return text && JSON.parse(text);
  }

  /** A game as a record. */
  async record(id, format) {
    return (await this.ask("GET", `/games/${id}/record?format=${format}`)).text;
  }

  state() {
    return this.api("GET", `/games/${this.id ?? this.page.url().match(/\/([a-z0-9]{16})/)[1]}`);
  }

  /** Waits until the server's state is as wanted, and until the page shows it: a click must not meet the state before. */
  async until(wanted, what, timeout = 90000) {
    const end = Date.now() + timeout;
    for (;;) {
      const state = await this.state();
      if (wanted(state)) {
        await this.shown(state.version);
        return state;
      }
      if (Date.now() > end) throw new Error(`waited in vain for ${what}`);
      await new Promise((r) => setTimeout(r, 60));
    }
  }

  /** Waits a while for the page to draw this version of the game, if it shows one at all. */
  async shown(version) {
    const drawn = (wanted) => Number(document.querySelector(".board-box")?.dataset.version ?? wanted) >= wanted;
    await this.page.waitForFunction(drawn, version, { timeout: 10000 }).catch(() => {});
  }

  /** Waits until something is true: what an action changes is on the screen a frame later, or many on a busy machine. */
  async soon(truth, what) {
    const end = Date.now() + 30000;
    while (!(await truth())) {
      if (Date.now() > end) throw new Error(typeof what === "function" ? await what() : what);
      await new Promise((r) => setTimeout(r, 30));
    }
  }

  /** What a function says of the first such element, as soon as there is one. */
  first(selector, told, argument) {
    return this.page.locator(selector).first().evaluate(told, argument);
  }

  /** Waits until this number of elements match. */
  count(selector, wanted, what) {
    const found = () => this.page.locator(selector).count();
    return this.soon(async () => (await found()) === wanted, async () => `${what}: ${await found()} of ${wanted}`);
  }

  /** Waits until the text of an element has this part, or is as the expression says. */
  reads(selector, wanted, what) {
    const text = () => this.first(selector, (e) => e.textContent);
    const right = (found) => (wanted instanceof RegExp ? wanted.test(found) : found.includes(wanted));
    return this.soon(async () => right(await text()), async () => `${what}: ${await text()}`);
  }

  cell(name) {
    return this.page.locator(`.board-box [data-cell="${name}"]`);
  }

  /** Clicks a cell where it is drawn. */
  async click(name) {
    const box = await this.cell(name).boundingBox();
    await this.page.mouse.click(box.x + box.width / 2, box.y + box.height / 2);
  }

  async drag(from, to) {
    const [a, b] = [await this.cell(from).boundingBox(), await this.cell(to).boundingBox()];
    await this.page.mouse.move(a.x + a.width / 2, a.y + a.height / 2);
    await this.page.mouse.down();
    await this.page.mouse.move(b.x + b.width / 2, b.y + b.height / 2, { steps: 4 });
    await this.page.mouse.up();
  }

  /** Plays a legal move with the mouse. */
  async mouse(move) {
    if (move.from) {
      await this.click(move.from);
      await this.click(move.to);
    } else if (move.to) await this.click(move.to);
    else await this.page.click("text=Pass");
  }

  /** Walks to a cell with the arrow keys. */
  async walk(name) {
    const names = await this.page.$$eval(".board-box [role=row]", (rows) =>
      rows.map((row) => [...row.querySelectorAll("[data-cell]")].map((c) => c.dataset.cell)),
    );
    const find = (cell) => {
      const row = names.findIndex((r) => r.includes(cell));
      return [row, names[row].indexOf(cell)];
    };
    const here = await this.page.$eval(".board-box [data-cell][tabindex='0']", (c) => c.dataset.cell);
    const [[r0, c0], [r1, c1]] = [find(here), find(name)];
    for (let i = r0; i < r1; i++) await this.page.keyboard.press("ArrowDown");
    for (let i = r0; i > r1; i--) await this.page.keyboard.press("ArrowUp");
    for (let i = c0; i < c1; i++) await this.page.keyboard.press("ArrowRight");
    for (let i = c0; i > c1; i--) await this.page.keyboard.press("ArrowLeft");
  }

  /** Plays a legal move with the keyboard alone. */
  async keys(move) {
    if (!move.to) {
      await this.page.keyboard.press("p");
      return;
    }
    await this.page.keyboard.press("b");
    for (const cell of [move.from, move.to].filter(Boolean)) {
      await this.walk(cell);
      await this.page.keyboard.press("Enter");
    }
  }

  /** The text of the file that a click offers. */
  async saved(selector) {
    const [file] = await Promise.all([this.page.waitForEvent("download"), this.page.click(selector)]);
    let text = "";
    for await (const chunk of await file.createReadStream()) text += chunk;
    return text;
  }

  /** Waits until what fades or moves has arrived; what pulses for ever is left alone. */
  async settled() {
    await this.page.evaluate(() =>
      Promise.allSettled(
        document
          .getAnimations()
          .filter((a) => a.effect?.getComputedTiming().iterations !== Infinity)
          .map((a) => a.finished),
      ),
    );
  }

  /** axe finds nothing on what is shown: a text still fading in has too little contrast. */
  async axe(what) {
    await this.settled();
    const path = join(HERE, "node_modules", "axe-core", "axe.min.js");
    if (!(await this.page.evaluate("Boolean(window.axe)")))
      await this.page.evaluate(readFileSync(path, "utf8"));
    const found = await this.page.evaluate(() => window.axe.run(document, { resultTypes: ["violations"] }));
    const bad = found.violations;
    if (bad.length)
      throw new Error(
        `axe on ${what}: ${bad
          .map(
            (v) =>
              `${v.id} (${v.impact}) ${v.nodes
                .slice(0, 3)
                .map((n) => n.target.join(" "))
                .join(", ")}`,
          )
          .join("; ")}`,
      );
  }
}

export function check(truth, what) {
  if (!truth) throw new Error(what);
}
