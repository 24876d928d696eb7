// No input makes the module trap or grow.

import assert from "node:assert/strict";
import test from "node:test";
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";

import { campaign } from "../support/campaign.mjs";
import { randomFrom } from "../support/random.mjs";
import { EngineFailed, Refused, Unreadable, address, loadEngine, openAbi } from "./engine.mjs";

setFlagsFromString("--expose-gc");
const collectGarbage = runInNewContext("gc");

const engine = await loadEngine();
const catalogue = engine.games();
const formats = catalogue.flatMap(({ name, formats }) =>
  formats.map((format) => ({ game: name, format: format.name })),
);

// The result, or the code of the error; an untyped error fails the test.
function outcomeOf(work) {
  try {
    return work();
  } catch (error) {
    if (error instanceof Refused || error instanceof Unreadable) return error.code;
    throw error;
  }
}

function load(text, source) {
  const game = outcomeOf(() => engine.load(text, source));
  if (typeof game === "object") game.dispose();
  return game;
}

test("many calls leave the memory as it was", () => {
  const work = (rounds) => {
    for (let i = 0; i < rounds; i++) {
      const game = engine.new("chess");
      game.play("e4");
      outcomeOf(() => game.play("e4"));
      assert.equal(game.turn, "black");
      game.undo();
      game.dispose();
    }
  };
  const drawing = () => {
    const game = engine.new("go", { size: 9 });
    for (const move of ["E5", "D4", "E4"]) game.play(move);
    engine.load(game.write("sgf")).dispose();
    game.legal();
    game.svg();
    game.dispose();
  };
  work(1000);
  for (let i = 0; i < 20; i++) drawing();
  const { bytesHeld, gamesHeld } = engine;
  work(campaign(10_000, 166_700));
  for (let i = 0; i < campaign(100, 1000); i++) drawing();
  assert.equal(engine.bytesHeld, bytesHeld);
  assert.equal(engine.gamesHeld, gamesHeld);
});

test("unreachable games are freed by the garbage collector", async () => {
  const held = engine.gamesHeld;
  const kept = engine.new("chess");
  for (let i = 0; i < 1000; i++) engine.new("chess");
  for (let turn = 0; turn < 50 && engine.gamesHeld > held + 1; turn++) {
    collectGarbage();
    await new Promise((later) => setTimeout(later, 5));
  }
  assert.equal(engine.gamesHeld, held + 1);
  assert.equal(kept.turn, "white");
  kept.dispose();
});

test("no more than 65,536 games at a time", async () => {
  const crowded = await loadEngine();
  const games = [];
  for (let i = 0; i < 65_536; i++) games.push(crowded.new("chess"));
  for (const more of [
    () => crowded.new("chess"),
    () => crowded.load("8/8/8/8/8/8/8/K1k5 w - - 0 1"),
    () => games[0].copy(),
  ]) {
    assert.equal(outcomeOf(more), "too_many_games");
  }
  assert.equal(crowded.loadAll("1. e4 *")[0].error.code, "too_many_games");
  games.pop().dispose();
  assert.equal(crowded.new("go").turn, "black");
});

test("texts that are too long", () => {
  const long = "x".repeat((16 << 20) + 1);
  const longer = "é".repeat(20 << 20);
  for (const text of [long, longer]) {
    assert.equal(load(text), "too_large");
    for (const { game, format } of formats) assert.equal(load(text, { game, format }), "too_large");
    assert.equal(
      outcomeOf(() => engine.loadAll(text)),
      "too_large",
    );
    engine.detect(text);
    assert.equal(
      outcomeOf(() => engine.new(text)),
      "unknown_game",
    );
    for (const { name } of catalogue) {
      const game = engine.new(name);
      assert.equal(typeof outcomeOf(() => game.play(text)), "string");
      assert.equal(
        outcomeOf(() => game.ask(text, text)),
        "unknown_question",
      );
      assert.equal(
        outcomeOf(() => game.legal(text)),
        "unknown_notation",
      );
      assert.equal(
        outcomeOf(() => game.setTag(text, text)),
        "too_large",
      );
      assert.equal(typeof outcomeOf(() => game.svg({ preview: text })), "string");
      game.dispose();
    }
    assert.equal(typeof outcomeOf(() => engine.new("go", { stones: text })), "string");
  }
});

test("deeply nested texts", () => {
  const depth = 1 << 17;
  for (const piece of [
    "(",
    "(;B[aa]",
    "(;",
    "[",
    '{"a":',
    "{",
    "1. e4 (",
    '["',
    ";",
    "\\",
    "B",
    "a1b,",
    "\n",
    "$1 ",
    "\0",
    "\ud800",
  ]) {
    const text = piece.repeat(Math.floor(depth / piece.length));
    for (const begin of ["", "1. e4 ", "(;GM[1]SZ[9]", '{"game":"chess","events":[', "19x19,"]) {
      load(begin + text);
      const all = outcomeOf(() => engine.loadAll(begin + text, { format: "pgn" }));
      if (Array.isArray(all)) for (const { game } of all) game?.dispose();
    }
    for (const { game, format } of formats) load(text, { game, format });
    for (const { name } of catalogue) {
      const game = engine.new(name);
      assert.equal(typeof outcomeOf(() => game.play(text)), "string");
      game.dispose();
    }
  }
  assert.equal(engine.new("chess").legal().length, 20);
});

test("invalid numbers", async () => {
  const abi = await openAbi();
  const random = randomFrom("numbers");
  const names = [
    "games",
    "detect",
    "new",
    "load",
    "load_all",
    "copy",
    "state",
    "equal",
    "legal",
    "history",
    "check",
    "play",
    "understand",
    "undo",
    "set_tag",
    "ask",
    "write",
    "svg",
    "text",
  ].map((name) => `arbiter_${name}`);
  const numbers = [0, 1, -1, 65536, 65537, 131072, 2 ** 31, 2 ** 32 - 1, 4096, 100000];
  abi.call("arbiter_new", "chess", "");
  for (let i = 0; i < 100_000; i++) {
    const values = [random.pick(numbers), random.pick(numbers), random.pick(numbers)];
    if (random.chance(0.3)) values[random.below(3)] = random.pick(["e4", "fen", "{}", "chess", ""]);
    const { status } = abi.call(random.pick(names), ...values);
    assert.ok([0, 1, 2].includes(status));
    abi.free(random.pick(numbers.slice(4)));
  }
});

test("a failed engine throws EngineFailed from then on", async () => {
  const { Abi } = await import(address("abi.js"));
  const abi = new Abi({
    exports: {
      _initialize() {},
      arbiter_exchange: () => 0,
      arbiter_games() {
        throw new WebAssembly.RuntimeError("unreachable");
      },
    },
  });
  for (let i = 0; i < 2; i++) {
    assert.throws(
      () => abi.call("arbiter_games"),
      (error) =>
        error instanceof EngineFailed &&
        error.name === "EngineFailed" &&
        error.cause instanceof WebAssembly.RuntimeError,
    );
  }
  abi.free(1);
});
