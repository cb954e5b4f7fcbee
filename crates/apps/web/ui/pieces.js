// The pieces, drawn by hand for this page in a box of 100 by 100. Colours come from the style sheet (`.white`, `.black`).

import { h } from "./dom.js";

const FOOT = "M25 85h50q4 0 4 4v2q0 3-3 3H24q-3 0-3-3v-2q0-4 4-4z";
const SKIRT = "M33 72h34c0 6 6 9 8 13H25c2-4 8-7 8-13z";

/** Outlines by letter: `solid` is filled, `detail` is an inner line, `dot` a small filled circle [x, y, r]. @type {Record<string, {solid: string[], detail?: string[], dots?: number[][]}>} */
const SHAPES = {
  P: {
    solid: [
      "M41 44c1 14-4 24-12 33-2 3-3 5-3 8h48c0-3-1-5-3-8-8-9-13-19-12-33z",
      "M50 17a14 14 0 0 1 8 26H42a14 14 0 0 1 8-26z",
      "M37 43h26q3 0 3 3t-3 3H37q-3 0-3-3t3-3z",
      FOOT,
    ],
  },
  R: {
    solid: [
      "M34 73l3-33h26l3 33z",
      "M27 18h10v8h8v-8h10v8h8v-8h10v17q0 2-2 3l-5 4H34l-5-4q-2-1-2-3z",
      "M31 72h38l5 13H26z",
      FOOT,
    ],
    detail: ["M36 47h28"],
  },
  N: {
    solid: [
      "M29 85c0-17 15-21 17-36-5 6-11 8-16 8-2 5-5 8-10 7-6-2-7-8-4-13 5-8 8-11 11-19 2-6 6-10 11-12l1-11c5 2 8 5 10 8 20 5 30 29 27 68z",
      FOOT,
    ],
    detail: ["M54 25c13 9 18 28 17 54", "M21 57l4-3"],
    dots: [[36, 34, 3]],
  },
  B: {
    solid: [
      SKIRT,
      "M50 20c12 8 20 20 17 31-2 7-8 11-17 11s-15-4-17-11c-3-11 5-23 17-31z",
      "M50 9a5.5 5.5 0 1 1 0 11 5.5 5.5 0 1 1 0-11z",
      "M35 62h30q3 0 3 4 0 6-3 6H35q-3 0-3-6 0-4 3-4z",
      FOOT,
    ],
    detail: ["M50 32v17M42 40h16"],
  },
  Q: {
    solid: [
      "M26 72L14 35l19 18 1-30 13 27 3-31 3 31 13-27 1 30 19-18-12 37z",
      "M14 27a5 5 0 1 1 0 10 5 5 0 1 1 0-10zM34 15a5 5 0 1 1 0 10 5 5 0 1 1 0-10zM50 10a5 5 0 1 1 0 10 5 5 0 1 1 0-10zM66 15a5 5 0 1 1 0 10 5 5 0 1 1 0-10zM86 27a5 5 0 1 1 0 10 5 5 0 1 1 0-10z",
      "M26 72q24-7 48 0l3 13H23z",
      FOOT,
    ],
    detail: ["M29 78q21-5 42 0"],
  },
  K: {
    solid: [
      "M46 8h8v6h6v7h-6v12h-8V21h-6v-7h6z",
      "M50 64c-5-9-8-15-8-22 0-6 3-11 8-11s8 5 8 11c0 7-3 13-8 22z",
      "M28 73c-8-7-15-13-14-23 2-11 15-13 24-5 6 5 10 12 12 19 2-7 6-14 12-19 9-8 22-6 24 5 1 10-6 16-14 23z",
      "M28 73q22-7 44 0l3 12H25z",
      FOOT,
    ],
    detail: ["M30 79q20-5 40 0"],
  },
};

/** A piece: a man if its kind has an outline, else a disc, with its letter if it has one. @param {{side: Side, kind: string}} piece @param {string} ids prefix of the gradients */
export function piece({ side, kind }, ids) {
  const shape = SHAPES[kind];
  if (!shape) return disc(side, kind, ids);
  return h(
    "g",
    { class: `man ${side}`, transform: "translate(3 1.5) scale(.94)" },
    shape.solid.map((d) => h("path", { class: "solid", d })),
    shape.detail?.map((d) => h("path", { class: "detail", d })),
    shape.dots?.map(([x, y, r]) => h("circle", { class: "dot", cx: x, cy: y, r })),
  );
}

/** A disc or stone with shadow and highlight. @param {Side} side @param {string} kind @param {string} ids */
function disc(side, kind, ids) {
  return h(
    "g",
    { class: `disc ${side}` },
    h("circle", { class: "shadow", cx: 50, cy: 53.5, r: 42 }),
    h("circle", { class: "face", cx: 50, cy: 50, r: 42, fill: `url(#${ids}${side})` }),
    kind.length === 1 && h("text", { class: "letter", x: 50, y: 50 }, kind),
  );
}

/** The gradients of the discs. @param {string} ids */
export function gradients(ids) {
  const gradient = (/** @type {string} */ name, /** @type {[number, string][]} */ stops) =>
    h(
      "radialGradient",
      { id: ids + name, cx: ".36", cy: ".3", r: ".8" },
      stops.map(([offset, colour]) => h("stop", { offset, "stop-color": colour })),
    );
  return h(
    "defs",
    null,
    gradient("black", [
      [0, "#646b73"],
      [0.4, "#262a2f"],
      [1, "#0b0d0f"],
    ]),
    gradient("white", [
      [0, "#ffffff"],
      [0.6, "#efede6"],
      [1, "#c4c0b2"],
    ]),
  );
}

/** The product's mark: four squares, four games. */
export function mark() {
  return h(
    "svg",
    { viewBox: "0 0 34 34", class: "mark", "aria-hidden": "true" },
    h(
      "g",
      { fill: "none", stroke: "currentColor", "stroke-width": 2 },
      h("rect", { x: 2, y: 2, width: 30, height: 30, rx: 4 }),
      h("path", { d: "M17 2v30M2 17h30" }),
    ),
    h("path", { d: "M9.5 5.5l4 6h-8z", fill: "currentColor" }),
    h("path", { d: "M24.5 5v9M21 8h7", stroke: "currentColor", "stroke-width": 2.4 }),
    h("circle", { cx: 9.5, cy: 24.5, r: 4.6, class: "mark-felt" }),
    h("circle", { cx: 24.5, cy: 24.5, r: 4.6, fill: "currentColor" }),
  );
}
