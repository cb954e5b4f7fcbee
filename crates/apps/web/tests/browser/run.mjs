// Browser tests of the page: node run.mjs (--binary PATH | --site FOLDER) [--only TEXT] [--jobs N]
//
// PATH is a built `quadrille` (or the example `serve` of this crate), FOLDER what `cargo xtask site` wrote. What is missing
// is installed first: the tools with npm, the browser from Debian. `node screens.mjs` takes the pictures, `node measure.mjs`
// the figures.

import { prepare } from "./harness.mjs";

const argument = (name, otherwise) => {
  const at = process.argv.indexOf(`--${name}`);
  return at < 0 ? otherwise : process.argv[at + 1];
};
const [binary, site] = [argument("binary"), argument("site")];
if (!binary && !site) {
  console.error("usage: node run.mjs (--binary PATH | --site FOLDER) [--only TEXT] [--jobs N]");
  process.exit(2);
}
prepare();
const { browser, Server, Site, Visitor } = await import("./harness.mjs");
const files = await Promise.all(["types", "tests", "board", "trust", "games", "page", "glass", "othello", "lessons"].map((name) => import(`./${name}.mjs`)));
const without = await import("./site.mjs");
const tests = Object.assign({}, ...files.map((file) => file.tests), site && without.tests);
for (const name of Object.keys(without.NEEDS_A_SERVER)) {
  if (!(name in tests)) throw new Error(`site.mjs names no test: ${name}`);
  if (site) delete tests[name];
}

const names = Object.keys(tests).filter((name) => name.includes(argument("only", "")));
const chrome = await browser();
let failures = 0;

async function worker() {
  const server = site ? new Site(site) : new Server(binary);
  await server.start();
  for (let name = names.shift(); name; name = names.shift()) {
    const begun = Date.now();
    let fault = null;
    const visitor = await Visitor.open(chrome, server);
    try {
      await tests[name](visitor);
    } catch (error) {
      fault = error;
    }
    try {
      await visitor.close();
    } catch (error) {
      fault ??= error;
    }
    console.log(`${fault ? "FAILED" : "ok    "} ${name} (${((Date.now() - begun) / 1000).toFixed(1)} s)`);
    if (fault) {
      failures++;
      console.error(`       ${fault.stack ?? fault}`);
    }
  }
  await server.end();
}

await Promise.all(Array.from({ length: Number(argument("jobs", "2")) }, worker));
await chrome.close();
console.log(failures ? `${failures} browser tests failed` : "all browser tests passed");
process.exit(failures ? 1 : 0);
