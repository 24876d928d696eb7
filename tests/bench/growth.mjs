// How the cost of an operation grows, at three sizes; see docs/scale.md.
//
// Usage: node tests/bench/growth.mjs [--quick] [--program ARBITER] [--client ARBITER_LOAD]
//
// Costs are processor time, so that other load disturbs them little. Never fails because of one.

import assert from "node:assert/strict";
import { execFile, execFileSync } from "node:child_process";
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { setTimeout } from "node:timers/promises";
import { parseArgs, promisify } from "node:util";

import { api, startServer, temporaryFolder } from "../support/server.mjs";

const release = path.join(path.dirname(fileURLToPath(import.meta.url)), "../../build/release");
const { values: options } = parseArgs({
  options: {
    quick: { type: "boolean", default: false },
    program: { type: "string", default: path.join(release, "cli/arbiter") },
    client: { type: "string", default: path.join(release, "bench/arbiter_load") },
  },
});
const size = options.quick
  ? { rounds: 1, stored: [5, 10, 20], asked: 5, tables: [1, 2, 3], watchers: [2, 4, 8], moves: 4 }
  : { rounds: 8, stored: [500, 4000, 32_000], asked: 400, tables: [1, 8, 64], watchers: [10, 100, 1000], moves: 40 };

/** What grows by less than this between the smallest and the largest size is flat. */
const flatTimes = 1.5;

/** The processor time of all threads of a process, in microseconds. */
function processorMicros(pid) {
  const nanos = readdirSync(`/proc/${pid}/task`).map((task) =>
    Number(readFileSync(`/proc/${pid}/task/${task}/schedstat`, "utf8").split(" ")[0]),
  );
  return nanos.reduce((sum, part) => sum + part, 0) / 1000;
}

/** Microseconds of the server that each of `count` operations takes. */
async function cost(server, count, work) {
  const before = processorMicros(server.child.pid);
  await work();
  return (processorMicros(server.child.pid) - before) / count;
}

async function withServer(settings, work) {
  const server = await startServer({ program: options.program, ...settings });
  try {
    return await work(server, api(server.url));
  } finally {
    await server.stop();
  }
}

// Moves --------------------------------------------------------------------------------------------

/** Stones that nobody captures: each side fills its half of the board and leaves every fifth point empty. */
function quietStones(width) {
  const columns = "ABCDEFGHJKLMNOPQRST";
  const half = Math.floor(width / 2);
  const points = Array.from({ length: half * width }, (_, i) => i).filter((i) => i % 5 !== 4);
  const vertex = (row, i) => `${columns[i % width]}${row}`;
  return points.flatMap((i) => [vertex(1 + Math.floor(i / width), i), vertex(width - Math.floor(i / width), i)]);
}

/** What a move costs in several games while they go from `from` stones to `to`. */
async function stonesCost({ width, spans }) {
  const stones = quietStones(width);
  return withServer({ store: "memory:" }, async (server, games) => {
    const create = () => games.create({ game: "go", options: { size: `${width}x${width}` } });
    const open = [];
    for (let i = 0; i < size.rounds; i++) open.push((await create()).body);
    const costs = [];
    let ply = 0;
    const playTo = async (end) => {
      for (; ply < end; ply++) {
        for (const { id, keys } of open) {
          const answer = await games.move(id, ply % 2 ? keys.white : keys.black, { move: stones[ply], ply });
          assert.equal(answer.status, 200, answer.text);
        }
      }
    };
    for (const [from, to] of spans) {
      await playTo(from);
      costs.push(await cost(server, (to - from) * open.length, () => playTo(to)));
    }
    return costs;
  });
}

const moveByLength = {
  name: "a move, by moves in the game (Go 19x19)",
  sizes: [10, 100, 250],
  costs: () => stonesCost({ width: 19, spans: [10, 100, 250].map((at) => [at - 8, at + 8]) }),
  flat: true,
};

const moveByBoard = {
  name: "a move, by points of the board (Go, moves 10 to 26)",
  sizes: [81, 169, 361],
  async costs() {
    const costs = [];
    for (const width of [9, 13, 19]) costs.push(...(await stonesCost({ width, spans: [[10, 26]] })));
    return costs;
  },
  flat: true,
};

// Stores -------------------------------------------------------------------------------------------

const roomIdleMs = 500;
/** Rooms are looked at twice a second. */
const closedAfterMs = roomIdleMs + 500;

