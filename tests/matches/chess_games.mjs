// Games that Stockfish plays against itself, from random openings and with a random move now and then, as
// labelled positions for the tuning of the chess bot's evaluation:
//
//     node tests/matches/chess_games.mjs GAMES FILE [SEED]
//
// Each line is a game: its result for White (1, 0.5, 0), then its moves. A move that Stockfish chose has its
// score before the move, for White and in hundredths of a pawn: `e2e4:35`.
import { spawn } from "node:child_process";
import { appendFileSync } from "node:fs";
import { createInterface } from "node:readline";

const [games, file, seed = "1"] = process.argv.slice(2);
const depth = 7;
const decided = 1200;
const pliesMax = 240;

const engine = spawn(process.env.STOCKFISH ?? "/usr/games/stockfish");
const lines = createInterface({ input: engine.stdout })[Symbol.asyncIterator]();
const say = (text) => engine.stdin.write(text + "\n");

/** The lines up to the first that begins with a word, that one included. */
async function until(word) {
  const read = [];
  for (;;) {
    const { value } = await lines.next();
    read.push(value);
    if (value.startsWith(word)) return read;
  }
}

let state = BigInt(seed) * 0x9e3779b97f4a7c15n;
function random(below) {
  state = BigInt.asUintN(64, state * 6364136223846793005n + 1442695040888963407n);
  return Number((state >> 33n) % BigInt(below));
}

async function legalMoves() {
  say("go perft 1");
  const read = await until("Nodes searched");
  return read.map((line) => line.match(/^([a-h][1-8]\S*): 1$/)?.[1]).filter(Boolean);
}

async function judged() {
  say(`go depth ${depth}`);
  const read = await until("bestmove");
  const move = read.at(-1).split(" ")[1];
  const scores = read.map((line) => line.match(/ score (cp|mate) (-?\d+) /)).filter(Boolean);
  const [, kind, value] = scores.at(-1) ?? [null, "mate", "0"];
  if (kind === "cp") return { move, score: Number(value) };
  return { move, score: Number(value) > 0 ? 10000 : -10000 };
}

async function game() {
  const moves = [];
  const told = [];
  const openingPlies = 6 + random(5);
  let level = 0;
  let lost = 0;
  for (let ply = 0; ply < pliesMax; ++ply) {
    say(`position startpos moves ${moves.join(" ")}`);
    const side = ply % 2 === 0 ? 1 : -1;
    if (ply < openingPlies || random(40) === 0) {
      const legal = await legalMoves();
      if (legal.length > 0) {
        moves.push(legal[random(legal.length)]);
        told.push(moves.at(-1));
        continue;
      }
    }
    const { move, score } = await judged();
    const white = side * score;
    if (move === "(none)") return { told, result: score === 0 ? 0.5 : 1 - (side + 1) / 2 };
    level = Math.abs(score) <= 2 && ply > 60 ? level + 1 : 0;
    lost = Math.abs(score) >= decided ? lost + 1 : 0;
    if (level >= 10) return { told, result: 0.5 };
    if (lost >= 6) return { told, result: white > 0 ? 1 : 0 };
    moves.push(move);
    told.push(`${move}:${white}`);
  }
  return { told, result: 0.5 };
}

say("setoption name Hash value 8");
say("isready");
await until("readyok");
for (let number = 0; number < Number(games); ++number) {
  say("ucinewgame");
  const { told, result } = await game();
  appendFileSync(file, `${result} ${told.join(" ")}\n`);
}
say("quit");
