// A bare repository with tables, the clones of its players, and its referee.
//
//   const hub = newHub();                       // removed at the end of the tests
//   const alice = hub.clone("alice");
//   hub.table("new", "duel", "chess", "--white=alice", "--black=bob", "--push");
//   alice.write("tables/duel/moves/0001-white-ab.json", move);  alice.push();
//   hub.process(alice);                         // as the action does
//   hub.send("bob", { "tables/duel/moves/0002-black-cd.json": move });   // as the hook does, with two processes

import assert from "node:assert/strict";
import { spawn, spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import test from "node:test";

export const program = process.env.ARBITER_PROGRAM;
export const secret = "a secret that is long enough for a test";

// Nothing that a test needs to wait for: neither the disk nor the collection of garbage.
const configuration = mkdtempSync(path.join(tmpdir(), "arbiter-git-"));
test.after(() => rmSync(configuration, { recursive: true, force: true }));
writeFileSync(
  path.join(configuration, "config"),
  "[core]\nfsync = none\n[gc]\nauto = 0\n[maintenance]\nauto = false\n[receive]\nautogc = false\n",
);

const environment = {
  ...process.env,
  GIT_CONFIG_GLOBAL: path.join(configuration, "config"),
  GIT_CONFIG_SYSTEM: "/dev/null",
  GIT_TERMINAL_PROMPT: "0",
  NO_COLOR: "1",
};
for (const name of ["GIT_DIR", "GIT_WORK_TREE", "GIT_INDEX_FILE", "ARBITER_TABLE_SECRET"]) delete environment[name];

export function run(command, args, { cwd, input, env = {} } = {}) {
  const { status, stdout, stderr, error } = spawnSync(command, args, {
    cwd,
    input,
    encoding: "utf8",
    maxBuffer: 1 << 28,
    timeout: 300_000,
    env: { ...environment, ...env },
  });
  assert.equal(error, undefined);
  return { status, stdout, stderr };
}

// The same while this process goes on, so that it can answer what the command asks.
export async function runWhile(command, args, { cwd, env = {} } = {}) {
  const child = spawn(command, args, { cwd, env: { ...environment, ...env } });
  const text = { stdout: "", stderr: "" };
  for (const stream of Object.keys(text)) {
    child[stream].setEncoding("utf8").on("data", (piece) => {
      text[stream] += piece;
    });
  }
  const status = await new Promise((done) => child.on("close", done));
  return { status, ...text };
}

export function output(command, args, options) {
  const { status, stdout, stderr } = run(command, args, options);
  assert.equal(status, 0, `${command} ${args.join(" ")}: ${stderr}`);
  return stdout;
}

// RFC 8785 as far as states need it: sorted keys, no whitespace.
function canonical(value) {
  if (Array.isArray(value)) return `[${value.map(canonical).join(",")}]`;
  if (value === null || typeof value !== "object") return JSON.stringify(value);
  return `{${Object.keys(value)
    .sort()
    .map((key) => `${JSON.stringify(key)}:${canonical(value[key])}`)
    .join(",")}}`;
}

export function fingerprint(state) {
  const { messages, updatedAt, ...rest } = state;
  return createHash("sha256").update(canonical(rest)).digest("hex").slice(0, 16);
}

// The members of a move file besides the moves.
export const note = (state) => ({
  timestamp: new Date().toISOString().replace(/\.\d+/, ""),
  expectedState: fingerprint(state),
  comment: null,
  commitSha: null,
});

export const sequence = (state) => (state.lastMove?.sequence ?? 0) + 1;

export function fileName(state, content, player = state.activePlayer) {
  const hex = createHash("sha1").update(content).digest("hex").slice(0, 6);
  return `${String(sequence(state)).padStart(4, "0")}-${player}-${hex}.json`;
}

class Clone {
  constructor(hub, name) {
    this.hub = hub;
    this.name = name;
    this.folder = path.join(hub.folder, name);
    output("git", ["clone", "--quiet", hub.bare, this.folder]);
    this.git("config", "user.name", name);
    this.git("config", "user.email", `${name}@example.com`);
  }

  git(...args) {
    return output("git", args, { cwd: this.folder });
  }
  path(...parts) {
    return path.join(this.folder, ...parts);
  }
  read(...parts) {
    return readFileSync(this.path(...parts), "utf8");
  }
  state(id) {
    return JSON.parse(this.read("tables", id, "state.json"));
  }
  write(name, content) {
    mkdirSync(path.dirname(this.path(name)), { recursive: true });
    writeFileSync(this.path(name), content);
  }
  pull() {
    this.git("pull", "--quiet", "--rebase");
  }
  // Commits everything, and pushes with retries. Remembers the push for the referee.
  push(message = "a move") {
    this.git("add", "--all");
    this.git("commit", "--quiet", "--allow-empty", "-m", message);
    return this.pushCommits();
  }
  pushCommits() {
    for (;;) {
      const before = this.git("rev-parse", "origin/main").trim();
      const { status, stderr } = run("git", ["push", "--quiet", "origin", "HEAD:main"], { cwd: this.folder });
      if (status === 0) {
        this.pushed = { before, after: this.git("rev-parse", "HEAD").trim() };
        return this.pushed;
      }
      assert.match(stderr, /rejected|fetch first|cannot lock/);
      this.pull();
    }
  }
  table(...args) {
    return run(program, ["table", ...args], { cwd: this.folder });
  }
}

const data = (content) =>
  Buffer.concat([Buffer.from(`data ${Buffer.byteLength(content)}\n`), Buffer.from(content), Buffer.from("\n")]);

// The contents in the answer of `git cat-file --batch=%(objectsize)`.
function unpacked(text, count) {
  const bytes = Buffer.from(text);
  let at = 0;
  return Array.from({ length: count }, () => {
    const end = bytes.indexOf(10, at);
    const size = Number(bytes.subarray(at, end));
    const begin = end + 1;
    at = Number.isNaN(size) ? begin : begin + size + 1;
    return Number.isNaN(size) ? null : bytes.subarray(begin, begin + size).toString();
  });
}

class Hub {
  constructor() {
    this.folder = mkdtempSync(path.join(tmpdir(), "arbiter-tables-"));
    this.bare = path.join(this.folder, "hub.git");
    output("git", ["init", "--quiet", "--bare", "--initial-branch=main", this.bare]);
    this.referee = new Clone(this, "referee");
    this.referee.write("README.md", "Tables\n");
    this.referee.git("add", "--all");
    this.referee.git("commit", "--quiet", "-m", "Begin");
    this.referee.git("push", "--quiet", "origin", "HEAD:main");
  }

  clone(name) {
    return new Clone(this, name);
  }
  // A command of the referee, which has the secret.
  try(...args) {
    return run(program, ["table", ...args], { cwd: this.referee.folder, env: { ARBITER_TABLE_SECRET: secret } });
  }
  table(...args) {
    const { status, stdout, stderr } = this.try(...args);
    assert.equal(status, 0, `${args.join(" ")}: ${stderr}`);
    return stdout;
  }
  // The event as GitHub passes it to the workflow.
  event(clone, pushed = clone.pushed) {
    const file = path.join(this.folder, "event.json");
    writeFileSync(file, JSON.stringify({ ref: "refs/heads/main", ...pushed, pusher: { name: clone.name } }));
    return file;
  }
  // Processes the last push of a clone, as the action does.
  process(clone, pushed = clone.pushed) {
    return JSON.parse(this.table("process", "--event", this.event(clone, pushed), "--push", "--json"));
  }
  head() {
    return readFileSync(path.join(this.bare, "refs/heads/main"), "utf8").trim();
  }
  // What a push leaves in the bare repository: a commit with these files. A content of null deletes, `symlink` makes
  // a symbolic link.
  arrive(files, message = "a move") {
    const before = this.head();
    const stream = [`commit refs/heads/main\nmark :1\ncommitter Somebody <a@example.com> now\n${data(message)}`];
    stream.push(`from ${before}\n`);
    for (const [name, content] of Object.entries(files)) {
      const file = /["\\\n\t]/.test(name) ? JSON.stringify(name) : name;
      if (content === null) stream.push(`D ${file}\n`);
      else if (content.symlink) stream.push(`M 120000 inline ${file}\n${data(content.symlink)}`);
      else stream.push(`M 100644 inline ${file}\n`, data(content));
    }
    const input = Buffer.concat([...stream, "get-mark :1\ndone\n"].map((part) => Buffer.from(part)));
    const after = output("git", ["fast-import", "--quiet", "--done", "--date-format=now"], { cwd: this.bare, input });
    return { before, after: after.trim() };
  }
  // Judges a push in the bare repository, as the hook does.
  judge(name, pushed) {
    return JSON.parse(
      output(program, ["table", "process", "--json", "--event", this.event({ name }, pushed)], {
        cwd: this.bare,
        env: { ARBITER_TABLE_SECRET: secret },
      }),
    );
  }
  send(name, files, message) {
    return this.judge(name, this.arrive(files, message));
  }

  // Several files of the branch by one process; null for what is not there.
  contents(...files) {
    const text = output("git", ["cat-file", "--batch=%(objectsize)"], {
      cwd: this.bare,
      input: files.map((file) => `main:${file}\n`).join(""),
    });
    return unpacked(text, files.length);
  }
  show(file) {
    const [content] = this.contents(file);
    assert.notEqual(content, null, `${file} is not there`);
    return content;
  }
  state(id) {
    return JSON.parse(this.show(`tables/${id}/state.json`));
  }
  files(id) {
    return output("git", ["ls-tree", "-r", "-z", "--name-only", "main", `tables/${id}/`], { cwd: this.bare })
      .split("\0")
      .slice(0, -1);
  }
  // Every content that files of this name ever had, with the path.
  everyVersion(name) {
    const objects = output("git", ["rev-list", "--objects", "--all", "--", "tables"], { cwd: this.bare })
      .split("\n")
      .map((line) => line.split(" "))
      .filter(([, file]) => file?.endsWith(`/${name}`));
    const text = output("git", ["cat-file", "--batch=%(objectsize)"], {
      cwd: this.bare,
      input: objects.map(([id]) => `${id}\n`).join(""),
    });
    return unpacked(text, objects.length).map((content, i) => ({ file: objects[i][1], content }));
  }
}

export function newHub() {
  const hub = new Hub();
  test.after(() => rmSync(hub.folder, { recursive: true, force: true }));
  return hub;
}
