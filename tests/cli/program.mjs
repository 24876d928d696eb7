// Runs the program under test.

import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import test from "node:test";

export const program = process.env.ARBITER_PROGRAM;

// A folder for the files of a test, removed at the end.
export const folder = mkdtempSync(path.join(tmpdir(), "arbiter-cli-"));
test.after(() => rmSync(folder, { recursive: true, force: true }));

export function file(name, content) {
  const where = path.join(folder, name);
  if (content !== undefined) writeFileSync(where, content);
  return where;
}

export function run(args, { input = "", ...options } = {}) {
  const { status, signal, stdout, stderr, error } = spawnSync(program, args, {
    input,
    cwd: folder,
    encoding: "utf8",
    maxBuffer: 1 << 28,
    timeout: 60_000,
    ...options,
  });
  // A program that complains about its options does not wait for its input.
  if (error?.code !== "EPIPE") assert.equal(error, undefined);
  assert.equal(signal, null, `${args.join(" ")} ended by ${signal}`);
  return { status, stdout, stderr };
}

// Its output on success.
export function output(args, options) {
  const { status, stdout, stderr } = run(args, options);
  assert.equal(stderr, "");
  assert.equal(status, 0);
  return stdout;
}

export const json = (args, options) => JSON.parse(output([...args, "--json"], options));

// Its error output; standard output must be empty.
export function complaint(status, args, options) {
  const answer = run(args, options);
  assert.equal(answer.stdout, "");
  assert.equal(answer.status, status, answer.stderr);
  assert.notEqual(answer.stderr, "");
  return answer.stderr;
}

export const error = (status, args, options) => JSON.parse(complaint(status, [...args, "--json"], options)).error;

// A command line for a shell, in which `arbiter` is the program.
export function shell(line, options) {
  return spawnSync("bash", ["--norc", "-c", `set -o pipefail; arbiter() { "$ARBITER_PROGRAM" "$@"; }; ${line}`], {
    cwd: folder,
    encoding: "utf8",
    timeout: 60_000,
    ...options,
  });
}

// A record of chess after these moves.
export const played = (...moves) => output(["play", ...moves], { input: output(["new", "chess"]) });
