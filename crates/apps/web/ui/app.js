// What the page knows and what the user can do: one object of data, one function that draws it, and the actions.
//
// Everything about a game comes from the server; `app.game` is the latest state. Start reading at `open` and `act`.

import { api, listen, Problem } from "./api.js";
import { capital, say, setLang, t } from "./i18n.js";
import { lookOf } from "./grounds.js";
import { sound } from "./sounds.js";
import { LOCAL } from "./transport.js";

/**
 * @typedef {{screen: "home" | "setup" | "game" | "edit" | "formula" | "lessons" | "lesson" | "trace", lesson?: string[], game?: string, id?: string, params: URLSearchParams}} Route
 */

export const app = {
  /** @type {Catalogue | null} what the server offers: games, rule sets, sizes, levels, algorithms */ catalogue: null,
  /** @type {Route} */ route: { screen: "home", params: new URLSearchParams() },
  /** @type {State | null} the game on the board */ game: null,
  /** When its clocks were as it says. */ received: 0,
  /** @type {PositionReport | null} the last report about the position on the board */ report: null,
  /** @type {Move | null} the hinted move */ hint: null,
  /** @type {Summary[]} games to go on with */ recent: [],
  /** @type {Tab} */ tab: "play",
  /** @type {Dialog | null} */ dialog: null,
  /** @type {Toast | null} */ toast: null,
  /** @type {boolean | null} the user turned the board */ turned: null,
  lost: false,
  busy: false,
  overlayClosed: -1,
  /** @type {Draft | null} the position being edited */ draft: null,
  /** @type {Record<string, Form>} the setup form of each game */ setups: load("setups") ?? {},
  /** @type {Settings} */ settings: { heat: true, theme: "auto", board: "usual", men: "usual", sounds: false, ...load("settings") },
  /** @type {{game: string, address: string} | null} the game left for the menu */ left: null,
  said: "",
  search: "",
  /** The saved games on the first screen: all or the recent ones, and the search text. */
  library: { open: false, search: "" },
  /** @type {{model: Step, id: string} | null} a position of a line that the pointer is over */ preview: null,
  /** @type {Lesson | null} the mistake whose better move is to be found */ learning: null,
  /** @type {number | null} the move whose comment is being written */ remarking: null,
  /** @type {string | null} the game that was opened from a record */ imported: null,
  /** @type {string | null} the cell under the pointer or the keyboard */ looked: null,
};

/** What the server offers for a game. @param {string} name */
export function about(name) {
  return /** @type {GameInfo} */ (app.catalogue?.games.find((g) => g.name === name));
}

/** What a game is called. @param {string} name */
export function title(name) {
  return say(about(name)?.title) || name;
}

let draw = () => {};
let queued = false;

/** @param {() => void} drawing */
export function onChange(drawing) {
  draw = drawing;
}

/** Draws soon, once for many changes. */
export function changed() {
  if (queued) return;
  queued = true;
  requestAnimationFrame(() => {
    queued = false;
    draw();
  });
}

/** @param {string} name @returns {any} what was kept, if anything */
export function load(name) {
  try {
    return JSON.parse(localStorage.getItem(`quadrille.${name}`) ?? "null");
  } catch {
    return null;
  }
}

/** @param {string} name @param {unknown} value */
export function save(name, value) {
  try {
    localStorage.setItem(`quadrille.${name}`, JSON.stringify(value));
  } catch {
    /* a private window may refuse; the page works without */
  }
}

/** @param {Partial<typeof app>} more */
export function set(more) {
  Object.assign(app, more);
  changed();
}

/** @param {Partial<Settings>} more */
export function settings(more) {
  Object.assign(app.settings, more);
  save("settings", app.settings);
  theme();
  changed();
}

export function theme() {
  const { theme, board, men } = app.settings;
  Object.assign(document.documentElement.dataset, { theme, board, men });
}

/** @param {string} code */
export async function language(code) {
  await setLang(code);
  changed();
}

