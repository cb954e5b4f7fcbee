// Analysis: off, running out of sight, or shown; the best moves with their values; the sweep over the whole game.

import { cls, h, scroll } from "../dom.js";
import { act, app, notice, play, settings } from "../app.js";
import { count, decimal, percent, seconds, signed, t } from "../i18n.js";
import { field, segmented, select } from "./setup.js";
import { loss, MISTAKE } from "./moves.js";

/** The moves of a report, best first, with the search's own best in front. @param {any} report @returns {any[]} */
export function best(report) {
  if (!report) return [];
  if (report.moves?.length) return report.moves;
  return report.best ? [{ move: report.best, score: report.score, score_text: report.score_text, pv: report.pv }] : [];
}

/** A legal move as the record spells it. @param {any} state @param {string} move */
export function recordOf(state, move) {
  return state.legal.find((/** @type {any} */ m) => m.move === move)?.record ?? move;
}

/** A line of play as text; castling is never broken in two. @param {string[]} [moves] */
export function lineText(moves = []) {
  return moves.join(" ").replaceAll("-", "\u2011");
}

/** Thinking times in milliseconds that the page offers. */
const TIMES = [1000, 3000, 10000, 30000, 120000];

/** The choices of a thinking time, the present one among them. @param {number | undefined} now @returns {[string, string][]} */
function times(now) {
  const all = [...new Set([...TIMES, now ?? 0])].sort((a, b) => a - b);
  return all.map((ms) => [String(ms), ms === 0 ? t("analysis.endless") : ms === 120000 ? "2 min" : seconds(ms / 1000)]);
}

/** @param {any} state */
export function analyse(state) {
  const a = state.analysis;
  const change = (/** @type {any} */ more) => act("analysis", { ...a, ...more });
  return h(
    "div",
    { key: "analyse" },
    h(
      "div",
      { class: "row wrap" },
      segmented(
        "analysis",
        a.mode,
        ["off", "hidden", "shown"].map((m) => [m, t(`analysis.${m}`)]),
        (mode) => change({ mode }),
      ),
      a.mode !== "off" &&
        h(
          "span",
          { class: "thinking small" },
          state.analysing ? [h("span", { class: "pulse", "aria-hidden": "true" }), t("thinking")] : t("analysis.done"),
        ),
    ),
    h(
      "div",
      { class: "row wrap fields" },
      field(
        "analysis.time",
        select(
          "analysis-time",
          String(a.limits.time_ms ?? 0),
          times(a.limits.time_ms),
          (v) => change({ limits: { ...a.limits, time_ms: Number(v) } }),
        ),
      ),
      field(
        "analysis.lines",
        select(
          "analysis-lines",
          String(a.multipv),
          ["1", "2", "3", "4", "5", "8"].map((n) => [n, n]),
          (v) => change({ multipv: Number(v) }),
        ),
      ),
      h(
        "label",
        { class: "check" },
        h("input", {
          type: "checkbox",
          ".checked": app.settings.heat,
          onchange: (/** @type {any} */ e) => settings({ heat: e.target.checked }),
        }),
        t("analysis.heat"),
      ),
    ),
    played(state),
    a.mode === "shown"
      ? bestTable(state, a.multipv)
      : h("p", { class: "soft" }, t(a.mode === "off" ? "analysis.off.text" : "analysis.hidden.text")),
    sweep(state),
  );
}

/** The value of the move that led here. @param {any} state */
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

/** @param {any} state @param {number} lines */
export function bestTable(state, lines) {
  const rows = best(app.report).slice(0, Math.max(lines, 1));
  const visits = rows.some((r) => r.visits !== undefined);
  return scroll(
    t("best.title"),
    h("h3", null, t("best.title"), app.report && h("span", { class: "soft" }, ` ${summary(app.report)}`)),
    rows.length === 0
      ? h("p", { class: "soft" }, t("best.none"))
      : h(
          "table",
          { class: "best" },
          h(
            "thead",
            null,
            h(
              "tr",
              null,
              h("th", { scope: "col" }, t("best.move")),
              h("th", { class: "n", scope: "col", title: t("help.value") }, t("best.value")),
              visits &&
                h(
                  "th",
                  { class: "n", scope: "col", title: t(app.report.playouts ? "help.visits" : "help.nodes") },
                  t(app.report.playouts ? "best.visits" : "stats.nodes"),
                ),
              h("th", { scope: "col", title: t("help.line") }, t("best.line")),
            ),
          ),
          h(
            "tbody",
            null,
            rows.map((r, i) => {
              return h(
                "tr",
                { class: cls(i === 0 && "on"), key: r.move },
                h("td", null, h("button", { class: "plain link", onclick: () => play(r) }, recordOf(state, r.move))),
                h("td", { class: "n" }, valueText(r)),
                visits && h("td", { class: "n" }, count(r.visits)),
                h("td", { class: "pv" }, lineText(r.pv)),
              );
            }),
          ),
        ),
  );
}

/** @param {any} r */
export function valueText(r) {
  if (r.score_text) return scoreText(r.score_text);
  return r.value !== undefined ? percent(r.value, 1) : signed(r.score);
}

/** The engine's score in the page's language: numbers stay, proven ends are words. @param {string | undefined} text */
export function scoreText(text) {
  return (text ?? "")
    .replace(/^(win|loss) in (\d+)$/, (_, kind, n) => t(`score.${kind}`, { n }))
    .replace(/\d+\.\d+/, (digits) => decimal(digits))
    .replace("-", "\u2212");
}

/** Depth, nodes or playouts, and time. @param {any} r */
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

/** @param {any} state */
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

/** Goes to the position before the next mistake. @param {any} state */
export function nextMistake(state) {
  const at = state.line.indexOf(state.node);
  const later = state.line.findIndex(
    (/** @type {number} */ id, /** @type {number} */ i) => i > at + 1 && loss(state, state.tree[id]) >= MISTAKE,
  );
  const found =
    later >= 0
      ? later
      : state.line.findIndex(
          (/** @type {number} */ id, /** @type {number} */ i) => i > 0 && loss(state, state.tree[id]) >= MISTAKE,
        );
  if (found < 1) notice(t("sweep.none"));
  else act("goto", { node: state.line[found - 1] });
}
