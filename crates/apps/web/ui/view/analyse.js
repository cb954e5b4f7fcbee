// Analysis: off, hidden or shown; the best moves with their values; the analysis of the whole game.

import { cls, h, table } from "../dom.js";
import { about, act, ALL_LINES, app, begun, endPreview, enter, notice, play, preview, settings, visit } from "../app.js";
import { about as roughly, count, percent, say, seconds, t } from "../i18n.js";
import { field, keyed, segmented, select } from "./fields.js";
import { lead } from "./count.js";
import { learn, lesson } from "./learn.js";
import { isSetUp, loss, mark, MISTAKE, moveList, valueText } from "./moves.js";
import { report as gameReport } from "./report.js";

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
export function valueColumn(state, head = t("stats.value")) {
  const { unit } = about(state.game);
  return { head, help: t("help.value", { unit: say(unit) }), is: "n", cell: (r) => valueText(state, r.verdict) };
}

/** The column of visits, or of nodes where no games are simulated. @param {SearchReport} report @param {(row: MoveRow) => Child} cell @param {Column<MoveRow>["is"]} is @returns {Column<MoveRow>} */
export function visitColumn({ playouts }, cell, is) {
  return playouts
    ? { head: t("best.visits"), help: t("help.visits"), is, cell }
    : { head: t("stats.nodes"), help: t("help.nodes"), is, cell };
}

/** @type {Analysis["mode"][]} */
const MODES = ["off", "hidden", "shown"];

/** The analysis times offered, in milliseconds. */
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
    { key: "analyse", class: "analysis" },
    h(
      "div",
      { class: "row wrap" },
      segmented("analysis", mode, keyed("analysis", MODES), (next) => change(mode === "off" && next !== "off" ? { ...begun(state), mode: next } : { mode: next })),
      mode !== "off" && h("span", { class: "thinking small" }, state.analysing ? working : t("analysis.done")),
    ),
    options(state, change),
    lead(state),
    lesson(state) ? learn(state) : mode === "shown" ? [bestTable(state), played(state)] : [played(state), h("p", { class: "soft" }, t(`analysis.${mode}.text`))],
    // Whoever looks for a better move must not see the one that was played.
    state.tree.length > 1 && !lesson(state) && moveList(state),
    sweep(state),
  );
}

/** How long, how many lines, and whether the board shows it. @param {State} state @param {(more: Partial<Analysis>) => void} change */
function options({ analysis: { limits, multipv } }, change) {
  const { time_ms } = limits;
  /** @type {[string, string][]} */
  const lines = [...["1", "2", "3", "5", "8", "16"].map((n) => /** @type {[string, string]} */ ([n, n])), [String(ALL_LINES), t("analysis.lines.all")]];
  return h(
    "div",
    { class: "fields analysis-fields" },
    field(
      "analysis.time",
      select("analysis-time", String(time_ms ?? 0), times(time_ms), (v) => change({ limits: { ...limits, time_ms: Number(v) } })),
    ),
    field(
      "analysis.lines",
      select("analysis-lines", String(multipv), lines, (v) => change({ multipv: Number(v) })),
    ),
    h(
      "label",
      { class: "check" },
      h("input", { type: "checkbox", ".checked": app.settings.heat, onchange: (e) => settings({ heat: e.target.checked }) }),
      t("analysis.heat"),
    ),
  );
}

/** What the search put into a value. @param {TreeNode["effort"]} effort */
export function effortText(effort) {
  return effort ? summary(effort) : "";
}

/** The value of the move that led here, what it cost, and what would have been better. @param {State} state */
function played(state) {
  const node = state.tree[state.node];
  if (node.parent === null || isSetUp(node)) return null;
  const before = state.tree[node.parent];
  // The bar beside the board says the same.
  const black = app.report?.black_value ?? node.value;
  const side = t(`side.${node.mover}`);
  const value = black === undefined ? "" : percent(node.mover === "black" ? black : 1 - black, 1);
  const { name } = mark(node);
  const best = before.best && before.best !== node.move ? before.best_record : undefined;
  const effort = effortText(node.effort);
  return h(
    "p",
    { class: "played", title: t("help.played") },
    t(value ? "played" : "played.unknown", { side, move: node.record, value }),
    name && h("b", { class: `blame ${name}` }, ` ${t("played.mark", { mark: t(`mark.${name}`), cost: percent(loss(node), 1) })}`),
    name && best && ` ${t("played.best", { best })}`,
    name && ` ${reason(state, node, before)}`,
    effort && h("span", { class: "soft" }, ` ${t("played.effort", { effort })}`),
  );
}

