// The layers of a board, bottom to top: ground and coordinates, tints under the pieces, marks and values over them, and the
// invisible grid that takes clicks and tells a screen reader what stands where.

import { cls, h } from "./dom.js";
import { CELL, frame, lookOf, pieceOf, writing } from "./grounds.js";
import { piece } from "./pieces.js";

/** @typedef {import("./board.js").Board} Board */

/** @param {Board} board @param {number} width @param {number} height */
export function ground(board, width, height) {
  const { picture } = board.model;
  return [
    h("rect", { class: "frame", width, height, rx: 8 }),
    lookOf(picture).draw(picture),
    coordinates(board, height),
  ];
}

/** Letters and numbers as the names of the cells have them; the letters stand where the first row is. @param {Board} board @param {number} height */
function coordinates(board, height) {
  const { names, columns, rows } = board.model.picture;
  const edge = frame(board.model.picture);
  const style = { "--size": String(17 * writing(board.model.picture)) };
  const label = (/** @type {string} */ key, /** @type {number} */ x, /** @type {number} */ y, /** @type {string} */ text) =>
    h("text", { key, class: "coordinate", x, y, style }, text);
  const top = /\D1$/.test(names[0]);
  const letters = (/** @type {string} */ name) => name.replace(/\d+$/, "");
  const shown = (/** @type {string} */ text) => (lookOf(board.model.picture).capitals ? text.toUpperCase() : text);
  return [
    Array.from({ length: columns }, (_, i) =>
      label(`c${i}`, board.centre(i).x, top ? edge / 2 : height - edge / 2, shown(letters(names[i]))),
    ),
    Array.from({ length: rows }, (_, i) =>
      label(`r${i}`, edge / 2, board.centre(i * columns).y, names[i * columns].replace(/^\D+/, "")),
    ),
  ];
}

/** What moves with each step has a key of its own: a new element in place of an old one would have the whole board painted anew. @param {Board} board @param {string} name @param {string} kind @param {string} [key] */
function tint(board, name, kind, key = `${kind}-${name}`) {
  const { x, y } = board.at(name);
  const side = { width: CELL, height: CELL };
  return h("rect", { key, class: `tint ${kind}`, x: x - CELL / 2, y: y - CELL / 2, ...side });
}

/** @param {Board} board @param {string} name @param {string} kind @param {number} r @param {string} [key] */
function spot(board, name, kind, r, key = `${kind}-${name}`) {
  const { x, y } = board.at(name);
  return h("circle", { key, class: `spot ${kind}`, cx: x, cy: y, r });
}

export const marks = {
  /** @param {Board} board @param {Move[]} targets */
  under(board, targets) {
    const { last, check, picture } = board.model;
    const tinted = lookOf(picture).last === "tint" ? [last?.from, last?.to] : [];
    const aimed = targets.some((m) => m.to === board.hovered) && board.hovered;
    return [
      tinted.map((name, i) => name && tint(board, name, "last", `last${i}`)),
      board.selected && tint(board, board.selected, "selected"),
      check && tint(board, check, "check"),
      aimed && tint(board, aimed, "selected"),
    ];
  },

  /** @param {Board} board @param {Move[]} targets */
  over(board, targets) {
    const { legal, picture, active, heat } = board.model;
    // What a preview covers has no mark of its own meanwhile.
    const previewed = active ? board.hoverMove() : null;
    const dotted = lookOf(picture).dots && active && !heat?.length;
    const free = dotted ? legal.filter((m) => !m.from && m !== previewed) : [];
    return [
      owned(board),
      divided(board),
      free.map((m) => m.to && spot(board, m.to, "legal", 14)),
      [...new Set(targets.map((m) => m.to ?? ""))].map((name) =>
        board.on(name) ? spot(board, name, "take", 42) : spot(board, name, "aim", 15),
      ),
      played(board, previewed),
    ];
  },
};

/** Whose the empty cells are at the end. @param {Board} board */
function owned(board) {
  const { territory, picture, dead } = board.model;
  return territory?.map((owner, i) => {
    const { x, y } = board.centre(i);
    const mark = { key: `t${picture.names[i]}`, class: `territory ${owner}`, x: x - 15, y: y - 15, width: 30, height: 30 };
    const free = !picture.pieces[i] || dead?.includes(picture.names[i]);
    return owner && free && h("rect", mark);
  });
}

/** How playouts divide the board: the surer a point is, the larger its mark. @param {Board} board */
function divided(board) {
  const { shares, picture } = board.model;
  return shares?.map((share, i) => {
    const r = 20 * Math.abs(2 * share - 1);
    const { x, y } = board.centre(i);
    const mark = { key: `o${picture.names[i]}`, class: `share ${share > 0.5 ? "black" : "white"}`, x: x - r, y: y - r, width: 2 * r, height: 2 * r };
    return r > 3 && h("rect", mark);
  });
}

/** The last move on a board without squares to tint. @param {Board} board @param {Move | null} previewed */
function played(board, previewed) {
  const { last, picture } = board.model;
  const bare = (/** @type {string} */ name) => !previewed?.turned?.includes(name);
  const turned = last?.turned?.filter(bare).map((name) => spot(board, name, "flipped", 9));
  const man = last?.to && bare(last.to) && board.on(last.to);
  const kind = man && { tint: "", spot: "played", ring: `latest on-${man[0]}` }[lookOf(picture).last];
  return [turned, kind && last?.to && spot(board, last.to, kind, kind === "played" ? 12 : 20, "last")];
}

