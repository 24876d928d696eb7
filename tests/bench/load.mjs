// Server load test; see docs/benchmarks.md.
//
// Usage: node tests/bench/load.mjs [--quick] [--history] [--program ARBITER] [--client ARBITER_LOAD]
//
// --history, and --quick: what the players are told is written down and judged by `arbiter simulate --judge`. That
// slows down what is measured.
// Fails if a move is not acknowledged or a spectator misses one; never because of a timing.

import assert from "node:assert/strict";
import { execFile, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { cpus, loadavg, tmpdir } from "node:os";
import path from "node:path";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";
import { parseArgs, promisify } from "node:util";

const release = path.join(path.dirname(fileURLToPath(import.meta.url)), "../../build/release");
const { values: options } = parseArgs({
  options: {
    quick: { type: "boolean", default: false },
    history: { type: "boolean", default: false },
    program: { type: "string", default: path.join(release, "cli/arbiter") },
    client: { type: "string", default: path.join(release, "bench/arbiter_load") },
  },
});

const size = options.quick
  ? { tables: 12, watchers: 24, seconds: 0.5, idleGames: 50, roomIdleMs: 500, crowd: 100, moves: 5 }
  : { tables: 1000, watchers: 1000, seconds: 15, idleGames: 20_000, roomIdleMs: 10_000, crowd: 8000, moves: 80 };
const goals = { ratio: 3, p99Ms: 50, idleBytes: 4096, watcherBytes: 8192, watchedTimes: 10 };

// All clients have the same address here.
const unlimited = ["requests-per-second", "requests-burst", "creations-per-second", "creations-burst"]
  .flatMap((name) => [`--${name}`, "1e9"])
  .concat("--connections-per-address-max", "10000", "--access-log", "off", "--log-level", "error");

const mean = (numbers) => numbers.reduce((sum, number) => sum + number, 0) / numbers.length;
const shown = (number, digits = 0) => number.toFixed(digits);

function printTable(title, rows) {
  const widths = rows[0].map((_, column) => Math.max(...rows.map((row) => row[column].length)));
  const line = (row) => row.map((cell, i) => (i === 0 ? cell.padEnd(widths[i]) : cell.padStart(widths[i]))).join("  ");
  console.log([title, ...rows.map(line), ""].join("\n"));
}

function judge(what, met) {
  if (!options.quick) console.log(`goal: ${what}: ${met ? "met" : "MISSED"}`);
}

/**
 * Calls `work` with a server whose store is beside the programs, on the file system being measured. When the server
 * has ended, `judge` looks at the folder.
 */
async function withServer(listening, work, judge = async () => {}) {
  const folder = mkdtempSync(path.join(path.dirname(options.client), "load-"));
  const store = path.join(folder, "games.db");
  const flags = [...listening, "--store", store, "--room-idle-ms", String(size.roomIdleMs), ...unlimited];
  const server = spawn(options.program, ["serve", ...flags], { stdio: ["ignore", "pipe", "inherit"] });
  try {
    const [line] = await Promise.race([
      once(createInterface({ input: server.stdout }), "line"),
      once(server, "exit").then(() => assert.fail("the server did not start")),
    ]);
    const [, port, socket] = /http:\/\/[^\s,"]+:(\d+)|unix:([^\s,"]+)/.exec(line);
    await work({ address: port ?? socket, folder, process: server.pid });
    server.kill("SIGTERM");
    await once(server, "exit");
    await judge({ folder, store });
  } finally {
    if (server.exitCode === null) server.kill("SIGKILL");
    rmSync(folder, { recursive: true });
  }
}

async function ask(...words) {
  const { stdout } = await promisify(execFile)(options.client, words.map(String));
  return JSON.parse(stdout);
}

const paceRow = (name, pace) => [name, shown(pace.moves_a_second), shown(pace.median_ms, 1), shown(pace.p99_ms, 1)];

