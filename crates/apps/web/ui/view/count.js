// Ownership: the score at the end of the game, and the estimate by playouts during it.

import { h, table } from "../dom.js";
import { app, changed, settings } from "../app.js";
import { api } from "../api.js";
import { t } from "../i18n.js";
import { points1 } from "./players.js";
import { SIDES } from "./fields.js";

/** How the points of each side come about, where dead pieces are taken off: by area, and by territory and prisoners. @param {State} state */
export function breakdown(state) {
  const { territory, dead, picture, points, captures } = state;
  if (!territory || !dead || !points) return null;
  const byTerritory = state.rules.includes("japanese");
  const gone = new Set(dead);
  const alive = (/** @type {Side} */ side) => picture.pieces.filter((man, i) => man?.[0] === side[0] && !gone.has(picture.names[i])).length;
  const owned = (/** @type {Side} */ side) => territory.filter((owner) => owner === side).length;
  const lost = (/** @type {Side} */ side) => dead.filter((name) => picture.pieces[picture.names.indexOf(name)]?.[0] === side[0]).length;
  const counted = SIDES.map((side, i) => {
    const [stones, all] = [alive(side), owned(side)];
    const empty = all - stones;
    const taken = (captures?.[i] ?? 0) + lost(side === "black" ? "white" : "black");
    const extra = points[i] - (byTerritory ? empty + taken : all);
    return { stones, empty, extra, sum: all + extra, taken, japanese: empty + taken + extra };
  });
  const parts = /** @type {(keyof typeof counted[number])[]} */ (["stones", "empty", "extra", "sum", "taken", "japanese"]);
  /** @type {Column<typeof parts[number]>[]} */
  const columns = [
    { head: t("count.part"), cell: (part) => h("span", { title: t(`help.count.${part}`) }, t(`count.${part}`)) },
    ...SIDES.map((side, i) => /** @type {Column<typeof parts[number]>} */ ({ head: t(`side.${side}`), is: "n", cell: (part) => points1(counted[i][part]) })),
  ];
  const decides = byTerritory ? "japanese" : "sum";
  return [
    table(t("count.title"), columns, parts, (part) => ({ key: part, class: part === decides ? "on" : undefined }), { kind: "count" }),
    h("p", { class: "soft help" }, t("count.dead", { n: dead.length }), " ", t(byTerritory ? "count.decides.territory" : "count.decides.area")),
  ];
}

/** What playouts said, by the game and its position. @type {{name: string, found: Ownership | null}} */
let known = { name: "", found: null };

/** The ownership estimate by playouts, requested only while it is shown. @param {State} state */
export function ownership(state) {
  if (!app.settings.ownership || !state.captures || state.end) return null;
  const name = `${state.id} ${state.node} ${state.tree.length}`;
  if (known.name !== name) {
    known = { name, found: null };
    api.ownership(state.id).then((found) => {
      if (known.name === name && found.node === state.node) known.found = found;
      changed();
    }, () => {});
  }
  return known.found;
}

/** Who leads, and the switch for it. @param {State} state */
export function lead(state) {
  if (!state.captures || state.end) return null;
  const found = ownership(state);
  const by = found && Math.abs(found.lead) >= 0.05 ? t("count.leads", { side: t(`side.${found.lead > 0 ? "black" : "white"}`), points: points1(Math.abs(found.lead)) }) : t("count.even");
  return h(
    "div",
    { class: "row wrap lead-row", key: "lead" },
    h(
      "label",
      { class: "check" },
      h("input", { type: "checkbox", name: "ownership", ".checked": Boolean(app.settings.ownership), onchange: (e) => settings({ ownership: e.target.checked }) }),
      t("count.ownership"),
    ),
    app.settings.ownership && h("span", { class: "lead-points", title: t("help.count.lead") }, found ? by : t("thinking")),
  );
}
