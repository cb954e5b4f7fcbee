// The program in a worker: its memory, what it calls (quadrille_support::page) and what is called in it.

const { performance, crypto } = globalThis;
const [coder, decoder] = [new TextEncoder(), new TextDecoder()];

/** A sentence in both languages, for people. */
export class Refusal extends Error {
  /** @param {string} code @param {string} en @param {string} fr */
  constructor(code, en, fr) {
    super(en);
    this.said = { code, en, fr };
  }
}

/** The bytes of a file beside the page, at once: the program waits for them. @param {string} name @param {Files} files */
function load(name, files) {
  const request = new XMLHttpRequest();
  request.open("GET", new URL(files[name].path, import.meta.url), false);
  request.responseType = "arraybuffer";
  try {
    request.send();
  } catch {}
  if (request.status === 200) return new Uint8Array(request.response);
  throw new Refusal(
    "site.not-loaded",
    `${name} could not be loaded; it is needed here and is kept after the first time. Is there a connection?`,
    `${name} n’a pas pu être chargé ; il le faut ici, et il reste après la première fois. Y a-t-il une connexion ?`,
  );
}

/** @typedef {Record<string, {path: string, sum: string}>} Files the files that come when they are needed */

/**
 * @param {WebAssembly.Module} module
 * @param {{files: Files, post: (head: string, body: string) => void, flag: Int32Array | null}} world
 */
export function program(module, { files, post, flag }) {
  const bytes = (/** @type {number} */ at, /** @type {number} */ length) => new Uint8Array(exports.memory.buffer, at, length);
  const text = (/** @type {number} */ at, /** @type {number} */ length) => decoder.decode(bytes(at, length));
  let loaded = new Uint8Array();
  let sum = 0n;
  const page = {
    now: () => performance.now(),
    today: () => Date.now(),
    random: () => crypto.getRandomValues(new BigUint64Array(1))[0],
    stopped: () => (flag ? Atomics.load(flag, 0) : 0),
    load(/** @type {number} */ at, /** @type {number} */ length) {
      const name = text(at, length);
      loaded = load(name, files);
      sum = BigInt(`0x${files[name].sum}`);
      return loaded.length;
    },
    loaded(/** @type {number} */ at) {
      bytes(at, loaded.length).set(loaded);
      loaded = new Uint8Array();
      return BigInt.asIntN(64, sum);
    },
    damaged() {
      throw new Refusal("site.damaged", "a file arrived damaged; try again", "un fichier est arrivé endommagé ; réessayez");
    },
    post: (/** @type {number} */ head, /** @type {number} */ n, /** @type {number} */ body, /** @type {number} */ m) =>
      post(text(head, n), text(body, m)),
  };
  /** @typedef {(...numbers: number[]) => number} Export */
  /** @type {unknown} */
  const instance = new WebAssembly.Instance(module, { page }).exports;
  const exports = /** @type {{alloc: Export, prepare: Export, start_host: Export, receive: Export, tick: Export, memory: WebAssembly.Memory}} */ (instance);
  const give = (/** @type {string} */ said) => {
    const written = coder.encode(said);
    const at = exports.alloc(written.length);
    bytes(at, written.length).set(written);
    return [at, written.length];
  };
  exports.prepare();
  return {
    /** @param {string} games @returns {number} milliseconds until `tick` */
    start: (games) => exports.start_host(...give(games)),
    /** @param {object} head @param {string} body @returns {number} milliseconds until `tick` */
    receive: (head, body) => exports.receive(...give(JSON.stringify(head)), ...give(body)),
    /** @returns {number} */
    tick: () => exports.tick(),
  };
}
