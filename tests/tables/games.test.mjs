// Complete games through a bare repository: two clones push, and the referee runs as in the action.
// TABLES_FULL=1 plays 50 games of backgammon and 10 each of chess and Go.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import path from "node:path";
import test from "node:test";

import Ajv from "ajv/dist/2020.js";

import { randomFrom, seed } from "../support/random.mjs";
import { newHub, output, program, run } from "./hub.mjs";
import { anyMove } from "./moves.mjs";

const full = process.env.TABLES_FULL === "1";
const counts = full ? { backgammon: 50, chess: 10, go: 10 } : { backgammon: 1, chess: 1, go: 1 };
const tired = { chess: full ? 300 : 30, go: full ? 120 : 20 };
const settings = { backgammon: [], chess: [], go: ["--set", "size=7"] };

const schema = (name) => JSON.parse(readFileSync(path.join(process.env.ARBITER_SOURCE_DIR, "schemas", name)));
const ajv = new Ajv({ allErrors: true, formats: { "date-time": (text) => !Number.isNaN(Date.parse(text)) } });
for (const name of ["chess-move", "go-move", "chess-squares", "go-grid", "go-rows"])
  ajv.addSchema(schema(`${name}.schema.json`));

const validators = new Map();

const hub = newHub();
const players = [hub.clone("alice"), hub.clone("Bob")];
const random = randomFrom(`tables ${seed}`);
const tables = [];

test(`complete games are played (SEED=${seed})`, () => {
  for (const [game, count] of Object.entries(counts)) {
    for (let number = 1; number <= count; ++number) {
      const id = `${game}-${number}`;
      // GitHub ignores case in user names.
      hub.table("new", id, game, "--white=alice", "--black=bob", ...settings[game], "--push");
      tables.push({ id, game });
    }
  }
  let open = tables;
  for (let round = 0; open.length > 0; ++round) {
    assert.ok(round < 2000, "the games do not end");
    const pushes = [];
    for (const player of players) {
      player.pull();
      const own = open.filter(({ id }) => {
        const { activePlayer, status, players: seats } = player.state(id);
        return status === "playing" && seats[activePlayer] === player.name.toLowerCase();
      });
      for (const { id, game } of own) {
        const { name, content } = anyMove(player, id, random, { tired: tired[game] });
        player.write(name, content);
      }
      if (own.length > 0) pushes.push({ player, pushed: player.push(), moves: own.length });
    }
    for (const { player, pushed, moves } of pushes) {
      const { verdicts } = hub.process(player, pushed);
      assert.deepEqual(
        verdicts.filter(({ refused }) => refused !== ""),
        [],
      );
      assert.equal(verdicts.length, moves);
    }
    open = open.filter(({ id }) => hub.state(id).status === "playing");
  }
});

test("every table verifies, for the referee and for everyone else", () => {
  const spectator = hub.clone("spectator");
  for (const { stdout } of [
    run(program, ["table", "verify", "--json"], { cwd: spectator.folder }),
    hub.try("verify", "--json", "--at", "origin/main"),
  ]) {
    const checks = JSON.parse(stdout);
    assert.equal(checks.length, tables.length);
    for (const { table, problem, dice, moves, states } of checks) {
      assert.equal(problem, null, `${table}: ${problem}`);
      assert.equal(dice, table.startsWith("backgammon") ? "recomputed" : "none");
      assert.ok(moves > 2 && states === moves + 1, `${table}: ${moves} moves, ${states} states`);
    }
  }
  for (const { id } of tables) {
    assert.equal(spectator.read("tables", id, "state.json"), hub.show(`tables/${id}/state.json`));
    assert.equal(spectator.state(id).status, "completed");
    assert.ok(spectator.state(id).messages.length <= 20);
  }
});

test("every state and every file ever written matches its schema", () => {
  const schemas = {
    "table.json": () => "table.schema.json",
    "state.json": (game) => (game === "backgammon" ? "gitgammon-state.schema.json" : "table-state.schema.json"),
  };
  for (const [name, schemaOf] of Object.entries(schemas)) {
    const versions = hub.everyVersion(name);
    assert.ok(versions.length >= tables.length);
    for (const { file, content } of versions) {
      const validator = validatorOf(schemaOf(gameOf(file)));
      assert.ok(validator(JSON.parse(content)), `${file}: ${JSON.stringify(validator.errors)}`);
      if (name === "state.json" && gameOf(file) === "backgammon") {
        assert.match(content, /"board": \[\n( {4}(-?\d+, ){5}-?\d+,?\n){4} {2}\]/);
      }
    }
  }
});

test("the moves match their schema too", () => {
  const files = output("git", ["ls-tree", "-r", "--name-only", "main", "tables"], { cwd: hub.bare })
    .trim()
    .split("\n")
    .filter((file) => file.includes("/moves/"));
  for (const file of random.sample(files, Math.min(files.length, full ? 400 : 40))) {
    const name = gameOf(file) === "backgammon" ? "gitgammon-move.schema.json" : "table-move.schema.json";
    const validator = validatorOf(name);
    assert.ok(validator(JSON.parse(hub.show(file))), `${file}: ${JSON.stringify(validator.errors)}`);
  }
});

test("the history has one commit per push, in plain words", () => {
  const subjects = output("git", ["log", "--author=Arbiter", "--format=%s", "main"], { cwd: hub.bare })
    .trim()
    .split("\n");
  for (const subject of subjects) {
    assert.match(
      subject,
      /^\d+ verdicts at \d+ tables$|^[a-z0-9-]+: (a new table of \w+, alice and bob|\d{4}-(white|black)-[0-9a-f]+\.json is played(; .+)?)$/,
    );
  }
});

test("a manipulated table does not verify", () => {
  const { id } = tables.find(({ game }) => game === "backgammon");
  const cheat = hub.clone("cheat");
  const seat = JSON.parse(cheat.read("tables", id, "table.json"));
  const moves = hub.files(id).filter((file) => file.includes("/moves/"));
  const attempts = {
    "the seed is not the one": () =>
      cheat.write(`tables/${id}/table.json`, JSON.stringify({ ...seat, dice: { ...seat.dice, seed: "0".repeat(64) } })),
    "is missing": () => cheat.git("rm", "--quiet", "--", moves[1]),
    // Which roll is reported depends on chance: earlier ones may be equal.
    " is recorded as ": () =>
      cheat.write(
        `tables/${id}/table.json`,
        JSON.stringify({
          ...seat,
          dice: {
            ...seat.dice,
            seed: "1".repeat(64),
            commitment: "02d449a31fbb267c8f352e9968a79e3e5fc95c1bbeaa502fd6454ebde5a4bedc",
          },
        }),
      ),
    "is not where record.json has come to": () =>
      cheat.write(
        `tables/${id}/record.json`,
        cheat.read("tables", id, "record.json").replace(/,\n {4}"[^"]*"\n {2}\]/, "\n  ]"),
      ),
  };
  for (const [problem, meddle] of Object.entries(attempts)) {
    meddle();
    cheat.git("add", "--all");
    cheat.git("commit", "--quiet", "-m", "meddle");
    const { status, stdout } = cheat.table("verify", id);
    assert.equal(status, 1, problem);
    assert.ok(stdout.includes(problem), `${problem}: ${stdout}`);
    cheat.git("reset", "--quiet", "--hard", "origin/main");
  }
});

function gameOf(file) {
  return /^tables\/([a-z]+)-/.exec(file)[1];
}

function validatorOf(name) {
  validators.set(name, validators.get(name) ?? ajv.getSchema(name) ?? ajv.compile(schema(name)));
  return validators.get(name);
}
