// The "Why?" panel: the algorithm, its statistics during the search, and the parts of the position's key.

import { cls, h, table } from "../dom.js";
import { about, act, app } from "../app.js";
import { capital, count, known, percent, say, seconds, t } from "../i18n.js";
import { field, select } from "./fields.js";
import { best, lineText, recordOf, summary, valueColumn, visitColumn } from "./analyse.js";
import { patterns } from "./patterns.js";
import { searchTree } from "./tree.js";

/** A link to the steps of such a search, for algorithms that have any. @param {State} state @param {PositionReport} report */
function stepping(state, { algorithm, depth }) {
  const deep = algorithm === "alphabeta";
  if (!deep && !/^(mc|uct|uct-tt|rave|grave|amaf|puct|prior)$/.test(algorithm)) return null;
  const params = new URLSearchParams({ g: state.game, r: state.rules, p: state.position, a: algorithm });
  params.set(deep ? "depth" : "playouts", String(deep ? Math.min(depth ?? 4, 5) : 200));
  return [" ", h("a", { href: `#/trace?${params.toString().replaceAll("+", "%20")}` }, t("trace.open"))];
}

/** @param {State} state */
export function why(state) {
  const { report } = app;
  return h(
    "div",
    { key: "why" },
    switches(state),
    report
      ? h(
          "p",
          { class: "soft" },
          h("b", null, report.algorithm),
          " ",
          summary(report),
          stepping(state, report),
          report.remarks?.map((remark) => h("span", { class: "note" }, ` ${say(remark)}`)),
        )
      : h("p", { class: "soft" }, t(state.analysing ? "thinking" : "why.none")),
    report && [totals(report), report.depths?.length && depthTable(state, report.depths)],
    trials(state),
    report && [movesTable(state, report), searchTree(state, report)],
    patterns(state),
    hashCard(state),
  );
}

// ---- the player's switches ------------------------------------------------------------------------------------------

/** A player's text, `alphabeta,threads=2`, taken apart. @param {string} text */
function parsePlayer(text) {
  const [algorithm, ...rest] = text.split(",");
  /** @type {Record<string, string>} */
  const options = Object.fromEntries(rest.map((part) => part.split("=").map((x) => x.trim())));
  return { algorithm, options };
}

/** @param {State} state */
function switches(state) {
  const { algorithms, best } = about(state.game);
  const player = parsePlayer(state.analysis.player || best);
  const algorithm = algorithms.find((a) => a.name === player.algorithm) ?? algorithms[0];
  const send = (/** @type {string} */ text) => act("analysis", { ...state.analysis, mode: "shown", player: text });
  const chip = (/** @type {Option} */ o) => {
    const pick = (/** @type {string} */ value) => {
      const { [o.name]: _, ...others } = player.options;
      const options = value === o.default ? others : { ...player.options, [o.name]: value };
      send([player.algorithm, ...Object.entries(options).map((pair) => pair.join("="))].join(","));
    };
    return optionChip(o, player.options[o.name] ?? o.default, pick);
  };
  const prominent = (/** @type {Option} */ o) => o.name === "threads" || o.domain.kind === "one-of";
  const chosen = algorithm.options.filter((o) => o.domain.kind !== "switch" && prominent(o));
  const flags = algorithm.options.filter((o) => o.domain.kind === "switch");
  const numbers = algorithm.options.filter((o) => o.domain.kind !== "switch" && !prominent(o));
  const watch = { mode: state.analysing ? "off" : "shown" };
  return h(
    "div",
    { class: "switches" },
    h(
      "div",
      { class: "row wrap fields" },
      field("why.algorithm", select("algorithm", player.algorithm, algorithms.map(({ name }) => [name, name]), send)),
      h(
        "button",
        { class: cls(state.analysing && "accent"), onclick: () => act("analysis", { ...state.analysis, ...watch }) },
        t(state.analysing ? "stop" : "why.watch"),
      ),
    ),
    h("p", { class: "soft help" }, `${capital(say(algorithm.help))}.`),
    h("div", { class: "chips" }, chosen.map(chip), flags.map(chip)),
    numbers.length > 0 &&
      h(
        "details",
        null,
        h("summary", { class: "soft" }, t("why.numbers")),
        h("div", { class: "chips" }, numbers.map(chip)),
      ),
  );
}

