// Markdown as lessons are written in it: paragraphs, lists, code, emphasis, links. Anything else stays as it is written.

import { h } from "./dom.js";

/** @param {string} text @returns {Child[]} */
export function markdown(text) {
  /** @type {Child[]} */
  const out = [];
  const blocks = text.replaceAll("\r", "").split(/\n{2,}/);
  for (let i = 0; i < blocks.length; i++) {
    let block = blocks[i];
    if (block.startsWith("```")) {
      while (!/\n```\s*$/.test(block) && i + 1 < blocks.length) block += `\n\n${blocks[++i]}`;
      out.push(h("pre", { tabindex: 0 }, h("code", null, block.replace(/^```\w*\n/, "").replace(/\n```\s*$/, ""))));
      continue;
    }
    // An indented line goes on with the item before it.
    const lines = block.replace(/\n {2,}/g, " ").split("\n").filter(Boolean);
    const list = (/** @type {RegExp} */ mark, /** @type {string} */ tag) =>
      lines.every((line) => mark.test(line)) && h(tag, null, lines.map((line) => h("li", null, inline(line.replace(mark, "")))));
    if (lines.length) out.push(list(/^- /, "ul") || list(/^\d+\. /, "ol") || h("p", null, inline(lines.join(" "))));
  }
  return out;
}

/** @param {string} text @returns {Child[]} */
export function inline(text) {
  const parts = text.split(/(`[^`]+`|\*\*[^*]+\*\*|\*[^*]+\*|\[[^\]]+\]\((?:https?:\/\/|#\/)[^)\s]+\))/);
  return parts.map((part) => {
    if (/^`.+`$/.test(part)) return h("code", null, part.slice(1, -1));
    if (/^\*\*.+\*\*$/.test(part)) return h("b", null, part.slice(2, -2));
    if (/^\*.+\*$/.test(part)) return h("i", null, part.slice(1, -1));
    const link = part.match(/^\[(.+)\]\((.+)\)$/);
    return link ? h("a", { href: link[2] }, link[1]) : part;
  });
}