/** Says something to a screen reader. @param {string} text */
export function announce(text) {
  app.said = text;
  changed();
}

/** What went wrong, in the reader's language. @param {unknown} error */
export function explain(error) {
  if (!(error instanceof Problem)) return String(error);
  if (!error.status) return t(LOCAL ? "error.browser" : "error.unreachable");
  return whole(say(error.said) || error.message);
}

/** A sentence of the server as it stands alone. @param {string} text */
function whole(text) {
  return capital(text) + (/[.!?»]$/.test(text) ? "" : ".");
}

let toastTimer = 0;
/** @param {unknown} error @param {boolean} [brief] whether it goes by itself: nobody has to close the answer to a slip of the hand */
export function complain(error, brief = false) {
  show({ text: () => explain(error), kind: "error" }, brief);
}

/** @param {string} text */
export function notice(text) {
  show({ text: () => text, kind: "note" });
}

/**
 * Shows a message: a note for a few seconds, an error until it is closed or something else happens.
 * It is worded when it is drawn: the language may change meanwhile. @param {Toast} toast @param {boolean} [brief]
 */
function show(toast, brief = toast.kind === "note") {
  clearTimeout(toastTimer);
  if (brief) toastTimer = window.setTimeout(() => set({ toast: null }), 7000);
  set({ toast });
}

/** Something else has happened: an error message is outdated. */
function forgive() {
  if (app.toast?.kind === "error") app.toast = null;
}

/** Goes elsewhere with a message that says why. @param {string} hash @param {unknown} error */
export function sendAway(hash, error) {
  location.hash = hash;
  window.addEventListener("hashchange", () => complain(error), { once: true });
}

// ---- routes ---------------------------------------------------------------------------------------------------------

