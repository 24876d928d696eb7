// new, play, check, undo.

import assert from "node:assert/strict";
import { chmodSync, readFileSync, readdirSync, statSync } from "node:fs";
import test from "node:test";

import { complaint, error, file, folder, json, output, played, run, shell } from "./program.mjs";

const start = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";

test("new writes a record on one line", () => {
  const text = output(["new", "chess"]);
  assert.match(text, /^[^\n]+\n$/);
  assert.deepEqual(JSON.parse(text), {
    game: "chess",
    setup: { variant: "standard", fen: start },
    events: [],
  });
});

test("new accepts the game's options, with --set and as flags", () => {
  const expected = "bqnbnrkr/pppppppp/8/8/8/8/PPPPPPPP/BQNBNRKR w HFhf - 0 1\n";
  const to = ["--to", "shredder-fen"];
  assert.equal(output(["new", "chess", "--set", "start=1", "--set", "variant=chess960", ...to]), expected);
  assert.equal(output(["new", "chess", "--start", "1", "--variant", "chess960", ...to]), expected);
  const kings = "4k3/8/8/8/8/8/8/4K2R w K - 5 30";
  assert.equal(output(["new", "chess", "--start", kings, "--to", "fen"]), kings + "\n");
});

test("new rejects invalid options and values", () => {
  assert.match(complaint(2, ["new", "ches"]), /no game "ches"; did you mean "chess"\?/);
  assert.match(complaint(2, ["new"]), /GAME is required/);
  assert.match(complaint(2, ["new", "chess", "--set", "komi=7"]), /no chess option "komi"\n.*variant, start/);
  assert.match(complaint(2, ["new", "chess", "--set", "komi"]), /NAME=VALUE/);
  assert.match(complaint(2, ["new", "chess", "--start", "960"]), /0 to 959/);
  assert.match(complaint(2, ["new", "chess", "--variant", "shogi"]), /shogi/);
  const kingless = complaint(1, ["new", "chess", "--start", "8/8/8/8/8/8/8/8 w - - 0 1"]);
  assert.match(kingless, /1:1: error: White has no king\n.*Black has no king/);
});

test("new --json holds everything about the game", () => {
  const game = json(["new", "chess"]);
  assert.deepEqual(Object.keys(game), ["game", "turn", "outcome", "moves", "legal", "record"]);
  assert.equal(game.turn, "white");
  assert.equal(game.outcome, null);
  assert.deepEqual(game.moves, []);
  assert.equal(game.legal.length, 20);
  assert.deepEqual(game.record, JSON.parse(output(["new", "chess"])));
});

test("play accepts every notation and writes a record for the next command", () => {
  const moves = ["e4", "e7e5", '{"from": "g1", "to": "f3"}', "Nc6"];
  const { events } = JSON.parse(output(["play", ...moves], { input: output(["new", "chess"]) }));
  assert.deepEqual(events, ["e2e4", "e7e5", "g1f3", "b8c6"]);

  const pipe = shell("arbiter new chess | arbiter play e4 e5 Nf3 | arbiter render --svg");
  assert.equal(pipe.status, 0);
  assert.match(pipe.stdout, /^<svg /);
});

test("play writes other formats on request", () => {
  assert.equal(
    output(["play", "e4", "--to", "fen"], { input: output(["new", "chess"]) }),
    "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq e3 0 1\n",
  );
});

test("play accepts actions, and records whose they are", () => {
  const resigned = json(["play", "resign", "--by", "black"], { input: played("e4", "e5") });
  assert.deepEqual(resigned.outcome, {
    result: "win",
    winner: "white",
    reason: "resignation",
    sentence: "White wins by resignation",
  });
  const agreed = json(["play", '{"action": "offer_draw"}', '{"action": "accept_draw"}'], { input: played("e4") });
  assert.equal(agreed.outcome.reason, "agreement");
});

test("play --json lists the effects of each move", () => {
  const { played: moves, turn, moves: history } = json(["play", "exd5"], { input: played("e4", "d5") });
  assert.equal(turn, "black");
  assert.deepEqual(history, ["e4", "d5", "exd5"]);
  assert.equal(moves.length, 1);
  assert.equal(moves[0].move, "exd5");
  assert.deepEqual(
    moves[0].effects.map(({ kind }) => kind),
    ["moved", "captured"],
  );
  assert.equal(moves[0].effects[0].data.to, "d5");
});

