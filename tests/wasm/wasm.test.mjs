// The same scripts through the core in WebAssembly and through the native build: the answers must be
// equal byte by byte. tests/wasm/script.hpp says what a script is.

import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { readFileSync, readdirSync } from "node:fs";
import path from "node:path";
import test from "node:test";

const { ARBITER_WASM: wasmPath, ARBITER_WASM_NATIVE: native, ARBITER_SOURCE_DIR: root } = process.env;
const module = new WebAssembly.Module(readFileSync(wasmPath));

// What the C++ library brings along to say a last word on standard error and stop, should the
// program abort. Nothing in the core calls it, and the stubs below fail the test if anything does.
const allowedImports = new Set(
  ["fd_close", "fd_seek", "fd_write"].map((name) => `wasi_snapshot_preview1.${name}`),
);

function stubs() {
  const imports = {};
  for (const { module: from, name } of WebAssembly.Module.imports(module)) {
    imports[from] ??= {};
    imports[from][name] = () => {
      throw new Error(`the core called ${from}.${name}`);
    };
  }
  return imports;
}

class Probe {
  #exports = new WebAssembly.Instance(module, stubs()).exports;

  constructor() {
    this.#exports._initialize();
  }

  run(script) {
    const { memory, allocate, release, run } = this.#exports;
    const bytes = Buffer.from(script);
    const buffer = allocate(bytes.length);
    new Uint8Array(memory.buffer).set(bytes, buffer);
    const answer = run(buffer, bytes.length);  // memory may have grown: its old buffer is gone
    const [text, size] = new Uint32Array(memory.buffer, answer, 2);
    const answers = Buffer.from(memory.buffer.slice(text, text + size));
    release(buffer);
    return answers;
  }

  pages() {
    return this.#exports.memory.buffer.byteLength / 65536;
  }
}

const probe = new Probe();

function scriptOf(commands) {
  return commands.map((command) => JSON.stringify(command)).join("\n");
}

// Runs the commands both ways and returns the answers, one for each command.
function compare(commands) {
  const script = scriptOf(commands);
  const inWasm = probe.run(script);
  const natively = execFileSync(native, { input: script, maxBuffer: 1 << 30 });
  if (!inWasm.equals(natively)) explainDifference(commands, inWasm, natively);
  const answers = inWasm.toString().trimEnd().split("\n").map((line) => JSON.parse(line));
  assert.equal(answers.length, commands.length);
  answers.forEach((answer, i) => {
    assert.ok(!answer?.bad_command, `${JSON.stringify(commands[i])}: ${answer?.bad_command}`);
  });
  return answers;
}

function explainDifference(commands, inWasm, natively) {
  const a = inWasm.toString().split("\n");
  const b = natively.toString().split("\n");
  const at = a.findIndex((line, i) => line !== b[i]);
  assert.equal(a[at], b[at], `wasm and native differ in ${JSON.stringify(commands[at])}`);
  assert.fail("wasm and native differ in their bytes only");
}

const formats = ["record", "chess-squares", "fen", "x-fen", "shredder-fen", "epd", "uci", "pgn"];
const notations = ["san", "uci", "json"];

test("the module needs nothing from its host but a way to abort", () => {
  const imports = WebAssembly.Module.imports(module);
  for (const { module: from, name, kind } of imports) {
    assert.equal(kind, "function");
    assert.ok(allowedImports.has(`${from}.${name}`), `unexpected import ${from}.${name}`);
  }
});

test("perft", () => {
  // The positions and numbers that everybody compares: https://www.chessprogramming.org/Perft_Results
  const standard = [
    ["rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", 6, 119060324],
    ["r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1", 4, 4085603],
    ["8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1", 6, 11030083],
    ["r3k2r/Pppp1ppp/1b3nbN/nP6/BBP1P3/q4N2/Pp1P2PP/R2Q1RK1 w kq - 0 1", 5, 15833292],
    ["rnbq1k1r/pp1Pbppp/2p5/8/2B5/8/PPP1NnPP/RNBQK2R w KQ - 1 8", 4, 2103487],
    ["r4rk1/1pp1qppp/p1np1n2/2b1p1B1/2B1P1b1/P1NP1N2/1PP1QPPP/R4RK1 w - - 0 10", 4, 3894594],
  ];
  for (const [start, depth, leaves] of standard) {
    const [, counted] = compare([["new", "chess", { start }], ["perft", depth]]);
    assert.equal(counted.total, leaves, start);
  }
});

test("Chess960", () => {
  for (const start of ["0", "91", "270", "518", "692", "959"]) {
    const [created, counted] = compare([
      ["new", "chess", { variant: "chess960", start }],
      ["perft", 3],
      ["random", Number(start), 60],
      ["state"],
      ...formats.map((format) => ["write", format]),
      ...notations.map((notation) => ["legal", notation]),
    ]);
    assert.deepEqual(created, { faults: [], read: true });
    assert.ok(counted.total > 5000);
  }
});

