// Beside the board: who plays on each side with what it has, the buttons of the game, and whose turn it is.

import { cls, h } from "../dom.js";
import { about, act, app, askNew, create, menu, mine, play, save, set, standing } from "../app.js";
import { clockText, count, seconds, t } from "../i18n.js";
import { lookOf } from "../grounds.js";
import { engineSeat, levelChoices, limitsOf, segmented, select, strength, strengthFields } from "./fields.js";
import { played } from "./moves.js";
import { form } from "./setup.js";

/** The move that is none, where the rules know it. @param {{move: string}[]} moves */
export function passIn(moves) {
  return moves.find((m) => m.move === "pass");
}

/** @param {State} state */
export function players(state) {
  return h(
    "div",
    { class: "card players" },
    lookOf(state.picture).sides.map((side) => seat(state, side)),
    app.lost && h("p", { class: "error", role: "status" }, t("error.unreachable")),
    buttons(state),
    turn(state),
    beginnings(state),
  );
}

/** Before the first move, where the rules differ in who makes it: the other way is one click away, and remembered. @param {State} state */
function beginnings({ game, rules, ply, start, seats, tree }) {
  const { variants } = about(game);
  const firsts = new Set(variants.map((variant) => variant.first));
  if (ply > 0 || tree.length > 1 || start || firsts.size < 2) return null;
  const begin = (/** @type {string} */ variant) => {
    if (rules.split(" ").includes(variant)) return;
    form(game).variant = variant;
    save("setups", app.setups);
    return create({ game, rules: variants.reduce((text, { name }) => text.replace(name, variant), rules), seats });
  };
  const now = variants.find(({ name }) => rules.split(" ").includes(name))?.name ?? "";
  return segmented("begins", now, variants.map(({ name, first }) => [name, t("begins", { side: t(`side.${first}`) })]), begin);
}

/** @param {State} state */
function buttons(state) {
  const pass = mine(state) && passIn(state.legal);
  // Where passing is an ordinary move the button keeps its place; elsewhere it may be highlighted.
  const passing = passIn(state.legal) ?? passIn(state.tree);
  const button = (/** @type {string} */ key, /** @type {() => unknown} */ onclick, /** @type {Props} */ more = {}, letter = "") =>
    h("button", { key, onclick, ...more }, t(key), letter && h("kbd", null, letter));
  const engines = state.seats.black.kind === "engine" && state.seats.white.kind === "engine";
  return h(
    "div",
    { class: cls("buttons", passing && "four") },
    button("undo", () => act("undo"), { disabled: !state.can_undo }, "U"),
    button("redo", () => act("redo"), { disabled: !state.can_redo }, "R"),
    engines || state.paused
      ? button(state.paused ? "resume" : "pause", () => act("pause", { on: !state.paused }), { disabled: Boolean(state.end) })
      : button("hint", () => act("hint"), { disabled: !mine(state) || state.hinting }, "H"),
    passing && button("pass", () => pass && play(pass), { class: cls("pass", pass && "accent"), disabled: !pass }, "P"),
    button("resign", () => set({ dialog: { kind: "resign" } }), { class: "resign", disabled: Boolean(state.end) }),
    button("new", askNew, {}, "N"),
    button("menu", menu, {}, "M"),
  );
}

/** Whose turn it is, and what is to be said about it. @param {State} state */
function turn(state) {
  if (state.end) return h("p", { class: "soft turn-line" }, standing(state));
  const [moves, pass] = [state.legal.filter((m) => m.to).length, mine(state) && passIn(state.legal)];
  return h(
    "p",
    { class: "soft turn-line", title: t("help.moves") },
    `${standing(state)} ${t("moves.n", { n: played(state, state.tree[state.node]) })}, ${t("moves.possible", { n: moves })}`,
    pass && !moves && ` · ${t("must.pass")}`,
    state.hinting && [" · ", pulse(), t("hint.thinking")],
    app.hint && ` · ${t("say.hint", { move: app.hint.record })}`,
  );
}

