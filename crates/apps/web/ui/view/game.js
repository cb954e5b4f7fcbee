// The game on the board: board, evaluation bar and graph on the left; players, controls and the tabs on the right.

import { cls, h, table } from "../dom.js";
import { act, again, ALL_LINES, app, changed, flipped, here, menu, mine, play, set, standing, title, visit, winner } from "../app.js";
import { capital, count, percent, say, seconds, t } from "../i18n.js";
import { SIDES } from "./fields.js";
import { model } from "./home.js";
import { rulesWords } from "./setup.js";
import { passIn, players, points1 } from "./players.js";
import { moveList, moveTools, spoken, valueText } from "./moves.js";
import { analyse, best, startSweep, valueColumn } from "./analyse.js";
import { why } from "./why.js";
import { breakdown, ownership } from "./count.js";
import { record } from "./record.js";
import { graph } from "./graph.js";
import { answered, lesson } from "./learn.js";
import { boardView, patternHeat } from "./patterns.js";

/** @type {Tab[]} */
const TABS = ["play", "analyse", "why", "record"];

/** @param {State} state */
export function gameScreen(state) {
  const panelled = { class: "panel", role: "tabpanel", id: "panel", "aria-labelledby": `tab-${app.tab}`, tabindex: 0 };
  return h(
    "div",
    { class: "play", key: state.id, "data-game": state.id, "data-node": state.node },
    h("h1", { class: "visually-hidden" }, `${title(state.game)} ${rulesWords(state.game, state.rules)}`),
    h(
      "div",
      { class: "board-row" },
      bar(state),
      h("div", { class: "board-box", "data-version": state.version }, board(state), overlay(state)),
    ),
    under(state),
    h(
      "div",
      { class: "right" },
      players(state),
      h("div", { class: "card tabbed" }, tabs(), h("div", panelled, h("h2", { class: "visually-hidden" }, t(`tab.${app.tab}`)), panel(state))),
    ),
    graph(state),
  );
}

/** @param {State} state */
function panel(state) {
  switch (app.tab) {
    case "analyse":
      return analyse(state);
    case "why":
      return why(state);
    case "record":
      return record(state);
    default:
      return h("div", { key: "play" }, state.dead ? breakdown(state) : moveInput(state), moveList(state), remark(state), moveTools(state), draws(state), statistics(state));
  }
}

function tabs() {
  const go = (/** @type {number} */ i) => {
    const tab = TABS[(i + TABS.length) % TABS.length];
    pick(tab);
    requestAnimationFrame(() => document.getElementById(`tab-${tab}`)?.focus());
  };
  const button = (/** @type {Tab} */ tab, /** @type {number} */ i) =>
    h(
      "button",
      {
        role: "tab",
        id: `tab-${tab}`,
        key: tab,
        "aria-selected": String(app.tab === tab),
        "aria-controls": "panel",
        tabindex: app.tab === tab ? 0 : -1,
        onclick: () => pick(tab),
        onkeydown: (e) => {
          if (e.key === "ArrowRight") go(i + 1);
          if (e.key === "ArrowLeft") go(i - 1);
        },
      },
      t(`tab.${tab}`),
    );
  return h("div", { class: "tabs", role: "tablist", "aria-label": t("tabs") }, TABS.map(button));
}

/** @param {Tab} tab */
function pick(tab) {
  set({ tab });
  const [path, query = ""] = location.hash.split("?");
  const params = new URLSearchParams(query);
  if (tab === "play") params.delete("tab");
  else params.set("tab", tab);
  history.replaceState(null, "", `${path}?${params.toString().replaceAll("+", "%20")}`);
}

// ---- the board ------------------------------------------------------------------------------------------------------

/** @type {{state: State | null, report: PositionReport | null, more: string, model: Model | null}} */
let drawn = { state: null, report: null, more: "", model: null };

