// The layers of a board, bottom to top: ground and coordinates, tints under the pieces, marks and values over them, and the
// invisible grid that takes clicks and tells a screen reader what stands where.

import { cls, h } from "./dom.js";
import { piece } from "./pieces.js";

/** Side of a cell, in drawing units. */
export const CELL = 100;
/** Boards with more columns than this are drawn smaller, so their writing is larger. */
const USUAL_COLUMNS = 9;

/** How much larger the writing of a board is. @param {import("./board.js").Picture} picture */
const writing = ({ columns }) => Math.max(1, columns / USUAL_COLUMNS);

/** Width of the frame that carries the coordinates. @param {import("./board.js").Picture} picture */
export const frame = (picture) => 46 * writing(picture);

/** @typedef {import("./board.js").Board} Board @typedef {import("./board.js").Move} Move */

/** @param {Board} board @param {number} width @param {number} height */
export function ground(board, width, height) {
  const { picture, game } = board.model;
  const { rows, columns } = picture;
  const edge = frame(picture);
  const inner = { x: edge, y: edge, width: columns * CELL, height: rows * CELL };
  return [
    h("rect", { class: "frame", width, height, rx: 12 }),
    picture.ground === "lines" ? null : h("rect", { class: "field", ...inner }),
    picture.ground === "checkered" ? squares(picture) : lines(picture, game),
    coordinates(board, width, height),
  ];
}

/** @param {import("./board.js").Picture} picture */
function squares(picture) {
  const { rows, columns } = picture;
  const edge = frame(picture);
  const d = [];
  for (let row = 0; row < rows; row++)
    for (let column = 0; column < columns; column++)
      if ((row + column + rows + 1) % 2 === 0)
        d.push(`M${edge + column * CELL} ${edge + row * CELL}h${CELL}v${CELL}h${-CELL}z`);
  return h("path", { class: "dark", d: d.join("") });
}

/** @param {import("./board.js").Picture} picture @param {string} game */
function lines(picture, game) {
  const { ground, rows, columns } = picture;
  const edge = frame(picture);
  const half = ground === "lines" ? CELL / 2 : 0;
  const count = (/** @type {number} */ n) => (ground === "lines" ? n - 1 : n);
  let d = "";
  for (let i = 0; i <= count(columns); i++) d += `M${edge + half + i * CELL} ${edge + half}v${count(rows) * CELL}`;
  for (let i = 0; i <= count(rows); i++) d += `M${edge + half} ${edge + half + i * CELL}h${count(columns) * CELL}`;
  const stars =
    ground === "lines"
      ? goStars(rows, columns)
      : game === "othello"
        ? [
            [2, 2],
            [2, rows - 2],
            [columns - 2, 2],
            [columns - 2, rows - 2],
          ]
        : [];
  return [
    h("path", { class: "lines", d }),
    stars.map(([x, y]) =>
      h("circle", {
        class: "star",
        cx: edge + half + x * CELL,
        cy: edge + half + y * CELL,
        r: ground === "lines" ? 11 : 8,
      }),
    ),
  ];
}

/** The usual star points of a goban. @param {number} rows @param {number} columns @returns {[number, number][]} */
function goStars(rows, columns) {
  const along = (/** @type {number} */ n) => {
    if (n < 7) return n % 2 ? [(n - 1) / 2] : [];
    const edge = n < 13 ? 2 : 3;
    return n % 2 && n > 13 ? [edge, (n - 1) / 2, n - 1 - edge] : [edge, n - 1 - edge];
  };
  const points = along(columns).flatMap((x) => along(rows).map((y) => /** @type {[number, number]} */ ([x, y])));
  if (rows === columns && rows % 2 && rows >= 7 && rows <= 13) points.push([(rows - 1) / 2, (rows - 1) / 2]);
  return points;
}

