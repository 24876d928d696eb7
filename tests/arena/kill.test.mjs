// An arena, or one of its workers, is killed repeatedly at random moments. In the end every
// game has been counted exactly once, and the table equals that of an undisturbed run.

import assert from "node:assert/strict";
import { appendFileSync, readFileSync, truncateSync, statSync, writeFileSync } from "node:fs";
import path from "node:path";
import test from "node:test";
import { setTimeout as sleep } from "node:timers/promises";

import { campaign } from "../support/campaign.mjs";
import { startPostgres } from "../support/postgres.mjs";
import { randomFrom } from "../support/random.mjs";
import { api, startServer, temporaryFolder } from "../support/server.mjs";
import { essence, finish, journal, killAtRandom, startArena } from "./arena.mjs";

const kills = campaign(5, 20);
const folder = temporaryFolder();
const rounds = campaign(40, 100);
const games = 3 * 2 * rounds;
const terms = path.join(folder, "three.toml");
writeFileSync(
  terms,
  `
name = "Three at random"
game = "chess"
rounds = ${rounds}
moves_max = 150
players = ["random", "random", "random"]
`,
);
const begin = Date.now();
const undisturbed = essence(await finish([terms, "-q", "-o", path.join(folder, "undisturbed")]));
// So that enough games are left for the runs after a kill.
const longest = (Date.now() - begin) / kills;

function expectOnce(numbers) {
  assert.deepEqual(
    [...numbers].sort((a, b) => a - b),
    Array.from({ length: games }, (_, i) => i),
  );
}

test("a killed arena resumes", async () => {
  const output = path.join(folder, "killed");
  const args = [terms, "-q", "-o", output];
  const random = randomFrom("arena/kill");
  assert.equal(await killAtRandom({ args, times: kills, random, longest }), kills);
  const results = await finish(args);
  assert.deepEqual(essence(results), undisturbed);
  expectOnce(journal(output).map(({ number }) => number));
  assert.equal(readFileSync(path.join(output, "games.pgn"), "utf8").match(/^\[Event /gm).length, games);
  // Another run changes nothing.
  assert.deepEqual(essence(await finish(args)), essence(results));
});

test("a truncated line is rewritten; a changed one is reported", async () => {
  const output = path.join(folder, "torn");
  const args = [terms, "-q", "-o", output];
  await finish(args);
  const file = path.join(output, "journal.jsonl");
  truncateSync(file, statSync(file).size - 700);
  assert.deepEqual(essence(await finish(args)), undisturbed);
  expectOnce(journal(output).map(({ number }) => number));

  const lines = readFileSync(file, "utf8").split("\n");
  appendFileSync(file, `${lines[5]}\n`);
  const twice = await startArena(args).exited;
  assert.equal(twice.code, 1);
  assert.match(twice.stderr, new RegExp(`journal.jsonl:${games + 2}: this game was written down before`));

  lines[3] = lines[3].replace('"plies":', '"plies":-');
  writeFileSync(file, lines.join("\n"));
  const changed = await startArena(args).exited;
  assert.equal(changed.code, 1);
  assert.match(changed.stderr, /journal.jsonl:4: \/plies less than 0/);
});

test("two arenas cannot work in one folder", async () => {
  const output = path.join(folder, "both");
  const first = startArena([terms, "-q", "-o", output]);
  await sleep(100);
  const second = await startArena([terms, "-q", "-o", output]).exited;
  assert.equal(second.code, 1);
  assert.match(second.stderr, /another arena is at work there/);
  first.child.kill("SIGKILL");
  await first.exited;
});

test("SIGTERM stops it cleanly", async () => {
  const output = path.join(folder, "stopped");
  const args = [terms, "-q", "-o", output];
  const { child, exited } = startArena(args);
  await sleep(150);
  child.kill("SIGTERM");
  const { code, stderr } = await exited;
  assert.equal(code, 1);
  assert.match(stderr, /the same command goes on from here/);
  assert.equal(JSON.parse(readFileSync(path.join(output, "results.json"), "utf8")).stage, "stopped");
  assert.deepEqual(essence(await finish(args)), undisturbed);
});

test("workers share the games in PostgreSQL, and those of a killed one are played again", async () => {
  const postgres = await startPostgres();
  const store = await postgres.createDatabase();
  const lease = ["--lease-ms", "500"];
  const output = path.join(folder, "shared");
  const arena = [terms, "-q", "-o", output, "--store", store, ...lease];
  const worker = ["worker", "-q", "--store", store, ...lease];
  const random = randomFrom("arena/workers");

  const start = (args) => ({ args, ...startArena(args) });
  const processes = [start(arena)];
  await sleep(200);
  for (let i = 0; i < 2; i++) processes.push(start(worker));
  let killed = 0;
  while (killed < kills) {
    await sleep(random.below(longest / processes.length));
    const one = random.below(processes.length);
    processes[one].child.kill("SIGKILL");
    // On a quick machine the games may be over before.
    if ((await processes[one].exited).signal === null) break;
    killed++;
    processes[one] = start(processes[one].args);
  }
  const ends = await Promise.all(processes.map(({ exited }) => exited));
  assert.ok(killed > 0);
  for (const { code, stderr } of ends) assert.equal(code, 0, stderr);
  const results = JSON.parse(readFileSync(path.join(output, "results.json"), "utf8"));
  assert.deepEqual(essence(results), undisturbed);
  assert.equal(readFileSync(path.join(output, "games.pgn"), "utf8").match(/^\[Event /gm).length, games);
  await postgres.stop();

  // The folder alone tells a server of every game, also of those that workers played.
  const server = await startServer({ args: ["--arena", output] });
  const listed = (await api(server.url).get("/api/arena/games?limit=1000")).body.games;
  assert.deepEqual(
    listed.map(({ number }) => number).sort((a, b) => a - b),
    Array.from({ length: games }, (_, i) => i + 1),
  );
  assert.match((await api(server.url).get("/api/arena/games/1")).body.record, /^\[Event /);
  await server.stop();
});
