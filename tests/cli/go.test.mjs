// Go on the command line: new, ask, gtp, render.

import assert from "node:assert/strict";
import { mkdirSync, readFileSync } from "node:fs";
import test from "node:test";

import { complaint, error, file, json, output } from "./program.mjs";

const played = (settings, ...moves) => output(["play", ...moves], { input: output(["new", "go", ...settings]) });

test("a new game accepts every rule as an option", () => {
  const record = JSON.parse(
    output(["new", "go", "--size", "9x13", "--rules", "japanese", "--komi", "0.5", "--ko", "positional"]),
  );
  assert.deepEqual(record.setup, { size: "9x13", rules: "japanese ko=positional", komi: 0.5 });
  assert.match(complaint(2, ["new", "go", "--size", "53"]), /at most 52x52/);
  assert.match(complaint(2, ["new", "go", "--rules", "klingon"]), /rules are one of/);
  assert.match(complaint(2, ["new", "go", "--handicap", "10"]), /2 to 9/);
});

test("simple rules have a board of 5x5, which ends the game when it is full", () => {
  const size = (...args) => JSON.parse(output(["new", "go", ...args])).setup.size;
  assert.equal(size("--rules", "simple"), "5x5");
  assert.equal(size("--set", "rules=simple", "--set", "size=7"), "7x7");
  assert.equal(size("--rules", "chinese"), "19x19");
  const full = (passes) =>
    JSON.stringify({
      board: [
        ["B", "W"],
        ["B", "W"],
      ],
      current_player: "B",
      ...passes,
    });
  for (const passes of [{}, { passes: 0 }, { passes: 2 }]) {
    assert.equal(output(["outcome"], { input: full(passes) }), "Draw by score\n");
  }
});

test("rejections name points and reasons", () => {
  const input = played(["--size", "5"], "C3");
  const refused = error(1, ["check", "C3"], { input });
  assert.equal(refused.code, "point_occupied");
  assert.deepEqual(refused.data, { point: "C3", occupant: "black" });
  assert.equal(error(1, ["check", "F6"], { input }).code, "point_off_board");
  assert.equal(error(1, ["check", "D4b"], { input }).code, "not_your_turn");
});

test("ask answers in JSON", () => {
  const input = played(["--size", "5"], "C3", "C4");
  assert.deepEqual(JSON.parse(output(["ask", "liberties", "C3"], { input })).liberties, ["C2", "B3", "D3"]);
  assert.equal(JSON.parse(output(["ask", "liberties"], { input })).groups.length, 2);
  assert.deepEqual(JSON.parse(output(["ask", "stones"], { input })).stones[0], { point: "C3", color: "black" });
  assert.equal(JSON.parse(output(["ask", "score"], { input })).owners.length, 5);
  assert.match(complaint(2, ["ask", "liberties", "A1"], { input }), /no stone on A1/);
  assert.match(complaint(2, ["ask", "liberty"], { input }), /did you mean "liberties"\?/);
});

test("a dry run lists its events, in SGN with the captures", () => {
  const input = "3x3 A1b A2w C3b";
  assert.deepEqual(json(["check", "B1w"], { input }).events, ["B1w", "A1c"]);
  assert.deepEqual(JSON.parse(output(["ask", "check", "B1w"], { input })).events, ["B1w", "A1c"]);
  assert.deepEqual(JSON.parse(output(["ask", "check", "[2,1]"], { input })).events, [[2, 1]]);
  assert.equal(JSON.parse(output(["ask", "over"], { input })).over, false);
  assert.deepEqual(JSON.parse(output(["ask", "stones"], { input })).moves, ["A1b", "A2w", "C3b"]);
});

