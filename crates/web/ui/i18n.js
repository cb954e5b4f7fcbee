// Two languages. Every text of the page is in `i18n/en.js` and `i18n/fr.js` under the same keys (a test compares them).

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
  words = code === "fr" ? (await import("./i18n/fr.js")).fr : en;
  lang = code === "fr" ? "fr" : "en";
  document.documentElement.lang = lang;
  localStorage.setItem("quadrille.lang", lang);
}

/**
 * The text of a key, `{name}` replaced from `values`; the key itself where there is none.
 * @param {string} key @param {Record<string, any>} [values]
 */
export function t(key, values = {}) {
  return (words[key] ?? en[key] ?? key).replace(/\{(\w+)\}/g, (_, name) => String(values[name] ?? ""));
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
