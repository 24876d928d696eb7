// The table commands: output, rejections and exit status.

import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { writeFileSync } from "node:fs";
import path from "node:path";
import test from "node:test";

import { newHub, output, program, run, secret } from "./hub.mjs";

const hub = newHub();
const alice = hub.clone("alice");
const bob = hub.clone("bob");
hub.table("new", "plain", "chess", "--white=alice", "--black=bob", "--push");
alice.pull();

function complaint(status, clone, ...args) {
  const answer = clone.table(...args);
  assert.equal(answer.status, status, answer.stdout + answer.stderr);
  assert.equal(answer.stdout, "");
  return answer.stderr;
}

test("without a secret, new and process refuse to run", () => {
  assert.match(complaint(1, alice, "new", "two", "chess", "--white=a", "--black=b"), /needs its secret/);
  assert.match(complaint(1, alice, "process", "--pusher=alice"), /needs its secret/);
  const short = run(program, ["table", "process", "--pusher=a"], {
    cwd: alice.folder,
    env: { ARBITER_TABLE_SECRET: "x" },
  });
  assert.match(short.stderr, /at least 32 characters/);
  alice.write("secret", secret);
  assert.match(complaint(2, alice, "process", "--pusher=a", "--secret-file=secret"), /inside of the repository/);
  alice.git("clean", "-fdq");
});

test("a different secret is a different referee", () => {
  const other = run(program, ["table", "process", "--pusher=alice"], {
    cwd: alice.folder,
    env: { ARBITER_TABLE_SECRET: "another secret of more than 32 characters" },
  });
  assert.equal(other.status, 1);
  assert.match(other.stderr, /no commit carries the seal of this secret/);
});

test("incorrect usage exits with 2 and a hint", () => {
  for (const [args, expected] of [
    [["dance"], /there is no command "dance"/],
    [["new", "UPPER", "chess", "--white=a", "--black=b"], /not a name of a table/],
    [["new", "x", "halma", "--white=a", "--black=b"], /there is no game "halma"/],
    [["new", "x", "chess", "--white=a"], /--black is required/],
    [["process"], /who pushed/],
    [["process", "--pusher=a", "--event=b"], /who pushed/],
    [["process", "--pusher=a", "--before=b"], /go together/],
    [["move", "plain"], /MOVE is required/],
    [["move", "plain", "e4", "--by=green"], /none of white, black/],
  ])
    assert.match(complaint(2, alice, ...args), expected);
  assert.match(complaint(1, alice, "show", "none"), /there is no table "none"/);
  assert.match(complaint(1, alice, "show", "../plain"), /there is no table/);
  assert.equal(hub.try("new", "plain", "chess", "--white=a", "--black=b", "--push").status, 1);
  assert.equal(hub.try("new", "two", "go", "--white=a", "--black=b", "--set=size=99", "--push").status, 1);
});

test("an event that is not a push is reported", () => {
  const file = path.join(hub.folder, "event.json");
  for (const [content, expected] of [
    ["{}", /tells of no push/],
    ["[", /1:2: error/],
    ['{"ref": "refs/tags/v1", "before": "0", "after": "1", "pusher": {"name": "a"}}', /tells of no push/],
  ]) {
    writeFileSync(file, content);
    const { status, stderr } = hub.try("process", `--event=${file}`);
    assert.equal(status, 1);
    assert.match(stderr, expected);
  }
});

test("show, legal and list in JSON", () => {
  const json = (...args) => JSON.parse(output(program, ["table", ...args, "--json"], { cwd: alice.folder }));
  const [row] = json("list");
  const { messages, record, ...rest } = json("show", "plain");
  assert.deepEqual(row, rest);
  assert.equal(record.game, "chess");
  assert.equal(messages.length, 1);
  assert.equal(json("legal", "plain").legal.length, 20);
});

test("a move is written, committed or pushed, and only if it is legal", () => {
  assert.match(complaint(1, alice, "move", "plain", "e5"), /cannot go to e5/);
  assert.match(complaint(1, alice, "move", "plain", "e4", "--comment", "x".repeat(281)), /280/);
  const written = alice.table("move", "plain", "e4", "--comment", "Good luck!").stdout.trim();
  assert.equal(JSON.parse(alice.read(written)).comment, "Good luck!");
  assert.equal(alice.git("status", "--short", "--", written).slice(0, 2), "??");
  alice.git("clean", "-fdq");
  // Someone else pushes first; the move is made in the new state.
  bob.pull();
  bob.write("notes.txt", "hello");
  bob.push();
  const pushed = alice.table("move", "plain", "e4", "--push").stdout.trim();
  assert.ok(hub.files("plain").includes(pushed));
  hub.table("process", "--pusher=alice", "--push");
  assert.equal(hub.state("plain").activePlayer, "black");
});

test("watch redraws the table when it changes", async () => {
  bob.pull();
  const watch = spawn(program, ["table", "watch", "plain", "--remote=origin", "--interval=1", "--once"], {
    cwd: alice.folder,
  });
  let text = "";
  watch.stdout.on("data", (piece) => {
    text += piece;
  });
  const ended = new Promise((done) => watch.on("close", done));
  while (!text.includes("bob (Black) to move")) await new Promise((wait) => setTimeout(wait, 50));
  bob.table("move", "plain", "e5", "--push");
  hub.table("process", "--pusher=bob", "--push");
  assert.equal(await ended, 0);
  assert.match(text, /alice \(White\) to move/);
});

test("init writes a hook with which a bare repository referees its pushes", () => {
  const { status, stdout } = run(program, ["table", "init", hub.bare, "--forge=hook"], { cwd: hub.folder });
  assert.equal(status, 0);
  assert.match(stdout, /^hooks\/post-receive\n/);
  writeFileSync(path.join(hub.bare, "arbiter-secret"), `${secret}\n`);
  const push = (variables) =>
    run("git", ["push", "origin", "HEAD:main"], {
      cwd: alice.folder,
      env: { PATH: `${path.dirname(program)}:${process.env.PATH}`, ...variables },
    }).stderr;
  alice.pull();
  alice.table("move", "plain", "Nf3", "--commit");
  assert.match(push({ GITEA_PUSHER_NAME: "alice" }), /plain: 0003-white-[0-9a-f]{6}\.json is played/);
  assert.equal(hub.state("plain").activePlayer, "black");
  assert.match(hub.show("tables/plain/board.svg"), /^<svg/);
  assert.match(hub.show("tables/plain/badge.svg"), /<title>plain: bob to move<\/title>/);
  // The pictures are the referee's, too.
  alice.pull();
  alice.write("tables/plain/badge.svg", "<svg/>");
  alice.git("commit", "--quiet", "-am", "I win");
  assert.match(push({ REMOTE_USER: "alice" }), /is put back/);
  assert.match(hub.show("tables/plain/badge.svg"), /bob to move/);
  alice.pull();
  alice.git("commit", "--quiet", "--allow-empty", "-m", "Who is it?");
  assert.match(push({}), /does not say who pushed/);
  // In a clone it is a file to be copied.
  bob.pull();
  assert.match(bob.table("init", ".", "--forge=hook").stdout, /^tables\/post-receive\ntables\/README\.md\n/);
  assert.match(complaint(2, bob, "init", "."), /--source is required/);
});
