// Two languages. Every text of the page is in `i18n/en.js` and `i18n/fr.js` under the same keys (a test compares them).
// The server sends messages in both; `say` picks one.

import { en } from "./i18n/en.js";

/** @type {Record<string, string>} */
let words = en;
export let lang = "en";
/** Texts of screens that come later, by language. @type {Record<string, Record<string, string>>} */
const more = { en: {}, fr: {} };

/** Adds the texts of a screen in both languages. @param {{en: Record<string, string>, fr: Record<string, string>}} texts */
export function extend({ en, fr }) {
  Object.assign(more.en, en);
  Object.assign(more.fr, fr);
}

/** @param {string} key @returns {string | undefined} */
function find(key) {
  return words[key] ?? more[lang][key] ?? en[key];
}

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
 * The text of a key, `{name}` replaced from `values`, `{n?move|moves}` by number; the key itself where there is none.
 * @param {string} key @param {Record<string, unknown>} [values]
 */
export function t(key, values = {}) {
  const one = (/** @type {number} */ n) => n === 1 || (lang === "fr" && n === 0);
  return (find(key) ?? key)
    .replace(/\{(\w+)\?([^|}]*)\|([^}]*)\}/g, (_, name, singular, plural) => (one(Number(values[name])) ? singular : plural))
    .replace(/\{(\w+)\}/g, (_, name) => String(values[name] ?? ""));
}

/** The text of a key that may have none. @param {string} key @returns {string | undefined} */
export function known(key) {
  return find(key);
}

/** A text of the server in the reader's language. @param {Said | string | null | undefined} text */
export function say(text) {
  return typeof text === "string" ? text : (text?.[/** @type {"en" | "fr"} */ (lang)] ?? text?.en ?? "");
}

/** A text as the beginning of a line. @param {string} text */
export function capital(text) {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

/** What a piece is called; a kind that has no name here goes by its letter. @param {Side} side @param {string} kind */
export function pieceName(side, kind) {
  return known(`piece.${side}.${kind}`) ?? `${t(`side.${side}`)} ${kind}`;
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

/** A score with its sign. @param {number} x @param {number} digits */
function signed(x, digits) {
  const text = Math.abs(x).toLocaleString(lang, { minimumFractionDigits: digits, maximumFractionDigits: digits });
  return /[1-9]/.test(text) ? (x < 0 ? "\u2212" : "+") + text : text;
}

/**
 * How good a position or a move is: a score, a chance, a proven end, or a proven margin in the game's unit. On the board
 * there is room for a few signs only. Where both sides' moves share a number, ends are counted in moves, elsewhere in plies.
 * @param {Value | undefined} value @param {{unit?: Said, paired?: boolean, counted?: boolean}} [game] counted: points, which are whole or nearly so @param {boolean} [brief]
 */
export function worth(value, { unit, paired, counted } = {}, brief = false) {
  if (!value) return "";
  const { kind, amount } = value;
  const away = paired ? Math.ceil(amount / 2) : amount;
  switch (kind) {
    case "chance":
      return brief ? percent(amount).replace("\u202f", "") : percent(amount, 1);
    case "win":
    case "loss":
      return brief ? `${kind === "win" ? "+" : "\u2212"}#${away}` : t(`score.${paired ? "mate." : ""}${kind}`, { n: away });
    case "margin":
      return brief
        ? signed(amount, 0)
        : t("score.exact", { value: `${signed(amount, Number.isInteger(amount) ? 0 : 1)} ${say(unit)}` });
    default:
      if (counted) return signed(amount, Number.isInteger(amount) ? 0 : 1);
      return signed(amount, brief ? (Math.abs(amount) < 9.95 ? 1 : 0) : 2);
  }
}

/** @param {number | undefined | null} s */
export function seconds(s) {
  if (s !== undefined && s !== null && s < 0.01)
    return `${(1000 * s).toLocaleString(lang, { maximumFractionDigits: 1 })}\u202fms`;
  return s === undefined || s === null
    ? ""
    : `${s.toLocaleString(lang, { maximumFractionDigits: s < 10 ? 2 : 1 })}\u202fs`;
}

/** The day of a moment. @param {number} s seconds since 1970 */
export function day(s) {
  const [then, now] = [new Date(1000 * s), new Date()];
  const year = then.getFullYear() === now.getFullYear() ? undefined : "numeric";
  return then.toLocaleDateString(lang, { day: "numeric", month: "short", year }).replaceAll(" ", "\u00a0");
}

/** About how long something takes. @param {number} s */
export function about(s) {
  return s < 90 ? seconds(Math.round(s)) : `${Math.round(s / 60)}\u202fmin`;
}

/** 4:05. @param {number} ms */
export function clockText(ms) {
  const s = Math.max(0, Math.floor(ms / 1000));
  return `${Math.floor(s / 60)}:${String(s % 60).padStart(2, "0")}`;
}
