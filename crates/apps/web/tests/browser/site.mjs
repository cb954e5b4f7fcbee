// The page without a server: which tests of the server's page do not apply to it, and what it has of its own.

import { check, HUMANS } from "./harness.mjs";

/** Tests that say nothing about a site, each with the reason. All others run against it as they are. */
export const NEEDS_A_SERVER = {
  "the page's types are those of the interface": "about the sources, not the page",
  "the page's scripts obey their types": "about the sources, not the page",
  "a killed server brings every game back": "there is no server; a reload without a network is tested below",
  "a game nobody has heard of has its card, its set-up and its board": "answers of a server are replaced on their way",
  "what is pasted stays when the recent games come late": "an answer of a server is held up on its way",
  "keys in a game just opened wait for its line and send one step": "an answer of a server is held up on its way",
  "steps need no request, from the first key on": "counts the requests to a server; the site asks a worker",
  "learned patterns at every point, and the nearest records": "needs recorded games; without them it is tested below",
  "a page that nobody touches asks for nothing and draws nothing": "a first visit fetches the site once more, for those without a network",
  "both threads of a watched search are seen": "a browser gives the engine one thread",
  "on a large board a finger points first and plays then": "two browsers share the games of one server",
};

export const tests = {
  async "after the first visit no network is needed"(v) {
    await v.create({ game: "othello", rules: "standard", moves: ["f5", "d6"], seats: HUMANS });
    const before = await v.state();
    await v.page.evaluate(() => navigator.serviceWorker.ready);
    await v.server.end();
    await v.page.reload();
    await v.page.waitForSelector(".board-box svg");
    const after = await v.state();
    check(after.position === before.position && after.tree.length === 3, "the same game");
    check(await v.page.evaluate("crossOriginIsolated"), "and its workers may share memory");
    await v.click("c3");
    await v.until((s) => s.ply === 3, "a move");
    await v.goto("#/chess");
    await v.page.waitForSelector(".setup q-board svg");
    await v.server.start();
  },

  async "the site can be installed"(v) {
    await v.goto("#/");
    const manifest = await v.page.evaluate(async () => {
      const link = document.querySelector("link[rel=manifest]");
      const read = await (await fetch(link.href)).json();
      const icons = await Promise.all(read.icons.map(async (icon) => (await fetch(new URL(icon.src, link.href))).status));
      return { ...read, icons };
    });
    check(manifest.name === "Quadrille" && manifest.display === "standalone", JSON.stringify(manifest));
    check(manifest.icons.length === 3 && manifest.icons.every((status) => status === 200), `icons: ${manifest.icons}`);
  },

  async "games stay when the page is closed, and go when they are deleted"(v) {
    await v.create({ game: "chess", moves: ["e4", "e5"], seats: HUMANS });
    const url = v.page.url();
    await v.page.close();
    v.page = await v.context.newPage();
    await v.page.goto(url);
    await v.page.waitForSelector(".moves .move >> nth=1");
    await v.api("DELETE", `/games/${v.id}`);
    await v.page.goto("about:blank");
    await v.goto("");
    check((await v.api("GET", "/games")).games.length === 0, "no game is left");
  },

  async "learned patterns without recorded games"(v) {
    await v.create({ game: "go", rules: "19", moves: ["Q16", "D16", "Q4"], seats: HUMANS });
    await v.page.click("#tab-why");
    await v.page.waitForSelector(".patterns tbody tr.on");
    await v.page.waitForSelector("text=A browser has no room for collections of recorded games");
    await v.page.click(".languages button >> nth=1");
    await v.page.waitForSelector("text=Un navigateur n’a pas la place");
  },

  async "a search that is no longer wanted ends, with and without shared memory"(v) {
    for (const isolated of [false, true]) {
      await v.create({ game: "go", rules: "9", seats: HUMANS });
      check((await v.page.evaluate("crossOriginIsolated")) === isolated, `isolated: ${isolated}`);
      for (const player of ["uct", "network-small", "alphabeta"]) {
        const analyse = (limits) => v.api("POST", `/games/${v.id}/analysis`, { mode: "shown", player, limits, multipv: 1 });
        await analyse({ time_ms: 600000 });
        await v.until((s) => s.analysing, `${player} to think`);
        await v.page.waitForTimeout(500);
        // The next search has to wait for the end of this one.
        await analyse({ depth: 1, playouts: 2 });
        await v.until((s) => !s.analysing && s.report?.algorithm === player, `${player} to end`);
      }
      await v.page.evaluate(() => navigator.serviceWorker.ready);
      await v.page.reload();
      await v.page.waitForSelector(".board-box svg");
    }
  },

  async "a file that does not come is named, and the games go on"(v) {
    await v.create({ game: "go", rules: "9", seats: HUMANS });
    await v.page.evaluate(() => navigator.serviceWorker.ready);
    await v.server.end();
    v.offline = true;
    await v.api("POST", `/games/${v.id}/analysis`, { mode: "shown", player: "network", limits: { time_ms: 500 }, multipv: 1 });
    await v.until((s) => s.notice?.code === "site.not-loaded", "a sentence about the network's file");
    await v.server.start();
  },
};
