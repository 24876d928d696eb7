// A bare repository with tables, the clones of its players, and its referee.
//
//   const hub = newHub();                       // removed at the end of the tests
//   const alice = hub.clone("alice");
//   hub.table("new", "duel", "chess", "--white=alice", "--black=bob", "--push");
//   alice.write("tables/duel/moves/0001-white-ab.json", move);  alice.push();
//   hub.process(alice);

import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import test from "node:test";

export const program = process.env.ARBITER_PROGRAM;
export const secret = "a secret that is long enough for a test";

const environment = {
  ...process.env,
  GIT_CONFIG_GLOBAL: "/dev/null",
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

class Hub {
  constructor() {
    this.folder = mkdtempSync(path.join(tmpdir(), "arbiter-tables-"));
    this.bare = path.join(this.folder, "hub.git");
    output("git", ["init", "--quiet", "--bare", "--initial-branch=main", this.bare]);
    output("git", ["config", "gc.auto", "0"], { cwd: this.bare });
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
  show(file) {
    return output("git", ["show", `main:${file}`], { cwd: this.bare });
  }
  state(id) {
    return JSON.parse(this.show(`tables/${id}/state.json`));
  }
  files(id) {
    return output("git", ["ls-tree", "-r", "--name-only", "main", `tables/${id}/`], { cwd: this.bare })
      .trim()
      .split("\n");
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
    const bytes = Buffer.from(text);
    let at = 0;
    return objects.map(([, file]) => {
      const end = bytes.indexOf(10, at);
      const size = Number(bytes.subarray(at, end));
      at = end + 1 + size + 1;
      return { file, content: bytes.subarray(end + 1, end + 1 + size).toString() };
    });
  }
}

export function newHub() {
  const hub = new Hub();
  test.after(() => rmSync(hub.folder, { recursive: true, force: true }));
  return hub;
}
