// Setting up a game: rules, size, who plays, how strong, how long.

import { h } from "../dom.js";
import { app, changed, complain, create, explain, save } from "../app.js";
import { api } from "../api.js";
import { t } from "../i18n.js";
import { importBox, still } from "./home.js";

/** @param {string} game */
export function info(game) {
  return app.catalogue.games.find((/** @type {any} */ g) => g.name === game);
}

/** The form's values, kept from the last time. @param {string} game */
export function form(game) {
  const about = info(game);
  app.setups[game] ??= {
    variant: about.variants[0],
    size: about.default_size,
    komi: "",
    handicap: 0,
    mode: "human-ai",
    human: game === "go" || game === "chess" || game === "breakthrough" ? (game === "go" ? "black" : "white") : "white",
    black: strength(about.default_seat),
    white: strength(about.default_seat),
    clock: "",
    position: "",
  };
  return app.setups[game];
}

/** @param {any} seat */
function strength(seat) {
  return seat.level
    ? { choice: String(seat.level), value: "" }
    : {
        choice: "limits",
        depth: seat.limits.depth ?? "",
        seconds: (seat.limits.time_ms ?? 0) / 1000 || "",
        nodes: "",
        playouts: "",
        player: "",
      };
}

/** The game a card's Play button starts. @param {any} about */
export function quickSetup(about) {
  return request(about.name, form(about.name));
}

/** Words of the rules, as the server reads them. @param {string} game @param {any} f */
export function rulesText(game, f) {
  const words = [];
  if (info(game).sizes.length) words.push(f.size);
  words.push(f.variant);
  if (game === "go" && f.variant !== "simplified") {
    if (Number(f.handicap) > 0) words.push(`handicap=${f.handicap}`);
    if (f.komi !== "") words.push(`komi=${f.komi}`);
  }
  return words.join(" ");
}

/** Rules for people: `9 tromp-taylor komi=7.5` is "9 × 9, Tromp–Taylor, Komi 7.5". @param {string} game @param {string} rules */
export function rulesWords(game, rules) {
  const words = rules.split(" ").map((word) => {
    const [name, value] = word.split("=");
    if (value !== undefined) return `${t(`setup.${name}`)} ${value}`;
    if (/^\d/.test(name)) return name.includes("x") ? name.replace("x", " × ") : `${name} × ${name}`;
    const key = `variant.${game}.${name}`;
    return t(key) === key ? name : t(key);
  });
  return words.filter((word) => word !== t(`game.${game}`)).join(", ");
}

/** @param {any} s @returns {any} a seat as the server reads it */
export function engineSeat(s) {
  if (s.choice !== "limits") return { kind: "engine", level: Number(s.choice) };
  const number = (/** @type {any} */ v, factor = 1) => (Number(v) > 0 ? Math.round(Number(v) * factor) : undefined);
  const limits = {
    depth: number(s.depth),
    time_ms: number(s.seconds, 1000),
    nodes: number(s.nodes),
    playouts: number(s.playouts),
  };
  return { kind: "engine", player: s.player || undefined, limits };
}

/** @param {string} game @param {any} f */
function request(game, f) {
  const human = { kind: "human" };
  const seat = (/** @type {"black" | "white"} */ side) =>
    f.mode === "human-human" || (f.mode === "human-ai" && f.human === side) ? human : engineSeat(f[side]);
  const [limit, increment] = f.clock ? f.clock.split("+").map(Number) : [];
  return {
    game,
    rules: rulesText(game, f),
    position: f.position.trim() || undefined,
    seats: { black: seat("black"), white: seat("white") },
    clock: f.clock ? { limit: limit * 60, increment } : undefined,
  };
}

/** @type {Record<string, any>} pictures of start positions by rules */
const previews = {};

