// Lessons: their list, their steps with text, search, board and question, what was done already, and hand-outs.
//
// A lesson comes from the server as data (`docs/lessons.md`); nothing here knows what it teaches. Start at `lessonScreen`.

import { cls, download, h } from "../dom.js";
import { announce, app, changed, complain, explain, load, save } from "../app.js";
import { api } from "../api.js";
import { extend, known, lang, say, t } from "../i18n.js";
import { en } from "../i18n/lessons-en.js";
import { fr } from "../i18n/lessons-fr.js";
import { inline, markdown } from "../markdown.js";
import { formulaAddress, formulaFigure } from "./formula.js";
import { still } from "./home.js";
import { player, traceKeys } from "./trace.js";
import { comparison, traceScreen } from "./trace-screen.js";

export { traceScreen };

extend({ en, fr });

/** @typedef {Schemas["LessonView"]} Lesson */
/** @typedef {Lesson["steps"][number]} Step */

/** What the server said, in the language it was asked in. */
const here = {
  /** @type {Schemas["LessonSummary"][] | null} */ list: null,
  /** @type {Lesson | null} */ lesson: null,
  asked: "",
  /** @type {unknown} */ error: null,
  /** @type {Map<string, Schemas["Looked"]>} boards by place */ boards: new Map(),
};

/** What was answered, by lesson and step: right or shown. @type {Record<string, Record<string, string>>} */
const progress = load("progress") ?? {};

/** What is being answered, by lesson and step. @type {Map<string, {text: string, told: "" | "right" | "wrong" | "shown", more: string, busy: boolean}>} */
const answers = new Map();

/** @param {string} key @param {() => Promise<void>} fetching */
async function ask(key, fetching) {
  if (here.asked === key) return;
  Object.assign(here, { asked: key, error: null, lesson: null });
  try {
    await fetching();
  } catch (error) {
    if (here.asked === key) here.error = error;
  }
  changed();
}

function waiting() {
  return here.error ? h("p", { class: "error", role: "alert" }, explain(here.error)) : h("p", { class: "loading" }, t("loading"));
}

// ---- the list -----------------------------------------------------------------------------------------------------------

export function lessonList() {
  const key = `list ${lang}`;
  ask(key, async () => {
    const { lessons } = await api.lessons(lang);
    if (here.asked === key) here.list = lessons;
  });
  if (!here.list || here.error) return waiting();
  return h(
    "div",
    { class: "lesson-screen", key: "lessons" },
    h("h1", null, t("teach.title")),
    h("p", { class: "soft" }, t("teach.text"), " ", h("a", { href: "#/trace" }, t("teach.free"))),
    h(
      "ol",
      { class: "lesson-list" },
      here.list.map((lesson) => {
        const done = Object.keys(progress[lesson.name] ?? {}).length;
        return h(
          "li",
          { key: lesson.name, class: "card" },
          h("h2", null, h("a", { href: `#/lesson/${lesson.name}` }, lesson.title)),
          h("p", null, inline(lesson.text)),
          h("p", { class: "soft" }, t("teach.steps", { n: lesson.steps }), " · ", t("teach.done", { n: done, m: lesson.exercises })),
        );
      }),
    ),
    h(
      "p",
      { class: "row wrap" },
      h("button", { id: "export-progress", onclick: () => download("quadrille-progress.json", `${JSON.stringify(progress, null, 1)}\n`, "application/json") }, t("teach.export")),
    ),
  );
}

// ---- one lesson -----------------------------------------------------------------------------------------------------------

/** @param {string} name @param {string} [at] the step, counted from 1, or `print` */
export function lessonScreen(name, at = "1") {
  const key = `${name} ${lang}`;
  ask(key, async () => {
    const lesson = await api.lesson(name, lang);
    if (here.asked === key) here.lesson = lesson;
  });
  const { lesson } = here;
  if (!lesson || here.error) return waiting();
  document.title = `${lesson.title} · Quadrille`;
  if (at === "print") return handout(lesson);
  const index = Math.min(lesson.steps.length, Math.max(1, Number(at) || 1)) - 1;
  const step = lesson.steps[index];
  return h(
    "div",
    { class: "lesson-screen", key: `${name} ${index}` },
    h(
      "nav",
      { class: "crumbs", "aria-label": t("teach.title") },
      h("a", { href: "#/lessons" }, t("teach.all")),
      h("h1", null, lesson.title),
      h(
        "ol",
        { class: "steps" },
        lesson.steps.map((s, i) => {
          const done = progress[name]?.[i + 1];
          return h(
            "li",
            { key: i },
            h("a", { href: `#/lesson/${name}/${i + 1}`, title: s.title, class: cls(i === index && "on", done && "done"), "aria-current": i === index ? "step" : undefined }, String(i + 1), done ? " ✓" : ""),
          );
        }),
      ),
    ),
    h(
      "div",
      { class: cls("lesson-columns", step.show && !step.show.compare && "wide") },
      h(
        "section",
        { class: "card lesson-text" },
        h("h2", null, step.title),
        markdown(step.text),
        step.answer && question(lesson, index),
        turns(lesson, index),
      ),
      step.show && h("section", { class: "card lesson-show", "aria-label": t("teach.shown") }, shown(step, step.answer?.example === "0110" && progress[name]?.[index + 1] !== "right")),
    ),
    index === lesson.steps.length - 1 && readings(lesson),
  );
}

