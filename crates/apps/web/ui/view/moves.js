// The moves played, with their variations and values.

import { cls, h, keepInView } from "../dom.js";
import { about, act } from "../app.js";
import { percent, t } from "../i18n.js";

/** A drop of this much of the winning chance is a mistake, twice as much a blunder. */
export const MISTAKE = 0.1;
export const BLUNDER = 0.2;

/** How much of the winning chance a node's move cost its player, if both positions have a value. @param {State} state @param {TreeNode} node */
export function loss(state, node) {
  const before = state.tree[node.parent ?? -1]?.value;
  if (before === undefined || node.value === undefined) return 0;
  return node.mover === "black" ? before - node.value : node.value - before;
}

/** @param {State} state @param {TreeNode} node */
export function blame(state, node) {
  const cost = loss(state, node);
  return cost >= BLUNDER ? "??" : cost >= MISTAKE ? "?" : "";
}

/** @param {State} state */
export function moveList(state) {
  if (state.tree.length < 2) return h("p", { class: "soft", key: "moves" }, t("moves.none"));
  /** @type {number[][]} */
  const children = state.tree.map(() => []);
  for (const node of state.tree) if (node.parent !== null) children[node.parent].push(node.id);
  return h(
    "div",
    { class: "moves", key: "moves", role: "group", "aria-label": t("moves.title") },
    line(state, children, children[0][0], 1),
  );
}

/** One line of play, the other choices at each move in brackets after it. @param {State} state @param {number[][]} children @param {number} from @param {number} ply @returns {VElement[]} */
function line(state, children, from, ply) {
  const out = [];
  let fresh = true;
  for (let id = from; id !== undefined; id = children[id][0], ply++) {
    const node = state.tree[id];
    out.push(moveButton(state, node, ply, fresh));
    fresh = false;
    const choices = children[node.parent ?? 0];
    for (const other of choices[0] === id ? choices.slice(1) : []) {
      out.push(h("div", { class: "variation", key: `v${other}` }, line(state, children, other, ply)));
      fresh = true;
    }
  }
  return out;
}

/** A move with its number; where records are PGN, both sides' moves share one. @param {State} state @param {TreeNode} node @param {number} ply @param {boolean} fresh */
function moveButton(state, node, ply, fresh) {
  const here = node.id === state.node;
  const paired = about(state.game).formats.includes("pgn");
  const pair = Math.ceil(ply / 2);
  const number = !paired ? `${ply}.` : node.mover === "white" ? `${pair}.` : fresh ? `${pair}…` : "";
  const value = node.value === undefined ? "" : percent(node.mover === "black" ? node.value : 1 - node.value);
  return h(
    "span",
    { class: "ply", key: `m${node.id}` },
    number && h("span", { class: "number" }, number),
    h(
      "button",
      {
        class: cls("move", here && "here"),
        "aria-current": here ? "true" : undefined,
        title: value && t("moves.value", { value }),
        onclick: () => act("goto", { node: node.id }),
        ref: here ? (e) => keepInView(e, ".moves", `${state.id} ${node.id}`) : undefined,
      },
      !paired && h("span", { class: `dot ${node.mover}`, "aria-hidden": "true" }),
      node.record,
      blame(state, node) && h("b", { class: "blame" }, blame(state, node)),
    ),
  );
}
