// <q-board>: draws any of the four boards and turns clicks, drags and keys into moves.
//
// It knows no rules. `model` says what stands where, which moves are legal and which cells they touch; the element answers
// with events: `look` (pointer or keyboard is there), `move` (a legal move), `choose` (several moves fit, as in a promotion), `refuse` (not a legal move) and
// `cell` (any cell, while editing). Start reading at `render`.

import { calm, cls, h, patch } from "./dom.js";
import { gradients, piece } from "./pieces.js";
import { arrow, CELL, frame, ghost, grid, ground, heat, marks } from "./board-layers.js";
import { cellName, pieceName, t } from "./i18n.js";

/**
 * @typedef {{ground: "checkered" | "plain" | "lines", rows: number, columns: number, names: string[], pieces: string[]}} Picture
 * @typedef {{move: string, record: string, from?: string, to?: string, promotion?: string, changes?: string[]}} Move
 * @typedef {{cell: string, from?: string, text: string, weight: number, rank: number, flat?: boolean}} Heat
 * @typedef {{game: string, rules: string, picture: Picture, legal: Move[], last: any, toMove: "black" | "white", active: boolean,
 *   editing?: boolean, heat?: Heat[], hint?: Move | null, check?: string | null, territory?: Record<string, string>, flipped?: boolean, label: string, still?: boolean}} Model
 * @typedef {{x: number, y: number}} Point
 */

const DRAG_STARTS_AFTER = 6;
let boards = 0;

export class Board extends HTMLElement {
  constructor() {
    super();
    this.ids = `b${boards++}-`;
    /** @type {Model | null} */ this._model = null;
    /** @type {string | null} */ this.selected = null;
    /** @type {string | null} */ this.hovered = null;
    this.focused = 0;
    /** @type {{name: string, x: number, y: number, dragging: boolean} | null} */ this.held = null;
    /** @type {Map<string, {id: string, text: string}>} */ this.men = new Map();
    this.serial = 0;
    /** @type {string[]} cells whose disc was just turned */ this.turned = [];
    this.scheduled = false;
  }

  connectedCallback() {
    if (this.isConnected && this._model) this.render();
  }

  /** @param {Model} model */
  set model(model) {
    const before = this._model;
    this._model = model;
    if (!before || before.picture !== model.picture) {
      this.selected = this.selected && model.legal.some((m) => m.from === this.selected) ? this.selected : null;
      this.hovered = null;
      this.follow(before?.picture, model.picture);
    }
    if (this.focused >= model.picture.names.length) this.focused = 0;
    this.schedule();
  }

  get model() {
    return /** @type {Model} */ (this._model);
  }

  schedule() {
    if (this.scheduled) return;
    this.scheduled = true;
    queueMicrotask(() => {
      this.scheduled = false;
      if (this.isConnected && this._model) this.render();
    });
  }

  /** Where a cell's centre is drawn. @param {number} index @returns {Point} */
  centre(index) {
    const { rows, columns } = this.model.picture;
    let row = Math.floor(index / columns);
    let column = index % columns;
    if (this.model.flipped) {
      row = rows - 1 - row;
      column = columns - 1 - column;
    }
    const edge = frame(this.model.picture);
    return { x: edge + (column + 0.5) * CELL, y: edge + (row + 0.5) * CELL };
  }

  /** @param {string} name @returns {Point} */
  at(name) {
    return this.centre(this.model.picture.names.indexOf(name));
  }

