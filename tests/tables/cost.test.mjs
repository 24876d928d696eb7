// What a verdict and `verify` cost does not depend on how many other tables there are: git is started as often among
// 300 as among 3.

import assert from "node:assert/strict";
import { readFileSync, rmSync } from "node:fs";
import path from "node:path";
import test from "node:test";

import { randomFrom } from "../support/random.mjs";
import { newHub, output, program, secret } from "./hub.mjs";
import { anyMoveIn } from "./moves.mjs";

const random = randomFrom("cost");

// Tables that are there before the first one of the referee count as its own.
function clubOf(count) {
  const hub = newHub();
  hub.table("new", "plain", "chess", "--white=alice", "--black=bob", "--push");
  const names = ["table.json", "state.json", "record.json"];
  const texts = hub.contents(...names.map((name) => `tables/plain/${name}`));
  const club = newHub();
  const ids = Array.from({ length: count }, (_, i) => `t${i}`);
  const files = ids.flatMap((id) =>
    names.map((name, i) => [`tables/${id}/${name}`, texts[i].replaceAll('"plain"', `"${id}"`)]),
  );
  club.arrive(Object.fromEntries(files), "Tables");
  club.table("new", "duel", "backgammon", "--white=alice", "--black=bob", "--push");
  return club;
}

// How many processes of git a command starts in the bare repository.
function processesOf(hub, ...args) {
  const trace = path.join(hub.folder, "trace");
  rmSync(trace, { force: true });
  output(program, ["table", ...args], {
    cwd: hub.bare,
    env: { GIT_TRACE2_EVENT: trace, ARBITER_TABLE_SECRET: secret },
  });
  return readFileSync(trace, "utf8").match(/"event":"start"/g).length;
}

function costs(hub) {
  const [state, record] = hub.contents("tables/duel/state.json", "tables/duel/record.json");
  const { players, activePlayer } = JSON.parse(state);
  const { name, content } = anyMoveIn("duel", JSON.parse(state), record, random);
  const pushed = hub.arrive({ [name]: content });
  const verdict = processesOf(hub, "process", "--event", hub.event({ name: players[activePlayer] }, pushed));
  assert.equal(hub.state("duel").lastMove.sequence, 1);
  return { verdict, verify: processesOf(hub, "verify", "duel", "--at=main") };
}

test("a verdict and a check cost the same among 3 and among 300 tables", () => {
  const few = costs(clubOf(3));
  assert.deepEqual(costs(clubOf(300)), few);
  assert.ok(few.verdict <= 18, `${few.verdict} processes for a verdict`);
  assert.ok(few.verify <= 14, `${few.verify} processes for a check`);
});
