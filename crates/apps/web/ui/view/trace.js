// A traced search on the screen: its tree, its controls, the last event explained, and the board of the selected node.
//
// Start reading at `player`. `trace-screen.js` shows two side by side, or any search on its own screen.

import { cls, h } from "../dom.js";
import { announce, app, changed, explain } from "../app.js";
import { api } from "../api.js";
import { count, lang, percent, t } from "../i18n.js";
import { still } from "./home.js";
import { float, points, Trace } from "./trace-model.js";
import { tree, windowText } from "./trace-tree.js";

/** @typedef {Schemas["Traced"]} Traced */
/** A traced search and the current event. */
export class Watched {
  /** @param {Traced} asked */
  constructor(asked) {
    this.asked = asked;
    /** @type {Trace | null} */ this.trace = null;
    /** @type {unknown} */ this.error = null;
    this.t = 0;
    /** @type {number | null} a place chosen by hand */ this.chosen = null;
    /** @type {Map<number, boolean>} */ this.folded = new Map();
    /** @type {Set<number>} */ this.stops = new Set();
    this.gathered = false;
    this.timer = 0;
    this.pace = 600;
    /** The scroll position of the tree. */ this.top = 0;
    /** @type {{key: string, look: Schemas["Looked"]} | null} */ this.board = null;
    this.load();
  }

  /** Folds up all but the moves at the top: of a finished tree search they say most. */
  gather() {
    const { trace } = this;
    if (!trace || trace.depthFirst || this.gathered) return;
    this.gathered = true;
    const { start, rows } = trace.childrenOf;
    for (const place of rows.subarray(start[0], start[1])) this.folded.set(place, true);
  }

  async load() {
    try {
      this.trace = new Trace(await api.trace(this.asked), this.asked.game);
      this.t = this.asked.at === "end" ? this.trace.length : 0;
      if (this.t) this.chosen = 0;
    } catch (error) {
      this.error = error;
    }
    changed();
  }

  /** The place of the last event. */
  get current() {
    const { trace, t } = this;
    if (!trace) return 0;
    for (let at = Math.min(t, trace.length) - 1; at >= 0 && at > t - 4; at--) {
      const node = trace.events.node[at];
      if (node >= 0) return trace.place[node];
    }
    return 0;
  }

  get looked() {
    return this.chosen ?? this.current;
  }

  /** @param {number} t */
  go(t) {
    if (!this.trace) return;
    this.t = Math.max(0, Math.min(this.trace.length, t));
    this.chosen = null;
    if (this.t === this.trace.length) this.pause();
    announce(caption(this));
    changed();
  }

  /** One event; runs of table questions and evaluations go with the step they belong to. */
  step() {
    this.go(this.t + 1);
  }

  back() {
    this.pause();
    this.go(this.t - 1);
  }

  /** Past everything below the node that is entered next. */
  over() {
    const { trace, t } = this;
    if (!trace || t >= trace.length) return;
    if (!trace.depthFirst) return this.go(next(trace.simulations, t));
    const node = trace.events.node[t];
    const entering = trace.named(t) === "enter";
    this.go(entering && trace.nodes.leave[node] >= 0 ? trace.nodes.leave[node] + 1 : t + 1);
  }

  /** To the next cut, or past the next simulation. */
  cut() {
    const { trace, t } = this;
    if (trace) this.go(trace.depthFirst ? next(trace.cuts, t - 1) + 1 : next(trace.simulations, t));
  }

  pause() {
    clearInterval(this.timer);
    this.timer = 0;
  }

  play() {
    if (this.timer) this.pause();
    else {
      if (this.t === this.trace?.length) this.t = 0;
      const tick = () => {
        const { trace } = this;
        if (!trace || !/^(lesson|trace)$/.test(app.route.screen)) return this.pause();
        this.go(this.t + 1);
        if (trace.named(this.t - 1) === "enter" && this.stops.has(this.current)) this.pause();
      };
      this.timer = window.setInterval(tick, this.pace);
      tick();
    }
    changed();
  }

  /** @param {number} place */
  pick(place) {
    this.chosen = place;
    changed();
  }

  toggleStop() {
    const place = this.looked;
    if (!this.stops.delete(place)) this.stops.add(place);
    changed();
  }

  /** The neighbour of the chosen place: up, down, or beside it. @param {number} dx @param {number} dy */
  walk(dx, dy) {
    const { trace } = this;
    if (!trace) return;
    const { below } = trace.visible(this.t, this.current, this.folded, MOST);
    const above = trace.parents[this.looked];
    const beside = below.get(above) ?? [];
    const to = dy < 0 ? above : dy > 0 ? below.get(this.looked)?.[0] : beside[beside.indexOf(this.looked) + dx];
    if (to === undefined || to < 0) return;
    this.pick(to);
    requestAnimationFrame(() => requestAnimationFrame(() => /** @type {SVGElement | null} */ (document.querySelector(".place.chosen"))?.focus()));
  }
}

