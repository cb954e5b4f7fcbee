// Pattern predictions for a position: the zoom reached, n and v at each point, and the recorded positions that
// are nearest. The server is asked once per position, and only while the panel is visible.

import { api } from "../api.js";
import { about, app, changed, complain, play, settings } from "../app.js";
import { cls, h, table } from "../dom.js";
import { count, percent, t } from "../i18n.js";
import { LOCAL } from "../transport.js";
import { field, keyed, segmented } from "./fields.js";
import { still } from "./home.js";

/** Moves in the table; moves that get a circle on the board, and the least share they need. */
const LISTED = 12;
const CIRCLES = 20;
const LEAST = 0.005;
/** What the board can show of the patterns. */
const VIEWS = ["search", "probability", "ratio", "zoom"];

/** @type {(Patterns & {id: string}) | null} the last answer */
let found = null;
/** The position being asked about, or the last that was refused. */
let asked = "";

/** @param {State} state */
const place = (state) => `${state.id} ${state.node}`;

/** What is known of the position on the board, asked for if it is not known yet. @param {State} state */
function ask(state) {
  if (found && found.id === state.id && found.node === state.node) return found;
  if (asked !== place(state)) {
    asked = place(state);
    api.patterns(state.id).then(
      (answer) => {
        found = { id: state.id, ...answer };
        if (asked === `${state.id} ${answer.node}`) asked = "";
        changed();
      },
      (error) => complain(error),
    );
  }
  return null;
}

/** Which values the board shows: what was chosen, else the search's while it is shown. @param {State} state */
export function boardView(state) {
  if (!about(state.game).has_patterns || app.tab !== "why") return "search";
  return app.settings.patterns ?? (state.analysis.mode === "shown" ? "search" : "probability");
}

/** @param {PatternPoint} point */
const ratio = (point) => (point.n ? point.v / point.n : 0);

/** The patterns as values for the board. @param {State} state @param {string} view */
export function patternHeat(state, view) {
  const points = state.end ? [] : (ask(state)?.points ?? []);
  const values = points.map((p) => ({ p, value: view === "zoom" ? p.zoom : view === "ratio" ? ratio(p) : p.probability }));
  values.sort((a, b) => b.value - a.value);
  const top = values[0]?.value || 1;
  const drawn = view === "zoom" ? values : values.filter(({ value }) => value >= LEAST).slice(0, CIRCLES);
  return drawn.map(({ p, value }, rank) => ({
    cell: p.move,
    text: view === "zoom" ? String(value) : percent(value).replace("\u202f%", ""),
    weight: value / top,
    rank: view === "zoom" ? -1 : rank,
    flat: view === "zoom",
  }));
}

/** @param {State} state */
export function patterns(state) {
  if (!about(state.game).has_patterns || state.end) return null;
  const answer = ask(state);
  return h(
    "section",
    { class: "patterns", key: "patterns" },
    h("h3", { title: t("help.patterns") }, t("patterns.title")),
    field(
      "patterns.show",
      segmented("patterns", boardView(state), keyed("patterns.view", VIEWS), (v) => settings({ patterns: v })),
    ),
    !answer && h("p", { class: "soft" }, t("thinking")),
    answer && pointLine(answer),
    answer && pointTable(state, answer),
    answer && h("p", { class: "soft help" }, t("patterns.known", { n: count(answer.known.patterns), z: answer.known.zooms })),
    answer && neighbours(state, answer),
  );
}

/** The point under the pointer or the keyboard, in words. @param {Patterns} answer */
function pointLine(answer) {
  const p = answer.points.find((x) => x.move === app.looked);
  return h("p", { class: cls("looked", !p && "soft"), role: "status" }, p ? pointText(p) : t("patterns.look"));
}

/** @param {PatternPoint} p */
function pointText(p) {
  const values = { move: p.move, p: percent(p.probability, 1), z: p.zoom, n: count(p.n), v: count(p.v), r: percent(ratio(p), 1) };
  return t(p.zoom ? "patterns.point" : "patterns.point.unseen", values);
}

/** @param {State} state @param {Patterns} answer */
function pointTable(state, answer) {
  const legal = new Set(state.legal.map((m) => m.move));
  const column = (/** @type {string} */ name, /** @type {(p: PatternPoint) => Child} */ cell) =>
    /** @type {Column<PatternPoint>} */ ({ head: t(`patterns.${name}`), help: t(`help.patterns.${name}`), is: "n", cell });
  const link = (/** @type {PatternPoint} */ p) => h("button", { class: "plain link", onclick: () => play(p) }, p.move);
  /** @type {Column<PatternPoint>[]} */
  const columns = [
    { head: t("best.move"), cell: (p) => (legal.has(p.move) ? link(p) : p.move) },
    column("probability", (p) => percent(p.probability, 1)),
    column("zoom", (p) => p.zoom || t("patterns.never")),
    column("n", (p) => p.zoom > 0 && count(p.n)),
    column("v", (p) => p.zoom > 0 && count(p.v)),
    column("ratio", (p) => p.zoom > 0 && percent(ratio(p), 1)),
  ];
  const rows = answer.points.slice(0, LISTED);
  const row = (/** @type {PatternPoint} */ p, /** @type {number} */ i) => ({ key: p.move, class: cls(i === 0 && "on") });
  return table(t("patterns.title"), columns, rows, row, { head: null });
}

/** The recorded positions nearest to this one, or what is missing to find them. @param {State} state @param {Patterns} answer */
function neighbours(state, answer) {
  const { rows, columns } = state.picture;
  const { records } = answer.known;
  const other = rows !== 19 || columns !== 19;
  const key = records === null ? (LOCAL ? "browser" : "none") : other ? "size" : "text";
  return [
    h("h3", { title: t("help.neighbours") }, t("neighbours.title")),
    h("p", { class: "soft help" }, t(`neighbours.${key}`, { n: count(records) })),
    records === null && h("p", null, h("code", null, "quadrille serve --records games.sgf")),
    key === "text" && h("ol", { class: "neighbours" }, answer.neighbours.map((near) => neighbour(state, near))),
  ];
}

/** @type {WeakMap<Neighbour, Picture>} */
const pictures = new WeakMap();

/** @param {State} state @param {Neighbour} near */
function neighbour(state, near) {
  const { distance, game, turn, move } = near;
  const man = (/** @type {string} */ letter) => ({ X: "b", O: "w" })[letter] ?? null;
  const picture = pictures.get(near) ?? { ...state.picture, pieces: [...near.board].map(man) };
  pictures.set(near, picture);
  const label = t("neighbours.one", { distance, game: game + 1, turn, move });
  return h(
    "li",
    { key: `${game} ${turn}` },
    h("q-board", { ".model": still(state.game, state.rules, picture, { label, hint: { to: move } }) }),
    h("p", { "aria-hidden": "true" }, label),
  );
}
