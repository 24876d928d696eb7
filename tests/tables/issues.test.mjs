// Games by issues and comments alone, by files, and mixed. The events are those that GitHub sends; a small forge
// answers the calls of the referee.

import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { createServer } from "node:http";
import { writeFileSync } from "node:fs";
import path from "node:path";
import test from "node:test";

import { randomFrom } from "../support/random.mjs";
import { newHub, output, program, secret } from "./hub.mjs";
import { anyMove, engine } from "./moves.mjs";

const hub = newHub();
const random = randomFrom("issues");
const owner = hub.clone("owner");
owner.write("README.md", "# Club\n\n<!-- arbiter:tables -->\n<!-- /arbiter:tables -->\n\nWelcome.\n");
owner.push("A place for boards");

// ---- the forge ----

const calls = [];
const forge = createServer((request, response) => {
  let body = "";
  request.on("data", (piece) => {
    body += piece;
  });
  request.on("end", () => {
    calls.push({
      method: request.method,
      path: request.url,
      token: request.headers.authorization,
      ...JSON.parse(body),
    });
    response.writeHead(request.method === "POST" ? 201 : 200, { "Content-Type": "application/json" }).end("{}");
  });
});
await new Promise((ready) => forge.listen(0, "127.0.0.1", ready));
test.after(() => forge.close());

const issues = new Map();
const user = (login, type = "User") => ({ login, id: 1, type });
const moment = () => new Date().toISOString().replace(/\.\d+/, "");

// The referee as the workflow runs it; what it said, and which issues it closed.
async function referee(event) {
  const file = path.join(hub.folder, "event.json");
  writeFileSync(file, JSON.stringify(event));
  calls.length = 0;
  const child = spawn(
    program,
    ["table", "process", "--json", "--push", `--forge=http://127.0.0.1:${forge.address().port}`, `--event=${file}`],
    {
      cwd: hub.referee.folder,
      env: {
        ...process.env,
        ARBITER_TABLE_SECRET: secret,
        GITHUB_TOKEN: "token",
        GITHUB_REPOSITORY: "owner/club",
        GITHUB_SERVER_URL: "https://github.com",
      },
    },
  );
  let text = "";
  for (const stream of [child.stdout, child.stderr]) {
    stream.on("data", (piece) => {
      text += piece;
    });
  }
  const status = await new Promise((done) => child.on("close", done));
  assert.equal(status, 0, text);
  for (const call of calls) assert.equal(call.token, "Bearer token");
  return {
    ...JSON.parse(text),
    comments: calls.filter(({ method }) => method === "POST"),
    closed: calls.filter(({ method, state }) => method === "PATCH" && state === "closed").map((call) => call.path),
  };
}

function issueEvent(number, login, body, action = "opened") {
  issues.set(number, { number, title: "a game", body, state: "open", user: user(login), created_at: moment() });
  return { action, issue: issues.get(number), repository: { full_name: "owner/club" }, sender: user(login) };
}
const commentEvent = (number, login, body, created_at = moment()) => ({
  action: "created",
  issue: issues.get(number),
  comment: { id: 7, body, user: user(login), created_at, author_association: "NONE" },
  repository: { full_name: "owner/club" },
  sender: user(login),
});
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
    ["alice", `/move {"action":"conclude","result":"win","winner":"black"}`, /./],
  ]) {
    const { verdicts } = await referee(commentEvent(4, login, text, at));
    assert.equal(verdicts.length, 1, text);
    assert.match(verdicts[0].refused, code instanceof RegExp ? code : new RegExp(`^${code}$`), text);
  }
  for (const text of ["no command", "/dance", "/", "//move C3", "/move", "> /move C3", "/resign now"]) {
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
  for (const [id, number, rounds] of [
    ["issue-4", 4, 8],
    ["issue-6", 6, 8],
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
    const state = hub.state(id);
    const login = state.players[state.activePlayer];
    const { closed } = await says(number, login, "/resign");
    assert.deepEqual(closed, [`/repos/owner/club/issues/${number}`]);
    assert.equal(hub.state(id).status, "completed");
    assert.notEqual(hub.state(id).winner, state.activePlayer);
  }
});

test("every table verifies", () => {
  const checks = JSON.parse(hub.table("verify", "--json", "--at", "origin/main", "--remote=origin"));
  assert.equal(checks.length, 3);
  for (const { problem, marked, table } of checks) {
    assert.equal(problem, null, table);
    assert.ok(marked, table);
  }
});
