// A file of many games: which one to open.

import { h } from "../dom.js";
import { app, changed, set } from "../app.js";
import { t } from "../i18n.js";

/** More than this many are found by searching. */
const MOST_SHOWN = 200;

/** The games of a text: records in tags begin with an event, trees in brackets stand side by side. @param {string} text @returns {string[]} */
export function gamesIn(text) {
  if (/^\s*\[\w+ "/.test(text)) return text.split(/^(?=\[Event ")/m).filter((game) => game.trim());
  return /^\s*\(\s*;/.test(text) ? trees(text) : [text];
}

/** @param {string} text */
function trees(text) {
  const found = [];
  let [depth, from, quoted] = [0, 0, false];
  for (let i = 0; i < text.length; i++) {
    const c = text[i];
    if (c === "\\" && quoted) i++;
    else if (c === "[") quoted = true;
    else if (c === "]") quoted = false;
    else if (c === "(" && !quoted && depth++ === 0) from = i;
    else if (c === ")" && !quoted && --depth === 0) found.push(text.slice(from, i + 1));
  }
  return found.length ? found : [text];
}

/** What a record says under one of some names. @param {string} game @param {string[]} names */
function told(game, names) {
  const tag = (/** @type {string} */ name) =>
    new RegExp(`(?:^\\[${name}\\s+"((?:[^"\\\\]|\\\\.)*)"|[;\\]\\s]${name}\\[((?:[^\\]\\\\]|\\\\.)*)\\])`, "m").exec(game);
  for (const name of names) {
    const [, quoted, bracketed] = tag(name) ?? [];
    const value = quoted ?? bracketed ?? "";
    if (/[^?.\s]/.test(value)) return value;
  }
  return "";
}

/** One line about a game. @param {string} game @param {number} index */
function title(game, index) {
  const players = [told(game, ["White", "PW"]) || "?", told(game, ["Black", "PB"]) || "?"].join(" – ");
  const more = [["Event", "EV"], ["Date", "DT"], ["Result", "RE"]].map((names) => told(game, names));
  return `${index + 1}. ${[players, ...more].filter(Boolean).join(" · ")}`;
}

/** @type {{games: string[], titles: string[]}} */
let titled = { games: [], titles: [] };

/** @param {string[]} games @param {(text: string) => void} open */
export function picker(games, open) {
  if (titled.games !== games) titled = { games, titles: games.map(title) };
  const wanted = app.search.toLowerCase();
  const found = titled.titles.flatMap((name, i) => (name.toLowerCase().includes(wanted) ? { name, i } : []));
  return [
    h("input", {
      type: "search",
      class: "wide",
      "aria-label": t("picker.search"),
      placeholder: t("picker.search"),
      ".value": app.search,
      oninput: (/** @type {FieldEvent} */ e) => {
        app.search = e.target.value;
        changed();
      },
    }),
    h(
      "ul",
      { class: "games" },
      found.slice(0, MOST_SHOWN).map(({ name, i }) =>
        h(
          "li",
          { key: i },
          h(
            "button",
            {
              class: "plain",
              onclick: () => {
                set({ dialog: null });
                open(games[i]);
              },
            },
            name,
          ),
        ),
      ),
    ),
    h("p", { class: "soft" }, t("picker.found", { n: Math.min(found.length, MOST_SHOWN), all: games.length })),
  ];
}
