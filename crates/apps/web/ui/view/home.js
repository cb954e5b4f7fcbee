// The first screen: the games, what was being played, and a place to drop a record.

import { h } from "../dom.js";
import { about, app, complain, create, notice, set, title } from "../app.js";
import { api } from "../api.js";
import { say, t } from "../i18n.js";
import { formulaAddress } from "./formula.js";
import { lessonBoard } from "./lessons.js";
import { library } from "./library.js";
import { gamesIn } from "./picker.js";
import { quickSetup } from "./setup.js";

export function home() {
  return h(
    "div",
    { class: "home" },
    h("div", { class: "lead" }, h("h1", null, t("home.title")), h("p", null, t("home.text"))),
    library(),
    h("div", { class: "cards" }, app.catalogue?.games.map(card), entry(LESSONS, lessonBoard()), importBox("home"), ENTRIES.map((other) => entry(other))),
  );
}

/** What can be done here beside playing, each with what its button does. @type {[string, () => unknown][]} */
const ENTRIES = [
  ["watch", () => watch()],
  ["formula", () => (location.hash = "#/formula")],
];

/** @type {[string, () => unknown]} */
const LESSONS = ["lessons", () => set({ dialog: { kind: "lessons" } })];

/** @param {[string, () => unknown]} entry @param {Child} [picture] */
function entry([name, onclick], picture) {
  return h(
    "section",
    { class: `card entry ${name}`, key: name },
    picture && h("span", { class: "preview", "aria-hidden": "true" }, picture),
    h("h2", null, t(`${name}.title`)),
    h("p", null, t(`${name}.home`)),
    h("div", { class: "row" }, h("button", { onclick }, t(`${name}.open`))),
  );
}

/** An example search: the best player of the first game, from the start position. */
async function watch() {
  const offer = app.catalogue?.games.find((game) => game.piece_kinds) ?? app.catalogue?.games[0];
  if (offer) await create({ game: offer.name, rules: quickSetup(offer).rules }, "why");
}

/** @param {GameInfo} offer */
function card(offer) {
  const { name, picture, default_rules } = offer;
  const [game, href] = [title(name), `#/${name}`];
  const play = { class: "primary", "aria-label": t("home.play.game", { game }), onclick: () => create(quickSetup(offer)) };
  const board = { game: name, rules: quickSetup(offer).rules };
  const analyse = { "aria-label": t("home.analyse.game", { game }), onclick: () => create(board, "analyse") };
  return h(
    "article",
    { class: "card game-card", key: name },
    h(
      "a",
      { class: "preview", href, tabindex: -1, "aria-hidden": "true" },
      picture && h("q-board", { ".model": still(name, default_rules, picture) }),
    ),
    h("h2", null, game),
    h("p", null, say(offer.summary)),
    h(
      "div",
      { class: "row" },
      h("button", play, t("home.play")),
      h("button", analyse, t("tab.analyse")),
      h("a", { class: "button", href, "aria-label": t("home.options.game", { game }) }, t("home.options")),
    ),
  );
}

/** A board on which nothing can be done. @param {string} game @param {string} rules @param {Picture} picture @returns {Model} */
export function model(game, rules, picture) {
  const kinds = about(game).piece_kinds;
  return { kinds, rules, picture, legal: [], last: null, toMove: "white", active: false, label: title(game) };
}

/** @type {WeakMap<Picture, Model>} */
const stills = new WeakMap();
/** A board only to look at; the same object while it says the same. @param {string} game @param {string} rules @param {Picture} picture @param {Partial<Model>} [more] */
export function still(game, rules, picture, more = {}) {
  const wanted = { ...model(game, rules, picture), still: true, ...more };
  const kept = stills.get(picture);
  if (kept?.label === wanted.label) return kept;
  stills.set(picture, wanted);
  return wanted;
}

/** Paste or drop: the server recognises the format. @param {string} place */
export function importBox(place) {
  const id = `import-${place}`;
  return h(
    "section",
    {
      class: "card import",
      // What was pasted stays where it is when the list of recent games comes late.
      key: "import",
      ondragover: (e) => e.preventDefault(),
      ondrop: dropped,
    },
    h("h2", null, t("import.title")),
    h("label", { for: id, class: "soft" }, t("import.text")),
    h("textarea", { id, rows: 3, spellcheck: "false", autocomplete: "off" }),
    h(
      "div",
      { class: "row" },
      h(
        "button",
        { onclick: () => importText(/** @type {HTMLTextAreaElement} */ (document.getElementById(id)).value) },
        t("import.open"),
      ),
      h("label", { class: "button", for: `${id}-file` }, t("import.file")),
      h("input", {
        type: "file",
        id: `${id}-file`,
        class: "visually-hidden",
        onchange: async (e) => {
          const file = e.target.files?.[0];
          if (file) importText(await textOf(file));
        },
      }),
    ),
  );
}

/** The text of a file: Unicode, or the encoding that a record of SGF names, or that of old Western files. @param {File} file */
async function textOf(file) {
  const bytes = new Uint8Array(await file.arrayBuffer());
  const decode = (/** @type {string} */ name) => new TextDecoder(name, { fatal: true }).decode(bytes);
  const marked = { "255,254": "utf-16le", "254,255": "utf-16be" }[bytes.slice(0, 2).join()];
  const western = new TextDecoder("windows-1252").decode(bytes);
  for (const name of [marked, "utf-8", western.match(/\WCA\s*\[([^\]]+)\]/)?.[1]])
    try {
      if (name) return decode(name);
    } catch {
      /* another one */
    }
  return western;
}

/** @param {DragEvent} e */
export async function dropped(e) {
  e.preventDefault();
  const file = e.dataTransfer?.files[0];
  const text = file ? await textOf(file) : e.dataTransfer?.getData("text/plain");
  if (text) importText(text);
}

/** Opens what was pasted; of many games, the reader chooses one. @param {string} text */
export async function importText(text) {
  const games = gamesIn(text);
  if (games.length > 1) {
    app.search = "";
    return set({ dialog: { kind: "games", games } });
  }
  try {
    const found = await api.detect(text, app.route.game);
    if ("formula" in found) {
      location.hash = formulaAddress(found.formula, found.choices);
      return;
    }
    app.imported = await create({
      game: found.game,
      rules: found.rules,
      position: found.position ?? undefined,
      ...(found.tree ? { tree: found.tree } : { moves: found.moves }),
      tags: found.tags,
      opening: found.opening,
    });
    if (!app.imported) return;
    notice(t("import.found", { format: found.format, n: found.moves.length }));
  } catch (error) {
    complain(error);
  }
}