  /**
   * Gives every piece an identity that survives a move, so that it slides instead of jumping: first what stayed, then
   * what the last move carried, then any piece of the same kind.
   * @param {Picture | undefined} before @param {Picture} now
   */
  follow(before, now) {
    const old = before && before.names.length === now.names.length ? this.men : new Map();
    /** @type {Map<string, {id: string, text: string}>} */
    const men = new Map();
    const placed = this.model.game === "othello" || this.model.game === "go";
    /** @type {{name: string, text: string}[]} */
    const arrivals = [];
    now.pieces.forEach((text, i) => {
      if (!text) return;
      const name = now.names[i];
      const here = old.get(name);
      if (placed)
        men.set(name, {
          id: here && (this.model.game === "othello" || here.text === text) ? here.id : `m${this.serial++}`,
          text,
        });
      else if (here && here.text === text) men.set(name, here);
      else arrivals.push({ name, text });
    });
    const free = new Map([...old].filter(([name]) => !placed && men.get(name) !== old.get(name)));
    for (const { name, text } of arrivals) {
      const last = this.model.last;
      const candidates = [...free].filter(
        ([from, man]) => man.text === text || (last && last.to === name && last.from === from),
      );
      const [from, man] = candidates.find(([from]) => last && last.from === from) ?? candidates[0] ?? [];
      if (from !== undefined && man) {
        free.delete(from);
        men.set(name, { id: man.id, text });
      } else men.set(name, { id: `m${this.serial++}`, text });
    }
    this.turned = [...men]
      .filter(([name, man]) => placed && old.get(name)?.id === man.id && old.get(name)?.text !== man.text)
      .map(([name]) => name);
    this.men = men;
  }

  render() {
    const { picture, game, legal, active, label, editing } = this.model;
    const width = picture.columns * CELL + 2 * frame(picture);
    const height = picture.rows * CELL + 2 * frame(picture);
    const targets = this.selected ? legal.filter((m) => m.from === this.selected) : [];
    const hover = active && !this.held?.dragging ? this.hoverMove() : null;
    if (this.model.still) {
      return patch(
        this,
        h(
          "svg",
          {
            viewBox: `0 0 ${width} ${height}`,
            class: cls("board", game, picture.ground),
            role: "img",
            "aria-label": label,
          },
          gradients(this.ids),
          h("g", { class: "ground" }, ground(this, width, height)),
          h("g", { class: "men" }, this.drawMen()),
          this.model.hint && arrow(this, this.model.hint, "hint"),
        ),
      );
    }
    patch(
      this,
      h(
        "svg",
        {
          viewBox: `0 0 ${width} ${height}`,
          class: cls("board", game, picture.ground, active && "active"),
          role: "grid",
          "aria-label": label,
          "aria-rowcount": picture.rows,
          "aria-colcount": picture.columns,
          "aria-readonly": active || editing ? undefined : "true",
          onkeydown: (/** @type {KeyboardEvent} */ e) => this.key(e),
          onpointerdown: (/** @type {PointerEvent} */ e) => this.press(e),
          onpointermove: (/** @type {PointerEvent} */ e) => this.drag(e),
          onpointerup: (/** @type {PointerEvent} */ e) => this.release(e),
          onpointercancel: () => {
            this.held = null;
            this.schedule();
          },
          onpointerleave: () => this.hover(null),
        },
        gradients(this.ids),
        h("g", { class: "ground", "aria-hidden": "true" }, ground(this, width, height)),
        h("g", { class: "tints", "aria-hidden": "true" }, marks.under(this, targets)),
        h("g", { class: "men", "aria-hidden": "true" }, this.drawMen()),
        h(
          "g",
          { class: "over", "aria-hidden": "true" },
          marks.over(this, targets),
          hover && ghost(this, hover),
          heat(this),
          this.model.hint && arrow(this, this.model.hint, "hint"),
        ),
        h(
          "g",
          { class: "cells" },
          grid(this, (index) => this.describe(index)),
        ),
      ),
    );
    this.animateTurned();
  }

