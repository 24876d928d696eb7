// Measures Arbiter and other programs and prints the ratios; see docs/benchmarks.md.
//
// Usage: node tests/bench/run.mjs [--quick] [--only WORD] [--program PATH] [--engine FOLDER]
//
// With --only, the rows that have the word in their name or in the title of their table: --only "npm package".

import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";

import * as chessJs from "./chess_js.mjs";
import { chessWorks as chessEngineWorks, goWorks as goEngineWorks, openEngine } from "./engine.mjs";
import * as goBoard from "./go_board.mjs";
import { Arbiter, Stockfish, timed } from "./programs.mjs";

const sgf = createRequire(new URL("../package.json", import.meta.url))("@sabaki/sgf");
const root = path.join(path.dirname(fileURLToPath(import.meta.url)), "../..");
const { values: options } = parseArgs({
  options: {
    quick: { type: "boolean", default: false },
    program: { type: "string", default: path.join(root, "build/release/bench/arbiter_bench") },
    only: { type: "string" },
    engine: { type: "string", default: path.join(root, "build/wasm/package") },
  },
});

const size = options.quick
  ? {
      rounds: 1,
      seconds: 0,
      games: 2,
      shallower: 3,
      repeat: 1,
      playouts: 10,
      turnRounds: 1,
      backgammonGames: 2,
      arenaGames: 2,
    }
  : {
      rounds: 7,
      seconds: 0.25,
      games: 50,
      shallower: 0,
      repeat: 20,
      playouts: 20000,
      turnRounds: 200,
      backgammonGames: 15000,
      arenaGames: 100,
    };

const start = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
const perftPositions = [
  { name: "start", depth: 6, fen: start, goal: 4.3 },
  {
    name: "Kiwipete",
    depth: 5,
    goal: 6.0,
    fen: "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
  },
  { name: "position 3", depth: 7, goal: 6.0, fen: "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1" },
];

const processorHasAvx512 = / avx512_vpopcntdq /.test(readFileSync("/proc/cpuinfo", "utf8"));

/** Per thousand leaves that Stockfish counts in the same time. */
const playouts = [
  { name: "9x9", request: `playouts ${size.playouts * 5} 9`, goal: processorHasAvx512 ? 2.6 : 1.9 },
  { name: "19x19", request: `playouts ${size.playouts} 19`, goal: 0.5 },
];
const backgammonWorks = [
  { name: "turns of 10,000 rolls", request: `turns ${size.turnRounds} 10000`, goal: 10 },
  { name: "random games", request: `backgammon ${size.backgammonGames} 1` },
];

const sorted = (numbers) => [...numbers].sort((a, b) => a - b);
const median = (numbers) => sorted(numbers)[Math.floor(numbers.length / 2)];
const shown = (number, digits = 2) => (Number.isFinite(number) ? number.toFixed(digits) : "-");
const spread = (ratios) => [Math.min(...ratios), median(ratios), Math.max(...ratios)].map((r) => shown(r));

function printTable(title, rows) {
  const widths = rows[0].map((_, column) => Math.max(...rows.map((row) => row[column].length)));
  const line = (row) => row.map((cell, i) => (i === 0 ? cell.padEnd(widths[i]) : cell.padStart(widths[i]))).join("  ");
  console.log([title, ...rows.map(line), ""].join("\n"));
}

const isWanted = (title, { name }) => !options.only || `${title} ${name}`.includes(options.only);

/** The results of the rows of a table that are wanted, one after the other. */
async function resultsOf(title, rows, compare) {
  const results = [];
  for (const row of rows) if (isWanted(title, row)) results.push(await compare(row));
  return results;
}

/** In alternation, so that other load affects both. */
async function alternate(ours, theirs) {
  const rounds = [];
  for (let round = 0; round < size.rounds; round++) {
    rounds.push({ ours: await ours(), theirs: await theirs() });
  }
  return rounds;
}

// Perft --------------------------------------------------------------------------------------------

