// The moves played, with their variations and values.

import { cls, h } from "../dom.js";
import { act } from "../app.js";
import { percent, t } from "../i18n.js";

/** A drop of this much of the winning chance is a mistake, twice as much a blunder. */
export const MISTAKE = 0.1;
export const BLUNDER = 0.2;

/** How much of the winning chance a node's move cost its player, if both positions have a value. @param {any} state @param {any} node */
export function loss(state, node) {
  const before = state.tree[node.parent]?.value;
  if (before === undefined || node.value === undefined) return 0;
  return node.mover === "black" ? before - node.value : node.value - before;
}

/** @param {any} state @param {any} node */
export function blame(state, node) {
  const cost = loss(state, node);
  return cost >= BLUNDER ? "??" : cost >= MISTAKE ? "?" : "";
}

/** @param {any} state */
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

/** One line of play, the other choices at each move in brackets after it. @param {any} state @param {number[][]} children @param {number} from @param {number} ply @returns {any[]} */
function line(state, children, from, ply) {
  const out = [];
  let fresh = true;
  for (let id = from; id !== undefined; id = children[id][0], ply++) {
    const node = state.tree[id];
    out.push(moveButton(state, node, ply, fresh));
    fresh = false;
    const choices = children[node.parent];
    for (const other of choices[0] === id ? choices.slice(1) : []) {
      out.push(h("div", { class: "variation", key: `v${other}` }, line(state, children, other, ply)));
      fresh = true;
    }
  }
  return out;
}

/** @param {any} state @param {any} node @param {number} ply @param {boolean} fresh */
function moveButton(state, node, ply, fresh) {
  const here = node.id === state.node;
  const paired = state.game === "chess";
  const number = paired
    ? node.mover === "white"
      ? `${Math.ceil(ply / 2)}.`
      : fresh
        ? `${Math.ceil(ply / 2)}…`
        : ""
    : `${ply}.`;
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
        ref: here ? (/** @type {any} */ e) => keepInView(e, `${state.id} ${node.id}`) : undefined,
      },
      !paired && h("span", { class: `dot ${node.mover}`, "aria-hidden": "true" }),
      node.record,
      blame(state, node) && h("b", { class: "blame" }, blame(state, node)),
    ),
  );
}

let seen = "";
/** Scrolls the list, never the page. @param {HTMLElement} element @param {string} key */
function keepInView(element, key) {
  if (seen === key) return;
  seen = key;
  requestAnimationFrame(() => {
    const box = /** @type {HTMLElement | null} */ (element.closest(".moves"));
    if (!box) return;
    const top = element.getBoundingClientRect().top - box.getBoundingClientRect().top;
    if (top < 0 || top > box.clientHeight - 30) box.scrollTop += top - box.clientHeight / 2;
  });
}