/** @param {State} state */
function board(state) {
  const values = heat(state);
  const shown = app.preview?.id === state.id ? app.preview.model : null;
  const shares = ownership(state)?.shares;
  const more = JSON.stringify([flipped(state), values, app.hint?.move, shown, shares, document.documentElement.lang]);
  if (drawn.state !== state || drawn.report !== app.report || drawn.more !== more)
    drawn = { state, report: app.report, more, model: shown ? previewed(state, shown) : boardModel(state, values) };
  return h("q-board", {
    ".model": drawn.model,
    onmove: (move) => answered(state, move) || play(move),
    onchoose: (moves) => set({ dialog: { kind: "promotion", moves, side: state.to_move, at: cornerOf(moves[0].to) } }),
    onlook: (cell) => {
      app.looked = cell;
      if (app.tab === "why") changed();
    },
    onrefuse: (cell, from) => refuse(state, cell, from),
    ondead: (/** @type {string} */ cell) => act("dead", { cell }),
  });
}

/** Where a cell is on the screen. @param {string | undefined} cell */
function cornerOf(cell) {
  const box = document.querySelector(`.board-box [data-cell="${cell}"]`)?.getBoundingClientRect();
  return { x: box?.left ?? 0, y: box?.top ?? 0 };
}

/** @param {State} state @param {Heat[]} heat @returns {Model} */
function boardModel(state, heat) {
  const { legal, last, territory, dead } = state;
  return {
    ...model(state.game, state.rules, samePicture(state)),
    legal,
    last,
    toMove: state.to_move,
    active: mine(state),
    label: `${title(state.game)}. ${standing(state)}`,
    flipped: flipped(state),
    heat,
    hint: app.hint,
    check: inCheck(state),
    territory,
    dead,
    shares: ownership(state)?.shares,
  };
}

/** A position of a line, to look at. @param {State} state @param {Step} step @returns {Model} */
function previewed(state, { pieces, last, to_move }) {
  const base = model(state.game, state.rules, { ...state.picture, pieces });
  return { ...base, last, toMove: to_move, flipped: flipped(state), label: t("line.shown") };
}

/** The picture object is kept while nothing moved, so that the board keeps its selection. @param {State} state */
function samePicture(state) {
  const before = drawn.model?.picture;
  const same = drawn.state?.id === state.id && drawn.state.node === state.node;
  return before && same && before.pieces.join() === state.picture.pieces.join() ? before : state.picture;
}

/** The server explains why a move is illegal; clicks on occupied cells are ignored. @param {State} state @param {string} cell @param {string} [from] */
function refuse({ picture, node }, cell, from) {
  if (from || !picture.pieces[picture.names.indexOf(cell)]) act("moves", { move: `${from ?? ""}${cell}`, node });
}

/** The king that the last move attacks. @param {State} state */
function inCheck({ last, picture, to_move }) {
  const king = picture.pieces.findIndex((p) => p?.toLowerCase() === `${to_move[0]}k`);
  return last?.check ? (picture.names[king] ?? null) : null;
}

/** At most this many moves of a tree search get a circle, and none with less than this share of the best one's visits. */
const MOST_CIRCLES = 12;
const LEAST_SHARE = 0.02;

/** The values to draw on the board, the search's or the learned patterns'. @param {State} state @returns {Heat[]} */
function heat(state) {
  if (!app.settings.heat || lesson(state)) return [];
  const view = boardView(state);
  if (view !== "search") return patternHeat(state, view);
  return app.report && state.analysis.mode === "shown" ? searchHeat(state, app.report) : [];
}

/** What alpha-beta looked at closely, or what the tree visited most. @param {State} state @param {SearchReport} report @returns {Heat[]} */
function searchHeat(state, report) {
  const { playouts } = report;
  const all = best(state, report);
  const { multipv } = state.analysis;
  const every = multipv === ALL_LINES;
  const least = playouts && !every ? LEAST_SHARE * (all[0]?.visits ?? 0) : 0;
  const rows = all.filter((row) => row.verdict && (row.visits ?? 0) >= least);
  const [top] = rows;
  const seen = new Set();
  return rows.slice(0, playouts && !every ? MOST_CIRCLES : multipv).flatMap((row, rank) => {
    const { from, to } = state.legal.find((m) => m.move === row.move) ?? {};
    if (!to || seen.has(to)) return [];
    seen.add(to);
    const weight = playouts ? (row.visits ?? 0) / (top.visits || 1) : Math.exp((row.score ?? 0) - (top.score ?? 0));
    return { cell: to, from, text: valueText(state, row.verdict, true), weight: Math.min(1, weight), rank };
  });
}

