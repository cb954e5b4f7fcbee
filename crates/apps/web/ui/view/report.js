// The report: accuracy, average loss and marks of each side, with their thresholds.

import { h, table } from "../dom.js";
import { visit } from "../app.js";
import { percent, t } from "../i18n.js";
import { lookOf } from "../grounds.js";
import { loss, mainLine, mark, MARKS, MISTAKE, numbered } from "./moves.js";

/** How much of 100 a move that lost this share of the winning chance is worth: the curve of lichess. @param {number} lost */
const accuracy = (lost) => Math.min(100, Math.max(0, 103.1668 * Math.exp(-4.354 * lost) - 3.1669));

/** @param {number[]} list */
const mean = (list) => list.reduce((sum, x) => sum + x, 0) / list.length;

/** The maximum number of decisive moments. */
const MOMENTS = 5;

/** A move that decided something: a click shows the position before it. @param {State} state @param {TreeNode} node */
function moment(state, node) {
  const { sign, name } = mark(node);
  return h(
    "li",
    { key: node.id },
    h("button", { class: "plain", onclick: () => visit(node.parent ?? 0) }, numbered(state, node), node.record, h("b", { class: `blame ${name}` }, sign)),
    h("span", { class: "soft" }, t("report.moment", { cost: percent(loss(node)), best: state.tree[node.parent ?? 0].best_record ?? "–" })),
  );
}

/** @param {State} state */
export function report(state) {
  const judged = mainLine(state).map((id) => state.tree[id]).filter((node) => node.loss !== undefined);
  if (!judged.length) return null;
  const rows = lookOf(state.picture).sides.flatMap((side) => {
    const own = judged.filter((node) => node.mover === side);
    return own.length ? { side, own } : [];
  });
  /** @typedef {typeof rows[number]} Row */
  /** @type {Column<Row>[]} */
  const columns = [
    { head: t("stats.side"), cell: (r) => t(`side.${r.side}`) },
    { head: t("report.accuracy"), help: t("help.accuracy"), is: "n", cell: (r) => percent(mean(r.own.map((n) => accuracy(loss(n)))) / 100) },
    { head: t("report.loss"), help: t("help.loss"), is: "n", cell: (r) => percent(mean(r.own.map(loss)), 1) },
    ...[...MARKS].reverse().map(
      ([least, sign, name]) =>
        /** @type {Column<Row>} */ ({
          head: sign,
          help: `${t(`mark.${name}`)}: ${t("report.from", { limit: percent(least) })}`,
          is: "n",
          cell: (r) => r.own.filter((node) => mark(node).name === name).length,
        }),
    ),
  ];
  const moments = [...judged].filter((node) => loss(node) >= MISTAKE).sort((a, b) => loss(b) - loss(a)).slice(0, MOMENTS);
  const limits = [...MARKS].reverse().map(([least, sign]) => `${sign} ${percent(least)}`);
  return [
    moments.length > 0 && [
      h("h3", { key: "moments" }, t("report.moments")),
      h("ul", { class: "moments", key: "list" }, moments.sort((a, b) => a.id - b.id).map((node) => moment(state, node))),
    ],
    table(t("report.title"), columns, rows, (r) => ({ key: r.side }), { kind: "report" }),
    h("p", { class: "soft help" }, t("report.limits", { limits: limits.join(", ") })),
  ];
}
