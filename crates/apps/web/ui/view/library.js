// Saved games: a row of recent ones with small boards, or all of them with a search box.

import { h } from "../dom.js";
import { app, changed, complain, set, title } from "../app.js";
import { api } from "../api.js";
import { day, t } from "../i18n.js";
import { LOCAL } from "../transport.js";
import { still } from "./home.js";
import { rulesWords } from "./setup.js";

/** The number of games shown at first. */
const LAST = 6;

export function library() {
  const { recent, library: shelf } = app;
  if (!recent.length) return null;
  const wanted = shelf.search.toLowerCase();
  const found = recent.filter((game) => told(game).join(" ").toLowerCase().includes(wanted));
  const more = recent.length > LAST;
  const open = () => {
    Object.assign(shelf, { open: !shelf.open, search: "" });
    changed();
  };
  return h(
    "section",
    { class: "card recent", key: "recent" },
    h(
      "div",
      { class: "row wrap" },
      h("h2", null, t("home.recent")),
      h("span", { class: "spring" }),
      shelf.open &&
        h("input", {
          type: "search",
          key: "search",
          "aria-label": t("library.search"),
          placeholder: t("library.search"),
          ".value": shelf.search,
          oninput: (/** @type {FieldEvent} */ e) => {
            shelf.search = e.target.value;
            changed();
          },
        }),
      more && h("button", { key: "all", class: "plain", onclick: open }, shelf.open ? t("library.few") : t("library.all", { n: recent.length })),
    ),
    h("ul", { class: "shelf" }, (shelf.open ? found : recent.slice(0, LAST)).map(item)),
    LOCAL && h("p", { class: "soft" }, t("library.browser")),
    shelf.open && !found.length && h("p", { class: "soft" }, t("library.none")),
  );
}

/** What is said of a game: its name, who played, how far it is. @param {Summary} game @returns {string[]} */
function told({ game, rules, names, plies, ended, changed: seconds }) {
  const [black, white] = names ?? [];
  const players = black || white ? `${white || "?"} – ${black || "?"}` : rulesWords(game, rules);
  const state = ended ? t("home.over") : t("moves.n", { n: plies });
  return [title(game), players, [state, seconds ? day(seconds) : ""].filter(Boolean).join(" · ")];
}

/** @param {Summary} game */
function item(game) {
  const [name, players, state] = told(game);
  const forget = async () => {
    try {
      await api.remove(game.id);
      set({ recent: app.recent.filter((g) => g.id !== game.id) });
    } catch (error) {
      complain(error);
    }
  };
  return h(
    "li",
    { key: game.id },
    h(
      "a",
      { href: `#/${game.game}/${game.id}` },
      h("span", { class: "small-board", "aria-hidden": "true" }, game.picture && h("q-board", { ".model": still(game.game, game.rules, game.picture) })),
      h("b", null, name),
      h("span", { class: "soft" }, players),
      h("span", { class: "soft" }, state),
    ),
    h(
      "button",
      {
        class: "plain forget",
        "aria-label": t("home.forget", { game: name, n: game.plies }),
        title: t("home.forget.short"),
        onclick: forget,
      },
      "×",
    ),
  );
}
