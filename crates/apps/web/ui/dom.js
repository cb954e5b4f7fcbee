// A page as a function of its data: `h` describes elements, `patch` makes the document look like the description.
//
// Why our own and not a library: it is one screen of code, has no build step, and keeps focus, scroll and running
// animations because elements that stay are never replaced. Start reading at `patch`.

const SVG = "http://www.w3.org/2000/svg";
const SVG_TAGS = new Set(
  "svg g path rect circle ellipse line polyline polygon text tspan defs use title radialGradient linearGradient stop clipPath symbol".split(
    " ",
  ),
);

/**
 * Describes an element. Props: `on*` are listeners, `style` is an object, `.name` sets a property, `key` keeps identity;
 * everything else is an attribute (`true` means present, `false`, `null` and `undefined` absent).
 * @param {string} tag @param {Props | null} [props] @param {...Child} children @returns {VElement}
 */
export function h(tag, props, ...children) {
  const { key, ...rest } = props ?? {};
  return { tag, props: rest, key, children: flatten(children) };
}

/** @param {Child[]} list @returns {VNode[]} */
function flatten(list) {
  return list.flatMap((c) => {
    if (c === null || c === undefined || typeof c === "boolean") return [];
    return Array.isArray(c) ? flatten(c) : typeof c === "object" ? c : String(c);
  });
}

/** @type {WeakMap<Node, VNode>} */
const described = new WeakMap();

/** @param {VNode} v @returns {Node} */
function create(v) {
  if (typeof v === "string") {
    const text = document.createTextNode(v);
    described.set(text, v);
    return text;
  }
  const element = SVG_TAGS.has(v.tag) ? document.createElementNS(SVG, v.tag) : document.createElement(v.tag);
  described.set(element, { tag: v.tag, props: {}, children: [], key: v.key });
  update(element, v);
  return element;
}

/** @param {Node} element @param {VElement} v */
function update(element, v) {
  const old = /** @type {VElement} */ (described.get(element));
  if (old === v) return;
  described.set(element, v);
  // Elements of our own draw themselves.
  if (!v.tag.includes("-")) patch(/** @type {Element} */ (element), v.children);
  for (const name in old.props) if (!(name in v.props)) set(element, name, undefined, old.props[name]);
  for (const name in v.props) set(element, name, v.props[name], old.props[name]);
}

/** Sets one property or attribute, whatever they are. @param {any} element @param {string} name @param {any} value @param {any} before */
function set(element, name, value, before) {
  if (name.startsWith("on")) {
    if (value !== before) element[name.toLowerCase()] = value ?? null;
  } else if (name === "style") {
    for (const rule in before ?? {}) if (!value || !(rule in value)) element.style.removeProperty(rule);
    for (const rule in value ?? {})
      if (!before || before[rule] !== value[rule]) element.style.setProperty(rule, value[rule]);
  } else if (name.startsWith(".")) {
    if (element[name.slice(1)] !== value) element[name.slice(1)] = value;
  } else if (name === "ref") {
    if (value) value(element);
  } else if (value !== before) {
    if (value === false || value === null || value === undefined) element.removeAttribute(name);
    else element.setAttribute(name, value === true ? "" : String(value));
  }
}

/** @param {VNode | undefined} a @param {VNode} b */
function same(a, b) {
  if (a === undefined) return false;
  if (typeof a === "string" || typeof b === "string") return typeof a === typeof b;
  return a.tag === b.tag && a.key === b.key;
}

/** Moves an element; a list stays where it was scrolled to. @param {Element} parent @param {Node} node @param {Node | null} before */
function move(parent, node, before) {
  const scrolled = node instanceof HTMLElement ? node.scrollTop : 0;
  parent.insertBefore(node, before);
  if (scrolled && node instanceof HTMLElement) node.scrollTop = scrolled;
}

/**
 * Makes the children of `parent` look like `wanted`.
 * @param {Element} parent @param {Child} wanted
 */
