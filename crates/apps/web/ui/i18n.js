// Two languages. Every text of the page is in `i18n/en.js` and `i18n/fr.js` under the same keys (a test compares them).
// What the server says comes in English; `sentence` finds it in `i18n/sentences.fr.json`, sentence by sentence.

import { en } from "./i18n/en.js";

/** @type {Record<string, string>} */
let words = en;
export let lang = "en";

/** The language asked for before, or the browser's. */
export function preferred() {
  const kept = localStorage.getItem("quadrille.lang");
  if (kept === "en" || kept === "fr") return kept;
  return navigator.languages.some((l) => l.startsWith("fr")) && !navigator.languages[0]?.startsWith("en") ? "fr" : "en";
}

/** @param {string} code */
export async function setLang(code) {
  if (code === "fr") {
    const book = phrases.length ? phrases : fetch("i18n/sentences.fr.json").then(read, () => []);
    const [found, { fr }] = await Promise.all([book, import("./i18n/fr.js")]);
    [phrases, words] = [found, fr];
  } else words = en;
  lang = code === "fr" ? "fr" : "en";
  document.documentElement.lang = lang;
  localStorage.setItem("quadrille.lang", lang);
}

/**
 * The text of a key, `{name}` replaced from `values`, `{n?move|moves}` by number; the key itself where there is none.
 * @param {string} key @param {Record<string, any>} [values]
 */
export function t(key, values = {}) {
  const one = (/** @type {number} */ n) => n === 1 || (lang === "fr" && n === 0);
  return (words[key] ?? en[key] ?? key)
    .replace(/\{(\w+)\?([^|}]*)\|([^}]*)\}/g, (_, name, singular, plural) => (one(Number(values[name])) ? singular : plural))
    .replace(/\{(\w+)\}/g, (_, name) => String(values[name] ?? ""));
}

/** @type {{pattern: RegExp, names: string[], text: string}[]} the server's sentences, those with most words of their own first */
let phrases = [];

/** Reads the book of sentences: `{name}` stands for anything, `{word}` for anything without spaces. @param {Response} response */
async function read(response) {
  const book = Object.entries(await response.json());
  const own = (/** @type {string} */ english) => english.replace(/\{\w+\}/g, "").length;
  book.sort((a, b) => own(b[0]) - own(a[0]));
  return book.map(([english, text]) => {
    const parts = english.split(/\{(\w+)\}/);
    const literal = (/** @type {string} */ part) => part.replace(/[.*+?^${}()|[\]\\]/g, "\\$&");
    const source = parts.map((part, i) => (i % 2 === 0 ? literal(part) : part === "word" ? "(\\S+)" : "(.+?)"));
    return { pattern: new RegExp(`^${source.join("")}$`, "s"), names: parts.filter((_, i) => i % 2), text: String(text) };
  });
}

/** A sentence of the server in the reader's language; nothing if it is not known there. @param {string} text @returns {string | null} */
export function known(text) {
  if (lang === "en") return text;
  for (const { pattern, names, text: french } of phrases) {
    const found = pattern.exec(text);
    // What stands in the gaps may be a sentence itself.
    if (found) return french.replace(/\{(\w+)\}/g, (_, name) => sentence(found[names.indexOf(name) + 1]));
  }
  return null;
}

/** A sentence of the server in the reader's language, or as it came. @param {string} text @returns {string} */
export function sentence(text) {
  return known(text) ?? text;
}

/** How a cell is spoken. @param {string} name */
export function cellName(name) {
  return name.toUpperCase();
}

/** @param {string} text @param {string} game @param {string} rules */
export function pieceName(text, game, rules) {
  if (!text) return t("piece.empty");
  const colour = text[0] === "w" ? "white" : "black";
  const kind =
    text.length > 1
      ? text[1].toUpperCase()
      : game === "breakthrough"
        ? rules.includes("knight")
          ? "N"
          : "P"
        : game === "go"
          ? "stone"
          : "disc";
  return t(`piece.${colour}.${kind}`);
}

/** 1.42 M, 377 k, 41. @param {number | undefined | null} n */
export function count(n) {
  if (n === undefined || n === null) return "";
  const format = (/** @type {number} */ x, /** @type {string} */ unit) =>
    `${x.toLocaleString(lang, { maximumFractionDigits: x < 10 ? 2 : x < 100 ? 1 : 0 })}\u202f${unit}`;
  if (n >= 1e9) return format(n / 1e9, "G");
  if (n >= 1e6) return format(n / 1e6, "M");
  if (n >= 1e4) return format(n / 1e3, "k");
  return Math.round(n).toLocaleString(lang);
}

/** @param {number | undefined | null} x between 0 and 1 @param {number} [digits] */
export function percent(x, digits = 0) {
  return x === undefined || x === null
    ? ""
    : `${(100 * x).toLocaleString(lang, { minimumFractionDigits: digits, maximumFractionDigits: digits })}\u202f%`;
}

/** A number the server wrote, with its digits, as the reader writes it. @param {string} digits */
export function decimal(digits) {
  const fraction = digits.split(".")[1]?.length ?? 0;
  return Number(digits).toLocaleString(lang, { minimumFractionDigits: fraction, maximumFractionDigits: fraction });
}

/** A score with its sign. @param {number | undefined | null} x */
export function signed(x) {
  if (x === undefined || x === null) return "";
  if (Math.abs(x) > 290) return x > 0 ? "+#" : "\u2212#";
  const text = Math.abs(x).toLocaleString(lang, { minimumFractionDigits: 1, maximumFractionDigits: 1 });
  return x < -0.05 ? `\u2212${text}` : x > 0.05 ? `+${text}` : text;
}

/** @param {number | undefined | null} s */
export function seconds(s) {
  if (s !== undefined && s !== null && s < 0.01)
    return `${(1000 * s).toLocaleString(lang, { maximumFractionDigits: 1 })}\u202fms`;
  return s === undefined || s === null
    ? ""
    : `${s.toLocaleString(lang, { maximumFractionDigits: s < 10 ? 2 : 1 })}\u202fs`;
}

/** 4:05. @param {number} ms */
export function clockText(ms) {
  const s = Math.max(0, Math.floor(ms / 1000));
  return `${Math.floor(s / 60)}:${String(s % 60).padStart(2, "0")}`;
}