/** What a move would do, shown while the pointer or the keyboard is over its cell. @param {Board} board @param {Move} move */
export function ghost(board, move) {
  const { picture, rules, toMove } = board.model;
  const { x, y } = board.at(move.to ?? "");
  const turned = (/** @type {string} */ name) => spot(board, name, `would ${toMove}`, 24);
  const taken = (/** @type {string} */ name) => {
    const { x, y } = board.at(name);
    return h("path", { class: "would-go", d: `M${x - 18} ${y - 18}l36 36m0-36l-36 36` });
  };
  return h(
    "g",
    { key: "ghost", class: "ghost" },
    h("g", { transform: `translate(${x - 50} ${y - 50})` }, piece(pieceOf(toMove[0], picture, rules), board.ids)),
    move.turned?.map(turned),
    move.captured?.map(taken),
  );
}

/** Values on the board: the better the move, the larger and the warmer the circle, and every circle has its number. @param {Board} board */
export function heat(board) {
  const values = board.model.heat ?? [];
  const lines = values
    .filter((v) => v.from)
    .slice(0, 3)
    .reverse()
    .map((v) => arrow(board, { from: v.from, to: v.cell }, `rank${v.rank}`));
  const small = board.model.picture.columns > 13;
  const circle = (/** @type {Heat} */ v) => {
    const { x, y } = board.at(v.cell);
    if (v.flat) return flat(v, x, y);
    const props = { key: `h${v.cell}`, class: cls("value", `warm${Math.round(v.weight * 4)}`, v.rank === 0 && "best") };
    if (v.from) return h("g", props, label(v.text, x, y));
    const r = small ? 36 + 10 * v.weight : 28 + 14 * v.weight;
    return h(
      "g",
      props,
      h("circle", { cx: x, cy: y, r }),
      h("text", { x, y, class: small && "tiny" }, small ? v.text.replace("%", "") : v.text),
    );
  };
  return [lines, values.map(circle)];
}

/** Where men walk, the value stands in the corner of its cell: what is taken there stays in sight. @param {string} text @param {number} x @param {number} y */
function label(text, x, y) {
  const width = 18 + 12 * text.length;
  const left = x + CELL / 2 - width - 2;
  return [
    h("rect", { x: left, y: y - CELL / 2 + 2, width, height: 32, rx: 8 }),
    h("text", { x: left + width / 2, y: y - CELL / 2 + 18 }, text),
  ];
}

/** A number that every point has: its tint says the same. @param {Heat} v @param {number} x @param {number} y */
function flat(v, x, y) {
  return h(
    "g",
    { key: `h${v.cell}`, class: cls("value flat", `warm${Math.round(v.weight * 4)}`) },
    h("rect", { x: x - 42, y: y - 42, width: 84, height: 84, rx: 14 }),
    h("text", { x, y }, v.text),
  );
}

/** An arrow from one cell to another, or a ring on the only one. @param {Board} board @param {{from?: string, to?: string}} move @param {string} kind */
export function arrow(board, move, kind) {
  if (!move.to) return null;
  const to = board.at(move.to);
  if (!move.from) return h("circle", { key: kind, class: `ring ${kind}`, cx: to.x, cy: to.y, r: 36 });
  const from = board.at(move.from);
  const length = Math.hypot(to.x - from.x, to.y - from.y) || 1;
  const [ux, uy] = [(to.x - from.x) / length, (to.y - from.y) / length];
  const [sx, sy, ex, ey] = [from.x + ux * 25, from.y + uy * 25, to.x - ux * 34, to.y - uy * 34];
  const wing = `M${to.x - ux * 6} ${to.y - uy * 6}L${ex - uy * 17} ${ey + ux * 17}L${ex + uy * 17} ${ey - ux * 17}Z`;
  return h(
    "g",
    { key: kind, class: `arrow ${kind}` },
    h("path", { class: "shaft", d: `M${sx} ${sy}L${ex} ${ey}` }),
    h("path", { class: "tip", d: wing }),
  );
}

/** The grid of cells for keyboard and screen reader. @param {Board} board */
export function grid(board) {
  const { picture, flipped } = board.model;
  const { rows, columns } = picture;
  const order = (/** @type {number} */ n, /** @type {number} */ i) => (flipped ? n - 1 - i : i);
  return Array.from({ length: rows }, (_, r) => {
    const row = order(rows, r);
    const cells = Array.from({ length: columns }, (_, c) => cell(board, row * columns + order(columns, c)));
    return h("g", { role: "row", key: `row${row}` }, cells);
  });
}

/** @param {Board} board @param {number} index */
function cell(board, index) {
  const name = board.model.picture.names[index];
  const { x, y } = board.centre(index);
  const side = CELL - 4;
  const [said, reached, selected] = [board.describe(index), index === board.focused, board.selected === name];
  return board.kept.part(name, [index, x, y, said, reached, selected], () =>
    h(
      "g",
      {
        role: "gridcell",
        key: name,
        "data-cell": name,
        tabindex: reached ? 0 : -1,
        "aria-label": said,
        "aria-selected": selected ? "true" : undefined,
        onfocus: () => {
          board.onlook?.(name);
          if (board.focused === index) return;
          board.focused = index;
          board.schedule();
        },
      },
      h("rect", { class: "cell", x: x - side / 2, y: y - side / 2, width: side, height: side, rx: 6 }),
    ),
  );
}
