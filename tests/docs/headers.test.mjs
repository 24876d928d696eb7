// Every public header of core/contract and core/games begins with what it is for and an example:
//
//   /// What it is for.
//   ///
//   /// ```cpp
//   /// #include "core/contract/color.hpp"
//   ///
//   /// assert(opponent(Color::white) == Color::black);
//   /// ```
//   #pragma once
//
// An example is the body of a function that uses namespace arbiter. All of them are compiled as one
// program, which is run.

import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import test from "node:test";

const { ARBITER_SOURCE_DIR: root, ARBITER_BUILD_DIR: build } = process.env;
const sources = path.join(root, "src");

const headers = ["core/contract", "core/games"].flatMap((folder) =>
  readdirSync(path.join(sources, folder))
    .filter((name) => name.endsWith(".hpp"))
    .map((name) => `${folder}/${name}`),
);

// The includes and the body, with the line where the body begins.
function exampleOf(header) {
  const lines = readFileSync(path.join(sources, header), "utf8").split("\n");
  const comment = lines.slice(0, lines.indexOf("#pragma once")).map((line) => line.replace(/^\/\/\/ ?/, ""));
  const begin = comment.indexOf("```cpp");
  assert.ok(begin > 0 && comment[0] !== "", `${header} does not begin with what it is for and an example`);
  const code = comment.slice(begin + 1, comment.indexOf("```", begin + 1));
  const includes = code.filter((line) => line.startsWith("#include"));
  assert.ok(includes.includes(`#include "${header}"`), `the example of ${header} does not include it`);
  return { header, includes, body: code.slice(includes.length), line: begin + 2 + includes.length };
}

test("every public header has an example that compiles and holds", () => {
  const examples = headers.map(exampleOf);
  const includes = new Set(examples.flatMap((example) => example.includes));
  const functions = examples.map(
    ({ header, body, line }, number) =>
      `static void example${number}() {\nusing namespace arbiter;\n` +
      `#line ${line} "src/${header}"\n${body.join("\n")}\n}`,
  );
  const calls = examples.map((_, number) => `example${number}();`);
  const folder = mkdtempSync(path.join(tmpdir(), "arbiter-headers-"));
  test.after(() => rmSync(folder, { recursive: true, force: true }));
  const source = path.join(folder, "examples.cpp");
  const program = path.join(folder, "examples");
  writeFileSync(
    source,
    `#include <cassert>\n${[...includes].join("\n")}\n${functions.join("\n")}\nint main() { ${calls.join(" ")} }\n`,
  );
  const library = path.join(build, "core", "libarbiter_core.a");
  const options = ["-std=c++23", "-Wall", "-Wextra", "-Werror", `-I${sources}`];
  execFileSync("g++", [...options, source, library, "-o", program], { stdio: "pipe" });
  execFileSync(program, { stdio: "pipe" });
});
