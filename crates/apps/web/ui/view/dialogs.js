// The dialogs: keys, promotion, resigning, a text to copy. The native <dialog> keeps the focus inside.

import { h } from "../dom.js";
import { act, app, play, set } from "../app.js";
import { pieceName, t } from "../i18n.js";
import { chessman } from "../pieces.js";

const close = () => set({ dialog: null });

export function dialog() {
  const d = app.dialog;
  if (!d) return null;
  const content = { keys, promotion, resign, text }[d.kind];
  if (!content) return null;
  return h(
    "dialog",
    {
      key: d.kind,
      class: `dialog-${d.kind}`,
      "aria-labelledby": "dialog-title",
      onclose: close,
      oncancel: close,
      onclick: (/** @type {any} */ e) => {
        if (e.target.tagName === "DIALOG") close();
      },
      ref: (/** @type {any} */ element) => {
        if (!element.open)
          queueMicrotask(() => {
            if (element.isConnected && !element.open) element.showModal();
          });
      },
    },
    content(d),
  );
}

/** @param {string} title @param {...any} children */
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

/** @param {any} d */
function promotion(d) {
  return frame(
    t("promotion.title"),
    h(
      "div",
      { class: "row promotion" },
      d.moves.map((/** @type {any} */ m) => {
        const letter = (m.promotion ?? "q").toUpperCase();
        return h(
          "button",
          {
            key: m.move,
            "aria-label": pieceName(d.side[0] + letter, "chess", ""),
            onclick: () => {
              close();
              play(m);
            },
          },
          h("svg", { viewBox: "0 0 100 100", "aria-hidden": "true" }, chessman(letter, d.side)),
        );
      }),
    ),
    h("div", { class: "row end" }, h("button", { onclick: close }, t("cancel"))),
  );
}

function resign() {
  return frame(
    t("resign.title"),
    h(
      "div",
      { class: "row end" },
      h("button", { onclick: close }, t("cancel")),
      h(
        "button",
        {
          class: "primary",
          onclick: () => {
            close();
            act("resign");
          },
        },
        t("resign"),
      ),
    ),
  );
}

/** @param {any} d */
function text(d) {
  return frame(
    t("copy.title"),
    h("textarea", { rows: 8, readonly: true, "aria-labelledby": "dialog-title", ".value": d.text }),
    h("div", { class: "row end" }, h("button", { class: "primary", onclick: close }, t("close"))),
  );
}
