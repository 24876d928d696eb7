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

/** An engine that is told lines, and what it has said so far. */
function started() {
  const engine = spawn(program, ["uci"]);
  const session = { text: "", tell: (line) => engine.stdin.write(`${line}\n`) };
  engine.stdout.on("data", (piece) => (session.text += piece));
  session.said = (pattern) =>
    new Promise((resolve) => {
      const look = () => pattern.test(session.text) && resolve();
      engine.stdout.on("data", look);
      look();
    });
  session.quit = async () => {
    session.tell("quit");
    assert.equal(await new Promise((resolve) => engine.on("close", resolve)), 0);
  };
  return session;
}

test("uci reads input while it searches, and stops on request", async () => {
  const engine = started();
  engine.tell("go infinite");
  await engine.said(/info depth 4 /);
  engine.tell("isready");
  await engine.said(/readyok/);
  assert.doesNotMatch(engine.text, /bestmove/);
  engine.tell("stop");
  await engine.said(/bestmove \S+/);
  await engine.quit();
});

test("uci ponders past its time until the expected move is made", async () => {
  const engine = started();
  engine.tell("position startpos moves e2e4 e7e5");
  engine.tell("go ponder movetime 10");
  await engine.said(/info depth 5 /);
  engine.tell("isready");
  await engine.said(/readyok/);
  assert.doesNotMatch(engine.text, /bestmove/);
  engine.tell("ponderhit");
  await engine.said(/bestmove \S+/);
  await engine.quit();
});

test("uci ends at the end of its input, also during an infinite search", () => {
  assert.match(session("go infinite"), /bestmove \S+/);
});

test("uci reports invalid commands", () => {
  assert.match(session("position startpos moves e2e5"), /^info string no legal move: e2e5\n$/);
  assert.match(session("setoption name Contempt"), /^info string no option contempt with the value \n$/);
  assert.equal(session("setoption name Clear Hash"), "");
  assert.match(complaint(2, ["uci", "--depth", "3"]), /there is no option/);
});
