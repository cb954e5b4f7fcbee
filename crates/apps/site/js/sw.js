// Keeps the site in the browser, so that it works without a network after the first visit. `cargo xtask site` writes the
// two lists: a change of any file changes this one, and the browser takes up all of them together.

/** @type {string} */
const VERSION = "@VERSION@";
/** @type {string[]} everything that the page needs at once */
const FILES = JSON.parse('@FILES@');
const [SITE, LATER] = [`quadrille-${VERSION}`, "quadrille-later"];
/** Files that are fetched when they are needed have their contents in their names and never change. */
const IS_LATER = /\/data\//;

/** @typedef {Event & {request: Request, respondWith(answer: Promise<Response>): void, waitUntil(done: Promise<unknown>): void}} WorkerEvent */
/** @typedef {{addEventListener(name: string, on: (event: WorkerEvent) => void): void, clients: {claim(): Promise<void>}, location: Location}} SiteWorker */
const worker = /** @type {SiteWorker} */ (/** @type {unknown} */ (globalThis));

worker.addEventListener("install", (event) => {
  const fresh = FILES.map((file) => new Request(file, { cache: "no-cache" }));
  event.waitUntil(caches.open(SITE).then((cache) => cache.addAll(fresh)));
});

worker.addEventListener("activate", (event) => {
  const outdated = async () => {
    for (const name of await caches.keys()) if (name.startsWith("quadrille-") && name !== SITE && name !== LATER) await caches.delete(name);
    await worker.clients.claim();
  };
  event.waitUntil(outdated());
});

/** With the page isolated from other sites, its workers may share memory. @param {Response} response */
function isolated(response) {
  const headers = new Headers(response.headers);
  headers.set("cross-origin-opener-policy", "same-origin");
  headers.set("cross-origin-embedder-policy", "require-corp");
  headers.set("cross-origin-resource-policy", "same-origin");
  return new Response(response.body, { status: response.status, statusText: response.statusText, headers });
}

/** @param {Request} request */
async function answer(request) {
  const later = IS_LATER.test(request.url);
  const cache = await caches.open(later ? LATER : SITE);
  const known = await cache.match(request, { ignoreSearch: true });
  if (known) return isolated(known);
  const response = await fetch(request);
  if (later && response.ok) await cache.put(request, response.clone());
  return isolated(response);
}

worker.addEventListener("fetch", (event) => {
  const { request } = event;
  if (request.method === "GET" && new URL(request.url).origin === worker.location.origin) event.respondWith(answer(request));
});
