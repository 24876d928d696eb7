// The JSON Schemas accept what Arbiter writes and reject what it rejects.

import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import path from "node:path";
import test from "node:test";

import Ajv from "ajv/dist/2020.js";

const { ARBITER_PROGRAM: program, ARBITER_SOURCE_DIR: root } = process.env;

const ajv = new Ajv({ allErrors: true });
const schemas = ["chess-move", "chess-squares", "go-grid", "go-move", "go-rows", "record"];
for (const name of schemas) {
  ajv.addSchema(JSON.parse(readFileSync(path.join(root, "schemas", `${name}.schema.json`), "utf8")), name);
}

function arbiter(args, input) {
  const run = spawnSync(program, args, { input, encoding: "utf8" });
  assert.equal(run.status, 0, run.stderr);
  return run.stdout;
}

function accepts(schema, value) {
  const validate = ajv.getSchema(schema);
  assert.ok(validate(value), JSON.stringify(validate.errors, null, 1));
}

function refuses(schema, value) {
  assert.ok(!ajv.getSchema(schema)(value), JSON.stringify(value));
}

// Arbiter rejects it as well; without --strict it forgives some of it.
function bothRefuse(format, value) {
  refuses(format, value);
  const run = spawnSync(program, ["validate", "--strict", "--from", format], {
    input: JSON.stringify(value),
    encoding: "utf8",
  });
  assert.equal(run.status, 1, JSON.stringify(value));
}

test("the examples in the schemas are valid", () => {
  for (const name of schemas) {
    for (const example of ajv.getSchema(name).schema.examples) accepts(name, example);
  }
});

const moves = (
  "e4 c5 Nf3 d6 d4 cxd4 Nxd4 Nf6 Nc3 a6 Be3 e5 Nb3 Be6 f3 Be7 Qd2 O-O O-O-O Nbd7 g4 b5 g5 b4 " +
  "Ne2 Ne8 f4 a5 f5 a4 fxe6 axb3 cxb3 fxe6"
).split(" ");

test("states and records along a game are valid", () => {
  let record = arbiter(["new", "chess"]);
  for (const move of moves) {
    accepts("record", JSON.parse(record));
    accepts("chess-squares", JSON.parse(arbiter(["convert", "--to", "chess-squares"], record)));
    record = arbiter(["play", move], record);
  }
  record = arbiter(["play", "offer_draw", "accept_draw"], record);
  accepts("record", JSON.parse(record));
});

test("legal moves as JSON are valid", () => {
  const record = arbiter(["new", "chess", "--start", "1n5k/P7/8/8/8/8/8/7K w - - 0 1"]);
  const lines = arbiter(["legal", "--notation", "json"], record).trim().split("\n");
  assert.equal(lines.length, 3 + 4 + 4);
  for (const line of lines) accepts("chess-move", JSON.parse(line));
});

test("actions are valid", () => {
  for (const action of ["resign", "offer_draw", "accept_draw", "decline_draw"]) {
    accepts("chess-move", { action });
  }
  accepts("chess-move", { action: "claim_draw", reason: "fifty_move_rule" });
  accepts("chess-move", {
    action: "claim_draw",
    reason: "threefold_repetition",
    move: { from: "f6", to: "g8", promotion: null },
  });
});

test("invalid chess is rejected", () => {
  const state = JSON.parse(arbiter(["new", "chess", "--to", "chess-squares"]));
  for (const change of [
    { turn: "w" },
    { board: { e9: "K" } },
    { board: { e1: "X" } },
    { halfmove_clock: -1 },
    { en_passant: "e4" },
    { fullmove_number: 0 },
    { castling: { white: true } },
    { position_history: [1] },
    { board: [] },
  ]) {
    bothRefuse("chess-squares", { ...state, ...change });
  }
  const { turn, ...rest } = state;
  assert.equal(turn, "white");
  refuses("chess-squares", rest);
  refuses("chess-move", { from: "e2" });
  refuses("chess-move", { action: "castle" });
  refuses("record", { game: "chess", events: "e4" });
});

const goMoves = "C3 B2 B3 C2 D2 pass C1 B4 pass A3 E5 B1 pass pass".split(" ");

test("states, moves and records along a game of Go are valid", () => {
  let record = arbiter(["new", "go", "--set", "size=5"]);
  for (const move of goMoves) {
    accepts("record", JSON.parse(record));
    for (const format of ["go-grid", "go-rows"]) {
      accepts(format, JSON.parse(arbiter(["convert", "--to", format], record)));
    }
    for (const notation of ["json", "rows"]) {
      const lines = arbiter(["legal", "--notation", notation], record).trim().split("\n");
      for (const line of lines) accepts("go-move", JSON.parse(line));
    }
    record = arbiter(["play", move], record);
  }
  record = arbiter(["play", "mark_dead E5", "agree", "agree"], record);
  accepts("record", JSON.parse(record));
  accepts("go-grid", JSON.parse(arbiter(["convert", "--to", "go-grid"], record)));
});

