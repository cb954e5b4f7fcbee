// Analysis: off, running out of sight, or shown; the best moves with their values; the sweep over the whole game.

import { cls, h, table } from "../dom.js";
import { about, act, app, notice, play, settings } from "../app.js";
import { count, percent, say, seconds, t, worth } from "../i18n.js";
import { field, keyed, segmented, select } from "./fields.js";
import { loss, MISTAKE } from "./moves.js";

/** The moves of a report, best first; at least the search's own best. @param {State} state @param {SearchReport | null} report @returns {MoveRow[]} */
export function best(state, report) {
  if (!report?.best || report.moves?.length) return report?.moves ?? [];
  const { best: move, verdict, score, pv, pv_record } = report;
  return [{ move, record: recordOf(state, move), verdict, score, pv, pv_record }];
}

/** A legal move as the record spells it. @param {State} state @param {string} [move] */
export function recordOf(state, move = "") {
  return state.legal.find((m) => m.move === move)?.record ?? move;
}

/** The first moves of a line as records spell them; castling is never broken in two. @param {Line} line @param {number} [most] */
export function lineText({ pv, pv_record }, most) {
  return (pv_record ?? pv).slice(0, most).join(" ").replaceAll("-", "\u2011");
}

/** The column of values, in the game's unit. @template {Judged} R @param {State} state @param {string} [head] @returns {Column<R>} */
export function valueColumn({ game }, head = t("stats.value")) {
  const { unit } = about(game);
  return { head, help: t("help.value", { unit: say(unit) }), is: "n", cell: (r) => worth(r.verdict, unit) };
}

/** The column of visits, or of nodes where no games are simulated. @param {SearchReport} report @param {(row: MoveRow) => Child} cell @param {Column<MoveRow>["is"]} is @returns {Column<MoveRow>} */
export function visitColumn({ playouts }, cell, is) {
  return playouts
    ? { head: t("best.visits"), help: t("help.visits"), is, cell }
    : { head: t("stats.nodes"), help: t("help.nodes"), is, cell };
}

/** @type {Analysis["mode"][]} */
const MODES = ["off", "hidden", "shown"];

/** Thinking times in milliseconds that the page offers. */
const TIMES = [1000, 3000, 10000, 30000, 120000];

/** The choices of a thinking time, the present one among them. @param {number | undefined} now @returns {[string, string][]} */
function times(now) {
  const all = [...new Set([...TIMES, now ?? 0])].sort((a, b) => a - b);
  return all.map((ms) => [String(ms), ms === 0 ? t("analysis.endless") : ms === 120000 ? "2 min" : seconds(ms / 1000)]);
}

/** @param {State} state */
export function analyse(state) {
  const { mode } = state.analysis;
  const change = (/** @type {Partial<Analysis>} */ more) => act("analysis", { ...state.analysis, ...more });
  const working = [h("span", { class: "pulse", "aria-hidden": "true" }), t("thinking")];
  return h(
    "div",
    { key: "analyse" },
    h(
      "div",
      { class: "row wrap" },
      segmented("analysis", mode, keyed("analysis", MODES), (mode) => change({ mode })),
      mode !== "off" && h("span", { class: "thinking small" }, state.analysing ? working : t("analysis.done")),
    ),
    options(state, change),
    played(state),
    mode === "shown" ? bestTable(state) : h("p", { class: "soft" }, t(`analysis.${mode}.text`)),
    sweep(state),
  );
}

