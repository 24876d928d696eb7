// Invalid and malicious files: each is rejected with its reason, the position stays unchanged, and
// the next legal move is accepted.

import assert from "node:assert/strict";
import { existsSync, symlinkSync } from "node:fs";
import path from "node:path";
import test from "node:test";

import { randomFrom } from "../support/random.mjs";
import { fingerprint, newHub, note, output, program, run, secret } from "./hub.mjs";
import { anyMove, boardMove, text } from "./moves.mjs";

const hub = newHub();
const players = { alice: hub.clone("alice"), bob: hub.clone("bob") };
const random = randomFrom("hostile");
const flag = path.join(hub.folder, "reached");

for (const [id, game] of [
  ["duel", "backgammon"],
  ["plain", "chess"],
  ["stones", "go"],
]) {
  hub.table("new", id, game, "--white=alice", "--black=bob", ...(game === "go" ? ["--set", "size=5"] : []), "--push");
}

const lasting = ({ messages, updatedAt, ...rest }) => rest;
const seat = (state, color = state.activePlayer) => players[state.players[color]];
const other = (color) => (color === "white" ? "black" : "white");
const named = (id, name) => `tables/${id}/moves/${name}`;
const number = (state, offset = 0) => String((state.lastMove?.sequence ?? 0) + 1 + offset).padStart(4, "0");

// A legal move to be corrupted.
function legal(id) {
  const clone = seat(hub.state(id));
  clone.pull();
  const { name, content } = anyMove(clone, id, random);
  return { clone, name, move: JSON.parse(content), state: clone.state(id) };
}

// Pushes a corrupted move and returns the verdicts.
function sent(clone, files) {
  for (const [name, content] of Object.entries(files)) {
    if (typeof content === "function") content(clone, name);
    else clone.write(name, content);
  }
  clone.push("something");
  return hub.process(clone).verdicts;
}

function refused(id, clone, files, code, sentence = /./) {
  const before = hub.state(id);
  const verdicts = sent(clone, files);
  assert.deepEqual(
    verdicts.map((verdict) => verdict.refused),
    [].concat(code),
    JSON.stringify(verdicts),
  );
  const after = hub.state(id);
  assert.deepEqual(lasting(after), lasting(before));
  assert.equal(after.messages.at(-1).type, "error");
  assert.match(after.messages.at(-1).text, /was refused: /);
  assert.match(after.messages.at(-1).text, sentence);
  assert.ok(after.messages.length <= 20);
  for (const name of Object.keys(files)) assert.ok(!hub.files(id).includes(name), `${name} is still there`);
  assert.equal(existsSync(flag), false, "something was carried out");
}

// Each: a change of a legal move, the code of the rejection, and the message.
const spoiled = {
  "a stale state": [({ move }) => ({ ...move, expectedState: "0123456789abcdef" }), "stale_state", /0123456789abcdef/],
  "a hash in upper case": [({ move }) => ({ ...move, expectedState: "0123456789ABCDEF" }), "bad_hex"],
  "no hash": [({ move: { expectedState, ...rest } }) => rest, "missing_key", /expectedState/],
  "an unknown key": [({ move }) => ({ ...move, cube: 2 }), "unknown_key", /cube/],
  "a comment that is too long": [({ move }) => ({ ...move, comment: "x".repeat(281) }), "too_long", /280/],
  "a comment that is not text": [({ move }) => ({ ...move, comment: {} }), "wrong_type"],
  "a commit that is none": [({ move }) => ({ ...move, commitSha: "HEAD" }), "bad_hex"],
  "a time that is none": [({ move }) => ({ ...move, timestamp: "yesterday" }), "bad_date_time"],
  "no moves": [({ move }) => ({ ...move, moves: [] }), "wrong_length"],
  "moves that are not a list": [({ move }) => ({ ...move, moves: "8/5" }), "wrong_type"],
  "another colour inside": [({ move }) => ({ ...move, player: other(move.player) }), "name_contradicts"],
  "a colour that is none": [({ move }) => ({ ...move, player: "green" }), "unknown_color"],
  "an array": [() => [], "wrong_type"],
  "not JSON": [() => "e4", "json_syntax"],
  nothing: [() => "", "json_syntax"],
  "half of it": [({ move }) => text(move).slice(0, 40), "json_syntax"],
  "a deep document": [() => "[".repeat(20_000), "too_deep"],
  "the same key twice": [({ move }) => text(move).replace("{", '{"player": "white",'), "duplicate_key"],
  "bytes that are not text": [() => Buffer.from([0xff, 0xfe, 0, 1]), "json_syntax"],
  "ten megabytes of comment": [({ move }) => text({ ...move, comment: "x".repeat(10 << 20) }), "too_large", /bytes/],
};

