// The moves played, with their variations, values and marks, and what can be done with them.

import { cls, h, keepInView, Kept } from "../dom.js";
import { about, act, app, changed, visit } from "../app.js";
import { lang, percent, t, worth } from "../i18n.js";
import { select } from "./fields.js";

/** What a move may give away of the winning chance before it gets a mark. @type {[number, string, string][]} */
export const MARKS = [
  [0.15, "??", "blunder"],
  [0.1, "?", "mistake"],
  [0.05, "?!", "inaccuracy"],
];
/** The least loss that is worth going to. */
export const MISTAKE = 0.1;

/** How much of the winning chance a move cost its player, as far as it is known. @param {TreeNode} node */
export const loss = (node) => node.loss ?? 0;

/** The mark of a move that lost something: its sign and its name. @param {TreeNode} node */
export function mark(node) {
  const [, sign = "", name = ""] = MARKS.find(([least]) => loss(node) >= least) ?? [];
  return { sign, name };
}

/** Signs of the annotators, by their numbers. @type {Record<number, string>} */
const GLYPHS = { 1: "!", 2: "?", 3: "!!", 4: "??", 5: "!?", 6: "?!" };

/** Whether a step sets up a position instead of being a move. @param {TreeNode} node */
export const isSetUp = (node) => node.move.startsWith("{");

/** Whether both sides' moves share a number, as in PGN. @param {string} game */
export const paired = (game) => about(game).formats.includes("pgn");

/** A value in the game's words. @param {State} state @param {Value | undefined} value @param {boolean} [brief] */
export function valueText({ game }, value, brief) {
  const { unit, counts_points } = about(game);
  return worth(value, { unit, paired: paired(game), counted: counts_points }, brief);
}

/** How many moves lead to a node; positions that were set up do not count. @param {State} state @param {TreeNode} node */
export function played(state, node) {
  let moves = 0;
  for (let at = node; at.parent !== null; at = state.tree[at.parent]) if (!isSetUp(at)) moves++;
  return moves;
}

/** The number before a move that stands alone. @param {State} state @param {TreeNode} node */
export function numbered(state, node) {
  const ply = played(state, node);
  return paired(state.game) ? `${Math.ceil(ply / 2)}${node.mover === "white" ? ". " : "… "}` : `${ply}. `;
}

/** What a record says about a move, without the commands that programs hide in comments. @param {TreeNode} node */
export const spoken = ({ before = "", comment = "" }) => [before, comment].join("\n").replace(/\[%[^\]]*\]/g, "").trim();

/** The main line, whatever is on the board. @param {State} state */
export function mainLine({ tree }) {
  const line = [0];
  for (let next = tree[0].children?.[0]; next !== undefined; next = tree[next].children?.[0]) line.push(next);
  return line;
}

/** The moves as they were last described. */
const kept = new Kept();

/** @param {State} state */
export function moveList(state) {
  kept.begin();
  if (state.tree.length < 2) return h("p", { class: "soft", key: "moves" }, t("moves.none"));
  const [first, ...others] = state.tree[0].children ?? [];
  return h(
    "div",
    { class: cls("moves", paired(state.game) && "in-columns"), key: "moves", role: "group", "aria-label": t("moves.title") },
    line(state, first, 1, others),
  );
}

/** One line of play, the other choices at each move in brackets after it. @param {State} state @param {number} from @param {number} ply @param {number[]} [others] @returns {VElement[]} */
function line(state, from, ply, others) {
  /** @type {VElement[]} */
  const out = [];
  let fresh = true;
  /** @type {number[]} */
  let choices = [from, ...(others ?? [])];
  for (; choices.length; choices = state.tree[choices[0]].children ?? []) {
    const [id, ...aside] = choices;
    const number = ply;
    if (!isSetUp(state.tree[id])) ply++;
    const node = state.tree[id];
    const made = [node, node.id === state.node, number, fresh, state.id, app.tab, lang];
    const move = kept.part(id, made, () => moveButton(state, node, number, fresh));
    // Both moves of a number stay on one line.
    const white = paired(state.game) && !fresh && node.mover === "black" ? out.pop() : undefined;
    out.push(white ? kept.part(`p${id}`, [white, move], () => h("span", { class: "full-move", key: `p${id}` }, white, move)) : move);
    for (const other of aside)
      out.push(h("div", { class: "variation", key: `v${other}` }, line(state, other, number)));
    fresh = aside.length > 0;
  }
  return out;
}

