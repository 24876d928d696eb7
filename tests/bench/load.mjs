// Server load test; see docs/benchmarks.md.
//
// Usage: node tests/bench/load.mjs [--quick] [--history] [--program ARBITER] [--client ARBITER_LOAD]
//                                  [--store sqlite|postgresql] [--servers N] [--relays N] [--databases N]
//                                  [--partitions N]
//
// On PostgreSQL, N servers share a database; pgbench's simplest transaction is timed beside them. With several databases, each
// in a cluster of its own, they take turns: the first server uses the first one. With partitions, the tables of games and
// entries are divided by the hash of the game's id. Relays are further servers that only watchers use.
//
// --history, and --quick: what the players are told is written down and judged by `arbiter simulate --judge`. That
// slows down what is measured.
// Fails if a move is not acknowledged or a spectator misses one; never because of a timing.

import assert from "node:assert/strict";
import { execFile, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from "node:fs";
import { cpus, loadavg, tmpdir } from "node:os";
import path from "node:path";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";
import { parseArgs, promisify } from "node:util";

import { programs, startPostgres } from "../support/postgres.mjs";

const release = path.join(path.dirname(fileURLToPath(import.meta.url)), "../../build/release");
const { values: options } = parseArgs({
  options: {
    quick: { type: "boolean", default: false },
    history: { type: "boolean", default: false },
    program: { type: "string", default: path.join(release, "cli/arbiter") },
    client: { type: "string", default: path.join(release, "bench/arbiter_load") },
    store: { type: "string", default: "sqlite" },
    servers: { type: "string", default: "1" },
    relays: { type: "string", default: "0" },
    databases: { type: "string", default: "1" },
    partitions: { type: "string", default: "0" },
  },
});

const size = options.quick
  ? { tables: 12, watchers: 24, seconds: 0.5, idleGames: 50, roomIdleMs: 500, crowd: 100, moves: 5 }
  : { tables: 1000, watchers: 1000, seconds: 15, idleGames: 20_000, roomIdleMs: 10_000, crowd: 8000, moves: 80 };
const goals = { ratio: 3, pgbenchTimes: 1.5, p99Ms: 50, idleBytes: 4096, watcherBytes: 8192, watchedTimes: 10 };

// All clients have the same address here.
const unlimited = ["requests", "creations", "stored-bytes"]
  .flatMap((name) => [`--${name}-per-second`, "1e9", `--${name}-burst`, "1e9"])
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

/** Calls `work` with a folder beside the programs, on the file system being measured. */
async function withFolder(work) {
  const folder = mkdtempSync(path.join(path.dirname(options.client), "load-"));
  try {
    return await work(folder);
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** Calls `work` with a server that has its own store. */
const withServer = (listening, work) =>
  withFolder((folder) => withServerOn(path.join(folder, "games.db"), listening, work));

async function withServerOn(store, listening, work) {
  const flags = [...listening, "--store", store, "--room-idle-ms", String(size.roomIdleMs), ...unlimited];
  const server = spawn(options.program, ["serve", ...flags], { stdio: ["ignore", "pipe", "inherit"] });
  try {
    const [line] = await Promise.race([
      once(createInterface({ input: server.stdout }), "line"),
      once(server, "exit").then(() => assert.fail("the server did not start")),
    ]);
    const [, port, socket] = /http:\/\/[^\s,"]+:(\d+)|unix:([^\s,"]+)/.exec(line);
    return await work({ address: port ?? socket, process: server.pid });
  } finally {
    if (server.exitCode === null) {
      server.kill("SIGTERM");
      await once(server, "exit");
    }
  }
}

/** The processor time of a process and of those it started, in seconds, ended ones included. */
function processorSeconds(pid) {
  const ticksASecond = 100;
  const fields = (id) => {
    try {
      return readFileSync(`/proc/${id}/stat`, "utf8")
        .replace(/^.*\) /, "")
        .split(" ");
    } catch {
      return []; // it has ended
    }
  };
  const isChild = (id) => /^\d+$/.test(id) && Number(fields(id)[1]) === pid;
  const ticks =
    fields(pid)
      .slice(11, 15)
      .reduce((sum, value) => sum + Number(value), 0) / ticksASecond;
  return readdirSync("/proc")
    .filter(isChild)
    .reduce((sum, id) => sum + processorSeconds(Number(id)), ticks);
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

/** Transactions a second of `pgbench -N`: one row updated, one inserted. */
async function pgbench(url) {
  const program = path.join(programs(), "pgbench");
  const time = String(Math.max(1, Math.round(size.seconds / 3)));
  await promisify(execFile)(program, ["-i", "-q", "-s", "10", url]);
  const words = ["-N", "-M", "prepared", "-c", "32", "-j", "2", "-T", time, url];
  const { stdout } = await promisify(execFile)(program, words);
  return Number(/^tps = ([\d.]+)/m.exec(stdout)[1]);
}

async function sql(url, ...commands) {
  const words = ["-X", "-q", "-A", "-t", "-v", "ON_ERROR_STOP=1", url];
  const { stdout } = await promisify(execFile)(path.join(programs(), "psql"), [
    ...words,
    ...commands.flatMap((command) => ["-c", command]),
  ]);
  return stdout.trim();
}

/** What a database has written so far. */
async function written(url) {
  const numbers = await sql(
    url,
    "SELECT pg_wal_lsn_diff(pg_current_wal_insert_lsn(), '0/0'), pg_database_size(current_database()), xact_commit " +
      "FROM pg_stat_database WHERE datname = current_database()",
  );
  const [log, tables, transactions] = numbers.split("|").map(Number);
  return { log, tables, transactions };
}

/** Puts partitioned tables in the place of those that a server has made. */
async function divide(url, partitions) {
  await withServerOn(url, tcp, () => {});
  const divided = (table, key) => [
    `CREATE TABLE ${table}_whole (LIKE ${table} INCLUDING ALL) PARTITION BY HASH (${key})`,
    ...Array.from(
      { length: partitions },
      (_, i) =>
        `CREATE TABLE ${table}_${i} PARTITION OF ${table}_whole FOR VALUES WITH (MODULUS ${partitions}, REMAINDER ${i})`,
    ),
  ];
  await sql(
    url,
    "SET search_path = arbiter",
    ...divided("game", "id"),
    ...divided("entry", "game"),
    "DROP TABLE entry, game",
    "ALTER TABLE game_whole RENAME TO game",
    "ALTER TABLE entry_whole RENAME TO entry",
  );
}

/** Nested, so that every server is stopped. One server for each of the stores. */
const withServers = ([store, ...others], work, servers = []) =>
  store === undefined
    ? work(servers)
    : withServerOn(store, tcp, (server) => withServers(others, work, [...servers, server]));

/** Nested, too. */
const withClusters = (count, work, clusters = []) =>
  count === 0
    ? work(clusters)
    : withFolder(async (home) => {
        const cluster = await startPostgres({ home, settings: ["-c", "shared_buffers=256MB"] });
        try {
          return await withClusters(count - 1, work, [...clusters, cluster]);
        } finally {
          await cluster.stop();
        }
      });

const sum = (numbers) => numbers.reduce((total, number) => total + number, 0);

async function playOnPostgres(clusters) {
  const count = Number(options.servers);
  const bench = await clusters[0].createDatabase();
  const before = await pgbench(bench);
  const stores = await Promise.all(clusters.map((cluster) => cluster.createDatabase()));
  if (options.partitions !== "0") for (const store of stores) await divide(store, Number(options.partitions));
  const relayCount = Number(options.relays);
  assert.ok(relayCount <= count, "a relay shows the games of one server or more");
  const storeOfEach = (length) => Array.from({ length }, (_, i) => stores[i % stores.length]);
  const played = await withServers([...storeOfEach(count), ...storeOfEach(relayCount)], async (all) => {
    const [servers, relays] = [all.slice(0, count), all.slice(count)];
    const tables = Math.ceil(size.tables / count);
    const watchers = Math.ceil(size.watchers / count);
    const databases = clusters.map((cluster) => cluster.pid());
    const secondsOf = (list) => sum(list.map(({ process }) => processorSeconds(process)));
    const used = () => ({
      databases: sum(databases.map(processorSeconds)),
      servers: secondsOf(servers),
      relays: secondsOf(relays),
    });
    const addressOf = ({ address }, i) =>
      relays.length === 0 ? address : `${address},${relays[i % relays.length].address}`;
    const since = (then, now) => Object.fromEntries(Object.keys(now).map((key) => [key, now[key] - then[key]]));
    const begin = { used: used(), writes: await Promise.all(stores.map(written)) };
    const parts = await withFolder((folder) =>
      Promise.all(
        servers.map((server, i) => ask("play", addressOf(server, i), folder, tables, watchers, size.seconds)),
      ),
    );
    const writes = await Promise.all(stores.map(async (store, i) => since(begin.writes[i], await written(store))));
    return { parts, writes, relays: relays.length, used: since(begin.used, used()) };
  });
  reportPostgres(played, [before, await pgbench(bench)]);
}

function reportPostgres({ parts, writes, relays, used }, bench) {
  const most = (pick) => Math.max(...parts.map(pick));
  const rate = (kind) => sum(parts.map((part) => part[kind].moves_a_second));
  const moves = sum(parts.map(({ fast, half }) => fast.moves + half.moves));
  const row = (name, kind) => [
    name,
    shown(rate(kind)),
    shown(
      most((part) => part[kind].median_ms),
      1,
    ),
    shown(
      most((part) => part[kind].p99_ms),
      1,
    ),
  ];
  const counted = (number, noun) => `${number} ${noun}${number === 1 ? "" : "s"}`;
  const systems = [
    counted(parts.length, "server"),
    ...(relays > 0 ? [counted(relays, "relay")] : []),
    counted(writes.length, "database"),
  ].join(", ");
  printTable(`${size.tables} games on PostgreSQL, ${systems}, ${size.seconds} s each`, [
    ["load", "durable moves a second", "p50 ms", "p99 ms"],
    row("as fast as they can", "fast"),
    row("half of that, at random moments", "half"),
  ]);
  if (relays > 0) {
    const shownEvents = sum(parts.map(({ watchers }) => watchers.events));
    console.log(
      `an event shown by a relay: ${shown((1e6 * used.relays) / shownEvents, 1)} microseconds of processor\n`,
    );
  }
  const total = (kind) => sum(writes.map((each) => each[kind]));
  const micros = (seconds) => shown((1e6 * seconds) / moves);
  printTable("Processor time a move, new games and watchers included", [
    ["part", "microseconds"],
    ["servers", micros(used.servers)],
    ...(relays > 0 ? [["relays", micros(used.relays)]] : []),
    ["databases", micros(used.databases)],
  ]);
  printTable("Written for a move, new games included", [
    ["what", "a move"],
    ["bytes of the database's log", shown(total("log") / moves)],
    ["bytes of tables and indexes", shown(total("tables") / moves)],
    ["transactions", shown(total("transactions") / moves, 3)],
  ]);
  const times = rate("fast") / mean(bench);
  console.log(`pgbench -N: ${bench.map((tps) => shown(tps)).join(" and ")} transactions a second, before and after`);
  judge(`${goals.pgbenchTimes} moves for one transaction of pgbench (${shown(times, 2)})`, times >= goals.pgbenchTimes);
  for (const { fast, watchers } of parts) {
    assert.ok(fast.moves > 0, "no move was made");
    assert.equal(watchers.gaps, 0, "a watcher missed an event");
    assert.equal(watchers.left_behind, 0, "a watcher did not get everything");
  }
}

const [load] = loadavg();
console.log(`${cpus().length} processors, load average ${shown(load, 1)} before the run\n`);
const tcp = ["--port", "0"];

const historyIn = (folder) => (options.quick || options.history ? [path.join(folder, "history.jsonl")] : []);

/** What players were told, compared with the store of a server that has ended. */
async function judgeHistory(folder) {
  for (const history of historyIn(folder)) {
    const words = ["simulate", "--judge", history, "--store", path.join(folder, "games.db")];
    console.log(`history: ${(await promisify(execFile)(options.program, words)).stdout}`);
  }
}

async function playOnSqlite() {
  const sockets = mkdtempSync(path.join(tmpdir(), "arbiter-load-"));
  const inFileSystem = ["--address", `unix:${path.join(sockets, "socket")}`];
  const play = (through, listening) =>
    withFolder(async (folder) => {
      const store = path.join(folder, "games.db");
      const used = await withServerOn(store, listening, async ({ address, process }) => {
        const words = [address, folder, size.tables, size.watchers, size.seconds, ...historyIn(folder)];
        const played = await ask("play", ...words);
        reportPlay(through, played);
        return { seconds: processorSeconds(process), moves: played.fast.moves + played.half.moves };
      });
      // The server has copied its log into the file when it ends.
      printTable("A move, new games and watchers included", [
        ["what", "a move"],
        ["processor of the server, microseconds", shown((1e6 * used.seconds) / used.moves)],
        ["bytes of the store", shown(statSync(store).size / used.moves)],
      ]);
      await judgeHistory(folder);
    });
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
}

assert.match(options.store, /^(sqlite|postgresql)$/, "--store is sqlite or postgresql");
await (options.store === "sqlite" ? playOnSqlite() : withClusters(Number(options.databases), playOnPostgres));
