// convert, validate, and how inputs are read.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import test from "node:test";

import { complaint, error, file, json, output, played, run, shell } from "./program.mjs";

const mate = `[Event "A"]
[Result "1-0"]

1. e4 e5 2. Bc4 Nc6 3. Qh5 Nf6 4. Qxf7# 1-0
`;
const broken = `[Event "B"]
[Result "*"]

1. e4 e5 2. Ke3 *
`;
const drawn = `[Event "C"]
[Result "1/2-1/2"]

1. d4 d5 1/2-1/2
`;
const three = file("three.pgn", [mate, broken, drawn].join("\n"));

test("convert round-trips every format", () => {
  const input = played("e4", "e5", "Nf3");
  for (const { name, holds } of json(["formats", "chess"]).formats) {
    const text = output(["convert", "--to", name], { input });
    const again = output(["convert", "--from", name, "--to", name], { input: text });
    assert.equal(again, text, name);
    const { moves } = json(["show", "--from", name, "--notation", "san"], { input: text });
    assert.deepEqual(moves, holds === "position" ? [] : ["e4", "e5", "Nf3"], name);
  }
});

test("convert writes a game as it stood after N moves", () => {
  const input = played("e4", "e5", "Nf3");
  assert.match(output(["convert", "--ply", "1", "--to", "uci"], { input }), /moves e2e4\n$/);
  assert.match(complaint(1, ["convert", "--ply", "4", "--to", "uci"], { input }), /the game has only 3 moves/);
});

test("files of any charset are read", () => {
  const name = Buffer.from("c0eeb2fdb8e4", "hex"); // 李昌镐 in GBK
  const sgf = (before) => Buffer.concat([Buffer.from(`(;GM[1]SZ[9]${before}PB[`), name, Buffer.from("];B[cc])")]);
  const guessed = run(["convert", "--to", "sgf"], { input: sgf("") });
  assert.match(guessed.stdout, /PB\[李昌镐\]/);
  assert.match(guessed.stderr, /^<stdin>: warning: the text is not UTF-8: read as GB18030\n/);
  const named = run(["convert", "--to", "sgf"], { input: sgf("CA[gb2312]") });
  assert.match(named.stdout, /PB\[李昌镐\]/);
  assert.equal(named.stderr, "");
  assert.match(output(["convert", "--to", "sgf", "--charset", "latin1"], { input: sgf("") }), /PB\[Àî²ý¸ä\]/);
  const unknown = complaint(2, ["show", "--charset", "klingon"], { input: sgf("") });
  assert.match(unknown, /unknown charset "klingon"/);
  const wide = Buffer.from(mate.replace("A", "Ä"), "utf16le");
  assert.match(run(["convert", "--to", "pgn"], { input: wide }).stdout, /\[Event "Ä"\]/);
  const cut = run(["convert", "--to", "sgf", "--charset", "gbk"], { input: Buffer.from("(;SZ[9]PB[\xff])", "latin1") });
  assert.match(cut.stderr, /warning: not GB18030, replaced by U\+FFFD: 1 character\n/);
});

test("convert keeps what is good before a fault, and says what is wrong", () => {
  const { status, stdout, stderr } = run(["convert", "three.pgn", "--to", "fen"]);
  assert.equal(status, 0);
  assert.equal(
    stdout,
    "r1bqkb1r/pppp1Qpp/2n2n2/4p3/2B1P3/8/PPPP1PPP/RNB1K1NR b KQkq - 0 4\n" +
      "rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR w KQkq e6 0 2\n" +
      "rnbqkbnr/ppp1pppp/8/3p4/3P4/8/PPP1PPPP/RNBQKBNR w KQkq d6 0 2\n",
  );
  assert.equal(
    stderr,
    "three.pgn:9:13: error: game 2: Ke3: a king on e1 cannot go to e3\n" +
      "three.pgn: warning: fen has no place for 1 word\n",
  );
  const whole = run(["convert", "three.pgn", "--to", "pgn"]);
  assert.match(whole.stdout, /1\. e4 e5 2\. Ke3 \*/);
  assert.equal(
    run(["convert", "three.pgn", "--to", "uci"]).stderr.split("\n")[1],
    "three.pgn: warning: uci has no place for 1 word",
  );
  assert.match(complaint(1, ["play", "a3", "-i", "three.pgn", "--number", "2"]), /a king on e1 cannot go to e3/);
});

