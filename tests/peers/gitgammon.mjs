// The JSON Schemas of a GitGammon table, behind a line protocol. A request is a game, as JSON on one
// line: [{"state": STATE, "move": MOVE FILE or null}, ...]. The answer, also on one line, lists the
// faults: a state or a move that ajv rejects, or a move that expects another state
// than the one beside it.

import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { createInterface } from "node:readline";
import Ajv from "ajv/dist/2020.js";

const dateTime = (text) => !Number.isNaN(Date.parse(text)) && /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z$/.test(text);
const ajv = new Ajv({ allErrors: true, formats: { "date-time": dateTime } });
const schema = (name) =>
  ajv.compile(JSON.parse(readFileSync(new URL(`../../schemas/${name}.schema.json`, import.meta.url), "utf8")));
const isState = schema("gitgammon-state");
const isMove = schema("gitgammon-move");

function sorted(value) {
  if (Array.isArray(value)) return value.map(sorted);
  if (value === null || typeof value !== "object") return value;
  return Object.fromEntries(
    Object.keys(value)
      .sort()
      .map((key) => [key, sorted(value[key])]),
  );
}

function fingerprint({ messages, updatedAt, ...state }) {
  return createHash("sha256")
    .update(JSON.stringify(sorted(state)))
    .digest("hex")
    .slice(0, 16);
}

function complaints({ state, move }) {
  const found = [];
  if (!isState(state)) found.push({ state, errors: isState.errors });
  if (move !== null && !isMove(move)) found.push({ move, errors: isMove.errors });
  if (move !== null && move.expectedState !== fingerprint(state)) {
    found.push({ state, move, fingerprint: fingerprint(state) });
  }
  return found;
}

for await (const line of createInterface({ input: process.stdin })) {
  console.log(JSON.stringify(JSON.parse(line).flatMap(complaints)));
}
