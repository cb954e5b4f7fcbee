// Lessons from beginning to end, by keyboard alone, in both languages; the stepper; hand-outs.

import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { check, HERE } from "./harness.mjs";

const FOLDER = join(HERE, "..", "..", "lessons");

/** Presses Tab, from the beginning of the screen, until something has the focus. */
async function tabTo(v, selector) {
  await v.page.locator("#main").focus();
  const steps = await v.page.evaluate((wanted) => {
    const stops = [...document.querySelectorAll("#main :is(a[href], button, input, [tabindex])")];
    const reached = stops.filter((e) => !e.disabled && e.tabIndex >= 0 && e.getClientRects().length);
    return 1 + reached.findIndex((e) => e.matches(wanted));
  }, selector);
  for (let i = 0; i < steps; i++) await v.page.keyboard.press("Tab");
  const there = await v.page.evaluate((wanted) => document.activeElement?.matches(wanted), selector);
  check(there, `the keyboard does not reach ${selector}`);
}

/** Where a step is, and whether it asks something. */
const here = (v) =>
  v.page.evaluate(() => ({
    hash: location.hash,
    asks: Boolean(document.querySelector("form.exercise")),
    traced: Boolean(document.querySelector(".trace-controls")),
    last: !document.querySelector("a[rel=next]"),
  }));

/** Answers the question of a step: first wrong, if wanted, then right. */
async function answer(v, name, step, wrong) {
  const { solution } = await v.api("POST", `/lessons/${name}/${step}`, {});
  const weights = await v.page.$("form.exercise input[name=corners]");
  const type = async (text) => {
    await tabTo(v, "form.exercise input");
    if (weights) {
      for (const pair of text.split(" ")) {
        await v.page.keyboard.press("ControlOrMeta+a");
        await v.page.keyboard.type(pair.split("=")[1]);
        await v.page.keyboard.press("Tab");
      }
    } else {
      await v.page.keyboard.press("ControlOrMeta+a");
      await v.page.keyboard.type(text);
    }
    await v.page.keyboard.press("Enter");
  };
  if (wrong) {
    await type(weights ? "men=-1 corners=-9 edges=-1 moves=-2" : "77");
    await v.page.waitForSelector(".told.error");
  }
  await type(solution);
  await v.page.waitForSelector(".told.good");
}

/** Does all lessons whose place in the list leaves this rest. */
async function learn(v, lang, rest) {
  await v.goto("#/lessons");
  if (lang === "fr") await v.page.click(".languages button >> nth=1");
  await v.page.waitForSelector(`html[lang=${lang}] .lesson-list a`);
  const names = await v.page.$$eval(".lesson-list a", (links) => links.map((a) => a.getAttribute("href").split("/")[2]));
  check(names.length === readdirSync(FOLDER).length, `${names.length} lessons`);
  for (const name of names.filter((_, i) => i % 3 === rest)) {
    await v.goto(`#/lesson/${name}`);
    for (let step = 1; ; step++) {
      await v.page.waitForSelector(".lesson-text h2");
      await v.page.waitForFunction((n) => document.querySelector(".steps .on")?.textContent.startsWith(String(n)), step);
      await v.page.waitForFunction(() => !document.querySelector(".lesson-show .loading"));
      const at = await here(v);
      if (at.traced && lang === "en") {
        await v.page.locator("#main").focus();
        for (const key of ["Home", "ArrowRight", "ArrowDown", "c", "ArrowLeft", "End"]) await v.page.keyboard.press(key);
        await v.page.waitForFunction(() => document.querySelector(".place:not(.unseen)"));
      }
      if (at.asks) await answer(v, name, step, lang === "en");
      if (at.last) {
        const closed = await v.page.$$eval(".lesson-screen a[target=_blank][href^=read]", async (links) => {
          if (!links.length) return ["no link"];
          const answers = await Promise.all(links.map((a) => fetch(a.href)));
          return answers.filter((r) => !r.ok || !/^text\/plain/.test(r.headers.get("content-type") ?? "")).map((r) => r.url);
        });
        check(!closed.length, `what the lesson ${name} names cannot be read: ${closed}`);
        break;
      }
      await tabTo(v, "a[rel=next]");
      await v.page.keyboard.press("Enter");
    }
    if (lang === "en" && rest === 1) await v.axe(`the lesson ${name} in ${lang}`);
  }
  await v.goto("#/lessons");
  const kept = JSON.parse(await v.saved("#export-progress"));
  const asked = names.filter((_, i) => i % 3 === rest).length;
  check(Object.keys(kept).length === asked && Object.values(kept).every((l) => Object.values(l).includes("right")), JSON.stringify(kept));
}


const parts = Object.fromEntries(
  ["en", "fr"].flatMap((lang) => [0, 1, 2].map((rest) => [`lessons ${rest + 1} of 3 in ${lang}, by keyboard`, (v) => learn(v, lang, rest)])),
);