async function comparePerft(arbiter, stockfish, position) {
  const task = { fen: position.fen, depth: position.depth - size.shallower };
  const rounds = await alternate(
    () => arbiter.perft(task),
    () => stockfish.perft(task),
  );
  for (const { ours, theirs } of rounds) assert.equal(ours.leaves, theirs.leaves, position.name);
  const millions = (side) => shown(median(rounds.map((round) => round[side].leaves / round[side].seconds / 1e6)), 0);
  const ratios = rounds.map(({ ours, theirs }) => theirs.seconds / ours.seconds);
  return {
    row: [
      ...[position.name, String(task.depth), millions("ours"), millions("theirs")],
      ...[...spread(ratios), shown(position.goal, 1)],
    ],
    met: median(ratios) >= position.goal,
  };
}

async function perftTable(arbiter) {
  const stockfish = await Stockfish.start();
  const title = `Perft with bulk counting, one thread, beside ${stockfish.name}: million leaves a second`;
  const results = await resultsOf(title, perftPositions, (row) => comparePerft(arbiter, stockfish, row));
  stockfish.close();
  if (results.length === 0) return;
  printTable(title, [
    ["position", "depth", "Arbiter", "Stockfish", "ratio min", "median", "max", "goal"],
    ...results.map(({ row }) => row),
  ]);
  if (!options.quick) console.log(`goals: ${results.every(({ met }) => met) ? "met" : "MISSED"}\n`);
}

/** What Arbiter counts per thousand leaves of Stockfish. */
function forThousandLeaves({ ours, theirs }) {
  return (1000 * ours.count * theirs.seconds) / (ours.seconds * theirs.leaves);
}

// Go and backgammon ---------------------------------------------------------------------------------

async function compareWithLeaves(arbiter, stockfish, { name, request, goal }) {
  const rounds = await alternate(
    () => arbiter.ask(request),
    () => stockfish.perft({ fen: start, depth: 6 - size.shallower }),
  );
  const thousands = median(rounds.map(({ ours }) => ours.count / ours.seconds / 1000));
  const ratios = rounds.map(forThousandLeaves);
  return {
    row: [name, shown(thousands, 1), ...spread(ratios), shown(goal, 1)],
    met: goal === undefined || median(ratios) >= goal,
  };
}

async function leavesTable(arbiter, title, works) {
  const stockfish = await Stockfish.start();
  const results = await resultsOf(title, works, (work) => compareWithLeaves(arbiter, stockfish, work));
  stockfish.close();
  if (results.length === 0) return;
  printTable(`${title}, one thread, and how many for 1,000 perft leaves of ${stockfish.name}`, [
    ["work", "thousand a second", "ratio min", "median", "max", "goal"],
    ...results.map(({ row }) => row),
  ]);
  if (!options.quick) console.log(`goals: ${results.every(({ met }) => met) ? "met" : "MISSED"}\n`);
}

// The arena ----------------------------------------------------------------------------------------

/** The same games between two random players, with and without referee, clocks and reports. */
async function compareArena(arbiter, game) {
  const rounds = await alternate(
    () => arbiter.ask(`arena ${size.arenaGames} ${game}`),
    () => arbiter.ask(`bare ${size.arenaGames} ${game}`),
  );
  for (const { ours, theirs } of rounds) assert.equal(ours.count, theirs.count, game);
  const micros = ({ count, seconds }) => (seconds / count) * 1e6;
  const all = rounds.map(({ ours, theirs }) => [micros(ours), micros(theirs)]);
  return [
    game,
    shown(median(all.map(([arena]) => arena)), 1),
    shown(median(all.map(([, bare]) => bare)), 1),
    shown(median(all.map(([arena, bare]) => arena - bare)), 1),
    ...spread(all.map(([arena, bare]) => arena / bare)),
  ];
}

async function arenaTable(arbiter) {
  const title = "The arena with two players at random, beside the rules alone: microseconds a move";
  const rows = await resultsOf(title, [{ name: "chess" }, { name: "go" }], ({ name }) => compareArena(arbiter, name));
  if (rows.length === 0) return;
  printTable(title, [["game", "arena", "rules", "overhead", "ratio min", "median", "max"], ...rows]);
}

// Formats and lists --------------------------------------------------------------------------------

