// Lessons: positions in which somebody went wrong, and the better move is to be found on the board.

import { h } from "../dom.js";
import { about, app, create, title } from "../app.js";
import { api } from "../api.js";
import { t } from "../i18n.js";
import { still } from "./home.js";

/**
 * A game with one mistake: its moves, which of them it was, what was best (as moves are written and as records have it), and what
 * would have won too. The solvers have looked at them all.
 * @typedef {{name: string, game: string, rules: string, position?: string, moves: string[], mistake: number, best: [string, string], also?: string[]}} Course
 */

/** @type {Course[]} */
const COURSES = [
  {
    name: "pin",
    game: "chess",
    rules: "standard",
    moves: ["e4", "e5", "Nf3", "d6", "Bc4", "Bg4", "Nc3", "g6", "Nxe5", "Bxd1", "Bxf7+", "Ke7", "Nd5#"],
    mistake: 10,
    best: ["d6e5", "dxe5"],
  },
  {
    name: "race",
    game: "breakthrough",
    rules: "5x5",
    position: "1b3/b4/1bw2/w1w2/1w3 w",
    moves: ["a2a3"],
    mistake: 1,
    best: ["c3d4", "c3d4"],
    also: ["c3b4", "c2b3", "a2b3"],
  },
  {
    name: "corner",
    game: "othello",
    rules: "standard",
    position: "--XXXXX--OOOXX-O-OOOXXOX-OXOXOXXOXXXOXXX--XOXOXX-XXXOOO--OOOOO-- X",
    moves: ["g2"],
    mistake: 1,
    best: ["g8", "g8"],
    also: ["h1", "h7", "a2", "a3"],
  },
];

/** Where the first lesson begins, row by row. */
const FIRST = "rn1qkbnr/ppp2p1p/3p2p1/4N3/2B1P1b1/2N5/PPPP1PPP/R1BQK2R";

/** @type {Picture | undefined} */
let picture;

/** The first lesson's board, to look at. */
export function lessonBoard() {
  const { game, rules } = COURSES[0];
  const start = about(game)?.picture;
  if (!start) return null;
  const men = [...FIRST.replaceAll("/", "").replace(/\d/g, (n) => " ".repeat(Number(n)))];
  const man = (/** @type {string} */ c) => (c === " " ? null : (c === c.toUpperCase() ? "w" : "b") + c.toUpperCase());
  picture ??= { ...start, pieces: men.map(man) };
  return h("q-board", { ".model": still(game, rules, picture) });
}

/** The list of lessons. */
export function lessons() {
  return [
    h("p", { class: "soft" }, t("lessons.text")),
    h(
      "ul",
      { class: "games" },
      COURSES.map((course) =>
        h(
          "li",
          { key: course.name },
          h("button", { class: "plain", onclick: () => begin(course) }, h("b", null, title(course.game)), ` ${t(`lesson.${course.name}`)}`),
        ),
      ),
    ),
  ];
}

/** Opens a lesson at the position before its mistake. @param {Course} course */
async function begin({ game, rules, position, moves, mistake, best, also }) {
  /** What a sweep would have found. */
  const notes = (/** @type {number} */ i) => ({
    ...(i === mistake ? { loss: 0.5 } : {}),
    ...(i === mistake - 1 ? { best: best[0], best_record: best[1] } : {}),
  });
  const tree = moves.map((move, i) => ({ parent: i, move, ...notes(i + 1) }));
  await create({ game, rules, position, tree, opening: notes(0) }, "analyse", (id) => {
    app.learning = { game: id, mistake, told: "ask", also };
    return api.act(id, "goto", { node: mistake - 1 });
  });
}
