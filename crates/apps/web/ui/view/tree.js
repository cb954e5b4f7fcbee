// The growing search tree: the most visited moves, each with its replies, which the user can expand.

import { h } from "../dom.js";
import { changed } from "../app.js";
import { count, percent, t } from "../i18n.js";

/** Branches that were opened or closed by hand, by the moves that lead there. @type {Map<string, boolean>} */
const toggled = new Map();
/** The main line is open this far at first. */
const OPEN_AT_FIRST = 3;
/** Answers shown at one move. */
const MOST_ANSWERS = 12;

/** @typedef {Branch & {children: Node[]}} Node */

/** @param {State} state @param {SearchReport} report */
export function searchTree(state, report) {
  /** @type {Node[]} */
  const nodes = (report.tree ?? []).map((b) => ({ ...b, children: [] }));
  /** @type {Node[]} */
  const roots = [];
  for (const node of nodes) (node.parent === undefined ? roots : nodes[node.parent].children).push(node);
  if (!roots.length) return null;
  const side = state.to_move === "black" ? 0 : 1;
  return h(
    "div",
    { class: "tree" },
    h("h3", { title: t("help.tree") }, t("why.branches")),
    h("p", { class: "soft help" }, t("why.branches.text", { n: nodes.length, all: count(report.nodes) })),
    level(roots, `${state.id} ${state.node}`, 0, side, true),
  );
}

/** @param {Node[]} nodes @param {string} path @param {number} depth @param {number} side @param {boolean} main @returns {VElement} */
function level(nodes, path, depth, side, main) {
  const most = Math.max(1, nodes[0].visits);
  const hidden = nodes.length - MOST_ANSWERS;
  return h(
    "ul",
    null,
    nodes.slice(0, MOST_ANSWERS).map((node, i) => branch(node, `${path} ${node.move}`, depth, side, main && i === 0, most)),
    hidden > 0 && h("li", { key: "more", class: "soft" }, t("why.branches.more", { n: hidden })),
  );
}

/** @param {Node} node @param {string} path @param {number} depth @param {number} side @param {boolean} main @param {number} most */
function branch(node, path, depth, side, main, most) {
  const open = toggled.get(path) ?? (main && depth < OPEN_AT_FIRST);
  const row = [
    h("span", { class: `dot ${side === 0 ? "black" : "white"}`, "aria-hidden": "true" }),
    h("b", null, node.record),
    h("span", { class: "meter", style: { width: `${Math.max(2, Math.round((70 * node.visits) / most))}px` } }),
    h("span", { class: "n" }, count(node.visits)),
    h("span", { class: "n" }, percent(node.value)),
  ];
  if (!node.children.length)
    return h("li", { key: node.move }, h("span", { class: "leaf" }, row, more(node)));
  return h(
    "li",
    { key: node.move },
    h(
      "details",
      {
        ".open": open,
        ontoggle: (e) => {
          if (e.target.open === (toggled.get(path) ?? (main && depth < OPEN_AT_FIRST))) return;
          toggled.set(path, e.target.open);
          changed();
        },
      },
      h("summary", null, row),
      open && level(node.children, path, depth + 1, 1 - side, main),
    ),
  );
}

/** Answers that are in the tree but not in the list. @param {Node} node */
function more(node) {
  return node.answers > 0 && h("span", { class: "soft" }, t("why.branches.answers", { n: node.answers }));
}