test("a state in rows is answered in rows", () => {
  const state = { board: Array.from({ length: 3 }, () => [null, null, null]), current_player: "B", passes: 0 };
  state.board[0] = ["W", "B", null];
  const input = JSON.stringify(state);
  assert.deepEqual(
    output(["legal"], { input })
      .trimEnd()
      .split("\n")
      .map((line) => JSON.parse(line)),
    [[2, 0], [2, 1], [2, 2], [1, 0], [1, 1], [1, 2], [0, 2], "pass"],
  );
  assert.deepEqual(json(["legal"], { input }).legal.at(-2), [0, 2]);
  assert.equal(json(["legal", "--notation", "sgn"], { input }).legal[0], "A1b");
  for (const move of ["(1, 0)", "1,0", "[1,0]"]) {
    assert.deepEqual(json(["check", move], { input }).effects[1].data.points, [[0, 0]]);
    const { moves, played } = json(["play", move], { input });
    assert.deepEqual([moves, played[0].effects[0].data.point], [[[1, 0]], [1, 0]]);
  }
  assert.match(complaint(1, ["check", "0,1"], { input }), /black stone on \[0,1\]/);
  assert.deepEqual(error(1, ["check", "0,1"], { input }).data.point, [0, 1]);
  assert.match(complaint(1, ["check", "0,1", "--notation", "vertex"], { input }), /black stone on B3/);
  assert.match(complaint(1, ["check", "B3"], { input }), /black stone on B3/);
});

test("SGN in a line and in a URL are the same game", () => {
  const line = file("game.sgn", "19x19 A9b B12w C2b\n");
  const url = file("game.url", "19x19,A9b,B12w,C2b");
  assert.equal(output(["convert", url, "--to", "sgn"]), "19x19 A9b B12w C2b\n");
  assert.equal(output(["convert", line, "--to", "sgn-url"]), "19x19,A9b,B12w,C2b\n");
  assert.equal(output(["convert", line, "--to", "sgf"]), output(["convert", url, "--to", "sgf"]));
});

test("SGN's handicap stones are Black's, then White moves", () => {
  const game = JSON.parse(output(["convert", "--to", "record"], { input: "9x9 C2b F9b C3b C9w" }));
  assert.equal(game.setup.free_handicap, 3);
  assert.deepEqual(game.events, ["C2b", "F9b", "C3b", "C9w"]);
});

test("handicap stones can be played by name, one after another", () => {
  const moves = ["C2b", "F9b", "C3b", "C9w"];
  const whole = `19x19 ${moves.join(" ")}\n`;
  const score = (input) => JSON.parse(output(["ask", "score"], { input })).result;
  for (const words of [moves, [moves.join(" ")], [moves.join(",")]]) {
    const input = output(["play", ...words], { input: "19x19" });
    assert.equal(output(["convert", "--to", "sgn"], { input }), whole);
    assert.equal(score(input), score(whole));
  }
  const piped = output(["play", "F9b"], { input: output(["play", "C2b"], { input: "19x19" }) });
  assert.equal(output(["convert", "--to", "sgn"], { input: piped }), "19x19 C2b F9b\n");
  const refused = error(1, ["play", ...moves], { input: output(["new", "go"]) });
  assert.deepEqual([refused.code, refused.move, refused.number], ["not_your_turn", "F9b", 2]);
  assert.match(refused.sentence, /turns=free/);
  assert.equal(error(1, ["play", moves.join(" ")], { input: output(["new", "go"]) }).code, "not_your_turn");
  const free = output(["new", "go", "--turns", "free"]);
  assert.equal(output(["play", ...moves, "--to", "sgn"], { input: free }), whole);
});

test("SGN's commonest slips are told by SGN", () => {
  const told = (input) => complaint(1, ["show"], { input }).split("\n")[0];
  assert.match(told("19x19 I9b"), /^<stdin>: token 2: error: "I9b" names a column I/);
  assert.match(told("19x19 A9"), /^<stdin>: token 2: error: "A9" names no colour: A9b/);
  assert.match(told("19x19 A0b"), /^<stdin>: token 2: error: "A0b" is not on any board/);
  assert.match(told("53x53"), /^<stdin>: token 1: error: "53x53" is not a size/);
});

test("dead stones are marked, agreed on, and counted", () => {
  const input = played(["--size", "5", "--rules", "chinese"], "C3", "pass", "pass");
  const marked = output(["play", "mark_dead C3", "agree", "agree"], { input });
  const outcome = json(["outcome"], { input: marked }).outcome;
  assert.equal(outcome.winner, "white");
  assert.equal(outcome.reason, "score");
  assert.equal(error(1, ["check", "D4"], { input }).code, "marking_phase");
});

