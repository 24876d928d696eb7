// Move files written independently: from the record and the WebAssembly engine, without
// the program under test.

import path from "node:path";
import { pathToFileURL } from "node:url";

import { fileName, note } from "./hub.mjs";

const { loadEngine } = await import(pathToFileURL(path.join(process.env.ARBITER_ENGINE, "index.js")));
export const engine = await loadEngine();

export const text = (move) => `${JSON.stringify(move, null, 2)}\n`;

// Converts points of the mover (25: bar, 0: off) to indices of state.json.
const index = (player, point) => (player === "white" ? point - 1 : 24 - point);

// The dice used by the checker moves of a turn: the exact one, or the smallest that is large enough.
function withDice(state, turn) {
  const player = state.activePlayer;
  const left = [...state.dice].sort();
  return turn.moves.map(({ from, to }) => {
    const start = from === "bar" ? 25 : from;
    const end = to === "off" ? 0 : to;
    const die = left.find((value) => value === start - end) ?? left.find((value) => end === 0 && value > start - end);
    left.splice(left.indexOf(die), 1);
    return { from: start === 25 ? -1 : index(player, start), to: end === 0 ? 24 : index(player, end), die };
  });
}

export function backgammonMove(state, turn) {
  const { timestamp, expectedState, comment, commitSha } = note(state);
  return {
    player: state.activePlayer,
    moves: withDice(state, turn),
    timestamp,
    expectedState,
    diceRoll: state.dice,
    comment,
    commitSha,
  };
}

export const boardMove = (state, moves, player = state.activePlayer) => ({ player, moves, ...note(state) });

// A legal move at a table, as name and content of a file.
export const anyMove = (clone, id, random) =>
  anyMoveIn(id, clone.state(id), clone.read("tables", id, "record.json"), random);

export function anyMoveIn(id, state, record, random, { tired = Infinity } = {}) {
  const game = engine.load(record, { format: "record" });
  try {
    const content = text(chosen(game, state, random, tired));
    return { name: `tables/${id}/moves/${fileName(state, content)}`, content };
  } finally {
    game.dispose();
  }
}

function chosen(game, state, random, tired) {
  const legal = game.legal("json").map((move) => JSON.parse(move));
  // Hits make games very long: prefers moves without a hit, almost always.
  if (game.name === "backgammon") {
    // A double comes at once, and is dropped: so a match is short.
    if (legal.some(({ action }) => action)) {
      const action = ["double", "drop"].find((one) => legal.some((move) => move.action === one)) ?? "roll";
      return boardMove(state, [{ action }]);
    }
    const peaceful = legal.filter((turn) => !game.check(turn).some(({ kind }) => kind === "hit"));
    return backgammonMove(state, random.pick(peaceful.length > 0 && random.chance(0.95) ? peaceful : legal));
  }
  if (game.name === "chess") {
    return boardMove(state, game.eventCount >= tired ? [{ action: "resign" }] : [random.pick(legal)]);
  }
  const plays = legal.filter((move) => move.action === undefined);
  const actions = legal.filter((move) => move.action !== undefined);
  if (game.awaits === "agreement") return boardMove(state, [{ action: "agree" }]);
  return boardMove(state, [game.eventCount >= tired || plays.length === 0 ? actions[0] : random.pick(plays)]);
}
