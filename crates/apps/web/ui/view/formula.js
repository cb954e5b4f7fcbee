// From formulas to Go: a formula, its goban, and the forced game that decides it, move by move.

import { cls, h, keepInView } from "../dom.js";
import { announce, app, changed, explain } from "../app.js";
import { api } from "../api.js";
import { say, t } from "../i18n.js";
import "../goban.js";
import { importBox } from "./home.js";
import { field, segmented, select } from "./fields.js";

const EXAMPLES = [
  "x1 x2; -x1 -x2",
  "x1; -x1",
  "x1 x3 x4; x1 x2 x3; -x1 -x2 -x4",
  "x1 x3 x3; x1 x2 x2; -x1 -x1 -x1; -x2 -x2 -x3",
];
/** Time for a move when the game is shown by itself. */
const PACE = 1400;

/** What is on the screen: the address's formula and choices, the server's answer, and how far it is played. */
const here = {
  asked: "",
  /** @type {Proof | null} */ proof: null,
  /** @type {unknown} */ error: null,
  at: 0,
  timer: 0,
};

/** The address of a formula. @param {string} formula @param {string} [choices] @param {boolean} [comb] */
export function formulaAddress(formula, choices = "", comb = false) {
  const params = new URLSearchParams({ f: formula });
  if (choices) params.set("c", choices);
  if (comb) params.set("whole", "1");
  return `#/formula?${params.toString().replaceAll("+", "%20")}`;
}

export function formulaScreen() {
  const params = app.route.params;
  const formula = params.get("f") ?? EXAMPLES[0];
  const [choices, comb] = [params.get("c") ?? "", params.get("whole") === "1"];
  load(formula, choices, comb);
  return h(
    "div",
    { class: "columns formula", key: "formula" },
    h("h1", { class: "visually-hidden" }, t("formula.title")),
    h("div", { class: "left" }, here.proof ? [goban(here.proof), steps(here.proof)] : empty()),
    h(
      "div",
      { class: "right" },
      h(
        "div",
        { class: "card" },
        h("h2", null, t("formula.title")),
        h("p", { class: "soft" }, t("formula.text")),
        input(formula),
        here.proof && verdict(here.proof, comb),
      ),
      here.proof && h("div", { class: "card" }, choiceFields(here.proof, formula, comb), said(here.proof), list(here.proof)),
      importBox("formula"),
    ),
  );
}

/** The goban of a formula alone, to be played through. @param {string} formula */
export function formulaFigure(formula) {
  load(formula, "", false);
  return here.proof ? [goban(here.proof), steps(here.proof), said(here.proof)] : empty();
}

function empty() {
  return here.error
    ? h("p", { class: "error", role: "alert" }, explain(here.error))
    : h("p", { class: "loading" }, t("loading"));
}

/** @param {string} formula @param {string} choices @param {boolean} comb */
async function load(formula, choices, comb) {
  const { lang } = document.documentElement;
  const asked = JSON.stringify([formula, choices, comb, lang]);
  if (here.asked === asked) return;
  const same = here.proof && here.asked && JSON.parse(here.asked)[0] === formula && JSON.parse(here.asked)[2] === comb;
  Object.assign(here, { asked, error: null });
  stop();
  if (!same) here.proof = null;
  try {
    const proof = await api.formula({ formula, choices, comb, lang });
    if (here.asked !== asked) return;
    Object.assign(here, { proof, at: 0 });
  } catch (error) {
    if (here.asked !== asked) return;
    Object.assign(here, { proof: null, error });
  }
  changed();
}

