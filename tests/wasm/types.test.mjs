// The declarations with the TypeScript compiler, and the snippets of the package's README, both
// with the package installed.

import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import test from "node:test";

import { folder, loadEngine, root } from "./engine.mjs";

const user = mkdtempSync(path.join(tmpdir(), "arbiter-engine-"));
test.after(() => rmSync(user, { recursive: true, force: true }));
mkdirSync(path.join(user, "node_modules"));
symlinkSync(folder, path.join(user, "node_modules", "arbiter-engine"));
writeFileSync(path.join(user, "package.json"), '{ "type": "module" }');
cpSync(path.join(root, "tests", "wasm", "sample.ts"), path.join(user, "sample.ts"));

function run(...words) {
  const { status, stdout, stderr } = spawnSync(process.execPath, words, { cwd: user, encoding: "utf8" });
  assert.equal(status, 0, stdout + stderr);
  return stdout;
}

for (const [resolution, module] of [
  ["NodeNext", "NodeNext"],
  ["Bundler", "ESNext"],
]) {
  test(`a program that uses everything compiles for ${resolution}, and runs`, () => {
    const compiler = path.join(root, "tests", "node_modules", "typescript", "bin", "tsc");
    run(
      compiler,
      "--strict",
      "--exactOptionalPropertyTypes",
      "--noUncheckedIndexedAccess",
      "--target",
      "ES2022",
      "--lib",
      "ES2022,DOM",
      "--module",
      module,
      "--moduleResolution",
      resolution,
      "sample.ts",
    );
    const lines = run("sample.js").trimEnd().split("\n");
    assert.equal(lines.at(-2).split(",")[0], "point_occupied");
    assert.deepEqual(JSON.parse(lines.at(-1)).slice(1, 3), [
      ["backgammon", "chess", "go"],
      { game: "chess", format: "fen" },
    ]);
  });
}

test("the declarations name every game, notation, format, option and question, and no other", async () => {
  const declarations = readFileSync(path.join(folder, "engine.d.ts"), "utf8");
  const body = (name) => new RegExp(`^export interface ${name} \\{\n(.*?)^\\}`, "ms").exec(declarations)[1];
  const union = (name, game) => [...new RegExp(`^    ${game}: (.*);$`, "m").exec(body(name))[1].matchAll(/"([^"]+)"/g)];
  const members = (name, game) => {
    const [, inside] = new RegExp(`^    ${game}: \\{\n(.*?)^    \\};`, "ms").exec(body(name));
    return [...inside.matchAll(/^ {8}(\w+)\??:/gm)];
  };
  const declared = (found) => found.map(([, name]) => name);
  const known = (list) => list.map(({ name }) => name);
  for (const { name, notations, formats, options, questions } of (await loadEngine()).games()) {
    assert.deepEqual(declared(union("Notations", name)), known(notations));
    assert.deepEqual(declared(union("Formats", name)), known(formats));
    assert.deepEqual(declared(members("GameOptions", name)), known(options));
    assert.deepEqual(declared(members("Answers", name)), known(questions));
  }
});

const readme = readFileSync(path.join(folder, "README.md"), "utf8");
const snippets = [...readme.matchAll(/^```js\n(.*?)^```\n\n```text\n(.*?)^```$/gms)];

test("every snippet of the README is followed by what it prints", () => {
  assert.ok(snippets.length >= 4);
  assert.equal(snippets.length, readme.match(/^```js$/gm).length);
});

snippets.forEach(([, program, output], i) => {
  test(`snippet ${i + 1} of the README prints what it shows`, () => {
    writeFileSync(path.join(user, `snippet${i}.js`), program);
    assert.equal(run(`snippet${i}.js`), output);
  });
});
