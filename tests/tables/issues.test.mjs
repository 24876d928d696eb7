// Games by issues and comments alone, by files, and mixed. The events are those that GitHub sends; a small forge
// answers the calls of the referee.

import assert from "node:assert/strict";
import { writeFileSync } from "node:fs";
import path from "node:path";
import test from "node:test";

import { randomFrom } from "../support/random.mjs";
import { startForge, user } from "./forge.mjs";
import { newHub, output, program, runWhile, secret } from "./hub.mjs";
import { anyMove, engine } from "./moves.mjs";

const hub = newHub();
const random = randomFrom("issues");
const owner = hub.clone("owner");
owner.write("README.md", "# Club\n\n<!-- arbiter:tables -->\n<!-- /arbiter:tables -->\n\nWelcome.\n");
owner.push("A place for boards");

const forge = await startForge();
const { calls, issueEvent, commentEvent } = forge;

// The referee as the workflow runs it; what it said, and which issues it closed.
async function referee(event) {
  const file = path.join(hub.folder, "event.json");
  writeFileSync(file, JSON.stringify(event));
  calls.length = 0;
  const { status, stdout, stderr } = await runWhile(
    program,
    ["table", "process", "--json", "--push", `--forge=${forge.address}`, `--event=${file}`],
    {
      cwd: hub.referee.folder,
      env: {
        ARBITER_TABLE_SECRET: secret,
        GITHUB_TOKEN: "token",
        GITHUB_REPOSITORY: "owner/club",
        GITHUB_SERVER_URL: "https://github.com",
      },
    },
  );
  assert.equal(status, 0, stdout + stderr);
  for (const call of calls) assert.equal(call.token, "Bearer token");
  return { ...JSON.parse(stdout), comments: forge.comments(), closed: forge.closed() };
}

const opens = (number, login, body) => referee(issueEvent(number, login, body));
const says = (number, login, body) => referee(commentEvent(number, login, body));
const refusals = ({ verdicts }) => verdicts.map(({ refused }) => refused);

const legalMoves = (id) => {
  const game = engine.load(hub.show(`tables/${id}/record.json`), { format: "record" });
  try {
    return { moves: game.legal(), awaits: game.awaits, count: game.eventCount };
  } finally {
    game.dispose();
  }
};

test("a challenge is accepted by the one who was challenged, and nobody else", async () => {
  const challenge = await opens(1, "alice", "Shall we?\n\n/challenge @bob chess days=3");
  assert.match(challenge.comments[0].body, /^@bob, @alice challenges you to chess/);
  assert.equal(challenge.comments[0].path, "/repos/owner/club/issues/1/comments");
  const stranger = await says(1, "mallory", "/accept");
  assert.match(stranger.comments[0].body, /Only @bob can accept/);
  const accepted = await says(1, "Bob", "/accept");
  assert.match(accepted.comments[0].body, /@alice \(White\) to move/);
  assert.equal(JSON.parse(hub.show("tables/issue-1/table.json")).clock.daysPerMove, 3);
  for (const text of ["/challenge bob chess", "/challenge @bob halma", "/challenge @bob go size=x", "/challenge"]) {
    const { closed, comments } = await opens(99, "alice", text);
    assert.deepEqual(closed, ["/repos/owner/club/issues/99"], text);
    assert.ok(comments[0].body.length > 10, text);
  }
});

