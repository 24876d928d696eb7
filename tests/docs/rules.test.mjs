// Every row of a RULES.md names the functions that implement a law and the tests of it.
// Both must exist.

import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import test from "node:test";

const root = process.env.ARBITER_SOURCE_DIR;

function sources(folder) {
  return readdirSync(folder, { recursive: true })
    .filter((name) => /\.(cpp|hpp|mjs)$/.test(name) && !name.includes("node_modules"))
    .map((name) => readFileSync(path.join(folder, name), "utf8"))
    .join("\n");
}

const tests = sources(path.join(root, "tests"));

for (const name of [
  "src/core/chess/RULES.md",
  "src/core/go/RULES.md",
  "src/core/backgammon/RULES.md",
  "src/referee/CLOCKS.md",
]) {
  const page = path.join(root, name);
  test(`${name} names existing functions and tests`, () => {
    const code = sources(path.dirname(page));
    const rows = readFileSync(page, "utf8")
      .split("\n")
      .filter((line) => line.startsWith("|") && !/^\|[\s:|-]+\|$/.test(line));
    let laws = 0;
    for (const row of rows) {
      const cells = row
        .split("|")
        .slice(1, -1)
        .map((cell) => cell.trim());
      const names = (cell) => [...cell.matchAll(/`([^`]+)`/g)].map((match) => match[1]);
      if (cells.length !== 4 || cells[2] === "function") continue;
      laws++;
      assert.ok(names(cells[2]).length > 0, `no function: ${row}`);
      assert.ok(names(cells[3]).length > 0, `no test: ${row}`);
      for (const name of names(cells[2])) {
        const last = name.split("::").at(-1);
        assert.ok(new RegExp(`\\b${last}\\b`).test(code), `${name} is not in ${path.dirname(page)}`);
      }
      for (const name of names(cells[3])) {
        const [suite, one] = name.split(".");
        const found =
          new RegExp(`TEST(_P|_F)?\\(${suite},\\s*${one}\\)|${suite}.*${one}`).test(tests) ||
          (one === undefined && tests.includes(name));
        assert.ok(found, `${name} is not in tests/`);
      }
    }
    assert.ok(laws > 10, "the table of laws is missing");
  });
}
