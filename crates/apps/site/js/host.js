// The worker of the games: carries messages between the page, the program, the workers that think and the database.
// Everything that is decided is decided by the program (crates/apps/web/src/browser).

import { program, Refusal } from "./wasm.js";
import { FILES, PROGRAM } from "./files.js";

/** @typedef {{kind: string, id?: number, job?: number, place?: string, number?: number, game?: string, gone?: boolean}} Head */

const module = compiled();

/** The program, compiled while it arrives where the host names its type. */
async function compiled() {
  const url = new URL(PROGRAM, import.meta.url);
  const response = await fetch(url);
  if (!response.ok) throw new Error(`${url}: ${response.status}`);
  if (response.headers.get("content-type") === "application/wasm") return WebAssembly.compileStreaming(response);
  return WebAssembly.compile(await response.arrayBuffer());
}

/** @type {Promise<IDBDatabase | null>} null where the browser keeps nothing, as some do in private windows */
const database = new Promise((resolve) => {
  const request = indexedDB.open("quadrille", 1);
  request.onupgradeneeded = () => request.result.createObjectStore("games", { keyPath: "id" });
  request.onsuccess = () => resolve(request.result);
  request.onerror = () => resolve(null);
});

/** @param {(games: IDBObjectStore) => IDBRequest} work */
async function kept(work) {
  const db = await database;
  if (!db) return [];
  return new Promise((resolve, reject) => {
    const transaction = db.transaction("games", "readwrite");
    const request = work(transaction.objectStore("games"));
    transaction.oncomplete = () => resolve(request.result);
    transaction.onerror = () => reject(transaction.error);
  });
}

/** @param {Head} head @param {string} text */
async function keep({ number, game, gone }, text) {
  let error = null;
  try {
    await kept((games) => (gone ? games.delete(String(game)) : games.put({ id: game, changed: Math.floor(Date.now() / 1000), text })));
  } catch (fault) {
    error = String(fault);
  }
  tell({ kind: "kept", number, game, error }, "");
}

/** A worker that thinks, one search at a time. */
class Engine {
  constructor() {
    /** A flag that the program looks at; only a page that is isolated from others may share memory. */
    this.flag = globalThis.crossOriginIsolated ? new Int32Array(new SharedArrayBuffer(4)) : null;
    /** @type {Worker | null} */
    this.worker = null;
    /** @type {number | null} */
    this.job = null;
  }

  async ready() {
    if (this.worker) return this.worker;
    const worker = new Worker(new URL("engine.js", import.meta.url), { type: "module" });
    this.worker = worker;
    worker.onmessage = ({ data: { head, body, broken } }) => {
      if (head.kind === "broken") return console.error(body);
      if (broken) this.end();
      if (head.name !== "progress") this.job = null;
      tell(head, body);
    };
    worker.postMessage({ module: await module, files: FILES, flag: this.flag });
    return worker;
  }

  /** @param {number} job @param {string} order */
  async think(job, order) {
    this.job = job;
    if (this.flag) Atomics.store(this.flag, 0, 0);
    const worker = await this.ready();
    if (this.job === job) worker.postMessage({ job, order });
  }

  /** @param {number} job */
  halt(job) {
    if (this.job !== job) return;
    if (this.flag) Atomics.store(this.flag, 0, 1);
    // What does not look at its flag, or has none, ends with its worker.
    setTimeout(() => this.job === job && this.abandon(job), this.flag ? 400 : 0);
  }

  /** @param {number} job */
  abandon(job) {
    this.job = null;
    this.end();
    this.ready();
    tell({ kind: "news", job, name: "ended" }, "");
  }

  end() {
    this.worker?.terminate();
    this.worker = null;
  }
}

/** @type {Record<string, Engine>} */
const engines = { play: new Engine(), analyse: new Engine() };

/** @param {string} said @param {string} body */
function post(said, body) {
  /** @type {Head} */
  const head = JSON.parse(said);
  const { kind, id, job = 0, place = "" } = head;
  if (kind === "answer" || kind === "event") {
    if (kind === "answer") asked.delete(Number(id));
    postMessage({ head, body });
  } else if (kind === "order") engines[place].think(job, body);
  else if (kind === "halt") Object.values(engines).forEach((engine) => engine.halt(job));
  else if (kind === "keep") keep(head, body);
  else if (kind === "broken") console.error(body);
}

/** Requests that wait for their answer. @type {Set<number>} */
const asked = new Set();
/** @type {ReturnType<typeof program> | null} */
let games = null;
/** @type {{head: object, body: string}[]} */
const waiting = [];
/** @type {ReturnType<typeof setTimeout>} */
let timer;

/** Calls the program and comes back when it wants to be called again. @param {(games: ReturnType<typeof program>) => number} call */
function enter(call) {
  if (!games) return;
  clearTimeout(timer);
  try {
    const pause = call(games);
    if (pause >= 0) timer = setTimeout(() => enter((program) => program.tick()), pause);
  } catch (error) {
    restart(error);
  }
}

/** @param {object} head @param {string} body */
function tell(head, body) {
  if (games) enter((program) => program.receive(head, body));
  else waiting.push({ head, body });
}

/** A program that broke is started again with the games of the database; who waited is told. @param {unknown} error */
function restart(error) {
  const fault = {
    code: "site.broken",
    en: "this failed inside the page; the games were taken up again from where they were kept",
    fr: "ceci a échoué dans la page ; les parties ont été reprises là où elles étaient enregistrées",
  };
  const said = error instanceof Refusal ? error.said : fault;
  if (!(error instanceof Refusal)) console.error(error);
  const problem = JSON.stringify({ status: 500, detail: said.en, said });
  for (const id of asked) postMessage({ head: { kind: "answer", id, status: 500, media: "application/problem+json" }, body: problem });
  asked.clear();
  Object.values(engines).forEach((engine) => engine.end());
  games = null;
  postMessage({ head: { kind: "restarted" }, body: "" });
  start();
}

async function start() {
  const [compiled, stored] = await Promise.all([module, kept((games) => games.getAll())]);
  games = program(compiled, { files: FILES, post, flag: null });
  enter((program) => program.start(JSON.stringify(stored)));
  for (const { head, body } of waiting.splice(0)) tell(head, body);
  // Nobody waits for the engine yet, but for the page.
  setTimeout(() => engines.play.ready(), 1500);
}

onmessage = ({ data: { head, body } }) => {
  if (head.kind === "request") asked.add(head.id);
  tell(head, body);
};

start().catch((error) => postMessage({ head: { kind: "unusable" }, body: String(error) }));