/** The words of a switch, off and on. */
const ON = ["off", "on"];
const TRUE = ["false", "true"];

/** @param {Option} o @param {string} value @param {(v: string) => void} pick */
function optionChip(o, value, pick) {
  const [text, title] = [known(`option.${o.name}`) ?? o.name.replaceAll("_", " "), say(o.help)];
  const { domain } = o;
  if (domain.kind === "switch") {
    const words = ON.includes(o.default) ? ON : TRUE;
    const on = value === words[1];
    const props = { key: o.name, class: cls("chip-switch", !on && "off"), "aria-pressed": String(on), title };
    return h("button", { ...props, onclick: () => pick(words[on ? 0 : 1]) }, text);
  }
  const name = `option-${o.name}`;
  const [least, most] = domain.kind === "one-of" ? [] : [domain.least, domain.most];
  const range = least === undefined || least === null ? "" : ` (${least} – ${most ?? "∞"})`;
  return h(
    "label",
    { key: o.name, class: "chip-field", title: title + range },
    h("span", null, text),
    domain.kind === "one-of"
      ? select(name, value, domain.names.map((c) => [c, c]), pick)
      : h("input", {
          name,
          ".value": value,
          size: Math.max(3, value.length),
          onchange: (e) => pick(e.target.value.trim() || o.default),
        }),
  );
}

// ---- what the search counts -----------------------------------------------------------------------------------------

/** @param {SearchReport} r */
function totals(r) {
  const items = [
    ["nodes", count(r.nodes)],
    ["cuts", count(r.cuts)],
    ["first", r.cuts && r.first_move_cuts ? percent(r.first_move_cuts / r.cuts) : ""],
    ["table_hits", r.table_probes ? `${count(r.table_hits)} (${percent((r.table_hits ?? 0) / r.table_probes)})` : ""],
    ["collisions", r.collisions ?? ""],
    ["known", count(r.known)],
    ["playouts", count(r.playouts)],
    ["speed", speed(r)],
    ["hashfull", r.hashfull === undefined ? "" : percent(r.hashfull / 1000)],
    ["entry_bytes", r.entry_bytes ?? ""],
    ["selective", r.selective_depth ?? ""],
  ].filter(([, text]) => text !== "");
  return h(
    "dl",
    { class: "figures" },
    items.map(([name, text]) =>
      h("div", { key: name, title: t(`help.${name}`) }, h("dt", null, t(`stats.${name}`)), h("dd", null, text)),
    ),
  );
}

/** A column whose head and help stand under one name. @template R @param {string} name @param {Column<R>["cell"]} cell @param {Column<R>["is"]} [is] @returns {Column<R>} */
function stats(name, cell, is = "n") {
  return { head: t(`stats.${name}`), help: t(`help.${name}`), is, cell };
}

/** A bar with its figure. @param {number} share @param {string} text */
function meter(share, text) {
  return [h("span", { class: "meter", style: { width: `${Math.round(60 * share)}px` } }), " ", text];
}

/** @param {State} state @param {DepthRow[]} depths */
function depthTable(state, depths) {
  /** @type {Column<DepthRow>[]} */
  const columns = [
    stats("depth", (d) => d.depth),
    stats("nodes", (d) => count(d.nodes)),
    stats("cuts", (d) => count(d.cuts)),
    stats("table_hits", (d) => count(d.table_hits)),
    stats("first", (d) => meter(d.first_move_cut_rate, percent(d.first_move_cut_rate)), "nowrap"),
    valueColumn(state),
    { head: t("best.line"), help: t("help.line"), is: "pv", cell: (d) => lineText(d, 8) },
  ];
  return table(t("why.depths"), columns, depths.slice(-12), (d) => ({ key: d.depth }));
}

