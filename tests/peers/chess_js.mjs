// chess.js behind a line protocol. A request is a game, as JSON on one line:
//
//   {"start": FEN, "moves": [UCI, ...], "pgn": the same game as Arbiter writes it}
//
// The answer, also on one line, is the result of chess.js:
//
//   {"positions": [{"fen", "moves": {UCI: SAN, ...}, "facts": ["check", ...]}, ...],
//    "read": {"fen", "moves": [SAN, ...], "tags": {...}},
//    "pgn": the game as chess.js writes it}

import { createInterface } from "node:readline";
import { Chess } from "chess.js";

const facts = {
  check: (chess) => chess.isCheck(),
  checkmate: (chess) => chess.isCheckmate(),
  stalemate: (chess) => chess.isStalemate(),
  insufficient_material: (chess) => chess.isInsufficientMaterial(),
  threefold_repetition: (chess) => chess.isThreefoldRepetition(),
  fifty_moves: (chess) => chess.isDrawByFiftyMoves(),
};

// chess.js describes a move by playing it and writing two FENs, which takes ten times as long as
// everything else here. Its internal list of moves has the order of the public list of SANs.
function legalMoves(chess) {
  const sans = chess.moves();
  const bare = chess._moves();
  const name = (square) => "abcdefgh"[square & 7] + (8 - (square >> 4));
  return Object.fromEntries(
    bare.map(({ from, to, promotion = "" }, i) => [name(from) + name(to) + promotion, sans[i]]),
  );
}

function describe(chess) {
  return {
    fen: chess.fen(),
    moves: legalMoves(chess),
    facts: Object.keys(facts).filter((fact) => facts[fact](chess)),
  };
}

function play({ start, moves }) {
  const chess = new Chess(start);
  const positions = [describe(chess)];
  for (const move of moves) {
    chess.move(positions.at(-1).moves[move]);
    positions.push(describe(chess));
  }
  return { positions, pgn: chess.pgn({ maxWidth: 79 }) };
}

function read(pgn) {
  const chess = new Chess();
  chess.loadPgn(pgn);
  return { fen: chess.fen(), moves: chess.history(), tags: chess.getHeaders() };
}

for await (const line of createInterface({ input: process.stdin })) {
  const request = JSON.parse(line);
  console.log(JSON.stringify({ ...play(request), read: read(request.pgn) }));
}
