// How requests reach the games: over HTTP, to a server. A site without a server has another file in this place, which asks
// a worker of the browser (crates/apps/site/js/transport.js).

const BASE = "/api/v1";

/** Whether the games are in this browser, and not on a server. */
export const LOCAL = false;

/** @param {string} method @param {string} path @param {string} [body] JSON @returns {Promise<Answer>} */
export async function ask(method, path, body) {
  const headers = body === undefined ? undefined : { "content-type": "application/json" };
  const response = await fetch(BASE + path, { method, headers, body });
  return { status: response.status, type: response.headers.get("content-type") ?? "", text: await response.text() };
}

/**
 * Hears the news of a game.
 * @param {string} id
 * @param {Hearer} on
 * @returns {() => void} ends it
 */
export function hear(id, on) {
  /** @type {EventSource} */
  let source;
  /** @type {ReturnType<typeof setTimeout>} */
  let again;
  const open = () => {
    source = new EventSource(`${BASE}/games/${id}/events`);
    source.addEventListener("state", (e) => on.state(e.data));
    source.addEventListener("report", (e) => on.report(e.data));
    source.onerror = () => {
      on.lost();
      if (source.readyState === EventSource.CLOSED) again = setTimeout(open, 2000);
    };
  };
  open();
  return () => {
    clearTimeout(again);
    source.close();
  };
}