/** Why a move was bad, in a sentence: what it allows, what it lets go, or what the answer costs. @param {State} state @param {TreeNode} node @param {TreeNode} before */
function reason(state, node, before) {
  const answer = node.best_record;
  const line = (node.line?.length ? node.line : [answer]).slice(0, 4).join(" ");
  const { score: after } = node;
  const { score: could } = before;
  if (after?.kind === "win") return t("why.allows", { value: valueText(state, after), line });
  if (could?.kind === "win") return t("why.misses", { value: valueText(state, could), line: (before.line ?? []).slice(0, 4).join(" ") });
  const points = (/** @type {Value | undefined} */ value) => (value?.kind === "score" || value?.kind === "margin" ? value.amount : undefined);
  const [then, now] = [points(could), points(after)];
  const cost = then !== undefined && now !== undefined ? then + now : 0;
  const { unit, counts_points } = about(state.game);
  if (answer && cost >= 0.3)
    return t("why.costs", { line, cost: `${cost.toLocaleString(document.documentElement.lang, { maximumFractionDigits: counts_points ? 0 : 1 })} ${say(unit)}` });
  return answer ? t("why.answer", { line }) : "";
}

/** The maximum number of moves in the list; more are shown only on the board. */
const MOST_ROWS = 16;

/** @param {State} state */
function bestTable(state) {
  const { report } = app;
  // A move without a search behind it is not advice.
  const seen = best(state, report).filter((row, i) => i === 0 || row.verdict);
  const rows = seen.slice(0, Math.min(Math.max(state.analysis.multipv, 1), MOST_ROWS));
  if (!report || !rows.length) return [h("h3", null, t("best.title")), h("p", { class: "soft" }, t(state.analysing ? "best.wait" : "best.none"))];
  const side = t(`side.${state.to_move}`);
  /** @type {Column<MoveRow>[]} */
  const columns = [
    { head: t("best.move"), cell: (r) => h("button", { class: "plain link", onclick: () => play(r) }, r.record) },
    valueColumn(state, t("value.for", { side })),
    ...(rows.some((r) => r.visits) ? [visitColumn(report, (r) => count(r.visits), "n")] : []),
    { head: t("best.line"), help: t("help.line"), is: "pv", cell: (r) => lineButtons(state, r) },
  ];
  const head = h("h3", null, t("best.title"), h("span", { class: "soft" }, ` ${summary(report)}`));
  const row = (/** @type {MoveRow} */ r, /** @type {number} */ i) => ({ class: cls(i === 0 && "on"), key: r.move });
  return table(t("best.title"), columns, rows, row, { kind: "best", head });
}

/** A line whose moves can be looked at on the board, and played up to the one that is chosen. @param {State} state @param {MoveRow} row */
function lineButtons(state, { pv, pv_record }) {
  const free = state.seats.black.kind === "human" && state.seats.white.kind === "human";
  return (pv_record ?? pv).map((text, i) => [
    i > 0 && " ",
    h(
      "button",
      {
        class: "plain pv-move",
        key: `${i}`,
        tabindex: -1,
        onpointerenter: () => preview(state, pv, i + 1),
        onpointerleave: endPreview,
        onclick: () => enter(pv.slice(0, free ? i + 1 : 1)),
      },
      text,
    ),
  ]);
}

/** Depth, nodes or playouts, and time. @param {NonNullable<TreeNode["effort"]>} r */
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

/** Times a position of a sweep, in milliseconds. */
const SWEEPS = [200, 500, 1000, 3000, 10000, 30000];

/** The time of a position, as it was chosen or as the game's player needs it: trees grow slowly. @param {State | null} state */
function sweepTime(state) {
  const { best, algorithms } = about(state?.game ?? "") ?? {};
  const player = algorithms?.find(({ name }) => name === best.split(",")[0]);
  return app.settings.sweep ?? (player?.options.some(({ name }) => name === "exploration") ? 3000 : 500);
}

/** Starts the analysis of every move. */
export function startSweep() {
  return act("sweep", { on: true, time_ms: sweepTime(app.game) });
}

/** @param {State} state */
function sweep(state) {
  const s = state.sweep;
  const ms = sweepTime(state);
  const none = state.line.length < 2;
  return h(
    "div",
    { class: "sweep" },
    h("h3", null, t("sweep.title")),
    s
      ? h(
          "div",
          { class: "row" },
          h("progress", { max: s.total, value: s.done, "aria-label": t("sweep.progress") }),
          h("span", { class: "soft" }, t("sweep.left", { time: roughly(s.total - s.done) })),
          h("button", { onclick: () => act("sweep", { on: false }) }, t("stop")),
        )
      : [
          field(
            "sweep.time",
            select("sweep-time", String(ms), SWEEPS.map((n) => [String(n), seconds(n / 1000)]), (v) => settings({ sweep: Number(v) })),
          ),
          h(
            "div",
            { class: "row wrap" },
            h("button", { disabled: none, onclick: startSweep }, t("sweep.start")),
            h("button", { disabled: none, onclick: () => nextMistake(state) }, t("sweep.next")),
            !lesson(state) && learn(state),
            !none && h("span", { class: "soft" }, t("sweep.most", { time: roughly((state.line.length * ms) / 1000) })),
          ),
        ],
    gameReport(state),
  );
}

/** Goes to the position before the next mistake, or before the first. @param {State} state */
export function nextMistake(state) {
  const at = state.line.indexOf(state.node);
  const after = (/** @type {number} */ from) =>
    state.line.findIndex((id, i) => i > from && loss(state.tree[id]) >= MISTAKE);
  const later = after(at + 1);
  const found = later > 0 ? later : after(0);
  if (found < 1) notice(t("sweep.none"));
  else visit(state.line[found - 1]);
}