for (const id of ["duel", "plain", "stones"]) {
  for (const [what, [spoil, code, sentence]] of Object.entries(spoiled)) {
    if (id !== "duel" && !["a stale state", "not JSON", "no moves", "another colour inside"].includes(what)) continue;
    test(`${id}: ${what}`, () => {
      const one = legal(id);
      const content = spoil(one);
      const written = typeof content === "string" || Buffer.isBuffer(content) ? content : text(content);
      refused(id, one.clone, { [one.name]: written }, code, sentence);
    });
  }
}

const backgammon = {
  "other dice": [({ move }) => ({ ...move, diceRoll: move.diceRoll[0] === 1 ? [2, 3] : [1, 1] }), "other_dice"],
  "too few dice": [({ move }) => ({ ...move, moves: move.moves.slice(0, 1) }), /must_use|turn_not_finished/],
  "a die that was not rolled": [
    ({ move }) => ({ ...move, moves: move.moves.map((step) => ({ ...step, die: (step.die % 6) + 1 })) }),
    "wrong_die",
  ],
  "checkers from nowhere": [({ move }) => ({ ...move, moves: [{ from: 1, to: 0, die: 1 }] }), /./],
  "bearing off at once": [({ move }) => ({ ...move, moves: [{ ...move.moves[0], to: 24 }] }), /./],
  "a point that is none": [({ move }) => ({ ...move, moves: [{ from: 99, to: 3, die: 1 }] }), "out_of_range"],
  "five moves": [({ move }) => ({ ...move, moves: Array(5).fill(move.moves[0]) }), "wrong_length"],
};
for (const [what, [spoil, code]] of Object.entries(backgammon)) {
  test(`duel: ${what}`, () => {
    const one = legal("duel");
    const before = hub.state("duel");
    const [verdict, ...more] = sent(one.clone, { [one.name]: text(spoil(one)) });
    assert.deepEqual(more, []);
    if (code instanceof RegExp) assert.match(verdict.refused, code);
    else assert.equal(verdict.refused, code);
    assert.deepEqual(lasting(hub.state("duel")), lasting(before));
  });
}

test("an illegal move, and events reserved for the referee", () => {
  const { clone, state, name } = legal("plain");
  for (const [moves, code] of [
    [[{ from: "e2", to: "e5" }], "piece_cannot_go_there"],
    [[{ from: "e1", to: "e9" }], /unreadable/],
    [[{ action: "conclude", result: "win", winner: "white", reason: "adjudication" }], "unknown_action"],
    [[{ action: "lose_on_time", by: "black" }], "unknown_action"],
    [[{ action: "lose_on_time" }], "not_a_players"],
    [
      [
        { from: "e2", to: "e4" },
        { from: "d2", to: "d4" },
      ],
      "not_your_turn",
    ],
  ]) {
    const before = hub.state("plain");
    const [verdict] = sent(clone, { [name]: text(boardMove(state, moves)) });
    if (code instanceof RegExp) assert.match(verdict.refused, code);
    else assert.equal(verdict.refused, code);
    assert.deepEqual(lasting(hub.state("plain")), lasting(before), "all or none");
    clone.pull();
  }
});

test("the other player's colour", () => {
  const { name, move, state } = legal("duel");
  refused("duel", seat(state, other(state.activePlayer)), { [name]: text(move) }, "not_your_seat", /is played by/);
});

test("out of turn, with the own colour", () => {
  const { state, move } = legal("duel");
  const player = other(state.activePlayer);
  const clone = seat(state, player);
  clone.pull();
  refused(
    "duel",
    clone,
    { [named("duel", `${number(state)}-${player}-aa.json`)]: text({ ...move, player }) },
    "not_your_turn",
  );
});

test("wrong sequences", () => {
  for (const offset of [1, 41]) {
    const { clone, state, move } = legal("duel");
    refused(
      "duel",
      clone,
      { [named("duel", `${number(state, offset)}-${state.activePlayer}-ab.json`)]: text(move) },
      "wrong_sequence",
      /the next move has the number/,
    );
  }
});

test("malicious names", () => {
  const names = [
    "move.json",
    "0001-white-.json",
    "0001-white-XY.json",
    "1-white-ab.json",
    "0001-green-ab.json",
    "00001-white-ab.json",
    "0001-white-ab.json.sh",
    "$(touch reached).json",
    "; touch reached;.json",
    "`touch reached`",
    "-rf",
    "--help",
    "a\nb.json",
    'quo"te.json',
    "tab\there.json",
    "ümlaut.json",
    ".gitattributes",
    ".hidden",
    "deeper/0001-white-ab.json",
    `0001-white-${"a".repeat(200)}.json`,
    "::set-output name=x::y",
  ];
  const { clone, move } = legal("duel");
  const files = Object.fromEntries(names.map((name) => [named("duel", name), text(move)]));
  refused(
    "duel",
    clone,
    files,
    names.map(() => "bad_file_name"),
    /named like 0012-black/,
  );
});

