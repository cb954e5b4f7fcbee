// The glass box: which algorithm thinks, what it counts while it thinks, and how the position's key is made.

import { cls, h, scroll } from "../dom.js";
import { act, app } from "../app.js";
import { count, percent, seconds, sentence, signed, t } from "../i18n.js";
import { field, info, select } from "./setup.js";
import { best, lineText, recordOf, scoreText, summary, valueText } from "./analyse.js";
import { patterns } from "./patterns.js";
import { searchTree } from "./tree.js";

/** An option's place: a switch and a number may share a name (`table=false`, `table=64`). @param {string} name @param {string} value */
function slot(name, value) {
  return `${name}${isSwitch(value) ? "?" : ""}`;
}

/** A player's text, `alphabeta,threads=2`, taken apart. @param {string} text @returns {{algorithm: string, options: Record<string, string>}} */
export function parsePlayer(text) {
  const [algorithm, ...rest] = text.split(",");
  const pairs = rest.map((part) => part.split("=").map((x) => x.trim()));
  return { algorithm, options: Object.fromEntries(pairs.map(([name, value = ""]) => [slot(name, value), value])) };
}

/** @param {string} algorithm @param {Record<string, string>} options */
function playerText(algorithm, options) {
  return [algorithm, ...Object.entries(options).map(([k, v]) => `${k.replace("?", "")}=${v}`)].join(",");
}

/** @param {any} state */
export function why(state) {
  const report = app.report;
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
          report.notes?.map((/** @type {string} */ n) => h("span", { class: "note" }, ` ${sentence(n)}`)),
        )
      : h("p", { class: "soft" }, t(state.analysing ? "thinking" : "why.none")),
    report && totals(report),
    report?.depths?.length ? depthTable(report) : null,
    trials(state),
    report && movesTable(state, report),
    report && searchTree(state, report),
    patterns(state),
    hashCard(state),
  );
}

/** @param {any} state */
function switches(state) {
  const about = info(state.game);
  const player = parsePlayer(state.analysis.player || about.best);
  const algorithm = about.algorithms.find((/** @type {any} */ a) => a.name === player.algorithm) ?? about.algorithms[0];
  const send = (/** @type {string} */ text) => act("analysis", { ...state.analysis, mode: "shown", player: text });
  const option = (/** @type {any} */ o, /** @type {string} */ value) => {
    const options = { ...player.options };
    if (value === o.default) delete options[slot(o.name, o.default)];
    else options[slot(o.name, o.default)] = value;
    send(playerText(player.algorithm, options));
  };
  const value = (/** @type {any} */ o) => player.options[slot(o.name, o.default)] ?? o.default;
  const plain = (/** @type {any} */ o) => o.name === "threads" || o.choices?.length > 0;
  const named = (/** @type {string} */ name) =>
    t(`algorithm.${name}`) === `algorithm.${name}` ? name : t(`algorithm.${name}`);
  const numbers = algorithm.options.filter((/** @type {any} */ o) => !isSwitch(o.default) && !plain(o));
  return h(
    "div",
    { class: "switches" },
    h(
      "div",
      { class: "row wrap fields" },
      field(
        "why.algorithm",
        select(
          "algorithm",
          player.algorithm,
          about.algorithms.map((/** @type {any} */ a) => [a.name, named(a.name)]),
          (v) => send(v),
        ),
      ),
      h(
        "button",
        {
          class: cls(state.analysing && "accent"),
          onclick: () => act("analysis", { ...state.analysis, mode: state.analysing ? "off" : "shown" }),
        },
        t(state.analysing ? "stop" : "why.watch"),
      ),
    ),
    h("p", { class: "soft help" }, t(`algorithm.${algorithm.name}.help`)),
    h(
      "div",
      { class: "chips" },
      algorithm.options
        .filter((/** @type {any} */ o) => !isSwitch(o.default) && plain(o))
        .map((/** @type {any} */ o) => numberChip(o, value(o), (v) => option(o, v))),
      algorithm.options
        .filter((/** @type {any} */ o) => isSwitch(o.default))
        .map((/** @type {any} */ o) => switchChip(o, value(o), (v) => option(o, v))),
    ),
    numbers.length > 0 &&
      h(
        "details",
        null,
        h("summary", { class: "soft" }, t("why.numbers")),
        h(
          "div",
          { class: "chips" },
          numbers.map((/** @type {any} */ o) => numberChip(o, value(o), (v) => option(o, v))),
        ),
      ),
  );
}