test("a game of chess by comments, with a draw by agreement; the issue closes", async () => {
  const first = await says(1, "alice", "A classic.\n/move e4\nGood luck!");
  assert.deepEqual(refusals(first), [""]);
  const { body } = first.comments[0];
  assert.match(body, /@bob \(Black\) to move/);
  const picture = /!\[issue-1\]\(https:\/\/github\.com\/owner\/club\/raw\/([0-9a-f]{40})\/(\S+)\)/.exec(body);
  assert.match(output("git", ["show", `${picture[1]}:${picture[2]}`], { cwd: hub.bare }), /^<svg/);
  const links = [...body.matchAll(/\[([^\]]+)\]\((https:\S+)\)/g)].filter(([, , address]) => address.includes("/new?"));
  assert.equal(links.length, 21);
  const readme = hub.show("README.md");
  assert.match(readme, /<!-- table issue-1 -->[^]*tables\/issue-1\/board\.svg[^]*Welcome\./);

  // Bob follows a link: an issue that has everything in it.
  const link = new URL(links.find(([, words]) => words === "e5")[2]);
  const carried = await opens(2, "bob", link.searchParams.get("body"));
  assert.deepEqual(refusals(carried), [""]);
  assert.deepEqual(carried.closed, ["/repos/owner/club/issues/2"]);
  assert.match(carried.comments.find(({ path: to }) => to.includes("/issues/1/")).body, /@alice \(White\) to move/);
  // The same link again is for a position of the past.
  const again = await opens(3, "bob", link.searchParams.get("body"));
  assert.deepEqual(refusals(again), ["stale_state"]);

  assert.deepEqual(refusals(await says(1, "alice", "/draw")), [""]);
  const over = await says(1, "bob", "/draw");
  assert.equal(hub.state("issue-1").outcome.result, "draw");
  assert.deepEqual(over.closed, ["/repos/owner/club/issues/1"]);
});

test("a game of chess by comments alone, up to mate", async () => {
  await opens(7, "alice", "/challenge @bob chess");
  await says(7, "bob", "/accept");
  let last;
  for (const [login, move] of [
    ["alice", "f3"],
    ["bob", "e5"],
    ["alice", "g4"],
    ["bob", "Qh4"],
  ]) {
    last = await says(7, login, `/move ${move}`);
    assert.deepEqual(refusals(last), [""]);
  }
  assert.match(last.comments[0].body, /Black wins by checkmate/);
  assert.deepEqual(last.closed, ["/repos/owner/club/issues/7"]);
});

test("a match of backgammon with its cube, by comments alone", async () => {
  await opens(8, "alice", "/challenge @bob backgammon match=2 start=standard");
  await says(8, "bob", "/accept");
  const side = () => {
    const { players, activePlayer } = hub.state("issue-8");
    return { login: players[activePlayer], color: activePlayer };
  };
  const score = () => JSON.parse(hub.show("tables/issue-8/match.json"));
  const move = async () => says(8, side().login, `/move ${legalMoves("issue-8").moves[0]}`);
  const first = await move();
  assert.match(first.comments[0].body, /\(match to 2, score 0-0, cube at 1\)[^]* to move: roll or double\./);
  assert.match(first.comments[0].body, /\[double\]\(https:[^)]*%2Fmove%20issue-8%20double%20state/);
  const doubler = side();
  assert.deepEqual(refusals(await says(8, doubler.login, "/take")), ["no_double_offered"]);
  const doubled = await says(8, doubler.login, "/double");
  assert.deepEqual(refusals(doubled), [""]);
  assert.match(doubled.comments[0].body, /to move: take or drop\./);
  const dropper = side();
  assert.notEqual(dropper.login, doubler.login);
  assert.deepEqual(refusals(await says(8, dropper.login, "/drop")), [""]);
  assert.equal(score()[doubler.color], 1);
  assert.equal(score().crawford, true);
  assert.equal(hub.state("issue-8").status, "playing");
  await move();
  assert.deepEqual(refusals(await says(8, side().login, "/double")), ["double_not_allowed"]);
  assert.deepEqual(refusals(await says(8, dropper.login, "/resign gammon")), [""]);
  assert.deepEqual(refusals(await says(8, doubler.login, "/decline")), [""]);
  await says(8, dropper.login, "/resign");
  const over = await says(8, doubler.login, "/accept");
  assert.deepEqual(over.closed, ["/repos/owner/club/issues/8"]);
  assert.equal(hub.state("issue-8").winner, doubler.color);
  assert.equal(score()[doubler.color], 2);
});