  drawMen() {
    const { game, rules, last } = this.model;
    const entries = [...this.men].sort((a, b) => a[1].id.localeCompare(b[1].id));
    return entries.map(([name, man]) => {
      const { x, y } = this.at(name);
      const dragged = this.held?.dragging && this.held.name === name;
      const place = dragged ? { x: this.held?.x, y: this.held?.y } : { x, y };
      const wave =
        last?.to && game === "othello"
          ? Math.max(Math.abs(this.at(last.to).x - x), Math.abs(this.at(last.to).y - y)) / CELL
          : 0;
      return h(
        "g",
        {
          key: man.id,
          class: cls("man-at", dragged && "dragged", this.model.still && "still"),
          style: { transform: `translate(${place.x}px, ${place.y}px)`, "--wave": `${wave * 45}ms` },
        },
        h(
          "g",
          { class: "turn", key: "turn" },
          game === "othello"
            ? ["b", "w"].map((side) =>
                h(
                  "g",
                  { key: side, class: cls("side", side === man.text && "up"), transform: "translate(-50 -50)" },
                  piece(side, game, rules, this.ids),
                ),
              )
            : h(
                "g",
                { key: man.text, transform: game === "go" ? "translate(-50 -50)" : "translate(-47 -48.5) scale(.94)" },
                piece(man.text, game, rules, this.ids),
              ),
        ),
      );
    });
  }

  animateTurned() {
    const turned = this.turned;
    this.turned = [];
    if (calm() || this.model.still) return;
    for (const element of this.querySelectorAll(".man-at")) {
      const name = [...this.men].sort((a, b) => a[1].id.localeCompare(b[1].id))[
        [...(element.parentElement?.children ?? [])].indexOf(element)
      ]?.[0];
      if (!name || !turned.includes(name)) continue;
      const delay = parseFloat(/** @type {SVGElement} */ (element).style.getPropertyValue("--wave")) || 0;
      element.firstElementChild?.animate(
        [{ transform: "scaleX(1)" }, { transform: "scaleX(0.02)" }, { transform: "scaleX(1)" }],
        { duration: 320, delay, easing: "ease-in-out" },
      );
    }
  }

  /** The legal move that the pointer would play. @returns {Move | null} */
  hoverMove() {
    if (!this.hovered) return null;
    return this.model.legal.find((m) => !m.from && m.to === this.hovered) ?? null;
  }

  /** What a screen reader says of a cell. @param {number} index */
  describe(index) {
    const { picture, legal, last, game, rules } = this.model;
    const name = picture.names[index];
    const parts = [cellName(name), pieceName(picture.pieces[index], game, rules)];
    const playable = this.selected
      ? legal.some((m) => m.from === this.selected && m.to === name)
      : legal.some((m) => (m.from ?? m.to) === name);
    if (this.selected === name) parts.push(t("board.selected"));
    if (playable && this.model.active)
      parts.push(t(this.selected || !legal.some((m) => m.from) ? "board.legal" : "board.movable"));
    if (last && last.to === name) parts.push(t("board.last"));
    return parts.join(", ");
  }

  // ---- pointer and keys -------------------------------------------------------------------------------------------

  /** @param {PointerEvent} e @returns {{name: string | null, x: number, y: number}} */
  locate(e) {
    const svg = /** @type {SVGSVGElement} */ (this.firstElementChild);
    const box = svg.getBoundingClientRect();
    const { rows, columns, names } = this.model.picture;
    const edge = frame(this.model.picture);
    const x = ((e.clientX - box.left) / box.width) * (columns * CELL + 2 * edge);
    const y = ((e.clientY - box.top) / box.height) * (rows * CELL + 2 * edge);
    let column = Math.floor((x - edge) / CELL);
    let row = Math.floor((y - edge) / CELL);
    const inside = column >= 0 && row >= 0 && column < columns && row < rows;
    if (this.model.flipped) {
      row = rows - 1 - row;
      column = columns - 1 - column;
    }
    return { name: inside ? names[row * columns + column] : null, x, y };
  }

  /** @param {PointerEvent} e */
  press(e) {
    if (e.button !== 0) return;
    const { name, x, y } = this.locate(e);
    if (!name) return;
    this.focused = this.model.picture.names.indexOf(name);
    const liftable = this.model.active && this.model.legal.some((m) => m.from === name);
    if (liftable && !this.model.editing) {
      this.held = { name, x, y, dragging: false };
      /** @type {Element} */ (this.firstElementChild).setPointerCapture(e.pointerId);
    }
  }

