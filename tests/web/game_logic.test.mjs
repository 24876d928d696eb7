// Logic of the game page: clocks between two messages, the table of
// moves, arrow keys, reconnection delays.

import assert from "node:assert/strict";
import test from "node:test";

import { loadEngine, pageModule } from "../support/page_module.mjs";

const { faceAt, digits } = await pageModule("game/clock.ts");
const { items, rows } = await pageModule("game/moves.ts");
const { neighbour, placeAt } = await pageModule("board/places.ts");
const { retryDelay } = await pageModule("server/live.ts");
const { offers } = await pageModule("game/offers.ts");
const { curlOf } = await pageModule("game/curl.ts");
const { de } = await pageModule("text/de.ts");
const { complaintLines } = await pageModule("board/marks.ts");
const { turnBefore, partsOf } = await pageModule("arena/said.ts");

const face = (main_ms, more = {}) => ({ left_ms: null, main_ms, ...more });
const clock = (control, white, running = "white") => ({ control, running, white, black: white, flag_falls_at: null });

test("the running clock counts down, the other one does not", () => {
  const view = clock({ kind: "fischer", base_ms: 60_000, increment_ms: 0 }, face(61_500));
  assert.equal(digits(faceAt(view, "white", 0)), "1:01");
  assert.equal(digits(faceAt(view, "white", 60_000)), "0:01.5");
  assert.equal(digits(faceAt(view, "white", 70_000)), "0:00.0");
  assert.equal(digits(faceAt(view, "black", 60_000)), "1:01");
});

test("hours and days", () => {
  const view = clock({ kind: "correspondence", per_move_ms: 3 * 86_400_000 }, face(2 * 86_400_000 + 3_600_000));
  const shown = faceAt(view, "white", 1_000);
  assert.deepEqual([shown.days, shown.hours], [2, 0]);
  assert.equal(digits(faceAt(clock({ kind: "fischer" }, face(3_723_000)), "white", 0)), "1:02:03");
});

test("byo-yomi: after the base time, one period after another", () => {
  const control = { kind: "byo_yomi", base_ms: 10_000, period_ms: 30_000, periods: 3 };
  const view = clock(control, face(5_000, { period_ms: 30_000, periods_left: 3 }));
  const at = (passed) => {
    const { left_ms, overtime } = faceAt(view, "white", passed);
    return [left_ms, overtime.count];
  };
  assert.deepEqual(at(0), [5_000, 3]);
  assert.deepEqual(at(5_000), [30_000, 3]);
  assert.deepEqual(at(34_999), [1, 3]);
  assert.deepEqual(at(35_000), [30_000, 2]);
  assert.deepEqual(at(94_999), [1, 1]);
  assert.deepEqual(at(95_000), [0, 1]);
});

test("Canadian overtime shows the moves to make", () => {
  const view = clock({ kind: "canadian" }, face(1_000, { period_ms: 60_000, moves_left: 7 }));
  assert.equal(faceAt(view, "white", 0).overtime, null);
  const { left_ms, overtime } = faceAt(view, "white", 11_000);
  assert.deepEqual([left_ms, overtime], [50_000, { kind: "moves", count: 7 }]);
});

const ply = (text, by) => ({ text, by });
const cells = (table) =>
  table.map(({ cells: { white, black } }) => [white, black].map((cell) => cell.map((item) => item.text)));

test("moves are in rows of two, with offers beside them", () => {
  const offer = '{"action":"offer_draw","by":"black"}';
  const plies = [ply("e4", "white"), ply("e5", "black"), ply(offer, "black"), ply("Nf3", "white")];
  assert.deepEqual(cells(rows(plies, "white")), [
    [["e4"], ["e5", "offer_draw"]],
    [["Nf3"], []],
  ]);
});

test("what ends a game without a move has a row of its own", () => {
  const plies = [ply("e4", "white"), ply('{"action":"resign","by":"black"}', "black")];
  const [first, last] = rows(plies, "white");
  assert.deepEqual(cells([first]), [[["e4"], []]]);
  assert.equal(last.end.text, "resign");
});