/** @param {Lesson} lesson @param {number} index */
function turns(lesson, index) {
  const link = (/** @type {number} */ to, /** @type {string} */ key, /** @type {string} */ kind) =>
    h("a", { class: cls("button", kind), href: `#/lesson/${lesson.name}/${to}`, rel: to > index ? "next" : "prev" }, t(key));
  return h(
    "p",
    { class: "row wrap turns" },
    index > 0 && link(index, "teach.back", ""),
    index < lesson.steps.length - 1 ? link(index + 2, "teach.next", "primary") : h("a", { class: "button primary", href: "#/lessons" }, t("teach.all")),
    h("span", { class: "spring" }),
    h("a", { class: "soft", href: `#/lesson/${lesson.name}/print` }, t("teach.print")),
  );
}

/** @param {Lesson} lesson */
function readings(lesson) {
  return (
    lesson.read.length > 0 &&
    h(
      "section",
      { class: "card" },
      h("h2", null, t("teach.read")),
      h("ul", null, lesson.read.map((r) => h("li", { key: r.title }, h("span", { class: "soft" }, `${t(`teach.read.${r.kind}`)} `), r.url ? h("a", { href: r.url, target: "_blank", rel: "noopener" }, r.title) : r.title))),
    )
  );
}

/** What a step shows. @param {Step} step @param {boolean} secret whether the key is to be found @param {boolean} [paper] */
function shown(step, secret, paper = false) {
  const show = step.show ?? {};
  if (show.trace) return player(show.trace);
  if (show.compare) return comparison(show.compare);
  if (show.board) return boardOf(show.board, secret);
  if (show.formula)
    return [
      h("p", { class: "row wrap" }, h("code", null, show.formula), !paper && h("a", { class: "button", href: formulaAddress(show.formula) }, t("teach.formula"))),
      !paper && formulaFigure(show.formula),
    ];
  return null;
}

/** A board, and the digits of its key. @param {Schemas["LessonBoard"]} board @param {boolean} secret */
function boardOf({ place, bits }, secret) {
  const key = JSON.stringify(place);
  const look = here.boards.get(key);
  if (!look) {
    api.look(place).then(
      (found) => {
        here.boards.set(key, found);
        changed();
      },
      (error) => {
        here.boards.set(key, /** @type {any} */ ({}));
        complain(error);
      },
    );
    return h("p", { class: "loading" }, t("loading"));
  }
  if (!look.picture) return null;
  const digits = (/** @type {string} */ text) => h("code", { class: "digits" }, text.slice(-(bits ?? 64)));
  const row = (/** @type {string} */ name, /** @type {Child} */ value) => h("tr", { key: name }, h("th", { scope: "row" }, name), h("td", null, value));
  return h(
    "div",
    { class: "keyed-board" },
    h("q-board", { ".model": still(place.game, look.rules, look.picture, { last: look.last }) }),
    bits !== undefined &&
      h(
        "table",
        { class: "key-table" },
        h(
          "tbody",
          null,
          look.previous && row(t("teach.key.before"), digits(look.previous)),
          look.changed.map(({ part, key: number }) => row(`XOR ${named(part)}`, digits(number))),
          row(t("teach.key.after"), secret ? "?" : digits(look.key)),
        ),
      ),
  );
}

/** A part of a key in the reader's language: `white pawn a2`. @param {string} part */
function named(part) {
  return part.replace(/^(white|black) (pawn|to move)/, (words) => known(`teach.part.${words}`) ?? words);
}

// ---- questions ------------------------------------------------------------------------------------------------------------

