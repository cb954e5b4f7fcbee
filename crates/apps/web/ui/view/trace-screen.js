// Traced searches side by side, and the screen for tracing any search of any position.

import { h } from "../dom.js";
import { about, app, explain, title } from "../app.js";
import { count, known, percent, t } from "../i18n.js";
import { field, select } from "./fields.js";
import { points } from "./trace-model.js";
import { legend, player, watch } from "./trace.js";

/** @typedef {Schemas["Traced"]} Traced */
/** @typedef {import("./trace.js").Watched} Watched */
/** @typedef {import("./trace-model.js").Trace} Trace */

/** Several searches of one position: what each cost as a bar, the first two as trees. @param {Traced[]} asked */
export function comparison(asked) {
  // Finished searches are compared; to see them from the start, go back to the beginning.
  asked = asked.map((one) => ({ at: "end", ...one }));
  const all = asked.map(watch);
  const broken = all.find((it) => it.error);
  if (broken) return h("p", { class: "error", role: "alert" }, explain(broken.error));
  const traces = all.map((it) => it.trace);
  if (traces.some((trace) => !trace)) return h("p", { class: "loading" }, t("trace.loading"));
  for (const it of all) it.gather();
  const found = traces.map((trace) => /** @type {Trace} */ (trace).view.found);
  const most = Math.max(...found.map((f) => f.nodes));
  const unit = traces[0]?.depthFirst ? "compare.nodes" : "compare.tree";
  // A cut after the last move, which the search counts too, cuts nothing off.
  const cuts = traces.map((trace) => (trace?.depthFirst ? (trace.view.missed ? trace.view.found.cuts : trace.cuts.length) : 0));
  const row = (/** @type {(typeof found)[number]} */ f, /** @type {number} */ i) =>
    h(
      "li",
      { key: i },
      h("b", null, label(asked, i)),
      h("div", { class: "track" }, h("span", { class: "meter", style: { width: `${Math.max(0.5, (100 * f.nodes) / most)}%` } })),
      h(
        "span",
        { class: "soft" },
        t(unit, { n: count(f.nodes), share: percent(f.nodes / most, 1) }),
        cuts[i] ? ` · ${t("compare.cuts", { n: count(cuts[i]), k: cuts[i] })}` : "",
        f.table_hits ? ` · ${t("compare.hits", { n: count(f.table_hits), k: f.table_hits })}` : "",
        f.playouts ? ` · ${t("compare.playouts", { n: count(f.playouts) })}` : "",
        ` · ${t("compare.best", { move: f.best ?? "" })}`,
        f.score === null || f.score === undefined ? "" : ` (${points(f.score)})`,
      ),
    );
  const [first, second] = all;
  return h(
    "div",
    { class: "comparison" },
    h("h3", null, t("compare.title")),
    h("ul", { class: "bars" }, found.map(row)),
    h(
      "div",
      { class: "pair", style: { "--least": `${Math.max(300, LEAF * (traces[0]?.leaves.size ?? 0))}px` } },
      [first, second].map((it, i) => {
        const other = i ? first : second;
        return h("div", { key: i }, h("h3", null, label(asked, i)), player(it.asked, { bare: true, only: alone(it, other) }));
      }),
    ),
    legend(all.find((it) => it.trace?.windows) ?? first, samePosition(first, second)),
  );
}

/** The minimum width of a readable leaf. */
const LEAF = 60;

/** Whether two searches can be compared place by place. @param {Watched} it @param {Watched} other */
function samePosition(it, other) {
  return it.asked.position === other.asked.position;
}

/** What tells a search from the others beside it: its player, or else its place in the list. @param {Traced[]} asked @param {number} i */
function label(asked, i) {
  const same = asked.every(({ player }) => player === asked[0].player);
  return same ? t("compare.nth", { n: i + 1 }) : playerName(asked[i].player);
}

/** Options that are not relevant to the comparison. */
const SILENT = /^(seed|evaluation|expand_after|threads|history)=/;

/** A player for people: `bare,table=true` is alpha-beta (only cuts) + table. @param {string} player */
function playerName(player) {
  const [name, ...options] = player.split(",");
  const part = (/** @type {string} */ option) => {
    const [key, value] = option.split("=");
    const text = known(`trace.option.${key}`) ?? known(`option.${key}`) ?? key;
    return value === "true" ? ` + ${text}` : value === "false" ? ` − ${text}` : ` · ${text} ${value}`;
  };
  return (known(`trace.name.${name}`) ?? name) + options.filter((option) => !SILENT.test(option)).map(part).join("");
}

/** @type {WeakMap<Trace, {other: Trace, only: Set<number>}>} */
const compared = new WeakMap();