/** The start position of the rules in the form. @param {string} game @param {any} f */
function preview(game, f) {
  const key = `${game} ${rulesText(game, f)} ${f.position.trim()}`;
  if (!(key in previews)) {
    previews[key] = null;
    api.compose({ game, rules: rulesText(game, f), position: f.position.trim() || undefined }).then(
      (found) => {
        previews[key] = found;
        changed();
      },
      (error) => {
        previews[key] = { error };
        changed();
      },
    );
  }
  if (previews[key])
    previews[game] = previews[key].error ? { ...previews[game], error: previews[key].error } : previews[key];
  return previews[game];
}

/** @param {string} game */
export function setup(game) {
  const f = form(game);
  const about = info(game);
  const shown = preview(game, f);
  const change = (/** @type {any} */ more) => {
    Object.assign(f, more);
    save("setups", app.setups);
    changed();
  };
  const start = (/** @type {Event} */ e) => {
    e.preventDefault();
    create(request(game, f)).catch(complain);
  };
  return h(
    "div",
    { class: "columns setup", key: `setup-${game}` },
    h(
      "div",
      { class: "left" },
      shown?.picture && h("q-board", { ".model": still(game, rulesText(game, f), shown.picture) }),
      shown?.error && h("p", { class: "error", role: "alert" }, explain(shown.error)),
    ),
    h(
      "div",
      { class: "right" },
      h(
        "form",
        { class: "card", onsubmit: start },
        h("h1", null, t(`game.${game}`)),
        h("p", { class: "soft" }, t(`game.${game}.text`)),
        rulesFields(game, about, f, change),
        playersFields(game, f, change),
        field(
          "setup.clock",
          select(
            "clock",
            f.clock,
            ["", "1+0", "3+2", "5+3", "10+0", "15+10", "30+20"].map((c) => [
              c,
              c === "" ? t("setup.clock.none") : t("setup.clock.value", { m: c.split("+")[0], s: c.split("+")[1] }),
            ]),
            (v) => change({ clock: v }),
          ),
        ),
        h(
          "details",
          { open: f.position !== "" },
          h("summary", null, t("setup.position")),
          h(
            "label",
            { class: "field" },
            h("span", null, t("setup.position.text")),
            h("input", {
              name: "position",
              ".value": f.position,
              placeholder: about.position_example,
              spellcheck: "false",
              autocomplete: "off",
              onchange: (/** @type {any} */ e) => change({ position: e.target.value }),
            }),
          ),
          h("a", { class: "button", href: `#/${game}/edit` }, t("setup.edit")),
        ),
        h(
          "div",
          { class: "row end" },
          app.left?.game === game && h("a", { class: "button", href: app.left.address }, t("setup.back")),
          h("button", { class: "primary large", type: "submit" }, t("home.play")),
        ),
      ),
      importBox("setup"),
    ),
  );
}

/** @param {string} game @param {any} about @param {any} f @param {(more: any) => void} change */
function rulesFields(game, about, f, change) {
  return h(
    "fieldset",
    null,
    h("legend", null, t("setup.rules")),
    field(
      "setup.variant",
      select(
        "variant",
        f.variant,
        about.variants.map((/** @type {string} */ v) => [v, t(`variant.${game}.${v}`)]),
        (v) => change({ variant: v }),
      ),
    ),
    about.sizes.length > 0 &&
      field(
        "setup.size",
        select(
          "size",
          f.size,
          about.sizes.map((/** @type {string} */ s) => [s, game === "go" ? `${s} × ${s}` : s.replace("x", " × ")]),
          (v) => change({ size: v }),
        ),
      ),
    game === "go" &&
      f.variant !== "simplified" && [
        field(
          "setup.handicap",
          select(
            "handicap",
            String(f.handicap),
            [0, 2, 3, 4, 5, 6, 7, 8, 9].map((n) => [String(n), n === 0 ? t("setup.none") : String(n)]),
            (v) => change({ handicap: Number(v) }),
          ),
        ),
        field(
          "setup.komi",
          h("input", {
            name: "komi",
            ".value": f.komi,
            inputmode: "decimal",
            placeholder: Number(f.handicap) > 0 ? "0.5" : "7.5",
            onchange: (/** @type {any} */ e) => change({ komi: e.target.value.trim().replace(",", ".") }),
          }),
        ),
      ],
  );
}

