// show, legal, outcome, perft, formats, rules, demo.

import assert from "node:assert/strict";
import test from "node:test";

import { complaint, file, json, output, played, run } from "./program.mjs";

test("show draws the board, the outcome and the moves", () => {
  assert.equal(
    output(["show"], { input: played("f3", "e5", "g4", "Qh4") }),
    `Chess

  +-----------------+
8 | r n b . k b n r |
7 | p p p p . p p p |
6 | . . . . . . . . |
5 | . . . . p . . . |
4 | . . . . . . P q |
3 | . . . . . P . . |
2 | P P P P P . . P |
1 | R N B Q K B N R |
  +-----------------+
    a b c d e f g h
Black wins by checkmate

f3 e5 g4 Qh4#
`,
  );
});

test("show has what is said of the position, and how much else is in the file", () => {
  const input = "1. e4 {best by test [%clk 0:01:00]} e5 (1... c5) *";
  const shown = output(["show", "--ply", "1"], { input });
  assert.match(shown, /\ne4\n\nbest by test\n\nIn the file: 1 variation, 2 annotations\n$/);
  assert.deepEqual(json(["show", "--ply", "1"], { input }).annotations, [
    { type: "comment", text: "best by test" },
    { type: "time_left", ms: 60000 },
  ]);
  assert.equal(json(["show"], { input }).annotations, undefined);
});

test("show reads from a file, given as an argument or with -i, and from standard input", () => {
  const game = file("game.json", played("e4"));
  const expected = output(["show", game]);
  assert.match(expected, /Black to move/);
  assert.equal(output(["show", "-i", game]), expected);
  assert.equal(output(["show"], { input: played("e4") }), expected);
  assert.equal(output(["show", "-"], { input: played("e4") }), expected);
});

test("show --ply shows an earlier position", () => {
  const input = played("e4", "e5", "Nf3");
  assert.deepEqual(json(["show", "--ply", "1"], { input }).moves, ["e4"]);
  assert.deepEqual(json(["show", "--ply", "0"], { input }).moves, []);
  assert.match(complaint(1, ["show", "--ply", "4"], { input }), /only 3 moves/);
  assert.match(complaint(2, ["show", "--ply", "-1"], { input }), /whole number/);
  assert.match(complaint(2, ["show", "--ply", "x"], { input }), /whole number/);
});

test("legal lists one move per line, in the given notation", () => {
  const input = output(["new", "chess"]);
  const san = output(["legal"], { input }).trimEnd().split("\n");
  assert.equal(san.length, 20);
  assert.ok(san.includes("Nf3") && san.includes("e4"));
  assert.ok(output(["legal", "--notation", "uci"], { input }).split("\n").includes("g1f3"));
  const answer = json(["legal", "--notation", "json"], { input });
  assert.deepEqual(Object.keys(answer), ["game", "turn", "notation", "legal"]);
  assert.deepEqual(answer.legal[0], { from: "a2", to: "a3", promotion: null });
  assert.match(complaint(2, ["legal", "--notation", "sam"], { input }), /did you mean "san"\?/);
});

test("legal lists nothing after the end", () => {
  const { status, stdout, stderr } = run(["legal"], { input: played("f3", "e5", "g4", "Qh4") });
  assert.deepEqual([status, stdout, stderr], [0, "", "Black wins by checkmate\n"]);
});

test("outcome prints the winner and the reason, or that the game is not over", () => {
  assert.equal(output(["outcome"], { input: played("e4") }), "Not over: black to move\n");
  assert.deepEqual(json(["outcome"], { input: played("e4") }), { game: "chess", turn: "black", outcome: null });
  const over = played("f3", "e5", "g4", "Qh4");
  assert.equal(output(["outcome"], { input: over }), "Black wins by checkmate\n");
  assert.equal(json(["outcome"], { input: over }).outcome.winner, "black");
});

