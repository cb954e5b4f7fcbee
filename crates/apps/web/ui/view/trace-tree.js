// The tree of a traced search: small trees from top to bottom as textbooks draw them, large ones as an outline that grows
// downwards. Unsearched nodes are grey.

import { cls, h } from "../dom.js";
import { percent, t } from "../i18n.js";
import { edge, points } from "./trace-model.js";

/** @typedef {import("./trace-model.js").Trace} Trace */
/** What a tree is drawn with: how far the search is, the place the reader looks at, what is folded, stops, places that another search has not. @typedef {{t: number, chosen: number, current: number, folded: Map<number, boolean>, stops: Set<number>, most: number, top: number, only?: Set<number>, pick: (place: number) => void, fold: (place: number, open: boolean) => void}} Look */

/** A box: width, height, and the gaps beside and below. */
const BOX = { w: 78, h: 40, dx: 8, dy: 30 };
/** With room for virtual losses. */
const BROAD_BOX = { ...BOX, w: 100 };
const ROW = { w: 262, h: 24, dx: 22, dy: 4 };
/** Of a long outline this much is drawn above and below where the reader is. */
const MARGIN = 800;
/** Trees with more places are outlines. */
const BROAD = 60;

/** @param {Trace} trace @param {Look} look */
export function tree(trace, look) {
  const { list, levels, below, hidden } = trace.visible(look.t, look.current, look.folded, look.most);
  const outline = !trace.drawn && list.length > 12 ? true : list.length > BROAD;
  const size = sizeOf(trace, outline);
  const at = outline ? rows(list, levels) : boxes(list, levels, below, size);
  const near = (/** @type {number} */ place) => {
    const y = at.get(place)?.[1] ?? 0;
    return !outline || place === look.current || place === look.chosen || Math.abs(y - look.top - MARGIN / 2) < MARGIN;
  };
  const seen = list.filter(near);
  const width = Math.max(...[...at.values()].map(([x]) => x)) + size.w + 2;
  const height = Math.max(...[...at.values()].map(([, y]) => y)) + size.h + (outline ? 4 : 22);
  return h(
    "svg",
    {
      class: cls("trace-tree", outline && "outline"),
      viewBox: `-2 -2 ${width + 4} ${height + 4}`,
      width: width + 4,
      height: height + 4,
      // On a small screen it scrolls before it gets too small to read.
      style: { "min-width": `${Math.min(width + 4, 560)}px` },
      role: "tree",
      "aria-label": t("trace.tree"),
      "data-places": list.length,
    },
    lines(trace, seen, at, outline, look),
    seen.map((place) => {
      const spot = { at: at.get(place) ?? [0, 0], hidden: hidden.get(place) ?? 0, level: levels.get(place) ?? 0 };
      return node(trace, place, spot, outline, look);
    }),
  );
}

/** @param {Trace} trace @param {boolean} outline */
function sizeOf(trace, outline) {
  return outline ? ROW : trace.threads > 1 ? BROAD_BOX : BOX;
}

/** @param {number[]} list @param {Map<number, number>} levels @returns {Map<number, [number, number]>} */
function rows(list, levels) {
  return new Map(list.map((place, i) => [place, [(levels.get(place) ?? 0) * ROW.dx, i * (ROW.h + ROW.dy)]]));
}

/** Leaves side by side, every other place over the middle of those below it. @param {number[]} list @param {Map<number, number>} levels @param {Map<number, number[]>} below @param {typeof BOX} size @returns {Map<number, [number, number]>} */
function boxes(list, levels, below, size) {
  /** @type {Map<number, [number, number]>} */
  const at = new Map();
  let column = 0;
  const place = (/** @type {number} */ p) => {
    const children = below.get(p) ?? [];
    children.forEach(place);
    const ends = [children[0], children[children.length - 1]].map((c) => at.get(c)?.[0] ?? 0);
    const x = children.length ? (ends[0] + ends[1]) / 2 : column++ * (size.w + size.dx);
    at.set(p, [x, (levels.get(p) ?? 0) * (size.h + size.dy)]);
  };
  if (list.length) place(list[0]);
  return at;
}

/** @param {Trace} trace @param {number} place @param {Map<number, [number, number]>} at @param {boolean} outline @param {Look} look */
function line(trace, place, at, outline, look) {
  const [above, here] = [at.get(trace.parents[place]), at.get(place)];
  if (!above || !here) return null;
  const unseen = trace.visit(place, look.t) < 0;
  const { w, h: tall } = sizeOf(trace, outline);
  const d = outline
    ? `M${above[0] + 8} ${above[1] + tall}V${here[1] + tall / 2}H${here[0]}`
    : `M${above[0] + w / 2} ${above[1] + tall}L${here[0] + w / 2} ${here[1]}`;
  return h("path", { key: place, d, class: cls("edge", unseen && "unseen") });
}

/** @type {WeakMap<Trace, Map<number | string, {key: string, v: VElement}>>} what was drawn last, by place */
const drawn = new WeakMap();

/** The same description as long as what it is made of stays the same: then nothing is compared or changed. @param {Trace} trace @param {number | string} name @param {string} key @param {() => VElement} describe */
function kept(trace, name, key, describe) {
  let all = drawn.get(trace);
  if (!all) drawn.set(trace, (all = new Map()));
  const old = all.get(name);
  if (old?.key === key) return old.v;
  const v = describe();
  all.set(name, { key, v });
  return v;
}

