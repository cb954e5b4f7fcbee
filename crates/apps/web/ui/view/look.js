// How the page looks and sounds: a dialog of a few choices that are kept.

import { h } from "../dom.js";
import { app, settings } from "../app.js";
import { t } from "../i18n.js";
import { sound } from "../sounds.js";
import { field, keyed, segmented } from "./fields.js";

/** @type {Settings["theme"][]} */
const THEMES = ["auto", "light", "dark"];
/** @type {Settings["board"][]} */
const BOARDS = ["usual", "wood", "green", "grey"];
/** @type {Settings["men"][]} */
const MEN = ["usual", "flat", "ivory"];

export function look() {
  const { theme, board, men, sounds } = app.settings;
  const hear = (/** @type {boolean} */ on) => {
    settings({ sounds: on });
    if (on) sound("move");
  };
  return [
    field("look.theme", segmented("theme", theme, keyed("theme", THEMES), (theme) => settings({ theme }))),
    field("look.board", segmented("board", board, keyed("board.look", BOARDS), (board) => settings({ board }))),
    field("look.men", segmented("men", men, keyed("men", MEN), (men) => settings({ men }))),
    h(
      "label",
      { class: "check" },
      h("input", { type: "checkbox", name: "sounds", ".checked": sounds, onchange: (e) => hear(e.target.checked) }),
      t("look.sounds"),
    ),
  ];
}
