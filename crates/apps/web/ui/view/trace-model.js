// A traced search in columns of numbers, and the state of its tree after any number of events.
//
// Several nodes may be the same place: a move that is searched again, or again one iteration later. The tree on the screen is
// one of places, so it stays where it is while the search goes on. Start reading at `Trace`.

import { lang } from "../i18n.js";

/** @typedef {Int8Array | Int16Array | Int32Array} Column */
/** @typedef {Record<string, Column>} Columns */

/** A win, less the plies to the end of the game; what lies beyond every guess is proven. */
const WON = 32000;
const GUESSED = 29999;

/** Bytes from their text; browsers of today need no copy in between. @param {string} text @returns {Uint8Array<ArrayBuffer>} */
function unpacked(text) {
  const { fromBase64 } = /** @type {any} */ (Uint8Array);
  return fromBase64 ? fromBase64.call(Uint8Array, text) : Uint8Array.from(atob(text), (c) => c.charCodeAt(0));
}

/** @param {Schemas["TraceTable"]} table @returns {Columns} */
function columns(table) {
  return Object.fromEntries(
    table.names.map((name, i) => {
      const packed = table.columns[i];
      // What is unpacked is not needed any more, and there may be a lot of it.
      table.columns[i] = "";
      if (packed[0] === "z") return [name, new Int8Array(table.rows)];
      const { buffer } = unpacked(packed.slice(1));
      return [name, packed[0] === "b" ? new Int8Array(buffer) : packed[0] === "h" ? new Int16Array(buffer) : new Int32Array(buffer)];
    }),
  );
}

const word = new Int32Array(1);
const real = new Float32Array(word.buffer);
/** The number whose bits these are. @param {number} bits */
export function float(bits) {
  word[0] = bits;
  return real[0];
}

/** Lists of rows by a key from 0 on, one after the other in one array: where each begins, and the rows. @param {Column} keys @param {number} count */
function grouped(keys, count) {
  const start = new Int32Array(count + 1);
  for (const key of keys) if (key >= 0) start[key + 1]++;
  for (let i = 0; i < count; i++) start[i + 1] += start[i];
  const rows = new Int32Array(start[count]);
  const at = start.slice(0, count);
  for (let row = 0; row < keys.length; row++) if (keys[row] >= 0) rows[at[keys[row]]++] = row;
  return { start, rows };
}

