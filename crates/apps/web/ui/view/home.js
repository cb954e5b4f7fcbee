// The first screen: four games, what was being played, and a place to drop a record.

import { h } from "../dom.js";
import { app, complain, create, notice, set } from "../app.js";
import { api } from "../api.js";
import { t } from "../i18n.js";
import { formulaAddress } from "./formula.js";
import { quickSetup, rulesWords } from "./setup.js";

export function home() {
  return h(
    "div",
    { class: "home" },
    h("div", { class: "lead" }, h("h1", null, t("home.title")), h("p", null, t("home.text"))),
    h("div", { class: "cards" }, app.catalogue.games.map(card)),
    app.recent.length > 0 && recent(),
    h(
      "section",
      { class: "card proof", key: "proof" },
      h("h2", null, t("formula.title")),
      h("p", null, t("formula.home")),
      h("div", { class: "row" }, h("a", { class: "button", href: "#/formula" }, t("formula.open"))),
    ),
    importBox("home"),
  );
}

/** @param {any} info */
function card(info) {
  const name = t(`game.${info.name}`);
  return h(
    "article",
    { class: "card game-card", key: info.name },
    h(
      "a",
      { class: "preview", href: `#/${info.name}`, tabindex: -1, "aria-hidden": "true" },
      h("q-board", { ".model": still(info.name, info.default_rules, info.picture) }),
    ),
    h("h2", null, name),
    h("p", null, t(`game.${info.name}.text`)),
    h(
      "div",
      { class: "row" },
      h(
        "button",
        {
          class: "primary",
          "aria-label": t("home.play.game", { game: name }),
          onclick: () => create(quickSetup(info)),
        },
        t("home.play"),
      ),
      h(
        "a",
        { class: "button", href: `#/${info.name}`, "aria-label": t("home.options.game", { game: name }) },
        t("home.options"),
      ),
    ),
  );
}

/** A board only to look at; the same object while it says the same. @param {string} game @param {string} rules @param {any} picture @param {any} [more] */
export function still(game, rules, picture, more = {}) {
  const label = more.label ?? t(`game.${game}`);
  if (picture.model?.label !== label)
    picture.model = {
      game,
      rules,
      picture,
      legal: [],
      last: null,
      toMove: "white",
      active: false,
      still: true,
      ...more,
      label,
    };
  return picture.model;
}

function recent() {
  return h(
    "section",
    { class: "card recent", key: "recent" },
    h("h2", null, t("home.recent")),
    h(
      "ul",
      null,
      app.recent.slice(0, 8).map((game) =>
        h(
          "li",
          { key: game.id },
          h("a", { href: `#/${game.game}/${game.id}` }, t(`game.${game.game}`)),
          h(
            "span",
            { class: "soft" },
            [t("moves.n", { n: game.plies }), game.ended && t("home.over"), rulesWords(game.game, game.rules)]
              .filter(Boolean)
              .join(" · "),
          ),
          h(
            "button",
            {
              class: "plain",
              "aria-label": t("home.forget", { game: t(`game.${game.game}`), n: game.plies }),
              title: t("home.forget.short"),
              onclick: async () => {
                try {
                  await api.remove(game.id);
                  set({ recent: app.recent.filter((g) => g.id !== game.id) });
                } catch (error) {
                  complain(error);
                }
              },
            },
            "×",
          ),
        ),
      ),
    ),
  );
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
      ondragover: (/** @type {DragEvent} */ e) => e.preventDefault(),
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
        onchange: async (/** @type {any} */ e) => {
          const file = e.target.files[0];
          if (file) importText(await file.text());
        },
      }),
    ),
  );
}

/** @param {DragEvent} e */
export async function dropped(e) {
  e.preventDefault();
  const file = e.dataTransfer?.files[0];
  const text = file ? await file.text() : e.dataTransfer?.getData("text/plain");
  if (text) importText(text);
}

/** @param {string} text */
export async function importText(text) {
  try {
    const found = await api.detect(text, app.route.game);
    if (found.formula) {
      location.hash = formulaAddress(found.formula, found.choices);
      return;
    }
    await create({
      game: found.game,
      rules: found.rules,
      position: found.position ?? undefined,
      ...(found.tree ? { tree: found.tree } : { moves: found.moves }),
    });
    notice(
      t("import.found", { format: found.format_name ?? found.format, n: found.moves.length }) +
        (found.note ? ` ${found.note}` : ""),
    );
  } catch (error) {
    complain(error);
  }
}
