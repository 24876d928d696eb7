// Chess over UCI on the command line.

import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import test from "node:test";

import { complaint, output, program } from "./program.mjs";

const session = (...lines) => output(["uci"], { input: lines.map((line) => `${line}\n`).join("") });

test("uci introduces itself and answers", () => {
  const text = session("uci", "isready", "quit");
  assert.match(text, /^id name Arbiter /);
  assert.match(text, /\nuciok\nreadyok\n$/);
});

test("uci finds a mate, with its score and line", () => {
  const text = session("position startpos moves f2f3 e7e5 g2g4", "go depth 3");
  assert.match(text, /^info depth 1 score mate 1 nodes \d+ time \d+ (nps \d+ )?pv d8h4\n/);
  assert.match(text, /\nbestmove d8h4\n$/);
});

test("the same seed and nodes give the same game", () => {
  const lines = ["setoption name Seed value 5", "setoption name Level value 3", "position startpos", "go nodes 500"];
  const best = (text) => text.match(/bestmove \S+/)[0];
  assert.equal(best(session(...lines)), best(session(...lines)));
});

test("uci reads input while it searches, and stops on request", async () => {
  const engine = spawn(program, ["uci"]);
  let text = "";
  const said = (pattern) =>
    new Promise((resolve) => {
      const look = () => pattern.test(text) && resolve();
      engine.stdout.on("data", look);
      look();
    });
  engine.stdout.on("data", (piece) => (text += piece));
  engine.stdin.write("go infinite\n");
  await said(/info depth 4 /);
  engine.stdin.write("isready\n");
  await said(/readyok/);
  assert.doesNotMatch(text, /bestmove/);
  engine.stdin.write("stop\n");
  await said(/bestmove \S+/);
  engine.stdin.write("quit\n");
  const status = await new Promise((resolve) => engine.on("close", resolve));
  assert.equal(status, 0);
});

test("uci ends at the end of its input, also during an infinite search", () => {
  assert.match(session("go infinite"), /bestmove \S+/);
});

test("uci reports invalid commands", () => {
  assert.match(session("position startpos moves e2e5"), /^info string no legal move: e2e5\n$/);
  assert.match(session("setoption name Hash value 64"), /^info string no option hash with the value 64\n$/);
  assert.match(complaint(2, ["uci", "--depth", "3"]), /there is no option/);
});