export function patch(parent, wanted) {
  const list = flatten([wanted]);
  const keys = new Set(list.map((v) => (typeof v === "string" ? undefined : v.key)));
  /** @type {Map<unknown, Node>} */
  const keyed = new Map();
  for (const node of [...parent.childNodes]) {
    const v = described.get(node);
    if (!v || typeof v === "string" || v.key === undefined) continue;
    // What goes, goes first: then what stays need not be moved past it.
    if (keys.has(v.key)) keyed.set(v.key, node);
    else node.remove();
  }
  let cursor = parent.firstChild;
  for (const v of list) {
    let node = typeof v !== "string" && v.key !== undefined ? keyed.get(v.key) : cursor;
    if (!node || !same(described.get(node), v)) node = undefined;
    if (!node) {
      node = create(v);
      parent.insertBefore(node, cursor);
      continue;
    }
    if (node === cursor) cursor = cursor.nextSibling;
    else move(parent, node, cursor);
    if (typeof v === "string") {
      if (node.nodeValue !== v) node.nodeValue = v;
      described.set(node, v);
    } else update(node, v);
  }
  while (cursor) {
    const next = cursor.nextSibling;
    cursor.remove();
    cursor = next;
  }
}

/**
 * Keeps descriptions from one drawing to the next: where what a part is made of has not changed, its description is the
 * same object, and `patch` passes over it. Of a large board or a long list, a step changes two or three parts.
 */
export class Kept {
  constructor() {
    /** @type {Map<unknown, {of: unknown[], drawn: VElement}>} */
    this.parts = new Map();
    this.last = this.parts;
  }

  /** Begins a drawing: what the last one did not use is dropped. */
  begin() {
    this.last = this.parts;
    this.parts = new Map();
  }

  /** A part by its key, described anew where something that it is made of has changed. @param {unknown} key @param {unknown[]} of @param {() => VElement} draw */
  part(key, of, draw) {
    const old = this.last.get(key);
    const kept = old?.of.length === of.length && old.of.every((value, i) => value === of[i]) ? old : { of, drawn: draw() };
    this.parts.set(key, kept);
    return kept.drawn;
  }
}

/**
 * A table with its title, in a box that the keyboard can scroll: it may be wider than the screen.
 * @template R @param {string} title @param {Column<R>[]} columns @param {R[]} rows
 * @param {(row: R, index: number) => Props} row attributes of a row
 * @param {{kind?: string, head?: Child}} [more] class of the table, and what stands over it if not the title alone
 */
export function table(title, columns, rows, row, { kind, head: over = h("h3", null, title) } = {}) {
  const head = columns.map((c) => h("th", { class: c.is === "n" && "n", scope: "col", title: c.help }, c.head));
  const body = rows.map((r, i) => h("tr", row(r, i), columns.map((c) => h("td", { class: c.is }, c.cell(r, i)))));
  return h(
    "div",
    { class: "scroll", role: "region", "aria-label": title, tabindex: 0 },
    over,
    h("table", { class: kind }, h("thead", null, h("tr", null, head)), h("tbody", null, body)),
  );
}

/** Joins class names, leaving out what is false. @param {...unknown} names */
export function cls(...names) {
  return names.filter(Boolean).join(" ") || undefined;
}

let seen = "";
/** What each list keeps in view. @type {WeakMap<Element, HTMLElement>} */
const keptInView = new WeakMap();
/** A list gets smaller when something comes beside it. */
const lists = new ResizeObserver((changes) => {
  for (const { target } of changes) bringIntoView(target);
});

/** Scrolls a list to an element, once for a key and when the list changes its size, and never the page. @param {HTMLElement} element @param {string} list @param {string} key */
export function keepInView(element, list, key) {
  if (seen === key) return;
  seen = key;
  requestAnimationFrame(() => {
    const box = element.closest(list);
    if (!box) return;
    keptInView.set(box, element);
    lists.observe(box);
    bringIntoView(box);
  });
}

/** @param {Element} box */
function bringIntoView(box) {
  const element = keptInView.get(box);
  if (!element?.isConnected) return;
  const { top, height } = element.getBoundingClientRect();
  const below = top - box.getBoundingClientRect().top;
  if (below < 0 || below + height > box.clientHeight) box.scrollTop += below - (box.clientHeight - height) / 2;
}

/** Whether the reader asked for less movement. */
export function calm() {
  return matchMedia("(prefers-reduced-motion: reduce)").matches;
}

/** Offers a text as a file. @param {string} name @param {string} text @param {string} type */
export function download(name, text, type) {
  const url = URL.createObjectURL(new Blob([text], { type }));
  const link = document.createElement("a");
  link.href = url;
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(url), 1000);
}