/** @param {string} game @param {any} f @param {(more: any) => void} change */
function playersFields(game, f, change) {
  const engines =
    f.mode === "human-human" ? [] : f.mode === "ai-ai" ? ["black", "white"] : [f.human === "black" ? "white" : "black"];
  const mode = (/** @type {string} */ value) => {
    const more = /** @type {any} */ ({ mode: value });
    if (game === "othello")
      for (const side of ["black", "white"])
        if (f[side].choice === "limits")
          more[side] = { ...f[side], depth: value === "ai-ai" ? 8 : 10, seconds: value === "ai-ai" ? 3 : 5 };
    change(more);
  };
  return h(
    "fieldset",
    null,
    h("legend", null, t("setup.players")),
    segmented(
      "mode",
      f.mode,
      ["human-human", "human-ai", "ai-ai"].map((m) => [m, t(`mode.${m}`)]),
      mode,
    ),
    f.mode === "human-ai" &&
      field(
        "setup.colour",
        segmented(
          "human",
          f.human,
          ["black", "white"].map((s) => [s, t(`side.${s}`)]),
          (v) => change({ human: v }),
        ),
      ),
    engines.map((side) =>
      strengthFields(
        game,
        f.mode === "ai-ai" ? t("setup.strength.side", { side: t(`side.${side}`) }) : t("setup.strength"),
        side,
        f[side],
        (more) => change({ [side]: { ...f[side], ...more } }),
      ),
    ),
  );
}

/** @param {string} game @param {string} label @param {string} id @param {any} s @param {(more: any) => void} change */
export function strengthFields(game, label, id, s, change) {
  const number = (/** @type {string} */ name, /** @type {any} */ attributes = {}) =>
    h(
      "label",
      { class: "field small", title: t(`help.limit.${name}`) },
      h("span", null, t(`limit.${name}`)),
      h("input", {
        type: "number",
        min: 0,
        name: `${id}-${name}`,
        ".value": String(s[name] ?? ""),
        ...attributes,
        onchange: (/** @type {any} */ e) => change({ [name]: e.target.value }),
      }),
    );
  return h(
    "div",
    { class: "strength", key: `strength-${id}` },
    h(
      "label",
      { class: "field" },
      h("span", null, label),
      select(`${id}-level`, s.choice, levelChoices(game), (v) => change({ choice: v })),
    ),
    s.choice === "limits" &&
      h(
        "div",
        { class: "limits" },
        number("seconds", { step: "0.1" }),
        number("depth"),
        number("nodes"),
        number("playouts"),
        h(
          "label",
          { class: "field small wide" },
          h("span", null, t("limit.player")),
          select(
            `${id}-player`,
            s.player ?? "",
            [["", t("limit.best")], ...info(game).algorithms.map((/** @type {any} */ a) => [a.name, t(`algorithm.${a.name}`)])],
            (v) => change({ player: v }),
          ),
        ),
      ),
  );
}

/** @param {string} game @returns {[string, string][]} */
export function levelChoices(game) {
  return [
    ...info(game).levels.map((/** @type {any} */ l, /** @type {number} */ i) => [
      String(i + 1),
      `${i + 1} · ${t(`level.${i + 1}`)}`,
    ]),
    ["limits", t("level.limits")],
  ];
}

/** @param {string} key @param {any} control */
export function field(key, control) {
  const help = t(`help.${key}`);
  const more = { class: "field", title: help === `help.${key}` ? undefined : help };
  return h(control.tag === "div" ? "div" : "label", more, h("span", null, t(key)), control);
}

/** @param {string} name @param {string} value @param {[string, string][]} options @param {(v: string) => void} pick @param {any} [more] */
export function select(name, value, options, pick, more = {}) {
  return h(
    "select",
    { name, ...more, onchange: (/** @type {any} */ e) => pick(e.target.value) },
    options.map(([v, text]) => h("option", { value: v, ".selected": v === value, key: v }, text)),
  );
}

/** @param {string} name @param {string} value @param {[string, string][]} options @param {(v: string) => void} pick */
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
