// Every method of the package, on the built package.

import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { createServer } from "node:http";
import path from "node:path";
import test from "node:test";
import { Worker } from "node:worker_threads";
import { gzipSync } from "node:zlib";

import { Engine, Game, Refused, Unreadable, address, file, folder, loadEngine, root } from "./engine.mjs";

const engine = await loadEngine();

function refusal(work) {
  try {
    work();
  } catch (error) {
    assert.ok(error instanceof Refused, String(error));
    assert.ok(error instanceof Error);
    assert.equal(error.message, error.sentence);
    return error;
  }
  return assert.fail("it was not refused");
}

function unreadable(work) {
  try {
    work();
  } catch (error) {
    assert.ok(error instanceof Unreadable, String(error));
    assert.equal(error.message, error.sentence);
    assert.ok(error.faults.some(({ code }) => code === error.code));
    return error;
  }
  return assert.fail("it was read");
}

test("the catalogue", () => {
  const games = engine.games();
  assert.deepEqual(
    games.map(({ name }) => name),
    ["backgammon", "chess", "go"],
  );
  const chess = games[1];
  assert.equal(chess.title, "Chess");
  assert.deepEqual(
    chess.notations.map(({ name }) => name),
    ["san", "uci", "json"],
  );
  assert.ok(chess.options.some(({ name }) => name === "variant"));
  assert.ok(chess.formats.some(({ name, extent }) => name === "fen" && extent === "position"));
  assert.ok(chess.questions.some(({ name }) => name === "attackers"));
  assert.ok(chess.refusals.some(({ code, kind }) => code === "path_blocked" && kind === "illegal"));
});

test("detect", () => {
  assert.deepEqual(engine.detect("8/8/8/8/8/8/8/K1k5 w - - 0 1"), { game: "chess", format: "fen" });
  assert.deepEqual(engine.detect("(;GM[1]SZ[9])"), { game: "go", format: "sgf" });
  assert.equal(engine.detect("(;GM[1]SZ[9])", "chess"), null);
  assert.equal(engine.detect("good morning"), null);
});