/** The evaluation bar: how much of it is White's. Its place is kept while nothing is shown. @param {State} state */
function bar(state) {
  if (state.analysis.mode !== "shown") return h("div", { class: "bar none", key: "none" });
  const black = app.report?.black_value ?? state.tree[state.node].value ?? 0.5;
  const percentage = app.report?.verdict && Math.round(100 * Math.max(black, 1 - black));
  return h(
    "div",
    {
      class: cls("bar", flipped(state) && "turned"),
      key: "bar",
      role: "img",
      title: t("help.bar"),
      "aria-label": t("bar.label", { white: percent(1 - black), black: percent(black) }),
    },
    h("div", { class: "bar-black", style: { height: `${100 * black}%` } }),
    h("span", { class: cls("bar-text", black > 0.5 ? "on-black" : "on-white") }, percentage),
  );
}

/** @param {State} state */
function overlay(state) {
  // A record may go on after a draw that could have been claimed: only where it stops is the game over.
  // Who opens a record wants to see it.
  if (!state.end || state.can_redo || app.overlayClosed === state.node) return null;
  if (app.imported === state.id || state.tags?.length) return null;
  const [black, white] = (state.points ?? []).map(points1);
  return h(
    "div",
    { class: "overlay", role: "dialog", "aria-modal": "false", "aria-labelledby": "verdict", key: "overlay" },
    h(
      "div",
      { class: "card" },
      h("h2", { id: "verdict" }, winner(state)),
      h("p", null, `${capital(say(state.end.reason))}.`),
      state.points &&
        h(
          "p",
          { class: "big", title: t("help.points") },
          h("small", null, t("side.black")),
          ` ${black} – ${white} `,
          h("small", null, t("side.white")),
        ),
      h(
        "div",
        { class: "row" },
        h("button", { class: "primary", onclick: again }, t("new"), h("kbd", null, "N")),
        h("button", { onclick: menu }, t("menu"), h("kbd", null, "M")),
        h("button", { onclick: () => set({ overlayClosed: state.node }) }, t("look")),
        h(
          "button",
          {
            onclick: () => {
              set({ overlayClosed: state.node, tab: "analyse" });
              startSweep();
            },
          },
          t("end.analyse"),
        ),
      ),
      state.dead && h("p", { class: "soft" }, t("count.check")),
    ),
  );
}

/** The line below the board: stepping through the game. @param {State} state */
function under(state) {
  const { line } = state;
  const node = here(state);
  const at = line.indexOf(node);
  const step = (/** @type {string} */ key, /** @type {string} */ glyph, /** @type {number | undefined} */ to) => {
    const props = { class: "plain", key, "aria-label": t(key), title: t(key), disabled: to === undefined || to === node };
    return h("button", { ...props, onclick: () => visit(to) }, glyph);
  };
  const turn = { class: "plain", title: t("turn.board"), "aria-label": t("turn.board") };
  return h(
    "div",
    { class: "under" },
    step("step.first", "|◀", line[0]),
    step("step.back", "◀", line[at - 1]),
    h("span", { class: "soft count", title: t("help.count") }, t("moves.of", { n: at, m: line.length - 1 })),
    step("step.forward", "▶", line[at + 1]),
    step("step.last", "▶|", line[line.length - 1]),
    h("span", { class: "spring" }),
    h("button", { ...turn, onclick: () => set({ turned: !flipped(state) }) }, "⇅"),
  );
}

// ---- the play tab ---------------------------------------------------------------------------------------------------

