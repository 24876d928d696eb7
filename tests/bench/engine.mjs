// The npm package and the JavaScript libraries in one process, with the same work. Each function
// returns the amount of work.

import path from "node:path";
import { pathToFileURL } from "node:url";

import * as chessJs from "./chess_js.mjs";
import * as goBoard from "./go_board.mjs";

const lines = (text) => text.trimEnd().split("\n");

export async function openEngine(folder) {
  const { loadEngine } = await import(pathToFileURL(path.join(folder, "index.js")));
  return loadEngine();
}

function readPgn(engine, pgn) {
  const games = engine.loadAll(pgn, { format: "pgn" });
  for (const { game, error } of games) {
    if (error) throw error;
    game.dispose();
  }
  return games.length;
}

/** Move by move, reading the side to move, as a page does. */
function replay(engine, name, games) {
  let moves = 0;
  for (const { options, list } of games) {
    const game = engine.new(name, options);
    for (const move of list) {
      game.play(move);
      if (game.turn === "") throw new Error(move);
    }
    moves += list.length;
    game.dispose();
  }
  return moves;
}

const countLegal = (games) => games.reduce((sum, game) => sum + game.legal().length, 0);

function rewrite(engine, fens) {
  for (const fen of fens) {
    const game = engine.load(fen, { game: "chess", format: "fen" });
    if (game.write("fen") === "") throw new Error(fen);
    game.dispose();
  }
  return fens.length;
}

export function chessWorks(engine, { pgn, fens }) {
  const positions = lines(fens);
  const games = positions.map((fen) => engine.load(fen, { game: "chess", format: "fen" }));
  const theirGames = chessJs.loadPositions(fens);
  const read = engine.loadAll(pgn, { format: "pgn" }).map(({ game }) => game);
  const lists = read.map((game) => ({ options: {}, list: game.history("san") }));
  return [
    { name: "PGN read", unit: "games", ours: () => readPgn(engine, pgn), theirs: () => chessJs.readPgn(pgn) },
    {
      name: "SAN played move by move",
      unit: "moves",
      ours: () => replay(engine, "chess", lists),
      theirs: () => chessJs.replay(lists.map(({ list }) => list)),
    },
    {
      name: "legal moves in SAN",
      unit: "moves",
      ours: () => countLegal(games),
      theirs: () => chessJs.legalSan(theirGames),
    },
    {
      name: "FEN read and written",
      unit: "positions",
      ours: () => rewrite(engine, positions),
      theirs: () => chessJs.rewrite(positions),
    },
  ];
}

/** The stones of a position as moves in any order of colours, without captures. */
function stonesOf(game, size) {
  const { stones } = game.ask("stones");
  const list = stones.map(({ point, color }) => `${point}${color[0]}`);
  return { options: { size, turns: "free" }, list, stones };
}

export function goWorks(engine, { grids }) {
  const source = { game: "go", format: "go-grid", options: { rules: "chinese" } };
  const games = lines(grids).map((grid) => engine.load(grid, source));
  const theirGames = goBoard.loadPositions(grids);
  const sizes = theirGames.map(({ board }) => `${board.width}x${board.height}`);
  const replays = games.map((game, i) => stonesOf(game, sizes[i]));
  return [
    {
      name: "stones played one by one",
      unit: "moves",
      ours: () => replay(engine, "go", replays),
      theirs: () => goBoard.replay(replays.map(({ options, stones }) => ({ size: options.size, stones }))),
    },
    {
      name: "legal moves in mid-game",
      unit: "moves",
      ours: () => countLegal(games),
      theirs: () => goBoard.legalMoves(theirGames),
    },
  ];
}
