// Learning from mistakes: shows the position before a mistake; the user finds the better move on the board.

import { h } from "../dom.js";
import { announce, app, set, visit } from "../app.js";
import { t } from "../i18n.js";
import { loss, mainLine, mark, MISTAKE } from "./moves.js";

/** The mistakes of the game whose better move is known. @param {State} state */
function mistakes(state) {
  return mainLine(state).filter((id) => {
    const node = state.tree[id];
    return loss(node) >= MISTAKE && state.tree[node.parent ?? 0].best_record;
  });
}

/** Goes to the next mistake, or to the first. @param {State} state */
function next(state) {
  const all = mistakes(state);
  const last = app.learning?.mistake ?? -1;
  const mistake = all[(all.indexOf(last) + 1) % all.length];
  set({ learning: { game: state.id, mistake, told: "ask" } });
  visit(state.tree[mistake].parent ?? 0);
}

/** The lesson, while the position it is about is on the board. @param {State} state */
export function lesson(state) {
  const { learning } = app;
  return learning?.game === state.id && state.tree[learning.mistake]?.parent === state.node ? learning : null;
}

/** What the search would play where a mistake was made. @param {State} state */
const better = (state) => state.tree[state.node].best;

/** Says how it went, and shows the better move once it is found or given up. @param {State} state @param {Lesson["told"]} told @param {string} [move] */
function tell(state, told, move) {
  const hint = told === "wrong" ? null : (state.legal.find((m) => m.move === better(state)) ?? null);
  set({ hint, learning: { .../** @type {Lesson} */ (app.learning), told, found: move } });
  announce(t(`learn.${told}`, { best: state.tree[state.node].best_record, move }));
}

/** @param {Lesson | null} lesson */
const solved = (lesson) => lesson?.told === "right" || lesson?.told === "good";

/** Whether a move was an answer, and not one to play. @param {State} state @param {Move} move */
export function answered(state, move) {
  if (!lesson(state) || solved(app.learning)) return false;
  const { also = [] } = state.tree[state.node];
  const mistake = state.tree[app.learning?.mistake ?? 0].move;
  const good = also.includes(move.move) && move.move !== mistake;
  tell(state, move.move === better(state) ? "right" : good ? "good" : "wrong", move.record);
  return true;
}

/** @param {State} state */
export function learn(state) {
  const all = mistakes(state);
  if (!all.length) return null;
  const now = lesson(state);
  if (!now) return h("button", { key: "learn", onclick: () => next(state) }, t("learn.start"));
  const node = state.tree[now.mistake];
  const words = { side: t(`side.${node.mover}`), move: node.record + mark(node).sign, best: state.tree[state.node].best_record };
  const done = solved(now) || now.told === "shown";
  return h(
    "div",
    { key: "learn", class: "lesson" },
    h("p", null, t("learn.ask", words)),
    now.told !== "ask" && h("p", { class: now.told === "wrong" ? "error" : "good" }, t(`learn.${now.told}`, { ...words, move: now.found })),
    h(
      "div",
      { class: "row wrap" },
      !done && h("button", { key: "show", onclick: () => tell(state, "shown") }, t("learn.show")),
      h("button", { key: "next", class: done && "primary", onclick: () => next(state) }, t("learn.next")),
      h("button", { key: "end", onclick: () => set({ learning: null, hint: null }) }, t("learn.end")),
      h("span", { class: "soft" }, t("moves.of", { n: all.indexOf(now.mistake) + 1, m: all.length })),
    ),
  );
}
