// The page starts here: language, theme, what the server offers, then the address decides the screen.

import { api } from "./api.js";
import { act, app, askMenu, askNew, begun, changed, complain, flipped, follow, here, menu, mine, onChange, play, set, settings, theme, visit } from "./app.js";
import { patch } from "./dom.js";
import { preferred, setLang } from "./i18n.js";
import "./board.js";
import { laterKeys, page } from "./view/shell.js";
import { dropped, importText } from "./view/home.js";
import { nextMistake } from "./view/analyse.js";
import { element, stepBy, stepTo } from "./view/formula.js";
import { passIn } from "./view/players.js";

const root = /** @type {HTMLElement} */ (document.getElementById("app"));
onChange(() => patch(root, page()));

/** @type {Tab[]} */
const TABS = ["play", "analyse", "why", "record"];

/** @param {KeyboardEvent} e */
function keys(e) {
  const { tagName } = /** @type {HTMLElement} */ (e.target);
  if (app.dialog || /^(INPUT|TEXTAREA|SELECT)$/.test(tagName)) {
    if (e.key === "Escape" && !app.dialog) /** @type {HTMLElement} */ (e.target).blur();
    return;
  }
  const command = e.ctrlKey || e.metaKey;
  if (e.altKey) return;
  if (e.key === "?") return set({ dialog: { kind: "keys" } });
  const { screen } = app.route;
  if (!command && screen !== "home" && /^(m|Escape)$/i.test(e.key)) return leave(e.key === "Escape");
  const actions = screen === "formula" ? formulaKeys() : app.game ? gameKeys(app.game) : laterKeys();
  const action = (command ? (app.game ? COMMANDS : {}) : actions)[e.key.toLowerCase()];
  if (!action) return;
  e.preventDefault();
  action();
}

/** M goes one screen up. Escape first lets go of what has the focus, and asks before it leaves a game. @param {boolean} escaped */
function leave(escaped) {
  const focused = /** @type {HTMLElement | null} */ (document.activeElement);
  if (escaped && focused && focused !== document.body) return focused.blur();
  if (app.route.screen === "setup") location.hash = "#/";
  else if (escaped) askMenu();
  else menu();
}

/** @typedef {Record<string, () => unknown>} Keys */

/** With Ctrl. @type {Keys} */
const COMMANDS = { z: () => act("undo"), y: () => act("redo") };

/** @param {State} state @returns {Keys} */
function gameKeys(state) {
  const at = state.line.indexOf(here(state));
  const pass = mine(state) && passIn(state.legal);
  const write = () => {
    set({ tab: "play" });
    requestAnimationFrame(() => requestAnimationFrame(() => document.getElementById("move")?.focus()));
  };
  const cell = () => /** @type {SVGElement | null} */ (document.querySelector(".board-box [role=gridcell][tabindex='0']"));
  return {
    n: askNew,
    u: () => act("undo"),
    r: () => act("redo"),
    h: () => mine(state) && act("hint"),
    p: () => pass && play(pass),
    f: () => set({ turned: !flipped(state) }),
    v: () => settings({ heat: !app.settings.heat }),
    x: () => nextMistake(state),
    a: () => act("analysis", state.analysis.mode === "shown" ? { ...state.analysis, mode: "off" } : begun(state)),
    arrowleft: () => visit(state.line[at - 1]),
    arrowright: () => visit(state.line[at + 1]),
    home: () => visit(state.line[0]),
    end: () => visit(state.line[state.line.length - 1]),
    "/": write,
    b: () => cell()?.focus(),
    ...Object.fromEntries(TABS.map((tab, i) => [i + 1, () => set({ tab })])),
  };
}

/** @returns {Keys} */
function formulaKeys() {
  return {
    arrowleft: () => stepBy(-1),
    arrowright: () => stepBy(1),
    home: () => stepTo(0),
    end: () => stepTo(Infinity),
    "+": () => element()?.nearer(),
    "-": () => element()?.farther(),
    0: () => element()?.fit(),
  };
}

async function start() {
  theme();
  await setLang(preferred());
  changed();
  document.addEventListener("keydown", keys);
  document.addEventListener("dragover", (e) => e.preventDefault());
  document.addEventListener("drop", dropped);
  document.addEventListener("paste", (e) => {
    const target = /** @type {HTMLElement} */ (e.target);
    const text = e.clipboardData?.getData("text/plain");
    if (text && !/^(INPUT|TEXTAREA)$/.test(target.tagName)) importText(text);
  });
  setInterval(() => {
    if (app.game?.clock.limit && app.game.clock.running) changed();
  }, 500);
  try {
    app.catalogue = await api.catalogue();
  } catch (error) {
    complain(error);
    return;
  }
  window.addEventListener("hashchange", follow);
  await follow();
}

start();