/** @param {Board} board @param {number} width @param {number} height */
function coordinates(board, width, height) {
  const { picture, game } = board.model;
  const top = game === "othello";
  const edge = frame(picture);
  const size = `${21 * writing(picture)}px`;
  const letters = (/** @type {string} */ name) => {
    const found = name.replace(/\d+$/, "");
    return game === "othello" || game === "go" ? found.toUpperCase() : found;
  };
  const label = (
    /** @type {any} */ key,
    /** @type {number} */ x,
    /** @type {number} */ y,
    /** @type {string} */ text,
  ) => h("text", { key, class: "coordinate", x, y, style: { "font-size": size } }, text);
  const columns = Array.from({ length: picture.columns }, (_, i) =>
    label(`c${i}`, board.centre(i).x, top ? edge / 2 : height - edge / 2, letters(picture.names[i])),
  );
  const rows = Array.from({ length: picture.rows }, (_, i) =>
    label(
      `r${i}`,
      edge / 2,
      board.centre(i * picture.columns).y,
      picture.names[i * picture.columns].replace(/^\D+/, ""),
    ),
  );
  return [columns, rows];
}

/** @param {Board} board @param {string} name @param {string} kind */
function tint(board, name, kind) {
  const { x, y } = board.at(name);
  return h("rect", {
    key: `${kind}-${name}`,
    class: `tint ${kind}`,
    x: x - CELL / 2,
    y: y - CELL / 2,
    width: CELL,
    height: CELL,
  });
}

/** @param {Board} board @param {string} name @param {string} kind @param {number} r */
function spot(board, name, kind, r) {
  const { x, y } = board.at(name);
  return h("circle", { key: `${kind}-${name}`, class: `spot ${kind}`, cx: x, cy: y, r });
}

export const marks = {
  /** @param {Board} board @param {Move[]} targets */
  under(board, targets) {
    const { last, check, game, picture } = board.model;
    const squared = picture.ground === "checkered" || game === "breakthrough" || game === "chess";
    return [
      squared && last?.from && tint(board, last.from, "last"),
      squared && last?.to && tint(board, last.to, "last"),
      board.selected && tint(board, board.selected, "selected"),
      check && tint(board, check, "check"),
      targets.length > 0 &&
        board.hovered &&
        targets.some((m) => m.to === board.hovered) &&
        tint(board, board.hovered, "selected"),
    ].filter(Boolean);
  },

  /** @param {Board} board @param {Move[]} targets */
  over(board, targets) {
    const { last, legal, game, picture, active, heat, territory } = board.model;
    const occupied = (/** @type {string} */ name) => picture.pieces[picture.names.indexOf(name)] !== "";
    // What a preview covers has no mark of its own meanwhile.
    const previewed = active ? board.hoverMove() : null;
    const bare = (/** @type {string | undefined} */ name) => name && !previewed?.changes?.includes(name);
    const dots =
      game === "othello" && active && !heat?.length
        ? legal.filter((m) => m.to && m !== previewed).map((m) => spot(board, m.to ?? "", "legal", 14))
        : [];
    const aims = [...new Set(targets.map((m) => m.to ?? ""))].map((name) =>
      occupied(name) ? spot(board, name, "take", 42) : spot(board, name, "aim", 15),
    );
    const played =
      game === "othello" && last
        ? [
            ...(last.changes ?? []).filter(bare).map((/** @type {string} */ n) => spot(board, n, "flipped", 9)),
            bare(last.to) && spot(board, last.to, "played", 12),
          ]
        : [];
    const stone =
      game === "go" && last?.to && occupied(last.to)
        ? [spot(board, last.to, `latest on-${picture.pieces[picture.names.indexOf(last.to)][0]}`, 20)]
        : [];
    const owned = Object.entries(territory ?? {}).map(([name, owner]) => {
      const { x, y } = board.at(name);
      return h("rect", { key: `t${name}`, class: `territory ${owner}`, x: x - 15, y: y - 15, width: 30, height: 30 });
    });
    return [...owned, ...dots, ...aims, ...played, ...stone].filter(Boolean);
  },
};

