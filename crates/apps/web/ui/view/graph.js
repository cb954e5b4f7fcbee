// The game as a curve: Black's winning chance after every move, mistakes marked, the position on the board under the rule.

import { h } from "../dom.js";
import { act } from "../app.js";
import { percent, t } from "../i18n.js";
import { blame } from "./moves.js";

const WIDTH = 640,
  HEIGHT = 120,
  EDGE = 12;

/** @param {any} state */
export function graph(state) {
  const line = state.line.map((/** @type {number} */ id) => state.tree[id]);
  const x = (/** @type {number} */ i) => EDGE + (i * (WIDTH - 2 * EDGE)) / Math.max(1, line.length - 1);
  const y = (/** @type {number} */ value) => EDGE + (1 - value) * (HEIGHT - 2 * EDGE);
  const points = line
    .map((/** @type {any} */ node, /** @type {number} */ i) =>
      node.value === undefined ? null : { i, node, x: x(i), y: y(node.value) },
    )
    .filter(Boolean);
  const at = state.line.indexOf(state.node);
  const go = (/** @type {number} */ i) => {
    const node = state.line[Math.max(0, Math.min(line.length - 1, i))];
    if (node !== state.node) act("goto", { node });
  };
  const value = line[at]?.value;
  return h(
    "svg",
    {
      class: "graph",
      viewBox: `0 0 ${WIDTH} ${HEIGHT}`,
      role: "slider",
      tabindex: 0,
      "aria-label": t("graph.label"),
      "aria-valuemin": 0,
      "aria-valuemax": line.length - 1,
      "aria-valuenow": at,
      "aria-valuetext": `${t("moves.of", { n: at, m: line.length - 1 })}${value === undefined ? "" : `, ${t("graph.value", { value: percent(value) })}`}`,
      onclick: (/** @type {any} */ e) => {
        const box = e.currentTarget.getBoundingClientRect();
        go(
          Math.round(
            (((e.clientX - box.left) / box.width) * WIDTH - EDGE) / ((WIDTH - 2 * EDGE) / Math.max(1, line.length - 1)),
          ),
        );
      },
      onkeydown: (/** @type {KeyboardEvent} */ e) => {
        const step = { ArrowLeft: -1, ArrowRight: 1, PageUp: 10, PageDown: -10 }[e.key];
        if (step) {
          e.preventDefault();
          e.stopPropagation();
          go(at + step);
        }
      },
    },
    h("path", { class: "middle", d: `M0 ${HEIGHT / 2}H${WIDTH}` }),
    h("text", { class: "axis", x: 6, y: 13 }, t("side.black")),
    h("text", { class: "axis", x: 6, y: HEIGHT - 5 }, t("side.white")),
    points.length > 1 &&
      h("path", {
        class: "area",
        d: `M${points[0].x} ${HEIGHT / 2}L${points.map((/** @type {any} */ p) => `${p.x} ${p.y}`).join("L")}L${points[points.length - 1].x} ${HEIGHT / 2}Z`,
      }),
    points.length > 0 &&
      h("polyline", { class: "curve", points: points.map((/** @type {any} */ p) => `${p.x},${p.y}`).join(" ") }),
    points
      .filter((/** @type {any} */ p) => blame(state, p.node))
      .map((/** @type {any} */ p) =>
        h(
          "g",
          { key: `x${p.i}` },
          h("circle", { class: "mistake", cx: p.x, cy: p.y, r: 5 }),
          h(
            "text",
            { class: "mistake-text", x: Math.min(p.x + 7, WIDTH - 60), y: p.y < 24 ? p.y + 14 : p.y - 6 },
            `${p.node.record}${blame(state, p.node)}`,
          ),
        ),
      ),
    points.length === 1 && h("circle", { class: "single", cx: points[0].x, cy: points[0].y, r: 3 }),
    h("path", { class: "now", d: `M${x(at)} 4V${HEIGHT - 4}` }),
  );
}