function reportPlay(through, { fdatasyncs_a_second: syncs, fast, half, watchers }) {
  const players = `${size.tables} games with two players each, ${size.watchers} watchers`;
  printTable(`${players}, ${through}, ${size.seconds} s each`, [
    ["load", "durable moves a second", "p50 ms", "p99 ms"],
    paceRow("as fast as they can", fast),
    paceRow("half of that, at random moments", half),
  ]);
  const row = (name, kind) => {
    const rates = syncs.map((rate) => rate[kind]);
    return [name, ...rates.map((rate) => shown(rate)), shown(fast.moves_a_second / mean(rates), 1)];
  };
  printTable("This machine's single fdatasyncs a second, 4 KiB each, and how many moves there were for one", [
    ["file", "before", "between", "after", "moves for one"],
    row("growing, as a journal does", "appending"),
    row("written over", "overwriting"),
  ]);
  console.log(`watchers: ${watchers.events} events, ${watchers.gaps} gaps, ${watchers.left_behind} left behind\n`);
  assert.ok(fast.moves > 0 && half.moves > 0, "no move was made");
  assert.ok(watchers.events > 0, "nothing was watched");
  assert.equal(watchers.gaps, 0, "a watcher missed an event");
  assert.equal(watchers.left_behind, 0, "a watcher did not get everything");
  const ratio = fast.moves_a_second / mean(syncs.map(({ appending }) => appending));
  judge(`at least ${goals.ratio} durable moves for one fdatasync of a journal`, ratio >= goals.ratio);
  judge(`p99 under ${goals.p99Ms} ms at half of the load`, half.p99_ms < goals.p99Ms);
  console.log();
}

function reportCrowd({ alone, watched, beside, bytes_a_watcher: bytes, watchers }) {
  assert.equal(watchers.gaps, 0, "a watcher missed an event");
  assert.equal(watchers.left_behind, 0, "a watcher did not get everything");
  if (options.quick) return;
  const row = (name, pace) => [name, shown(pace.median_ms, 2), shown(pace.p99_ms, 2)];
  printTable(`\nMoves in a game with ${size.crowd} watchers, ${size.moves} of each kind`, [
    ["moves", "p50 ms", "p99 ms"],
    row("before anybody watches", alone),
    row("in the game that is watched", watched),
    row("in another game, right after one of those", beside),
  ]);
  console.log(`${shown(bytes / 1024, 2)} KiB for each watcher`);
  judge(`under ${goals.watcherBytes / 1024} KiB for a watcher`, bytes < goals.watcherBytes);
  const times = watched.median_ms / alone.median_ms;
  judge(
    `the mover waits less than ${goals.watchedTimes} times as long (${shown(times, 1)})`,
    times < goals.watchedTimes,
  );
}

function reportMemory({ games, bytes_an_open_game: open, bytes_an_idle_game: idle }) {
  if (options.quick) return; // too few games for a meaningful value
  const kib = (bytes) => shown(bytes / 1024, 2);
  printTable(`\nMemory of the server that ${games} new games take`, [
    ["games", "KiB each"],
    ["just created, still open", kib(open)],
    ["left alone", kib(idle)],
  ]);
  judge(`under ${goals.idleBytes / 1024} KiB for an idle game`, idle < goals.idleBytes);
}

const [load] = loadavg();
console.log(`${cpus().length} processors, load average ${shown(load, 1)} before the run\n`);
const tcp = ["--port", "0"];
const sockets = mkdtempSync(path.join(tmpdir(), "arbiter-load-"));
const inFileSystem = ["--address", `unix:${path.join(sockets, "socket")}`];
const historyIn = (folder) => (options.quick || options.history ? [path.join(folder, "history.jsonl")] : []);
const play = (through, listening) =>
  withServer(
    listening,
    async ({ address, folder }) => {
      const words = [address, folder, size.tables, size.watchers, size.seconds, ...historyIn(folder)];
      reportPlay(through, await ask("play", ...words));
    },
    async ({ folder, store }) => {
      for (const history of historyIn(folder)) {
        const words = ["simulate", "--judge", history, "--store", store];
        console.log(`history: ${(await promisify(execFile)(options.program, words)).stdout}`);
      }
    },
  );
try {
  await play("through a socket in the file system", inFileSystem);
  await play("over TCP", tcp);
} finally {
  rmSync(sockets, { recursive: true });
}
await withServer(tcp, async ({ address, process }) =>
  reportMemory(await ask("idle", address, process, size.idleGames)),
);
await withServer(tcp, async ({ address, process }) =>
  reportCrowd(await ask("crowd", address, process, size.crowd, size.moves)),
);
