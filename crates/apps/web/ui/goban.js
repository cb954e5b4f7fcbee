// <q-goban>: a Go board of any size on a canvas, with zoom, pan and replay.
//
// It knows no rules: `model` holds the stones at the start, the moves, and one stone of each chain a move captures. Far away
// a board is one picture with a dot per point; near by, stones and lines are drawn for the points in sight only. So a board
// of a thousand lines costs no more than a small one. Start reading at `draw`.

import { calm } from "./dom.js";
import { say } from "./i18n.js";

/** @typedef {{proof: Proof, at: number, label: string}} Model */

const EMPTY = 0;
const BLACK = 1;
const WHITE = 2;
/** White stones of eye blocks, and of the reserve: drawn with a tint. */
const EYES = 3;
const RESERVE = 4;
const KINDS = /** @type {Record<string, number>} */ ({ "#": BLACK, O: WHITE, E: EYES, G: RESERVE });

/** Pixels a point: stones are drawn from the first on, coordinates of gadgets' labels from the second. */
const NEAR = 5;
const LARGEST = 44;
const WHEEL = 1.0015;
const BUTTON_ZOOM = 1.6;

export class Goban extends HTMLElement {
  constructor() {
    super();
    /** @type {Model | null} */ this._model = null;
    this.canvas = document.createElement("canvas");
    this.canvas.setAttribute("role", "img");
    /** One pixel a point. */ this.far = document.createElement("canvas");
    /** @type {Uint8Array} */ this.stones = new Uint8Array(0);
    this.played = 0;
    this.scale = 1;
    this.x = 0;
    this.y = 0;
    /** @type {Map<number, {x: number, y: number}>} fingers and the mouse while pressed */ this.hands = new Map();
    this.queued = false;
  }

  connectedCallback() {
    if (this.canvas.isConnected) return;
    this.append(this.canvas);
    new ResizeObserver(() => this.resized()).observe(this);
    this.canvas.addEventListener("pointerdown", (e) => this.press(e));
    this.canvas.addEventListener("pointermove", (e) => this.move(e));
    for (const name of ["pointerup", "pointercancel"])
      this.canvas.addEventListener(name, (e) => this.hands.delete(/** @type {PointerEvent} */ (e).pointerId));
    this.canvas.addEventListener(
      "wheel",
      (e) => {
        e.preventDefault();
        this.zoom(WHEEL ** -e.deltaY, e.offsetX, e.offsetY);
      },
      { passive: false },
    );
  }

  /** @param {Model} model */
  set model(model) {
    const fresh = this._model?.proof !== model.proof;
    this._model = model;
    this.canvas.setAttribute("aria-label", model.label);
    if (fresh) this.begin();
    this.advance(model.at);
    if (fresh) this.fit();
    else this.follow();
    this.queue();
  }

  get model() {
    return /** @type {Model} */ (this._model);
  }

  begin() {
    const { rows, columns, board } = this.model.proof;
    this.stones = new Uint8Array(rows * columns);
    for (let row = 0; row < rows; row++)
      for (let column = 0; column < columns; column++)
        this.stones[row * columns + column] = KINDS[board[row * (columns + 1) + column]] ?? EMPTY;
    this.played = 0;
    this.far.width = columns;
    this.far.height = rows;
    this.stale = true;
  }

  /** Plays on to a move, or from the start again if it lies behind. @param {number} at */
  advance(at) {
    if (at < this.played) this.begin();
    for (; this.played < at; this.played++) this.play(this.model.proof.moves[this.played]);
  }

  /** @param {ProofStep} step */
  play(step) {
    if (!step.point) return;
    const { columns } = this.model.proof;
    this.stones[step.point[0] * columns + step.point[1]] = step.side === "black" ? BLACK : WHITE;
    for (const [row, column] of step.captured ?? []) this.takeOff(row * columns + column);
    this.stale = true;
  }

  /** Takes the chain of a stone off the board. @param {number} first */
  takeOff(first) {
    const { rows, columns } = this.model.proof;
    const black = this.stones[first] === BLACK;
    const same = (/** @type {number} */ i) => this.stones[i] !== EMPTY && (this.stones[i] === BLACK) === black;
    const todo = [first];
    while (todo.length) {
      const i = /** @type {number} */ (todo.pop());
      if (!same(i)) continue;
      this.stones[i] = EMPTY;
      const column = i % columns;
      if (column > 0) todo.push(i - 1);
      if (column < columns - 1) todo.push(i + 1);
      if (i >= columns) todo.push(i - columns);
      if (i < (rows - 1) * columns) todo.push(i + columns);
    }
  }

  // ---- where one looks ------------------------------------------------------------------------------------------------

