// The server's JSON interface. Nothing here knows a rule: it sends what the user did and hands back what the server says.

/** A refusal of the server: an RFC 9457 problem with a sentence. */
export class Problem extends Error {
  /** @param {{title?: string, detail?: string, status?: number, type?: string}} body */
  constructor(body) {
    super(body.detail ?? body.title ?? "The server gave no reason.");
    this.title = body.title ?? "";
    this.status = body.status ?? 0;
    this.kind = (body.type ?? "").split("/").pop() ?? "";
  }
}

const BASE = "/api/v1";

/**
 * @param {string} method @param {string} path @param {any} [body]
 * @returns {Promise<any>}
 */
async function call(method, path, body) {
  let response;
  try {
    response = await fetch(BASE + path, {
      method,
      headers: body === undefined ? {} : { "content-type": "application/json" },
      body: body === undefined ? undefined : JSON.stringify(body),
    });
  } catch {
    throw new Problem({
      type: "unreachable",
      title: "The server cannot be reached",
      detail: "The server cannot be reached. Is quadrille still running?",
    });
  }
  const type = response.headers.get("content-type") ?? "";
  const answer = type.includes("json") ? await response.json() : await response.text();
  if (!response.ok)
    throw new Problem(typeof answer === "string" ? { detail: answer, status: response.status } : answer);
  return answer;
}

export const api = {
  catalogue: () => call("GET", "/catalogue"),
  games: () => call("GET", "/games"),
  /** @param {any} setup */
  create: (setup) => call("POST", "/games", setup),
  /** @param {string} id */
  game: (id) => call("GET", `/games/${id}`),
  /** @param {string} id */
  remove: (id) => call("DELETE", `/games/${id}`),
  /** One action on a game: moves, undo, redo, goto, seats, analysis, sweep, hint, resign, claim. @param {string} id @param {string} action @param {any} [body] */
  act: (id, action, body = {}) => call("POST", `/games/${id}/${action}`, body),
  /** @param {string} id @param {string} format */
  record: (id, format) => call("GET", `/games/${id}/record?format=${encodeURIComponent(format)}`),
  /** What learned patterns say about the position on the board. @param {string} id */
  patterns: (id) => call("GET", `/games/${id}/patterns`),
  /** @param {string} text @param {string} [game] */
  detect: (text, game) => call("POST", "/detect", { text, game }),
  /** A formula's goban and the forced game on it. @param {{formula: string, choices?: string, comb?: boolean}} asked */
  formula: (asked) => call("POST", "/formula", asked),
  /** @param {any} drawing */
  compose: (drawing) => call("POST", "/compose", drawing),
};

/**
 * Listens to a game. The stream is closed while the page is hidden, so that forgotten tabs cost nothing and never use up
 * the browser's few connections per server.
 * @param {string} id
 * @param {{state: (s: any) => void, report: (r: any) => void, lost: (lost: boolean) => void}} on
 * @returns {() => void} stops listening
 */
export function listen(id, on) {
  /** @type {EventSource | null} */
  let source = null;
  const open = () => {
    if (source || document.hidden) return;
    source = new EventSource(`${BASE}/games/${id}/events`);
    source.addEventListener("state", (e) => {
      on.lost(false);
      on.state(JSON.parse(e.data));
    });
    source.addEventListener("report", (e) => on.report(JSON.parse(e.data)));
    source.onerror = () => {
      on.lost(true);
      if (source?.readyState === EventSource.CLOSED) {
        close();
        setTimeout(() => {
          if (!stopped) open();
        }, 2000);
      }
    };
  };
  const close = () => {
    source?.close();
    source = null;
  };
  const look = () => (document.hidden ? close() : open());
  let stopped = false;
  document.addEventListener("visibilitychange", look);
  open();
  return () => {
    stopped = true;
    document.removeEventListener("visibilitychange", look);
    close();
  };
}
