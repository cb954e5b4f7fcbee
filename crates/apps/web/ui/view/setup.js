// Setting up a game: rules, size, who plays, how strong, how long.

import { h } from "../dom.js";
import { about, app, changed, complain, create, explain, save, title } from "../app.js";
import { api } from "../api.js";
import { capital, known, lang, say, t } from "../i18n.js";
import { engineSeat, field, keyed, segmented, select, SIDES, sizeText, strength, strengthFields } from "./fields.js";
import { importBox, still } from "./home.js";

const CLOCKS = ["", "1+0", "3+2", "5+3", "10+0", "15+10", "30+20"];

/** The form's values, kept from the last time. @param {string} game */
export function form(game) {
  const kept = app.setups[game];
  if (kept?.numbers) return kept;
  const offer = about(game);
  const words = offer.default_rules.split(" ");
  const usual = {
    variant: offer.variants.find((v) => words.includes(v.name))?.name ?? offer.variants[0]?.name ?? "",
    size: offer.sizes.find((size) => words.includes(size)) ?? offer.sizes[0] ?? "",
    numbers: {},
    mode: "human-ai",
    human: offer.first,
    black: strength(offer.default_seat),
    white: strength(offer.default_seat),
    clock: "",
    position: "",
  };
  return (app.setups[game] = { ...usual, ...kept });
}

/** The game a card's Play button starts: from the start, whatever position was set up last. @param {GameInfo} offer */
export function quickSetup(offer) {
  return request(offer.name, { ...form(offer.name), position: "" });
}

/** The numbers a form's rule set takes beside its name: komi, handicap. @param {string} game @param {Form} f */
function numbers(game, f) {
  return about(game).variants.find((v) => v.name === f.variant)?.numbers ?? [];
}

/** What a number of the rules is called. @param {string} name */
function ruleNumber(name) {
  return known(`setup.${name}`) ?? name;
}

/** Words of the rules, as the server reads them. @param {string} game @param {Form} f */
export function rulesText(game, f) {
  const given = numbers(game, f).filter((name) => f.numbers[name]);
  return [f.size, f.variant, ...given.map((name) => `${name}=${f.numbers[name]}`)].filter(Boolean).join(" ");
}

/** Rules for people: `9 chinese komi=7.5` is "9 × 9, area scoring, Komi 7.5". @param {string} game @param {string} rules */
export function rulesWords(game, rules) {
  const words = rules.split(" ").map((word) => {
    const [name, value] = word.split("=");
    if (value !== undefined) return `${ruleNumber(name).toLowerCase()} ${Number(value).toLocaleString(lang)}`;
    const help = about(game)?.variants.find((v) => v.name === name)?.help;
    // The komi of the rules is told apart: it may not be the usual one.
    return help ? say(help).replace(/, [^,]*komi.*/, "") : /^\d/.test(name) ? sizeText(name) : name;
  });
  return words.join(", ");
}

/** @param {string} game @param {Form} f @returns {Setup} */
function request(game, f) {
  const seat = (/** @type {Side} */ side) =>
    f.mode === "human-human" || (f.mode === "human-ai" && f.human === side)
      ? /** @type {Seat} */ ({ kind: "human" })
      : engineSeat(f[side]);
  const [limit, increment] = f.clock.split("+").map(Number);
  return {
    game,
    rules: rulesText(game, f),
    position: f.position.trim() || undefined,
    seats: { black: seat("black"), white: seat("white") },
    clock: f.clock ? { limit: limit * 60, increment } : undefined,
  };
}

/** @type {Record<string, Partial<Composed> & {error?: unknown}>} start positions by rules, and the last one of each game */
const previews = {};

/** The start position of the rules in the form; while they are wrong, the last one with the reason. @param {string} game @param {Form} f */
function preview(game, f) {
  const asked = { game, rules: rulesText(game, f), position: f.position.trim() || undefined };
  const key = JSON.stringify(asked);
  if (!(key in previews)) {
    previews[key] = {};
    const answered = (/** @type {Partial<Composed> & {error?: unknown}} */ found) => {
      previews[key] = found;
      changed();
    };
    api.compose(asked).then(answered, (error) => answered({ error }));
  }
  const { picture, error } = previews[key];
  if (picture || error) previews[game] = error ? { ...previews[game], error } : previews[key];
  return previews[game];
}

/** @typedef {(more: Partial<Form>) => void} Change */

