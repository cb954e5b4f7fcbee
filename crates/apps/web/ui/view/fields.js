// The controls that forms are made of, and the engine's strength as a form asks for it.

import { h } from "../dom.js";
import { about } from "../app.js";
import { capital, known, percent, say, t } from "../i18n.js";

/** @type {Side[]} */
export const SIDES = ["black", "white"];

/** @param {string} key @param {VElement} control @param {string} [label] */
export function field(key, control, label = t(key)) {
  const more = { class: "field", title: known(`help.${key}`) };
  return h(control.tag === "div" ? "div" : "label", more, h("span", null, label), control);
}

/** @param {string} name @param {string} value @param {[string, string][]} options @param {(v: string) => void} pick @param {string} [label] for one that stands alone */
export function select(name, value, options, pick, label) {
  return h(
    "select",
    { name, "aria-label": label, onchange: (e) => pick(e.target.value) },
    options.map(([v, text]) => h("option", { value: v, ".selected": v === value, key: v }, text)),
  );
}

/** @template {string} V @param {string} name @param {string} value @param {[V, string][]} options @param {(v: V) => void} pick */
export function segmented(name, value, options, pick) {
  return h(
    "div",
    { class: "segmented", role: "group" },
    options.map(([v, text]) =>
      h(
        "button",
        { type: "button", key: v, name: `${name}-${v}`, "aria-pressed": String(v === value), onclick: () => pick(v) },
        text,
      ),
    ),
  );
}

/** Choices whose texts stand under their keys. @template {string} V @param {string} prefix @param {V[]} values @returns {[V, string][]} */
export function keyed(prefix, values) {
  return values.map((v) => [v, t(`${prefix}.${v}`)]);
}

/** What bounds a seat; nothing bounds a person. @param {Seat} seat */
export function limitsOf(seat) {
  return (seat.kind === "engine" && seat.limits) || {};
}

/** An engine's seat as a form holds it. @param {Seat} seat @returns {Strength} */
export function strength(seat) {
  const { level, player } = seat.kind === "engine" ? seat : {};
  const { time_ms, depth = "", nodes = "", playouts = "" } = limitsOf(seat);
  const choice = level ? String(level) : "limits";
  return { choice, depth, nodes, playouts, seconds: time_ms ? time_ms / 1000 : "", player: player ?? "" };
}

/** The seat that a form asks for. @param {Strength} s @returns {Seat} */
export function engineSeat(s) {
  if (s.choice !== "limits") return { kind: "engine", level: Number(s.choice) };
  const number = (/** @type {string | number | undefined} */ v, factor = 1) =>
    Number(v) > 0 ? Math.round(Number(v) * factor) : undefined;
  const limits = { depth: number(s.depth), time_ms: number(s.seconds, 1000), nodes: number(s.nodes), playouts: number(s.playouts) };
  return { kind: "engine", player: s.player || undefined, limits };
}

/** @param {string} game @param {boolean} [brief] a level by its rating alone or its name alone @returns {[string, string][]} */
export function levelChoices(game, brief) {
  const levels = about(game).levels.map(({ name, rating, score }, i) => {
    const figure = rating ?? (score && !brief ? t("level.score", { score: percent(score / 100), below: i }) : "");
    const called = brief && figure ? "" : capital(say(name));
    return [String(i + 1), [i + 1, called, figure].filter(Boolean).join(" · ")];
  });
  return /** @type {[string, string][]} */ ([...levels, ["limits", t("level.limits")]]);
}

/** What the figures of the levels mean. @param {string} game */
function levelFigures(game) {
  const { levels, levels_size: size } = about(game);
  if (levels.some(({ rating }) => rating)) return t("level.rated");
  const last = Math.max(...levels.map(({ score }, i) => (score ? i + 1 : 0)));
  if (!last) return t("level.unmeasured");
  const where = size && t("level.on", { size: sizeText(size) });
  return [t("level.scored", { where }), last < levels.length && t("level.beyond", { last })].filter(Boolean).join(" ");
}

/** A size for people. @param {string} size */
export function sizeText(size) {
  return size.includes("x") ? size.replace("x", " × ") : `${size} × ${size}`;
}

/** @param {string} game @param {string} label @param {string} id @param {Strength} s @param {(more: Partial<Strength>) => void} change */
export function strengthFields(game, label, id, s, change) {
  const choices = select(`${id}-level`, s.choice, levelChoices(game), (choice) => change({ choice }));
  return h(
    "div",
    { class: "strength", key: `strength-${id}` },
    h("label", { class: "field" }, h("span", null, label), choices),
    s.choice !== "limits" && h("p", { class: "soft" }, levelFigures(game)),
    s.choice === "limits" && limitFields(game, id, s, change),
  );
}

/** @param {string} game @param {string} id @param {Strength} s @param {(more: Partial<Strength>) => void} change */
function limitFields(game, id, s, change) {
  const number = (/** @type {"seconds" | "depth" | "nodes" | "playouts"} */ name) => {
    const input = { type: "number", min: 0, step: name === "seconds" ? "0.1" : undefined, name: `${id}-${name}` };
    return h(
      "label",
      { class: "field small", title: t(`help.limit.${name}`) },
      h("span", null, t(`limit.${name}`)),
      h("input", { ...input, ".value": String(s[name] ?? ""), onchange: (e) => change({ [name]: e.target.value }) }),
    );
  };
  /** @type {[string, string][]} */
  const algorithms = about(game).algorithms.map(({ name }) => [name, name]);
  return h(
    "div",
    { class: "limits" },
    number("seconds"),
    number("depth"),
    number("nodes"),
    number("playouts"),
    h(
      "label",
      { class: "field small wide" },
      h("span", null, t("limit.player")),
      select(`${id}-player`, s.player ?? "", [["", t("limit.best")], ...algorithms], (player) => change({ player })),
    ),
  );
}