test("decode", () => {
  const bytes = (hex) => Uint8Array.from(Buffer.from(hex, "hex"));
  const read = (hex, charset) => {
    const { text, charset: found, guessed } = engine.decode(bytes(hex), charset);
    return [text, found, guessed];
  };
  const latin = (text) => Buffer.from(text, "latin1").toString("hex");
  const sgf = (name, hex) => `${latin(`(;${name ? `CA[${name}]` : ""}PB[`)}${hex}${latin("])")}`;
  const chinese = "c0eeb2fdb8e4"; // 李昌镐
  assert.deepEqual(read(latin("plain")), ["plain", "UTF-8", false]);
  assert.deepEqual(read("efbbbfe69d8e"), ["李", "UTF-8", false]);
  assert.deepEqual(read("fffe4e67"), ["李", "UTF-16LE", false]);
  assert.deepEqual(read("feff674e"), ["李", "UTF-16BE", false]);
  assert.deepEqual(read("28003b004e672900"), ["(;李)", "UTF-16LE", true]);
  assert.deepEqual(read(sgf("gb2312", chinese)), ["(;CA[gb2312]PB[李昌镐])", "GB18030", false]);
  assert.deepEqual(read(sgf("gbk", "cab1d4bd")).slice(0, 2), ["(;CA[gbk]PB[时越])", "GB18030"]);
  for (const wrong of ["", "utf-8", "ISO-8859-1", "no-such-charset"]) {
    const [text, charset, guessed] = read(sgf(wrong, chinese));
    assert.ok(text.endsWith("PB[李昌镐])"), text);
    assert.deepEqual([charset, guessed], ["GB18030", true]);
  }
  assert.deepEqual(read("6669", "cp1252"), ["fi", "windows-1252", false]);
  assert.deepEqual(read(latin("M\xfcller, Jos\xe9")), ["Müller, José", "windows-1252", true]);
  assert.deepEqual(read(latin("M\xfcller, Jos\xc3\xa9")), ["Müller, José", "windows-1252", true], "mixed with UTF-8");
  assert.deepEqual(read("8fac97d18cf588ea"), ["小林光一", "Shift_JIS", true]);
  assert.deepEqual(read("c0ccc3a2c8a3"), ["이창호", "EUC-KR", true]);
  assert.deepEqual(read(chinese, "big5").slice(1), ["Big5", false], "the caller is always believed");
  assert.throws(() => read(chinese, "no-such-charset"), RangeError);
  assert.throws(() => engine.decode("text"), TypeError);
});

test("moves in SGN name their colour, and one text may hold several", () => {
  const game = engine.load("9x9");
  game.play("C2b");
  game.play("F9b C3b, C9w");
  assert.equal(game.write("sgn"), "9x9 C2b F9b C3b C9w");
  assert.equal(refusal(() => game.play("D4b D4b")).code, "point_occupied");
  assert.equal(game.eventCount, 4);
  const bound = engine.new("go", { rules: "simple" });
  assert.equal(bound.write("sgn"), "5x5");
  assert.match(refusal(() => bound.play("C2b B3b")).sentence, /turns=free/);
  game.play("passb passw deadC9 agreeb agreew");
  assert.equal(game.outcome.winner, "black");
});

test("a game of chess to its end", () => {
  const game = engine.new("chess");
  assert.equal(game.name, "chess");
  assert.equal(game.title, "Chess");
  assert.equal(game.turn, "white");
  assert.equal(game.awaits, "move");
  assert.equal(game.outcome, null);
  assert.equal(game.eventCount, 0);
  assert.deepEqual(game.warnings, []);
  assert.equal(game.legal().length, 20);
  assert.ok(game.legal("uci").includes("e2e4"));

  const effects = game.play("e4");
  assert.deepEqual(effects[0].data.to, "e4");
  assert.equal(game.turn, "black");
  game.play({ from: "e7", to: "e5" });
  game.play("Qh5", "white");
  game.play("Nc6").forEach(({ kind }) => assert.equal(typeof kind, "string"));
  game.play("Bc4");
  game.play("Nf6");
  const before = game.hash;
  assert.ok(game.check("Qxf7").some(({ kind }) => kind === "captured"));
  assert.equal(game.outcome, null, "a dry run changes nothing");
  game.play("Qxf7#");
  assert.deepEqual(game.outcome, {
    result: "win",
    winner: "white",
    reason: "checkmate",
    sentence: "White wins by checkmate",
  });
  assert.equal(game.awaits, "nothing");
  assert.deepEqual(game.legal(), []);
  assert.deepEqual(game.history().slice(-1), ["Qxf7#"]);
  assert.deepEqual(game.history("uci").slice(0, 2), ["e2e4", "e7e5"]);
  assert.equal(refusal(() => game.play("e5")).kind, "game_over");
  assert.equal(game.undo(), true);
  assert.equal(game.hash, before);
  assert.equal(typeof before, "bigint");
  assert.equal(game.outcome, null);
  while (game.undo());
  assert.equal(game.undo(), false);
  game.dispose();
});

test("a rejection has its code, kind, sentence and data", () => {
  const game = engine.new("chess");
  const illegal = refusal(() => game.check("Bb5"));
  assert.deepEqual([illegal.name, illegal.code, illegal.kind], ["Refused", "path_blocked", "illegal"]);
  assert.equal(illegal.data.from, "f1");
  assert.match(illegal.sentence, /in the way/);
  assert.equal(refusal(() => game.play("perhaps")).kind, "unreadable");
  assert.equal(refusal(() => game.play("e4", "black")).kind, "out_of_turn");
  const knights = engine.load("4k3/8/8/8/8/8/8/N1N1K3 w - - 0 1");
  assert.deepEqual(refusal(() => knights.play("Nb3")).kind, "ambiguous");
  assert.equal(game.eventCount, 0);
});

test("answers are written as the format or the move is", () => {
  const state = JSON.stringify({
    board: [
      ["W", "B"],
      [null, null],
    ],
    current_player: "B",
    passes: 0,
  });
  const rows = engine.load(state);
  assert.deepEqual(rows.legal(), ["[1,0]", "[1,1]", '"pass"']);
  for (const place of [[1, 0], "[1,0]", "(1, 0)", "1,0"]) {
    assert.deepEqual(rows.check(place)[1].data.points, [[0, 0]]);
  }
  assert.deepEqual(refusal(() => rows.play([0, 1])).data.point, [0, 1]);
  assert.equal(refusal(() => rows.play("B2")).data.point, "B2");
  assert.deepEqual(rows.ask("liberties", [0, 0]).liberties, [[1, 0]]);
  const vertices = engine.load(state, { notation: "vertex" });
  assert.deepEqual(vertices.legal(), ["A1", "B1", "pass"]);
  assert.equal(refusal(() => vertices.play([0, 1])).data.point, "B2");
  assert.equal(unreadable(() => engine.load(state, { notation: "san" })).code, "unknown_notation");

  const squares = engine.load(engine.new("chess").write("chess-squares"));
  assert.deepEqual(JSON.parse(squares.legal()[0]), { from: "a2", to: "a3", promotion: null });
  assert.equal(refusal(() => squares.play({ from: "e2", to: "e5" })).data.legal[0].to, "e3");
});

test("every game says whether it is over and what a move would do", () => {
  const game = engine.load("3x3 A1b A2w C3b");
  assert.deepEqual(game.ask("check", "B1w").events, ["B1w", "A1c"]);
  assert.deepEqual(game.ask("stones").moves, ["A1b", "A2w", "C3b"]);
  assert.equal(game.ask("check", "A1w").rejection.code, "point_occupied");
  assert.equal(game.ask("over").over, false);
  assert.equal(engine.load("7k/6Q1/6K1/8/8/8/8/8 b - - 0 1").ask("over").outcome.winner, "white");
});

test("unreadable texts have all faults with their places", () => {
  const fen = unreadable(() => engine.load("8/8/8/8/8/8/8/8 x KQ - 0 1", { format: "fen" }));
  assert.equal(fen.name, "Unreadable");
  assert.ok(fen.faults.length >= 2);
  assert.ok(fen.faults.some(({ place }) => place?.column === 17));
  const sgf = unreadable(() => engine.load("(;GM[1]SZ[9]\n;B[zz", { format: "sgf" }));
  assert.ok(sgf.faults.some(({ place }) => place?.line === 2));
  const json = unreadable(() => engine.load('{"game":"chess","events":["e9"]}'));
  assert.equal(json.place.pointer, "/events/0");
  assert.equal(unreadable(() => engine.load("")).code, "unknown_format");
  assert.equal(unreadable(() => engine.new("checkers")).code, "unknown_game");
  assert.equal(unreadable(() => engine.new("go", { size: 99 })).faults.length, 1);
});

test("a game has the warnings of its text", () => {
  const game = engine.load("(;GM[1]FF[4]SZ[9]KM[7];B[ee];W[cc];XX[nonsense]B[dd])");
  assert.equal(game.name, "go");
  assert.equal(game.history().length, 3);
  const odd = engine.load("(;GM[1]SZ[9]KM[many];B[ee])");
  assert.ok(odd.warnings.length > 0);
  assert.ok(odd.warnings.every(({ severity }) => severity === "warning"));
});

test("reading forgives with a warning, and strict refuses", () => {
  const text = "{'board': [[None, 'b']], 'current_player': 'W'}";
  const game = engine.load(text);
  assert.deepEqual(
    game.warnings.map(({ code }) => code),
    ["python_syntax", "lower_case_color"],
  );
  assert.equal(unreadable(() => engine.load(text, { strict: true })).faults.length, 2);
  const [{ error }] = engine.loadAll(text, { strict: true });
  assert.equal(error.code, "python_syntax");
});

test("the address of a board is a game", () => {
  const address = "http://127.0.0.1:8080/chess/e4,e5,Nf3";
  assert.deepEqual(engine.detect(address), { game: "chess", format: "address" });
  assert.deepEqual(engine.load(address).history(), ["e4", "e5", "Nf3"]);
  assert.equal(engine.loadAll(address)[0].game.eventCount, 3);
  assert.equal(engine.load("/game/19x19,A9b,B12w,C2b").write("sgn"), "19x19 A9b B12w C2b");
});

test("every game is written in every format and read again", () => {
  const moves = { chess: ["e4", "c5"], go: ["D4", "E5"], backgammon: ["opening 3-1"] };
  for (const { name, formats } of engine.games()) {
    const game = engine.new(name);
    for (const move of moves[name]) game.play(move);
    for (const { name: format } of formats) {
      const text = game.write(format);
      const again = engine.load(text, { game: name, format });
      assert.equal(again.write(format), text, format);
      assert.equal(engine.detect(text, name)?.game, name, format);
    }
    assert.ok(engine.load(game.write("record")).equals(game));
  }
  assert.equal(unreadable(() => engine.new("backgammon").write("gitgammon")).code, "cannot_express");
});

test("a source counts for the text that it was given with", () => {
  engine.load("9x9 E5b", { format: "sgn" }).dispose();
  assert.throws(() => engine.load(42, { format: "fen" }), TypeError);
  const game = engine.load("4k3/8/8/8/8/8/8/4K3 w - - 0 1", { format: "fen" });
  assert.equal(game.name, "chess");
  game.dispose();
});

test("loading all games of a text", () => {
  const [one, two, broken] = engine.loadAll('[White "A"]\n\n1. e4 *\n\n[White "B"]\n\n1. d4 d5 *\n\n1. e5 *\n');
  assert.deepEqual(one.game.history(), ["e4"]);
  assert.deepEqual(two.game.history(), ["d4", "d5"]);
  assert.equal(one.error, null);
  assert.equal(broken.game, null);
  assert.ok(broken.error instanceof Unreadable);
  assert.deepEqual(engine.loadAll("8/8/8/8/8/8/8/K1k5 w - - 0 1").length, 1);
  assert.ok(engine.loadAll("good morning")[0].error instanceof Unreadable);
});

test("Go's questions", () => {
  const game = engine.new("go", { size: 9, rules: "chinese", komi: 7.5 });
  for (const move of ["D4", "D5", "E5"]) game.play(move);
  assert.deepEqual(game.ask("liberties", "D4"), { color: "black", stones: ["D4"], liberties: ["D3", "C4", "E4"] });
  assert.equal(game.ask("liberties").groups.length, 3);
  assert.equal(game.ask("score").owners.length, 9);
  assert.deepEqual(game.ask("stones").stones.at(-1), { point: "E5", color: "black" });
  assert.deepEqual(Object.keys(game.ask("dead")), ["marked", "proposal"]);
  assert.equal(unreadable(() => game.ask("liberties", "A1")).code, "no_stone_there");
  assert.equal(unreadable(() => game.ask("weather")).code, "unknown_question");
});

test("backgammon waits for dice", () => {
  const game = engine.new("backgammon", { match: 3 });
  assert.equal(game.awaits, "roll");
  assert.ok(game.legal().includes("opening 3-1"));
  assert.deepEqual(game.understand("opening 3-1").author, "chance");
  game.play("opening 3-1");
  assert.equal(game.awaits, "move");
  assert.deepEqual(game.ask("pips"), { white: 167, black: 167 });
  assert.ok(game.ask("steps").steps.length > 0);
  assert.equal(game.ask("score").match, 3);
  assert.equal(game.understand("8/5 6/5").author, "player");
});

test("drawings", () => {
  const game = engine.new("go", { size: 9 });
  game.play("E5");
  assert.match(game.svg(), /^<svg .*width="400"/);
  const options = { bottom: "black", theme: "dark", coordinates: false, size: 90, overlay: "liberties", preview: "D4" };
  const svg = game.svg(options);
  assert.match(svg, /arbiter-dark/);
  assert.match(svg, /width="90"/);
  assert.match(svg, /ghost/);
  assert.match(game.svg({ numbered: [1, 1] }), /<text/);
  const label = { type: "label", place: "D4", text: "Q<" };
  assert.match(game.svg({ annotations: [label] }), /class="remark[^>]*>Q&lt;</);
  assert.notEqual(game.text({ characters: "ascii" }), game.text());
  assert.match(game.text({ characters: "ascii" }), /^[\n\x20-\x7e]*$/);
  for (const [wrong, pointer] of [
    [{ theme: "pink" }, "/theme"],
    [{ size: 5000 }, "/size"],
    [{ size: 1 }, "/size"],
    [{ bottom: 1 }, "/bottom"],
    [{ coordinates: "no" }, "/coordinates"],
    [{ numbered: [2, 1] }, "/numbered/1"],
    [{ numbered: [1] }, "/numbered"],
    [{ overlay: "weather" }, "/overlay"],
    [{ annotations: [{ type: "smell" }] }, "/annotations/0/type"],
    [{ colour: "red" }, "/colour"],
  ]) {
    assert.equal(unreadable(() => game.svg(wrong)).place.pointer, pointer);
  }
  assert.equal(refusal(() => game.svg({ preview: "good morning" })).kind, "unreadable");
});

test("analyse and review judge moves in every game", () => {
  const game = engine.load("1. e4 e5 2. Nf3 Nc6 3. Bc4 Qg5 4. O-O *");
  const { unit, moves } = game.analyse({ lines: 2, nodes: 3000 });
  assert.equal(unit, "centipawns");
  assert.equal(moves.length, 2);
  assert.ok(moves[0].value >= moves[1].value && moves[0].line.length > 0);
  const rows = Array.from({ length: game.eventCount }, (_, ply) => game.reviewEvent(ply, { nodes: 3000 }));
  assert.deepEqual(rows.map(({ move, grade }) => [move, grade]).slice(5), [
    ["Qg5", "blunder"],
    ["O-O", "blunder"],
  ]);
  const review = game.review(rows);
  assert.ok(review.worst.includes(5) && review.black.blunders === 1 && review.white.accuracy < 100);
  const document = game.document();
  document.addReview(rows);
  assert.match(document.write("pgn"), /Qg5 \$4 \{\[%eval [\s\S]*\(4\. Nxg5/);

  const go = engine.new("go", { size: "5" });
  assert.equal(go.analyse({ nodes: 50 }).ownership.length, 25);
  const dice = engine.new("backgammon");
  for (const move of ["opening 31", "8/5 6/5", "roll 66"]) dice.play(move);
  assert.equal(dice.reviewEvent(0), null);
  assert.ok(dice.reviewEvent(2).luck > 0.2);

  assert.equal(unreadable(() => game.analyse({ level: 9 })).code, "out_of_range");
  assert.equal(unreadable(() => game.analyse({ depth: 1 })).code, "unknown_key");
  assert.equal(unreadable(() => game.reviewEvent(7)).code, "no_such_ply");
  assert.equal(unreadable(() => game.review([{}])).code, "missing_key");
  assert.throws(() => game.reviewEvent(-1), TypeError);
});

test("the bots of all games", () => {
  for (const { name } of engine.games()) {
    const game = engine.new(name);
    if (game.awaits === "roll") {
      assert.equal(game.botMove(), "roll");
      game.play("opening 3-1");
    }
    const move = game.botMove({ level: 2, seed: 7 });
    assert.equal(game.botMove({ level: 2, seed: 7 }), move);
    game.play(move);
    assert.equal(unreadable(() => game.botMove({ level: 9 })).code, "number_out_of_range");
    assert.throws(() => game.botMove({ level: 1.5 }), TypeError);
    game.play("resign");
    if (game.outcome) assert.equal(unreadable(() => game.botMove()).code, "no_move");
    game.dispose();
  }
});

test("perft", () => {
  const game = engine.new("chess");
  const { leaves, moves } = game.perft(3);
  assert.equal(leaves, 8902);
  assert.equal(moves.length, 20);
  assert.equal(
    moves.reduce((sum, row) => sum + row.leaves, 0),
    leaves,
  );
  assert.deepEqual(game.perft(0), { leaves: 1, moves: [] });
  assert.equal(unreadable(() => game.perft(21)).code, "number_out_of_range");
  assert.equal(unreadable(() => game.perft(-1)).code, "number_out_of_range");
  assert.equal(unreadable(() => game.perft(2 ** 32 + 1)).code, "number_out_of_range");
});

test("tags", () => {
  const game = engine.new("chess");
  game.setTag("White", 'Ada "the first"\n');
  game.setTag("White", "Ada");
  assert.match(game.write("pgn"), /\[White "Ada"\]/);
  assert.equal(JSON.parse(game.write("record")).tags.White, "Ada");
  assert.equal(unreadable(() => game.setTag("White", "x".repeat(65537))).code, "too_large");
});

test("a copy is independent", () => {
  const game = engine.new("chess");
  game.play("e4");
  const copy = game.copy();
  assert.ok(copy.equals(game) && game.equals(copy));
  copy.play("e5");
  assert.ok(!copy.equals(game));
  assert.equal(game.eventCount, 1);
  game.dispose();
  assert.equal(copy.eventCount, 2);
});

test("programming errors are TypeErrors", () => {
  const game = engine.new("chess");
  for (const mistake of [
    () => game.play(),
    () => game.play(4),
    () => game.play("e4", "green"),
    () => game.play("e4", "toString"),
    () => game.legal(null),
    () => game.write(),
    () => game.ask(),
    () => game.perft("3"),
    () => game.perft(NaN),
    () => engine.new(),
    () => engine.load(),
    () => engine.load(7),
    () => game.setTag("White"),
    () => game.equals({}),
    () => new Engine(),
    () => new Game(),
  ]) {
    assert.throws(mistake, TypeError, String(mistake));
  }
  assert.equal(unreadable(() => game.legal("latin")).code, "unknown_notation");
  assert.equal(unreadable(() => game.write("sgf")).code, "unknown_format");
  assert.deepEqual(game.legal().length, 20, "and the engine goes on");
});

test("disposing of a game does not affect others", () => {
  const held = engine.gamesHeld;
  const game = engine.new("chess");
  const other = engine.new("go");
  assert.equal(engine.gamesHeld, held + 2);
  game.dispose();
  game.dispose();
  assert.equal(game.disposed, true);
  assert.equal(engine.gamesHeld, held + 1);
  const successor = engine.new("go");
  for (const use of [() => game.turn, () => game.play("e4"), () => game.copy(), () => game.undo(), () => game.svg()]) {
    assert.equal(unreadable(use).code, "no_such_game");
  }
  assert.equal(unreadable(() => other.equals(game)).code, "no_such_game");
  assert.deepEqual([other.eventCount, successor.eventCount], [0, 0]);
  other.dispose();
  successor.dispose();
});

test("the module is given as bytes, a URL, a response, a module, or a promise", async () => {
  const bytes = await readFile(file("arbiter.wasm"));
  const server = createServer((request, response) => {
    if (request.url === "/missing.wasm") response.writeHead(404).end();
    else
      response.writeHead(200, request.url === "/typed.wasm" ? { "Content-Type": "application/wasm" } : {}).end(bytes);
  });
  await new Promise((listening) => server.listen(0, "127.0.0.1", listening));
  const at = `http://127.0.0.1:${server.address().port}`;
  const sources = [
    bytes,
    bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.length),
    address("arbiter.wasm"),
    address("arbiter.wasm").href,
    `${at}/typed.wasm`,
    new URL(`${at}/plain.wasm`),
    fetch(`${at}/typed.wasm`),
    await WebAssembly.compile(bytes),
    Promise.resolve(bytes),
    new Response(bytes),
  ];
  const { loadEngine: loadFrom } = await import(address("engine.js"));
  for (const source of sources) assert.equal((await loadFrom(source)).new("chess").turn, "white");
  await assert.rejects(loadFrom(`${at}/missing.wasm`), /404/);
  await assert.rejects(loadFrom(42), TypeError);
  await assert.rejects(loadFrom(new Uint8Array([1, 2, 3])), WebAssembly.CompileError);
  server.close();
  server.closeAllConnections();
});

test("documents", () => {
  const document = engine.document("1. e4 {best} (1. d4 $1) 1... Ke5 *", { game: "chess" });
  assert.deepEqual(
    document.faults.map(({ severity, code }) => [severity, code]),
    [["error", "piece_cannot_go_there"]],
  );
  const { game, nodes } = document.tree();
  assert.equal(game, "chess");
  assert.deepEqual(
    nodes.map(({ id, parent, move, text, verdict }) => [id, parent, move ?? text, verdict]),
    [
      [0, undefined, undefined, undefined],
      [1, 0, "e4", undefined],
      [3, 1, "Ke5", "illegal"],
      [2, 0, "d4", undefined],
    ],
  );
  assert.deepEqual(nodes[1].annotations, [{ type: "comment", text: "best" }]);
  assert.equal(nodes[2].rejection.code, "piece_cannot_go_there");
  document.remove(3);
  const e5 = document.add(1, "e5");
  assert.equal(document.add(1, { from: "e7", to: "e5" }), e5, "it is there already");
  document.annotate(e5, [{ type: "arrow", from: "g1", to: "f3", color: "red" }]);
  document.setTag("White", "Ada");
  assert.match(
    document.write("pgn"),
    /\[White "Ada"\][^]*1\. e4 \{best\} \(1\. d4 \$1\) 1\.\.\. e5 \{\[%cal Rg1f3\]\} \*/,
  );
  document.promote(2);
  assert.deepEqual(document.game(2).history(), ["d4"]);
  assert.equal(document.game(0).document().tree().nodes.length, 1);
  assert.equal(refusal(() => document.add(0, "Ke2")).code, "own_piece_there");
  assert.equal(unreadable(() => document.game(99)).code, "no_such_node");
  assert.equal(unreadable(() => document.annotate(0, [{ type: "smell" }])).code, "unknown_remark");
  assert.throws(() => document.add(-1, "e4"), TypeError);
  assert.equal(unreadable(() => engine.document("")).code, "unknown_format");
  document.dispose();
  assert.equal(unreadable(() => document.tree()).code, "no_such_document");
});

test("every document of a text, whole or in pieces", () => {
  const pgn = ["e4", "e5", "d4"].map((move, i) => `[White "Ä${i}"]\n\n1. ${move} {a} *\n\n`).join("");
  const read = (text, source) =>
    [...engine.documents(text, source)].map(({ document, error }) => {
      const { tags, faults } = document;
      document.dispose();
      return [error, tags.White, faults.map(({ code, place }) => [code, place.line])];
    });
  const expected = [
    [null, "Ä0", []],
    [null, "Ä1", [["piece_cannot_go_there", 7]]],
    [null, "Ä2", []],
  ];
  assert.deepEqual(read(pgn), expected);
  assert.deepEqual(read([...pgn], { format: "pgn" }), expected);
  assert.deepEqual(read([]), []);
  const [{ document, error }] = engine.documents("hello world");
  assert.equal(document, null);
  assert.equal(error.code, "unknown_format");
  assert.equal(read("4k3/8/8/8/8/8/8/4K3 w - - 0 1").length, 1);
  assert.throws(() => read([1]), TypeError);
  for (const { document } of engine.documents(pgn)) {
    document.dispose();
    break;
  }
});

test("in a worker", async () => {
  const work = `
    import { parentPort } from "node:worker_threads";
    const { loadEngine } = await import(${JSON.stringify(address("index.js").href)});
    const game = (await loadEngine()).new("go", { size: 9 });
    game.play("E5");
    parentPort.postMessage(game.write("sgf"));`;
  const worker = new Worker(new URL(`data:text/javascript,${encodeURIComponent(work)}`));
  const answered = await new Promise((resolve, reject) => worker.on("message", resolve).on("error", reject));
  await worker.terminate();
  const game = engine.new("go", { size: 9 });
  game.play("E5");
  assert.equal(answered, game.write("sgf"));
});

test("the module has no imports of substance, and is small", () => {
  const bytes = readFileSync(file("arbiter.wasm"));
  // Functions that the C++ library calls before it aborts; in the package they do nothing.
  const allowed = new Set(["fd_close", "fd_seek", "fd_write"]);
  for (const { module: from, name } of WebAssembly.Module.imports(new WebAssembly.Module(bytes))) {
    assert.equal(from, "wasi_snapshot_preview1");
    assert.ok(allowed.has(name), name);
  }
  assert.ok(gzipSync(bytes, { level: 9 }).length < 700 * 1024);
});

test("the npm package has only the necessary files and the project's version", () => {
  const packed = spawnSync(path.join(root, "tools/npm.sh"), ["pack", "--dry-run", "--json", folder], {
    encoding: "utf8",
    cwd: folder,
  });
  const [{ name, version, files }] = JSON.parse(packed.stdout);
  const project = /VERSION (\S+)/.exec(readFileSync(path.join(root, "CMakeLists.txt"), "utf8").split("project(")[1])[1];
  assert.deepEqual([name, version], ["arbiter-engine", project]);
  assert.deepEqual(files.map((entry) => entry.path).sort(), [
    "LICENSE",
    "README.md",
    "abi.js",
    "arbiter.wasm",
    "charset.js",
    "engine.d.ts",
    "engine.js",
    "errors.js",
    "index.d.ts",
    "index.js",
    "module.js",
    "package.json",
    "server.d.ts",
    "server.js",
  ]);
});