/** @param {State} state @param {SearchReport} report */
function movesTable(state, report) {
  const all = best(state, report);
  const rows = all.slice(0, report.playouts ? 16 : state.analysis.multipv);
  if (!rows.length) return null;
  const most = Math.max(1, ...rows.map((m) => m.visits ?? 0));
  const has = (/** @type {"visits" | "prior" | "amaf"} */ name) => rows.some((m) => m[name] !== undefined);
  const shares = /** @type {const} */ (["prior", "amaf"]).filter(has).map((name) => ({
    head: t(`best.${name}`),
    help: t(`help.${name}`),
    is: /** @type {const} */ ("n"),
    cell: (/** @type {MoveRow} */ m) =>
      percent(m[name], 1) + (name === "amaf" && m.amaf_visits ? ` (${count(m.amaf_visits)})` : ""),
  }));
  const visits = visitColumn(report, (m) => meter((m.visits ?? 0) / most, count(m.visits)), "nowrap");
  /** @type {Column<MoveRow>[]} */
  const columns = [
    { head: t("best.move"), cell: (m) => m.record },
    ...(has("visits") ? [visits] : []),
    valueColumn(state, t("best.value")),
    ...shares,
    { head: t("best.line"), help: t("help.line"), is: "pv", cell: branch },
  ];
  const title = t(report.playouts ? "why.tree" : "best.title");
  return table(title, columns, rows, (m, i) => ({ key: m.move, class: cls(i === 0 && "on") }));
}

/** A line of play as a branch of the tree, to be opened. @param {MoveRow} m */
function branch(m) {
  if (m.pv.length < 2) return lineText(m);
  const moves = (m.pv_record ?? m.pv).map((move, i) => h("li", { key: i }, move));
  return h("details", null, h("summary", null, lineText(m, 4)), h("ol", { class: "branch" }, moves));
}

/** Runs at this position under different switches, side by side, the running one too: the effect of a switch at once. @param {State} state */
function trials(state) {
  const { report } = app;
  const player = state.analysis.player || report?.algorithm;
  const running = state.analysing && report && player ? { node: state.node, player, report } : null;
  const done = state.trials.filter((x) => x.node === state.node && x.player !== running?.player);
  const rows = running ? [...done, running] : done;
  if (rows.length < 2) return null;
  /** @typedef {typeof rows[number]} Trial */
  const counted = /** @type {const} */ (["depth", "nodes", "playouts"]).filter((c) => rows.some((x) => x.report[c] !== undefined));
  const value = valueColumn(state);
  /** @type {Column<Trial>[]} */
  const columns = [
    { head: t("why.algorithm"), is: "player", cell: (x) => x.player.replaceAll(",", ", ") },
    ...counted.map((c) => stats(c, (/** @type {Trial} */ x) => count(x.report[c]))),
    stats("time", (x) => seconds(x.report.seconds)),
    stats("speed", (x) => speed(x.report)),
    { ...value, cell: (x, i) => value.cell(x.report, i) },
    { head: t("best.move"), cell: (x) => recordOf(state, x.report.best) },
  ];
  return table(t("why.trials"), columns, rows, (x) => ({ key: x.player, class: cls(x === running && "on") }), { kind: "trials" });
}

/** @param {SearchReport} r */
function speed(r) {
  return r.seconds > 0 ? t("per.second", { n: count((r.playouts || r.nodes || 0) / r.seconds) }) : "";
}

/** The key of the position: what the last move XORed in and out, and every part. @param {State} state */
function hashCard(state) {
  const spaced = (/** @type {string} */ key) => key.replace(/(.{4})(?=.)/g, "$1 ");
  return h(
    "div",
    { class: "hash" },
    h("h3", { title: t("help.hash") }, t("hash.title")),
    h("p", null, h("code", { class: "key" }, spaced(state.key))),
    state.previous_key &&
      h(
        "p",
        null,
        h(
          "code",
          null,
          "= ",
          spaced(state.previous_key),
          state.xor.map((part) => [
            " ",
            h("span", { class: "x", key: part.key }, "⊕"),
            " ",
            h("span", { class: `part ${part.change}`, title: `${part.key} · ${t(`hash.${part.change}`)}` }, say(part.name)),
          ]),
        ),
      ),
    h(
      "details",
      null,
      h("summary", { class: "soft" }, t("hash.parts", { n: state.parts.length })),
      h(
        "p",
        { class: "parts" },
        state.parts.map((part, i) => [
          i > 0 && h("span", { class: "x" }, " ⊕ "),
          h("code", { key: part.key, title: part.key }, say(part.name)),
        ]),
        " = ",
        h("code", null, spaced(state.key)),
      ),
    ),
  );
}
