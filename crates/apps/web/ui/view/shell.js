// The frame of every screen: header, languages and themes, messages, and what a screen reader is told.

import { cls, h } from "../dom.js";
import { app, changed, complain, language, set, title } from "../app.js";
import { lang, t } from "../i18n.js";
import { mark } from "../pieces.js";
import { home } from "./home.js";
import { setup } from "./setup.js";
import { gameScreen } from "./game.js";
import { editor } from "./editor.js";
import { formulaScreen } from "./formula.js";
import { dialog } from "./dialogs.js";

export function page() {
  return [
    h(
      "a",
      {
        class: "skip",
        href: "#main",
        onclick: (e) => {
          e.preventDefault();
          document.getElementById("main")?.focus();
        },
      },
      t("shell.skip"),
    ),
    header(),
    h("main", { id: "main", tabindex: -1, class: `screen-${app.route.screen}` }, screen()),
    h("div", { class: "visually-hidden", role: "status", "aria-live": "polite", id: "said" }, app.said),
    h(
      "div",
      { class: "toasts", role: "alert" },
      app.toast &&
        h(
          "div",
          { class: `toast ${app.toast.kind}` },
          h("span", null, app.toast.text()),
          h("button", { class: "plain", "aria-label": t("close"), onclick: () => set({ toast: null }) }, "×"),
        ),
    ),
    dialog(),
  ];
}

function screen() {
  if (!app.catalogue) return h("p", { class: "loading" }, t("loading"));
  const { screen, game = "" } = app.route;
  switch (screen) {
    case "setup":
      return setup(game);
    case "edit":
      return editor(game);
    case "formula":
      return formulaScreen();
    case "lessons":
    case "lesson":
    case "trace":
      return later();
    case "game":
      return app.game ? gameScreen(app.game) : h("p", { class: "loading" }, t("loading"));
    default:
      return home();
  }
}

/** The lessons' scripts, which the other screens do without. @type {typeof import("./lesson.js") | null} */
let lessons = null;

function later() {
  const { screen, lesson: [name = "", step] = [] } = app.route;
  if (lessons) return screen === "lessons" ? lessons.lessonList() : screen === "trace" ? lessons.traceScreen() : lessons.lessonScreen(name, step);
  import("./lesson.js").then((module) => {
    lessons = module;
    changed();
  }, complain);
  return h("p", { class: "loading" }, t("loading"));
}

/** What the keys do on the lessons' screens. @returns {Record<string, () => unknown>} */
export function laterKeys() {
  return /^(lesson|trace)$/.test(app.route.screen) ? (lessons?.lessonKeys() ?? {}) : {};
}

function header() {
  const here = app.route.game;
  return h(
    "header",
    { class: "top" },
    h("a", { class: "brand", href: "#/" }, mark(), h("span", null, "Quadrille")),
    h(
      "nav",
      { "aria-label": t("shell.games") },
      app.catalogue?.games.map(({ name }) =>
        h(
          "a",
          { href: `#/${name}`, class: cls(name === here && "on"), "aria-current": name === here ? "page" : undefined },
          title(name),
        ),
      ),
      app.catalogue && h("a", { href: "#/lessons", class: cls(/^(lessons?|trace)$/.test(app.route.screen) && "on") }, t("teach.title")),
    ),
    tools(),
  );
}

/** Language, looks, keys. */
function tools() {
  const choice = (/** @type {string} */ code, /** @type {string} */ name) => {
    const props = { class: cls("plain", lang === code && "on"), "aria-pressed": String(lang === code), lang: code, title: name };
    return h("button", { ...props, onclick: () => language(code) }, code.toUpperCase());
  };
  const tool = (/** @type {string} */ text, /** @type {Props} */ props, /** @type {Child} */ icon) =>
    h("button", { class: "plain", title: text, "aria-label": text, ...props }, icon);
  return h(
    "div",
    { class: "tools" },
    h("div", { class: "languages", role: "group", "aria-label": t("shell.language") }, choice("en", "English"), choice("fr", "Français")),
    tool(t("look.title"), { id: "look", onclick: () => set({ dialog: { kind: "look" } }) }, themeIcon()),
    tool(t("shell.keys"), { onclick: () => set({ dialog: { kind: "keys" } }) }, "?"),
  );
}

function themeIcon() {
  const paths = { auto: "M10 2a8 8 0 0 0 0 16z", light: "", dark: "M10 2a8 8 0 0 0 0 16 8 8 0 0 0 0-16z" };
  return h(
    "svg",
    { viewBox: "0 0 20 20", class: "icon", "aria-hidden": "true" },
    h("circle", { cx: 10, cy: 10, r: 8, fill: "none", stroke: "currentColor", "stroke-width": 1.8 }),
    h("path", { d: paths[app.settings.theme], fill: "currentColor" }),
  );
}
