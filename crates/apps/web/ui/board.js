// <q-board>: draws any board and turns clicks, drags and keys into moves.
//
// It knows no rules. `model` gives the pieces, the legal moves and their effects; the element emits
// `onlook` (pointer or keyboard is there), `onmove` (a legal move), `onchoose` (several moves fit, as in a promotion),
// `onrefuse` (not a legal move) and `oncell` (any cell, while editing). Start reading at `render`.

import { calm, cls, h, Kept, patch } from "./dom.js";
import { gradients, piece } from "./pieces.js";
import { CELL, frame, lookOf, pieceOf } from "./grounds.js";
import { arrow, ghost, grid, ground, heat, marks } from "./board-layers.js";
import { pieceName, t } from "./i18n.js";

const DRAG_STARTS_AFTER = 6;
/** On boards with more columns a finger is wider than a point. */
const LARGE = 13;
/** @typedef {{x: number, y: number}} Spot */
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
    /** @type {{from?: string, to: string}[]} arrows and rings of the reader's, by the right button */ this.drawings = [];
    /** @type {string | null} where one begins */ this.penned = null;
    this.serial = 0;
    /** @type {string[]} cells whose disc was just turned */ this.turned = [];
    this.scheduled = false;
    this.kept = new Kept();
    /** @type {Props["onmove"]} */ this.onmove = undefined;
    /** @type {Props["onchoose"]} */ this.onchoose = undefined;
    /** @type {Props["onrefuse"]} */ this.onrefuse = undefined;
    /** @type {Props["onlook"]} */ this.onlook = undefined;
    /** @type {Props["oncell"]} */ this.oncell = undefined;
    /** @type {Props["ondead"]} */ this.ondead = undefined;
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
      this.drawings = [];
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

  /** Where a cell's centre is drawn. @param {number} index */
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

  /** @param {string} name */
  at(name) {
    return this.centre(this.model.picture.names.indexOf(name));
  }

  /** What stands on a cell. @param {string} name */
  on(name) {
    const { names, pieces } = this.model.picture;
    return pieces[names.indexOf(name)];
  }

  /** Whether men are moved here, not only put down. */
  get walks() {
    return Boolean(this.model.last?.from) || this.model.legal.some((m) => m.from);
  }

  /**
   * Gives every piece an identity that survives a move, so that it slides or turns instead of jumping: first what stayed,
   * then what the last move carried, then any piece of the same kind.
   * @param {Picture | undefined} before @param {Picture} now
   */
  follow(before, now) {
    /** @type {typeof this.men} */
    const old = before?.names.length === now.names.length ? this.men : new Map();
    const { last } = this.model;
    // Where men are moved too, only those turn that the last move has turned.
    const turns = (/** @type {string} */ name) => lookOf(now).turns && (!this.walks || Boolean(last?.turned?.includes(name)));
    /** @type {typeof this.men} */
    const men = new Map();
    /** @type {[string, string][]} */
    const arrivals = [];
    now.pieces.forEach((text, i) => {
      if (!text) return;
      const here = old.get(now.names[i]);
      if (here && (here.text === text || turns(now.names[i]))) men.set(now.names[i], { id: here.id, text });
      else arrivals.push([now.names[i], text]);
    });
    const free = new Map([...old].filter(([name]) => this.walks && !men.has(name)));
    for (const [name, text] of arrivals) {
      const carried = last?.to === name && last.from && free.has(last.from) ? last.from : undefined;
      const from = carried ?? [...free].find(([, man]) => man.text === text)?.[0] ?? "";
      men.set(name, { id: free.get(from)?.id ?? `m${this.serial++}`, text });
      free.delete(from);
    }
    this.turned = [...men.keys()].filter((name) => turns(name) && old.has(name) && old.get(name)?.text !== men.get(name)?.text);
    this.men = men;
  }

  render() {
    const { picture, kinds, legal, active, label, editing, still, hint } = this.model;
    const width = picture.columns * CELL + 2 * frame(picture);
    const height = picture.rows * CELL + 2 * frame(picture);
    const targets = this.selected ? legal.filter((m) => m.from === this.selected) : [];
    const hover = active && !this.held?.dragging ? this.hoverMove() : null;
    const layer = (/** @type {string} */ name, /** @type {Child[]} */ ...drawn) =>
      h("g", { class: name, "aria-hidden": still ? undefined : "true" }, drawn);
    const look = {
      viewBox: `0 0 ${width} ${height}`,
      class: cls("board", picture.ground, kinds && "kinds", active && "active", this.walks && "walks", this.model.dead && "counted"),
      "aria-label": label,
    };
    const live = {
      role: "grid",
      "aria-rowcount": picture.rows,
      "aria-colcount": picture.columns,
      "aria-readonly": active || editing ? undefined : "true",
      ...this.hands(),
    };
    const shown = hint && arrow(this, hint, "hint");
    this.kept.begin();
    patch(
      this,
      h(
        "svg",
        still ? { ...look, role: "img" } : { ...look, ...live },
        gradients(this.ids),
        layer("ground", ground(this, width, height)),
        !still && layer("tints", marks.under(this, targets)),
        layer("men", this.drawMen()),
        still ? shown : layer("over", marks.over(this, targets), hover && ghost(this, hover), heat(this), shown, this.drawn()),
        !still && h("g", { class: "cells" }, grid(this)),
      ),
    );
    this.animateTurned();
  }

  drawn() {
    return this.drawings.map((d) => arrow(this, d, `drawn ${d.from ?? ""}-${d.to}`));
  }

  /** Draws an arrow, or a ring on one cell; the same again takes it away. @param {string} from @param {string} to */
  pen(from, to) {
    const drawing = from === to ? { to } : { from, to };
    const others = this.drawings.filter((d) => d.from !== drawing.from || d.to !== drawing.to);
    this.drawings = others.length < this.drawings.length ? others : [...this.drawings, drawing];
    this.schedule();
  }

  /** What the board listens to. @returns {Props} */
  hands() {
    return {
      onkeydown: (e) => this.key(e),
      // A click leaves the keyboard for stepping through the game; B moves the focus to the board.
      onmousedown: (e) => {
        e.preventDefault();
        if (document.activeElement instanceof HTMLElement || document.activeElement instanceof SVGElement)
          document.activeElement.blur();
      },
      onpointerdown: (e) => this.press(e),
      onpointermove: (e) => this.drag(e),
      onpointerup: (e) => this.release(e),
      onpointercancel: () => {
        this.held = null;
        this.schedule();
      },
      onpointerleave: (e) => {
        if (e.pointerType !== "touch") this.hover(null);
      },
      oncontextmenu: (/** @type {Event} */ e) => e.preventDefault(),
    };
  }

  drawMen() {
    // Always in the same order: an element that is moved in the document loses its animation.
    const men = [...this.men].sort(([, a], [, b]) => (a.id < b.id ? -1 : 1));
    const { picture, rules, last, still, dead } = this.model;
    const source = last?.turned && last.to ? this.at(last.to) : null;
    const common = [picture.ground, rules, still, source?.x, source?.y];
    const index = new Map(picture.names.map((name, i) => [name, i]));
    return men.map(([name, man]) => {
      const { x, y } = this.centre(index.get(name) ?? 0);
      const held = this.held?.dragging && this.held.name === name ? this.held : null;
      const lost = dead?.includes(name);
      const made = [name, man.text, held?.x ?? x, held?.y ?? y, Boolean(held), lost, ...common];
      return this.kept.part(man.id, made, () => this.drawMan(name, man, { x, y }, held, source, lost));
    });
  }

  /**
   * @param {string} name @param {{id: string, text: string}} man @param {Spot} centre of its cell
   * @param {Spot | null} held where it is dragged @param {Spot | null} source where the last move was put down @param {boolean} [lost]
   */
  drawMan(name, { id, text }, { x, y }, held, source, lost) {
    const { picture, rules, still } = this.model;
    const place = held ?? { x, y };
    const wave = source ? Math.max(Math.abs(source.x - x), Math.abs(source.y - y)) / CELL : 0;
    const drawn = (/** @type {string} */ text) => piece(pieceOf(text, picture, rules), this.ids);
    const centred = { transform: "translate(-50 -50)" };
    const faces = ["b", "w"].map((side) =>
      h("g", { key: side, class: cls("side", side === text[0] && "up"), ...centred }, drawn(side + text.slice(1))),
    );
    return h(
      "g",
      {
        key: id,
        class: cls("man-at", held && "dragged", still && "still", lost && "dead"),
        "data-at": name,
        style: { transform: `translate(${place.x}px, ${place.y}px)`, "--wave": `${wave * 45}ms` },
      },
      h("g", { class: "turn", key: "turn" }, lookOf(picture).turns ? faces : h("g", { key: text, ...centred }, drawn(text))),
    );
  }

  animateTurned() {
    const turned = this.turned;
    this.turned = [];
    if (calm() || this.model.still) return;
    for (const name of turned) {
      const element = /** @type {SVGElement | null} */ (this.querySelector(`[data-at="${name}"]`));
      element?.firstElementChild?.animate(
        [{ transform: "scaleX(1)" }, { transform: "scaleX(0.02)" }, { transform: "scaleX(1)" }],
        { duration: 320, delay: parseFloat(element.style.getPropertyValue("--wave")) || 0, easing: "ease-in-out" },
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
    const { picture, legal, last, rules } = this.model;
    const name = picture.names[index];
    const { side, kind } = pieceOf(picture.pieces[index] ?? "", picture, rules);
    const parts = [name.toUpperCase(), picture.pieces[index] ? pieceName(side, kind) : t("piece.empty")];
    const movable = !this.selected && legal.some((m) => m.from === name);
    const playable = movable || legal.some((m) => m.to === name && (!m.from || m.from === this.selected));
    if (this.selected === name) parts.push(t("board.selected"));
    if (playable && this.model.active)
      parts.push(t(movable ? "board.movable" : "board.legal"));
    if (last && last.to === name) parts.push(t("board.last"));
    return parts.join(", ");
  }

  // ---- pointer and keys -------------------------------------------------------------------------------------------

  /** @param {PointerEvent} e @returns {{name: string | null, x: number, y: number}} */
  locate(e) {
    const svg = /** @type {SVGSVGElement} */ (this.firstElementChild);
    const { rows, columns, names } = this.model.picture;
    const edge = frame(this.model.picture);
    // The drawing may be smaller than its box: only its own matrix knows where it lies.
    const { x, y } = new DOMPoint(e.clientX, e.clientY).matrixTransform(svg.getScreenCTM()?.inverse());
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
    const { name, x, y } = this.locate(e);
    this.penned = e.button === 2 ? name : null;
    if (e.button !== 0) return;
    if (this.drawings.length) {
      this.drawings = [];
      this.schedule();
    }
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
    if (!this.held && e.pointerType === "touch") return;
    if (!this.held) return this.hover(name);
    if (!this.held.dragging && Math.hypot(x - this.held.x, y - this.held.y) < DRAG_STARTS_AFTER * 2) return;
    this.held = { ...this.held, x, y, dragging: true };
    this.selected = this.held.name;
    this.schedule();
  }

  /** @param {PointerEvent} e */
  release(e) {
    const { name } = this.locate(e);
    const { held, penned } = this;
    this.held = this.penned = null;
    if (penned && name) return this.pen(penned, name);
    if (e.button !== 0) return;
    if (held?.dragging) {
      this.schedule();
      if (name && name !== held.name) this.attempt(held.name, name);
      return;
    }
    if (name && !this.aims(e, name)) this.activate(name);
  }

  /** Whether a finger only points: where points are small, the first touch shows the move and the second plays it. @param {PointerEvent} e @param {string} name */
  aims(e, name) {
    const { active, legal, picture } = this.model;
    if (e.pointerType !== "touch" || picture.columns <= LARGE || !active || this.hovered === name) return false;
    if (!legal.some((m) => !m.from && m.to === name)) return false;
    this.hover(name);
    return true;
  }

  /** @param {string | null} name */
  hover(name) {
    if (this.hovered === name) return;
    this.hovered = name;
    this.onlook?.(name);
    this.schedule();
  }

  /** A cell was clicked or confirmed with a key. @param {string} name */
  activate(name) {
    const { legal, active, editing } = this.model;
    if (editing) return this.oncell?.(name);
    if (this.model.dead && this.on(name)) return this.ondead?.(name);
    if (!active) return;
    const { selected } = this;
    if (legal.some((m) => m.from === name)) {
      this.selected = selected === name ? null : name;
      return this.schedule();
    }
    const reached = selected && legal.some((m) => m.from === selected && m.to === name);
    const placed = !reached && legal.some((m) => !m.from && m.to === name);
    if (selected && !placed) return this.attempt(selected, name);
    // Where pieces move from cell to cell, a click on an empty cell means nothing.
    if (placed || !legal.some((m) => m.from)) this.attempt(undefined, name);
  }

  /** Plays what leads from one cell to another, if the server listed it. @param {string | undefined} from @param {string} to */
  attempt(from, to) {
    const fitting = this.model.legal.filter((m) => m.from === from && m.to === to);
    this.selected = null;
    this.schedule();
    if (fitting.length === 1) this.onmove?.(fitting[0]);
    else if (fitting.length > 1) this.onchoose?.(fitting);
    else this.onrefuse?.(to, from);
  }

  /** @param {KeyboardEvent} e */
  key(e) {
    if (e.ctrlKey || e.metaKey || e.altKey || (e.key === "Escape" && !this.selected)) return;
    const { rows, columns, names } = this.model.picture;
    /** @type {Record<string, [number, number]>} */
    const steps = {
      ArrowUp: [-1, 0],
      ArrowDown: [1, 0],
      ArrowLeft: [0, -1],
      ArrowRight: [0, 1],
      Home: [0, -columns],
      End: [0, columns],
    };
    const step = steps[e.key];
    if (!step && !["Enter", " ", "Escape"].includes(e.key)) return;
    e.preventDefault();
    e.stopPropagation();
    if (step) {
      const by = (/** @type {number} */ n) => (this.model.flipped ? -n : n);
      const within = (/** @type {number} */ n, /** @type {number} */ most) => Math.min(most - 1, Math.max(0, n));
      const row = within(Math.floor(this.focused / columns) + by(step[0]), rows);
      return this.focusCell(row * columns + within((this.focused % columns) + by(step[1]), columns));
    }
    if (e.key !== "Escape") return this.activate(names[this.focused]);
    this.selected = null;
    this.schedule();
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