/** How many of a sorted piece of an array are below a bound. @param {Int32Array} list @param {number} from @param {number} to @param {(row: number) => number} of @param {number} bound */
function below(list, from, to, of, bound) {
  let [low, high] = [from, to];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (of(list[middle]) < bound) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** A score in points, or `#3` for the end of the game in three plies. @param {number} raw */
export function points(raw) {
  const sign = raw < 0 ? "−" : "";
  if (Math.abs(raw) > WON) return `${sign}∞`;
  if (Math.abs(raw) > GUESSED) return `${sign}#${WON - Math.abs(raw)}`;
  return sign + String(Math.abs(raw) / 100).replace(".", lang === "fr" ? "," : ".");
}

/** An end of a window: beyond every guess it is without end. @param {number} raw */
export function edge(raw) {
  return Math.abs(raw) > GUESSED ? (raw < 0 ? "−∞" : "∞") : points(raw);
}

/** A place of a tree drawn as text. @typedef {{children: number[], value?: number}} Drawn */

/** Reads a tree drawn as text: `((+3+12)(=-1))`. @param {string} text @returns {Drawn[]} */
function readTree(text) {
  /** @type {Drawn[]} */
  const drawn = [];
  /** @type {number[]} */
  const open = [];
  const add = (/** @type {Drawn} */ node) => {
    drawn.push(node);
    const above = open[open.length - 1];
    if (above !== undefined) drawn[above].children.push(drawn.length - 1);
    return drawn.length - 1;
  };
  for (const [token] of text.matchAll(/[()=]|[+-]\d+/g)) {
    if (token === "(") open.push(add({ children: [] }));
    else if (token === ")") open.pop();
    else add({ children: [], value: token === "=" ? 0 : Number(token) * 100 });
  }
  return drawn;
}

const MOST_DRAWN = 3000;

export class Trace {
  /** @param {Schemas["TraceView"]} view @param {string} game */
  constructor(view, game) {
    this.view = view;
    this.depthFirst = view.kind === "depth";
    /** Minimax has no windows. */ this.windows = !view.player.startsWith("minimax");
    /** A search that does not use proofs only meets ends of games. */ this.proves = !view.player.includes("solver=false");
    this.nodes = columns(view.nodes);
    this.events = columns(view.events);
    this.candidates = columns(view.candidates);
    this.length = view.events.rows;
    this.kind = Object.fromEntries(view.kinds.map((name, i) => [name, i]));
    /** @type {Map<number, number>} what a leaf of a drawn tree is worth, by place */
    this.leaves = new Map();
    this.drawn = false;
    this.places = 0;
    /** The place of each node. */ this.place = new Int32Array(view.nodes.rows);
    /** The place above each place, and the move that leads to it. */ this.parents = this.labels = new Int32Array(0);
    this.placesOf(game === "tree" ? readTree(view.position) : []);
    this.byPlace = grouped(this.place, this.places);
    this.childrenOf = grouped(this.parents.subarray(0, this.places), this.places);
    this.ofNode = grouped(this.events.node, view.nodes.rows);
    this.simulations = this.eventsOf("simulation");
    this.threads = this.simulations.reduce((most, at) => Math.max(most, this.events.d[at] + 1), 1);
    this.cuts = this.depthFirst ? this.cutEvents() : this.simulations;
  }

  /** Gives every node its place. @param {Drawn[]} drawn the whole tree, where it is known */
  placesOf(drawn) {
    const { parent, name } = this.nodes;
    const count = parent.length;
    const known = drawn.length <= MOST_DRAWN ? drawn : [];
    this.drawn = known.length > 0;
    this.parents = new Int32Array(count + known.length + 1).fill(-1);
    this.labels = new Int32Array(count + known.length + 1).fill(-1);
    /** @type {Map<number, number>} */
    const found = new Map();
    const wide = this.view.names.length + 4;
    const at = (/** @type {number} */ above, /** @type {number} */ label) => {
      const key = (above + 1) * wide + label + 3;
      let place = found.get(key);
      if (place === undefined) {
        place = this.places++;
        found.set(key, place);
        this.parents[place] = above;
        this.labels[place] = label;
      }
      return place;
    };
    const seed = (/** @type {number} */ node, /** @type {number} */ above, /** @type {number} */ i) => {
      const place = at(above, above < 0 ? -1 : this.letter(i));
      const { children, value } = known[node];
      if (value !== undefined) this.leaves.set(place, value);
      children.forEach((child, k) => seed(child, place, k));
    };
    if (known.length) seed(0, -1, 0);
    for (let node = 0; node < count; node++) this.place[node] = at(parent[node] < 0 ? -1 : this.place[parent[node]], name[node]);
  }

  /** The number of the name of the i-th move of a drawn tree. @param {number} i */
  letter(i) {
    const text = i < 26 ? String.fromCharCode(97 + i) : String.fromCharCode(96 + Math.floor(i / 26), 97 + (i % 26));
    const known = this.view.names.indexOf(text);
    return known >= 0 ? known : this.view.names.push(text) - 1;
  }

  /** @param {string} name */
  eventsOf(name) {
    const wanted = this.kind[name];
    /** @type {number[]} */
    const list = [];
    const { kind } = this.events;
    for (let at = 0; at < kind.length; at++) if (kind[at] === wanted) list.push(at);
    return list;
  }

  /** Where moves were cut off: after the last move there is nothing to cut. */
  cutEvents() {
    const cut = this.view.reasons.indexOf("cut");
    const { reason, y } = this.nodes;
    return this.eventsOf("leave").filter((at) => reason[this.events.node[at]] === cut && y[this.events.node[at]] > 0);
  }

  /** What an event is called. @param {number} at */
  named(at) {
    return this.view.kinds[this.events.kind[at]];
  }

  /** The name of a move. @param {number} number */
  move(number) {
    return number >= 0 ? this.view.names[number] : ({ "-2": "∅", "-3": "↻" }[number] ?? "");
  }

  /** The last node of a place that was entered before an event. @param {number} place @param {number} t */
  visit(place, t) {
    const { start, rows } = this.byPlace;
    const end = below(rows, start[place], start[place + 1], (node) => this.nodes.enter[node], t);
    return end > start[place] ? rows[end - 1] : -1;
  }

  /** The node of the root whose search is under way. @param {number} t */
  root(t) {
    return this.depthFirst ? Math.max(0, this.visit(0, Math.max(1, t))) : 0;
  }

  /** The last event of a node before another, of one kind. @param {number} node @param {number} t @param {string} name */
  last(node, t, name) {
    const { start, rows } = this.ofNode;
    for (let i = below(rows, start[node], start[node + 1], (at) => at, t) - 1; i >= start[node]; i--)
      if (this.named(rows[i]) === name) return rows[i];
    return -1;
  }

  /** How many simulations began before an event. @param {number} t */
  begun(t) {
    let [low, high] = [0, this.simulations.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if (this.simulations[middle] < t) low = middle + 1;
      else high = middle;
    }
    return low;
  }

  /** Whether a node's numbers are turned round for the side that moves at the root. @param {number} node */
  turned(node) {
    return this.nodes.mover[node] !== this.nodes.mover[0];
  }

  /** A number of a node as the side at the root sees it. @param {number} node @param {number} raw */
  seen(node, raw) {
    return this.turned(node) ? -raw : raw;
  }

  /**
   * What is known about a place after some events.
   * @param {number} place @param {number} t
   */
  at(place, t) {
    const node = this.visit(place, t);
    if (node < 0) return { node, state: "unseen", cut: 0 };
    return this.depthFirst ? this.depthState(node, t) : this.treeState(node, t);
  }

  /** @param {number} node @param {number} t */
  depthState(node, t) {
    const { alpha, beta, leave, value, reason, y } = this.nodes;
    const best = this.last(node, t, "best");
    const standing = this.last(node, t, "stand");
    let low = alpha[node];
    if (best >= 0) low = Math.max(low, this.events.b[best]);
    if (standing >= 0) low = Math.max(low, this.events.a[standing]);
    const left = leave[node] >= 0 && leave[node] < t;
    const so = best >= 0 ? this.events.b[best] : standing >= 0 ? this.events.a[standing] : undefined;
    const why = left ? this.view.reasons[reason[node]] : "open";
    const worth = left ? value[node] : so;
    // Outside the window a value is only a bound.
    const bound = left && /^(searched|cut|table)$/.test(why) ? Number(value[node] >= beta[node]) - Number(value[node] <= alpha[node]) : 0;
    // While the node is open its window closes in; afterwards it is the one that was asked about.
    if (left) low = alpha[node];
    const [from, to] = this.turned(node) ? [-beta[node], -low] : [low, beta[node]];
    return {
      node,
      state: left ? "left" : "open",
      why,
      window: /^(over|horizon|past)$/.test(why) ? undefined : [from, to],
      bound: this.turned(node) ? -bound : bound,
      value: worth === undefined ? undefined : this.seen(node, worth),
      cut: why === "cut" ? y[node] : 0,
      stale: this.nodes.enter[node] < this.nodes.enter[this.root(t)],
    };
  }

  /** @param {number} node @param {number} t */
  treeState(node, t) {
    const backup = this.last(node, t, "backup");
    const proven = this.last(node, t, "proven");
    const { threads, losses } = this.underWay(node, t);
    return {
      node,
      state: threads || (node === 0 && t > 0) ? "open" : "left",
      visits: node === 0 ? this.begun(t) : backup >= 0 ? this.events.b[backup] : 0,
      mean: backup >= 0 ? float(this.events.c[backup]) : undefined,
      losses,
      proven: proven >= 0 ? this.events.a[proven] : undefined,
      cut: 0,
    };
  }

  /** How many threads have gone down to a node and not come back, and the losses they pretend. @param {number} node @param {number} t */
  underWay(node, t) {
    const { start, rows } = this.ofNode;
    const known = new Set();
    let [threads, losses] = [0, 0];
    for (let i = below(rows, start[node], start[node + 1], (at) => at, t) - 1; i >= start[node] && known.size < this.threads; i--) {
      const [at, name] = [rows[i], this.named(rows[i])];
      const thread = this.events.d[at];
      if ((name !== "down" && name !== "backup") || known.has(thread)) continue;
      known.add(thread);
      if (name === "down") [threads, losses] = [threads + 1, losses + this.events.a[at]];
    }
    return { threads, losses };
  }

  /** The moves from the root to a place. @param {number} place */
  path(place) {
    /** @type {string[]} */
    const moves = [];
    for (let at = place; at >= 0 && this.parents[at] >= 0; at = this.parents[at]) moves.unshift(this.move(this.labels[at]));
    return moves;
  }

  /**
   * The places to show after some events: those on the way to one place first, then level by level; what is folded up says
   * how much is in it.
   * @param {number} t @param {number} focus a place @param {Map<number, boolean>} folded by hand @param {number} most
   */
  visible(t, focus, folded, most) {
    const { start, rows } = this.childrenOf;
    const shown = (/** @type {number} */ place) => this.drawn || this.visit(place, t) >= 0;
    /** @type {Set<number>} */
    const way = new Set();
    for (let at = focus; at >= 0; at = this.parents[at]) way.add(at);
    /** @type {number[]} */
    const list = [];
    /** @type {Map<number, number>} */
    const hidden = new Map();
    let count = 1;
    const unfold = (/** @type {number} */ place) => {
      const children = [...rows.subarray(start[place], start[place + 1])].filter(shown);
      if (!children.length) return [];
      const wanted = folded.get(place) !== true && (way.has(place) || folded.get(place) === false || count + children.length <= most);
      if (!wanted || count + children.length > Math.max(most, 500)) {
        hidden.set(place, children.length);
        return [];
      }
      count += children.length;
      return children;
    };
    // The way first, so that it has room; then the others in the order of their levels.
    const before = new Map([...way].map((place) => [place, unfold(place)]));
    /** @type {Map<number, number[]>} */
    const below = new Map();
    for (let queue = [0]; queue.length; ) {
      /** @type {number[]} */
      const next = [];
      for (const place of queue) {
        const children = before.get(place) ?? unfold(place);
        below.set(place, children);
        next.push(...children);
      }
      queue = next;
    }
    const walk = (/** @type {number} */ place, /** @type {number} */ level) => {
      list.push(place);
      levels.set(place, level);
      for (const child of below.get(place) ?? []) walk(child, level + 1);
    };
    /** @type {Map<number, number>} */
    const levels = new Map();
    if (this.places) walk(0, 0);
    return { list, levels, below, hidden };
  }
}
