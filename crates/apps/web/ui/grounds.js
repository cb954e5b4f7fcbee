// What the three grounds look like and hold: squares with men that walk, felt with discs that are turned, lines with stones
// on their crossings. Everything a game does not say about its looks is looked up here; an unknown ground is felt.

import { h } from "./dom.js";

/** Side of a cell, in drawing units. */
export const CELL = 100;
/** Boards with more columns than this are drawn smaller, so their writing is larger; with fewer, it is smaller. */
const USUAL_COLUMNS = 8;

/** How much larger the writing of a board is. @param {Picture} picture */
export const writing = ({ columns }) => Math.max(0.75, columns / USUAL_COLUMNS);

/** Width of the frame that carries the coordinates. @param {Picture} picture */
export const frame = (picture) => 27 * writing(picture);

/**
 * @typedef {object} Look
 * @property {(picture: Picture) => Child} draw the field and its lines
 * @property {string} man what a piece without a letter is
 * @property {Side[]} sides the players as they are listed
 * @property {boolean} [faces] whether a player sits at the bottom, so that the board is turned for Black
 * @property {boolean} [turns] whether pieces have two faces, and change the owner by being turned
 * @property {"tint" | "spot" | "ring"} last how the last move is marked
 * @property {boolean} [dots] whether every legal move is marked
 * @property {boolean} [capitals] whether the letters of the coordinates are capitals
 */

/** @type {Record<string, Look>} */
const LOOKS = {
  checkered: { draw: squares, man: "P", sides: ["white", "black"], faces: true, last: "tint" },
  plain: { draw: felt, man: "disc", sides: ["black", "white"], turns: true, last: "spot", dots: true, capitals: true },
  lines: { draw: crossings, man: "stone", sides: ["black", "white"], last: "ring", capitals: true },
};

/** @param {Picture} picture */
export const lookOf = (picture) => LOOKS[picture.ground] ?? LOOKS.plain;

/** What stands where there is no letter, by a word of the rules. @type {Record<string, string>} */
const MEN = { knightthrough: "N" };

/** Whose a piece is and what: `wN` is a white knight; without a letter it is what its ground holds. @param {string} text @param {Picture} picture @param {string} rules @returns {{side: Side, kind: string}} */
export function pieceOf(text, picture, rules) {
  const look = lookOf(picture);
  const plain = () => (look.faces && rules.split(" ").map((word) => MEN[word]).find(Boolean)) || look.man;
  return { side: text[0] === "w" ? "white" : "black", kind: text[1]?.toUpperCase() ?? plain() };
}

/** @param {Picture} picture */
function field(picture) {
  const edge = frame(picture);
  return h("rect", { class: "field", x: edge, y: edge, width: picture.columns * CELL, height: picture.rows * CELL });
}

/** @param {Picture} picture */
function squares(picture) {
  const { rows, columns } = picture;
  const edge = frame(picture);
  let d = "";
  for (let row = 0; row < rows; row++)
    for (let column = 0; column < columns; column++)
      if ((row + column + rows + 1) % 2 === 0) d += `M${edge + column * CELL} ${edge + row * CELL}h${CELL}v${CELL}h${-CELL}z`;
  return [field(picture), h("path", { class: "dark", d })];
}

/** @param {Picture} picture */
function felt(picture) {
  const { rows, columns } = picture;
  const stars = rows < 6 || columns < 6 ? [] : [2, columns - 2].flatMap((x) => [2, rows - 2].map((y) => [x, y]));
  return [field(picture), net(picture, 0, rows, columns), stars.map(([x, y]) => star(picture, 0, x, y, 8))];
}

/** @param {Picture} picture */
function crossings(picture) {
  const { rows, columns } = picture;
  const stars = starPoints(rows, columns).map(([x, y]) => star(picture, CELL / 2, x, y, 11));
  return [net(picture, CELL / 2, rows - 1, columns - 1), stars];
}

/** Lines around the rows and columns. @param {Picture} picture @param {number} inset @param {number} rows @param {number} columns */
function net(picture, inset, rows, columns) {
  const start = frame(picture) + inset;
  let d = "";
  for (let i = 0; i <= columns; i++) d += `M${start + i * CELL} ${start}v${rows * CELL}`;
  for (let i = 0; i <= rows; i++) d += `M${start} ${start + i * CELL}h${columns * CELL}`;
  return h("path", { class: "lines", d });
}

/** @param {Picture} picture @param {number} inset @param {number} x @param {number} y @param {number} r */
function star(picture, inset, x, y, r) {
  const start = frame(picture) + inset;
  return h("circle", { class: "star", cx: start + x * CELL, cy: start + y * CELL, r });
}

/** The usual star points of a goban. @param {number} rows @param {number} columns @returns {number[][]} */
function starPoints(rows, columns) {
  const along = (/** @type {number} */ n) => {
    if (n < 7) return n % 2 ? [(n - 1) / 2] : [];
    const edge = n < 13 ? 2 : 3;
    return n % 2 && n > 13 ? [edge, (n - 1) / 2, n - 1 - edge] : [edge, n - 1 - edge];
  };
  const points = along(columns).flatMap((x) => along(rows).map((y) => [x, y]));
  if (rows === columns && rows % 2 && rows >= 7 && rows <= 13) points.push([(rows - 1) / 2, (rows - 1) / 2]);
  return points;
}
