// The JSON Schemas accept what Arbiter writes and refuse what it refuses.

import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import path from "node:path";
import test from "node:test";

import Ajv from "ajv/dist/2020.js";

const { ARBITER_PROGRAM: program, ARBITER_SOURCE_DIR: root } = process.env;

const ajv = new Ajv({ allErrors: true });
for (const name of ["chess-move", "chess-squares", "record"]) {
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

const moves = ("e4 c5 Nf3 d6 d4 cxd4 Nxd4 Nf6 Nc3 a6 Be3 e5 Nb3 Be6 f3 Be7 Qd2 O-O O-O-O Nbd7 g4 b5 g5 b4 " +
  "Ne2 Ne8 f4 a5 f5 a4 fxe6 axb3 cxb3 fxe6").split(" ");

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
    action: "claim_draw", reason: "threefold_repetition", move: { from: "f6", to: "g8", promotion: null },
  });
});

test("what is broken is refused", () => {
  const state = JSON.parse(arbiter(["new", "chess", "--to", "chess-squares"]));
  for (const change of [
    { turn: "w" }, { board: { e9: "K" } }, { board: { e1: "X" } }, { halfmove_clock: -1 }, { en_passant: "e4" },
    { fullmove_number: 0 }, { castling: { white: true } }, { position_history: [1] }, { board: [] },
  ]) {
    refuses("chess-squares", { ...state, ...change });
    const run = spawnSync(program, ["validate", "--from", "chess-squares"],
      { input: JSON.stringify({ ...state, ...change }), encoding: "utf8" });
    assert.equal(run.status, 1, JSON.stringify(change));
  }
  const { turn, ...rest } = state;
  assert.equal(turn, "white");
  refuses("chess-squares", rest);
  refuses("chess-move", { from: "e2" });
  refuses("chess-move", { action: "castle" });
  refuses("record", { game: "chess" , events: "e4" });
});
