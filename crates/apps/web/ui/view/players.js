// Beside the board: who plays on each side with what it has, the buttons of the game, and whose turn it is.

import { cls, h } from "../dom.js";
import { act, again, app, menu, mine, play, set, verdict } from "../app.js";
import { clockText, count, seconds, t } from "../i18n.js";
import { engineSeat, levelChoices, select, strengthFields } from "./setup.js";

/** @param {any} state */
export function players(state) {
  const order = state.game === "chess" || state.game === "breakthrough" ? ["white", "black"] : ["black", "white"];
  const pass = mine(state) && state.legal.find((/** @type {any} */ m) => m.move === "pass");
  // In Go the button keeps its place; elsewhere a pass is so rare that it may stand out.
  const passing = state.game === "go" || pass;
  const button = (
    /** @type {string} */ key,
    /** @type {() => void} */ on,
    /** @type {any} */ more = {},
    /** @type {string} */ letter = "",
  ) => h("button", { key, onclick: on, ...more }, t(key), letter && h("kbd", null, letter));
  return h(
    "div",
    { class: "card players" },
    order.map((side) => seat(state, side)),
    app.lost && h("p", { class: "error", role: "status" }, t("error.unreachable")),
    h(
      "div",
      { class: cls("buttons", passing && "four") },
      button("undo", () => act("undo"), { disabled: !state.can_undo }, "U"),
      button("redo", () => act("redo"), { disabled: !state.can_redo }, "R"),
      button("hint", () => act("hint"), { disabled: !mine(state) || state.hinting }, "H"),
      passing && button("pass", () => play(pass), { class: cls("pass", pass && "accent"), disabled: !pass }, "P"),
      button("resign", () => set({ dialog: { kind: "resign" } }), { class: "resign", disabled: Boolean(state.end) }),
      button("new", again, {}, "N"),
      button("menu", menu, {}, "M"),
    ),
    h(
      "p",
      { class: "soft turn-line", title: state.end ? undefined : t("help.moves") },
      state.end
        ? verdict(state)
        : [
            t("say.turn", { side: t(`side.${state.to_move}`) }),
            " ",
            t("moves.n", { n: state.ply }),
            ", ",
            t("moves.possible", { n: state.legal.filter((/** @type {any} */ m) => m.to).length }),
            pass && state.legal.length === 1 ? ` · ${t("must.pass")}` : "",
            state.hinting && [" · ", pulse(), t("hint.thinking")],
            app.hint && ` · ${t("say.hint", { move: app.hint.record })}`,
          ],
    ),
  );
}

/** @param {any} state @param {string} side */
function seat(state, side) {
  const who = state.seats[side];
  const choice = who.kind === "human" ? "human" : who.level ? String(who.level) : "limits";
  const other = side === "black" ? "white" : "black";
  const change = (/** @type {string} */ value) => {
    const next =
      value === "human"
        ? { kind: "human" }
        : value === "limits"
          ? { kind: "engine", limits: { time_ms: 2000 } }
          : { kind: "engine", level: Number(value) };
    act("seats", { [side]: next, [other]: state.seats[other] });
  };
  const limits = who.limits ?? {};
  const s = {
    choice: "limits",
    depth: limits.depth ?? "",
    seconds: limits.time_ms ? limits.time_ms / 1000 : "",
    nodes: limits.nodes ?? "",
    playouts: limits.playouts ?? "",
    player: who.player ?? "",
  };
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
        h("span", null, t(`side.${side}`)),
        select(
          `seat-${side}`,
          choice,
          [
            ["human", t("seat.human")],
            ...levelChoices(state.game).map(
              ([v, text]) =>
                /** @type {[string, string]} */ ([
                  v,
                  v === "limits" ? t("seat.limits", { limits: limitsText(limits) }) : t("seat.level", { level: text }),
                ]),
            ),
          ],
          change,
        ),
      ),
      state.thinking?.side === side &&
        h("span", { class: "thinking" }, pulse(), t("thinking")),
      clock(state, side),
      standing(state, side),
    ),
    choice === "limits" &&
      h(
        "details",
        null,
        h("summary", { class: "soft" }, t("seat.change")),
        strengthFields(state.game, t("setup.strength"), `seat-${side}`, s, (more) => {
          const next = { ...s, ...more };
          act("seats", {
            [side]: next.choice === "limits" ? engineSeat(next) : { kind: "engine", level: Number(next.choice) },
            [other]: state.seats[other],
          });
        }),
      ),
  );
}

/** The sign that somebody thinks. */
function pulse() {
  return h("span", { class: "pulse", "aria-hidden": "true" });
}

/** What chessmen are worth when one counts them. @type {Record<string, number>} */
const WORTH = { P: 1, N: 3, B: 3, R: 5, Q: 9 };

/** How much more a side has on the board in chess, in pawns. @param {any} state @param {string} side */
function ahead(state, side) {
  const worth = (/** @type {string} */ man) => (man[0] === side[0] ? 1 : -1) * (WORTH[man[1]?.toUpperCase()] ?? 0);
  return state.picture.pieces.reduce((/** @type {number} */ sum, /** @type {string} */ man) => sum + worth(man), 0);
}

/** What a side has: discs or points; in chess by how much it is ahead; in Go prisoners while it is played, since the board is not divided before the end. @param {any} state @param {string} side */
function standing(state, side) {
  const index = side === "black" ? 0 : 1;
  if (state.captures && !state.end) {
    const n = state.captures[index];
    return h("span", { class: "points", title: t("help.prisoners") }, n, h("small", null, ` ${t("seat.prisoners", { n })}`));
  }
  const more = state.game === "chess" ? ahead(state, side) : 0;
  if (more > 0) return h("span", { class: "points material", title: t("help.material") }, `+${more}`);
  return state.points && h("span", { class: "points", title: t("help.points") }, points1(state.points[index]));
}

/** @param {any} limits */
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

/** @param {any} state @param {string} side */
function clock(state, side) {
  const c = state.clock;
  if (!c.limit) return null;
  const running = c.running === side ? Date.now() - c.received : 0;
  const left = c.limit * 1000 - c[side] - running;
  return h("span", { class: cls("clock", left < 20000 && "low"), role: "timer", title: t("help.clock") }, clockText(left));
}

/** @param {number} n */
export function points1(n) {
  return n.toLocaleString(document.documentElement.lang, { maximumFractionDigits: 1 });
}