/** @param {string} formula */
function input(formula) {
  const go = (/** @type {string} */ text) => {
    if (text.trim()) location.hash = formulaAddress(text.trim());
  };
  return h(
    "form",
    {
      onsubmit: (e) => {
        e.preventDefault();
        go(/** @type {HTMLTextAreaElement} */ (e.target.elements.namedItem("formula")).value);
      },
    },
    h("label", { for: "formula-text", class: "soft" }, t("formula.label")),
    h("textarea", { id: "formula-text", name: "formula", rows: 2, spellcheck: "false", ".defaultValue": formula }),
    h(
      "div",
      { class: "row wrap" },
      h("button", { class: "primary" }, t("formula.compile")),
      field(
        "formula.examples",
        select("example", EXAMPLES.includes(formula) ? formula : "", [["", "…"], ...EXAMPLES.map(pairOf)], go),
      ),
    ),
  );
}

/** @param {string} text @returns {[string, string]} */
function pairOf(text) {
  return [text, text];
}

/** Who wins; a small reserve decides the fight, not the score. @param {Proof} proof @param {boolean} comb */
function verdict(proof, comb) {
  const result = proof.satisfiable ? "formula.sat" : "formula.unsat";
  return h(
    "p",
    { class: "verdict" },
    h("b", null, t(comb ? result : `${result}.small`)),
    " ",
    t("formula.size", { rows: proof.rows, columns: proof.columns, gadgets: proof.gadgets.length }),
  );
}

/** Who chooses what: the game is forced but for these. @param {Proof} proof @param {string} formula @param {boolean} comb */
function choiceFields(proof, formula, comb) {
  const go = (/** @type {{valuation?: boolean[], clause?: number, literal?: number}} */ more) => {
    const { valuation, clause, literal } = { valuation: proof.valuation, clause: proof.clause, literal: 0, ...more };
    const values = proof.variables.map((v, i) => `${v}=${valuation[i] ? 1 : 0}`);
    location.hash = formulaAddress(formula, `${values.join(" ")}; clause ${clause + 1}; literal ${literal + 1}`, comb);
  };
  const variable = (/** @type {string} */ name, /** @type {number} */ i) => {
    const value = proof.valuation[i];
    const flip = () => go({ valuation: proof.valuation.with(i, !value), literal: proof.literal });
    const props = { key: name, class: "chip-switch", "aria-pressed": String(value), onclick: flip };
    return h("button", props, `${name} = ${value ? 1 : 0}`);
  };
  /** @type {[string, string][]} */
  const clauses = proof.clauses.map((c, i) => [String(i), `${i + 1}: ${c.join(" ∨ ")}`]);
  /** @type {[string, string][]} */
  const literals = proof.clauses[proof.clause].map((l, i) => [String(i), l]);
  const whole = (/** @type {string} */ v) => {
    location.hash = formulaAddress(formula, app.route.params.get("c") ?? "", v === "1");
  };
  return h(
    "div",
    { class: "choices" },
    h("h3", null, t("formula.choices")),
    h("p", { class: "soft help" }, t("formula.choices.text")),
    h("div", { class: "chips", role: "group", "aria-label": t("formula.values") }, proof.variables.map(variable)),
    h(
      "div",
      { class: "row wrap" },
      field("formula.clause", select("clause", String(proof.clause), clauses, (v) => go({ clause: Number(v) }))),
      field("formula.literal", select("literal", String(proof.literal), literals, (v) => go({ literal: Number(v) }))),
      field(
        "formula.board",
        segmented("whole", comb ? "1" : "0", [["0", t("formula.small")], ["1", t("formula.whole")]], whole),
      ),
    ),
  );
}

/** @param {Proof} proof */
function goban(proof) {
  const tool = (/** @type {string} */ key, /** @type {string} */ glyph, /** @type {"nearer" | "farther" | "fit" | "closeUp"} */ method) =>
    h("button", { class: "plain", "aria-label": t(key), title: t(key), onclick: () => element()?.[method]() }, glyph);
  return h(
    "div",
    { class: "goban-box" },
    h("q-goban", { ".model": model(proof), style: { "aspect-ratio": `${proof.columns} / ${proof.rows}` } }),
    h(
      "div",
      { class: "zoom", role: "group", "aria-label": t("formula.zoom") },
      tool("formula.nearer", "+", "nearer"),
      tool("formula.farther", "−", "farther"),
      tool("formula.fit", "⤢", "fit"),
      tool("formula.close", "◎", "closeUp"),
    ),
  );
}