test("convert --strict writes every valid game, reports the others and fails", () => {
  const { status, stdout, stderr } = run(["convert", "three.pgn", "--to", "fen", "--strict"]);
  assert.equal(status, 1);
  assert.equal(
    stdout,
    "r1bqkb1r/pppp1Qpp/2n2n2/4p3/2B1P3/8/PPPP1PPP/RNB1K1NR b KQkq - 0 4\n" +
      "rnbqkbnr/ppp1pppp/8/3p4/3P4/8/PPP1PPPP/RNBQKBNR w KQkq d6 0 2\n",
  );
  assert.equal(stderr, "three.pgn:9:13: error: game 2: Ke3: a king on e1 cannot go to e3\n");

  const answers = run(["convert", "three.pgn", "--to", "fen", "--strict", "--json"]);
  const lines = answers.stdout
    .trimEnd()
    .split("\n")
    .map((line) => JSON.parse(line));
  assert.deepEqual(
    lines.map(({ number }) => number),
    [1, 3],
  );
  assert.deepEqual(Object.keys(lines[0]), ["number", "game", "format", "text"]);
  const { error: fault } = JSON.parse(answers.stderr);
  assert.equal(fault.number, 2);
  assert.deepEqual(fault.place, { line: 9, column: 13 });
});

test("a text without a game is an error", () => {
  assert.match(complaint(1, ["validate", "--from", "sgf"], { input: "hello" }), /the text holds no game/);
  assert.match(
    complaint(1, ["convert", "--from", "pgn", "--to", "pgn"], { input: "; only this" }),
    /the text holds no game/,
  );
});

test("convert separates games so that they can be read again", () => {
  const two = output(["convert", "--to", "pgn"], { input: mate + "\n" + drawn });
  assert.equal(two.match(/^\n/gm).length, 4, two);
  assert.equal(output(["convert", "--to", "pgn"], { input: two }), two);
  const where = file("out.pgn");
  assert.equal(output(["convert", "--to", "pgn", "-o", where], { input: mate + "\n" + drawn }), "");
  assert.equal(readFileSync(where, "utf8"), two);
});

test("convert rejects unknown formats", () => {
  assert.match(complaint(2, ["convert", three]), /--to is required/);
  assert.match(
    complaint(2, ["convert", three, "--to", "png"]),
    /no format "png"; did you mean "pgn"\?\n {2}known: .*fen/,
  );
});

test("validate summarises a valid text in one line", () => {
  assert.equal(output(["validate"], { input: played("e4") }), "<stdin>: valid\n");
  assert.deepEqual(json(["validate"], { input: played("e4") }), { faulty: [], games: 1, invalid: 0, warnings: 0 });
});

test("validate lists every fault with its place", () => {
  const fen = run(["validate"], { input: "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPP/RNBQKBNX w KQkq e9 0 1" });
  assert.equal(fen.status, 1);
  assert.equal(fen.stderr, "");
  assert.deepEqual(
    fen.stdout.split("\n").map((line) => line.split(": ").slice(0, 2).join(": ")),
    ["<stdin>:1:27: error", "<stdin>:1:42: error", "<stdin>:1:51: error", "<stdin>: invalid", ""],
  );

  const squares = file(
    "squares.json",
    output(["convert", "--to", "chess-squares"], { input: played("e4") }).replace(
      '"turn": "black"',
      '"turn": "green", "mood": 1',
    ),
  );
  const state = run(["validate", squares]);
  assert.equal(state.status, 1);
  assert.match(state.stdout, /squares\.json: \/turn: error: /);
  assert.match(state.stdout, /squares\.json: \/mood: warning: /);
  assert.match(state.stdout, /squares\.json: invalid, 1 warning\n$/);
});

test("validate lists and counts invalid games", () => {
  const { status, stdout } = run(["validate", "three.pgn"]);
  assert.equal(status, 1);
  assert.equal(
    stdout,
    "three.pgn:9:13: error: game 2: Ke3: a king on e1 cannot go to e3\n" + "three.pgn: 2 games valid, 1 invalid\n",
  );
  const answer = run(["validate", "three.pgn", "--json"]);
  assert.equal(answer.status, 1);
  const { faulty, ...sum } = JSON.parse(answer.stdout);
  assert.deepEqual(sum, { games: 3, invalid: 1, warnings: 0 });
  assert.equal(faulty.length, 1);
  assert.equal(faulty[0].number, 2);
  assert.equal(faulty[0].valid, false);
  assert.deepEqual(faulty[0].faults[0], {
    severity: "error",
    code: "piece_cannot_go_there",
    sentence: "game 2: Ke3: a king on e1 cannot go to e3",
    place: { line: 9, column: 13 },
  });
});

test("other commands use the first of several games, or the selected one", () => {
  assert.equal(output(["outcome", three]), "White wins by checkmate\n");
  assert.match(output(["outcome", three, "--number", "3"]), /^Draw/);
  assert.match(complaint(1, ["outcome", three, "--number", "2"]), /three\.pgn:9:13: error: /);
  assert.match(complaint(1, ["outcome", three, "--number", "4"]), /holds 3 games/);
  assert.match(complaint(2, ["outcome", three, "--number", "0"]), /whole number from 1/);
});