export const tests = {
  ...parts,

  async "a search stops, steps, goes back and runs to the next cut"(v) {
    await v.goto("#/trace");
    await v.page.waitForSelector(".trace-tree .place");
    await v.count(".place.unseen", 13, "the whole tree is grey before the search");
    await v.page.locator("#main").focus();
    const press = async (key, text) => {
      await v.page.keyboard.press(key);
      await v.page.waitForFunction((t) => document.querySelector(".caption")?.textContent.includes(t), text);
    };
    await press("ArrowRight", "depth 3 begins");
    await press("ArrowRight", "enters start");
    await press("ArrowDown", "a is worth 3");
    await press("ArrowLeft", "a");
    await press("c", "2 moves were never looked at");
    await v.page.waitForSelector("[data-place='b'].cut");
    await v.reads("[data-place='b'] .scissors", "✂2", "two leaves are cut off");
    await press("End", "finished");
    await v.count(".place.unseen", 2, "two leaves stay grey");
    await press("Home", "Nothing has happened");
    // A breakpoint at c stops the search that plays.
    await v.page.click("[data-place='c']");
    await v.page.keyboard.press("b");
    await v.page.waitForSelector(".place.stop[data-place='c']");
    await press("c", "never looked at");
    await v.page.locator(".trace-controls button[aria-pressed]").first().click();
    await v.page.waitForFunction(() => document.querySelector(".caption")?.textContent.includes("enters c"), undefined, { timeout: 30000 });
    await v.page.waitForSelector(".trace-controls button[aria-pressed=false]:has-text('Play')");
    await v.page.keyboard.press("ArrowRight");
    await v.axe("a watched search");
  },

  async "the board and the arithmetic of a chosen node"(v) {
    await v.goto("#/trace?g=breakthrough&r=5x5&a=uct&playouts=40");
    await v.page.waitForSelector(".trace-board svg");
    await v.page.locator("#main").focus();
    await v.page.keyboard.press("End");
    await v.page.waitForSelector(".candidates tr.on");
    await v.page.click(".place >> nth=3");
    await v.page.waitForFunction(() => {
      const moves = document.querySelector(".place.chosen")?.getAttribute("data-place");
      return moves && document.querySelector(".trace-board figcaption")?.textContent.includes(moves);
    });
  },

  async "both threads of a watched search are seen"(v) {
    await v.goto("#/lesson/parallel/2");
    await v.page.waitForSelector(".trace-tree");
    await v.page.locator("#main").focus();
    const seen = new Set();
    let losses = 0;
    for (let i = 0; i < 60; i++) {
      const before = await v.first(".trace-controls .count", (e) => e.textContent);
      await v.page.keyboard.press("ArrowRight");
      await v.page.waitForFunction((text) => document.querySelector(".trace-controls .count").textContent !== text, before);
      seen.add((await v.first(".caption", (e) => e.textContent)).match(/^Thread (\d):/)?.[1]);
      losses += (await v.page.$$eval(".place .more", (all) => all.filter((e) => / −1\b/.test(e.textContent)).length)) > 1;
    }
    check(seen.has("1") && seen.has("2"), `threads ${[...seen]}`);
    check(losses > 0, "two threads are under way at once");
  },

  async "a search is opened from the glass box and a step by its link"(v) {
    await v.create({ game: "breakthrough", rules: "5x5", seats: { black: { kind: "human" }, white: { kind: "human" } } });
    await v.api("POST", `/games/${v.id}/analysis`, { mode: "shown", player: "alphabeta", limits: { depth: 3 }, multipv: 1 });
    await v.page.click("#tab-why");
    await v.page.click("a[href^='#/trace']");
    await v.page.waitForSelector(".trace-tree .place");
    await v.goto("#/lesson/uct/3");
    await v.page.waitForSelector("text=The trap again");
    await v.goto("#/lesson/uct/print");
    await v.page.waitForSelector(".handout .line");
    await v.page.waitForSelector(".handout section h2 >> nth=3");
    await v.goto("#/lesson/nothing");
    await v.page.waitForSelector(".error");
  },

  async "lessons are written in both languages"() {
    for (const name of readdirSync(FOLDER)) {
      const marks = ["en", "fr"].map((lang) =>
        readFileSync(join(FOLDER, name, `${lang}.md`), "utf8")
          .split("\n")
          .map((line) => line.match(/^(##? |[?+-]:)/)?.[0])
          .filter((mark, i, all) => mark && (mark.startsWith("#") || mark !== all[i - 1]))
          .join(""),
      );
      check(marks[0] === marks[1], `${name}: ${marks.join(" / ")}`);
      // The page says that before the text.
      for (const lang of ["en", "fr"])
        check(!/^\+: (Right|Exact)/m.test(readFileSync(join(FOLDER, name, `${lang}.md`), "utf8")), `${name}: praised twice`);
    }
  },
};