/** How long, how many lines, and whether the board shows it. @param {State} state @param {(more: Partial<Analysis>) => void} change */
function options({ analysis: { limits, multipv } }, change) {
  const { time_ms } = limits;
  const lines = ["1", "2", "3", "4", "5", "8"];
  return h(
    "div",
    { class: "row wrap fields" },
    field(
      "analysis.time",
      select("analysis-time", String(time_ms ?? 0), times(time_ms), (v) => change({ limits: { ...limits, time_ms: Number(v) } })),
    ),
    field(
      "analysis.lines",
      select("analysis-lines", String(multipv), lines.map((n) => [n, n]), (v) => change({ multipv: Number(v) })),
    ),
    h(
      "label",
      { class: "check" },
      h("input", { type: "checkbox", ".checked": app.settings.heat, onchange: (e) => settings({ heat: e.target.checked }) }),
      t("analysis.heat"),
    ),
  );
}

/** The value of the move that led here. @param {State} state */
function played(state) {
  const node = state.tree[state.node];
  if (node.parent === null) return null;
  const value =
    node.value === undefined ? t("played.unknown") : percent(node.mover === "black" ? node.value : 1 - node.value, 1);
  const cost = loss(state, node);
  return h(
    "p",
    { class: "played", title: t("help.played") },
    t("played", { side: t(`side.${node.mover}`), move: node.record, value }),
    cost >= MISTAKE && h("b", { class: "blame" }, ` ${t("played.cost", { cost: percent(cost, 1) })}`),
  );
}

/** @param {State} state */
function bestTable(state) {
  const { report } = app;
  const rows = best(state, report).slice(0, Math.max(state.analysis.multipv, 1));
  if (!report || !rows.length) return [h("h3", null, t("best.title")), h("p", { class: "soft" }, t("best.none"))];
  /** @type {Column<MoveRow>[]} */
  const columns = [
    { head: t("best.move"), cell: (r) => h("button", { class: "plain link", onclick: () => play(r) }, r.record) },
    valueColumn(state),
    ...(rows.some((r) => r.visits) ? [visitColumn(report, (r) => count(r.visits), "n")] : []),
    { head: t("best.line"), help: t("help.line"), is: "pv", cell: (r) => lineText(r) },
  ];
  const head = h("h3", null, t("best.title"), h("span", { class: "soft" }, ` ${summary(report)}`));
  const row = (/** @type {MoveRow} */ r, /** @type {number} */ i) => ({ class: cls(i === 0 && "on"), key: r.move });
  return table(t("best.title"), columns, rows, row, { kind: "best", head });
}

/** Depth, nodes or playouts, and time. @param {SearchReport} r */
export function summary(r) {
  return [
    r.depth !== undefined && t("sum.depth", { n: r.depth }),
    r.playouts
      ? t("sum.playouts", { n: count(r.playouts) })
      : r.nodes !== undefined && t("sum.nodes", { n: count(r.nodes) }),
    seconds(r.seconds),
  ]
    .filter(Boolean)
    .join(" · ");
}

/** @param {State} state */
function sweep(state) {
  const s = state.sweep;
  return h(
    "div",
    { class: "sweep" },
    h("h3", null, t("sweep.title")),
    s
      ? h(
          "div",
          { class: "row" },
          h("progress", { max: s.total, value: s.done, "aria-label": t("sweep.progress") }),
          h("span", { class: "soft" }, `${s.done} / ${s.total}`),
          h("button", { onclick: () => act("sweep", { on: false }) }, t("stop")),
        )
      : h(
          "div",
          { class: "row" },
          h("button", { disabled: state.line.length < 2, onclick: () => act("sweep", { on: true }) }, t("sweep.start")),
          h("button", { disabled: state.line.length < 2, onclick: () => nextMistake(state) }, t("sweep.next")),
        ),
  );
}

/** Goes to the position before the next mistake, or before the first. @param {State} state */
export function nextMistake(state) {
  const at = state.line.indexOf(state.node);
  const after = (/** @type {number} */ from) =>
    state.line.findIndex((id, i) => i > from && loss(state, state.tree[id]) >= MISTAKE);
  const later = after(at + 1);
  const found = later > 0 ? later : after(0);
  if (found < 1) notice(t("sweep.none"));
  else act("goto", { node: state.line[found - 1] });
}
