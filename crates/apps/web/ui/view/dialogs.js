// The dialogs: keys, promotion, resigning, a text to copy. The native <dialog> keeps the focus inside.

import { h } from "../dom.js";
import { act, again, app, menu, play, set } from "../app.js";
import { pieceName, t } from "../i18n.js";
import { gradients, piece } from "../pieces.js";
import { importText } from "./home.js";
import { lessons } from "./lessons.js";
import { look } from "./look.js";
import { picker } from "./picker.js";

const close = () => set({ dialog: null });

export function dialog() {
  const d = app.dialog;
  if (!d) return null;
  const open = (/** @type {HTMLDialogElement} */ element) => {
    if (element.isConnected && !element.open) element.showModal();
  };
  return h(
    "dialog",
    {
      key: d.kind,
      class: `dialog-${d.kind}`,
      // The choice stands at the pawn.
      style: d.kind === "promotion" ? { left: `min(${d.at.x}px, 100vw - 410px)`, top: `min(${d.at.y}px, 100vh - 250px)` } : {},
      "aria-labelledby": "dialog-title",
      onclose: close,
      oncancel: close,
      // A listener that returns false would keep what is clicked inside from working.
      onclick: (e) => {
        if (e.target.tagName === "DIALOG") close();
      },
      ref: (/** @type {HTMLDialogElement} */ element) => queueMicrotask(() => open(element)),
    },
    content(d),
  );
}

/** @param {Dialog} d */
function content(d) {
  switch (d.kind) {
    case "promotion":
      return promotion(d.moves, d.side);
    case "text":
      return text(d.text);
    case "keys":
      return keys();
    case "look":
      return frame(t("look.title"), look(), h("div", { class: "row end" }, h("button", { class: "primary", onclick: close }, t("close"))));
    case "lessons":
      return frame(t("lessons.title"), lessons(), h("div", { class: "row end" }, h("button", { onclick: close }, t("close"))));
    case "games":
      return frame(
        t("picker.title", { n: d.games.length }),
        picker(d.games, importText),
        h("div", { class: "row end" }, h("button", { onclick: close }, t("cancel"))),
      );
    default:
      return question(d.kind);
  }
}

/** @param {string} title @param {...Child} children */
function frame(title, ...children) {
  return h("div", { class: "dialog" }, h("h2", { id: "dialog-title" }, title), children);
}

function keys() {
  const rows = [
    ["N", "new"],
    ["M / Esc", "menu"],
    ["U / Ctrl Z", "undo"],
    ["R / Ctrl Y", "redo"],
    ["H", "hint"],
    ["P", "pass"],
    ["← →", "step"],
    ["Home End", "ends"],
    ["F", "turn"],
    ["A", "analysis"],
    ["V", "heat"],
    ["X", "mistake"],
    ["1 2 3 4", "tabs"],
    ["/", "input"],
    ["B", "board"],
    ["?", "sheet"],
  ];
  return frame(
    t("keys.title"),
    h(
      "table",
      { class: "keys" },
      h(
        "tbody",
        null,
        rows.map(([key, what]) =>
          h(
            "tr",
            { key: what },
            h(
              "th",
              { scope: "row" },
              key.split(" ").map((k) => (k === "/" && key !== "/" ? " / " : [h("kbd", null, k), " "])),
            ),
            h("td", null, t(`keys.${what}`)),
          ),
        ),
      ),
    ),
    h("p", { class: "soft" }, t("keys.board.text")),
    h("div", { class: "row end" }, h("button", { class: "primary", onclick: close }, t("close"))),
  );
}

/** @param {Move[]} moves @param {Side} side */
function promotion(moves, side) {
  const choice = (/** @type {Move} */ m) => {
    const kind = (m.promotion ?? "").toUpperCase();
    const play1 = () => {
      close();
      play(m);
    };
    return h(
      "button",
      { key: m.move, "aria-label": kind ? pieceName(side, kind) : m.record, onclick: play1 },
      kind ? h("svg", { viewBox: "0 0 100 100", "aria-hidden": "true" }, gradients("pro"), piece({ side, kind }, "pro")) : m.record,
    );
  };
  return frame(
    t("promotion.title"),
    h("div", { class: "row promotion" }, moves.map(choice)),
    h("div", { class: "row end" }, h("button", { onclick: close }, t("cancel"))),
  );
}

/** What each question does when it is answered with yes. */
const ANSWERS = { resign: () => act("resign"), new: again, leave: menu };

/** @param {Question["kind"]} kind */
function question(kind) {
  const yes = () => {
    close();
    ANSWERS[kind]();
  };
  return frame(
    t(`${kind}.title`),
    kind !== "resign" && h("p", { class: "soft" }, t("game.kept")),
    h(
      "div",
      { class: "row end" },
      h("button", { onclick: close }, t("cancel")),
      h("button", { class: "primary", autofocus: true, onclick: yes }, t(`${kind}.yes`)),
    ),
  );
}

/** @param {string} text */
function text(text) {
  return frame(
    t("copy.title"),
    h("textarea", { rows: 8, readonly: true, "aria-labelledby": "dialog-title", ".value": text }),
    h("div", { class: "row end" }, h("button", { class: "primary", onclick: close }, t("close"))),
  );
}