test("a symbolic link instead of a file", () => {
  const { clone, name } = legal("duel");
  const link = (one, file) => {
    one.write(path.dirname(file) + "/.keep", "");
    one.git("clean", "-fdq");
    one.write(path.dirname(file) + "/x", "");
    symlinkSync("/etc/passwd", one.path(file));
    one.git("clean", "-fdq", "--", path.dirname(file) + "/x");
  };
  refused("duel", clone, { [name]: link }, "not_a_file", /symbolic link/);
  const again = legal("duel");
  refused(
    "duel",
    again.clone,
    {
      [again.name]: (one, file) => {
        one.write(file, "");
        one.git("rm", "--quiet", "--cached", "--ignore-unmatch", "--", file);
        run("rm", [one.path(file)]);
        symlinkSync("../state.json", one.path(file));
      },
    },
    "not_a_file",
    /symbolic link/,
  );
});

test("two files for one turn: one is played", () => {
  const first = legal("duel");
  const second = anyMove(first.clone, "duel", random);
  const twin = second.name.replace(/-[0-9a-f]+\.json/, "-ffffffff.json");
  const verdicts = sent(first.clone, { [first.name]: text(first.move), [twin]: second.content });
  assert.deepEqual(verdicts.map(({ refused: code }) => code).sort(), ["", "not_your_turn"].sort());
  assert.equal(hub.state("duel").lastMove.file, path.basename(first.name));
});

test("the referee's files are restored", () => {
  const clone = players.alice;
  clone.pull();
  const before = hub.state("duel");
  const moves = hub.files("duel").filter((file) => file.includes("/moves/"));
  clone.write(
    "tables/duel/state.json",
    text({ ...before, home: { white: 15, black: 0 }, winner: "white", status: "completed" }),
  );
  clone.write("tables/duel/table.json", "{}");
  clone.write("tables/duel/moves/extra.txt", "mine");
  clone.write("tables/duel/notes.txt", "mine");
  clone.write(moves[0], "{}");
  clone.push("I win");
  const { verdicts } = hub.process(clone);
  assert.ok(verdicts.length >= 2);
  assert.deepEqual(lasting(hub.state("duel")), lasting(before));
  assert.deepEqual(
    hub.files("duel").filter((file) => file.includes("/moves/")),
    moves,
  );
  assert.ok(!hub.files("duel").includes("tables/duel/notes.txt"));
  assert.ok(
    hub.state("duel").messages.some(({ type, text: words }) => type === "warning" && words.includes("state.json")),
  );
});

test("a deleted table, or one replaced by a link, is restored", () => {
  for (const meddle of [
    (clone) => clone.git("rm", "-rq", "--", "tables/duel"),
    (clone) => {
      clone.git("rm", "-rq", "--", "tables/duel");
      clone.write("tables/x", "");
      run("rm", [clone.path("tables/x")]);
      symlinkSync("plain", clone.path("tables/duel"));
    },
    (clone) => {
      clone.git("rm", "-rq", "--", "tables");
      clone.write("tables", "no folder");
    },
  ]) {
    const clone = hub.clone(`vandal-${random.hex(4)}`);
    const before = hub.show("tables/duel/record.json");
    meddle(clone);
    clone.push("gone");
    hub.process(clone);
    assert.equal(hub.show("tables/duel/record.json"), before);
  }
  for (const clone of Object.values(players)) clone.pull();
});

test("a table created by hand is never refereed", () => {
  const clone = players.bob;
  clone.pull();
  for (const file of ["table.json", "state.json", "record.json"]) {
    clone.write(`tables/fake/${file}`, clone.read("tables", "plain", file).replaceAll('"plain"', '"fake"'));
  }
  clone.push("a table of my own");
  assert.deepEqual(hub.process(clone).foreign, ["fake"]);
  const { clone: mover, name, move } = legal("plain");
  assert.deepEqual(
    sent(mover, { [name]: text(move) }).map(({ refused: code }) => code),
    [""],
  );
  clone.pull();
  const { name: own, content } = anyMove(clone, "fake", random);
  clone.write(own, content);
  clone.push("a move there");
  assert.deepEqual(hub.process(clone).verdicts, []);
});