test("hostile events change nothing", async () => {
  await opens(4, "alice", "/challenge @bob go size=5 black");
  await says(4, "bob", "/accept");
  const before = hub.show("tables/issue-4/state.json");
  const head = output("git", ["rev-parse", "main"], { cwd: hub.bare });
  const old = "2001-01-01T00:00:00Z";
  for (const [login, text, code, at] of [
    ["mallory", "/move C3", "not_your_seat"],
    ["ali", "/move C3", "not_your_seat"],
    ["bob", "/move C3", "not_your_turn"],
    ["alice", "/move Z9", /./],
    ["alice", "/move $(touch reached)", /./],
    ["alice", "/move C3 state=0123456789abcdef", "stale_state"],
    ["alice", "/move C3", "stale_event", old],
    ["alice", "/claim", "time_left"],
    ["bob", "/claim", "time_left"],
    ["alice", "/double", /./],
    ["mallory", "/resign", "not_your_seat"],
    ["alice", "/resign now", /./],
    ["alice", `/move {"action":"conclude","result":"win","winner":"black"}`, /./],
  ]) {
    const { verdicts } = await referee(commentEvent(4, login, text, at));
    assert.equal(verdicts.length, 1, text);
    assert.match(verdicts[0].refused, code instanceof RegExp ? code : new RegExp(`^${code}$`), text);
  }
  for (const text of [
    "no command",
    "/dance",
    "/",
    "//move C3",
    "/move",
    "> /move C3",
    "/pass now",
    "/resign now please",
  ]) {
    assert.deepEqual((await says(4, "alice", text)).verdicts, [], text);
  }
  for (const event of [
    { ...commentEvent(4, "alice", "/move C3"), action: "edited" },
    { ...commentEvent(4, "alice", "/move C3"), action: "deleted" },
    { ...commentEvent(4, "alice", "/move C3"), sender: user("alice", "Bot") },
    // Who speaks is what the forge says, not what the comment does.
    { ...commentEvent(4, "alice", "/move C3"), sender: user("mallory") },
  ]) {
    assert.ok((await referee(event)).verdicts.every(({ refused }) => refused !== ""));
  }
  assert.deepEqual(refusals(await opens(5, "alice", "/move nowhere C3")), ["no_such_table"]);
  assert.equal(hub.show("tables/issue-4/state.json"), before);
  assert.equal(output("git", ["rev-parse", "main"], { cwd: hub.bare }), head);
});

test("games of Go and backgammon, by comments and files in turn", async () => {
  await opens(6, "alice", "/challenge @bob backgammon");
  await says(6, "bob", "/accept");
  const clones = { alice: hub.clone("alice"), bob: hub.clone("bob") };
  for (const [id, number, rounds, ending] of [
    ["issue-4", 4, 6, ["/move pass", "/move pass", "/move agree", "/move agree"]],
    ["issue-6", 6, 6, ["/resign"]],
  ]) {
    for (let round = 0; round < rounds; ++round) {
      const state = hub.state(id);
      const login = state.players[state.activePlayer];
      if (round % 3 === 2) {
        const clone = clones[login];
        clone.pull();
        const { name, content } = anyMove(clone, id, random);
        clone.write(name, content);
        clone.push();
        const { verdicts, comments } = await referee({
          ref: "refs/heads/main",
          ...clone.pushed,
          pusher: { name: login },
        });
        assert.deepEqual(refusals({ verdicts }), [""]);
        assert.equal(comments[0].path, `/repos/owner/club/issues/${number}/comments`);
      } else {
        const { moves } = legalMoves(id);
        const answer = await says(number, login, `/move ${moves[round % moves.length]}`);
        assert.deepEqual(refusals(answer), [""], JSON.stringify(answer.verdicts));
      }
    }
    let last;
    for (const words of ending) {
      const { players, activePlayer } = hub.state(id);
      last = await says(number, players[activePlayer], words);
      assert.deepEqual(refusals(last), [""]);
    }
    assert.deepEqual(last.closed, [`/repos/owner/club/issues/${number}`]);
    assert.equal(hub.state(id).status, "completed");
  }
});

test("every table verifies", () => {
  const checks = JSON.parse(hub.table("verify", "--json", "--at", "origin/main", "--remote=origin"));
  assert.equal(checks.length, 5);
  for (const { problem, marked, table } of checks) {
    assert.equal(problem, null, table);
    assert.ok(marked, table);
  }
});