/** The same operations on stores with more and more games. */
async function storeCosts() {
  const rows = { list: [], second: [], open: [], create: [] };
  for (const count of size.stored) {
    const args = [
      "--room-idle-ms",
      String(roomIdleMs),
      "--stored-bytes-per-second",
      "1e9",
      "--stored-bytes-burst",
      "1e9",
    ];
    await withServer({ args }, async (server, games) => {
      await promisify(execFile)(options.client, ["idle", String(server.port), String(server.child.pid), String(count)]);
      const asked = size.asked;
      const times = async (work) => {
        for (let i = 0; i < asked; i++) await work(i);
      };
      const { body } = await games.list({ limit: 50 });
      const ids = [];
      for (let page = body; ids.length < asked && page;) {
        ids.push(...page.games.map(({ id }) => id));
        page = page.next && (await games.list({ limit: 50, before: page.next })).body;
      }
      rows.list.push(await cost(server, asked, () => times(() => games.list({ limit: 50 }))));
      rows.second.push(await cost(server, asked, () => times(() => games.list({ limit: 50, game: "go" }))));
      await setTimeout(2 * closedAfterMs); // as many games are open at every size: none
      rows.open.push(await cost(server, asked, () => times((i) => games.game(ids[i % ids.length]))));
      rows.create.push(await cost(server, asked, () => times(() => games.create({ game: "chess" }))));
    });
  }
  return rows;
}

// Watchers -----------------------------------------------------------------------------------------

/** The crowd's client makes three moves in turn: alone, watched, and beside. Connecting costs the same in both runs. */
async function watchedCost(watchers) {
  const run = (moves) =>
    withServer({ store: "memory:", args: ["--connections-per-address-max", "10000"] }, (server) =>
      cost(server, 1, () =>
        promisify(execFile)(options.client, [
          ...["crowd", String(server.port), String(server.child.pid)],
          ...[String(watchers), String(moves)],
        ]),
      ),
    );
  const few = Math.ceil(size.moves / 4);
  return ((await run(size.moves)) - (await run(few))) / (size.moves - few);
}

const moveByWatchers = {
  name: "a move that is watched, and two that are not, by watchers",
  sizes: size.watchers,
  async costs() {
    const costs = [];
    for (const watchers of size.watchers) costs.push(await watchedCost(watchers));
    return costs;
  },
  flat: false,
};

// Tables -------------------------------------------------------------------------------------------

/** Microseconds of a command with the processes that it starts. */
function commandCost(folder, words) {
  const script = "TIMEFORMAT='%U %S'; time \"$@\" >/dev/null";
  const args = ["--norc", "-c", `{ ${script}; } 2>&1`, "bash", options.program, "table", ...words, "-C", folder];
  const text = execFileSync("bash", args, { encoding: "utf8" });
  const [user, system] = text.trim().split("\n").at(-1).split(" ").map(Number);
  return (user + system) * 1e6;
}

async function tableCosts() {
  const rows = { show: [], move: [], process: [] };
  const median = (numbers) => numbers.sort((a, b) => a - b)[Math.floor(numbers.length / 2)];
  for (const count of size.tables) {
    const folder = temporaryFolder();
    const secret = path.join(temporaryFolder(), "secret");
    writeFileSync(secret, "a secret that is long enough for a benchmark\n", { mode: 0o600 });
    execFileSync("git", ["init", "--quiet", "--initial-branch=main", folder]);
    execFileSync("git", ["-C", folder, "config", "user.name", "ada"]);
    execFileSync("git", ["-C", folder, "config", "user.email", "ada@example.com"]);
    execFileSync("git", ["-C", folder, "commit", "--quiet", "--allow-empty", "-m", "Begin"]);
    const seats = ["--white", "ada", "--black", "bob", "--secret-file", secret];
    for (let i = 0; i < count; i++) commandCost(folder, ["new", `t${i}`, "chess", ...seats]);
    const costs = { show: [], move: [], process: [] };
    for (const [ply, move] of ["e4", "e5", "Nf3", "Nc6", "Bb5", "a6", "Ba4"].entries()) {
      const pusher = ply % 2 ? "bob" : "ada";
      costs.show.push(commandCost(folder, ["show", "t0"]));
      costs.move.push(commandCost(folder, ["move", "t0", move, "--commit"]));
      costs.process.push(commandCost(folder, ["process", "--pusher", pusher, "--secret-file", secret]));
    }
    for (const [name, all] of Object.entries(costs)) rows[name].push(median(all));
  }
  return rows;
}

// --------------------------------------------------------------------------------------------------

const shown = (number) => (number < 100 ? number.toFixed(1) : number.toFixed(0));

function print({ name, sizes, costs, flat }) {
  const times = costs.at(-1) / costs[0];
  const verdict = flat ? (times < flatTimes ? "flat" : "NOT FLAT") : "grows";
  console.log(`| ${name} | ${sizes.join(", ")} | ${costs.map(shown).join(", ")} | ${times.toFixed(2)} | ${verdict} |`);
}

console.log("| operation | sizes | microseconds of processor | largest to smallest | |");
console.log("| --- | --- | --- | --- | --- |");
for (const row of [moveByLength, moveByBoard, moveByWatchers]) print({ ...row, costs: await row.costs() });
const stores = await storeCosts();
const stored = (name, costs) => print({ name, sizes: size.stored, costs, flat: true });
stored("the first page of the list, by games in the store", stores.list);
stored("the same of one game type", stores.second);
stored("a game that is read from the store and shown", stores.open);
stored("a new game", stores.create);
const tables = await tableCosts();
const table = (name, costs) => print({ name, sizes: size.tables, costs, flat: true });
table("`table show`, by tables in the repository", tables.show);
table("`table move --commit`", tables.move);
table("`table process`", tables.process);
