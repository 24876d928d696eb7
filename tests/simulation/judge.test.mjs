// `arbiter simulate --judge`: a history that is true is believed, and every kind of lie is found.
import assert from "node:assert/strict";
import { execFileSync, spawnSync } from "node:child_process";
import { writeFileSync } from "node:fs";
import path from "node:path";
import test from "node:test";

import { History } from "../support/history.mjs";
import { api, readEvents, startServer, temporaryFolder } from "../support/server.mjs";

const program = process.env.ARBITER_PROGRAM;
const folder = temporaryFolder();
const store = path.join(folder, "games.db");

async function played() {
  const history = new History();
  const server = await startServer({ store });
  const games = api(server.url);
  const made = await games.create({ game: "chess" });
  history.created("t1", made);
  const { id, keys } = made.body;
  for (const [i, move] of ["e4", "e5", "Nf3"].entries()) {
    const by = i % 2 === 0 ? "white" : "black";
    const about = { client: by, request: i, game: id, by, version: i + 1, move };
    await history.move(about, () => games.move(id, keys[by], { move, version: i + 1 }));
    await history.read({ client: by, game: id }, () => games.game(id));
  }
  const late = { client: "white", request: 9, game: id, by: "white", version: 1, move: "d4" };
  await history.move(late, () => games.move(id, keys.white, { move: "d4", version: 1 }));
  for await (const { data } of readEvents(server.url, id, { after: 0 })) {
    history.event("w1", { ...data, game: id });
    if (data.version === 4) break;
  }
  await server.stop();
  return history;
}

const history = await played();

function judged(lines) {
  const file = path.join(folder, "history.jsonl");
  writeFileSync(file, lines.map((line) => `${JSON.stringify(line)}\n`).join(""));
  const { status, stderr } = spawnSync(program, ["simulate", "--judge", file, "--store", store, "--json"], {
    encoding: "utf8",
  });
  return status === 0 ? "" : stderr;
}

test("what is true is believed", async () => {
  assert.deepEqual(await history.judge(store), { operations: 12, games: 1 });
  const words = ["simulate", "--judge", history.write(), "--store", store];
  assert.equal(execFileSync(program, words, { encoding: "utf8" }), "12 operations in 1 game, no finding\n");
});

const lies = {
  "a move that is not in the journal": ["acknowledged", (lines) => lines.push({ ...lines[5], version: 9 })],
  "a move that was acknowledged with other events": [
    "acknowledged",
    (lines) => (lines[3].answer = lines[3].answer.replaceAll("e7e5", "e7e6").replaceAll('"to":"e5"', '"to":"e6"')),
  ],
  "two requests that won the same version": ["one_winner", (lines) => lines.push({ ...lines[5], request: 77 })],
  "a move that was told as not made": ["not_made", (lines) => (lines[5].type = "fail")],
  "a version that goes back": [
    "never_back",
    (lines) => lines.push({ ...lines[2], begin: lines[6].end + 1, end: lines[6].end + 2 }),
  ],
  "an event that was left out": ["watchers", (lines) => lines.splice(9, 1)],
  "an event heard twice": ["watchers", (lines) => lines.splice(9, 0, lines[8])],
  "an event that is dated later than it was heard": ["time", (lines) => (lines[9].heard_ms -= 60_000)],
  "a game that nobody stored": ["acknowledged", (lines) => (lines[0].game = "nowhere")],
};
for (const [what, [promise, lie]] of Object.entries(lies)) {
  test(`${what} is found`, () => {
    const lines = structuredClone(history.lines);
    lie(lines);
    assert.match(judged(lines), new RegExp(`"promise_broken".*${promise}: `, "s"));
  });
}

test("what nobody knows is no lie", () => {
  const lines = structuredClone(history.lines);
  lines[5].type = "info";
  assert.equal(judged(lines), "");
});

test("a line that is no operation is refused with its number", () => {
  assert.match(judged([history.lines[0], { type: "ok" }]), /line 2 is not an operation/);
});

test("a history that cannot be read is named", () => {
  const missing = path.join(folder, "missing.jsonl");
  const { status, stderr } = spawnSync(program, ["simulate", "--judge", missing, "--store", store], {
    encoding: "utf8",
  });
  assert.equal(status, 1);
  assert.match(stderr, /^arbiter: error: cannot read .*missing\.jsonl: No such file or directory/);
});