test("invalid inputs are rejected with their place", () => {
  const truncated = error(1, ["show", "--from", "record"], { input: '{"game": "chess",\n "events": [' });
  assert.equal(truncated.kind, "invalid_input");
  assert.equal(truncated.code, "json_syntax");
  assert.equal(truncated.file, "<stdin>");
  assert.equal(truncated.place.line, 2);

  const illegal = error(1, ["show"], { input: '{"game": "chess", "events": ["e2e4", "e2e4"]}' });
  assert.equal(illegal.code, "event_refused");
  assert.deepEqual(illegal.place, { pointer: "/events/1" });
  assert.equal(illegal.faults.length, 1);

  assert.match(complaint(1, ["show"], { input: "" }), /the input is empty/);
  assert.match(complaint(1, ["show"], { input: "\n\n" }), /the input is empty/);
  assert.match(complaint(1, ["show"], { input: "hello\n" }), /not in any known format\n.*--from: .*fen/);
  assert.match(complaint(1, ["show", "missing.json"]), /cannot read missing\.json: No such file/);
  assert.match(complaint(1, ["show", "."]), /cannot read \.: Is a directory/);
  assert.equal(error(1, ["show", "missing.json"]).kind, "system");
});

test("a game with warnings is read", () => {
  const input = '{"game": "chess", "events": ["e2e4"], "mood": 1}';
  const text = run(["outcome"], { input });
  assert.deepEqual([text.status, text.stdout], [0, "Not over: black to move\n"]);
  assert.match(text.stderr, /^<stdin>: \/mood: warning: /);
  const { warnings } = JSON.parse(run(["outcome", "--json"], { input }).stderr);
  assert.equal(warnings[0].severity, "warning");
});

test("reading forgives with a warning, and --strict refuses", () => {
  const input = "state = {'board': [[None, 'b'], [None, None]], 'current_player': 'W',}\n";
  const text = run(["convert", "--to", "go-rows"], { input });
  assert.equal(text.status, 0);
  assert.deepEqual(JSON.parse(text.stdout).board[0], [null, "B"]);
  assert.match(text.stderr, /<stdin>:1:1: warning: this is Python/);
  assert.match(text.stderr, /<stdin>:1:69: warning: JSON has no comma after the last element/);
  assert.match(text.stderr, /\/board\/0\/1: warning: "b" is written in upper case/);
  const refused = run(["convert", "--to", "go-rows", "--strict"], { input });
  assert.deepEqual([refused.status, refused.stdout], [1, ""]);
  assert.equal(refused.stderr.match(/: error: /g).length, 3);
  const pgn = "1. e4 e5 2. Nf3"; // without a result
  assert.equal(run(["validate"], { input: pgn }).status, 0);
  assert.equal(run(["validate", "--strict"], { input: pgn }).status, 1);
});

test("the address of a board is a game", () => {
  const address = "http://127.0.0.1:8080/go/9x9,C3b,G7w?komi=6.5";
  assert.equal(output(["convert", "--to", "sgn"], { input: address }), "9x9 C3b G7w\n");
  assert.match(complaint(1, ["show"], { input: "/chess/e4,e5,Ke3\n" }), /^<stdin>:1:14: error: a king on e1/);
  assert.match(complaint(1, ["show"], { input: "http://127.0.0.1/games/abc" }), /only the address of a board/);
});

test("unknown names are incorrect usage", () => {
  const input = played("e4");
  assert.match(complaint(2, ["show", "--from", "fem"], { input }), /no format "fem"; did you mean "fen"\?/);
  assert.match(complaint(2, ["show", "--game", "chss"], { input }), /no game "chss"; did you mean "chess"\?/);
  assert.match(complaint(2, ["show", "--set", "komi=1"], { input }), /no chess option "komi"/);
});

test("a game is limited to 16 MiB, and reading stops there", () => {
  const events = '"e2e4",'.repeat(3_000_000);
  const huge = file("huge.json", `{"game":"chess","events":[${events}"e2e4"]}`);
  assert.match(complaint(1, ["show", huge]), /at most 16 MiB/);
  const endless = shell(`yes '{"game":"chess",' | arbiter show`);
  assert.match(endless.stderr, /at most 16 MiB/);
  assert.match(shell("yes | arbiter show").stderr, /not in any known format/);
});

test("any number of games is processed in constant memory", () => {
  const games = 40_000;
  const line = `arbiter() { "$ARBITER_PROGRAM" "$@"; }; ulimit -v 200000;
    for i in $(seq ${games / 100}); do cat hundred.pgn; done | arbiter validate`;
  const comment = `{${"a long story ".repeat(100)}}`;
  file("hundred.pgn", mate.replace("4. Qxf7#", `${comment} 4. Qxf7#`).concat("\n").repeat(100));
  const { status, stdout, stderr } = shell(line);
  assert.equal(stderr, "");
  assert.equal(status, 0);
  assert.equal(stdout, `<stdin>: ${games} games valid, 0 invalid\n`);
});