test("Black moves first in Go, and a pass by White does not start a row", () => {
  const plies = [ply("D4", "black"), ply("pass", "white"), ply("E5", "black")];
  assert.deepEqual(cells(rows(plies, "black")), [
    [["pass"], ["D4"]],
    [[], ["E5"]],
  ]);
});

test("a turn follows its dice, and selects the position after it", () => {
  const plies = [
    ply("opening 3-1", "white"),
    ply("8/5 6/5", "white"),
    ply("double", "black"),
    ply("take", "white"),
    ply("roll 66", "black"),
  ];
  assert.deepEqual(
    items(plies).map(({ text, ply: at }) => [text, at]),
    [
      ["31: 8/5 6/5", 2],
      ["double", 3],
      ["take", 4],
      ["66:", 5],
    ],
  );
  assert.deepEqual(cells(rows(plies, "white")), [
    [
      ["31: 8/5 6/5", "take"],
      ["double", "66:"],
    ],
  ]);
});

// A board of 2 by 2 with a long bar on its right.
const places = new Map(
  [
    ["a", 0, 0, 10, 10],
    ["b", 10, 0, 10, 10],
    ["c", 0, 10, 10, 10],
    ["d", 10, 10, 10, 10],
    ["bar", 20, 0, 10, 20],
  ].map(([id, x, y, width, height]) => [id, { id, box: { x, y, width, height } }]),
);
const lead = (from, direction) => neighbour(places, places.get(from), direction)?.id ?? null;

test("arrow keys move straight, and stop at the edge", () => {
  assert.deepEqual(
    ["right", "down", "left", "up"].map((way) => lead("a", way)),
    ["b", "c", null, null],
  );
  assert.equal(lead("b", "right"), "bar");
  assert.equal(lead("d", "right"), "bar");
  assert.ok(["b", "d"].includes(lead("bar", "left")));
  assert.equal(placeAt(places, 25, 19).id, "bar");
  assert.equal(placeAt(places, 30, 5), null);
});

test("the delay between two attempts grows up to a limit", () => {
  const pauses = [0, 1, 2, 3, 10, 100].map((attempt) => retryDelay(attempt, 0.5));
  assert.deepEqual(pauses, [400, 800, 1_600, 3_200, 15_000, 15_000]);
});

test("expected actions are first, irreversible ones last", () => {
  const claim = '{"action":"claim_draw","reason":"fifty_move_rule"}';
  const names = offers("white", ["resign", "offer_draw", claim, "roll"]).map(({ name, urgent }) => [name, urgent]);
  assert.deepEqual(names, [
    ["roll", true],
    ["claim_draw fifty_move_rule", false],
    ["offer_draw", false],
    ["resign", false],
  ]);
});

test("any request is quoted for a shell", () => {
  const exchange = { method: "POST", path: "/api/x", body: `{"move":"can't move"}`, status: 200 };
  assert.equal(
    curlOf("http://h", exchange),
    `curl -s http://h/api/x -H "Authorization: Bearer $KEY" --json '{"move":"can'\\''t move"}'`,
  );
});

const { motionOf } = await pageModule("board/motion.ts");
const colorOf = (piece) => (piece === null ? null : piece === piece.toUpperCase() ? "white" : "black");
const position = (pieces) =>
  new Map(
    "abcdefgh"
      .split("")
      .map((id) => [id, pieces[id] ?? null])
      .map(([id, piece]) => [id, { id, piece, color: colorOf(piece) }]),
  );
const slid = (before, after) =>
  (motionOf(position(before), position(after))?.slides ?? []).map(({ from, to }) => from.id + to.id);

test("moved pieces are found by comparing two positions", () => {
  assert.deepEqual(slid({ a: "R", h: "k" }, { d: "R", h: "k" }), ["ad"]);
  assert.deepEqual(slid({ e: "K", h: "R" }, { g: "K", f: "R" }), ["hf", "eg"], "castling");
  assert.deepEqual(slid({ a: "R", d: "n" }, { d: "R" }), ["ad"], "a capture");
  assert.deepEqual(slid({ a: "P" }, { b: "Q" }), [], "a promotion: the new piece comes from nowhere");
  assert.deepEqual(slid({ a: "R", b: "N", c: "B" }, { d: "R", e: "N", f: "B" }), [], "another position");
  const { gone } = motionOf(position({ a: "R", d: "n" }), position({ d: "R" }));
  assert.deepEqual(
    gone.map(({ id }) => id),
    ["d"],
    "what was captured fades",
  );
});

