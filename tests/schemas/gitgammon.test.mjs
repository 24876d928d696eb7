// The schemas of a GitGammon table: one for state.json, as GitGammon defines it, and one for move
// files. What they reject, Arbiter rejects too, at the same place.

import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import path from "node:path";
import test from "node:test";

import Ajv from "ajv/dist/2020.js";

const { ARBITER_PROGRAM: program, ARBITER_SOURCE_DIR: root } = process.env;

const readJson = (...names) => JSON.parse(readFileSync(path.join(root, ...names), "utf8"));
const data = (name) => readJson("tests", "backgammon", "data", name);

const ajv = new Ajv({ allErrors: true, formats: { "date-time": (text) => !Number.isNaN(Date.parse(text)) } });
const moveSchema = readJson("schemas", "gitgammon-move.schema.json");
const isState = ajv.compile(readJson("schemas", "gitgammon-state.schema.json"));
const isMove = ajv.compile(moveSchema);

const initial = data("gitgammon-initial.json");
const midgame = data("gitgammon-midgame.json");

function arbiter(args, input) {
  const run = spawnSync(program, args, { input, encoding: "utf8" });
  assert.equal(run.status, 0, run.stderr);
  return run.stdout;
}

function validate(state) {
  return spawnSync(program, ["validate", "--from", "gitgammon"], { input: JSON.stringify(state), encoding: "utf8" });
}

function accepts(validator, value) {
  assert.ok(validator(value), JSON.stringify(validator.errors, null, 1));
}

test("GitGammon's examples are valid and are written back", () => {
  for (const example of [initial, midgame]) {
    accepts(isState, example);
    assert.equal(validate(example).status, 0);
    const written = JSON.parse(
      arbiter(["convert", "--from", "gitgammon", "--to", "gitgammon"], JSON.stringify(example)),
    );
    accepts(isState, written);
    assert.deepEqual(written, example);
  }
});

test("the move schema has valid examples", () => {
  for (const example of moveSchema.examples) accepts(isMove, example);
  accepts(isMove, data("0012-black-c0ffee.json"));
});

const brokenForBoth = [
  ["/turn", { turn: 0 }],
  ["/activePlayer", { activePlayer: "w" }],
  ["/dice", { dice: [3, 3, 3, 3, 3] }],
  ["/dice", { dice: [3] }],
  ["/dice/1", { dice: [3, 7] }],
  ["/diceUsed/0", { diceUsed: [0] }],
  ["/board", { board: initial.board.slice(1) }],
  ["/board/0", { board: [16, ...initial.board.slice(1)] }],
  ["/bar/white", { bar: { white: -1, black: 0 } }],
  ["/home", { home: { white: 0 } }],
  ["/home/red", { home: { white: 0, black: 0, red: 0 } }],
  ["/lastMove", { lastMove: "0011-white-a3f2e1.json" }],
  ["/lastMove/file", { lastMove: { sequence: 11, player: "white", file: "11-white-a3f2e1.json" } }],
  ["/lastMove/sequence", { lastMove: { sequence: 0, player: "white", file: "0011-white-a3f2e1.json" } }],
  ["/status", { status: "paused" }],
  ["/winner", { winner: "nobody" }],
  ["/players/black", { players: { white: "alice", black: "" } }],
  ["/messages/0/type", { messages: [{ type: "chat", text: "hi", timestamp: "2025-01-21T12:00:00Z" }] }],
  ["/messages/0/timestamp", { messages: [{ type: "info", text: "hi", timestamp: "noon" }] }],
  ["/updatedAt", { updatedAt: "2025-13-01T00:00:00Z" }],
  ["/cube", { cube: 2 }],
];

test("Arbiter rejects what the schema rejects, at the same place", () => {
  for (const [place, change] of brokenForBoth) {
    const state = { ...initial, ...change };
    assert.ok(!isState(state), place);
    const run = validate(state);
    assert.equal(run.status, 1, place);
    assert.ok((run.stdout + run.stderr).includes(place), `${place}: ${run.stdout}${run.stderr}`);
  }
});

const brokenForArbiter = [
  ["/board", { board: [3, ...initial.board.slice(1)] }],
  ["/dice", { dice: [3, 3, 3, 5] }],
  ["/diceUsed/0", { diceUsed: [4] }],
  ["/winner", { winner: "white" }],
  ["/winner", { status: "completed" }],
  ["/lastMove", { turn: 2 }],
];

test("Arbiter also checks what the schema cannot express", () => {
  for (const [place, change] of brokenForArbiter) {
    const state = { ...initial, ...change };
    accepts(isState, state);
    const run = validate(state);
    assert.equal(run.status, 1, place);
    assert.ok((run.stdout + run.stderr).includes(place), `${place}: ${run.stdout}${run.stderr}`);
  }
});

test("the state of a played game is valid", () => {
  let record = arbiter(["new", "backgammon"]);
  for (const event of ["opening 31", "8/5 6/5", "64", "24/14", "55"]) record = arbiter(["play", event], record);
  const state = JSON.parse(arbiter(["convert", "--to", "gitgammon"], record));
  accepts(isState, state);
  assert.equal(state.turn, 3);
  assert.equal(state.activePlayer, "white");
  assert.deepEqual(state.dice, [5, 5, 5, 5]);
  assert.match(state.lastMove.file, /^0002-black-[0-9a-f]{6}\.json$/);
});

test("invalid move files are rejected", () => {
  const move = data("0012-black-c0ffee.json");
  for (const change of [
    { player: "B" },
    { moves: [] },
    { moves: [{ from: -2, to: 3, die: 1 }] },
    { moves: [{ from: 3, to: 25, die: 1 }] },
    { moves: [{ from: 3, to: 4 }] },
    { timestamp: "now" },
    { expectedState: "BF37073413C19BF2" },
    { diceRoll: [4] },
    { comment: "x".repeat(281) },
    { commitSha: "abc" },
    { extra: 1 },
  ]) {
    assert.ok(!isMove({ ...move, ...change }), JSON.stringify(change));
  }
  const { comment, ...without } = move;
  assert.equal(typeof comment, "string");
  assert.ok(!isMove(without));
});
