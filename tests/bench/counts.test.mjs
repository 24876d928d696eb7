// counts.mjs with a stand-in for valgrind: a tenth of a million instructions for each letter of the request,
// times FACTOR for playouts.

import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { after, test } from "node:test";
import { fileURLToPath } from "node:url";

const script = path.join(path.dirname(fileURLToPath(import.meta.url)), "counts.mjs");
const folder = mkdtempSync(path.join(tmpdir(), "arbiter-counts-test-"));
after(() => rmSync(folder, { recursive: true }));

const file = (name) => path.join(folder, name);
const executable = (name, text) => writeFileSync(file(name), `#!/bin/sh\n${text}\n`, { mode: 0o755 });
executable("program", `read request; echo '{"count":1,"seconds":0}'`);
executable(
  "valgrind",
  `read request; case "$request" in playouts*) times=$FACTOR;; *) times=100;; esac
   echo "Collected : $((1000000 + \${#request} * 1000 * times))" >&2`,
);

function counted(factor, ...flags) {
  const { status, stdout, stderr } = spawnSync(
    process.execPath,
    [script, "--program", file("program"), "--kept", file("counts.json"), ...flags],
    { encoding: "utf8", env: { ...process.env, PATH: `${folder}:${process.env.PATH}`, FACTOR: String(factor) } },
  );
  assert.equal(stderr, "");
  return { status, stdout };
}

test("what grew by more than 2 % since the counts were kept is named", () => {
  assert.equal(counted(100, "--write").status, 0);
  const kept = JSON.parse(readFileSync(file("counts.json"), "utf8"));
  assert.equal(kept["20 playouts on 19x19"], "playouts 20 19".length * 100_000);
  for (const factor of [90, 100, 102]) {
    const { status, stdout } = counted(factor);
    assert.equal(status, 0);
    assert.match(stdout, /Nothing grew by more than 2 %/);
  }
  const { status, stdout } = counted(103);
  assert.equal(status, 1);
  assert.match(stdout, /20 playouts on 19x19: 1400000 -> 1442000 instructions, \+3.00 %/);
  assert.doesNotMatch(stdout, /perft of the start, depth 4: /);
});