/** @param {Lesson} lesson @param {number} index */
function question(lesson, index) {
  const step = lesson.steps[index];
  const name = `${lesson.name}/${index + 1}`;
  const now = answers.get(name) ?? { text: "", told: "", more: "", busy: false };
  const weights = step.answer?.by === "weights";
  const tell = (/** @type {Partial<typeof now>} */ more) => {
    answers.set(name, { ...now, ...more });
    changed();
  };
  const send = async (/** @type {string | undefined} */ answer) => {
    tell({ text: answer ?? now.text, busy: true });
    try {
      const judged = await api.answer(lesson.name, index + 1, answer);
      const told = answer === undefined ? "shown" : judged.right ? "right" : "wrong";
      if (told !== "wrong") {
        progress[lesson.name] = { ...progress[lesson.name], [index + 1]: progress[lesson.name]?.[index + 1] === "right" ? "right" : told };
        save("progress", progress);
      }
      const more = told === "shown" ? (judged.solution ?? "") : say(judged.said);
      answers.set(name, { text: answer ?? judged.solution ?? "", told, more, busy: false });
      announce(told === "shown" ? more : t(`teach.${told}`));
    } catch (error) {
      answers.set(name, { ...now, text: answer ?? now.text, told: "wrong", more: explain(error), busy: false });
    }
    changed();
  };
  return h(
    "form",
    {
      class: "exercise",
      onsubmit: (e) => {
        e.preventDefault();
        const data = new FormData(e.target);
        const text = weights ? FEATURES.map((f) => `${f}=${data.get(f) || 0}`).join(" ") : String(data.get("answer") ?? "");
        if (text.trim()) send(text.trim());
      },
    },
    h("p", { id: "question" }, h("b", null, t("teach.question"), " "), inline(step.question ?? "")),
    h(
      "div",
      { class: "row wrap" },
      weights
        ? FEATURES.map((f) => h("label", { class: "field small", key: f }, h("span", null, t(`teach.weight.${f}`)), h("input", { name: f, type: "number", step: "any", ".defaultValue": f === "men" ? "1" : "0" })))
        : h("input", { name: "answer", type: "text", autocomplete: "off", autocapitalize: "off", spellcheck: "false", "aria-labelledby": "question", placeholder: local(step.answer?.example ?? ""), ".defaultValue": now.text }),
      h("button", { class: "primary", disabled: now.busy }, t(now.busy ? "teach.checking" : "teach.check")),
      h("button", { type: "button", class: "plain", disabled: now.busy, onclick: () => send(undefined) }, t("teach.show")),
    ),
    now.told &&
      h(
        "p",
        { class: cls("told", now.told === "wrong" ? "error" : "good"), role: "status" },
        now.told === "right" ? "✓ " : now.told === "wrong" ? "✗ " : "",
        now.told === "shown" ? t("teach.solution", { answer: local(now.more) }) : [h("b", null, t(`teach.${now.told}`), " "), now.more && `${now.more} `, inline((now.told === "right" ? step.right : step.wrong) ?? "")],
      ),
  );
}

/** A number as the reader's language writes it; other answers are left alone. @param {string} text */
function local(text) {
  return lang === "fr" && /^-?\d+\.\d+$/.test(text) ? text.replace(".", ",") : text;
}
const FEATURES = ["men", "corners", "edges", "moves"];

// ---- hand-outs --------------------------------------------------------------------------------------------------------------

/** The whole lesson on paper: texts, drawings, and room for the answers. @param {Lesson} lesson */
function handout(lesson) {
  return h(
    "div",
    { class: "lesson-screen handout", key: `${lesson.name} print` },
    h("p", { class: "row wrap no-print" }, h("a", { class: "button", href: `#/lesson/${lesson.name}` }, t("teach.back")), h("button", { class: "primary", onclick: () => window.print() }, t("teach.print.now"))),
    h("h1", null, lesson.title),
    h("p", null, inline(lesson.text)),
    h("p", { class: "soft" }, t("teach.print.note", { address: `#/lesson/${lesson.name}` })),
    lesson.steps.map((step, i) =>
      h(
        "section",
        { key: i },
        h("h2", null, `${i + 1}. ${step.title}`),
        markdown(step.text),
        step.show && h("div", { class: "figure" }, shown(step, Boolean(step.answer), true)),
        step.answer && [h("p", null, h("b", null, t("teach.question"), " "), inline(step.question ?? "")), h("p", { class: "line", "aria-hidden": "true" })],
      ),
    ),
    readings(lesson),
  );
}

/** What the keys do on these screens. */
export function lessonKeys() {
  return traceKeys();
}