/** What a move would do, shown while the pointer or the keyboard is over its cell. @param {Board} board @param {Move} move */
export function ghost(board, move) {
  const { game, rules, toMove } = board.model;
  const { x, y } = board.at(move.to ?? "");
  return h(
    "g",
    { key: "ghost", class: "ghost" },
    h("g", { transform: `translate(${x - 50} ${y - 50})` }, piece(toMove[0], game, rules, board.ids)),
    (move.changes ?? []).map((name) => {
      const at = board.at(name);
      return game === "othello"
        ? h("circle", { class: `would ${toMove}`, cx: at.x, cy: at.y, r: 24 })
        : h("path", { class: "would-go", d: `M${at.x - 18} ${at.y - 18}l36 36m0-36l-36 36` });
    }),
  );
}

/** Values on the board: the better the move, the larger and the warmer the circle, and every circle has its number. @param {Board} board */
export function heat(board) {
  const values = board.model.heat ?? [];
  const lines = values
    .filter((v) => v.from)
    .slice(0, 3)
    .reverse()
    .map((v) => arrow(board, { move: "", record: "", from: v.from, to: v.cell }, `rank${v.rank}`));
  return [
    lines,
    values.map((v) => {
      const { picture } = board.model;
      // What is taken stays in sight: the value stands in the corner of its cell.
      const shift = v.from && picture.pieces[picture.names.indexOf(v.cell)] ? 24 : 0;
      const [x, y] = [board.at(v.cell).x + shift, board.at(v.cell).y - shift];
      const small = picture.columns > 13;
      if (v.flat) return flat(v, x, y);
      return h(
        "g",
        {
          key: `h${v.cell}`,
          class: cls("value", `warm${Math.min(4, Math.max(0, Math.round(v.weight * 4)))}`, v.rank === 0 && "best"),
        },
        h("circle", { cx: x, cy: y, r: small ? 36 + 10 * v.weight : (v.from ? 26 : 28) + (v.from ? 6 : 14) * v.weight }),
        h("text", { x, y, class: small ? "tiny" : undefined }, small ? v.text.replace("%", "") : v.text),
      );
    }),
  ];
}

/** A number that every point has: its tint says the same. @param {import("./board.js").Heat} v @param {number} x @param {number} y */
function flat(v, x, y) {
  return h(
    "g",
    { key: `h${v.cell}`, class: cls("value flat", `warm${Math.round(v.weight * 4)}`) },
    h("rect", { x: x - 42, y: y - 42, width: 84, height: 84, rx: 14 }),
    h("text", { x, y }, v.text),
  );
}

/** An arrow from one cell to another, or a ring on the only one. @param {Board} board @param {Move} move @param {string} kind */
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

/** The grid of cells for keyboard and screen reader. @param {Board} board @param {(index: number) => string} describe */
export function grid(board, describe) {
  const { rows, columns, names } = board.model.picture;
  const order = Array.from({ length: rows }, (_, r) => (board.model.flipped ? rows - 1 - r : r));
  return order.map((row) =>
    h(
      "g",
      { role: "row", key: `row${row}` },
      Array.from({ length: columns }, (_, c) => {
        const index = row * columns + (board.model.flipped ? columns - 1 - c : c);
        const { x, y } = board.centre(index);
        return h(
          "g",
          {
            role: "gridcell",
            key: names[index],
            "data-cell": names[index],
            tabindex: index === board.focused ? 0 : -1,
            "aria-label": describe(index),
            "aria-selected": board.selected === names[index] ? "true" : undefined,
            onfocus: () => {
              board.tell("look", { cell: names[index] });
              if (board.focused !== index) {
                board.focused = index;
                board.schedule();
              }
            },
          },
          h("rect", {
            class: "cell",
            x: x - CELL / 2 + 2,
            y: y - CELL / 2 + 2,
            width: CELL - 4,
            height: CELL - 4,
            rx: 6,
          }),
        );
      }),
    ),
  );
}