/** The first number of a sorted list that is larger, or the end of the search. @param {number[]} list @param {number} t */
function next(list, t) {
  return list.find((at) => at > t) ?? Infinity;
}

/** Places shown at once; the others are folded up and counted. */
const MOST = 500;

/** @type {Map<string, Watched>} the searches on the screen and a few before */
const watched = new Map();

/** The search of a question, begun when it is first asked for. @param {Traced} asked */
export function watch(asked) {
  const key = JSON.stringify(asked);
  let found = watched.get(key);
  if (!found) {
    if (watched.size > 6) watched.delete([...watched.keys()][0]);
    found = new Watched(asked);
    watched.set(key, found);
  }
  return found;
}

/** The search that keys control. @type {Watched | null} */
let leading = null;

/** @returns {Record<string, () => unknown>} */
export function traceKeys() {
  const it = leading;
  if (!it?.trace) return {};
  // In the tree the arrows walk from box to box.
  const walks = document.activeElement?.closest(".trace-tree") && {
    arrowleft: () => it.walk(-1, 0),
    arrowright: () => it.walk(1, 0),
    arrowup: () => it.walk(0, -1),
    arrowdown: () => it.walk(0, 1),
  };
  return {
    arrowright: () => it.step(),
    arrowleft: () => it.back(),
    arrowdown: () => it.over(),
    c: () => it.cut(),
    p: () => it.play(),
    b: () => it.toggleStop(),
    home: () => it.go(0),
    end: () => it.go(Infinity),
    ...walks,
  };
}

/** @param {Watched} it */
function sides(it) {
  const root = it.trace?.nodes.mover[0] ?? 0;
  return { root: t(root ? "side.white" : "side.black"), other: t(root ? "side.black" : "side.white") };
}

/** What the last event means, in words, and who did it. @param {Watched} it */
function caption(it) {
  const { trace } = it;
  if (!trace || !it.t) return t("trace.start");
  const said = trace.depthFirst ? searched(it, trace) : simulated(it, trace);
  return trace.threads > 1 && it.t > 1 ? t("trace.by", { thread: trace.events.d[it.t - 1] + 1, said }) : said;
}

/** @param {Watched} it @param {Trace} trace */
function base(it, trace) {
  const node = trace.events.node[it.t - 1];
  const place = node >= 0 ? trace.path(trace.place[node]).join(" ") || t("trace.root") : "";
  const mover = node >= 0 ? t(trace.nodes.mover[node] ? "side.white" : "side.black") : "";
  return { place, mover, ...sides(it) };
}

/** The texts of table hits: a bound is reversed with the point of view. */
const FOUND = ["none", "move", "most", "least", "exact"];
/** The depth of what is known to the end of the game. */
const ENDLESS = 255;

/** An event of minimax or alpha-beta. @param {Watched} it @param {Trace} trace */
function searched(it, trace) {
  const at = it.t - 1;
  const { node, a, b, c, d } = trace.events;
  const kind = trace.named(at);
  const seen = (/** @type {number} */ raw) => points(trace.seen(node[at], raw));
  const known = base(it, trace);
  switch (kind) {
    case "depth":
    case "done":
      return t(`trace.${kind}`, { n: a[at] });
    case "enter": {
      const { alpha, beta, ask, depth } = trace.nodes;
      const [low, high] = trace.turned(node[at]) ? [-beta[node[at]], -alpha[node[at]]] : [alpha[node[at]], beta[node[at]]];
      const asked = t(`trace.ask.${ask[node[at]]}`);
      return t(trace.windows ? "trace.enter" : "trace.enter.plain", { ...known, window: windowText([low, high]), asked, n: depth[node[at]] });
    }
    case "leave": {
      const why = trace.view.reasons[trace.nodes.reason[node[at]]];
      const [x, y] = [trace.nodes.x[node[at]], trace.nodes.y[node[at]]];
      const numbers = { x: points(x), y: points(y), left: y };
      const { bound = 0 } = /** @type {{bound?: number}} */ (trace.at(trace.place[node[at]], it.t));
      const reason = why === "cut" && !y ? "cut.last" : why;
      return `${t(["trace.leave.most", "trace.leave", "trace.leave.least"][bound + 1], { ...known, value: seen(a[at]) })} ${t(`trace.why.${reason}`, numbers)}`;
    }
    case "probe":
      return probed(trace, at, known);
    case "skip":
      return t("trace.skip", { ...known, move: trace.move(a[at]), rule: t(`trace.why.${trace.view.reasons[b[at]]}`, { x: points(c[at]), y: points(d[at]) }) });
    case "shorten":
      return t(b[at] > 0 ? "trace.shorten" : "trace.lengthen", { ...known, move: trace.move(a[at]), n: Math.abs(b[at]) });
    case "best":
      return t(trace.windows ? "trace.best" : "trace.best.plain", { ...known, move: trace.move(a[at]), value: seen(b[at]) });
    default:
      return t(`trace.${kind}`, { ...known, value: seen(a[at]) });
  }
}