test("Go under every rule set, in every format", () => {
  const presets = ["aga", "chinese", "japanese", "new-zealand", "simple", "tromp-taylor"];
  const commands = [];
  for (let seed = 1; seed <= 30; seed++) {
    const size = ["9", "5", "13x4", "2", "27x3"][seed % 5];
    commands.push(
      ["new", "go", { size, rules: presets[seed % 6] }],
      ["random", seed, 150],
      ["state"],
      ...["go-grid", "go-rows", "sgn", "sgf", "record"].map((format) => ["write", format]),
      ...["vertex", "sgn", "gtp", "sgf", "rows", "json"].map((notation) => ["history", notation]),
      ...["liberties", "stones", "score", "dead"].map((question) => ["ask", question, ""]),
      ["svg", ["light", "dark", "auto"][seed % 3]],
      ["text"],
      ["undo"],
      ["legal", "vertex"],
    );
  }
  const states = compare(commands).filter((_, i) => commands[i][0] === "state");
  assert.ok(states.every((state) => state.game === "go"));
  assert.ok(states.some((state) => state.outcome !== null));
});

test("Backgammon for money and in matches, in every format", () => {
  const options = [{}, { match: "5" }, { start: "nackgammon", beavers: "raccoon" }, { start: "gitgammon", cube: "off" }];
  const commands = [];
  for (let seed = 1; seed <= 30; seed++) {
    commands.push(
      ["new", "backgammon", options[seed % 4]],
      ["random", seed, 40 + 3 * seed],
      ["state"],
      ...["gitgammon", "xgid", "gnubg-id", "position-id", "mat", "record"].map((format) => ["write", format]),
      ...["text", "json"].map((notation) => ["history", notation]),
      ...["pips", "steps", "score"].map((question) => ["ask", question, ""]),
      ["svg", ["light", "dark", "auto"][seed % 3]],
      ["text"],
      ["undo"],
      ["legal", "text"],
    );
  }
  const states = compare(commands).filter((_, i) => commands[i][0] === "state");
  assert.ok(states.every((state) => state.game === "backgammon"));
  assert.ok(states.some((state) => state.outcome !== null));
});

test("fifty random games in every format", () => {
  const commands = [];
  for (let seed = 1; seed <= 50; seed++) {
    commands.push(
      ["new", "chess", seed % 5 === 0 ? { start: String(seed * 19), variant: "chess960" } : {}],
      ["random", seed, 300],
      ["state"],
      ...formats.map((format) => ["write", format]),
      ...notations.map((notation) => ["history", notation]),
      ["svg", ["light", "dark", "auto"][seed % 3]],
      ["text"],
      ["undo"],
      ["legal", "san"],
    );
  }
  const answers = compare(commands);
  const states = answers.filter((_, i) => commands[i][0] === "state");
  assert.ok(states.some((state) => state.outcome !== null), "some of the games come to an end");
  assert.ok(states.some((state) => state.outcome === null), "and some do not");
  answers.forEach((answer, i) => {
    if (commands[i][0] === "write") assert.equal(typeof answer, "string", commands[i][1]);
  });
});

test("what was written is read", () => {
  const start = ["new", "chess", {}];
  const game = [start, ["random", 7, 80]];
  const written = compare([...game, ...formats.map((format) => ["write", format])]).slice(game.length);
  const answers = compare(
    formats.flatMap((format, i) => [["read", format, written[i]], ["state"], ["write", format]]),
  );
  formats.forEach((format, i) => {
    assert.deepEqual(answers[3 * i], { faults: [], read: true }, format);
    assert.equal(answers[3 * i + 2], written[i], format);
  });
});

test("refusals and effects", () => {
  const answers = compare([
    ["new", "chess", { start: "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1" }],
    ["play", "Nd4", "e1e3", "Ne5", "O-O-O-O", "Rg1xg7", "e2e4", "d2e1", "{", '{"action": "dance"}'],
    ["play", "♘xd7", "O-O", "exd6", "Qa5??", "b4xc3", "0-0-0", "c3xd2", "Kb1", "d1=K", "e8=Q"],
    ["play", "accept_draw", "offer_draw", "offer_draw", '{"action": "claim_draw", "reason": "fifty_move_rule"}'],
    ["play", "resign", "e4"],
    ["state"],
    ["write", "record"],
    ["write", "sgf"],
    ["games"],
  ]);
  const codes = new Set(answers.slice(1, 5).flat().map((answer) => answer.rejected ?? "accepted"));
  assert.ok(codes.size >= 8, [...codes].join());
});

test("broken inputs", () => {
  const seeds = path.join(root, "fuzz", "seeds");
  const formatOf = { fen: "fen", epd: "epd", squares: "chess-squares", record: "record", pgn: "pgn" };
  const commands = [];
  for (const [folder, format] of Object.entries(formatOf)) {
    for (const name of readdirSync(path.join(seeds, folder)).sort()) {
      const text = readFileSync(path.join(seeds, folder, name), "utf8");
      commands.push(["read", format, text], ["read", "", text], ["stream", format, 7, text]);
    }
  }
  commands.push(["new", "checkers", {}], ["new", "chess", { start: "960", komi: "7.5" }]);
  const answers = compare(commands);
  const codes = new Set(
    answers.filter((answer) => answer.faults).flatMap(({ faults }) => faults.map(({ code }) => code)),
  );
  assert.ok(codes.size >= 30, `only ${codes.size} kinds of faults: ${[...codes].join()}`);
});

test("memory does not grow with the number of runs", () => {
  const script = scriptOf([["new", "chess", {}], ["random", 3, 200], ["write", "pgn"], ["svg", "auto"]]);
  probe.run(script);
  const pages = probe.pages();
  for (let i = 0; i < 20; i++) probe.run(script);
  assert.equal(probe.pages(), pages);
});
