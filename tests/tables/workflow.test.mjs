// The output of `arbiter table init`: the workflow and the action match a schema of what GitHub accepts, and their
// steps are executed, with the variables that GitHub sets.

import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { copyFileSync, existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import test from "node:test";
import { pathToFileURL } from "node:url";

import Ajv from "ajv/dist/2020.js";
import { parse } from "yaml";

import { randomFrom } from "../support/random.mjs";
import { startForge } from "./forge.mjs";
import { newHub, output, program, run, runWhile, secret } from "./hub.mjs";
import { anyMove } from "./moves.mjs";

const ajv = new Ajv({ allErrors: true, strict: false });
const schema = JSON.parse(readFileSync(new URL("workflow.schema.json", import.meta.url)));
ajv.addSchema(schema, "github");

const hub = newHub();
const owner = hub.clone("owner");
const alice = hub.clone("alice");
const source = path.join(hub.folder, "arbiter");
const tag = "v0.2.0";

const forge = await startForge();

// A release where the action looks for it.
const asset = `arbiter-linux-${output("uname", ["-m"]).trim()}`;
const release = path.join(source, "releases", "download", tag);
function publish() {
  mkdirSync(release, { recursive: true });
  copyFileSync(program, path.join(release, asset));
  const sum = createHash("sha256").update(readFileSync(program)).digest("hex");
  writeFileSync(path.join(release, `${asset}.sha256`), `${sum}  ${asset}\n`);
}

const read = (...parts) => parse(owner.read(...parts));

test("init writes the files and never overwrites others", () => {
  const { status, stdout, stderr } = owner.table("init", ".", "--source", pathToFileURL(source).href);
  assert.equal(status, 0, stderr);
  assert.match(stdout, /gh secret set ARBITER_TABLE_SECRET/);
  assert.equal(owner.table("init", ".", "--source", pathToFileURL(source).href).status, 0);
  const again = owner.table("init", ".", "--source", "https://example.com/other");
  assert.equal(again.status, 1);
  assert.match(again.stderr, /is there already, and differs/);
  assert.equal(owner.table("init", ".", "--source", "bad\nvalue: x").status, 2);
  assert.match(owner.read("tables", "README.md"), /arbiter table move/);
  owner.push("A referee");
});

test("GitHub accepts the workflow and the action", () => {
  const workflow = ajv.compile({ $ref: "github#/$defs/workflow" });
  const action = ajv.compile({ $ref: "github#/$defs/action" });
  assert.ok(workflow(read(".github/workflows/arbiter-tables.yml")), JSON.stringify(workflow.errors));
  assert.ok(action(read(".github/actions/arbiter/action.yml")), JSON.stringify(action.errors));
  assert.ok(!workflow({ on: "push", jobs: { a: { steps: [{ run: "x", uses: "y" }], "runs-on": "z" } } }));
});

test("scripts contain no GitHub expressions", () => {
  const { jobs, concurrency, permissions } = read(".github/workflows/arbiter-tables.yml");
  const steps = [...jobs.referee.steps, ...read(".github/actions/arbiter/action.yml").runs.steps];
  for (const { run: script } of steps) assert.ok(!script?.includes("${{"), script);
  assert.deepEqual(concurrency, {
    group: "arbiter-tables-${{ github.ref }}",
    "cancel-in-progress": false,
    queue: "max",
  });
  assert.deepEqual(permissions, { contents: "write", issues: "write" });
});

// A runner with the contexts that the files use, and the files that the steps write.
class Runner {
  constructor(name, { event, eventName, inputs = {} }) {
    this.clone = hub.clone(`runner-${name}`);
    this.temp = path.join(hub.folder, `temp-${name}`);
    mkdirSync(this.temp);
    this.eventFile = path.join(this.temp, "event.json");
    writeFileSync(this.eventFile, JSON.stringify(event));
    this.pathFile = path.join(this.temp, "path");
    this.context = {
      github: { ref: "refs/heads/main", event_name: eventName, event, token: "token of the run" },
      secrets: { ARBITER_TABLE_SECRET: secret },
      inputs,
      steps: {},
    };
  }

  filled(text, context) {
    return String(text).replace(/\$\{\{\s*([\w.]+)\s*\}\}/g, (_, name) => this.lookUp(name, context) ?? "");
  }
  lookUp(name, context) {
    return name.split(".").reduce((value, key) => value?.[key], context);
  }
  // Only comparisons of a name with a word occur.
  holds(condition, context) {
    if (condition === undefined) return true;
    const [, name, operator, word] = /^([\w.]+) (==|!=) '(.*)'$/.exec(condition);
    return (this.lookUp(name, context) === word) === (operator === "==");
  }

  async step(step, context) {
    if (!this.holds(step.if, context)) return;
    if (step.uses?.startsWith("./")) return this.action(step, context);
    if (step.uses) {
      assert.match(step.uses, /^actions\/checkout@v\d+$/);
      assert.deepEqual(step.with, { "fetch-depth": 0 });
      return;
    }
    const outputFile = path.join(this.temp, `output-${Math.random()}`);
    for (const file of [outputFile, this.pathFile]) if (!existsSync(file)) writeFileSync(file, "");
    const script = path.join(this.temp, "script.sh");
    writeFileSync(script, step.run);
    const added = readFileSync(this.pathFile, "utf8").trim().split("\n").reverse();
    const environment = {
      CI: "true",
      GITHUB_ACTIONS: "true",
      GITHUB_REF: "refs/heads/main",
      GITHUB_REF_NAME: "main",
      GITHUB_EVENT_NAME: this.context.github.event_name,
      GITHUB_EVENT_PATH: this.eventFile,
      GITHUB_API_URL: forge.address,
      GITHUB_SERVER_URL: "https://github.com",
      GITHUB_REPOSITORY: "owner/club",
      GITHUB_WORKSPACE: this.clone.folder,
      GITHUB_OUTPUT: outputFile,
      GITHUB_PATH: this.pathFile,
      GITHUB_ACTOR: this.context.github.event.pusher?.name ?? "owner",
      RUNNER_TEMP: this.temp,
      RUNNER_OS: "Linux",
      PATH: `${added.filter(Boolean).join(":")}:/usr/local/bin:/usr/bin:/bin`,
    };
    for (const [key, value] of Object.entries(step.env ?? {})) environment[key] = this.filled(value, context);
    // As GitHub starts `shell: bash`.
    assert.equal(step.shell, "bash");
    const answer = await runWhile("bash", ["--noprofile", "--norc", "-eo", "pipefail", script], {
      cwd: this.clone.folder,
      env: environment,
    });
    this.log = (this.log ?? "") + answer.stdout + answer.stderr;
    if (answer.status !== 0) throw new Error(`${step.name}: ${answer.stdout}${answer.stderr}`);
    const outputs = readFileSync(outputFile, "utf8")
      .trim()
      .split("\n")
      .filter(Boolean)
      .map((line) => line.split("="));
    if (step.id) context.steps[step.id] = { outputs: Object.fromEntries(outputs) };
  }

  async action({ uses, with: given = {} }, _context) {
    const { inputs, runs } = parse(this.clone.read(uses, "action.yml"));
    const values = Object.fromEntries(
      Object.entries(inputs).map(([name, { default: value }]) => [name, given[name] ?? value]),
    );
    const context = { ...this.context, inputs: values, steps: {} };
    for (const step of runs.steps) await this.step(step, context);
  }

  async workflow() {
    const { on, jobs } = parse(this.clone.read(".github/workflows/arbiter-tables.yml"));
    assert.ok(this.context.github.event_name in on);
    for (const step of jobs.referee.steps) await this.step(step, this.context);
    return this.log;
  }
}

test("started manually, it creates a table", async () => {
  publish();
  const inputs = { id: "duel", game: "go", white: "alice", black: "bob", options: "size=9 rules=japanese" };
  await new Runner("new", { event: { inputs }, eventName: "workflow_dispatch", inputs }).workflow();
  assert.equal(hub.state("duel").position.board_size, 9);
  assert.equal(JSON.parse(hub.show("tables/duel/table.json")).options.rules, "japanese");
});

test("input of the form is not executed", async () => {
  const inputs = {
    id: "$(touch reached)",
    game: "chess",
    white: "; touch reached",
    black: "`touch reached`",
    options: "",
  };
  const runner = new Runner("typed", { event: { inputs }, eventName: "workflow_dispatch", inputs });
  await assert.rejects(runner.workflow(), /is not a name of a table/);
  assert.equal(existsSync(runner.clone.path("reached")), false);
});

test("after a push it referees and pushes, with the released program", async () => {
  hub.table("new", "ab", "chess", "--white=alice", "--black=bob", "--push");
  alice.pull();
  const { name, content } = anyMove(alice, "ab", randomFrom("workflow"));
  alice.write(name, content);
  const event = { ref: "refs/heads/main", ...alice.push(), pusher: { name: "Alice" } };
  const log = await new Runner("push", { event, eventName: "push" }).workflow();
  assert.match(log, /ab: 0001-white-[0-9a-f]+\.json is played/);
  assert.equal(hub.state("ab").activePlayer, "black");
  assert.ok(!log.includes(secret));
});

test("issues, comments and the clock reach the referee through the workflow's own steps", async () => {
  const happens = (name, eventName, event) => {
    forge.calls.length = 0;
    return new Runner(name, { event, eventName }).workflow();
  };
  await happens("challenge", "issues", forge.issueEvent(12, "alice", "/challenge @bob chess days=2"));
  assert.match(forge.comments()[0].body, /^@bob, @alice challenges you to chess/);
  assert.equal(forge.comments()[0].token, "Bearer token of the run");
  await happens("accept", "issue_comment", forge.commentEvent(12, "bob", "/accept"));
  assert.match(forge.comments()[0].body, /@alice \(White\) to move/);
  const log = await happens("move", "issue_comment", forge.commentEvent(12, "alice", "/move e4"));
  assert.match(log, /issue-12: 0001-white-[0-9a-f]{6}\.json is played/);
  assert.match(forge.comments()[0].body, /@bob \(Black\) to move/);
  assert.equal(hub.state("issue-12").activePlayer, "black");
  assert.match(await happens("clock", "schedule", { schedule: "17 * * * *" }), /Nothing new at any table/);
  await happens("resign", "issue_comment", forge.commentEvent(12, "bob", "/resign"));
  assert.deepEqual(forge.closed(), ["/repos/owner/club/issues/12"]);
  assert.equal(hub.state("issue-12").winner, "white");
});

test("a release with a wrong checksum is not run", async () => {
  writeFileSync(path.join(release, `${asset}.sha256`), `${"0".repeat(64)}  ${asset}\n`);
  const event = { ref: "refs/heads/main", ...alice.pushed, pusher: { name: "alice" } };
  await assert.rejects(new Runner("false", { event, eventName: "push" }).workflow(), /FAILED/);
});

test("without a release, the program is built", async () => {
  run("rm", ["-r", path.join(source, "releases")]);
  output("git", ["init", "--quiet", "--initial-branch=main", source]);
  writeFileSync(
    path.join(source, "Makefile"),
    `build:\n\tmkdir -p build/release/cli\n\tcp ${program} build/release/cli/arbiter\n`,
  );
  for (const args of [
    ["add", "--all"],
    ["-c", "user.name=x", "-c", "user.email=x@x", "commit", "--quiet", "-m", "x"],
    ["tag", tag],
  ]) {
    output("git", args, { cwd: source });
  }
  const event = { ref: "refs/heads/main", ...alice.pushed, pusher: { name: "alice" } };
  const log = await new Runner("built", { event, eventName: "push" }).workflow();
  assert.match(log, /Nothing new at any table/);
});
