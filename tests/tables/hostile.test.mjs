// Invalid and malicious files: each is rejected with its reason, the position stays unchanged, and
// the next legal move is accepted.

import assert from "node:assert/strict";
import { existsSync } from "node:fs";
import path from "node:path";
import test from "node:test";

import { randomFrom } from "../support/random.mjs";
import { fingerprint, newHub, note, output, program, run, secret } from "./hub.mjs";
import { anyMoveIn, boardMove, text } from "./moves.mjs";

const hub = newHub();
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
const seat = (state, color = state.activePlayer) => state.players[color];
const other = (color) => (color === "white" ? "black" : "white");
const named = (id, name) => `tables/${id}/moves/${name}`;
const number = (state, offset = 0) => String((state.lastMove?.sequence ?? 0) + 1 + offset).padStart(4, "0");

// A legal move to be corrupted, and who makes it.
function legal(id) {
  const [text, record] = hub.contents(`tables/${id}/state.json`, `tables/${id}/record.json`);
  const state = JSON.parse(text);
  const { name, content } = anyMoveIn(id, state, record, random);
  return { by: seat(state), name, move: JSON.parse(content), state };
}

// The verdicts of a push.
const sent = (by, files, message) => hub.send(by, files, message).verdicts;
const codes = (verdicts) => verdicts.map(({ refused: code }) => code);

