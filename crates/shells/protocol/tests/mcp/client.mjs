// The client of the makers of the Model Context Protocol against our server: node client.mjs PATH
//
// It checks every answer against the protocol's own schemas, which our tests in Rust do not know.

import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { StdioClientTransport } from "@modelcontextprotocol/sdk/client/stdio.js";
import assert from "node:assert/strict";

const client = new Client({ name: "quadrille-test", version: "1" });
await client.connect(new StdioClientTransport({ command: process.argv[2], args: ["mcp"] }));

assert.equal(client.getServerVersion().name, "quadrille");
assert.match(client.getInstructions(), /Call `games` first/);
const { tools } = await client.listTools();
assert.deepEqual(tools.map((tool) => tool.name), ["games", "legal_moves", "analyse", "solve", "explain"]);

const call = async (name, args = {}) => (await client.callTool({ name, arguments: args })).structuredContent;
const { games } = await call("games");
for (const { game } of games) {
  const { moves, board } = await call("legal_moves", { game });
  assert.ok(moves.length > 0 && board.length > 0, game);
  const { best, moves: judged } = await call("analyse", { game, seconds: 0.1 });
  assert.ok(moves.some((move) => [move.move, move.record].includes(best)) && judged.length > 0, game);
  const { asked } = await call("explain", { game, move: moves.at(-1).move, seconds: 0.05 });
  assert.ok(asked.move, game);
}
assert.equal((await call("solve", { game: "breakthrough", rules: "4x4" })).winner, "black");

const refused = await client.callTool({ name: "analyse", arguments: { game: "chess", moves: "e5" } });
assert.ok(refused.isError && /e5/.test(refused.content[0].text));

const abort = new AbortController();
const slow = client.callTool({ name: "analyse", arguments: { game: "chess", seconds: 30 } }, undefined, { signal: abort.signal });
setTimeout(() => abort.abort(), 200);
await assert.rejects(slow);
await client.ping();
await call("games");
await client.close();
console.log(`the assistant's client is content with ${tools.length} tools`);