test("perft counts leaves", () => {
  const input = output(["new", "chess"]);
  assert.equal(output(["perft", "0"], { input }), "1\n");
  assert.equal(output(["perft", "4"], { input }), "197281\n");
  const divided = output(["perft", "3", "--divide"], { input });
  assert.equal(output(["perft", "3", "--divide", "--threads", "3"], { input }), divided);
  assert.equal(output(["perft", "5", "--hash", "16"], { input }), "4865609\n");
  assert.equal(output(["perft", "5", "--hash", "16", "--threads", "2"], { input }), "4865609\n");
  const board = output(["new", "go", "--size", "3"]);
  assert.equal(output(["perft", "3", "--hash", "1"], { input: board }), output(["perft", "3"], { input: board }));
  assert.match(complaint(2, ["perft", "3", "--threads", "0"], { input }), /--threads/);
  assert.match(complaint(2, ["perft", "3", "--hash", "-1"], { input }), /--hash/);
  const rows = output(["perft", "2", "--divide"], { input }).trimEnd().split("\n");
  assert.equal(rows.length, 21);
  assert.equal(rows.at(-1), "total: 400");
  assert.ok(rows.includes("e2e4: 20"));
  const { moves, ...sum } = json(["perft", "2", "--divide"], { input });
  assert.deepEqual(sum, { depth: 2, leaves: 400 });
  assert.deepEqual(moves[0], { move: "a2a3", leaves: 20 });
  for (const depth of ["-1", "21", "x", "1.5", "99999999999999999999"]) {
    assert.match(complaint(2, ["perft", "--", depth], { input }), /DEPTH: ".*" is not a whole number from 0 to 20/);
  }
});

test("formats lists the formats, and what each cannot express", () => {
  assert.match(output(["formats"]), /^ {2}pgn +games +portable game notation\n +loses /m);
  const { formats } = json(["formats", "chess"]);
  assert.deepEqual(
    formats.find(({ name }) => name === "record"),
    {
      name: "record",
      game: "chess",
      holds: "game",
      meaning: "the neutral record: game, setup, events",
      cannot_carry: "",
      keeps_document: false,
    },
  );
  assert.equal(formats.find(({ name }) => name === "fen").holds, "position");
  for (const line of output(["formats"]).split("\n")) assert.ok(line.length <= 79, line);
  assert.match(complaint(2, ["formats", "shogi"]), /no game "shogi"/);
});

test("rules lists options, notations and rejection codes", () => {
  assert.doesNotMatch(output(["rules", "chess"]), /leaves_king_in_check/);
  assert.match(output(["rules", "chess", "--codes"]), /^ {2}leaves_king_in_check +illegal +moving the/m);
  const [chess] = json(["rules", "chess", "--codes"]).games;
  const keys = ["name", "title", "options", "notations", "phases", "questions", "formats", "codes"];
  assert.deepEqual(Object.keys(chess), keys);
  assert.deepEqual(
    chess.options.map(({ name }) => name),
    ["variant", "start", "history"],
  );
  assert.ok(chess.formats.includes("pgn"));
  assert.match(output(["rules", "go"]), /^ {2}marking +mark_dead D4, mark_alive D4, agree, resume/m);
  assert.deepEqual(
    chess.codes.find(({ name }) => name === "not_your_turn"),
    {
      name: "not_your_turn",
      kind: "out_of_turn",
      sentence: "it is {turn}'s turn",
    },
  );
});

test("demo plays a game to its end, with a rejected move", () => {
  const text = output(["demo"]);
  assert.match(text, /Morphy/);
  assert.match(text, /Nxe4 is refused: .*leaves the king in check from b5/);
  assert.match(text, /17\.Rd8#\n/);
  assert.match(text, /White wins by checkmate/);
  const demo = json(["demo"]);
  assert.equal(demo.refused[0].code, "leaves_king_in_check");
  assert.equal(demo.moves.length, 33);
  assert.equal(demo.outcome.reason, "checkmate");
});