/** @param {any} o @param {string} value @param {(v: string) => void} pick */
function switchChip(o, value, pick) {
  const on = value === "on" || value === "true";
  const words = o.default === "on" || o.default === "off" ? ["on", "off"] : ["true", "false"];
  return h(
    "button",
    {
      key: `${o.name}?`,
      class: cls("chip-switch", !on && "off"),
      "aria-pressed": String(on),
      title: sentence(o.help),
      onclick: () => pick(on ? words[1] : words[0]),
    },
    o.name.replaceAll("_", " "),
  );
}

/** @param {any} o @param {string} value @param {(v: string) => void} pick */
function numberChip(o, value, pick) {
  return h(
    "label",
    { key: o.name, class: "chip-field", title: sentence(o.help) },
    h("span", null, o.name.replaceAll("_", " ")),
    o.choices?.length
      ? select(
          `option-${o.name}`,
          value,
          o.choices.map((/** @type {string} */ c) => [c, c]),
          pick,
        )
      : h("input", {
          name: `option-${o.name}`,
          ".value": value,
          size: Math.max(3, String(value).length),
          onchange: (/** @type {any} */ e) => pick(e.target.value.trim() || o.default),
        }),
  );
}

/** @param {string} value */
function isSwitch(value) {
  return ["on", "off", "true", "false"].includes(value);
}

/** @param {any} r */
function totals(r) {
  const items = [
    ["nodes", count(r.nodes)],
    ["cuts", count(r.cuts)],
    ["first", r.cuts && r.first_move_cuts ? percent(r.first_move_cuts / r.cuts) : ""],
    ["table_hits", r.table_probes ? `${count(r.table_hits)} (${percent(r.table_hits / r.table_probes)})` : ""],
    ["playouts", count(r.playouts)],
    ["speed", speed(r)],
    ["hashfull", r.hashfull !== undefined ? percent(r.hashfull / 1000) : ""],
    ["selective", r.selective_depth ?? ""],
  ].filter(([, text]) => text !== "" && text !== undefined);
  return h(
    "dl",
    { class: "figures" },
    items.map(([name, text]) =>
      h("div", { key: name, title: t(`help.${name}`) }, h("dt", null, t(`stats.${name}`)), h("dd", null, text)),
    ),
  );
}

/** @param {any} r */
function depthTable(r) {
  return scroll(
    t("why.depths"),
    h("h3", null, t("why.depths")),
    h(
      "table",
      null,
      h(
        "thead",
        null,
        h(
          "tr",
          null,
          h("th", { class: "n", scope: "col", title: t("help.depth") }, t("stats.depth")),
          ["nodes", "cuts", "table_hits"].map((c) =>
            h("th", { class: "n", scope: "col", title: t(`help.${c}`) }, t(`stats.${c}`)),
          ),
          h("th", { scope: "col", title: t("help.first") }, t("stats.first")),
          h("th", { class: "n", scope: "col", title: t("help.value") }, t("stats.value")),
          h("th", { scope: "col", title: t("help.line") }, t("best.line")),
        ),
      ),
      h(
        "tbody",
        null,
        r.depths
          .slice(-12)
          .map((/** @type {any} */ d) =>
            h(
              "tr",
              { key: d.depth },
              h("td", { class: "n" }, d.depth),
              h("td", { class: "n" }, count(d.nodes)),
              h("td", { class: "n" }, count(d.cuts)),
              h("td", { class: "n" }, count(d.table_hits)),
              h(
                "td",
                { class: "nowrap" },
                h("span", { class: "meter", style: { width: `${Math.round(60 * d.first_move_cut_rate)}px` } }),
                " ",
                percent(d.first_move_cut_rate),
              ),
              h("td", { class: "n" }, signed(d.score)),
              h("td", { class: "pv" }, lineText(d.pv.slice(0, 8))),
            ),
          ),
      ),
    ),
  );
}

