// Complete games through a bare repository. In the first rounds two clones push and the referee runs as in the action;
// then the pushes arrive in the bare repository, and the referee runs there as in the hook.
// TABLES_FULL=1 plays 50 games of backgammon and 10 each of chess and Go.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import path from "node:path";
import test from "node:test";

import Ajv from "ajv/dist/2020.js";

import { randomFrom, seed } from "../support/random.mjs";
import { newHub, output, program, run } from "./hub.mjs";
import { anyMoveIn } from "./moves.mjs";

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
  const match = { id: "backgammon-match", game: "backgammon" };
  hub.table("new", match.id, match.game, "--white=alice", "--black=bob", "--set=match=2", "--push");
  tables.push(match);
  let open = look(tables);
  for (let round = 0; open.length > 0; ++round) {
    assert.ok(round < 2000, "the games do not end");
    const pushes = players.flatMap((player) => {
      const moves = movesOf(player, open);
      return Object.keys(moves).length > 0 ? [{ player, moves, pushed: pushed(player, moves, round) }] : [];
    });
    for (const { player, moves, pushed } of pushes) {
      const { verdicts } = inTheAction(round) ? hub.process(player, pushed) : hub.judge(player.name, pushed);
      assert.deepEqual(
        verdicts.filter(({ refused }) => refused !== ""),
        [],
      );
      assert.equal(verdicts.length, Object.keys(moves).length);
    }
    open = look(open).filter(({ state }) => state.status === "playing");
  }
});

const inTheAction = (round) => round < 4;

// The tables with their states and records.
function look(some) {
  const files = some.flatMap(({ id }) => [`tables/${id}/state.json`, `tables/${id}/record.json`]);
  const texts = hub.contents(...files);
  return some.map(({ id, game }, i) => ({ id, game, state: JSON.parse(texts[2 * i]), record: texts[2 * i + 1] }));
}

function movesOf(player, open) {
  const own = open.filter(({ state }) => state.players[state.activePlayer] === player.name.toLowerCase());
  const files = own.map(({ id, game, state, record }) => anyMoveIn(id, state, record, random, { tired: tired[game] }));
  return Object.fromEntries(files.map(({ name, content }) => [name, content]));
}

function pushed(player, files, round) {
  if (!inTheAction(round)) return hub.arrive(files);
  player.pull();
  for (const [name, content] of Object.entries(files)) player.write(name, content);
  return player.push();
}

test("every table verifies, for the referee and for everyone else", () => {
  const spectator = hub.clone("spectator");
  hub.referee.pull();
  for (const { stdout } of [
    run(program, ["table", "verify", "--json"], { cwd: spectator.folder }),
    hub.try("verify", "--json"),
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
    "match.json": () => "table-match.schema.json",
    "state.json": (game) => (game === "backgammon" ? "gitgammon-state.schema.json" : "table-state.schema.json"),
  };
  for (const [name, schemaOf] of Object.entries(schemas)) {
    const versions = hub.everyVersion(name);
    assert.ok(versions.length >= (name === "match.json" ? 1 : tables.length));
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
  for (const [i, content] of hub.contents(...files).entries()) {
    const move = JSON.parse(content);
    const validator = validatorOf(move.diceRoll ? "gitgammon-move.schema.json" : "table-move.schema.json");
    assert.ok(validator(move), `${files[i]}: ${JSON.stringify(validator.errors)}`);
  }
});

test("the history has one commit per push, in plain words", () => {
  const subjects = output("git", ["log", "--author=Arbiter", "--format=%s", "main"], { cwd: hub.bare })
    .trim()
    .split("\n");
  for (const subject of subjects) {
    assert.match(
      subject,
      /^\d+ verdicts at \d+ tables$|^[a-z0-9-]+: (a new table of \w+, alice and bob(\. The board is GitGammon's; .+)?|\d{4}-(white|black)-[0-9a-f]+\.json is played(; .+)?)$/,
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
    // Which roll is reported depends on chance: earlier ones may be equal, and the first may give the turn to the other.
    " is recorded as | is (?:white|black)'s turn": () =>
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
    "is not where record\\.json has come to": () =>
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
    assert.match(stdout, new RegExp(problem));
    cheat.git("reset", "--quiet", "--hard", "origin/main");
  }
});

test("a manipulated score does not verify", () => {
  const cheat = hub.clone("counter");
  const score = JSON.parse(cheat.read("tables/backgammon-match/match.json"));
  assert.ok(Math.max(score.white, score.black) >= 2); // the last game may be worth more than what was missing
  cheat.write("tables/backgammon-match/match.json", `${JSON.stringify({ ...score, white: 2, black: 2 })}\n`);
  cheat.push("We both win");
  const { status, stdout } = cheat.table("verify", "backgammon-match");
  assert.equal(status, 1);
  assert.match(stdout, /match\.json is not what the moves lead to/);
  hub.judge("counter", cheat.pushed);
  assert.deepEqual(JSON.parse(hub.show("tables/backgammon-match/match.json")), score);
});

function gameOf(file) {
  return /^tables\/([a-z]+)-/.exec(file)[1];
}

function validatorOf(name) {
  validators.set(name, validators.get(name) ?? ajv.getSchema(name) ?? ajv.compile(schema(name)));
  return validators.get(name);
}
