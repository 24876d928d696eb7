// Counts the instructions of the main operations with callgrind, which are the same under any load, and names
// those that grew by more than 2 % since tests/bench/counts.json was written. Exits with 1 if there are any.
//
// Usage: node tests/bench/counts.mjs [--write] [--program PATH] [--kept PATH]

import { spawnSync } from "node:child_process";
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";

const here = path.dirname(fileURLToPath(import.meta.url));
const { values: options } = parseArgs({
  options: {
    write: { type: "boolean", default: false },
    program: { type: "string", default: path.join(here, "../../build/release/bench/arbiter_bench") },
    kept: { type: "string", default: path.join(here, "counts.json") },
  },
});
const percentMax = 2;

const kiwipete = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1";
const works = {
  "perft of the start, depth 4": "perft 4 rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
  "perft of Kiwipete, depth 3": `perft 3 ${kiwipete}`,
  "chess-squares read, validated, written": "states 5 states.jsonl",
  "chess-squares with the game's history": "states 1 histories.jsonl",
  "PGN read, every move checked": "read_pgn 5 games.pgn",
  "PGN read and replayed to a Game": "replay_pgn 5 games.pgn",
  "annotated PGN read and written": "rewrite_pgn 2 annotated.pgn",
  "legal moves of chess in SAN": "legal_san 5 positions.fen",
  "legal moves of chess in UCI": "legal_uci 5 positions.fen",
  "go-grid read, validated, written": "grids 5 grids.jsonl",
  "legal moves of Go": "legal_vertex 5 grids.jsonl",
  "SGF read and written": "rewrite_sgf 1 games.sgf",
  "100 playouts on 9x9": "playouts 100 9",
  "20 playouts on 19x19": "playouts 20 19",
  "turns of 200 rolls": "turns 1 200",
  "10 random games of backgammon": "backgammon 10 1",
};

function run(command, request, folder) {
  const [program, ...values] = command;
  const { error, stdout, stderr } = spawnSync(program, values, { input: request, encoding: "utf8", cwd: folder });
  if (error) throw error;
  if (stdout.includes('"error"')) throw new Error(stdout);
  return stderr;
}

/** Of the program from its start to its end. */
function instructions(request, folder) {
  const valgrind = ["valgrind", "--tool=callgrind", "--callgrind-out-file=/dev/null", path.resolve(options.program)];
  const found = /Collected : (\d+)/.exec(run(valgrind, request, folder));
  if (!found) throw new Error(`valgrind has not counted "${request}"`);
  return Number(found[1]);
}

function count() {
  const folder = mkdtempSync(path.join(tmpdir(), "arbiter-counts-"));
  try {
    run([path.resolve(options.program)], "inputs 4 .\n", folder);
    const idle = instructions("", folder);
    const counted = ([name, request]) => [name, instructions(`${request}\n`, folder) - idle];
    return Object.fromEntries(Object.entries(works).map(counted));
  } finally {
    rmSync(folder, { recursive: true });
  }
}

const kept = existsSync(options.kept) ? JSON.parse(readFileSync(options.kept, "utf8")) : {};
const counts = count();
const grown = [];
for (const [name, now] of Object.entries(counts)) {
  const growth = now / kept[name] - 1;
  const shown = Number.isNaN(growth) ? "new" : `${growth < 0 ? "" : "+"}${(100 * growth).toFixed(2)} %`;
  console.log(name.padEnd(42), (now / 1e6).toFixed(3).padStart(10), shown.padStart(10));
  if (100 * (now - kept[name]) > percentMax * kept[name])
    grown.push(`${name}: ${kept[name]} -> ${now} instructions, ${shown}`);
}
if (options.write) writeFileSync(options.kept, `${JSON.stringify(counts, null, 2)}\n`);
console.log(grown.length > 0 ? ["\nGrown by more than 2 %:", ...grown].join("\n") : "\nNothing grew by more than 2 %.");
process.exitCode = grown.length > 0 && !options.write ? 1 : 0;