/** What the table says about a node. @param {Trace} trace @param {number} at @param {Record<string, string>} known */
function probed(trace, at, known) {
  const { node, a, b, c } = trace.events;
  // The root is never kept: its moves stay in the order of the depth before.
  if (!a[at] && node[at] > 0 && trace.place[node[at]] === 0) return t("trace.probe.root");
  const bound = trace.turned(node[at]) && (a[at] === 2 || a[at] === 3) ? 5 - a[at] : a[at];
  const depth = t(c[at] >= ENDLESS ? "trace.deep.end" : "trace.deep", { n: c[at] });
  return t(`trace.probe.${FOUND[bound]}`, { ...known, value: points(trace.seen(node[at], b[at])), depth });
}

/** An event of a tree search. @param {Watched} it @param {Trace} trace */
function simulated(it, trace) {
  const at = it.t - 1;
  const { a, b, c } = trace.events;
  const known = base(it, trace);
  const kind = trace.named(at);
  switch (kind) {
    case "select":
      return t(!b[at] ? "trace.again" : flat(it) ? "trace.select.flat" : "trace.select", { ...known, move: trace.move(c[at]), n: b[at] });
    case "down":
      return t(a[at] ? "trace.down.loss" : "trace.down", { ...known, n: a[at] });
    case "value":
      return t(`trace.value.${trace.view.how[a[at]]}`, { ...known, value: percent(float(b[at])) });
    case "backup":
      return t("trace.backup", { ...known, value: percent(a[at] / 256), n: b[at], mean: percent(float(c[at])) });
    case "proven":
      return t(trace.proves ? `trace.proven.${a[at]}` : "trace.proven.end", known);
    case "root":
      return t("trace.planted", { n: a[at] });
    default:
      return t(`trace.${kind}`, { ...known, n: kind === "simulation" ? trace.begun(it.t) : a[at] });
  }
}

/** Whether playouts are shared out evenly, without arithmetic. @param {Watched} it */
function flat(it) {
  return it.asked.player.startsWith("mc");
}

/** A watched search. @param {Traced} asked @param {{only?: Set<number>, bare?: boolean}} [more] places that another search has not; without board and table */
export function player(asked, { only, bare } = {}) {
  const it = watch(asked);
  if (!bare || !leading || ![...watched.values()].includes(leading)) leading = it;
  if (it.error) return h("p", { class: "error", role: "alert" }, explain(it.error));
  if (!it.trace) return h("p", { class: "loading" }, t("trace.loading"));
  const look = {
    t: it.t,
    chosen: it.looked,
    current: it.current,
    folded: it.folded,
    stops: it.stops,
    most: MOST,
    top: it.top,
    only,
    pick: (/** @type {number} */ place) => {
      leading = it;
      if (it.chosen === place) it.folded.set(place, it.folded.get(place) !== true);
      it.pick(place);
    },
    fold: (/** @type {number} */ place, /** @type {boolean} */ open) => {
      it.folded.set(place, !open);
      it.pick(place);
    },
  };
  return h(
    "div",
    { class: cls("trace", leading === it && "leading"), key: JSON.stringify(asked), onpointerdown: () => (leading = it) },
    h(
      "div",
      { class: "trace-stage" },
      h("div", { class: "trace-scroll", onscroll: (/** @type {Event} */ e) => scrolled(e, it), ref: (e) => follow(e, it) }, tree(it.trace, look)),
      !bare && board(it),
    ),
    h("p", { class: "caption", "aria-live": "off" }, caption(it)),
    controls(it),
    it.trace.threads === 1 && /threads=[2-9]/.test(asked.player) && h("p", { class: "soft" }, t("trace.alone")),
    it.trace.view.missed > 0 && h("p", { class: "soft" }, t("trace.missed", { n: count(it.trace.view.missed) })),
    !bare && [candidates(it), legend(it)],
  );
}