/** @param {any} state @param {any} r */
function movesTable(state, r) {
  const rows = r.playouts ? best(r) : best(r).slice(0, state.analysis.multipv);
  if (!rows.length) return null;
  const has = (/** @type {string} */ name) => rows.some((m) => m[name] !== undefined);
  const most = Math.max(1, ...rows.map((m) => m.visits ?? 0));
  return scroll(
    t("best.title"),
    h("h3", null, t(r.playouts ? "why.tree" : "best.title")),
    h(
      "table",
      null,
      h(
        "thead",
        null,
        h(
          "tr",
          null,
          h("th", { scope: "col" }, t("best.move")),
          has("visits") &&
            h(
              "th",
              { scope: "col", title: t(r.playouts ? "help.visits" : "help.nodes") },
              t(r.playouts ? "best.visits" : "stats.nodes"),
            ),
          h("th", { class: "n", scope: "col", title: t("help.value") }, t("best.value")),
          has("prior") && h("th", { class: "n", scope: "col", title: t("help.prior") }, t("best.prior")),
          has("amaf") && h("th", { class: "n", scope: "col", title: t("help.amaf") }, t("best.amaf")),
          h("th", { scope: "col", title: t("help.line") }, t("best.line")),
        ),
      ),
      h(
        "tbody",
        null,
        rows
          .slice(0, 16)
          .map((m, i) =>
            h(
              "tr",
              { key: m.move, class: cls(i === 0 && "on") },
              h("td", null, recordOf(state, m.move)),
              has("visits") &&
                h(
                  "td",
                  { class: "nowrap" },
                  h("span", { class: "meter", style: { width: `${Math.round((60 * (m.visits ?? 0)) / most)}px` } }),
                  " ",
                  count(m.visits),
                ),
              h("td", { class: "n" }, valueText(m)),
              has("prior") && h("td", { class: "n" }, percent(m.prior, 1)),
              has("amaf") && h("td", { class: "n" }, percent(m.amaf, 1)),
              h(
                "td",
                { class: "pv" },
                m.pv?.length > 1
                  ? h("details", null, h("summary", null, lineText(m.pv.slice(0, 4))), branch(m.pv))
                  : lineText(m.pv),
              ),
            ),
          ),
      ),
    ),
  );
}

/** A line of play as a branch of the tree. @param {string[]} pv */
function branch(pv) {
  return h(
    "ol",
    { class: "branch" },
    pv.map((move, i) => h("li", { key: i }, move)),
  );
}

/** Runs at this position under different switches, side by side, the running one too: the effect of a switch at once. @param {any} state */
function trials(state) {
  const running = state.analysing && app.report ? runningTrial(state) : null;
  const done = (state.trials ?? []).filter(
    (/** @type {any} */ x) => x.node === state.node && x.player !== running?.player,
  );
  const rows = running ? [...done, running] : done;
  if (rows.length < 2) return null;
  const has = (/** @type {string} */ name) => rows.some((/** @type {any} */ x) => x.report[name] !== undefined);
  const columns = ["depth", "nodes", "playouts"].filter(has);
  return scroll(
    t("why.trials"),
    h("h3", null, t("why.trials")),
    h(
      "table",
      { class: "trials" },
      h(
        "thead",
        null,
        h(
          "tr",
          null,
          h("th", { scope: "col" }, t("why.algorithm")),
          [...columns, "time", "speed", "value"].map((c) =>
            h("th", { class: "n", scope: "col", title: t(`help.${c}`) }, t(`stats.${c}`)),
          ),
          h("th", { scope: "col" }, t("best.move")),
        ),
      ),
      h(
        "tbody",
        null,
        rows.map((/** @type {any} */ x) =>
          h(
            "tr",
            { key: x.player, class: cls(x === running && "on") },
            h("td", { class: "player" }, x.player.replaceAll(",", ", ")),
            columns.map((c) => h("td", { class: "n" }, count(x.report[c]))),
            h("td", { class: "n" }, seconds(x.report.seconds)),
            h("td", { class: "n" }, speed(x.report)),
            h("td", { class: "n" }, scoreText(x.report.score_text)),
            h("td", null, x.report.best ?? ""),
          ),
        ),
      ),
    ),
  );
}

/** @param {any} state */
function runningTrial(state) {
  return { player: state.analysis.player || app.report.algorithm, report: app.report };
}

/** @param {any} r */
function speed(r) {
  return r.seconds > 0 ? t("per.second", { n: count((r.playouts || r.nodes || 0) / r.seconds) }) : "";
}

/** The key of the position: what the last move XORed in and out, and every part. @param {any} state */
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
          state.xor.map((/** @type {any} */ part) => [
            " ",
            h("span", { class: "x", key: part.name }, "⊕"),
            " ",
            h("span", { class: `part ${part.change}`, title: `${part.key} · ${t(`hash.${part.change}`)}` }, sentence(part.name)),
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
        state.parts.map((/** @type {any} */ part, /** @type {number} */ i) => [
          i > 0 && h("span", { class: "x" }, " ⊕ "),
          h("code", { key: part.name, title: part.key }, sentence(part.name)),
        ]),
        " = ",
        h("code", null, spaced(state.key)),
      ),
    ),
  );
}