/** @param {State} state */
function moveInput(state) {
  const disabled = !mine(state);
  return h(
    "form",
    {
      class: "row move-input",
      onsubmit: (e) => {
        e.preventDefault();
        const input = /** @type {HTMLInputElement} */ (e.target.elements.namedItem("move"));
        const move = input.value.trim();
        // While the engine thinks, typed text stays in the field.
        if (!move || disabled) return;
        input.value = "";
        play({ move });
      },
    },
    h("label", { class: "visually-hidden", for: "move" }, t("move.label")),
    h("input", { id: "move", name: "move", autocomplete: "off", spellcheck: "false", placeholder: example(state) }),
    h("button", { disabled }, t("move.play")),
  );
}

/** How moves are written here: one of them in its spellings, or a pass. @param {State} state */
function example({ legal }) {
  const some = legal[Math.floor(legal.length / 2)];
  const spellings = new Set([some?.record, some?.move, passIn(legal)?.move].filter(Boolean));
  return [...spellings].slice(0, 2).join(` ${t("or")} `);
}

/** How near the game is to a draw, where that is counted. @param {State} state */
function draws(state) {
  if (!state.draws) return null;
  const { occurrences, halfmove_clock } = state.draws;
  const move = mine(state) ? state.claims?.[0] : undefined;
  const figure = (/** @type {string} */ key, /** @type {string} */ text) =>
    h("div", null, h("dt", null, t(key)), h("dd", null, text));
  const help = move ? t("draws.claim.with", { move }) : t("draws.claim.none");
  return h(
    "div",
    { class: "draws" },
    h(
      "dl",
      { class: "figures", title: t("help.draws") },
      figure("draws.repetition", `${occurrences} / 3`),
      figure("draws.clock", `${halfmove_clock} / 100`),
    ),
    h(
      "button",
      { disabled: !move, title: help, onclick: () => move && play({ move }) },
      move ? t("draws.claim.move", { move }) : t("draws.claim"),
    ),
  );
}

/** What the record says about the move on the board. @param {State} state */
function remark({ tree, node }) {
  const text = spoken(tree[node]);
  return text ? h("p", { class: "remark" }, text) : null;
}

/** The last such move of a side as the record spells it. @param {State} state @param {Side} side @param {string} [move] */
function spelled({ tree, node }, side, move = "") {
  for (let at = tree[node]; at.parent !== null; at = tree[at.parent])
    if (at.mover === side && at.move === move) return at.record;
  return move;
}

/** What the engine's last move cost. @param {State} state */
function statistics(state) {
  const rows = SIDES.flatMap((side) => (state.stats[side] ? { ...state.stats[side], side } : []));
  if (!rows.length) return null;
  /** @typedef {typeof rows[number]} Row */
  // Alpha-beta omits counts that are zero.
  const usual = rows.some((r) => !r.playouts) ? ["depth", "nodes", "cuts", "table_hits"] : [];
  const counted = /** @type {const} */ (["depth", "nodes", "cuts", "table_hits", "playouts"]).filter(
    (c) => usual.includes(c) || rows.some((r) => r[c] !== undefined),
  );
  const number = (/** @type {string} */ name, /** @type {(r: Row) => Child} */ cell) =>
    /** @type {Column<Row>} */ ({ head: t(`stats.${name}`), help: t(`help.${name}`), is: "n", cell });
  /** @type {Column<Row>[]} */
  const columns = [
    ...(rows.length > 1 ? [{ head: t("stats.side"), cell: (/** @type {Row} */ r) => t(`side.${r.side}`) }] : []),
    { head: t("stats.move"), cell: (r) => spelled(state, r.side, r.best) },
    ...counted.map((c) => number(c, (r) => count(r[c] ?? (r.playouts ? undefined : 0)))),
    number("time", (r) => seconds(r.seconds)),
    valueColumn(state),
  ];
  return table(t("stats.title"), columns, rows, (r) => ({ key: r.side }), { kind: "stats" });
}
