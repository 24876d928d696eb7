// Backgammon on the command line: turns, the cube, formats, dice.

import assert from "node:assert/strict";
import test from "node:test";

import { complaint, error, file, json, output } from "./program.mjs";

const played = (settings, ...moves) =>
  output(["play", ...moves], { input: output(["new", "backgammon", ...settings]) });

test("a turn may be written in any order", () => {
  const one = played([], "opening 3-1", "8/5 6/5");
  const other = played([], "opening 3-1", "6/5, 8/5");
  assert.equal(one, other);
  assert.deepEqual(JSON.parse(one).events, ["opening 3-1", "8/5 6/5"]);
});

test("rejections say what is wrong with a turn", () => {
  const input = played([], "opening 3-1");
  assert.equal(error(1, ["check", "8/5"], { input }).code, "turn_not_finished");
  assert.equal(error(1, ["check", "24/18"], { input }).code, "no_such_die");
  assert.equal(error(1, ["check", "7/4 6/5"], { input }).code, "no_checker_there");
  assert.equal(error(1, ["check", "double"], { input }).code, "double_not_allowed");
  assert.equal(error(1, ["check", "roll 31"], { input }).code, "already_rolled");
});

test("a match is played to its points", () => {
  const input = played(["--match", "2"], "opening 3-1", "8/5 6/5", "double", "drop");
  const score = JSON.parse(output(["ask", "score"], { input }));
  assert.equal(score.black, 1);
  assert.equal(score.crawford, true);
  assert.deepEqual(score.games, [{ winner: "black", points: 1, reason: "dropped_double" }]);
  const won = output(["play", "opening 1-3", "8/5 6/5", "resign single", "accept_resignation"], { input });
  const { winner, reason } = json(["outcome"], { input: won }).outcome;
  assert.deepEqual({ winner, reason }, { winner: "black", reason: "match_points" });
});

test("positions are converted between formats", () => {
  const input = played([], "opening 3-1", "8/5 6/5", "roll 64");
  for (const format of ["xgid", "gnubg-id", "gitgammon", "mat"]) {
    const text = output(["convert", "--to", format], { input });
    assert.equal(output(["convert", "--from", format, "--to", format], { input: text }), text, format);
  }
  assert.equal(
    output(["convert", "--to", "position-id"], { input: output(["new", "backgammon"]) }),
    "4HPwATDgc/ABMA\n",
  );
});

test("dice are committed to, rolled, revealed and audited", () => {
  const { seed, commitment } = JSON.parse(output(["dice", "seed"]));
  assert.match(seed, /^[0-9a-f]{64}$/);
  const start = output(["new", "backgammon"]);
  const promised = output(["dice", "commit", "--seed", seed, "--id", "table 1"], { input: start });
  assert.equal(JSON.parse(promised).tags.DiceCommitment, commitment);
  assert.match(complaint(2, ["dice", "roll"], { input: promised }), /--seed is missing/);
  assert.match(complaint(2, ["dice", "roll", "--seed", "0".repeat(64)], { input: promised }), /not the seed/);

  let game = output(["dice", "roll", "--seed", seed], { input: promised });
  for (let i = 0; i < 6; i++) {
    const [move] = output(["legal"], { input: game }).split("\n");
    game = /^(opening|roll) /.test(move)
      ? output(["dice", "roll", "--seed", seed], { input: game })
      : output(["play", move], { input: game });
  }
  assert.match(complaint(2, ["dice", "verify"], { input: game }), /not revealed/);
  const revealed = output(["dice", "reveal", "--seed", seed], { input: game });
  assert.match(output(["dice", "verify", file("audited.json", revealed)]), /^as promised: \d rolls?\n$/);

  const opening = output(["dice", "roll", "--seed", seed], { input: promised });
  const forged = output(["dice", "reveal", "--seed", seed], { input: opening }).replace(
    /opening (\d)/,
    (_, die) => `opening ${die === "6" ? 5 : 6}`,
  );
  const verdict = error(1, ["dice", "verify"], { input: forged });
  assert.equal(verdict.code, "dice_disagree");
});

test("dice may be given, and only backgammon has them", () => {
  const rolled = output(["dice", "roll", "--dice", "31"], { input: output(["new", "backgammon"]) });
  assert.deepEqual(JSON.parse(rolled).events, ["opening 3-1"]);
  assert.equal(error(1, ["dice", "roll", "--dice", "31"], { input: rolled }).code, "already_rolled");
  assert.match(complaint(2, ["dice", "roll", "--dice", "71"], { input: output(["new", "backgammon"]) }), /not a roll/);
  assert.match(complaint(2, ["dice", "roll"], { input: output(["new", "chess"]) }), /has no dice/);
});