test("the starts of games of Go are valid", () => {
  for (const settings of [
    ["size=52x1", "rules=aga", "ko=none", "komi=-3"],
    ["size=0x0"],
    ["handicap=5"],
    ["handicap=3", "placement=free"],
    ["size=3", "stones=A1b C3w", "turn=white"],
  ]) {
    const record = JSON.parse(arbiter(["new", "go", ...settings.flatMap((setting) => ["--set", setting])]));
    accepts("record", record);
  }
  const read = arbiter(["convert", "--from", "go-grid", "--to", "record"], JSON.stringify(grid));
  accepts("record", JSON.parse(read));
});

const grid = {
  board_size: 2,
  komi: 7.5,
  current_player_to_move: "W",
  move_number: 2,
  previous_move_a1: "A1",
  board_grid: [
    [{ A2: "." }, { B2: "." }],
    [{ A1: "B" }, { B1: "." }],
  ],
};

test("tolerated variants are valid", () => {
  for (const change of [
    { previous_move_a1: "" },
    { previous_move_a1: "B a1" },
    { previous_move_a1: "B PASS" },
    { previous_move_a1: "a1b" },
    { previous_move_a1: null },
    { current_player_to_move: "Terminal" },
    { komi: 7 },
    { move_number: 2.0 },
    {
      board_grid: [
        [{ a1: "B" }, { b1: "EMPTY" }],
        [{ a2: "." }, { b2: "." }],
      ],
    },
  ]) {
    accepts("go-grid", { ...grid, ...change });
    arbiter(["validate", "--from", "go-grid"], JSON.stringify({ ...grid, ...change }));
  }
});

test("invalid Go is rejected", () => {
  for (const change of [
    { board_size: -1 },
    { board_size: 53 },
    { board_size: "2" },
    { komi: 7.3 },
    { komi: "7.5" },
    { komi: 1000.5 },
    { current_player_to_move: "black" },
    { move_number: 0 },
    { move_number: 1.5 },
    { previous_move_a1: "I1" },
    { previous_move_a1: 5 },
    { previous_move_a1: "green a1" },
    { board_grid: {} },
    {
      board_grid: [
        ["A2", "B2"],
        ["A1", "B1"],
      ],
    },
    {
      board_grid: [
        [{ A2: "." }, { I2: "." }],
        [{ A1: "B" }, { B1: "." }],
      ],
    },
    {
      board_grid: [
        [{ A2: "." }, { B2: "X" }],
        [{ A1: "B" }, { B1: "." }],
      ],
    },
    {
      board_grid: [
        [{ A2: "." }, {}],
        [{ A1: "B" }, { B1: "." }],
      ],
    },
  ]) {
    bothRefuse("go-grid", { ...grid, ...change });
  }
  for (const key of ["board_size", "komi", "current_player_to_move", "move_number", "board_grid"]) {
    const { [key]: _, ...rest } = grid;
    bothRefuse("go-grid", rest);
  }
  const rows = {
    board: [
      [null, "W"],
      ["B", null],
    ],
    current_player: "B",
    passes: 0,
  };
  accepts("go-rows", rows);
  for (const change of [
    { board: [["b"]] },
    { board: [[]] },
    { board: "" },
    { board: [[0]] },
    { board: Array(53).fill([null]) },
    { current_player: "b" },
    { current_player: null },
    { passes: -1 },
    { passes: null },
    { passes: 0.5 },
  ]) {
    bothRefuse("go-rows", { ...rows, ...change });
  }
  const record = arbiter(["new", "go", "--set", "size=5"]);
  for (const move of [
    {},
    { point: "I3" },
    { point: 3 },
    { action: "dance" },
    { action: "mark_dead" },
    [1],
    [1, "2"],
    [1, 2, 3],
    { point: "C3", by: "green" },
    { action: "conclude", result: "win" },
    "C3 D4",
  ]) {
    refuses("go-move", move);
    const run = spawnSync(program, ["play", JSON.stringify(move)], { input: record, encoding: "utf8" });
    assert.notEqual(run.status, 0, JSON.stringify(move));
  }
  const go = JSON.parse(record);
  for (const setup of [
    { size: "9y9" },
    { size: 9 },
    { size: "0x9" },
    { rules: "" },
    { komi: "7" },
    { komi: 0.3 },
    { stones: "A1b" },
    { turn: "B" },
    { handicap: -1 },
    { handicap: 2.5 },
    { before: 3 },
    { before: { passes: 3 } },
    { before: { last: "I1" } },
  ]) {
    bothRefuse("record", { ...go, setup });
  }
});