/** @param {string} game */
export function setup(game) {
  const f = form(game);
  const shown = preview(game, f);
  /** @type {Change} */
  const change = (more) => {
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
      Boolean(shown?.error) && h("p", { class: "error", role: "alert" }, explain(shown.error)),
    ),
    h(
      "div",
      { class: "right" },
      h(
        "form",
        { class: "card", onsubmit: start },
        h("h1", null, title(game)),
        h("p", { class: "soft" }, say(about(game).summary)),
        rulesFields(game, f, shown?.rules ?? "", change),
        playersFields(game, f, change),
        field("setup.clock", select("clock", f.clock, CLOCKS.map(clockChoice), (clock) => change({ clock }))),
        positionFields(game, f, change),
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

/** @param {string} clock @returns {[string, string]} */
function clockChoice(clock) {
  const [m, s] = clock.split("+");
  return [clock, clock ? t("setup.clock.value", { m, s }) : t("setup.clock.none")];
}

/** @param {string} game @param {Form} f @param {string} rules the rules in full, with what was left out @param {Change} change */
function rulesFields(game, f, rules, change) {
  const { variants, sizes } = about(game);
  /** @type {[string, string][]} */
  const sets = variants.map(({ name, help }) => [name, t("setup.variant.item", { name: known(`variant.${name}`) || capital(name), help: say(help) })]);
  const pick = (/** @type {string} */ variant) => change({ variant });
  // Two are in sight; more are in a list.
  const choice = sets.length === 2 ? segmented("variant", f.variant, variants.map(({ name, help }) => [name, capital(say(help))]), pick) : select("variant", f.variant, sets, pick);
  const number = (/** @type {string} */ name) =>
    h("input", {
      name,
      ".value": f.numbers[name] ?? "",
      inputmode: "decimal",
      placeholder: rules.split(" ").find((word) => word.startsWith(`${name}=`))?.split("=")[1] ?? "0",
      onchange: (e) => change({ numbers: { ...f.numbers, [name]: e.target.value.trim().replace(",", ".") } }),
    });
  return h(
    "fieldset",
    null,
    h("legend", null, t("setup.rules")),
    sets.length > 0 && field("setup.variant", choice),
    sizes.length > 0 &&
      field("setup.size", select("size", f.size, sizes.map((s) => [s, sizeText(s)]), (size) => change({ size }))),
    numbers(game, f).map((name) => field(`setup.${name}`, number(name), ruleNumber(name))),
  );
}

/** @param {string} game @param {Form} f @param {Change} change */
function playersFields(game, f, change) {
  const both = f.mode === "ai-ai";
  const engines = f.mode === "human-human" ? [] : both ? SIDES : SIDES.filter((side) => side !== f.human);
  // Engines with limits of their own have others against each other than against people.
  const mode = (/** @type {string} */ mode) => {
    const usual = strength(about(game)[mode === "ai-ai" ? "duel_seat" : "default_seat"]);
    const limits = (/** @type {Strength} */ s) => (s.choice === "limits" && usual.choice === "limits" ? usual : s);
    change({ mode, black: limits(f.black), white: limits(f.white) });
  };
  return h(
    "fieldset",
    null,
    h("legend", null, t("setup.players")),
    segmented("mode", f.mode, keyed("mode", ["human-human", "human-ai", "ai-ai"]), mode),
    f.mode === "human-ai" &&
      field("setup.colour", segmented("human", f.human, keyed("side", SIDES), (human) => change({ human }))),
    engines.map((side) => {
      const label = both ? t("setup.strength.side", { side: t(`side.${side}`) }) : t("setup.strength");
      return strengthFields(game, label, side, f[side], (more) => change({ [side]: { ...f[side], ...more } }));
    }),
  );
}

/** @param {string} game @param {Form} f @param {Change} change */
function positionFields(game, f, change) {
  const { composable, position_example } = about(game);
  const input = { name: "position", ".value": f.position, placeholder: position_example, spellcheck: "false", autocomplete: "off" };
  return h(
    "details",
    { open: f.position !== "" },
    h("summary", null, t("setup.position")),
    h(
      "label",
      { class: "field" },
      h("span", null, t("setup.position.text")),
      h("input", { ...input, onchange: (e) => change({ position: e.target.value }) }),
    ),
    composable && h("a", { class: "button", href: `#/${game}/edit` }, t("setup.edit")),
  );
}
