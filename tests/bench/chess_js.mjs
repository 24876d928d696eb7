// The work of tests/bench/workloads.cpp, done by chess.js. Each function returns the amount of work.

import { createRequire } from "node:module";

const require = createRequire(new URL("../package.json", import.meta.url));
const { Chess, validateFen } = require("chess.js");

const lines = (text) => text.trimEnd().split("\n");

/** One call of loadPgn per game: chess.js does not split a file into games. */
export function readPgn(text) {
  const games = text.trimEnd().split(/\n\n(?=\[Event )/);
  const chess = new Chess();
  for (const game of games) chess.loadPgn(game);
  return games.length;
}

/** chess.js has no JSON format: it reads the position as a FEN, and the JSON is parsed separately. */
export function states(text, positions) {
  const fens = lines(positions);
  const chess = new Chess();
  lines(text).forEach((line, i) => {
    const state = JSON.parse(line);
    for (const earlier of state.position_history) {
      if (!validateFen(`${earlier} 0 1`).ok) throw new Error(`chess.js refuses ${earlier}`);
    }
    chess.load(fens[i]);
    if (chess.fen() === "" || JSON.stringify(state) !== line) throw new Error(line);
  });
  return fens.length;
}

function countMoves(positions, list) {
  return positions.reduce((sum, chess) => sum + list(chess).length, 0);
}

export const loadPositions = (text) => lines(text).map((fen) => new Chess(fen));
export const legalSan = (positions) => countMoves(positions, (chess) => chess.moves());
export const legalUci = (positions) =>
  countMoves(positions, (chess) => chess.moves({ verbose: true }).map((move) => move.lan));

/** Plays lists of moves in SAN from the start, reading the side to move after each. */
export function replay(lists) {
  let moves = 0;
  for (const list of lists) {
    const chess = new Chess();
    for (const move of list) {
      chess.move(move);
      if (chess.turn() === "") throw new Error(move);
    }
    moves += list.length;
  }
  return moves;
}

export function rewrite(fens) {
  for (const fen of fens) {
    if (new Chess(fen).fen() === "") throw new Error(fen);
  }
  return fens.length;
}
