// The game on the board: board, evaluation bar and graph on the left; players, controls and the tabs on the right.

import { cls, h, scroll } from "../dom.js";
import { act, again, app, changed, flipped, lineOf, menu, mine, play, set, verdict } from "../app.js";
import { count, percent, seconds, signed, t } from "../i18n.js";
import { rulesWords } from "./setup.js";
import { players, points1 } from "./players.js";
import { moveList } from "./moves.js";
import { analyse, best, scoreText } from "./analyse.js";
import { why } from "./why.js";
import { record } from "./record.js";
import { graph } from "./graph.js";
import { boardView, patternHeat } from "./patterns.js";

const TABS = /** @type {const} */ (["play", "analyse", "why", "record"]);

/** @param {any} state */
export function gameScreen(state) {
  const shown = state.analysis.mode === "shown";
  return h(
    "div",
    { class: "columns", key: state.id, "data-node": state.node },
    h("h1", { class: "visually-hidden" }, `${t(`game.${state.game}`)} ${rulesWords(state.game, state.rules)}`),
    h(
      "div",
      { class: "left" },
      h(
        "div",
        { class: "board-row" },
        shown && bar(state),
        h("div", { class: "board-box", "data-version": state.version }, board(state), overlay(state)),
      ),
      under(state),
      state.tree.length > 1 &&
        (shown || state.tree.some((/** @type {any} */ n) => n.value !== undefined)) &&
        graph(state),
    ),
    h(
      "div",
      { class: "right" },
      players(state),
      h(
        "div",
        { class: "card tabbed" },
        tabs(),
        h(
          "div",
          { class: "panel", role: "tabpanel", id: "panel", "aria-labelledby": `tab-${app.tab}`, tabindex: 0 },
          panel(state),
        ),
      ),
    ),
  );
}

/** @param {any} state */
function panel(state) {
  switch (app.tab) {
    case "analyse":
      return analyse(state);
    case "why":
      return why(state);
    case "record":
      return record(state);
    default:
      return h("div", { key: "play" }, moveInput(state), moveList(state), remark(state), draws(state), statistics(state));
  }
}

function tabs() {
  const go = (/** @type {number} */ i) => {
    const tab = TABS[(i + TABS.length) % TABS.length];
    pick(tab);
    requestAnimationFrame(() => document.getElementById(`tab-${tab}`)?.focus());
  };
  return h(
    "div",
    { class: "tabs", role: "tablist", "aria-label": t("tabs") },
    TABS.map((tab, i) =>
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
          onkeydown: (/** @type {KeyboardEvent} */ e) => {
            if (e.key === "ArrowRight") go(i + 1);
            if (e.key === "ArrowLeft") go(i - 1);
          },
        },
        t(`tab.${tab}`),
      ),
    ),
  );
}

/** @param {typeof TABS[number]} tab */
function pick(tab) {
  set({ tab });
  const params = new URLSearchParams(location.hash.split("?")[1] ?? "");
  if (tab === "play") params.delete("tab");
  else params.set("tab", tab);
  history.replaceState(null, "", `${location.hash.split("?")[0]}?${params.toString().replaceAll("+", "%20")}`);
}

// ---- the board ------------------------------------------------------------------------------------------------------

/** @type {{state: any, report: any, more: string, model: any}} */
let drawn = { state: null, report: null, more: "", model: null };

/** @param {any} state */
function board(state) {
  const active = mine(state);
  const values = heat(state);
  const more = `${flipped(state)} ${JSON.stringify(values)} ${app.hint?.move} ${active} ${app.said.length} ${document.documentElement.lang}`;
  if (drawn.state !== state || drawn.report !== app.report || drawn.more !== more) {
    drawn = {
      state,
      report: app.report,
      more,
      model: {
        game: state.game,
        rules: state.rules,
        picture: samePicture(state),
        legal: state.legal,
        last: state.last,
        toMove: state.to_move,
        active,
        label: boardLabel(state),
        flipped: flipped(state),
        heat: values,
        hint: app.hint,
        check: inCheck(state),
        territory: state.territory,
      },
    };
  }
  return h("q-board", {
    ".model": drawn.model,
    onmove: null,
    ref: (/** @type {any} */ element) => {
      if (element.wired) return;
      element.wired = true;
      element.addEventListener("move", (/** @type {CustomEvent} */ e) => play(e.detail));
      element.addEventListener("choose", (/** @type {CustomEvent} */ e) =>
        set({ dialog: { kind: "promotion", moves: e.detail.moves, side: app.game.to_move } }),
      );
      element.addEventListener("look", (/** @type {CustomEvent} */ e) => {
        app.looked = e.detail.cell;
        if (app.tab === "why") changed();
      });
      element.addEventListener("refuse", (/** @type {CustomEvent} */ e) => refuse(e.detail));
    },
  });
}