/** Draws what has come into sight. @param {Event} e @param {Watched} it */
function scrolled(e, it) {
  const { scrollTop } = /** @type {HTMLElement} */ (e.target);
  if (Math.abs(scrollTop - it.top) < 300) return;
  it.top = scrollTop;
  changed();
}

/** Keeps the current node in sight. @param {HTMLElement} box @param {Watched} it */
function follow(box, it) {
  const key = `${it.t} ${it.looked}`;
  if (box.dataset.seen === key) return;
  box.dataset.seen = key;
  requestAnimationFrame(() => {
    const node = box.querySelector(".place.chosen, .place.current");
    if (!node) return;
    const [a, b] = [node.getBoundingClientRect(), box.getBoundingClientRect()];
    const off = (/** @type {number} */ from, /** @type {number} */ to, /** @type {number} */ low, /** @type {number} */ high) =>
      from < low || to > high ? (from + to - low - high) / 2 : 0;
    box.scrollBy({ left: off(a.left, a.right, b.left, b.right), top: off(a.top, a.bottom, b.top, b.bottom), behavior: "instant" });
  });
}

/** @param {Watched} it */
function controls(it) {
  const trace = /** @type {Trace} */ (it.trace);
  const act = (/** @type {() => void} */ what) => () => {
    leading = it;
    what();
  };
  const button = (/** @type {string} */ key, /** @type {string} */ glyph, /** @type {() => void} */ what, off = false) =>
    h("button", { class: "plain", title: t(key), "aria-label": t(key), disabled: off, onclick: act(what) }, glyph);
  const end = it.t >= trace.length;
  return h(
    "div",
    { class: "trace-controls", role: "group", "aria-label": t("trace.controls") },
    button("trace.key.first", "|◀", () => it.go(0), !it.t),
    button("trace.key.back", "◀", () => it.back(), !it.t),
    h("button", { class: "primary", title: t("trace.key.step"), disabled: end, onclick: act(() => it.step()) }, t("trace.step")),
    button("trace.key.over", "⤼", () => it.over(), end),
    trace.windows && h("button", { title: t("trace.key.cut"), disabled: end, onclick: act(() => it.cut()) }, t(trace.depthFirst ? "trace.cut" : "trace.simulate")),
    h("button", { title: t("trace.key.play"), "aria-pressed": String(Boolean(it.timer)), onclick: act(() => it.play()) }, t(it.timer ? "trace.pause" : "trace.play")),
    button("trace.key.end", "▶|", () => it.go(Infinity), end),
    h("button", { class: cls("plain", it.stops.has(it.looked) && "on"), title: t("trace.key.stop"), "aria-label": t("trace.key.stop"), "aria-pressed": String(it.stops.has(it.looked)), onclick: act(() => it.toggleStop()) }, "⬤"),
    h("input", {
      type: "range",
      min: 0,
      max: trace.length,
      ".value": String(it.t),
      "aria-label": t("trace.position"),
      oninput: (/** @type {Event} */ e) => it.go(Number(/** @type {HTMLInputElement} */ (e.target).value)),
    }),
    h("span", { class: "soft count" }, t("moves.of", { n: it.t, m: trace.length })),
  );
}

/** What the colours mean. @param {Watched} it @param {boolean} [framed] whether what only one search visits has a frame */
export function legend(it, framed = false) {
  const trace = /** @type {Trace} */ (it.trace);
  const parts = trace.depthFirst
    ? ["depth", trace.windows && "window", "grey"]
    : ["tree", trace.threads > 1 && "losses", trace.proves && "proven"];
  const keys = ["movers", ...parts, framed && "only", trace.drawn && "drawn"].filter(Boolean);
  return h("p", { class: "soft legend" }, keys.map((key) => `${t(`trace.legend.${key}`, sides(it))} `));
}

/** The board of the chosen place, beside the tree. @param {Watched} it */
function board(it) {
  const { asked } = it;
  if (asked.game === "tree" || !it.trace) return null;
  const path = it.trace.path(it.looked);
  const end = path.indexOf("∅");
  const moves = (end < 0 ? path : path.slice(0, end)).filter((move) => move !== "↻");
  const key = moves.join(" ");
  if (it.board?.key !== key) ask(it, key, { game: asked.game, rules: asked.rules, position: asked.position, moves: [...(asked.moves ?? []), ...moves] });
  const look = it.board?.look;
  if (!look) return null;
  return h(
    "figure",
    { class: "trace-board" },
    h("q-board", { ".model": still(asked.game, look.rules, look.picture, { last: look.last, label: key || t("trace.root") }) }),
    h("figcaption", { class: "soft" }, key || t("trace.root"), end >= 0 ? ` ${t("trace.passed")}` : ""),
  );
}

