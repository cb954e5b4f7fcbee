// Import and export: the game in its own formats, pictures, the link, and pasted records.

import { download, h } from "../dom.js";
import { about, address, app, complain, notice } from "../app.js";
import { api } from "../api.js";
import { known, t } from "../i18n.js";
import { importBox } from "./home.js";

/** @param {State} state */
export function record(state) {
  const { game, id, position, rules } = state;
  const { formats, composable } = about(game);
  const edit = `#/${game}/edit?p=${encodeURIComponent(position)}&r=${encodeURIComponent(rules)}`;
  return h(
    "div",
    { key: "record" },
    h("h3", null, t("record.position")),
    h(
      "div",
      { class: "row" },
      h("input", { readonly: true, ".value": position, "aria-label": t("record.position"), class: "wide mono" }),
      h("button", { onclick: () => copy(position) }, t("copy")),
    ),
    h("h3", null, t("record.game")),
    h("div", { class: "formats" }, formats.map((name) => format(game, id, name))),
    h("h3", null, t("record.pictures")),
    h(
      "div",
      { class: "row" },
      h("button", { onclick: () => picture(".board-box svg", `${game}-board.svg`) }, t("record.board")),
      h(
        "button",
        { disabled: !document.querySelector(".graph"), onclick: () => picture(".graph", `${game}-graph.svg`) },
        t("record.graph"),
      ),
    ),
    h("h3", null, t("record.link")),
    h(
      "div",
      { class: "row" },
      h("button", { onclick: () => copy(new URL(address(state, "play"), location.href).href) }, t("record.copylink")),
      composable && h("a", { class: "button", href: edit }, t("setup.edit")),
    ),
    importBox("record"),
  );
}

/** A format to take the game away in; those that are not the game's own have a name in the reader's language. @param {string} game @param {string} id @param {string} name */
function format(game, id, name) {
  const own = known(`format.${name}`);
  const [format, end] = own ? [own, "txt"] : [name.toUpperCase(), name];
  const use = (/** @type {(text: string) => unknown} */ use) => api.record(id, name).then(use, complain);
  const save = (/** @type {string} */ text) => download(`${game}-${id}.${end}`, text, "text/plain");
  return h(
    "div",
    { class: "row", key: name },
    h("span", { class: "format" }, format),
    h("button", { onclick: () => use(copy), "aria-label": t("record.copy", { format }) }, t("copy")),
    h("button", { onclick: () => use(save), "aria-label": t("record.download", { format }) }, t("download")),
  );
}

/** @param {string} text */
async function copy(text) {
  try {
    await navigator.clipboard.writeText(text);
    notice(t("copied"));
  } catch {
    app.dialog = { kind: "text", text };
    notice(t("copy.refused"));
  }
}

const KEPT = [
  "fill",
  "fill-opacity",
  "stroke",
  "stroke-width",
  "stroke-linejoin",
  "stroke-linecap",
  "stroke-dasharray",
  "opacity",
  "font-family",
  "font-size",
  "font-weight",
  "text-anchor",
  "dominant-baseline",
  "transform",
  "display",
];

/** Saves a drawing of the page as a file that needs no style sheet. @param {string} selector @param {string} name */
function picture(selector, name) {
  const source = /** @type {SVGSVGElement | null} */ (document.querySelector(selector));
  if (!source) return;
  const clone = /** @type {SVGSVGElement} */ (source.cloneNode(true));
  const from = [source, ...source.querySelectorAll("*")];
  const to = [clone, ...clone.querySelectorAll("*")];
  from.forEach((element, i) => {
    const style = getComputedStyle(element);
    for (const property of KEPT) {
      const value = style.getPropertyValue(property);
      if (value && value !== "none" && !(property === "transform" && element.hasAttribute("transform")))
        to[i].setAttribute(property, property === "transform" ? plainTransform(value) : value);
      else if (value === "none" && (property === "fill" || property === "display"))
        to[i].setAttribute(property, "none");
    }
    for (const attribute of ["class", "style", "role", "tabindex", "aria-label"]) to[i].removeAttribute(attribute);
  });
  clone.querySelectorAll("[data-cell]").forEach((cell) => cell.remove());
  clone.setAttribute("xmlns", "http://www.w3.org/2000/svg");
  download(name, new XMLSerializer().serializeToString(clone), "image/svg+xml");
}

/** Computed transforms are matrices in pixels, which here are the drawing's own units. @param {string} value */
function plainTransform(value) {
  return value.replaceAll("px", "");
}
