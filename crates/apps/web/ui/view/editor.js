// The position editor: place pieces, choose the side to move; the server validates the position.

import { cls, h } from "../dom.js";
import { about, app, changed, create, explain, sendAway, title } from "../app.js";
import { api } from "../api.js";
import { pieceName, t } from "../i18n.js";
import { pieceOf } from "../grounds.js";
import { gradients, piece } from "../pieces.js";
import { field, keyed, segmented, SIDES } from "./fields.js";
import { model } from "./home.js";
import { form, rulesText } from "./setup.js";

/** The game whose start position is being fetched. */
let loading = "";

/** @param {string} game */
export function editor(game) {
  const d = app.draft;
  if (d?.game !== game) {
    begin(game);
    return h("p", { class: "loading" }, t("loading"));
  }
  return h(
    "div",
    { class: "columns editor", key: `edit-${game}` },
    h("div", { class: "left" }, h("q-board", { ".model": drawing(d), oncell: (cell) => put(d, cell) })),
    h(
      "div",
      { class: "right" },
      h(
        "div",
        { class: "card" },
        h("h1", null, t("edit.title", { game: title(game) })),
        h("p", { class: "soft" }, t("edit.text")),
        palette(d),
        field("edit.turn", segmented("turn", d.toMove, keyed("side", SIDES), (toMove) => check(d, { toMove }))),
        starts(d),
        h(
          "label",
          { class: "field" },
          h("span", null, t("record.position")),
          h("input", {
            class: "mono",
            ".value": d.position,
            spellcheck: "false",
            onchange: (e) => take(d, api.compose({ game, rules: d.rules, position: e.target.value })),
          }),
        ),
        Boolean(d.error) && h("p", { class: "error", role: "alert" }, explain(d.error)),
        modes(d),
      ),
    ),
  );
}

/** @param {string} game */
async function begin(game) {
  if (loading === game) return;
  loading = game;
  const rules = app.route.params.get("r") ?? rulesText(game, form(game));
  try {
    const found = await api.compose({ game, rules, position: app.route.params.get("p") ?? undefined });
    const { picture, position, to_move: toMove } = found;
    app.draft = { game, rules, picture, position, toMove, tool: tools(game)[0], error: null };
  } catch (error) {
    sendAway(`#/${game}`, error);
  }
  loading = "";
  changed();
}

/** What can be put down; nothing, in the middle, takes off. @param {string} game */
function tools(game) {
  const kinds = [...about(game).piece_kinds];
  const men = (/** @type {string} */ side) => kinds.map((kind) => side + kind);
  return kinds.length ? [...men("w"), "", ...men("b")] : ["b", "w", ""];
}

/** @param {Draft} d */
function palette(d) {
  const tool = (/** @type {string} */ p) => {
    const man = pieceOf(p, d.picture, d.rules);
    return h(
      "button",
      {
        key: p || "none",
        class: cls(d.tool === p && "on"),
        "aria-pressed": String(d.tool === p),
        "aria-label": p ? pieceName(man.side, man.kind) : t("edit.erase"),
        onclick: () => {
          d.tool = p;
          changed();
        },
      },
      p ? h("svg", { viewBox: "0 0 100 100", "aria-hidden": "true" }, gradients("pal"), piece(man, "pal")) : "×",
    );
  };
  return h("div", { class: "palette", role: "group", "aria-label": t("edit.palette") }, tools(d.game).map(tool));
}

/** @param {Draft} d */
function starts(d) {
  const clear = () => check(d, { picture: { ...d.picture, pieces: d.picture.pieces.map(() => null) } });
  const restart = () => {
    app.draft = null;
    changed();
  };
  return h(
    "div",
    { class: "row spaced" },
    h("button", { onclick: clear }, t("edit.clear")),
    h("button", { onclick: restart }, t("edit.start")),
  );
}

/** @param {Draft} d */
function modes(d) {
  const button = (/** @type {string} */ mode) => {
    const props = { key: mode, class: cls(mode === "human-ai" && "primary"), disabled: Boolean(d.error) };
    return h("button", { ...props, onclick: () => start(d, mode) }, t(`edit.${mode}`));
  };
  return h("div", { class: "row end" }, ["human-human", "human-ai"].map(button));
}

/** @type {{picture: Picture | null, model: Model | null}} */
let drawn = { picture: null, model: null };
/** @param {Draft} d */
function drawing(d) {
  const label = t("edit.title", { game: title(d.game) });
  if (drawn.picture !== d.picture)
    drawn = { picture: d.picture, model: { ...model(d.game, d.rules, d.picture), toMove: d.toMove, editing: true, label } };
  return drawn.model;
}

/** @param {Draft} d @param {string} cell */
function put(d, cell) {
  const at = d.picture.names.indexOf(cell);
  const pieces = d.picture.pieces.with(at, d.picture.pieces[at] === d.tool ? null : d.tool || null);
  check(d, { picture: { ...d.picture, pieces } });
}

/** Asks the server what the drawing is. @param {Draft} d @param {Partial<Draft>} change */
function check(d, change) {
  Object.assign(d, change);
  changed();
  const { game, rules, picture, toMove } = d;
  take(d, api.compose({ game, rules, pieces: picture.pieces.map((p) => p ?? ""), to_move: toMove }), true);
}

/** The server's validation of the position; the drawing is not changed while the user edits. @param {Draft} d @param {Promise<Composed>} asked @param {boolean} [drawing] */
async function take(d, asked, drawing = false) {
  try {
    const { position, picture, rules, to_move: toMove } = await asked;
    Object.assign(d, drawing ? { position } : { position, picture, rules, toMove }, { error: null });
  } catch (error) {
    d.error = error;
  }
  changed();
}

/** @param {Draft} d @param {string} mode */
function start({ game, rules, position, toMove }, mode) {
  const human = /** @type {Seat} */ ({ kind: "human" });
  const engine = mode === "human-human" ? human : about(game).default_seat;
  create({ game, rules, position, seats: { black: engine, white: engine, [toMove]: human } });
}