/** The places that one search reaches and the other never visits. @param {Watched} it @param {Watched} other */
function alone(it, other) {
  const [mine, theirs] = [it.trace, other.trace];
  const known = mine && compared.get(mine);
  if (known && known.other === theirs) return known.only;
  /** @type {Set<number>} */
  const only = new Set();
  if (!mine || !theirs || !samePosition(it, other)) return only;
  const names = new Set();
  const reached = (/** @type {Trace} */ trace, /** @type {number} */ place) => trace.visit(place, trace.length) >= 0;
  for (let place = 0; place < Math.min(theirs.places, LARGEST); place++) if (reached(theirs, place)) names.add(theirs.path(place).join(" "));
  for (let place = 0; place < Math.min(mine.places, LARGEST); place++)
    if (reached(mine, place) && !names.has(mine.path(place).join(" "))) only.add(place);
  compared.set(mine, { other: theirs, only });
  return only;
}
/** Larger trees are compared by their figures. */
const LARGEST = 4000;

// ---- a search of one's own --------------------------------------------------------------------------------------------

/** The address of a watched search. @param {Traced} asked */
export function traceAddress(asked) {
  const params = new URLSearchParams({ g: asked.game, a: asked.player });
  if (asked.rules) params.set("r", asked.rules);
  if (asked.position) params.set("p", asked.position);
  if (asked.moves?.length) params.set("m", asked.moves.join(" "));
  for (const name of /** @type {const} */ (["depth", "playouts"])) if (asked[name]) params.set(name, String(asked[name]));
  return `#/trace?${params.toString().replaceAll("+", "%20")}`;
}

const TEXTBOOK = "((+3+12+8)(+2+4+6)(+14+5+2))";
const PLAYERS = ["minimax", "bare", "alphabeta", "mc", "uct", "rave", "puct"];

const DEEP = /^(minimax|bare|alphabeta)/;

/** What the address asks for. @returns {Traced} */
function asked() {
  const p = app.route.params;
  const game = p.get("g") ?? "tree";
  const player = p.get("a") ?? "bare";
  const deep = DEEP.test(player);
  return {
    game,
    rules: p.get("r") ?? "",
    position: p.get("p") ?? (game === "tree" ? TEXTBOOK : undefined),
    moves: (p.get("m") ?? "").split(" ").filter(Boolean),
    player,
    depth: deep ? Number(p.get("depth") ?? 3) : undefined,
    playouts: deep ? undefined : Number(p.get("playouts") ?? 100),
  };
}

/** Any search of any position. */
export function traceScreen() {
  const now = asked();
  const go = (/** @type {Partial<Traced>} */ more) => {
    location.hash = traceAddress({ ...now, ...more });
  };
  const deep = now.depth !== undefined;
  /** @type {[string, string][]} */
  const games = [["tree", t("trace.game.tree")], ...(app.catalogue?.games ?? []).map(({ name }) => /** @type {[string, string]} */ ([name, title(name)]))];
  /** @type {[string, string][]} */
  const players = [...new Set([...PLAYERS, now.player])].map((name) => [name, playerName(name)]);
  const other = app.route.params.get("b") ?? "";
  const against = (/** @type {string} */ b) => {
    location.hash = `${traceAddress(now)}${b && `&b=${encodeURIComponent(b)}`}`;
  };
  // Only searches of one kind can be compared: to equal depth, or to equal playouts.
  const rivals = players.filter(([name]) => name !== now.player && DEEP.test(name) === deep);
  const change = (/** @type {string} */ game) => go({ game, rules: game === "tree" ? "" : (about(game)?.default_rules ?? ""), position: undefined, moves: [] });
  const limit = deep ? "depth" : "playouts";
  return h(
    "div",
    { class: "lesson-screen", key: "trace" },
    h("h1", null, t("trace.title")),
    h("p", { class: "soft" }, t("trace.text"), " ", h("a", { href: "#/lessons" }, t("teach.all"))),
    h(
      "div",
      { class: "row wrap card" },
      field("trace.game", select("trace-game", now.game, games, change)),
      field("trace.player", select("trace-player", now.player, players, (player) => go({ player }))),
      field("trace.versus", select("trace-versus", other, [["", t("setup.none")], ...rivals], against)),
      field(`limit.${limit}`, h("input", { type: "number", min: 1, max: deep ? 12 : 5000, ".value": String(now[limit]), onchange: (e) => go({ [limit]: Number(e.target.value) }) })),
      now.game === "tree" &&
        field("trace.tree.text", h("input", { type: "text", class: "mono wide", spellcheck: "false", ".value": now.position ?? "", onchange: (e) => go({ position: e.target.value }) })),
    ),
    h("div", { class: "card" }, other ? comparison([now, { ...now, player: other }]) : player(now)),
  );
}