/** @param {Trace} trace @param {number[]} list @param {Map<number, [number, number]>} at @param {boolean} outline @param {Look} look */
function lines(trace, list, at, outline, look) {
  const key = list.map((place) => `${place}${trace.visit(place, look.t) < 0 ? "-" : ""}@${at.get(place)}`).join(" ") + outline;
  return kept(trace, "lines", key, () => h("g", { key: "lines" }, list.map((place) => line(trace, place, at, outline, look))));
}

/** @param {[number, number]} window */
export function windowText([low, high]) {
  return `[${edge(low)}; ${edge(high)}]`;
}

/** The two texts of a place. @param {Trace} trace @param {number} place @param {ReturnType<Trace["at"]>} state @returns {[string, string]} */
function texts(trace, place, state) {
  const name = trace.parents[place] < 0 ? t("trace.root") : trace.move(trace.labels[place]);
  if ("visits" in state) {
    const mean = state.mean === undefined ? "" : percent(state.mean);
    const loss = state.losses ? ` −${state.losses}` : "";
    const proven = state.proven === undefined || !trace.proves ? "" : state.proven > 0 ? " ✓" : state.proven < 0 ? " ✗" : " =";
    return [name + proven, `${state.visits}${loss}${mean && ` · ${mean}`}`];
  }
  const leaf = trace.leaves.get(place);
  const hint = state.state === "unseen" && leaf !== undefined ? points(leaf) : "";
  const sign = "bound" in state ? ["≤", "", "≥"][(state.bound ?? 0) + 1] : "";
  const value = "value" in state && state.value !== undefined ? sign + points(state.value) : hint;
  const open = state.state === "open" && value ? "…" : "";
  return [`${name} ${value}${open}`.trim(), trace.windows && "window" in state && state.window ? windowText(/** @type {[number, number]} */ (state.window)) : ""];
}

/** @type {WeakMap<Trace, Look>} */
const handlers = new WeakMap();

/** What opens the places below a folded one. @param {Trace} trace @param {number} place @param {number} hidden @param {boolean} outline */
function fold(trace, place, hidden, outline) {
  const size = sizeOf(trace, outline);
  const [x, y] = outline ? [size.w - 40, 4] : [size.w / 2 - 16, size.h + 2];
  const onclick = (/** @type {Event} */ e) => {
    e.stopPropagation();
    handlers.get(trace)?.fold(place, true);
  };
  return h(
    "g",
    { class: "fold", transform: `translate(${x} ${y})`, onclick },
    h("rect", { width: 34, height: 16, rx: 8 }),
    h("text", { x: 17, y: 12, "text-anchor": "middle" }, `+${hidden}`),
  );
}

/** @param {Trace} trace @param {number} place @param {{at: [number, number], hidden: number, level: number}} spot @param {boolean} outline @param {Look} look */
function node(trace, place, { at: [x, y], hidden, level }, outline, look) {
  const state = trace.at(place, look.t);
  const size = sizeOf(trace, outline);
  const [first, second] = texts(trace, place, state);
  const mover = state.node >= 0 ? trace.nodes.mover[state.node] : (trace.nodes.mover[0] + level) % 2;
  const why = "why" in state ? state.why : "";
  const cut = state.cut > 0;
  const chosen = look.chosen === place;
  const kind = cls(
    "place",
    state.state,
    mover ? "white" : "black",
    cut && "cut",
    "stale" in state && state.stale && "stale",
    place === look.current && "current",
    chosen && "chosen",
    look.stops.has(place) && "stop",
    look.only?.has(place) && "only",
  );
  // Who listens for clicks may change while the box stays as it is.
  handlers.set(trace, look);
  const said = [first, second, why && why !== "open" ? t(`trace.why.${why}`) : "", cut ? t("trace.unseen", { n: state.cut }) : ""];
  const label = said.filter(Boolean).join(", ");
  const middle = outline ? undefined : "middle";
  const same = [kind, label, hidden, outline].join("|");
  const describe = () => h(
    "g",
    {
      class: kind,
      role: "treeitem",
      "aria-label": label,
      "aria-level": level + 1,
      "aria-selected": String(chosen),
      "aria-expanded": hidden ? "false" : undefined,
      "data-place": trace.path(place).join(" "),
      tabindex: chosen ? 0 : -1,
      onclick: () => handlers.get(trace)?.pick(place),
    },
    h("title", null, label),
    h("rect", { width: size.w, height: size.h, rx: 5 }),
    h("circle", { class: "mover", cx: 9, cy: outline ? 12 : 11, r: 4 }),
    h("text", { x: outline ? 20 : size.w / 2 + 6, y: 16, "text-anchor": middle, class: "name" }, first),
    h("text", { x: outline ? 130 : size.w / 2, y: outline ? 16 : 32, "text-anchor": middle, class: "more" }, second),
    cut && h("text", { x: outline ? 224 : size.w / 2, y: outline ? 16 : size.h + 14, "text-anchor": middle, class: "scissors" }, `✂${state.cut}`),
    hidden > 0 && fold(trace, place, hidden, outline),
  );
  // A box that only moves stays as it is.
  return h("g", { key: place, transform: `translate(${x} ${y})` }, kept(trace, place, same, describe));
}
