// The processor time of the main operations on the code path that the program chooses, divided by that of a program
// whose every source was compiled for this processor alone. Both run in alternation.
//
// Usage: node tests/bench/native.mjs [--quick] [--rounds N] [--only WORD] [--program PATH] [--native PATH]

import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";

import { Arbiter } from "./programs.mjs";

const build = path.join(path.dirname(fileURLToPath(import.meta.url)), "../../build");
const { values: options } = parseArgs({
  options: {
    quick: { type: "boolean", default: false },
    rounds: { type: "string", default: "9" },
    only: { type: "string", default: "" },
    program: { type: "string", default: path.join(build, "release/bench/arbiter_bench") },
    native: { type: "string", default: path.join(build, "native/bench/arbiter_bench") },
  },
});
const rounds = options.quick ? 1 : Number(options.rounds);
const ratioMax = 1.03;

const kiwipete = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1";
/** Each takes a few tenths of a second: the workload, how often, and on what (tests/bench/main.cpp). */
const works = (folder) => ({
  "perft of the start": ["perft", 6, "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"],
  "perft of Kiwipete": ["perft", 5, kiwipete],
  "perft of position 3": ["perft", 7, "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1"],
  "chess-squares": ["states", 60, `${folder}/states.jsonl`],
  "chess-squares with history": ["states", 3, `${folder}/histories.jsonl`],
  "PGN read": ["read_pgn", 200, `${folder}/games.pgn`],
  "PGN replayed": ["replay_pgn", 80, `${folder}/games.pgn`],
  "PGN rewritten": ["rewrite_pgn", 80, `${folder}/annotated.pgn`],
  "legal moves in SAN": ["legal_san", 400, `${folder}/positions.fen`],
  "legal moves in UCI": ["legal_uci", 400, `${folder}/positions.fen`],
  "go-grid": ["grids", 600, `${folder}/grids.jsonl`],
  "legal moves of Go": ["legal_vertex", 600, `${folder}/grids.jsonl`],
  "SGF rewritten": ["rewrite_sgf", 40, `${folder}/games.sgf`],
  "playouts on 9x9": ["playouts", 100_000, 9],
  "playouts on 19x19": ["playouts", 15_000, 19],
  "turns of backgammon": ["turns", 200, 10_000],
  "games of backgammon": ["backgammon", 10_000, 1],
});

const median = (numbers) => [...numbers].sort((a, b) => a - b)[Math.floor(numbers.length / 2)];

async function ratioOf(ours, native, request) {
  const ratios = [];
  for (let round = 0; round < rounds; round++) {
    const pair = round % 2 === 0 ? [ours, native] : [native, ours];
    const seconds = new Map();
    for (const program of pair) seconds.set(program, (await program.ask(request)).seconds);
    ratios.push(seconds.get(ours) / seconds.get(native));
  }
  return ratios;
}

const folder = mkdtempSync(path.join(tmpdir(), "arbiter-native-"));
const ours = new Arbiter(options.program);
const native = new Arbiter(options.native);
try {
  await ours.ask(`inputs ${options.quick ? 1 : 50} ${folder}`);
  console.log(`Processor time beside a program for this processor alone, ${rounds} rounds: least, median, most`);
  let missed = 0;
  for (const [name, [workload, count, operand]] of Object.entries(works(folder))) {
    if (!name.includes(options.only)) continue;
    const request = `${workload} ${options.quick ? 1 : count} ${operand}`;
    const ratios = await ratioOf(ours, native, request);
    const isMet = options.quick || median(ratios) <= ratioMax;
    if (!isMet) missed++;
    const numbers = [Math.min(...ratios), median(ratios), Math.max(...ratios)].map((ratio) => ratio.toFixed(2));
    console.log(`${name.padEnd(28)}${numbers.join("  ")}${isMet ? "" : "  MISSED"}`);
  }
  if (!options.quick)
    console.log(`goal: at most ${ratioMax} in the median: ${missed === 0 ? "met" : `MISSED in ${missed}`}`);
} finally {
  ours.close();
  native.close();
  rmSync(folder, { recursive: true });
}
