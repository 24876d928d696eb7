// Maps the place of a fault to the range of text to mark.

import assert from "node:assert/strict";
import test from "node:test";

import { randomFrom, seed } from "../support/random.mjs";
import { pageModule } from "../support/page_module.mjs";

const { rangeOf, marksOf, segments } = await pageModule("faults/places.ts");

function marked(text, place) {
  const { start, end } = rangeOf(text, place);
  return text.slice(start, end);
}

test("a pointer marks a key with its value, and of containers the bracket", () => {
  const text = `{ "turn": "white",\n  "board": { "e1": "K", "a/b": [1, {"x": -2.5e3}], "~": null },\n  "last": true }`;
  assert.equal(marked(text, { pointer: "/turn" }), '"turn": "white"');
  assert.equal(marked(text, { pointer: "/board" }), '"board": {');
  assert.equal(marked(text, { pointer: "/board/e1" }), '"e1": "K"');
  assert.equal(marked(text, { pointer: "/board/a~1b/0" }), "1");
  assert.equal(marked(text, { pointer: "/board/a~1b/1/x" }), '"x": -2.5e3');
  assert.equal(marked(text, { pointer: "/board/~0" }), '"~": null');
  assert.equal(marked(text, { pointer: "/last" }), '"last": true');
  assert.equal(marked(text, { pointer: "" }), "{");
});

test("a missing member is marked at its container", () => {
  const text = '{"board": {"e1": "K"}, "turn": "white"}';
  assert.equal(marked(text, { pointer: "/castling" }), "{");
  assert.equal(marked(text, { pointer: "/board/e8/x" }), '"board": {');
});

test("of a duplicate key, the second one is marked", () => {
  const text = '{"turn": "white", "turn": "black"}';
  assert.deepEqual(rangeOf(text, { pointer: "/turn" }), { start: 18, end: 33 });
});

test("quotes and brackets in strings are ignored", () => {
  const text = String.raw`{"a": "}\"]{", "b\"": ["[", 7]}`;
  assert.equal(marked(text, { pointer: '/b"/1' }), "7");
});

test("invalid JSON is followed as far as possible", () => {
  for (const text of [
    "",
    "{",
    '{"a"',
    '{"a":',
    '{"a": [1, 2',
    "[[[[",
    '{"a" 1, "b": 2}',
    "nonsense",
    '{"a": tru, "b": 2}',
  ]) {
    for (const pointer of ["", "/a", "/a/1", "/b", "/0/0"]) {
      const { start, end } = rangeOf(text, { pointer });
      assert.ok(0 <= start && start <= end && end <= text.length, `${text} ${pointer}`);
    }
  }
});

test("lines and columns mark the word there, and columns count bytes", () => {
  const text = '[White "Ärger"]\n\n1. e4 e5 2. Ke3 *';
  assert.equal(marked(text, { line: 3, column: 13 }), "Ke3");
  assert.equal(marked("Ärger Ke3 é", { line: 1, column: 8 }), "Ke3");
  assert.equal(marked("🂡 x", { line: 1, column: 6 }), "x");
  assert.equal(marked("(;B[cc];W[zz])", { line: 1, column: 9 }), "W");
  assert.equal(marked("abc", { line: 1, column: 4 }), "c", "at the end the last letter");
  assert.equal(marked("abc", { line: 9, column: 9 }), "c", "and so beyond it");
});

test("words are counted between spaces or commas", () => {
  assert.equal(marked("19x19 A9b  B12w", { token: 3 }), "B12w");
  assert.equal(marked("19x19,A9b,B12w", { token: 2 }), "A9b");
  assert.equal(marked("only two", { token: 5 }), "o", "what is missing is missing at the end");
});

test("marks never overlap, and errors come first", () => {
  const text = '{"a": {"b": 1}}';
  const fault = (severity, pointer) => ({ severity, code: "x", sentence: "x", place: { pointer } });
  const pieces = segments(
    text,
    marksOf(text, [fault("warning", "/a/b"), fault("error", "/a"), fault("error", "/a/b")]),
  );
  assert.equal(pieces.map((piece) => piece.text).join(""), text);
  assert.deepEqual(
    pieces.filter(({ mark }) => mark).map(({ text: part, mark }) => [part, mark.index]),
    [
      ['"a": {', 1],
      ['"b": 1', 2],
    ],
  );
});

test("any value of any JSON is found", () => {
  const random = randomFrom(`${seed}/json`);
  const scalar = () => random.pick([null, true, 0, -1.5e-7, "", 'a"\\/b', "ü🂡", "}],:{"]);
  const value = (depth) => {
    if (depth === 0 || random.chance(0.3)) return scalar();
    const members = Array.from({ length: random.below(4) }, () => value(depth - 1));
    if (random.chance(0.5)) return members;
    return Object.fromEntries(members.map((member, i) => [random.pick(["a/b", "~", 'q"', "", "plain"]) + i, member]));
  };
  const escaped = (key) => key.replaceAll("~", "~0").replaceAll("/", "~1");
  const check = (text, part, pointer) => {
    if (part !== null && typeof part === "object") {
      for (const [key, member] of Object.entries(part)) check(text, member, `${pointer}/${escaped(key)}`);
      return;
    }
    const found = marked(text, { pointer });
    assert.ok(found.endsWith(JSON.stringify(part)), `SEED=${seed} ${pointer} of ${text} is ${found}`);
  };
  for (let i = 0; i < 500; i++) {
    const whole = value(4);
    check(JSON.stringify(whole, null, random.below(3)), whole, "");
  }
});