test("a forged seal is ignored", () => {
  const clone = players.alice;
  clone.pull();
  const before = hub.state("duel");
  const seal = clone.git("log", "-1", "--author=Arbiter", "--format=%B").trim().split("\n").at(-1);
  assert.match(seal, /^Arbiter-Seal: [0-9a-f]{64}$/);
  clone.write("tables/duel/state.json", text({ ...before, turn: before.turn + 7 }));
  clone.push(`duel: 0001-white-ab.json is played\n\n${seal}`);
  hub.process(clone);
  assert.deepEqual(lasting(hub.state("duel")), lasting(before));
});

test("a push is not processed twice", () => {
  const { clone, name, move } = legal("duel");
  sent(clone, { [name]: text({ ...move, expectedState: "0".repeat(16) }) });
  const pushed = clone.pushed;
  const head = output("git", ["rev-parse", "main"], { cwd: hub.bare });
  assert.deepEqual(hub.process(clone, pushed).verdicts, []);
  assert.equal(output("git", ["rev-parse", "main"], { cwd: hub.bare }), head);
});

test("a rewritten history is not processed", () => {
  const { status, stderr } = hub.try(
    "process",
    "--push",
    "--pusher=alice",
    `--before=${players.alice.pushed.after}`,
    `--after=${output("git", ["rev-list", "--max-parents=0", "main"], { cwd: hub.bare }).trim()}`,
  );
  assert.equal(status, 1);
  assert.match(stderr, /history was rewritten/);
});

test("a move is not taken back to play another one", () => {
  const { clone, name, move, state } = legal("duel");
  const before = output("git", ["rev-parse", "main"], { cwd: hub.bare }).trim();
  sent(clone, { [name]: text(move) });
  const played = output("git", ["rev-parse", "main"], { cwd: hub.bare }).trim();
  // A runner has a fresh clone; the mark is at the remote.
  clone.git("reset", "--quiet", "--hard", before);
  clone.write(name.replace(/-[0-9a-f]+\.json/, "-ffffff.json"), text({ ...move, moves: move.moves.toReversed() }));
  clone.git("add", "--all");
  clone.git("commit", "--quiet", "-m", "another move");
  clone.git("push", "--quiet", "--force", "origin", "HEAD:main");
  clone.pushed = { before, after: clone.git("rev-parse", "HEAD").trim() };
  const runner = hub.clone("fresh");
  const { status, stderr } = run(program, ["table", "process", "--event", hub.event(clone), "--push"], {
    cwd: runner.folder,
    env: { ARBITER_TABLE_SECRET: secret },
  });
  assert.equal(status, 1);
  assert.match(stderr, new RegExp(`table duel was rewound: .*${played.slice(0, 12)}`));
  assert.deepEqual(lasting(hub.state("duel")), lasting(state));
  const spectator = hub.clone("watcher");
  assert.match(spectator.table("verify", "duel").stdout, /a rewind would not be seen/);
  assert.match(spectator.table("verify", "duel", "--remote=origin").stdout, /duel: table duel was rewound/);
  // The owner puts the branch back.
  clone.git("fetch", "--quiet", "origin", "refs/arbiter/tables/duel");
  clone.git("push", "--quiet", "--force", "origin", `${played}:main`);
  spectator.git("fetch", "--quiet");
  assert.match(
    spectator.table("verify", "duel", "--remote=origin", "--at=origin/main").stdout,
    /secret; nothing was rewound/,
  );
  for (const one of Object.values(players)) {
    one.git("fetch", "--quiet");
    one.git("reset", "--quiet", "--hard", "origin/main");
  }
});

test("the next legal move works at every table, and a finished game stays finished", () => {
  for (const id of ["duel", "plain", "stones"]) {
    const { clone, name, move } = legal(id);
    assert.deepEqual(
      sent(clone, { [name]: text(move) }).map(({ refused: code }) => code),
      [""],
    );
  }
  const { clone, state } = legal("plain");
  const resignation = text(boardMove(state, [{ action: "resign" }]));
  sent(clone, { [named("plain", `${number(state)}-${state.activePlayer}-ab.json`)]: resignation });
  const over = hub.state("plain");
  assert.equal(over.status, "completed");
  assert.equal(over.winner, other(state.activePlayer));
  clone.pull();
  refused(
    "plain",
    clone,
    {
      [named("plain", `${number(over)}-${state.activePlayer}-ac.json`)]: text({
        player: state.activePlayer,
        moves: [{ from: "e2", to: "e4" }],
        ...note(over),
        expectedState: fingerprint(over),
      }),
    },
    "game_over",
    /over/,
  );
  const checks = JSON.parse(hub.table("verify", "--json", "--at", "origin/main", "duel", "plain", "stones"));
  for (const { problem, table } of checks) assert.equal(problem, null, table);
});
