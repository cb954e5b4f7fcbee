// How requests reach the games: by messages to a worker of this browser. A page with a server has another file in this place
// (crates/apps/web/ui/transport.js).

/** Whether the games are in this browser, and not on a server. */
export const LOCAL = true;

/** A worker that holds the games, or one that reads texts and formulas, so that no game waits for those. */
class Host {
  constructor() {
    this.next = 0;
    /** @type {Map<number, {resolve: (answer: Answer) => void, reject: (error: Error) => void}>} */
    this.asked = new Map();
    /** @type {Map<number, {id: string, on: Hearer}>} */
    this.heard = new Map();
    this.worker = new Worker(new URL("host.js", import.meta.url), { type: "module" });
    this.worker.onmessage = ({ data: { head, body } }) => this.take(head, body);
    this.worker.onerror = () => this.fail();
  }

  /** @param {{kind: string, id: number, status: number, media: string, stream: number, name: string}} head @param {string} body */
  take(head, body) {
    if (head.kind === "answer") {
      this.asked.get(head.id)?.resolve({ status: head.status, type: head.media, text: body });
      this.asked.delete(head.id);
    } else if (head.kind === "event") {
      const on = this.heard.get(head.stream)?.on;
      if (head.name === "state") on?.state(body);
      else if (head.name === "report") on?.report(body);
      else on?.lost();
    } else if (head.kind === "restarted") {
      for (const [stream, { id }] of this.heard) this.tell({ kind: "listen", stream, game: id });
    } else this.fail();
  }

  /** The program cannot run here. */
  fail() {
    for (const { reject } of this.asked.values()) reject(new Error("the program did not start"));
    this.asked.clear();
  }

  /** @param {object} head @param {string} [body] */
  tell(head, body = "") {
    this.worker.postMessage({ head, body });
  }

  /** @param {string} method @param {string} path @param {string} [body] @returns {Promise<Answer>} */
  ask(method, path, body) {
    const id = ++this.next;
    return new Promise((resolve, reject) => {
      this.asked.set(id, { resolve, reject });
      this.tell({ kind: "request", id, method, path: `/api/v1${path}` }, body);
    });
  }
}

const games = new Host();
/** @type {Host | null} */
let reader = null;

/** @param {string} method @param {string} path @param {string} [body] JSON @returns {Promise<Answer>} */
export function ask(method, path, body) {
  if (!/^\/(formula|detect|compose)$/.test(path)) return games.ask(method, path, body);
  reader ??= new Host();
  return reader.ask(method, path, body);
}

/**
 * Hears the news of a game.
 * @param {string} id
 * @param {Hearer} on
 * @returns {() => void} ends it
 */
export function hear(id, on) {
  const stream = ++games.next;
  games.heard.set(stream, { id, on });
  games.tell({ kind: "listen", stream, game: id });
  return () => {
    games.heard.delete(stream);
    games.tell({ kind: "silence", stream });
  };
}

// After the first visit the page needs no network any more. Fetching everything for that must not slow down the first.
setTimeout(() => navigator.serviceWorker?.register(new URL("sw.js", import.meta.url)).catch(() => {}), 2000);
