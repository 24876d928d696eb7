// `arbiter simulate`: 200 seeds without a finding, and the same bytes for a seed.
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import test from "node:test";

const program = process.env.ARBITER_PROGRAM;
const simulate = (...words) => execFileSync(program, ["simulate", ...words], { encoding: "utf8" });

test("200 seeds without a finding", () => {
  const { seeds, virtual_ms } = JSON.parse(simulate("--seeds", "200", "--json"));
  assert.equal(seeds, 200);
  assert.ok(virtual_ms > 200 * 60_000);
});

test("a seed gives the same bytes with every compiler", () => {
  const kept = readFileSync(new URL("traces.txt", import.meta.url), "utf8")
    .trim()
    .split("\n");
  for (const line of kept) {
    const [seed, trace] = line.split(" ");
    assert.equal(JSON.parse(simulate("--seed", seed, "--json")).trace, trace, `seed ${seed}`);
  }
  const lines = simulate("--seed", "7", "--trace");
  assert.equal(lines, simulate("--seed", "7", "--trace"));
  assert.match(lines, /Trace [0-9a-f]{16}, no finding\n$/);
});
