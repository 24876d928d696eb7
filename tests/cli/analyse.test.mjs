// What every move of a game has cost: analyse.

import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import test from "node:test";

import { complaint, file, json, output, program } from "./program.mjs";

const lostQueen = "1. e4 e5 2. Nf3 Nc6 3. Bc4 Qg5 4. O-O *\n";
const quick = ["--by", "bot:4"];
const review = (...args) => output(["analyse", ...quick, ...args], { input: lostQueen });

test("a table names the losses, the accuracy and the worst moves", () => {
  const text = review();
  assert.match(text, /6 {2}black {2}Qg5 .* lost \d+\.\d\d \(blunder\), best /);
  assert.match(text, /Black: accuracy \d+ %, .* 1 blunder/);
  assert.match(text, /Worst moves\n.*(Qg5|O-O) lost/);
});

test("the same for programs, as a curve and as a page", () => {
  const { game, unit, moves, worst, white } = JSON.parse(review("--json"));
  assert.deepEqual([game, unit, moves.length, white.decisions], ["chess", "centipawns", 7, 4]);
  assert.ok(worst.includes(5) && worst.includes(6));
  assert.equal(moves[6].best.move, "Nxg5");
  assert.match(review("--to", "svg"), /^<svg[\s\S]*<polygon/);
  const page = review("--to", "html");
  assert.match(page, /<!doctype html>/);
  assert.ok(!/<script|src=|<link/.test(page), "it needs nothing else");
});

test("a document gets evaluations, glyphs and better lines, and keeps what people wrote", () => {
  const input = "1. e4 {my move} e5 2. Nf3 Nc6 3. Bc4 Qg5 (3... Bc5) 4. O-O *\n";
  const pgn = output(["analyse", ...quick, "--to", "pgn"], { input });
  assert.match(pgn, /\{\s*my move\s*\[%eval|\[%eval [^\]]+\]\s+my move/);
  assert.match(pgn, /Qg5 \$4/);
  assert.match(pgn, /\(4\. Nxg5/);
  assert.match(pgn, /3\.\.\. Bc5/);
  const sgf = output(["analyse", ...quick, "--to", "sgf"], { input: "(;GM[1]SZ[5]KM[0.5];B[cc];W[aa];B[cd];W[ea])" });
  assert.match(sgf, /V\[/);
  assert.match(output(["analyse", "-o", "r.html", ...quick], { input: lostQueen }), /^$/);
  assert.match(readFileSync(file("r.html"), "utf8"), /Worst moves/);
});

test("backgammon has luck", () => {
  const input = output(["play", "opening 31", "8/5 6/5", "roll 66", "24/18(2) 13/7(2)"], {
    input: output(["new", "backgammon"]),
  });
  const { black, unit } = JSON.parse(output(["analyse", "--json", "--by", "bot:6"], { input }));
  assert.equal(unit, "equity");
  assert.ok(black.luck > 0.2);
});

test("what is kept is not computed again, and belongs to one review", () => {
  review("--keep", file("log.jsonl"));
  const kept = readFileSync(file("log.jsonl"), "utf8");
  assert.equal(kept.trimEnd().split("\n").length, 8);
  const changed = kept.replace('"move":"O-O"', '"move":"KEPT"');
  writeFileSync(file("log.jsonl"), `${changed}{"ply":`);
  assert.match(review("--keep", file("log.jsonl")), /KEPT/);
  assert.match(
    complaint(2, ["analyse", "--by", "bot:3", "--keep", file("log.jsonl")], { input: lostQueen }),
    /another game, or by other terms/,
  );
});

test("an interrupted review says how far it came, and goes on", async () => {
  writeFileSync(file("long.pgn"), lostQueen);
  const args = ["analyse", file("long.pgn"), "--by", "bot:8", "--time", "60000", "--keep", file("long.jsonl")];
  const child = spawn(program, args);
  let said = "";
  child.stderr.on("data", (data) => (said += data));
  while (!existsSync(file("long.jsonl"))) await new Promise((resolve) => setTimeout(resolve, 50));
  child.kill("SIGINT");
  const code = await new Promise((resolve) => child.on("exit", resolve));
  assert.equal(code, 1);
  assert.match(said, /stopped after 0 of 7 moves[\s\S]*goes on from here/);
});

test("who cannot judge, and what is no format, is refused before the work", () => {
  assert.match(complaint(2, ["analyse", "--by", "random"], { input: lostQueen }), /cannot say what moves are worth/);
  assert.match(complaint(2, ["analyse", "--by", "nobody"], { input: lostQueen }), /--by/);
  assert.match(complaint(2, ["analyse", "--to", "sgf"], { input: lostQueen }), /--to/);
  assert.equal(json(["analyse"], { input: "1. e4 *\n" }).moves.length, 1);
});