/**
 * How much JavaScript does in a second of processor time. It works for a while, because Linux keeps that time in steps of 4 ms,
 * and because a single pass may be one with a garbage collection or without.
 */
async function speedOf(work) {
  let done = 0;
  const { seconds } = await timed(() => {
    const end = performance.now() + 1000 * size.seconds;
    do done += work();
    while (performance.now() < end);
  });
  return done / seconds;
}

function speedRow({ name, unit }, rounds) {
  const thousands = (side) => shown(median(rounds.map((round) => round[side])) / 1000, 1);
  return [name, unit, thousands("ours"), thousands("theirs"), ...spread(rounds.map((r) => r.ours / r.theirs))];
}

/** Arbiter repeats its work in one request. The other program works once unmeasured, to be compiled. */
async function compareWork(arbiter, { name, unit, request, theirs }) {
  const done = theirs();
  await speedOf(theirs);
  const rounds = await alternate(
    async () => {
      const { count, seconds } = await arbiter.ask(request);
      assert.equal(count / size.repeat, done, name);
      return count / seconds;
    },
    () => speedOf(theirs),
  );
  return speedRow({ name, unit }, rounds);
}

function works(folder) {
  const file = (name) => path.join(folder, name);
  const text = (name) => readFileSync(file(name), "utf8");
  const [pgn, fens] = [text("games.pgn"), text("positions.fen")];
  const [states, histories] = [text("states.jsonl"), text("histories.jsonl")];
  const positions = chessJs.loadPositions(fens);
  const request = (workload, name) => `${workload} ${size.repeat} ${file(name)}`;
  return [
    {
      name: "chess-squares read, validated, written",
      unit: "states",
      request: request("states", "states.jsonl"),
      theirs: () => chessJs.states(states, fens),
    },
    {
      name: "the same with the game's history",
      unit: "states",
      request: request("states", "histories.jsonl"),
      theirs: () => chessJs.states(histories, fens),
    },
    {
      name: "PGN read, every move checked",
      unit: "games",
      request: request("read_pgn", "games.pgn"),
      theirs: () => chessJs.readPgn(pgn),
    },
    {
      name: "PGN read and replayed to a Game",
      unit: "games",
      request: request("replay_pgn", "games.pgn"),
      theirs: () => chessJs.readPgn(pgn),
    },
    {
      name: "legal moves of an AnyGame in SAN",
      unit: "moves",
      request: request("legal_san", "positions.fen"),
      theirs: () => chessJs.legalSan(positions),
    },
    {
      name: "legal moves of an AnyGame in UCI",
      unit: "moves",
      request: request("legal_uci", "positions.fen"),
      theirs: () => chessJs.legalUci(positions),
    },
  ];
}

function goWorks(folder) {
  const file = path.join(folder, "grids.jsonl");
  const grids = readFileSync(file, "utf8");
  const positions = goBoard.loadPositions(grids);
  return [
    {
      name: "go-grid read, validated, written",
      unit: "states",
      request: `grids ${size.repeat} ${file}`,
      theirs: () => goBoard.grids(grids),
    },
    {
      name: "legal moves of an AnyGame in mid-game",
      unit: "moves",
      request: `legal_vertex ${size.repeat} ${file}`,
      theirs: () => goBoard.legalMoves(positions),
    },
  ];
}

async function workTable(arbiter, peer, list) {
  const title = `Formats and lists, beside ${peer}: thousands a second`;
  const rows = await resultsOf(title, list, (work) => compareWork(arbiter, work));
  if (rows.length === 0) return;
  printTable(title, [["work", "unit", "Arbiter", peer, "ratio min", "median", "max"], ...rows]);
}

// Files --------------------------------------------------------------------------------------------