test("SGN holds a game to its end", () => {
  const input = "5x5 C3b passw passb";
  assert.equal(
    output(["outcome"], { input }),
    "Not over: dead stones are being marked, and white is to agree; as they stand: Black wins by score, B+17.5\n",
  );
  const { turn, outcome, awaits, provisional } = json(["outcome"], { input });
  assert.deepEqual([turn, outcome, awaits], ["white", null, "agreement"]);
  const { sentence, ...facts } = provisional;
  assert.match(sentence, /dead stones are being marked/);
  assert.deepEqual(facts, {
    result: "win",
    winner: "black",
    reason: "score",
    score: "B+17.5",
    dead: [],
    agreed: [],
  });
  const settled = output(["play", "deadC3", "agreeb", "agreew", "--to", "sgn"], { input });
  assert.equal(settled, `${input} deadC3 agreeb agreew\n`);
  assert.equal(output(["outcome"], { input: settled }), "White wins by score\n");
  assert.deepEqual(json(["outcome"], { input: settled }).awaits, undefined);
  assert.equal(
    output(["convert", "--to", "sgn-url"], { input: settled }),
    "5x5,C3b,passw,passb,deadC3,agreeb,agreew\n",
  );
  assert.equal(output(["validate"], { input: settled }), "<stdin>: valid\n");
  assert.equal(output(["play", "resumeb", "D4", "--to", "sgn"], { input }), `${input} resumeb D4w\n`);
  assert.match(complaint(1, ["show"], { input: `${input} deadA1` }), /token 5.*no stone on A1/);
});

test("render shows overlays, previews and numbered moves", () => {
  const input = played(["--size", "5"], "C3", "C4", "D4");
  assert.match(output(["render", "--svg", "--numbers", "1-3"], { input }), /Moves 1-3/);
  assert.match(output(["render", "--svg", "--preview", "B3"], { input }), /White B3/);
  assert.notEqual(
    output(["render", "--svg", "--overlay", "liberties"], { input }),
    output(["render", "--svg"], { input }),
  );
  assert.match(complaint(2, ["render", "--svg", "--numbers", "3-1"], { input }), /./);
  assert.match(complaint(2, ["render", "--svg", "--overlay", "clouds"], { input }), /one of/);
});

