// A store is backed up while its server goes on.

import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import path from "node:path";
import test from "node:test";

import { api, startServer, temporaryFolder } from "../support/server.mjs";

const store = (...args) => spawnSync(process.env.ARBITER_PROGRAM, ["store", ...args], { encoding: "utf8" });

test("a backup is a store of its own", async () => {
  const server = await startServer();
  const games = api(server.url);
  const { id, keys } = (await games.create({ game: "chess" })).body;
  await games.move(id, keys.white, { move: "e4", ply: 0 });
  const copy = path.join(temporaryFolder(), "copy.db");
  const made = store("backup", server.store, copy);
  assert.equal(made.status, 0, made.stderr);
  assert.equal((await games.move(id, keys.black, { move: "e5", ply: 1 })).status, 200);
  assert.notEqual(store("backup", server.store, copy).status, 0, "nothing is overwritten");
  await server.stop();

  assert.equal(store("verify", copy).status, 0);
  const again = await startServer({ store: copy });
  assert.deepEqual((await api(again.url).game(id)).body.moves, ["e4"]);
  await again.stop();
});