test("play rejects a move with the reason and the legal alternatives", () => {
  const text = complaint(1, ["play", "e4", "e5", "Ke3"], { input: output(["new", "chess"]) });
  assert.equal(
    text,
    "arbiter: error: move 3, Ke3: a king on e1 cannot go to e3\n" +
      "  legal instead:\n    Ke2\n" +
      "  `arbiter legal` lists every legal move\n",
  );
  const refused = error(1, ["play", "e4", "e5", "Ke3"], { input: output(["new", "chess"]) });
  assert.deepEqual(refused, {
    kind: "illegal",
    code: "piece_cannot_go_there",
    sentence: "a king on e1 cannot go to e3",
    hint: "`arbiter legal` lists every legal move",
    move: "Ke3",
    number: 3,
    data: { from: "e1", to: "e3", piece: "king", legal: ["Ke2"] },
  });
});

test("each kind of rejection has its own code", () => {
  const kind = (input, ...args) => error(1, ["play", ...args], { input }).kind;
  assert.equal(kind(played("e4"), "hello"), "unreadable");
  assert.equal(kind(played("e4"), "[2,3]"), "unreadable");
  assert.equal(error(1, ["play", "[2,3]"], { input: played("e4") }).move, "[2,3]");
  assert.equal(
    kind(played("Nf3", "e5", "e3", "e4", "Nc3", "d6", "d3", "d5"), "Nd4", "d6", "Nb5", "a6", "Nd2"),
    "illegal",
  );
  assert.equal(kind(played("Nf3", "e5", "d3", "d6"), "Nd2"), "ambiguous");
  assert.equal(kind(played("e4"), "d4", "--by", "white"), "out_of_turn");
  assert.equal(kind(played("f3", "e5", "g4", "Qh4"), "e4"), "game_over");
});

test("play changes the file only if all moves are legal", () => {
  const game = file("kept.json", played("e4"));
  chmodSync(game, 0o640);
  const before = readFileSync(game, "utf8");
  complaint(1, ["play", "-i", game, "-o", game, "e5", "Ke3"]);
  assert.equal(readFileSync(game, "utf8"), before);
  assert.equal(output(["play", "-i", game, "-o", game, "e5"]), "");
  assert.deepEqual(JSON.parse(readFileSync(game, "utf8")).events, ["e2e4", "e7e5"]);
  assert.equal(statSync(game).mode & 0o777, 0o640);
  assert.deepEqual(
    readdirSync(folder).filter((name) => name.startsWith("kept")),
    ["kept.json"],
  );
});

test("check prints the effects of a move", () => {
  assert.equal(
    output(["check", "e4"], { input: output(["new", "chess"]) }),
    "e4 is legal\n  moved: piece pawn, from e2, to e4\n",
  );
  const mate = json(["check", "Qh4"], { input: played("f3", "e5", "g4") });
  assert.equal(mate.move, "Qh4");
  assert.deepEqual(mate.effects.at(-1), {
    kind: "game_over",
    data: { result: "win", winner: "black", reason: "checkmate" },
  });
  assert.equal(error(1, ["check", "Ke2"], { input: output(["new", "chess"]) }).code, "own_piece_there");
  assert.match(complaint(2, ["check"]), /MOVE is required/);
  assert.match(complaint(2, ["check", "e4", "--by", "red"]), /white, black/);
});

test("undo takes back moves", () => {
  const game = played("e4", "e5", "Nf3");
  assert.deepEqual(JSON.parse(output(["undo"], { input: game })).events, ["e2e4", "e7e5"]);
  const two = json(["undo", "2"], { input: game });
  assert.equal(two.undone, 2);
  assert.deepEqual(two.moves, ["e4"]);
  assert.match(complaint(1, ["undo", "4"], { input: game }), /only 3 moves can be taken back/);
  const mated = "rnb1kbnr/pppp1ppp/8/4p3/6Pq/5P2/PPPPP2P/RNBQKBNR w KQkq - 1 3";
  assert.match(complaint(1, ["undo"], { input: mated }), /there is nothing to take back/);
  assert.match(complaint(2, ["undo", "0"], { input: game }), /whole number from 1/);
  assert.match(complaint(2, ["undo", "--", "-1"], { input: game }), /whole number from 1/);
});

test("--to and --json exclude each other", () => {
  assert.equal(run(["new", "chess", "--to", "fen", "--json"]).status, 2);
});
