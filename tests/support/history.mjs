// What clients of real servers did and were told, for `arbiter simulate --judge`: the checker of the simulation
// compares it with the store.
//
//   const history = new History();
//   const games = history.of(api(server.url), { client: "t1" });
//   await games.move(id, keys.white, { move: "e4", version: 1 }, { by: "white" });
//   await history.judge(store);

import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { writeFileSync } from "node:fs";
import path from "node:path";
import { promisify } from "node:util";

import { temporaryFolder } from "./server.mjs";

// What an answer says of a change: made, certainly not made, or nobody knows.
const typeOf = ({ status, body }) =>
  status === 200 ? "ok" : status === 504 || body?.code === "outcome_unknown" ? "info" : "fail";

export class History {
  lines = [];

  add(operation) {
    this.lines.push(operation);
  }

  // A move, however it is sent. `about` is {client, request, game, by, version, move}; `ask` gives an answer.
  async move(about, ask) {
    const begin = performance.now();
    const line = { operation: "move", ...about, begin };
    try {
      const answer = await ask();
      const text = answer.text ?? JSON.stringify(answer.body);
      this.add({ type: typeOf(answer), ...line, end: performance.now(), answer: text });
      return answer;
    } catch (error) {
      this.add({ type: "info", ...line, end: performance.now() });
      throw error;
    }
  }

  // What somebody was shown of a game.
  async read(about, ask) {
    const begin = performance.now();
    const answer = await ask();
    const version = answer.body?.version;
    if (answer.status === 200) {
      this.add({ type: "ok", operation: "read", ...about, version, begin, end: performance.now() });
    }
    return answer;
  }

  created(client, { body, text }) {
    this.add({ type: "ok", operation: "create", client, game: body.id, answer: text });
  }

  // What a watcher heard, and when: nothing is dated later than that.
  event(client, message) {
    const { game, version } = message;
    const answer = JSON.stringify(message);
    this.add({ type: "ok", operation: "event", client, game, version, heard_ms: Date.now(), answer });
  }

  write(file = path.join(temporaryFolder(), "history.jsonl")) {
    writeFileSync(file, this.lines.map((line) => `${JSON.stringify(line)}\n`).join(""));
    return file;
  }

  // Fails if a promise was broken, with the first that was.
  async judge(store) {
    const words = ["simulate", "--judge", this.write(), "--store", store, "--json"];
    const { stdout } = await promisify(execFile)(process.env.ARBITER_PROGRAM, words);
    const { operations, games } = JSON.parse(stdout);
    assert.equal(operations, this.lines.length);
    return { operations, games };
  }
}
