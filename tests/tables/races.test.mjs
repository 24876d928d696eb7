// Two clones push different moves for the same turn at the same time: one is played, the other rejected with a
// message, and the game continues. RACES is the number of races; TABLES_FULL=1 sets it to 200.

import assert from "node:assert/strict";
import test from "node:test";

import { randomFrom, seed } from "../support/random.mjs";
import { newHub, output, program, runWhile, secret } from "./hub.mjs";
import { anyMove } from "./moves.mjs";

const races = Number(process.env.RACES ?? (process.env.TABLES_FULL === "1" ? 200 : 12));
const random = randomFrom(`races ${seed}`);

const hub = newHub();
// One player with two machines, which both move.
const machines = [hub.clone("ada"), hub.clone("ada-too")];
for (const machine of machines) machine.name = "ada";
const referees = [hub.referee, hub.clone("referee-too")];

const table = (number) => `race-${number}`;
const newTable = (number) => hub.table("new", table(number), "backgammon", "--white=ada", "--black=ada", "--push");

// Pushes; after a conflict, rebases and pushes again.
async function pushed(machine) {
  for (;;) {
    const before = machine.git("rev-parse", "origin/main").trim();
    const { status } = await runWhile("git", ["push", "--quiet", "origin", "HEAD:main"], { cwd: machine.folder });
    if (status === 0) return { before, after: machine.git("rev-parse", "HEAD").trim() };
    machine.pull();
  }
}

async function judged(referee, machine, { before, after }) {
  const push = [`--pusher=${machine.name}`, `--before=${before}`, `--after=${after}`];
  const { status, stdout, stderr } = await runWhile(program, ["table", "process", "--push", "--json", ...push], {
    cwd: referee.folder,
    env: { ARBITER_TABLE_SECRET: secret },
  });
  return { status, text: stdout + stderr };
}

test(`two moves for one turn, ${races} times (SEED=${seed})`, async () => {
  let number = 0;
  newTable(number);
  for (let race = 0; race < races; ++race) {
    for (const machine of machines) {
      machine.pull();
      const { name, content } = anyMove(machine, table(number), random);
      machine.write(name.replace(/-[0-9a-f]+\.json/, `-${random.hex(4)}.json`), content);
      machine.git("add", "--all");
      machine.git("commit", "--quiet", "-m", "a move");
    }
    const before = hub.state(table(number));
    const pushes = await Promise.all(machines.map(pushed));
    // Both referees run at the same time, which a concurrency group does not fully prevent.
    const answers = await Promise.all(pushes.map((push, i) => judged(referees[i], machines[i], push)));
    for (const { status, text } of answers) assert.equal(status, 0, text);
    const verdicts = answers.flatMap(({ text }) => JSON.parse(text).verdicts);
    assert.equal(verdicts.length, 2, JSON.stringify(answers));
    const refusals = verdicts.filter(({ refused }) => refused !== "");
    assert.equal(refusals.length, 1);
    const after = hub.state(table(number));
    assert.equal(after.lastMove.sequence, (before.lastMove?.sequence ?? 0) + 1);
    assert.ok(after.messages.some(({ type, text }) => type === "error" && text.includes(refusals[0].file)));
    assert.ok(!hub.files(table(number)).some((file) => file.endsWith(refusals[0].file)));
    if (after.status === "completed") newTable(++number);
  }
  hub.referee.git("fetch", "--quiet");
  const checks = JSON.parse(hub.table("verify", "--json", "--at", "origin/main"));
  for (const { problem } of checks) assert.equal(problem, null);
});

test("two referees process the same push once", async () => {
  const id = "once";
  hub.table("new", id, "chess", "--white=ada", "--black=ada", "--push");
  const [machine] = machines;
  machine.pull();
  const { name, content } = anyMove(machine, id, random);
  machine.write(name, content);
  const push = machine.push();
  const answers = await Promise.all(referees.map((referee) => judged(referee, machine, push)));
  const verdicts = answers.flatMap(({ status, text }) => {
    assert.equal(status, 0, text);
    return JSON.parse(text).verdicts;
  });
  // Within the same second both create an identical commit, and the second push does nothing.
  assert.equal(new Set(verdicts.map(({ commit }) => commit)).size, 1);
  const log = output("git", ["log", "--author=Arbiter", "--format=%s", "main", "--", `tables/${id}`], {
    cwd: hub.bare,
  });
  assert.equal(log.trim().split("\n").length, 2);
});