/** Both read a file of annotated games, check every move, and write it again. */
async function pgnExtractTable(arbiter, folder) {
  const title = "Files of annotated PGN read, checked and written, beside pgn-extract: thousand games a second";
  if (!isWanted(title, { name: "PGN to PGN" })) return;
  const program = ["/usr/games/pgn-extract", "/usr/bin/pgn-extract"].find(existsSync);
  if (!program) return console.log("Files of PGN: not compared, for want of pgn-extract\n");
  const many = path.join(folder, "many.pgn");
  const text = readFileSync(path.join(folder, "annotated.pgn"), "utf8");
  writeFileSync(many, text.repeat(size.repeat));
  const games = size.games * size.repeat;
  const command = `TIMEFORMAT='%U %S'; time ${program} -s -o${path.join(folder, "out.pgn")} ${many} 2>/dev/null`;
  const rounds = await alternate(
    () => arbiter.ask(`rewrite_pgn 1 ${many}`),
    () => {
      const { stderr } = spawnSync("bash", ["--norc", "-c", command], { encoding: "utf8" });
      const seconds = stderr.trim().split(" ").map(Number);
      return { count: games, seconds: seconds[0] + seconds[1] };
    },
  );
  for (const { ours } of rounds) assert.equal(ours.count, games);
  const thousands = (side) => shown(median(rounds.map((round) => games / round[side].seconds / 1000)), 1);
  printTable(title, [
    ["work", "Arbiter", "pgn-extract", "ratio min", "median", "max"],
    [
      "PGN to PGN",
      thousands("ours"),
      thousands("theirs"),
      ...spread(rounds.map(({ ours, theirs }) => theirs.seconds / ours.seconds)),
    ],
  ]);
}

function sgfWorks(folder) {
  const text = readFileSync(path.join(folder, "games.sgf"), "utf8");
  return [
    {
      name: "SGF read, checked and written",
      unit: "documents",
      request: `rewrite_sgf ${size.repeat} ${path.join(folder, "games.sgf")}`,
      theirs: () => {
        const games = sgf.parse(text);
        sgf.stringify(games);
        return games.length;
      },
    },
  ];
}

// The npm package ----------------------------------------------------------------------------------

/** Both work unmeasured to be compiled, then in alternation. */
async function compareInProcess({ name, unit, ours, theirs }) {
  assert.equal(ours(), theirs(), name);
  for (const work of [ours, theirs]) await speedOf(work);
  const rounds = await alternate(
    () => speedOf(ours),
    () => speedOf(theirs),
  );
  return speedRow({ name, unit }, rounds);
}

async function engineTables(folder) {
  const text = (name) => readFileSync(path.join(folder, name), "utf8");
  const engine = await openEngine(options.engine);
  const tables = {
    "chess.js": chessEngineWorks(engine, { pgn: text("games.pgn"), fens: text("positions.fen") }),
    "@sabaki/go-board": goEngineWorks(engine, { grids: text("grids.jsonl") }),
  };
  for (const [peer, works] of Object.entries(tables)) {
    const title = `The npm package, in WebAssembly, beside ${peer}: thousands a second`;
    const rows = await resultsOf(title, works, compareInProcess);
    if (rows.length === 0) continue;
    printTable(title, [["work", "unit", "arbiter-engine", peer, "ratio min", "median", "max"], ...rows]);
  }
}

// --------------------------------------------------------------------------------------------------

const folder = mkdtempSync(path.join(tmpdir(), "arbiter-bench-"));
const arbiter = new Arbiter(options.program);

/** The first row of the playouts with the code for older processors, too. */
async function playoutsOnAvx2() {
  const older = new Arbiter(options.program, { ARBITER_CODE_PATH: "AVX2" });
  try {
    await leavesTable(older, "Go: random playouts with AVX2", [{ ...playouts[0], goal: 1.9 }]);
  } finally {
    older.close();
  }
}

async function everythingNative() {
  await perftTable(arbiter);
  await workTable(arbiter, "chess.js", works(folder));
  await leavesTable(arbiter, "Go: random playouts", playouts);
  if (processorHasAvx512) await playoutsOnAvx2();
  await workTable(arbiter, "@sabaki/go-board", goWorks(folder));
  await workTable(arbiter, "@sabaki/sgf", sgfWorks(folder));
  await pgnExtractTable(arbiter, folder);
  await leavesTable(arbiter, "Backgammon", backgammonWorks);
  await arenaTable(arbiter);
}

try {
  await arbiter.ask(`inputs ${size.games} ${folder}`);
  await everythingNative();
  await engineTables(folder);
} finally {
  arbiter.close();
  rmSync(folder, { recursive: true });
}
