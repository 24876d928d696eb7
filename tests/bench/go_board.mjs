// The work of tests/bench/workloads_go.cpp, done by @sabaki/go-board. Each function returns the amount of work.

import { createRequire } from "node:module";

const require = createRequire(new URL("../package.json", import.meta.url));
const GoBoard = require("@sabaki/go-board");

const lines = (text) => text.trimEnd().split("\n");
const signs = { ".": 0, B: 1, W: -1 };

function boardOf(state) {
  const signOf = (cell) => signs[Object.values(cell)[0]];
  return new GoBoard(state.board_grid.map((row) => row.map(signOf)));
}

/** It has no JSON format: the stones are taken from the state. */
export function grids(text) {
  for (const line of lines(text)) {
    const state = JSON.parse(line);
    const board = boardOf(state);
    if (!board.isValid() || JSON.stringify(state) !== line) throw new Error(line);
  }
  return lines(text).length;
}

export function loadPositions(text) {
  return lines(text).map((line) => {
    const state = JSON.parse(line);
    return { board: boardOf(state), sign: signs[state.current_player_to_move] };
  });
}

/** Including the pass, as in `AnyGame`. */
export function legalMoves(positions) {
  let count = 0;
  for (const { board, sign } of positions) {
    const names = ["pass"];
    for (let x = 0; x < board.width; x++) {
      for (let y = 0; y < board.height; y++) {
        const { overwrite, suicide, ko } = board.analyzeMove(sign, [x, y]);
        if (!overwrite && !suicide && !ko) names.push(board.stringifyVertex([x, y]));
      }
    }
    count += names.length;
  }
  return count;
}

/** Places stones one by one. It returns a new board for each. */
export function replay(games) {
  let moves = 0;
  for (const { size, stones } of games) {
    let board = GoBoard.fromDimensions(...size.split("x").map(Number));
    for (const { point, color } of stones) {
      board = board.makeMove(color === "black" ? 1 : -1, board.parseVertex(point));
    }
    moves += stones.length;
  }
  return moves;
}