/** A move with its number and its value; where records are PGN, both sides' moves share a number. @param {State} state @param {TreeNode} node @param {number} ply @param {boolean} fresh */
function moveButton(state, node, ply, fresh) {
  const here = node.id === state.node;
  const pairs = paired(state.game);
  const pair = Math.ceil(ply / 2);
  const placed = isSetUp(node);
  const number = placed ? "" : !pairs ? `${ply}.` : node.mover === "white" ? `${pair}.` : fresh ? `${pair}…` : "";
  const { sign, name } = mark(node);
  const glyphs = (node.nags ?? []).map((nag) => GLYPHS[nag] ?? "").join("");
  return h(
    "span",
    { class: cls("ply", number.endsWith("…") && "alone"), key: `m${node.id}` },
    number && h("span", { class: "number" }, number),
    h(
      "button",
      {
        class: cls("move", here && "here"),
        "aria-current": here ? "true" : undefined,
        title: told(state, node),
        "aria-label": placed ? t(placing(node)) : undefined,
        onclick: () => visit(node.id),
        ref: here ? (e) => keepInView(e, ".moves", `${state.id} ${node.id} ${app.tab}`) : undefined,
      },
      !pairs && !placed && h("span", { class: `dot ${node.mover}`, "aria-hidden": "true" }),
      node.record,
      glyphs,
      sign && h("b", { class: `blame ${name}` }, sign),
    ),
  );
}

/** What a step does if it is not a move. @param {TreeNode} node */
const placing = (node) => (node.move === "{}" ? "moves.note" : "moves.set");

/** What is known of a move, for the pointer. @param {State} state @param {TreeNode} node */
function told(state, node) {
  const chance = node.value === undefined ? "" : percent(node.mover === "black" ? node.value : 1 - node.value);
  const { name } = mark(node);
  const value = chance && t("moves.value", { value: chance });
  return [isSetUp(node) && t(placing(node)), name && t(`mark.${name}`), value, spoken(node)].filter(Boolean).join(" · ") || undefined;
}

/** What can be done with the move on the board. @param {State} state */
export function moveTools(state) {
  const { tree, node } = state;
  if (tree[node].parent === null) return null;
  const aside = !mainLine(state).includes(node);
  return h(
    "div",
    { class: "move-tools", key: "tools" },
    h(
      "div",
      { class: "row wrap" },
      aside && h("button", { key: "promote", onclick: () => act("promote", { node }) }, t("line.promote")),
      h("button", { key: "delete", onclick: () => act("delete", { node }) }, t("line.delete")),
      h(
        "button",
        {
          key: "remark",
          "aria-expanded": String(app.remarking === node),
          onclick: () => {
            app.remarking = app.remarking === node ? null : node;
            changed();
          },
        },
        t("line.remark"),
      ),
    ),
    app.remarking === node && remarkForm(tree[node]),
  );
}

/** @param {TreeNode} node */
function remarkForm({ id, comment = "", nags = [] }) {
  const others = nags.filter((nag) => !(nag in GLYPHS));
  const glyph = String(nags.find((nag) => nag in GLYPHS) ?? 0);
  /** @type {[string, string][]} */
  const choices = [["0", "–"], ...Object.entries(GLYPHS)];
  // Both are read when either changes: the other may have been written a moment ago.
  const say = (/** @type {FieldEvent} */ e) => {
    const form = /** @type {HTMLElement} */ (e.target.closest(".remark-form"));
    const chosen = Number(form.querySelector("select")?.value);
    act("remark", { node: id, comment: form.querySelector("textarea")?.value ?? "", nags: chosen ? [chosen, ...others] : others });
  };
  return h(
    "div",
    { class: "remark-form", key: `remark-${id}`, onchange: say },
    select("glyph", glyph, choices, () => {}, t("line.glyph")),
    h("textarea", { rows: 2, "aria-label": t("line.remark"), ".value": comment }),
  );
}