let asking = "";
let pending = 0;
/** Asks for a board once the reader stays there for a moment. @param {Watched} it @param {string} key @param {Schemas["Place"]} place */
function ask(it, key, place) {
  const name = JSON.stringify(place);
  if (asking === name) return;
  asking = name;
  clearTimeout(pending);
  pending = window.setTimeout(() => look(it, key, place), it.board ? 120 : 0);
}

/** @param {Watched} it @param {string} key @param {Schemas["Place"]} place */
async function look(it, key, place) {
  try {
    it.board = { key, look: await api.look(place) };
    changed();
  } catch {
    // The board is unchanged; the tree shows the current node.
  }
  asking = "";
}

/** The arithmetic of the last selection at the chosen place. @param {Watched} it */
function candidates(it) {
  const trace = /** @type {Trace} */ (it.trace);
  if (trace.depthFirst) return null;
  const node = trace.visit(it.looked, it.t);
  const at = node < 0 ? -1 : trace.last(node, it.t, "select");
  if (at < 0 || !trace.events.b[at]) return null;
  const { name, score, proven } = trace.candidates;
  const rows = Array.from({ length: trace.events.b[at] }, (_, i) => trace.events.a[at] + i);
  rows.sort((x, y) => rank(float(score[y])) - rank(float(score[x])));
  const chosen = trace.events.c[at];
  const shown = shownColumns(it, trace, rows);
  const mark = (/** @type {number} */ row) => (proven[row] ? (proven[row] > 0 ? " ✓" : " ✗") : "");
  return h(
    "div",
    { class: "scroll candidates", role: "region", tabindex: 0, "aria-label": t("trace.candidates") },
    h("h3", null, t("trace.candidates.of", { place: trace.path(it.looked).join(" ") || t("trace.root") })),
    h(
      "table",
      null,
      h("thead", null, h("tr", null, h("th", { scope: "col" }, t("trace.col.move")), shown.map(([key]) => h("th", { scope: "col", class: "n" }, t(`trace.col.${key}`))))),
      h(
        "tbody",
        null,
        rows.slice(0, 40).map((row) =>
          h(
            "tr",
            { key: row, class: cls(name[row] === chosen && "on") },
            h("td", null, trace.move(name[row]), mark(row), name[row] === chosen && h("span", { class: "visually-hidden" }, ` ${t("trace.chosen")}`)),
            shown.map(([, cell]) => h("td", { class: "n" }, cell(row))),
          ),
        ),
      ),
    ),
  );
}

/** The columns that mean something to a player, and what stands in them. @param {Watched} it @param {Trace} trace @param {number[]} rows @returns {[string, (row: number) => string | number][]} */
function shownColumns(it, trace, rows) {
  const { visits, mean, prior, amaf_visits, amaf, amaf_weight, score } = trace.candidates;
  const number = (/** @type {number} */ x) => (Number.isFinite(x) ? x.toLocaleString(lang, { minimumFractionDigits: 3, maximumFractionDigits: 3 }) : "–");
  const rave = rows.some((row) => amaf_visits[row] > 0);
  const guided = /^(puct|prior)/.test(it.asked.player);
  const sum = (/** @type {number} */ row) => float(score[row]);
  // The sum without the exploration term; one of the two means may be missing.
  const value = (/** @type {number} */ row) => {
    const own = visits[row] ? float(mean[row]) : float(amaf[row]);
    return amaf_visits[row] ? own + float(amaf_weight[row]) * (float(amaf[row]) - own) : own;
  };
  /** @type {[string, (row: number) => string | number, boolean][]} */
  const all = [
    ["tries", (row) => visits[row], true],
    ["mean", (row) => number(float(mean[row])), true],
    ["prior", (row) => number(float(prior[row])), guided],
    ["amaf", (row) => (amaf_visits[row] ? `${number(float(amaf[row]))} (${amaf_visits[row]})` : "–"), rave],
    ["weight", (row) => number(float(amaf_weight[row])), rave && !it.asked.player.startsWith("amaf")],
    ["bonus", (row) => number(sum(row) - value(row)), !flat(it)],
    ["sum", (row) => (Number.isNaN(sum(row)) ? t("trace.first") : number(sum(row))), !flat(it)],
  ];
  return all.filter(([, , wanted]) => wanted).map(([key, cell]) => [key, cell]);
}

/** What must be tried first comes first. @param {number} score */
function rank(score) {
  return Number.isNaN(score) ? Infinity : score;
}
