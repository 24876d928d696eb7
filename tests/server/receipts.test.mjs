// A receipt shows later that a record is, or is not, the one that was acknowledged.

import assert from "node:assert/strict";
import { execFileSync, spawnSync } from "node:child_process";
import { cpSync, writeFileSync } from "node:fs";
import path from "node:path";
import test from "node:test";

import { api, startServer, temporaryFolder } from "../support/server.mjs";

const verify = (...args) => spawnSync(process.env.ARBITER_PROGRAM, ["store", "verify", ...args], { encoding: "utf8" });

test("a store that lost an acknowledged move does not fit its receipt", async () => {
  const folder = temporaryFolder();
  const store = path.join(folder, "games.db");
  const older = path.join(folder, "older.db");
  const receipts = path.join(folder, "receipts.jsonl");
  const args = ["--receipt-key", path.join(folder, "key.pem")];

  const first = await startServer({ store, args });
  const { id, keys } = (await api(first.url).create({ game: "chess" })).body;
  const e4 = await api(first.url).move(id, keys.white, { move: "e4", ply: 0 });
  await first.stop();
  cpSync(store, older);
  const second = await startServer({ store, args });
  const e5 = await api(second.url).move(id, keys.black, { move: "e5", ply: 1 });
  await second.stop();

  assert.deepEqual([e5.body.receipt.game, e5.body.receipt.version], [id, 3]);
  assert.equal(e4.body.receipt.key, e5.body.receipt.key, "the key was kept");
  writeFileSync(receipts, `${e4.text}\n${JSON.stringify(e5.body.receipt)}\n`);
  const { status, stdout } = verify(store, "--against", receipts, "--key", e5.body.receipt.key);
  assert.equal(status, 0, stdout);
  assert.match(stdout, /1 game, each consistent, and as acknowledged by every receipt/);

  assert.match(verify(older).stdout, /only receipts show/);
  const refused = verify(older, "--against", receipts);
  assert.equal(refused.status, 1);
  assert.match(refused.stdout, new RegExp(`game ${id}, version 3: it was acknowledged, and is not there`));
  assert.match(verify(store, "--against", receipts, "--key", "0".repeat(64)).stdout, /of another server/);
});

test("a new game has a receipt, also when it is asked for again", async () => {
  const folder = temporaryFolder();
  const store = path.join(folder, "games.db");
  const receipts = path.join(folder, "receipts.jsonl");
  const server = await startServer({ store, args: ["--receipt-key", path.join(folder, "key.pem")] });
  const games = api(server.url);
  const chess = await games.create({ game: "chess", seats: { white: "Ada" } });
  const headers = { "Idempotency-Key": "7c9e6679-7425-40de-944b-e07fc1f90ae7" };
  const dice = await games.create({ game: "backgammon" }, { headers });
  const again = await games.create({ game: "backgammon" }, { headers });
  const { events } = (await games.events(dice.body.id)).body;
  await server.stop();
  assert.deepEqual([dice.status, again.status], [201, 201]);
  assert.deepEqual(again.body, dice.body);
  const { version, hash } = dice.body.receipt;
  assert.deepEqual([version, hash], [dice.body.game.version, events[version - 1].hash], "the roll is in it");

  writeFileSync(receipts, `${chess.text}\n${dice.text}\n`);
  const { key } = chess.body.receipt;
  assert.match(verify(store, "--against", receipts, "--key", key).stdout, /as acknowledged by every receipt/);
  execFileSync(process.env.ARBITER_PROGRAM, ["store", "delete", store, "--names", chess.body.id]);
  assert.match(verify(store).stdout, /2 games, each consistent; that none was replaced/);
  const renamed = verify(store, "--against", receipts, "--key", key);
  assert.equal(renamed.status, 1);
  assert.match(renamed.stdout, new RegExp(`game ${chess.body.id}, version 1: the record up to here is not the one`));
});

test("anybody can check a receipt", async () => {
  const folder = temporaryFolder();
  const server = await startServer({ args: ["--receipt-key", path.join(folder, "key.pem")] });
  const { id, keys } = (await api(server.url).create({ game: "go" })).body;
  const { receipt } = (await api(server.url).move(id, keys.black, { move: "D4", ply: 0 })).body;
  const events = (await api(server.url).events(id)).body.events;
  await server.stop();
  assert.equal(receipt.hash, events.at(-1).hash);
  const text = ["arbiter receipt", receipt.game, receipt.version, receipt.hash].join("\n");
  writeFileSync(path.join(folder, "text"), text);
  writeFileSync(path.join(folder, "signature"), Buffer.from(receipt.signature, "hex"));
  const checked = execFileSync(
    "openssl",
    ["pkeyutl", "-verify", "-rawin", "-inkey", "key.pem", "-in", "text", "-sigfile", "signature"],
    { cwd: folder, encoding: "utf8" },
  );
  assert.match(checked, /Signature Verified Successfully/);
});
