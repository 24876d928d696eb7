// @sabaki/go-board behind a line protocol. A request is a game, as JSON on one line:
//
//   {"width": 9, "height": 9, "moves": [[1 or -1, COLUMN, ROW], ...]}
//
// Black is 1; columns and rows are counted from 0, rows from the bottom. The answer, also on one
// line, is a list of positions, the start and one after each move, with a character or a number for
// each point, row by row from the bottom:
//
//   [{"stones": "X.O...", "black": "  sok", "white": ..., "captures": [BY_BLACK, BY_WHITE],
//     "liberties": [...]}, ...]
//
// The characters of a colour say why it may not play there: overwriting, suicide, ko.

import { createInterface } from "node:readline";
import GoBoard from "@sabaki/go-board";

function vertices({ width, height }) {
  const rows = Array.from({ length: height }, (_, y) => height - 1 - y);
  const columns = Array.from({ length: width }, (_, x) => x);
  return rows.flatMap((y) => columns.map((x) => [x, y]));
}

function refusal(board, sign, vertex) {
  const { overwrite, suicide, ko } = board.analyzeMove(sign, vertex);
  if (overwrite) return "o";
  if (suicide) return "s";
  return ko ? "k" : " ";
}

function describe(board) {
  const points = vertices(board);
  const refusals = (sign) => points.map((vertex) => refusal(board, sign, vertex)).join("");
  return {
    stones: points.map((vertex) => ".XO".at(board.get(vertex))).join(""),
    black: refusals(1),
    white: refusals(-1),
    captures: [board.getCaptures(1), board.getCaptures(-1)],
    liberties: points.map((vertex) => board.getLiberties(vertex).length),
  };
}

for await (const line of createInterface({ input: process.stdin })) {
  const { width, height, moves } = JSON.parse(line);
  let board = GoBoard.fromDimensions(width, height);
  const positions = [describe(board)];
  for (const [sign, column, row] of moves) {
    board = board.makeMove(sign, [column, height - 1 - row]);
    positions.push(describe(board));
  }
  console.log(JSON.stringify(positions));
}
