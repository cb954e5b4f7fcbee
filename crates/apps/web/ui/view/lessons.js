// Lessons: positions before a mistake; the user finds the better move on the board.

import { h } from "../dom.js";
import { app, complain, create } from "../app.js";
import { api } from "../api.js";
import { t } from "../i18n.js";
import { still } from "./home.js";

/**
 * A record or a position, the moves that follow it, which of all moves is the mistake, what was best there (as moves are written
 * and as records have it), and what would have won too. The solvers have looked at them all.
 * @typedef {{name: string, text: string, moves?: string[], mistake: number, best: [string, string], also?: string[]}} Course
 */

/** @type {Course[]} */
const COURSES = [
  {
    name: "pin",
    text: "1. e4 e5 2. Nf3 d6 3. Bc4 Bg4 4. Nc3 g6 5. Nxe5 Bxd1 6. Bxf7+ Ke7 7. Nd5#",
    mistake: 10,
    best: ["d6e5", "dxe5"],
  },
  {
    name: "race",
    text: "1b3/b4/1bw2/w1w2/1w3 w",
    moves: ["a2a3"],
    mistake: 1,
    best: ["c3d4", "c3d4"],
    also: ["c3b4", "c2xb3", "a2xb3"],
  },
  {
    name: "corner",
    text: "--XXXXX--OOOXX-O-OOOXXOX-OXOXOXXOXXXOXXX--XOXOXX-XXXOOO--OOOOO-- X",
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

/** The board of the first lesson, as a preview. */
export function lessonBoard() {
  const offer = app.catalogue?.games.find(({ piece_kinds }) => piece_kinds.includes("K"));
  if (!offer?.picture) return null;
  const men = [...FIRST.replaceAll("/", "").replace(/\d/g, (n) => " ".repeat(Number(n)))];
  const man = (/** @type {string} */ c) => (c === " " ? null : (c === c.toUpperCase() ? "w" : "b") + c.toUpperCase());
  picture ??= { ...offer.picture, pieces: men.map(man) };
  return h("q-board", { ".model": still(offer.name, offer.default_rules, picture) });
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
          h("button", { class: "plain", onclick: () => begin(course) }, t(`lesson.${course.name}`)),
        ),
      ),
    ),
  ];
}

/** Opens a lesson at the position before its mistake. @param {Course} course */
async function begin({ text, moves: after = [], mistake, best, also }) {
  /** What a sweep would have found. */
  const notes = (/** @type {number} */ i) => ({
    ...(i === mistake ? { loss: 0.5 } : {}),
    ...(i === mistake - 1 ? { best: best[0], best_record: best[1], also } : {}),
  });
  try {
    const found = await api.detect(text);
    if ("formula" in found) return;
    const { game, rules, position } = found;
    const tree = [...found.moves, ...after].map((move, i) => ({ parent: i, move, ...notes(i + 1) }));
    await create({ game, rules, position: position ?? undefined, tree, opening: notes(0) }, "analyse", (id) => {
      app.learning = { game: id, mistake, told: "ask" };
      return api.act(id, "goto", { node: mistake - 1 });
    });
  } catch (error) {
    complain(error);
  }
}