/** @param {State} state @param {Side} side */
function seat(state, side) {
  const who = state.seats[side];
  const s = strength(who);
  const choice = who.kind === "human" ? "human" : s.choice;
  const sit = (/** @type {Seat} */ next) => act("seats", { ...state.seats, [side]: next });
  const change = (/** @type {string} */ value) =>
    sit(value === "human" ? { kind: "human" } : engineSeat({ choice: value, seconds: 2 }));
  const levels = levelChoices(state.game, true).map(([v, level]) => {
    const limits = limitsText(limitsOf(who));
    return /** @type {[string, string]} */ ([v, v === "limits" ? t("seat.limits", { limits }) : t("seat.level", { level })]);
  });
  return h(
    "div",
    { class: cls("seat-box", !state.end && state.to_move === side && "to-move"), key: side },
    h(
      "div",
      { class: "seat" },
      h("span", { class: `chip ${side}`, "aria-hidden": "true" }),
      h(
        "label",
        { class: "seat-name" },
        h("span", { title: nameOf(state, side) }, nameOf(state, side) || t(`side.${side}`)),
        select(`seat-${side}`, choice, [["human", t("seat.human")], ...levels], change),
      ),
      state.thinking?.side === side && h("span", { class: "thinking" }, pulse(), t("thinking")),
      clock(state, side),
      holding(state, side),
    ),
    choice === "limits" &&
      h(
        "details",
        null,
        h("summary", { class: "soft" }, t("seat.change")),
        strengthFields(state.game, t("setup.strength"), `seat-${side}`, s, (more) => sit(engineSeat({ ...s, ...more }))),
      ),
  );
}

/** Who played a side, if a record says so: PGN names the side, SGF its first letter. @param {State} state @param {Side} side */
function nameOf({ tags = [] }, side) {
  const names = [side === "black" ? "Black" : "White", `P${side[0].toUpperCase()}`];
  const [, name = ""] = tags.find(([tag]) => names.includes(tag)) ?? [];
  return /[^?]/.test(name) ? name : "";
}

/** The indicator of a running search. */
function pulse() {
  return h("span", { class: "pulse", "aria-hidden": "true" });
}

/** What men are worth when one counts them, in pawns. @type {Record<string, number>} */
const WORTH = { P: 1, N: 3, B: 3, R: 5, Q: 9 };

/** How much more a side has on the board, where pieces have kinds. @param {State} state @param {Side} side */
function ahead(state, side) {
  const worth = (/** @type {string | null} */ man) =>
    man ? (man[0] === side[0] ? 1 : -1) * (WORTH[man[1]?.toUpperCase()] ?? 0) : 0;
  return state.picture.pieces.reduce((sum, man) => sum + worth(man), 0);
}

/** What a side has: prisoners where they are counted and the board is not divided before the end, points, or by how much its men are worth more. @param {State} state @param {Side} side */
function holding(state, side) {
  const index = side === "black" ? 0 : 1;
  if (state.captures && !state.end) {
    const n = state.captures[index];
    return h("span", { class: "points", title: t("help.prisoners") }, n, h("small", null, ` ${t("seat.prisoners", { n })}`));
  }
  const more = ahead(state, side);
  if (more > 0) return h("span", { class: "points material", title: t("help.material") }, `+${more}`);
  return state.points && h("span", { class: "points", title: t("help.points") }, points1(state.points[index]));
}

/** @param {Budget} limits */
function limitsText(limits) {
  return (
    [
      limits.time_ms && seconds(limits.time_ms / 1000),
      limits.depth && t("limits.depth", { n: limits.depth }),
      limits.nodes && t("limits.nodes", { n: count(limits.nodes) }),
      limits.playouts && t("limits.playouts", { n: count(limits.playouts) }),
    ]
      .filter(Boolean)
      .join(", ") || "…"
  );
}

/** @param {State} state @param {Side} side */
function clock(state, side) {
  const c = state.clock;
  if (!c.limit) return null;
  const running = c.running === side ? Date.now() - app.received : 0;
  const left = c.limit * 1000 - c[side] - running;
  return h("span", { class: cls("clock", left < 20000 && "low"), role: "timer", title: t("help.clock") }, clockText(left));
}

/** @param {number} n */
export function points1(n) {
  return n.toLocaleString(document.documentElement.lang, { maximumFractionDigits: 1 });
}
