// What learned patterns say about a position of Go: the zoom reached, n and v at each point, and the recorded positions that
// are nearest. The server is asked once for each position, and only while somebody looks.

import { api } from "../api.js";
import { app, changed, complain, play, settings } from "../app.js";
import { cls, h, scroll } from "../dom.js";
import { count, percent, t } from "../i18n.js";
import { field, segmented } from "./setup.js";
import { still } from "./home.js";

/** Moves in the table; moves that get a circle on the board, and the least share they need. */
const LISTED = 12;
const CIRCLES = 20;
const LEAST = 0.005;
/** What the board can show of the patterns. */
const VIEWS = ["search", "probability", "ratio", "zoom"];

/** @type {{id: string, node: number, points: any[], neighbours: any[], known: any} | null} the last answer */
let found = null;
/** The position being asked about, or the last that was refused. */
let asked = "";

/** @param {any} state */
const place = (state) => `${state.id} ${state.node}`;

/** What is known of the position on the board, asked for if it is not known yet. @param {any} state */
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

/** Which values the board shows: what was chosen, else the search's while it is shown. @param {any} state */
export function boardView(state) {
  if (state.game !== "go" || app.tab !== "why") return "search";
  return app.settings.patterns ?? (state.analysis.mode === "shown" ? "search" : "probability");
}

/** @param {any} point */
const ratio = (point) => (point.n ? point.v / point.n : 0);

/** The patterns as values for the board. @param {any} state @param {string} view */
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

/** @param {any} state */
export function patterns(state) {
  if (state.game !== "go" || state.end) return null;
  const answer = ask(state);
  return h(
    "section",
    { class: "patterns", key: "patterns" },
    h("h3", { title: t("help.patterns") }, t("patterns.title")),
    field(
      "patterns.show",
      segmented(
        "patterns",
        boardView(state),
        VIEWS.map((v) => [v, t(`patterns.view.${v}`)]),
        (v) => settings({ patterns: v }),
      ),
    ),
    !answer && h("p", { class: "soft" }, t("thinking")),
    answer && pointLine(answer),
    answer && table(state, answer),
    answer && h("p", { class: "soft help" }, t("patterns.known", { n: count(answer.known.patterns), z: answer.known.zooms })),
    answer && neighbours(state, answer),
  );
}

/** The point under the pointer or the keyboard, in words. @param {any} answer */
function pointLine(answer) {
  const p = answer.points.find((/** @type {any} */ x) => x.move === app.looked);
  return h("p", { class: cls("looked", !p && "soft"), role: "status" }, p ? pointText(p) : t("patterns.look"));
}

/** @param {any} p */
function pointText(p) {
  const values = { move: p.move, p: percent(p.probability, 1), z: p.zoom, n: count(p.n), v: count(p.v), r: percent(ratio(p), 1) };
  return t(p.zoom ? "patterns.point" : "patterns.point.unseen", values);
}

/** @param {any} state @param {any} answer */
function table(state, answer) {
  const legal = new Set(state.legal.map((/** @type {any} */ m) => m.move));
  const head = (/** @type {string} */ name) =>
    h("th", { class: "n", scope: "col", title: t(`help.patterns.${name}`) }, t(`patterns.${name}`));
  return scroll(
    t("patterns.title"),
    h(
      "table",
      null,
      h(
        "thead",
        null,
        h("tr", null, h("th", { scope: "col" }, t("best.move")), ["probability", "zoom", "n", "v", "ratio"].map(head)),
      ),
      h(
        "tbody",
        null,
        answer.points.slice(0, LISTED).map((/** @type {any} */ p, /** @type {number} */ i) =>
          h(
            "tr",
            { key: p.move, class: cls(i === 0 && "on") },
            h("td", null, legal.has(p.move) ? h("button", { class: "plain link", onclick: () => play(p) }, p.move) : p.move),
            h("td", { class: "n" }, percent(p.probability, 1)),
            h("td", { class: "n" }, p.zoom || t("patterns.never")),
            h("td", { class: "n" }, p.zoom ? count(p.n) : ""),
            h("td", { class: "n" }, p.zoom ? count(p.v) : ""),
            h("td", { class: "n" }, p.zoom ? percent(ratio(p), 1) : ""),
          ),
        ),
      ),
    ),
  );
}

/** The recorded positions nearest to this one, or what is missing to find them. @param {any} state @param {any} answer */
function neighbours(state, answer) {
  const title = h("h3", { title: t("help.neighbours") }, t("neighbours.title"));
  const { rows, columns } = state.picture;
  if (answer.known.records === null) return [title, h("p", { class: "soft help" }, t("neighbours.none"), " ", h("code", null, "quadrille serve --records games.sgf"))];
  if (rows !== 19 || columns !== 19) return [title, h("p", { class: "soft help" }, t("neighbours.size"))];
  return [
    title,
    h("p", { class: "soft help" }, t("neighbours.text", { n: count(answer.known.records) })),
    h("ol", { class: "neighbours" }, answer.neighbours.map((/** @type {any} */ near) => neighbour(state, near))),
  ];
}

/** @param {any} state @param {any} near */
function neighbour(state, near) {
  const man = (/** @type {string} */ letter) => (letter === "X" ? "b" : letter === "O" ? "w" : "");
  near.picture ??= { ...state.picture, model: undefined, pieces: [...near.board].map(man) };
  const label = t("neighbours.one", { distance: near.distance, game: near.game + 1, turn: near.turn, move: near.move });
  return h(
    "li",
    { key: `${near.game} ${near.turn}` },
    h("q-board", { ".model": still("go", state.rules, near.picture, { label, hint: { move: near.move, to: near.move } }) }),
    h("p", { "aria-hidden": "true" }, label),
  );
}
