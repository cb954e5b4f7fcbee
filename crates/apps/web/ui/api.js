// The server's JSON API. Nothing here depends on the rules: it sends user actions and returns the server's answers.

import { ask, hear } from "./transport.js";

/** A refusal of the server: an RFC 9457 problem with a sentence. Without a status the server was not reached. */
export class Problem extends Error {
  /** @param {{detail?: string, status?: number, said?: Said}} body */
  constructor(body) {
    super(body.detail);
    this.status = body.status ?? 0;
    this.said = body.said;
  }
}

/** @param {string} method @param {string} path @param {unknown} [body] @returns {Promise<any>} whatever the address answers */
async function call(method, path, body) {
  let answer;
  try {
    answer = await ask(method, path, body === undefined ? undefined : JSON.stringify(body));
  } catch {
    throw new Problem({});
  }
  const { status, type, text } = answer;
  const json = type.includes("json");
  const said = json ? JSON.parse(text) : text;
  if (status >= 300) throw new Problem(json ? said : { detail: text, status });
  return said;
}

export const api = {
  /** @returns {Promise<Catalogue>} */
  catalogue: () => call("GET", "/catalogue"),
  /** @returns {Promise<{games: Summary[]}>} */
  games: () => call("GET", "/games"),
  /** @param {Setup} setup @returns {Promise<State>} */
  create: (setup) => call("POST", "/games", setup),
  /** @param {string} id @returns {Promise<State>} */
  game: (id) => call("GET", `/games/${id}`),
  /** @param {string} id */
  remove: (id) => call("DELETE", `/games/${id}`),
  /** One action on a game: moves, undo, redo, goto, seats, analysis, sweep, hint, resign, pause, promote, delete, remark. @param {string} id @param {string} action @param {object} [body] @returns {Promise<State>} */
  act: (id, action, body = {}) => call("POST", `/games/${id}/${action}`, body),
  /** How the positions along a line look, the game staying as it is. @param {string} id @param {{node: number, moves: string[]}} line @returns {Promise<Step[]>} */
  steps: (id, line) => call("POST", `/games/${id}/steps`, line),
  /** @param {string} id @param {string} format @returns {Promise<string>} */
  record: (id, format) => call("GET", `/games/${id}/record?format=${encodeURIComponent(format)}`),
  /** What learned patterns say about the position on the board. @param {string} id @returns {Promise<Patterns>} */
  patterns: (id) => call("GET", `/games/${id}/patterns`),
  /** Whose the board would be by playouts. @param {string} id @returns {Promise<Ownership>} */
  ownership: (id) => call("GET", `/games/${id}/ownership`),
  /** What a pasted text is. @param {string} text @param {string} [game] @returns {Promise<Found>} */
  detect: (text, game) => call("POST", "/detect", { text, game }),
  /** A formula's goban and the forced game on it. @param {{formula: string, choices?: string, comb?: boolean, lang?: string}} asked @returns {Promise<Proof>} */
  formula: (asked) => call("POST", "/formula", asked),
  /** A search with all its steps. @param {Schemas["Traced"]} asked @returns {Promise<Schemas["TraceView"]>} */
  trace: (asked) => call("POST", "/trace", asked),
  /** How a position looks. @param {Schemas["Place"]} place @returns {Promise<Schemas["Looked"]>} */
  look: (place) => call("POST", "/trace/board", place),
  /** @param {string} lang @returns {Promise<{lessons: Schemas["LessonSummary"][]}>} */
  lessons: (lang) => call("GET", `/lessons?lang=${lang}`),
  /** @param {string} name @param {string} lang @returns {Promise<Schemas["LessonView"]>} */
  lesson: (name, lang) => call("GET", `/lessons/${encodeURIComponent(name)}?lang=${lang}`),
  /** Whether an answer is right; without one, the solution. @param {string} name @param {number} step @param {string} [answer] @returns {Promise<Schemas["Judged"]>} */
  answer: (name, step, answer) => call("POST", `/lessons/${encodeURIComponent(name)}/${step}`, { answer }),
  /** A drawing or a text as a position. @param {Drawing} drawing @returns {Promise<Composed>} */
  compose: (drawing) => call("POST", "/compose", drawing),
};

/**
 * Listens to a game. The stream is closed while the page is hidden, so that forgotten tabs cost nothing and never use up
 * the browser's few connections per server.
 * @param {string} id
 * @param {{state: (s: State) => void, report: (r: PositionReport) => void, lost: (lost: boolean) => void}} on
 * @returns {() => void} stops listening
 */
export function listen(id, on) {
  /** @type {(() => void) | null} */
  let stop = null;
  const open = () => {
    if (document.hidden) return;
    stop ??= hear(id, {
      state: (text) => {
        on.lost(false);
        on.state(JSON.parse(text));
      },
      report: (text) => on.report(JSON.parse(text)),
      lost: () => on.lost(true),
    });
  };
  const close = () => {
    stop?.();
    stop = null;
  };
  const look = () => (document.hidden ? close() : open());
  document.addEventListener("visibilitychange", look);
  open();
  return () => {
    document.removeEventListener("visibilitychange", look);
    close();
  };
}
