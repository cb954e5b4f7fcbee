// The game as a curve: Black's winning chance after every move, mistakes marked, the position on the board under the rule.

import { h } from "../dom.js";
import { act } from "../app.js";
import { percent, t } from "../i18n.js";
import { blame } from "./moves.js";

const WIDTH = 640,
  HEIGHT = 120,
  EDGE = 12;

/** @param {State} state */
export function graph(state) {
  const line = state.line.map((id) => state.tree[id]);
  const step = (WIDTH - 2 * EDGE) / Math.max(1, line.length - 1);
  const points = line.flatMap((node, i) =>
    node.value === undefined ? [] : { node, x: EDGE + i * step, y: EDGE + (1 - node.value) * (HEIGHT - 2 * EDGE) },
  );
  const at = state.line.indexOf(state.node);
  const go = (/** @type {number} */ i) => {
    const node = state.line[Math.max(0, Math.min(line.length - 1, i))];
    if (node !== state.node) act("goto", { node });
  };
  const value = line[at]?.value;
  const curve = points.map(({ x, y }) => `${x} ${y}`).join("L");
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
      onclick: (e) => {
        const box = e.currentTarget.getBoundingClientRect();
        go(Math.round((((e.clientX - box.left) / box.width) * WIDTH - EDGE) / step));
      },
      onkeydown: (e) => {
        const by = { ArrowLeft: -1, ArrowRight: 1, PageUp: 10, PageDown: -10 }[e.key];
        if (!by) return;
        e.preventDefault();
        e.stopPropagation();
        go(at + by);
      },
    },
    h("path", { class: "middle", d: `M0 ${HEIGHT / 2}H${WIDTH}` }),
    h("text", { class: "axis", x: 6, y: 13 }, t("side.black")),
    h("text", { class: "axis", x: 6, y: HEIGHT - 5 }, t("side.white")),
    points.length > 1 &&
      h("path", { class: "area", d: `M${points[0].x} ${HEIGHT / 2}L${curve}L${points[points.length - 1].x} ${HEIGHT / 2}Z` }),
    points.length > 0 && h("path", { class: "curve", d: `M${curve}` }),
    points.filter(({ node }) => blame(state, node)).map(({ node, x, y }) => mistake(x, y, `${node.record}${blame(state, node)}`)),
    points.length === 1 && h("circle", { class: "single", cx: points[0].x, cy: points[0].y, r: 3 }),
    h("path", { class: "now", d: `M${EDGE + at * step} 4V${HEIGHT - 4}` }),
  );
}

/** @param {number} x @param {number} y @param {string} text */
function mistake(x, y, text) {
  return h(
    "g",
    { key: `x${x}` },
    h("circle", { class: "mistake", cx: x, cy: y, r: 5 }),
    h("text", { class: "mistake-text", x: Math.min(x + 7, WIDTH - 60), y: y < 24 ? y + 14 : y - 6 }, text),
  );
}