/** @returns {import("../goban.js").Goban | null} */
export function element() {
  return document.querySelector("q-goban");
}

/** @type {(import("../goban.js").Model & {key: string}) | null} */
let shown = null;
/** @param {Proof} proof */
function model(proof) {
  const key = `${here.at} ${document.documentElement.lang}`;
  if (shown?.proof !== proof || shown.key !== key) shown = { proof, at: here.at, key, label: moveText(proof, here.at) };
  return shown;
}

/** @param {Proof} proof @param {number} at */
function moveText(proof, at) {
  const size = t("formula.size", { rows: proof.rows, columns: proof.columns, gadgets: proof.gadgets.length });
  if (!at) return `${size} ${t("formula.start")}`;
  const step = proof.moves[at - 1];
  const place = step.point ? t("formula.place", { row: step.point[0] + 1, column: step.point[1] + 1 }) : t("pass");
  return `${at}. ${t(`side.${step.side}`)} ${place}. ${say(step.comment)}`;
}

/** @param {number} at */
export function stepTo(at) {
  if (!here.proof) return;
  here.at = Math.max(0, Math.min(here.proof.moves.length, at));
  announce(moveText(here.proof, here.at));
  if (here.at === here.proof.moves.length) stop();
  changed();
}

/** @param {number} by */
export function stepBy(by) {
  stepTo(here.at + by);
}

function stop() {
  clearInterval(here.timer);
  here.timer = 0;
}

function run() {
  if (here.timer) stop();
  else {
    if (here.at === here.proof?.moves.length) here.at = 0;
    here.timer = window.setInterval(() => (/^(formula|lesson)$/.test(app.route.screen) ? stepBy(1) : stop()), PACE);
    element()?.closeUp();
    stepBy(1);
  }
  changed();
}

/** @param {Proof} proof */
function steps(proof) {
  const last = proof.moves.length;
  const step = (/** @type {string} */ key, /** @type {string} */ glyph, /** @type {number} */ to) =>
    h(
      "button",
      { class: "plain", "aria-label": t(key), title: t(key), disabled: to === here.at || to < 0 || to > last, onclick: () => stepTo(to) },
      glyph,
    );
  return h(
    "div",
    { class: "under" },
    step("step.first", "|◀", 0),
    step("step.back", "◀", here.at - 1),
    h("span", { class: "soft count" }, t("moves.of", { n: here.at, m: last })),
    step("step.forward", "▶", here.at + 1),
    step("step.last", "▶|", last),
    h("span", { class: "spring" }),
    h("button", { class: cls(here.timer && "accent"), onclick: run }, t(here.timer ? "stop" : "formula.watch")),
  );
}

/** What the move on the board means. @param {Proof} proof */
function said(proof) {
  const over = here.at === proof.moves.length;
  return h(
    "p",
    { class: "said" },
    over ? h("b", null, say(proof.summary)) : here.at ? say(proof.moves[here.at - 1].comment) || moveText(proof, here.at) : t("formula.start"),
  );
}

/** @param {Proof} proof */
function list(proof) {
  return h(
    "ol",
    { class: "proof-moves", "aria-label": t("moves.title") },
    proof.moves.map((step, i) =>
      h(
        "li",
        { key: i },
        h(
          "button",
          {
            class: cls("plain", here.at === i + 1 && "on"),
            "aria-current": here.at === i + 1 ? "true" : undefined,
            onclick: () => stepTo(i + 1),
            ref: here.at === i + 1 ? (e) => keepInView(e, "ol", `formula ${i}`) : undefined,
          },
          h("span", { class: `dot ${step.side}`, "aria-hidden": "true" }),
          h("span", null, say(step.comment) || moveText(proof, i + 1).replace(/^\d+\. /, "")),
        ),
      ),
    ),
  );
}
