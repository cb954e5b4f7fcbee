// In and out: the game in its own formats, pictures, the link, and whatever is pasted.

import { download, h } from "../dom.js";
import { address, app, complain, notice } from "../app.js";
import { api } from "../api.js";
import { t } from "../i18n.js";
import { importBox } from "./home.js";
import { info } from "./setup.js";

/** @param {any} state */
export function record(state) {
  return h(
    "div",
    { key: "record" },
    h("h3", null, t("record.position")),
    h(
      "div",
      { class: "row" },
      h("input", { readonly: true, ".value": state.position, "aria-label": t("record.position"), class: "wide mono" }),
      h("button", { onclick: () => copy(state.position) }, t("copy")),
    ),
    h("h3", null, t("record.game")),
    h(
      "div",
      { class: "formats" },
      info(state.game).formats.map((/** @type {any} */ f) =>
        h(
          "div",
          { class: "row", key: f.name },
          h("span", { class: "format" }, f.title),
          h(
            "button",
            { onclick: () => withRecord(state, f, copy), "aria-label": t("record.copy", { format: f.title }) },
            t("copy"),
          ),
          h(
            "button",
            {
              onclick: () =>
                withRecord(state, f, (text) =>
                  download(`${state.game}-${state.id}.${f.extension}`, text, "text/plain"),
                ),
              "aria-label": t("record.download", { format: f.title }),
            },
            t("download"),
          ),
        ),
      ),
    ),
    h("h3", null, t("record.pictures")),
    h(
      "div",
      { class: "row" },
      h("button", { onclick: () => picture(".board-box svg", `${state.game}-board.svg`) }, t("record.board")),
      h(
        "button",
        { disabled: !document.querySelector(".graph"), onclick: () => picture(".graph", `${state.game}-graph.svg`) },
        t("record.graph"),
      ),
    ),
    h("h3", null, t("record.link")),
    h(
      "div",
      { class: "row" },
      h("button", { onclick: () => copy(new URL(address(state, "play"), location.href).href) }, t("record.copylink")),
      h(
        "a",
        {
          class: "button",
          href: `#/${state.game}/edit?p=${encodeURIComponent(state.position)}&r=${encodeURIComponent(state.rules)}`,
        },
        t("setup.edit"),
      ),
    ),
    importBox("record"),
  );
}

/** @param {any} state @param {any} format @param {(text: string) => void} use */
async function withRecord(state, format, use) {
  try {
    use(await api.record(state.id, format.name));
  } catch (error) {
    complain(error);
  }
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
