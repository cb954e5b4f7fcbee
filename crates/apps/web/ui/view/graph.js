// The game as a curve: the winning chance after every move of the main line, what lost some of it marked, the position on
// the board under the rule; a side line is dashed.

import { h } from "../dom.js";
import { visit } from "../app.js";
import { percent, t } from "../i18n.js";
import { lookOf } from "../grounds.js";
import { mainLine, mark } from "./moves.js";

const WIDTH = 640,
  HEIGHT = 120,
  EDGE = 12,
  /** Two labels so near to each other would be one on the other. */ LABEL = 64;

/** Whose chance is at the top: who is listed first. @param {State} state */
export const topSide = ({ picture }) => lookOf(picture).sides[0];

/** @param {State} state */
export function graph(state) {
  const top = topSide(state);
  const main = mainLine(state);
  const length = Math.max(main.length, state.line.length);
  const step = (WIDTH - 2 * EDGE) / Math.max(1, length - 1);
  const points = (/** @type {number[]} */ line) =>
    line.flatMap((id, i) => {
      const node = state.tree[id];
      if (node.value === undefined) return [];
      const chance = top === "black" ? node.value : 1 - node.value;
      return { node, x: EDGE + i * step, y: EDGE + (1 - chance) * (HEIGHT - 2 * EDGE) };
    });
  const path = (/** @type {{x: number, y: number}[]} */ list) => list.map(({ x, y }) => `${x.toFixed(1)} ${y.toFixed(1)}`).join("L");
  const game = points(main);
  const branch = Math.max(0, state.line.findIndex((id, i) => id !== main[i]) - 1);
  const aside = branch > 0 || state.line[1] !== main[1] ? points(state.line).filter(({ x }) => x >= EDGE + branch * step) : [];
  const at = state.line.indexOf(state.node);
  const go = (/** @type {number} */ i) => visit(state.line[Math.max(0, Math.min(state.line.length - 1, i))]);
  const { value } = state.tree[state.node];
  const told = value === undefined ? "" : `, ${t("graph.value", { side: t(`side.${top}`), value: percent(top === "black" ? value : 1 - value) })}`;
  return h(
    "svg",
    {
      class: "graph",
      viewBox: `0 0 ${WIDTH} ${HEIGHT}`,
      role: "slider",
      tabindex: 0,
      "aria-label": t("graph.label", { side: t(`side.${top}`) }),
      "aria-valuemin": 0,
      "aria-valuemax": state.line.length - 1,
      "aria-valuenow": at,
      "aria-valuetext": `${t("moves.of", { n: at, m: state.line.length - 1 })}${told}`,
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
    h("path", { class: "now", d: `M${EDGE + at * step} 4V${HEIGHT - 4}` }),
    game.length > 1 &&
      h("path", { class: "area", d: `M${game[0].x} ${HEIGHT / 2}L${path(game)}L${game[game.length - 1].x} ${HEIGHT / 2}Z` }),
    game.length === 0 && h("text", { class: "axis empty", x: WIDTH / 2, y: HEIGHT / 2 - 8 }, t("graph.empty")),
    game.length > 0 && h("path", { class: "curve", d: `M${path(game)}` }),
    aside.length > 1 && h("path", { class: "curve aside", d: `M${path(aside)}` }),
    h("text", { class: "axis", x: 6, y: 17 }, t(`side.${top}`)),
    h("text", { class: "axis", x: 6, y: HEIGHT - 7 }, t(`side.${top === "black" ? "white" : "black"}`)),
    marks(game),
    game.length === 1 && h("circle", { class: "single", cx: game[0].x, cy: game[0].y, r: 3 }),
  );
}

/** A dot for every move that lost something; mistakes have their name where there is room. @param {{node: TreeNode, x: number, y: number}[]} points */
function marks(points) {
  let free = 0;
  return points.map(({ node, x, y }) => {
    const { sign, name } = mark(node);
    if (!sign) return null;
    const text = `${node.record}${sign}`;
    const left = Math.min(x + 7, WIDTH - LABEL);
    const labelled = name !== "inaccuracy" && left >= free;
    if (labelled) free = left + LABEL;
    return h(
      "g",
      { key: `x${node.id}` },
      h("circle", { class: `mistake ${name}`, cx: x, cy: y, r: name === "inaccuracy" ? 3.5 : 5 }, h("title", null, text)),
      labelled &&
        h("text", { class: "mistake-text", x: left, y: y < 34 ? y + 18 : y - 8 }, text),
    );
  });
}