/** @param {string} hash @returns {Route} */
export function parseRoute(hash) {
  const [path, query = ""] = hash.replace(/^#\/?/, "").split("?");
  const [game, id] = path.split("/").filter(Boolean);
  const params = new URLSearchParams(query);
  if (game === "formula" || game === "lessons" || game === "trace") return { screen: game, params };
  if (game === "lesson") return { screen: "lesson", lesson: path.split("/").filter(Boolean).slice(1), params };
  if (!game || !about(game)) return { screen: "home", params };
  if (!id) return { screen: "setup", game, params };
  return id === "edit" ? { screen: "edit", game, params } : { screen: "game", game, id, params };
}

let stop = () => {};
/** Goes where the address says. */
export async function follow() {
  const route = parseRoute(location.hash);
  const sameGame = route.screen === "game" && app.game?.id === route.id;
  if (app.game && !sameGame) app.left = { game: app.game.game, address: address(app.game) };
  app.route = route;
  const shown = route.game ? title(route.game) : route.screen === "formula" ? t("formula.title") : route.screen === "lessons" ? t("teach.title") : route.screen === "trace" ? t("trace.title") : "";
  document.title = shown ? `${shown} · Quadrille` : "Quadrille";
  if (sameGame) return changed();
  forgive();
  stop();
  stop = () => {};
  heading = undefined;
  known = nothing();
  waits++;
  clearTimeout(stepTimer);
  set({ game: null, report: null, hint: null, preview: null, turned: null, lost: false, overlayClosed: -1, dialog: null });
  if (route.screen === "home") api.games().then((list) => set({ recent: list.games }), complain);
  if (route.screen === "edit") app.draft = null;
  changed();
  if (route.screen === "game") await open(route);
}

/**
 * Shows a game. A link carries the whole game (rules, start, moves), so a server that never saw it plays it again.
 * @param {Route} route
 */
async function open(route) {
  const tab = route.params.get("tab");
  if (tab === "play" || tab === "analyse" || tab === "why" || tab === "record") app.tab = tab;
  try {
    receive(await api.game(route.id ?? ""));
    if (app.game && app.game.line.length > 1) learn(app.game);
  } catch (error) {
    if (!(error instanceof Problem) || error.status !== 404) return complain(error);
    const moves = (route.params.get("m") ?? "").split(" ").filter(Boolean);
    if (!route.params.has("r")) return sendAway(`#/${route.game}`, error);
    try {
      const state = await api.create({
        game: route.game ?? "",
        rules: route.params.get("r") ?? "",
        position: route.params.get("p") ?? undefined,
        moves,
      });
      const at = state.line[Number(route.params.get("at") ?? moves.length)] ?? state.node;
      location.replace(address(at === state.node ? state : await api.act(state.id, "goto", { node: at })));
    } catch (second) {
      sendAway(`#/${route.game}`, second);
    }
    return;
  }
  stop = listen(route.id ?? "", {
    state: receive,
    report: (report) => {
      if (app.game && report.node === app.game.node) set({ report });
    },
    lost: (lost) => {
      if (app.lost !== lost) set({ lost });
    },
  });
}

/** The address that holds the whole state: rules, start, the line on the board and how far it is played. @param {State} state @param {string} [tab] */
export function address(state, tab = app.tab) {
  const params = new URLSearchParams({ r: state.rules });
  if (state.start) params.set("p", state.start);
  const line = state.line.slice(1).map((id) => state.tree[id].move);
  if (line.length) params.set("m", line.join(" "));
  if (state.ply < line.length) params.set("at", String(state.ply));
  if (tab !== "play") params.set("tab", tab);
  return `#/${state.game}/${state.id}?${params.toString().replaceAll("+", "%20")}`;
}

/** The server's new word about the game. @param {State} state */
export function receive(state) {
  if (app.route.id !== state.id) return;
  const before = app.game;
  // The first event may be older than the fetched state and its clocks.
  if (before && before.version >= state.version) return;
  remember(state, before);
  // Events about an earlier position must not undo the stepping.
  state = stepped(state, heading ?? state.node);
  const moved = !before || before.node !== state.node;
  Object.assign(app, { game: state, received: Date.now() });
  if (moved) app.hint = null;
  if (before && moved) forgive();
  // A new analysis: the report of an earlier search must not stay.
  if (moved || before.analysis.player !== state.analysis.player) app.report = state.report ?? null;
  const { hint, notice: said } = state;
  if (hint?.node === state.node) app.hint = state.legal.find((m) => m.move === hint.move) ?? null;
  if (before && moved && state.last) {
    announceMove(state);
    if (app.settings.sounds) sound(state.last.captured?.length || state.last.turned?.length ? "take" : "move");
  } else if (before && hint && app.hint && before.hint?.node !== hint.node)
    announce(t("say.hint", { move: app.hint.record }));
  if (said && said.en !== before?.notice?.en) show({ text: () => whole(say(said)), kind: said.code === "web.waiting" ? "note" : "error" });
  const url = address(state);
  // The user may have switched to another screen: then the address is no longer this game's.
  if (location.hash !== url && parseRoute(location.hash).id === state.id) history.replaceState(null, "", url);
  changed();
}

/** @param {State} state */
function announceMove(state) {
  const { mover, record } = /** @type {Move} */ (state.last);
  announce(`${t("say.played", { side: t(`side.${mover}`), move: record })} ${standing(state)}`);
}

/** Who won, if the game is over. @param {State} state */
export function winner({ end }) {
  return end?.winner ? t("end.wins", { side: t(`side.${end.winner}`) }) : end ? t("end.draw") : "";
}

/** Whose turn it is, or how the game ended. @param {State} state */
export function standing(state) {
  const { end, to_move } = state;
  return end ? `${winner(state)} ${capital(say(end.reason))}.` : t("say.turn", { side: t(`side.${to_move}`) });
}

// ---- actions --------------------------------------------------------------------------------------------------------

/** @type {Promise<void>} the action under way: the next one waits, since two requests may overtake each other on the way */
let acting = Promise.resolve();

/** One action on the game; the server's answer is the new state. @param {string} action @param {object} [body] */
export function act(action, body) {
  const id = app.game?.id;
  if (heading !== undefined && action !== "goto") arrive();
  app.preview = null;
  if (id) acting = acting.then(() => send(id, action, body));
  return acting;
}

/** @param {string} id @param {string} action @param {object} [body] */
async function send(id, action, body) {
  try {
    set({ busy: true });
    receive(await api.act(id, action, body));
  } catch (error) {
    complain(error, action === "moves");
  } finally {
    set({ busy: false });
  }
}

// ---- stepping -------------------------------------------------------------------------------------------------------

/** The node that steps lead to, until the server has been told. @type {number | undefined} */
let heading;
let stepTimer = 0;
/** Counts what was waited for: an older wait is over. */
let waits = 0;
/** The positions of a game, by node, and the line they were asked for last. @typedef {{line: string, steps: Map<number, Step>, ready: Promise<void>}} Known */
/** @returns {Known} */
const nothing = () => ({ line: "", steps: new Map(), ready: Promise.resolve() });
/** Fetched when a game is opened and kept while it is played, so that stepping needs no request. */
let known = nothing();
/** Steps are sent to the server with a delay, only the last one of a series. */
const STEPS_END = 200;

/** Where steps have led so far. @param {State} state */
export function here(state) {
  return heading ?? state.node;
}

/** Shows a position of the game. @param {number | undefined} node */
export function visit(node) {
  const state = app.game;
  if (!state || node === undefined || node === here(state)) return;
  heading = node;
  clearTimeout(stepTimer);
  app.preview = null;
  const waited = ++waits;
  if (known.steps.has(node)) return stepTo(state, node);
  if (!state.line.includes(node)) return arrive();
  // Keys that are pressed before the line has come only change where they lead; a move or an action ends the wait.
  learn(state).then(() => {
    if (waited !== waits || !app.game) return;
    if (known.steps.has(node)) stepTo(app.game, node);
    else arrive();
  });
}

/** Shows a known position of the line; the server is told when the steps are over. @param {State} state @param {number} node */
function stepTo(state, node) {
  clearTimeout(stepTimer);
  app.report = app.hint = null;
  app.game = stepped(state, node);
  if (app.game.last) announceMove(app.game);
  if (app.settings.sounds) sound("move");
  stepTimer = window.setTimeout(arrive, STEPS_END);
  changed();
}

/** Sends the current position to the server. */
function arrive() {
  clearTimeout(stepTimer);
  waits++;
  const node = heading;
  const done = () => {
    if (heading === node) heading = undefined;
  };
  return act("goto", { node }).then(done, done);
}

/** The state at another position, as far as it is known here. @param {State} state @param {number} node @returns {State} */
function stepped(state, node) {
  const step = known.steps.get(node);
  if (!step || node === state.node || !state.tree[node]) return state;
  const { pieces, last, to_move, points, captures } = step;
  let ply = 0;
  for (let at = state.tree[node]; at.parent !== null; at = state.tree[at.parent]) ply++;
  const board = { picture: { ...state.picture, pieces }, last, to_move, points, captures, legal: [], territory: undefined };
  const thought = { report: undefined, end: null, claims: [], thinking: null, analysing: false, hint: null, notice: null };
  return { ...state, ...board, ...thought, node, ply, can_undo: ply > 0, can_redo: Boolean(state.tree[node].children?.length) };
}

/** Keeps how the position on the board looks, and asks for the others where another line is on the board. @param {State} state @param {State | null} before */
function remember(state, before) {
  const { tree, node, line, picture, last, to_move, points, captures, end } = state;
  // A deletion numbers the nodes anew.
  if (before?.tree.some(({ move, parent }, i) => tree[i]?.move !== move || tree[i].parent !== parent)) known = nothing();
  // At the end the points depend on the dead stones.
  if (!end) known.steps.set(node, { pieces: picture.pieces, last, to_move, points, captures });
  const other = before?.tree.length === tree.length && before.line.join() !== line.join();
  if (other && !line.every((id) => known.steps.has(id))) learn(state);
}

/** Asks how the line on the board looks. @param {State} state */
function learn({ id, line, tree }) {
  const name = `${id} ${line.join()}`;
  if (known.line === name) return known.ready;
  const { steps } = known;
  const fetched = api.steps(id, { node: 0, moves: line.slice(1).map((n) => tree[n].move) });
  const ready = fetched.then(
    (list) => line.forEach((n, i) => steps.set(n, list[i])),
    () => {
      // Then every step is asked for.
      if (known.line === name) known.line = "";
    },
  );
  known = { line: name, steps, ready };
  return ready;
}

/** @type {Map<string, Promise<Step[]>>} the positions of lines that were pointed at */
const lines = new Map();

/** Shows the position after `count` moves of a line, or the game again. @param {State} state @param {string[]} moves @param {number} count */
export async function preview(state, moves, count) {
  const { id, node } = state;
  const name = `${id} ${node} ${moves.join(" ")}`;
  if (lines.size > 50) lines.clear();
  if (!lines.has(name)) lines.set(name, api.steps(id, { node, moves }));
  asked = name + count;
  try {
    const list = await /** @type {Promise<Step[]>} */ (lines.get(name));
    if (asked === name + count && app.game?.node === node) set({ preview: { model: list[count], id } });
  } catch {
    lines.delete(name);
  }
}
let asked = "";

export function endPreview() {
  asked = "";
  if (app.preview) set({ preview: null });
}

/** Plays a line as far as the move that was chosen. @param {string[]} moves */
export async function enter(moves) {
  endPreview();
  for (const move of moves) await act("moves", { move });
}

/** @param {{move: string}} move */
export function play(move) {
  app.overlayClosed = -1;
  return act("moves", { move: move.move, node: app.game?.node });
}

/** Makes a game and goes there. @param {Setup} setup @param {Tab} [tab] @param {(id: string) => Promise<State>} [first] what is done with it before @returns {Promise<string | null>} its id, if it could be made */
export async function create(setup, tab = "play", first) {
  try {
    set({ busy: true });
    let state = await api.create(setup);
    if (first) state = await first(state.id);
    else if (tab === "analyse" || tab === "why") await api.act(state.id, "analysis", begun(state));
    set({ dialog: null, tab });
    location.hash = address(state);
    return state.id;
  } catch (error) {
    complain(error);
    return null;
  } finally {
    set({ busy: false });
  }
}

/** The analysis as it begins: where every legal move has its mark, every one gets a value. @param {State} state @returns {Analysis} */
export function begun({ analysis, picture }) {
  return { ...analysis, mode: "shown", multipv: lookOf(picture).dots ? ALL_LINES : analysis.multipv };
}
/** As many lines as there are moves. */
export const ALL_LINES = 400;

/** A new game like the one on the board. */
export function again() {
  if (!app.game) return;
  const { game, rules, start, seats, clock } = app.game;
  return create({
    game,
    rules,
    position: start ?? undefined,
    seats,
    clock: clock.limit ? { limit: clock.limit, increment: clock.increment } : undefined,
  });
}

/** Whether moves would be lost: then ask before a single key press discards them. */
function underway() {
  return app.game !== null && app.game.line.length > 1 && !app.game.end;
}

/** A new game, after a question where one is being played. */
export function askNew() {
  return underway() ? set({ dialog: { kind: "new" } }) : again();
}

/** The menu, after a question where a game is being played. */
export function askMenu() {
  return underway() ? set({ dialog: { kind: "leave" } }) : menu();
}

export function menu() {
  location.hash = `#/${app.route.game ?? ""}`;
}

/** Whether the user may move now. @param {State} state */
export function mine(state) {
  return !state.end && state.seats[state.to_move].kind === "human";
}

/** Black at the bottom of a board that has a bottom, when only Black is played by a person. @param {State} state */
export function flipped({ picture, seats }) {
  return app.turned ?? (lookOf(picture).faces && seats.black.kind === "human" && seats.white.kind !== "human");
}