// Each file is refused with its code and reason, and nothing but the messages changes.
function refused(id, by, files, expected, sentences = []) {
  const before = hub.state(id);
  const verdicts = sent(by, files);
  const after = hub.state(id);
  assert.equal(verdicts.length, expected.length, JSON.stringify(verdicts));
  verdicts.forEach(({ file, refused: code }, i) => {
    assert.match(code, expected[i] instanceof RegExp ? expected[i] : new RegExp(`^${expected[i]}$`), file);
    const message = after.messages.at(i - verdicts.length);
    assert.equal(message?.type, "error");
    assert.match(message.text, / was refused: /);
    assert.match(message.text, sentences[i] ?? /./);
  });
  assert.deepEqual(lasting(after), lasting(before));
  assert.ok(after.messages.length <= 20);
  const present = hub.files(id);
  for (const name of Object.keys(files)) assert.ok(!present.includes(name), `${name} is still there`);
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

const everywhere = ["a stale state", "not JSON", "no moves", "another colour inside"];
const some = Object.fromEntries(everywhere.map((what) => [what, spoiled[what]]));

// One push with a file for each; as many as a table keeps messages.
for (const [id, attempts] of [
  ["duel", spoiled],
  ["duel", backgammon],
  ["plain", some],
  ["stones", some],
]) {
  test(`${id}: ${Object.keys(attempts).join(", ")}`, () => {
    const one = legal(id);
    const contents = Object.values(attempts).map(([spoil]) => spoil(one));
    const files = contents.map((content, i) => [
      one.name.replace(/[0-9a-f]{6}\.json$/, `${String(i).padStart(6, "0")}.json`),
      typeof content === "string" || Buffer.isBuffer(content) ? content : text(content),
    ]);
    const list = Object.values(attempts);
    refused(
      id,
      one.by,
      Object.fromEntries(files),
      list.map(([, code]) => code),
      list.map(([, , sentence]) => sentence),
    );
  });
}

test("an illegal move, and events reserved for the referee", () => {
  const { by, state, name } = legal("plain");
  const attempts = [
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
  ];
  const files = attempts.map(([moves], i) => [
    name.replace(/[0-9a-f]{6}\.json$/, `00000${i}.json`),
    text(boardMove(state, moves)),
  ]);
  refused(
    "plain",
    by,
    Object.fromEntries(files),
    attempts.map(([, code]) => code),
  );
});

test("the other player's colour", () => {
  const { name, move, state } = legal("duel");
  refused("duel", seat(state, other(state.activePlayer)), { [name]: text(move) }, ["not_your_seat"], [/is played by/]);
});

test("out of turn, with the own colour", () => {
  const { state, move } = legal("duel");
  const player = other(state.activePlayer);
  refused(
    "duel",
    seat(state, player),
    { [named("duel", `${number(state)}-${player}-aa.json`)]: text({ ...move, player }) },
    ["not_your_turn"],
  );
});

test("wrong sequences", () => {
  const { by, state, move } = legal("duel");
  const file = (offset) => named("duel", `${number(state, offset)}-${state.activePlayer}-ab.json`);
  const sentence = /the next move has the number/;
  refused(
    "duel",
    by,
    { [file(1)]: text(move), [file(41)]: text(move) },
    ["wrong_sequence", "wrong_sequence"],
    [sentence, sentence],
  );
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
  const { by, move } = legal("duel");
  // As many at a time as a table keeps messages.
  for (const some of [names.slice(0, 11), names.slice(11)]) {
    refused(
      "duel",
      by,
      Object.fromEntries(some.map((name) => [named("duel", name), text(move)])),
      some.map(() => "bad_file_name"),
      some.map(() => /named like 0012-black/),
    );
  }
});

test("a symbolic link instead of a file", () => {
  const { by, name } = legal("duel");
  const files = {
    [name.replace(/[0-9a-f]{6}\.json$/, "000001.json")]: { symlink: "/etc/passwd" },
    [name.replace(/[0-9a-f]{6}\.json$/, "000002.json")]: { symlink: "../state.json" },
  };
  refused("duel", by, files, ["not_a_file", "not_a_file"], [/symbolic link/, /symbolic link/]);
});

test("two files for one turn: one is played", () => {
  const { by, name, move } = legal("duel");
  const twin = name.replace(/-[0-9a-f]+\.json/, "-ffffffff.json");
  const verdicts = sent(by, { [name]: text(move), [twin]: text({ ...move, comment: "the same again" }) });
  assert.deepEqual(codes(verdicts).sort(), ["", "not_your_turn"].sort());
  assert.equal(hub.state("duel").lastMove.file, path.basename(name));
});

test("the referee's files are restored", () => {
  const before = hub.state("duel");
  const moves = hub.files("duel").filter((file) => file.includes("/moves/"));
  const verdicts = sent(
    "alice",
    {
      "tables/duel/state.json": text({
        ...before,
        home: { white: 15, black: 0 },
        winner: "white",
        status: "completed",
      }),
      "tables/duel/table.json": "{}",
      "tables/duel/moves/extra.txt": "mine",
      "tables/duel/notes.txt": "mine",
      [moves[0]]: "{}",
    },
    "I win",
  );
  assert.ok(verdicts.length >= 2);
  assert.deepEqual(lasting(hub.state("duel")), lasting(before));
  const files = hub.files("duel");
  assert.deepEqual(
    files.filter((file) => file.includes("/moves/")),
    moves,
  );
  assert.ok(!files.includes("tables/duel/notes.txt"));
  assert.ok(
    hub.state("duel").messages.some(({ type, text: words }) => type === "warning" && words.includes("state.json")),
  );
});

test("a deleted table, or one replaced by a link, is restored", () => {
  for (const files of [{ "tables/duel": null }, { "tables/duel": { symlink: "plain" } }, { tables: "no folder" }]) {
    const before = hub.show("tables/duel/record.json");
    sent("vandal", files, "gone");
    assert.equal(hub.show("tables/duel/record.json"), before);
  }
});

test("a table created by hand is never refereed", () => {
  const files = ["table.json", "state.json", "record.json"];
  const texts = hub.contents(...files.map((file) => `tables/plain/${file}`));
  const own = files.map((file, i) => [`tables/fake/${file}`, texts[i].replaceAll('"plain"', '"fake"')]);
  assert.deepEqual(hub.send("bob", Object.fromEntries(own), "a table of my own").foreign, ["fake"]);
  const { by, name, move } = legal("plain");
  assert.deepEqual(codes(sent(by, { [name]: text(move) })), [""]);
  const fake = legal("fake");
  assert.deepEqual(sent("bob", { [fake.name]: text(fake.move) }), []);
});

test("a forged seal is ignored", () => {
  const before = hub.state("duel");
  const log = output("git", ["log", "-1", "--author=Arbiter", "--format=%B", "main"], { cwd: hub.bare });
  const seal = log.trim().split("\n").at(-1);
  assert.match(seal, /^Arbiter-Seal: [0-9a-f]{64}$/);
  const forged = text({ ...before, turn: before.turn + 7 });
  sent("alice", { "tables/duel/state.json": forged }, `duel: 0001-white-ab.json is played\n\n${seal}\n`);
  assert.deepEqual(lasting(hub.state("duel")), lasting(before));
});

test("a push is not processed twice", () => {
  const { by, name, move } = legal("duel");
  const pushed = hub.arrive({ [name]: text({ ...move, expectedState: "0".repeat(16) }) });
  assert.deepEqual(codes(hub.judge(by, pushed).verdicts), ["stale_state"]);
  const head = hub.head();
  assert.deepEqual(hub.judge(by, pushed).verdicts, []);
  assert.equal(hub.head(), head);
});

test("a rewritten history is not processed", () => {
  const { status, stderr } = hub.try(
    "process",
    "--push",
    "--pusher=alice",
    `--before=${hub.head()}`,
    `--after=${output("git", ["rev-list", "--max-parents=0", "main"], { cwd: hub.bare }).trim()}`,
  );
  assert.equal(status, 1);
  assert.match(stderr, /history was rewritten/);
});

test("a move is not taken back to play another one", () => {
  const { by, name, move, state } = legal("duel");
  const clone = hub.clone(by);
  const before = hub.head();
  clone.write(name, text(move));
  clone.push();
  hub.process(clone);
  const played = hub.head();
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
});

test("the next legal move works at every table, and a finished game stays finished", () => {
  for (const id of ["duel", "plain", "stones"]) {
    const { by, name, move } = legal(id);
    assert.deepEqual(codes(sent(by, { [name]: text(move) })), [""]);
  }
  const { by, state } = legal("plain");
  const player = state.activePlayer;
  const resignation = text(boardMove(state, [{ action: "resign" }]));
  sent(by, { [named("plain", `${number(state)}-${player}-ab.json`)]: resignation });
  const over = hub.state("plain");
  assert.equal(over.status, "completed");
  assert.equal(over.winner, other(player));
  const move = text({ player, moves: [{ from: "e2", to: "e4" }], ...note(over), expectedState: fingerprint(over) });
  refused("plain", by, { [named("plain", `${number(over)}-${player}-ac.json`)]: move }, ["game_over"], [/over/]);
  hub.referee.pull();
  const checks = JSON.parse(hub.table("verify", "--json", "duel", "plain", "stones"));
  for (const { problem, table } of checks) assert.equal(problem, null, table);
});