/** The picture object is kept while nothing moved, so that the board keeps its selection. @param {any} state */
function samePicture(state) {
  const before = drawn.model?.picture;
  return before && drawn.state?.id === state.id && drawn.state.node === state.node ? before : state.picture;
}

/** The server explains why a move is refused. @param {{cell: string, from?: string}} where */
function refuse({ cell, from }) {
  const { game, picture } = app.game;
  const occupied = picture.pieces[picture.names.indexOf(cell)] !== "";
  if (from === undefined && (game === "chess" || game === "breakthrough")) return;
  if (from === undefined && occupied) return;
  const capture = game === "breakthrough" && occupied ? "x" : "";
  act("moves", { move: `${from ?? ""}${capture}${cell}`, node: app.game.node });
}

/** @param {any} state */
function boardLabel(state) {
  const turn = state.end ? verdict(state) : t("say.turn", { side: t(`side.${state.to_move}`) });
  return `${t(`game.${state.game}`)}. ${turn}`;
}

/** The king's square when the last move gave check (its record says so). @param {any} state */
function inCheck(state) {
  if (state.game !== "chess" || !/[+#]$/.test(state.last?.record ?? "")) return null;
  const king = `${state.to_move[0]}K`;
  const index = state.picture.pieces.findIndex(
    (/** @type {string} */ p) => p[0] === king[0] && p[1]?.toUpperCase() === "K",
  );
  return index >= 0 ? state.picture.names[index] : null;
}

/** At most so many moves of a tree search get a circle, and none with less than this share of the best one's visits. */
const MOST_CIRCLES = 12;
const LEAST_SHARE = 0.02;

/** The values to draw on the board, the search's or the learned patterns'. @param {any} state @returns {any[]} */
function heat(state) {
  if (!app.settings.heat) return [];
  const view = boardView(state);
  if (view !== "search") return patternHeat(state, view);
  return state.analysis.mode === "shown" ? searchHeat(state) : [];
}

/** What alpha-beta looked at closely, or what the tree visited most. @param {any} state */
function searchHeat(state) {
  const report = app.report;
  const visited = (/** @type {any} */ row) =>
    !report.playouts || (row.visits ?? 0) >= LEAST_SHARE * (best(report)[0].visits ?? 0);
  const rows = best(report)
    .filter((row) => (row.value ?? row.score) !== undefined && visited(row))
    .slice(0, report?.playouts ? MOST_CIRCLES : state.analysis.multipv);
  const top = rows[0];
  const seen = new Set();
  return rows
    .map((row, rank) => {
      const move = state.legal.find((/** @type {any} */ m) => m.move === row.move);
      if (!move?.to || seen.has(move.to)) return null;
      seen.add(move.to);
      const weight = report.playouts
        ? (row.visits ?? 0) / (top.visits || 1)
        : Math.exp(Math.min(0, (row.score ?? 0) - (top.score ?? 0)));
      return {
        cell: move.to,
        from: move.from,
        text: report.playouts && row.value !== undefined ? percent(row.value).replace("\u202f", "") : signed(row.score),
        weight: Math.max(0, Math.min(1, weight)),
        rank,
      };
    })
    .filter(Boolean);
}

/** The evaluation bar: how much of it is White's. @param {any} state */
function bar(state) {
  const black = app.report?.black_value ?? state.tree[state.node].value ?? 0.5;
  const text = app.report?.score_text ?? "";
  return h(
    "div",
    {
      class: cls("bar", flipped(state) && "turned"),
      role: "img",
      title: t("help.bar"),
      "aria-label": t("bar.label", { white: percent(1 - black), black: percent(black) }),
    },
    h("div", { class: "bar-black", style: { height: `${100 * black}%` } }),
    h(
      "span",
      { class: cls("bar-text", black > 0.5 ? "on-black" : "on-white") },
      text ? Math.round(100 * Math.max(black, 1 - black)) : "",
    ),
  );
}

/** @param {any} state */
function overlay(state) {
  // A record may go on after a draw that could have been claimed: only where it stops is the game over.
  if (!state.end || state.can_redo || app.overlayClosed === state.node) return null;
  const [black, white] = (state.points ?? []).map(points1);
  return h(
    "div",
    { class: "overlay", role: "dialog", "aria-modal": "false", "aria-labelledby": "verdict", key: "overlay" },
    h(
      "div",
      { class: "card" },
      h(
        "h2",
        { id: "verdict" },
        state.end.winner ? t("end.wins", { side: t(`side.${state.end.winner}`) }) : t("end.draw"),
      ),
      h("p", null, verdict(state).replace(/^[^.]*\.\s*/, "")),
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
      ),
    ),
  );
}

/** The line below the board: stepping through the game. @param {any} state */
function under(state) {
  const go = (/** @type {any} */ node) => act("goto", { node });
  const first = state.line[0],
    last = state.line[state.line.length - 1],
    at = state.line.indexOf(state.node);
  const step = (/** @type {string} */ key, /** @type {string} */ glyph, /** @type {number | undefined} */ to) =>
    h(
      "button",
      {
        class: "plain",
        key,
        "aria-label": t(key),
        title: t(key),
        disabled: to === undefined || to === state.node,
        onclick: () => go(to),
      },
      glyph,
    );
  return h(
    "div",
    { class: "under" },
    step("step.first", "|◀", first),
    step("step.back", "◀", state.line[at - 1]),
    h("span", { class: "soft count", title: t("help.count") }, t("moves.of", { n: at, m: state.line.length - 1 })),
    step("step.forward", "▶", state.line[at + 1]),
    step("step.last", "▶|", last),
    h("span", { class: "spring" }),
    h(
      "button",
      {
        class: "plain",
        title: t("turn.board"),
        "aria-label": t("turn.board"),
        onclick: () => set({ turned: !flipped(state) }),
      },
      "⇅",
    ),
  );
}

// ---- the play tab ---------------------------------------------------------------------------------------------------

/** @param {any} state */
function moveInput(state) {
  return h(
    "form",
    {
      class: "row move-input",
      onsubmit: (/** @type {any} */ e) => {
        e.preventDefault();
        const input = e.target.elements.move;
        const move = input.value.trim();
        input.value = "";
        if (move) play({ move });
      },
    },
    h("label", { class: "visually-hidden", for: "move" }, t("move.label")),
    h("input", {
      id: "move",
      name: "move",
      autocomplete: "off",
      spellcheck: "false",
      disabled: !mine(state),
      placeholder: t(`move.example.${state.game}`),
    }),
    h("button", { disabled: !mine(state) }, t("move.play")),
  );
}

/** How near chess is to a draw. @param {any} state */
function draws(state) {
  if (!state.draws) return null;
  const d = state.draws;
  const claim = mine(state) ? state.claims?.[0] : undefined;
  return h(
    "div",
    { class: "draws" },
    h(
      "dl",
      { class: "figures", title: t("help.draws") },
      h("div", null, h("dt", null, t("draws.repetition")), h("dd", null, `${d.occurrences} / 3`)),
      h("div", null, h("dt", null, t("draws.clock")), h("dd", null, `${d.halfmove_clock} / 100`)),
    ),
    h(
      "button",
      {
        disabled: !claim,
        title: claim ? t("draws.claim.with", { move: claim }) : t("draws.claim.none"),
        onclick: () => play({ move: claim }),
      },
      claim ? t("draws.claim.move", { move: claim }) : t("draws.claim"),
    ),
  );
}

/** What the record says about the move on the board. @param {any} state */
function remark(state) {
  const comment = state.tree[state.node].comment;
  return comment ? h("p", { class: "remark" }, comment) : null;
}

/** The last such move of a side as the record spells it. @param {any} state @param {string} side @param {string} [move] */
function spelled(state, side, move = "") {
  const same = (/** @type {any} */ node) => node.mover === side && node.move === move;
  return lineOf(state).findLast(same)?.record ?? move;
}

/** What the engine's last move cost. @param {any} state */
function statistics(state) {
  const rows = ["black", "white"].filter((side) => state.stats?.[side]).map((side) => ({ side, r: state.stats[side] }));
  if (!rows.length) return null;
  const has = (/** @type {string} */ name) => rows.some(({ r }) => r[name] !== undefined);
  // Alpha-beta says nothing of what it counted none of.
  const counted = (/** @type {any} */ r, /** @type {string} */ name) => r[name] ?? (r.playouts ? undefined : 0);
  const all = rows.some(({ r }) => !r.playouts) ? ["depth", "nodes", "cuts", "table_hits"] : [];
  const columns = ["depth", "nodes", "cuts", "table_hits", "playouts"].filter((c) => all.includes(c) || has(c));
  return scroll(
    t("stats.title"),
    h("h3", null, t("stats.title")),
    h(
      "table",
      null,
      h(
        "thead",
        null,
        h(
          "tr",
          null,
          h("th", { scope: "col" }, t("stats.side")),
          h("th", { scope: "col" }, t("stats.move")),
          columns.map((c) => h("th", { class: "n", scope: "col", title: t(`help.${c}`) }, t(`stats.${c}`))),
          h("th", { class: "n", scope: "col", title: t("help.time") }, t("stats.time")),
          h("th", { class: "n", scope: "col", title: t("help.value") }, t("stats.value")),
        ),
      ),
      h(
        "tbody",
        null,
        rows.map(({ side, r }) =>
          h(
            "tr",
            { key: side },
            h("td", null, t(`side.${side}`)),
            h("td", null, spelled(state, side, r.best)),
            columns.map((c) => h("td", { class: "n" }, count(counted(r, c)))),
            h("td", { class: "n" }, seconds(r.seconds)),
            h("td", { class: "n" }, scoreText(r.score_text)),
          ),
        ),
      ),
    ),
  );
}
