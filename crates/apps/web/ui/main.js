// The page starts here: language, theme, what the server offers, then the address decides the screen.

import { api } from "./api.js";
import {
  act,
  again,
  app,
  changed,
  complain,
  flipped,
  follow,
  menu,
  mine,
  onChange,
  play,
  set,
  settings,
  theme,
} from "./app.js";
import { patch } from "./dom.js";
import { preferred, setLang } from "./i18n.js";
import "./board.js";
import { page } from "./view/shell.js";
import { dropped, importText } from "./view/home.js";
import { nextMistake } from "./view/analyse.js";
import { stepBy, stepTo } from "./view/formula.js";

const root = /** @type {HTMLElement} */ (document.getElementById("app"));
onChange(() => patch(root, page()));

const TABS = ["play", "analyse", "why", "record"];

/** The node a step leads to while the server has not answered yet. @type {number | undefined} */
let heading;

/** @param {KeyboardEvent} e */
function keys(e) {
  const target = /** @type {HTMLElement} */ (e.target);
  if (app.dialog || /^(INPUT|TEXTAREA|SELECT)$/.test(target.tagName)) {
    if (e.key === "Escape" && !app.dialog) target.blur();
    return;
  }
  const state = app.game;
  const command = e.ctrlKey || e.metaKey;
  if (e.altKey) return;
  if (e.key === "?") return set({ dialog: { kind: "keys" } });
  if (!command && (e.key === "m" || e.key === "M" || e.key === "Escape"))
    return app.route.screen === "setup"
      ? void (location.hash = "#/")
      : app.route.screen === "home"
        ? undefined
        : menu();
  if (app.route.screen === "formula") return formulaKeys(e);
  if (!state) return;
  // Two quick steps go two moves far: the second starts from where the first leads, though the page is not there yet.
  const here = heading !== undefined && state.line.includes(heading) ? heading : state.node;
  const at = state.line.indexOf(here);
  const go = (/** @type {number | undefined} */ node) => {
    if (node === undefined || node === here) return;
    heading = node;
    Promise.resolve(act("goto", { node })).finally(() => {
      if (heading === node) heading = undefined;
    });
  };
  const pass = state.legal.find((/** @type {any} */ m) => m.move === "pass");
  /** @type {Record<string, () => any>} */
  const actions = command
    ? { z: () => act("undo"), y: () => act("redo") }
    : {
        n: again,
        u: () => act("undo"),
        r: () => act("redo"),
        h: () => mine(state) && act("hint"),
        p: () => pass && mine(state) && play(pass),
        f: () => set({ turned: !flipped(state) }),
        v: () => settings({ heat: !app.settings.heat }),
        x: () => nextMistake(state),
        a: () => act("analysis", { ...state.analysis, mode: state.analysis.mode === "shown" ? "off" : "shown" }),
        arrowleft: () => go(state.line[at - 1]),
        arrowright: () => go(state.line[at + 1]),
        home: () => go(state.line[0]),
        end: () => go(state.line[state.line.length - 1]),
        "/": () => {
          set({ tab: "play" });
          requestAnimationFrame(() => requestAnimationFrame(() => document.getElementById("move")?.focus()));
        },
        b: () => /** @type {any} */ (document.querySelector(".board-box [role=gridcell][tabindex='0']"))?.focus(),
        ...Object.fromEntries(TABS.map((tab, i) => [String(i + 1), () => set({ tab })])),
      };
  const action = actions[e.key.toLowerCase()];
  if (!action) return;
  e.preventDefault();
  action();
}

/** @param {KeyboardEvent} e */
function formulaKeys(e) {
  const goban = /** @type {any} */ (document.querySelector("q-goban"));
  /** @type {Record<string, () => any>} */
  const actions = {
    ArrowLeft: () => stepBy(-1),
    ArrowRight: () => stepBy(1),
    Home: () => stepTo(0),
    End: () => stepTo(Infinity),
    "+": () => goban?.nearer(),
    "-": () => goban?.farther(),
    0: () => goban?.fit(),
  };
  if (!(e.key in actions) || e.ctrlKey || e.metaKey) return;
  e.preventDefault();
  actions[e.key]();
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