  get width() {
    return this.clientWidth || 1;
  }
  get height() {
    return this.clientHeight || 1;
  }

  /** The whole board. */
  fit() {
    const { rows, columns } = this.model.proof;
    this.scale = Math.min(this.width / columns, this.height / rows, LARGEST);
    this.x = (columns - this.width / this.scale) / 2;
    this.y = (rows - this.height / this.scale) / 2;
    this.queue();
  }

  resized() {
    const ratio = window.devicePixelRatio || 1;
    this.canvas.width = Math.round(this.width * ratio);
    this.canvas.height = Math.round(this.height * ratio);
    if (this._model) this.fit();
  }

  /** @param {number} factor @param {number} [px] @param {number} [py] the point that stays where it is */
  zoom(factor, px = this.width / 2, py = this.height / 2) {
    const { rows, columns } = this.model.proof;
    const smallest = Math.min(this.width / columns, this.height / rows, LARGEST) / 2;
    const scale = Math.max(smallest, Math.min(LARGEST, this.scale * factor));
    this.x += px / this.scale - px / scale;
    this.y += py / this.scale - py / scale;
    this.scale = scale;
    this.queue();
  }

  nearer() {
    this.zoom(BUTTON_ZOOM);
  }
  farther() {
    this.zoom(1 / BUTTON_ZOOM);
  }

  /** Looks at the last move, near enough to see its stones. */
  closeUp() {
    const last = this.last();
    if (!last) return this.fit();
    this.scale = Math.max(this.scale, Math.min(18, this.width / 40));
    this.centre(last);
  }

  /** Keeps the last move in sight. */
  follow() {
    const last = this.last();
    if (!last) return;
    const margin = Math.min(4, this.width / this.scale / 4);
    const [row, column] = last;
    const inside =
      column > this.x + margin &&
      column < this.x + this.width / this.scale - margin &&
      row > this.y + margin &&
      row < this.y + this.height / this.scale - margin;
    const { rows, columns } = this.model.proof;
    const all = this.scale * columns <= this.width + 1 && this.scale * rows <= this.height + 1;
    if (!inside && !all) this.centre(last);
  }

  /** @param {[number, number]} point */
  centre([row, column]) {
    const x = column + 0.5 - this.width / this.scale / 2;
    const y = row + 0.5 - this.height / this.scale / 2;
    if (calm()) {
      [this.x, this.y] = [x, y];
      return this.queue();
    }
    const [x0, y0, begun] = [this.x, this.y, performance.now()];
    const glide = (/** @type {number} */ now) => {
      const part = Math.min(1, Math.max(0, now - begun) / 250);
      const soft = part * part * (3 - 2 * part);
      this.x = x0 + (x - x0) * soft;
      this.y = y0 + (y - y0) * soft;
      this.draw();
      if (part < 1 && !this.hands.size) requestAnimationFrame(glide);
    };
    requestAnimationFrame(glide);
  }

  last() {
    return this.model.at > 0 ? this.model.proof.moves[this.model.at - 1].point : undefined;
  }

  // ---- hands ----------------------------------------------------------------------------------------------------------

  /** @param {PointerEvent} e */
  press(e) {
    this.hands.set(e.pointerId, { x: e.offsetX, y: e.offsetY });
    this.canvas.setPointerCapture(e.pointerId);
  }

  /** One hand moves the board, two also zoom. @param {PointerEvent} e */
  move(e) {
    const before = this.hands.get(e.pointerId);
    if (!before) return;
    const now = { x: e.offsetX, y: e.offsetY };
    const other = [...this.hands].find(([id]) => id !== e.pointerId)?.[1];
    const share = other ? 0.5 : 1;
    this.x -= (share * (now.x - before.x)) / this.scale;
    this.y -= (share * (now.y - before.y)) / this.scale;
    if (other) {
      const apart = (/** @type {{x: number, y: number}} */ p) => Math.hypot(p.x - other.x, p.y - other.y);
      if (apart(before) > 10) this.zoom(apart(now) / apart(before), (now.x + other.x) / 2, (now.y + other.y) / 2);
    }
    this.hands.set(e.pointerId, now);
    this.queue();
  }

  // ---- drawing --------------------------------------------------------------------------------------------------------

  queue() {
    if (this.queued) return;
    this.queued = true;
    requestAnimationFrame(() => {
      this.queued = false;
      this.draw();
    });
  }