  /** @param {PointerEvent} e */
  drag(e) {
    const { name, x, y } = this.locate(e);
    if (!this.held) return this.hover(e.pointerType === "touch" ? null : name);
    if (!this.held.dragging && Math.hypot(x - this.held.x, y - this.held.y) < DRAG_STARTS_AFTER * 2) return;
    this.held = { ...this.held, x, y, dragging: true };
    this.selected = this.held.name;
    this.schedule();
  }

  /** @param {PointerEvent} e */
  release(e) {
    const { name } = this.locate(e);
    const held = this.held;
    this.held = null;
    if (held?.dragging) {
      this.schedule();
      if (name && name !== held.name) this.attempt(held.name, name);
      return;
    }
    if (name) this.activate(name);
  }

  /** @param {string | null} name */
  hover(name) {
    if (this.hovered === name) return;
    this.hovered = name;
    this.tell("look", { cell: name });
    this.schedule();
  }

  /** A cell was clicked or confirmed with a key. @param {string} name */
  activate(name) {
    const { legal, active, editing } = this.model;
    if (editing) return this.tell("cell", { cell: name });
    if (!active) return;
    if (this.selected && this.selected !== name && !legal.some((m) => m.from === name))
      return this.attempt(this.selected, name);
    if (legal.some((m) => m.from === name)) {
      this.selected = this.selected === name ? null : name;
      return this.schedule();
    }
    if (legal.some((m) => m.from)) return this.tell("refuse", { cell: name });
    this.attempt(undefined, name);
  }

  /** Plays what leads from one cell to another, if the server listed it. @param {string | undefined} from @param {string} to */
  attempt(from, to) {
    const fitting = this.model.legal.filter((m) => m.from === from && m.to === to);
    if (from) this.selected = null;
    this.schedule();
    if (fitting.length === 1) this.tell("move", fitting[0]);
    else if (fitting.length > 1) this.tell("choose", { moves: fitting });
    else this.tell("refuse", { cell: to, from });
  }

  /** @param {string} name @param {any} detail */
  tell(name, detail) {
    this.dispatchEvent(new CustomEvent(name, { detail }));
  }

  /** @param {KeyboardEvent} e */
  key(e) {
    const { rows, columns, names } = this.model.picture;
    const turn = this.model.flipped ? -1 : 1;
    let row = Math.floor(this.focused / columns);
    let column = this.focused % columns;
    if (e.ctrlKey || e.metaKey || e.altKey) return;
    switch (e.key) {
      case "ArrowUp":
        row -= turn;
        break;
      case "ArrowDown":
        row += turn;
        break;
      case "ArrowLeft":
        column -= turn;
        break;
      case "ArrowRight":
        column += turn;
        break;
      case "Home":
        column = this.model.flipped ? columns - 1 : 0;
        break;
      case "End":
        column = this.model.flipped ? 0 : columns - 1;
        break;
      case "Enter":
      case " ":
        e.preventDefault();
        e.stopPropagation();
        return this.activate(names[this.focused]);
      case "Escape":
        if (this.selected) {
          e.stopPropagation();
          this.selected = null;
          this.schedule();
        }
        return;
      default:
        return;
    }
    e.preventDefault();
    e.stopPropagation();
    row = Math.min(rows - 1, Math.max(0, row));
    column = Math.min(columns - 1, Math.max(0, column));
    this.focusCell(row * columns + column);
  }

  /** @param {number} index */
  focusCell(index) {
    this.focused = index;
    this.render();
    /** @type {SVGElement | null} */ (this.querySelector(`[data-cell="${this.model.picture.names[index]}"]`))?.focus();
    this.hovered = this.model.picture.names[index];
    this.schedule();
  }
}

customElements.define("q-board", Board);