const stacks = (counts) =>
  new Map(
    ["1", "2", "3", "white bar"].map((id) => {
      const [color = null, count = 0] = counts[id] ?? [];
      return [id, { id, color, count, piece: null }];
    }),
  );

test("checkers go one after another, and one that is hit goes to the bar", () => {
  const { slides, inTurn } = motionOf(
    stacks({ 3: ["black", 2], 2: ["white", 1] }),
    stacks({ 2: ["black", 1], 1: ["black", 1], "white bar": ["white", 1] }),
  );
  assert.equal(inTurn, true);
  assert.deepEqual(
    slides.map(({ from, to }) => `${from.id}-${to.id}`),
    ["2-white bar", "3-1", "3-2"],
  );
});

test("every rejection of every game has a German sentence, which uses what the rejection tells", async () => {
  const engine = await loadEngine();
  const known = new Set();
  for (const { name, refusals } of engine.games()) {
    for (const { code, sentence } of refusals) {
      known.add(code);
      const german = de.refusals.sentences[code];
      assert.ok(german, `${name}: ${code} has none`);
      const names = (text) => [...text.matchAll(/\{(\w+)\}/g)].map(([, member]) => member);
      const told = [...names(sentence), ...(code === "path_blocked" ? ["square"] : [])];
      for (const member of names(german)) assert.ok(told.includes(member), `${code} does not tell ${member}`);
    }
  }
  assert.deepEqual(
    Object.keys(de.refusals.sentences).filter((code) => !known.has(code)),
    [],
    "no sentence is for nothing",
  );
});

test("a rejection draws a line to the attacker, to what is in the way, or to the held point", () => {
  const place = (id, more) => [id, { id, x: 0, y: 0, color: null, piece: null, ...more }];
  const places = new Map([place("e1", { color: "white", piece: "K" }), place("e2"), place("e8"), place("a1")]);
  const input = { by: "white", placeNamed: (name) => name };
  const lines = (data) => complaintLines({ data }, input, places).map(({ from, to }) => `${from.id} ${to.id}`);
  assert.deepEqual(lines({ from: "e2", to: "a1", attackers: ["e8"] }), ["e8 e1"], "to the king");
  assert.deepEqual(lines({ square: "e2", attackers: ["e8", "a1"] }), ["e8 e2", "a1 e2"], "to the square of a castling");
  assert.deepEqual(lines({ from: "a1", to: "e8", square: "e2" }), ["a1 e2"], "to the man in the way");
  assert.deepEqual(lines({ from: "e8", to: "e2", checkers: 2 }), ["e8 e2"], "to the held point");
  assert.deepEqual(lines({ from: "e8", to: "e2" }), []);
});

test("a transcript is read by the position, and a chat by its messages", () => {
  const turns = [{ ply: 0 }, { ply: 2 }, { ply: 5 }];
  assert.deepEqual(
    [0, 1, 2, 3, 9].map((ply) => turnBefore(turns, ply)?.ply ?? null),
    [null, 0, 0, 2, 5],
  );
  const chat = {
    model: "m",
    messages: [
      { role: "system", content: "Rules" },
      { role: "user", content: "Move?" },
    ],
  };
  assert.deepEqual(partsOf(JSON.stringify(chat)), [
    { role: "system", text: "Rules" },
    { role: "user", text: "Move?" },
  ]);
  assert.deepEqual(partsOf('{"choices":[{"message":{"role":"assistant","content":"e4"}}]}'), [
    { role: "assistant", text: "e4" },
  ]);
  assert.deepEqual(partsOf('{"move":"e4"}'), [{ role: "", text: '{\n  "move": "e4"\n}' }]);
  for (const text of ["e4", "12", "{", ""]) assert.deepEqual(partsOf(text), [{ role: "", text }]);
});