  draw() {
    const pen = this.canvas.getContext("2d");
    if (!pen || !this._model || !this.isConnected) return;
    const ratio = window.devicePixelRatio || 1;
    const style = getComputedStyle(this);
    const colour = (/** @type {string} */ name) => style.getPropertyValue(name).trim();
    pen.setTransform(1, 0, 0, 1, 0, 0);
    pen.clearRect(0, 0, this.canvas.width, this.canvas.height);
    pen.setTransform(ratio * this.scale, 0, 0, ratio * this.scale, -this.x * this.scale * ratio, -this.y * this.scale * ratio);
    const { rows, columns } = this.model.proof;
    pen.fillStyle = colour("--wood");
    pen.fillRect(0, 0, columns, rows);
    if (this.scale < NEAR) this.drawFar(pen);
    else this.drawNear(pen, colour("--wood-line"));
    this.drawGadgets(pen);
    this.drawLast(pen);
  }

  /** @param {CanvasRenderingContext2D} pen */
  drawFar(pen) {
    const { rows, columns } = this.model.proof;
    if (this.stale) {
      const image = new ImageData(columns, rows);
      const words = new Uint32Array(image.data.buffer);
      // Alpha, blue, green, red.
      const paint = [0, 0xff2e2522, 0xfff6f8fa, 0xfff0c8a8, 0xffd8a8c8];
      for (let i = 0; i < this.stones.length; i++) words[i] = paint[this.stones[i]];
      this.far.getContext("2d")?.putImageData(image, 0, 0);
      this.stale = false;
    }
    pen.imageSmoothingEnabled = this.scale < 1;
    pen.imageSmoothingQuality = "high";
    pen.drawImage(this.far, 0, 0);
  }

  /** @param {CanvasRenderingContext2D} pen @param {string} line */
  drawNear(pen, line) {
    const { rows, columns } = this.model.proof;
    const [left, top] = [Math.max(0, Math.floor(this.x)), Math.max(0, Math.floor(this.y))];
    const right = Math.min(columns, Math.ceil(this.x + this.width / this.scale));
    const bottom = Math.min(rows, Math.ceil(this.y + this.height / this.scale));
    pen.strokeStyle = line;
    pen.lineWidth = 1 / this.scale;
    pen.beginPath();
    for (let column = left; column < right; column++) {
      pen.moveTo(column + 0.5, Math.max(top, 0.5));
      pen.lineTo(column + 0.5, Math.min(bottom, rows - 0.5));
    }
    for (let row = top; row < bottom; row++) {
      pen.moveTo(Math.max(left, 0.5), row + 0.5);
      pen.lineTo(Math.min(right, columns - 0.5), row + 0.5);
    }
    pen.stroke();
    const fills = ["", "#23262d", "#faf8f2", "#bfd3f2", "#dcbfe8"];
    for (let kind = BLACK; kind <= RESERVE; kind++) {
      pen.beginPath();
      for (let row = top; row < bottom; row++)
        for (let column = left; column < right; column++)
          if (this.stones[row * columns + column] === kind) {
            pen.moveTo(column + 0.97, row + 0.5);
            pen.arc(column + 0.5, row + 0.5, 0.47, 0, 2 * Math.PI);
          }
      pen.fillStyle = fills[kind];
      pen.fill();
      if (kind !== BLACK && this.scale > 9) {
        pen.strokeStyle = "#8a8272";
        pen.stroke();
      }
    }
  }

  /** @param {CanvasRenderingContext2D} pen */
  drawGadgets(pen) {
    for (const { colour, label: said, first, last } of this.model.proof.gadgets) {
      const label = say(said);
      const [width, height] = [last[1] - first[1] + 1, last[0] - first[0] + 1];
      pen.globalAlpha = 0.16;
      pen.fillStyle = colour;
      pen.fillRect(first[1], first[0], width, height);
      pen.globalAlpha = 0.9;
      pen.strokeStyle = colour;
      pen.lineWidth = 1.5 / this.scale;
      pen.strokeRect(first[1], first[0], width, height);
      pen.globalAlpha = 1;
      const size = 12 / this.scale;
      pen.font = `600 ${size}px system-ui, sans-serif`;
      const wide = pen.measureText(label).width + size * 0.7;
      if (wide > width) continue;
      pen.fillStyle = "#fffffff0";
      pen.fillRect(first[1], first[0], wide, size * 1.5);
      pen.fillStyle = "#1d2433";
      pen.fillText(label, first[1] + size * 0.35, first[0] + size * 1.1);
    }
  }

  /** @param {CanvasRenderingContext2D} pen */
  drawLast(pen) {
    const last = this.last();
    if (!last) return;
    const radius = Math.max(0.28, 5 / this.scale);
    pen.beginPath();
    pen.arc(last[1] + 0.5, last[0] + 0.5, radius, 0, 2 * Math.PI);
    pen.strokeStyle = "#e0452b";
    pen.lineWidth = Math.max(0.14, 2.5 / this.scale);
    pen.stroke();
  }
}

customElements.define("q-goban", Goban);
