// The position editor: put pieces down, choose who moves, and let the server say whether it is a position.

import { cls, h } from "../dom.js";
import { app, changed, create, explain, sendAway } from "../app.js";
import { api } from "../api.js";
import { pieceName, t } from "../i18n.js";
import { gradients, piece } from "../pieces.js";
import { field, form, info, rulesText, segmented } from "./setup.js";

/** @param {string} game */
export function editor(game) {
  if (!app.draft || app.draft.game !== game) {
    begin(game);
    return h("p", { class: "loading" }, t("loading"));
  }
  const d = app.draft;
  const change = (/** @type {any} */ more) => {
    Object.assign(d, more);
    check();
  };
  const fill = (/** @type {(i: number) => string} */ what) =>
    change({
      picture: {
        ...d.picture,
        pieces: d.picture.pieces.map((/** @type {string} */ _, /** @type {number} */ i) => what(i)),
      },
    });
  return h(
    "div",
    { class: "columns editor", key: `edit-${game}` },
    h("div", { class: "left" }, h("q-board", { ".model": model(d), ref: (/** @type {any} */ e) => wire(e) })),
    h(
      "div",
      { class: "right" },
      h(
        "div",
        { class: "card" },
        h("h1", null, t("edit.title", { game: t(`game.${game}`) })),
        h("p", { class: "soft" }, t("edit.text")),
        h(
          "div",
          { class: "palette", role: "group", "aria-label": t("edit.palette") },
          palette(game, d.rules).map((p) =>
            h(
              "button",
              {
                key: p || "none",
                class: cls(d.tool === p && "on"),
                "aria-pressed": String(d.tool === p),
                "aria-label": p ? pieceName(p, game, d.rules) : t("edit.erase"),
                onclick: () => {
                  d.tool = p;
                  changed();
                },
              },
              p
                ? h(
                    "svg",
                    { viewBox: "0 0 100 100", "aria-hidden": "true" },
                    gradients("pal"),
                    piece(p, game, d.rules, "pal"),
                  )
                : "×",
            ),
          ),
        ),
        field(
          "edit.turn",
          segmented(
            "turn",
            d.toMove,
            ["black", "white"].map((s) => [s, t(`side.${s}`)]),
            (toMove) => change({ toMove }),
          ),
        ),
        h(
          "div",
          { class: "row spaced" },
          h("button", { onclick: () => fill(() => "") }, t("edit.clear")),
          h(
            "button",
            {
              onclick: () => {
                app.draft = null;
                changed();
              },
            },
            t("edit.start"),
          ),
        ),
        h(
          "label",
          { class: "field" },
          h("span", null, t("record.position")),
          h("input", {
            class: "mono",
            ".value": d.position ?? "",
            spellcheck: "false",
            onchange: (/** @type {any} */ e) => fromText(e.target.value),
          }),
        ),
        d.error && h("p", { class: "error", role: "alert" }, explain(d.error)),
        h(
          "div",
          { class: "row end" },
          ["human-human", "human-ai"].map((mode) =>
            h(
              "button",
              {
                key: mode,
                class: cls(mode === "human-ai" && "primary"),
                disabled: Boolean(d.error),
                onclick: () => start(mode),
              },
              t(`edit.${mode}`),
            ),
          ),
        ),
      ),
    ),
  );
}

/** @param {string} game */
async function begin(game) {
  if (app.draft?.loading === game) return;
  app.draft = { loading: game };
  const rules = app.route.params.get("r") ?? rulesText(game, form(game));
  try {
    const found = await api.compose({ game, rules, position: app.route.params.get("p") ?? undefined });
    app.draft = {
      game,
      rules,
      picture: found.picture,
      position: found.position,
      toMove: found.to_move,
      tool: palette(game, rules)[0],
      error: null,
    };
  } catch (error) {
    sendAway(`#/${game}`, error);
  }
  changed();
}

/** @param {string} game @param {string} rules */
function palette(game, rules) {
  const men = (/** @type {string} */ side) => [..."PNBRQK"].map((kind) => side + kind);
  return game === "chess" ? [...men("w"), "", ...men("b")] : ["b", "w", ""];
}

/** @type {{key: any, model: any}} */
let drawn = { key: null, model: null };
/** @param {any} d */
function model(d) {
  if (drawn.key !== d.picture)
    drawn = {
      key: d.picture,
      model: {
        game: d.game,
        rules: d.rules,
        picture: d.picture,
        legal: [],
        last: null,
        toMove: d.toMove,
        active: false,
        editing: true,
        label: t("edit.title", { game: t(`game.${d.game}`) }),
      },
    };
  return drawn.model;
}

/** @param {any} element */
function wire(element) {
  if (element.wired) return;
  element.wired = true;
  element.addEventListener("cell", (/** @type {CustomEvent} */ e) => {
    const d = app.draft;
    const i = d.picture.names.indexOf(e.detail.cell);
    const pieces = [...d.picture.pieces];
    pieces[i] = pieces[i] === d.tool ? "" : d.tool;
    d.picture = { ...d.picture, pieces };
    check();
  });
}

/** Asks the server what the drawing is. */
async function check() {
  const d = app.draft;
  changed();
  try {
    const found = await api.compose({ game: d.game, rules: d.rules, pieces: d.picture.pieces, to_move: d.toMove });
    if (app.draft === d) Object.assign(d, { position: found.position, error: null });
  } catch (error) {
    if (app.draft === d) d.error = error;
  }
  changed();
}

/** @param {string} text */
async function fromText(text) {
  const d = app.draft;
  try {
    const found = await api.compose({ game: d.game, rules: d.rules, position: text });
    Object.assign(d, {
      picture: found.picture,
      position: found.position,
      toMove: found.to_move,
      rules: found.rules,
      error: null,
    });
  } catch (error) {
    d.error = error;
  }
  changed();
}

/** @param {string} mode */
function start(mode) {
  const d = app.draft;
  const human = { kind: "human" };
  const engine = info(d.game).default_seat;
  const seats =
    mode === "human-human"
      ? { black: human, white: human }
      : { [d.toMove]: human, [d.toMove === "black" ? "white" : "black"]: engine };
  create({ game: d.game, rules: d.rules, position: d.position, seats });
}