test("render draws a record in figures", () => {
  const moves = ["C3", "C4", "D4", "D3", "pass", "B2", "B3"];
  const input = played(["--size", "5"], ...moves);
  assert.equal(output(["render", "--figures", "3", "-o", "record.svg"], { input }), "");
  for (const [name, title] of [
    ["record-1-3.svg", "Moves 1-3"],
    ["record-4-6.svg", "Moves 4-6"],
    ["record-7-7.svg", "Move 7"],
  ]) {
    const picture = readFileSync(file(name), "utf8");
    assert.ok(picture.includes(title), name);
    assert.deepEqual([...new Set(picture.match(/(?<=:)#[0-9a-f]+/g))].sort(), ["#000", "#fff"], name);
  }
  const figures = output(["render", "--svg", "--figures", "4", "--json"], { input }).trimEnd().split("\n");
  assert.equal(figures.length, 2);
  mkdirSync(file("a.b"));
  output(["render", "--figures", "100", "-o", "./a.b/record.svg", "--theme", "dark"], { input });
  assert.match(readFileSync(file("a.b/record-1-7.svg"), "utf8"), /arbiter-dark/);
  assert.match(complaint(2, ["render", "--svg", "--figures", "3"], { input }), /-o game\.svg/);
  assert.match(complaint(2, ["render", "--figures", "3", "-o", "record.txt"], { input }), /needs pictures/);
  assert.match(complaint(2, ["render", "--figures", "0", "-o", "record.svg"], { input }), /./);
  const chess = output(["new", "chess"]);
  assert.match(complaint(2, ["render", "--figures", "3", "-o", "record.svg"], { input: chess }), /no moves to number/);
});

test("gtp serves a controller", () => {
  const session = (text, ...args) => output(["gtp", ...args], { input: text });
  assert.equal(session("1 protocol_version\n2 quit\nname\n"), "=1 2\n\n=2\n\n");
  assert.equal(
    session("boardsize 3\nplay b b2\nplay w b2\n\n# nothing\ncolor b2"),
    "=\n\n=\n\n? illegal move\n\n= black\n\n",
  );
  assert.match(session("rules\n", "--set", "rules=aga"), /^= aga\n/);
  const sgf = file("game.sgf", "(;FF[4]GM[1]SZ[5]KM[0.5];B[cc];W[];B[];W[aa])");
  assert.equal(session(`loadsgf ${sgf}\nlist_stones white\nget_komi\n`), "=\n\n= A5\n\n= 0.5\n\n");
  assert.equal(session("loadsgf nowhere.sgf\n"), "? cannot load file\n\n");
  assert.match(complaint(2, ["gtp", "--set", "rules=klingon"]), /rules are one of/);
});

test("gtp speaks KGS's and KataGo's dialects", () => {
  const session = (text) => output(["gtp"], { input: text });
  assert.equal(session("kgs-rules new_zealand\nrules"), "= \n\n= new-zealand\n\n".replaceAll("= \n", "=\n"));
  const rules = JSON.parse(session("kata-set-rules koSIMPLEscoreTERRITORYtaxSEKIsui0\nkata-get-rules").split("= ")[1]);
  assert.equal(rules.ko, "SIMPLE");
  assert.equal(rules.scoring, "TERRITORY");
  assert.equal(rules.suicide, false);
  assert.match(session("kata-set-rules klingon"), /^\? unknown rules/);
  assert.equal(session("kgs-time_settings byoyomi 60 10 3\nkgs-time_settings none"), "=\n\n=\n\n");
});

test("gtp analyses until the next line", () => {
  const session = (text) => output(["gtp"], { input: text });
  const lz = session("boardsize 9\n5 lz-analyze b 10 maxmoves 1\n6 name\n");
  assert.match(
    lz,
    /^=\n\n=5\n(info move [A-J][1-9] visits \d+ winrate \d+ prior \d+ lcb \d+ order 0 pv .*\n)+\n=6 Arbiter\n\n$/,
  );
  const kata = session("boardsize 7\nkata-analyze w 10 ownership true");
  const owners = kata
    .match(/ ownership (.*)\n\n$/)[1]
    .split(" ")
    .map(Number);
  assert.equal(owners.length, 49);
  assert.ok(owners.every((owner) => owner >= -1 && owner <= 1));
  assert.match(kata, /scoreLead -?\d+\.\d+/);
  assert.equal(session("kata-analyze nonsense\n"), "? syntax error\n\n");
});

test("gtp generates moves", () => {
  const session = (text, ...args) => output(["gtp", ...args], { input: text });
  // White's four stones around D5 have one liberty left, on F4.
  const stones = (color, points) => points.map((point) => `play ${color} ${point}\n`).join("");
  const board =
    "boardsize 7\n" +
    stones("b", ["c6", "d6", "e6", "b5", "f5", "c4", "d4", "e3"]) +
    stones("w", ["c5", "d5", "e5", "e4", "b2", "c2", "d2"]);
  const text = session(`${board}reg_genmove b\ngenmove b\ncolor d5\n`, "--level", "3");
  assert.ok(text.endsWith("= F4\n\n= F4\n\n= empty\n\n"), text);
  const game = "boardsize 7\ntime_settings 1 0 0\n" + "genmove b\ngenmove w\n".repeat(4);
  assert.equal(session(game, "--level", "8").match(/^= ([A-G][1-7]|pass)$/gm).length, 8);
  const seeded = (seed) => session("boardsize 9\ngenmove b\n", "--seed", seed, "--level", "2");
  assert.equal(seeded("7"), seeded("7"));
  assert.match(complaint(2, ["gtp", "--level", "9"]), /from 1 to 8/);
  assert.match(session("boardsize 9\ngenmove b\n", "--playouts", "20"), /^= [A-J][1-9]$/m);
});
