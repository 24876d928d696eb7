// Games, or the names in them, are deleted from a store without a server; long commands show how far they are.

import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import test from "node:test";

import { api, startServer } from "../support/server.mjs";

const program = process.env.ARBITER_PROGRAM;
const store = (...args) => spawnSync(program, ["store", ...args], { encoding: "utf8" });

test("arbiter store delete", async () => {
  const server = await startServer();
  const games = api(server.url);
  const made = [];
  for (const name of ["Adalbert", "Berta", "Caesar"]) {
    made.push((await games.create({ game: "chess", seats: { white: name } })).body);
  }
  const [first, second] = made;
  await games.move(second.id, second.keys.white, { move: "e4", ply: 0 });
  await server.stop();

  assert.match(store("delete", server.store).stderr, /name games by their ids, or by their age/);
  assert.match(store("delete", server.store, "nobody").stderr, /there is no game nobody/);
  assert.equal(store("delete", server.store, first.id).stdout.trim(), "1 game deleted");
  assert.equal(store("delete", server.store, "--names", second.id).stdout.trim(), "1 game without names");
  assert.equal(store("delete", server.store, "--json", "--running-days", "1").stdout.trim(), '{"deleted":0}');
  assert.match(store("verify", server.store).stdout, /^2 games, each consistent/);
  const bytes = readFileSync(server.store, "latin1");
  assert.ok(bytes.includes("Caesar") && !bytes.includes("Berta"), "nothing of it is left in the file");

  const again = await startServer({ store: server.store });
  assert.equal((await api(again.url).game(first.id)).status, 404);
  const { body } = await api(again.url).game(second.id);
  assert.deepEqual([body.seats.white.name, body.moves], ["(name removed)", ["e4"]]);
  await again.stop();
});

test("verify and copy draw a bar on a terminal, and nothing elsewhere", async () => {
  const server = await startServer();
  await api(server.url).create({ game: "go" });
  await server.stop();
  const shown = (words) =>
    spawnSync("script", ["-qec", `"${program}" store ${words}`, "/dev/null"], { encoding: "utf8" });
  for (const words of [`verify ${server.store}`, `copy ${server.store} ${server.store}.copy`]) {
    assert.match(shown(words).stdout, /1 of 1 game/, words);
    assert.doesNotMatch(store(...words.split(" ")).stderr, /1 of 1/);
  }
});
