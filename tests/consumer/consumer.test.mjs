// Other projects use arbiter::core: installed, through CMake and pkg-config, and as a subdirectory.

import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { existsSync, mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import test from "node:test";

const { ARBITER_SOURCE_DIR: root, ARBITER_BUILD_DIR: build } = process.env;
const here = path.join(root, "tests", "consumer");
const folder = mkdtempSync(path.join(tmpdir(), "arbiter-consumer-"));
const prefix = path.join(folder, "prefix");
test.after(() => rmSync(folder, { recursive: true, force: true }));

const run = (program, ...args) => execFileSync(program, args, { encoding: "utf8", stdio: "pipe" });

const printed = [
  "a king on e1 cannot go to e3",
  "rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR w KQkq e6 0 2",
  "go",
  "",
].join("\n");

function buildAndRun(project, ...settings) {
  const built = path.join(folder, project);
  run("cmake", "-G", "Ninja", "-S", path.join(here, project), "-B", built, ...settings);
  run("cmake", "--build", built);
  assert.equal(run(path.join(built, "consumer")), printed);
}

test("an installed library is found by CMake, wherever it was moved", () => {
  const first = path.join(folder, "first");
  run("cmake", "--install", build, "--prefix", first, "--component", "development");
  run("mv", first, prefix);
  buildAndRun("package", `-DCMAKE_PREFIX_PATH=${prefix}`);
});

test("an installed library is found by pkg-config", () => {
  const libraries = readdirSync(prefix, { recursive: true }).find((name) => name.endsWith("arbiter.pc"));
  const environment = { ...process.env, PKG_CONFIG_PATH: path.dirname(path.join(prefix, libraries)) };
  const flags = (which) =>
    execFileSync("pkg-config", [which, "arbiter"], { encoding: "utf8", env: environment }).split(/\s+/).filter(Boolean);
  const source = path.join(here, "main.cpp");
  const program = path.join(folder, "consumer");
  run("g++", "-std=c++23", ...flags("--cflags"), source, ...flags("--libs"), "-o", program);
  assert.equal(run(program), printed);
});

test("only headers, the library and the two package files are installed", () => {
  const files = readdirSync(prefix, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
  const kinds = new Set(files.map(({ name }) => path.extname(name)));
  assert.deepEqual([...kinds].sort(), [".a", ".cmake", ".hpp", ".pc"]);
  assert.ok(existsSync(path.join(prefix, "include", "arbiter", "core", "games", "any_game.hpp")));
});

test("a project has the sources inside", () => {
  // Unoptimised and several files at a time: this shows that it builds, not how fast it runs.
  buildAndRun("subdirectory", "-DARBITER_UNITY=ON", "-DCMAKE_CXX_COMPILER=clang++-19");
});
