// From formulas to Go: a formula, its goban, and the forced game that decides it, move by move.

import { cls, h } from "../dom.js";
import { announce, app, changed, explain } from "../app.js";
import { api } from "../api.js";
import { sentence, t } from "../i18n.js";
import "../goban.js";
import { importBox } from "./home.js";
import { field, segmented, select } from "./setup.js";

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
  /** @type {any} */ proof: null,
  /** @type {string | null} */ error: null,
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
        here.proof && verdict(here.proof),
      ),
      here.proof && h("div", { class: "card" }, choiceFields(here.proof, formula, comb), said(here.proof), list(here.proof)),
      importBox("formula"),
    ),
  );
}

function empty() {
  return h("p", { class: here.error ? "error" : "loading", role: here.error ? "alert" : undefined }, here.error ? explain(here.error) : t("loading"));
}

/** @param {string} formula @param {string} choices @param {boolean} comb */
async function load(formula, choices, comb) {
  const asked = JSON.stringify([formula, choices, comb]);
  if (here.asked === asked) return;
  const same = here.proof && here.asked && JSON.parse(here.asked)[0] === formula && JSON.parse(here.asked)[2] === comb;
  Object.assign(here, { asked, error: null });
  stop();
  if (!same) here.proof = null;
  try {
    const proof = await api.formula({ formula, choices, comb });
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
      onsubmit: (/** @type {any} */ e) => {
        e.preventDefault();
        go(e.target.elements.formula.value);
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

/** @param {any} proof */
function verdict(proof) {
  return h(
    "p",
    { class: "verdict" },
    h("b", null, t(proof.satisfiable ? "formula.sat" : "formula.unsat")),
    " ",
    t("formula.size", { rows: proof.rows, columns: proof.columns, gadgets: proof.gadgets.length }),
  );
}

/** Who chooses what: the game is forced but for these. @param {any} proof @param {string} formula @param {boolean} comb */
function choiceFields(proof, formula, comb) {
  const go = (/** @type {any} */ more) => {
    const c = { valuation: proof.valuation, clause: proof.clause, literal: 0, ...more };
    const values = proof.variables.map((/** @type {string} */ v, /** @type {number} */ i) => `${v}=${c.valuation[i] ? 1 : 0}`);
    const script = `${values.join(" ")}; clause ${c.clause + 1}; literal ${c.literal + 1}`;
    location.hash = formulaAddress(formula, script, comb);
  };
  const flip = (/** @type {number} */ i) =>
    proof.valuation.map((/** @type {boolean} */ b, /** @type {number} */ j) => (i === j ? !b : b));
  return h(
    "div",
    { class: "choices" },
    h("h3", null, t("formula.choices")),
    h("p", { class: "soft help" }, t("formula.choices.text")),
    h(
      "div",
      { class: "chips", role: "group", "aria-label": t("formula.values") },
      proof.variables.map((/** @type {string} */ name, /** @type {number} */ i) =>
        h(
          "button",
          { key: name, class: "chip-switch", "aria-pressed": String(proof.valuation[i]), onclick: () => go({ valuation: flip(i), literal: proof.literal }) },
          `${name} = ${proof.valuation[i] ? 1 : 0}`,
        ),
      ),
    ),
    h(
      "div",
      { class: "row wrap" },
      field(
        "formula.clause",
        select(
          "clause",
          String(proof.clause),
          proof.clauses.map((/** @type {string[]} */ c, /** @type {number} */ i) => [String(i), `${i + 1}: ${c.join(" ∨ ")}`]),
          (v) => go({ clause: Number(v) }),
        ),
      ),
      field(
        "formula.literal",
        select(
          "literal",
          String(proof.literal),
          proof.clauses[proof.clause].map((/** @type {string} */ l, /** @type {number} */ i) => [String(i), l]),
          (v) => go({ literal: Number(v) }),
        ),
      ),
      field(
        "formula.board",
        segmented(
          "whole",
          comb ? "1" : "0",
          [
            ["0", t("formula.small")],
            ["1", t("formula.whole")],
          ],
          (v) => {
            location.hash = formulaAddress(formula, app.route.params.get("c") ?? "", v === "1");
          },
        ),
      ),
    ),
  );
}

/** @param {any} proof */
function goban(proof) {
  const tool = (/** @type {string} */ key, /** @type {string} */ glyph, /** @type {string} */ method) =>
    h(
      "button",
      { class: "plain", "aria-label": t(key), title: t(key), onclick: () => element()?.[method]() },
      glyph,
    );
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

/** @returns {any} */
function element() {
  return document.querySelector("q-goban");
}

/** @type {any} */
let shown = {};
/** @param {any} proof */
function model(proof) {
  const key = `${here.at} ${document.documentElement.lang}`;
  if (shown.proof !== proof || shown.key !== key) shown = { proof, at: here.at, key, label: moveText(proof, here.at) };
  return shown;
}

/** @param {any} proof @param {number} at */
function moveText(proof, at) {
  const size = t("formula.size", { rows: proof.rows, columns: proof.columns, gadgets: proof.gadgets.length });
  if (!at) return `${size} ${t("formula.start")}`;
  const step = proof.moves[at - 1];
  const place = step.point ? t("formula.place", { row: step.point[0] + 1, column: step.point[1] + 1 }) : t("pass");
  return `${at}. ${t(`side.${step.side}`)} ${place}. ${sentence(step.comment ?? "")}`;
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
    if (here.at === here.proof.moves.length) here.at = 0;
    here.timer = window.setInterval(() => (app.route.screen === "formula" ? stepBy(1) : stop()), PACE);
    element()?.closeUp();
    stepBy(1);
  }
  changed();
}

/** @param {any} proof */
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

/** What the move on the board means. @param {any} proof */
function said(proof) {
  const over = here.at === proof.moves.length;
  return h(
    "p",
    { class: "said" },
    over ? h("b", null, sentence(proof.summary)) : here.at ? sentence(proof.moves[here.at - 1].comment ?? "") || moveText(proof, here.at) : t("formula.start"),
  );
}

let seen = -1;
/** Scrolls the list, never the page. @param {HTMLElement} element */
function keepInView(element) {
  if (seen === here.at) return;
  seen = here.at;
  requestAnimationFrame(() => {
    const box = element.closest("ol");
    if (!box) return;
    const top = element.getBoundingClientRect().top - box.getBoundingClientRect().top;
    if (top < 0 || top > box.clientHeight - 40) box.scrollTop += top - box.clientHeight / 2;
  });
}

/** @param {any} proof */
function list(proof) {
  return h(
    "ol",
    { class: "proof-moves", "aria-label": t("moves.title") },
    proof.moves.map((/** @type {any} */ step, /** @type {number} */ i) =>
      h(
        "li",
        { key: i },
        h(
          "button",
          {
            class: cls("plain", here.at === i + 1 && "on"),
            "aria-current": here.at === i + 1 ? "true" : undefined,
            onclick: () => stepTo(i + 1),
            ref: here.at === i + 1 ? keepInView : undefined,
          },
          h("span", { class: `dot ${step.side}`, "aria-hidden": "true" }),
          h("span", null, sentence(step.comment ?? "") || moveText(proof, i + 1).replace(/^\d+\. /, "")),
        ),
      ),
    ),
  );
}
