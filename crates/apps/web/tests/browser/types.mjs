// The page's types: made from the description of the interface (node types.mjs --write), and obeyed by its scripts.

import { spawnSync } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import openapi, { astToString } from "openapi-typescript";
import { check, HERE } from "./harness.mjs";

const WEB = join(HERE, "..", "..");
const FILE = join(WEB, "ui", "types.d.ts");
const HEAD = "// Made from src/api/openapi.json: node types.mjs --write, in tests/browser.\n\n";

/** The shapes of the interface; its addresses are in `api.js`. */
async function types() {
  const document = JSON.parse(readFileSync(join(WEB, "src", "api", "openapi.json"), "utf8"));
  return HEAD + astToString(await openapi({ ...document, paths: {} }, { arrayLength: true, silent: true }));
}

if (process.argv.includes("--write")) writeFileSync(FILE, await types());

export const tests = {
  async "the page's types are those of the interface"() {
    check(readFileSync(FILE, "utf8") === (await types()), "ui/types.d.ts is out of date: node types.mjs --write");
  },

  async "the page's scripts obey their types"() {
    const { status, stdout } = spawnSync("npx", ["tsc", "-p", "tsconfig.json"], { cwd: HERE, encoding: "utf8" });
    check(status === 0, stdout);
  },
};
