// The code for AVX-512, AVX2 and any x86-64 in one program: each path answers alike, and no function that the rest of the
// program may call has an instruction that only some processors can execute.

import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import path from "node:path";
import test from "node:test";

import { complaint, output } from "./program.mjs";

// Of cmake/join_code_paths.sh. A program for one processor (ARBITER_ARCH) has nothing to choose from.
const joined = [
  "core/arbiter_moves.o",
  "core/arbiter_playouts.o",
  "bots/arbiter_searches.o",
  "bots/arbiter_nets.o",
].map((name) => path.join(process.env.ARBITER_BUILD_DIR, name));
const skip = !existsSync(joined[0]);

const on = (name) => ({ env: { ...process.env, ARBITER_CODE_PATH: name } });
const names = ["x86-64", "AVX2", "AVX-512"];
const chosen = names.indexOf(/\((.*)\)/.exec(output(["--version"]))[1]);
const usable = names.slice(0, chosen + 1);

test("the program says which path runs, and takes another one by name", { skip }, () => {
  assert.ok(chosen >= 0);
  for (const name of usable)
    assert.match(output(["--version"], on(name)), new RegExp(`^arbiter \\S+ \\(${name}\\)\n$`));
  for (const name of [...names.slice(chosen + 1), "MMX"]) {
    assert.match(complaint(2, ["--version"], on(name)), new RegExp(`no code path "${name}" for this processor`));
  }
});

test("every path counts and judges alike", { skip }, () => {
  const moves = { chess: ["e4", "e5", "Nf3"], go: ["D4", "Q16", "C16"], backgammon: ["opening 3-1", "8/5 6/5"] };
  const games = Object.entries(moves).map(([game, played]) =>
    output(["play", ...played], { input: output(["new", game]) }),
  );
  const answers = (name) => [
    output(["perft", "4"], { ...on(name), input: games[0] }),
    ...games.map((input) => output(["legal"], { ...on(name), input })),
    ...games.map((input) => output(["analyse", "--by", "bot:3", "--to", "json"], { ...on(name), input })),
    output(["gtp", "--level", "2"], { ...on(name), input: "boardsize 9\ngenmove b\ngenmove w\nquit\n" }),
  ];
  const first = answers(usable[0]);
  for (const name of usable.slice(1)) assert.deepEqual(answers(name), first, name);
});

function lines(command, ...args) {
  const { stdout, status } = spawnSync(command, args, { encoding: "utf8", maxBuffer: 1 << 30 });
  assert.equal(status, 0, command);
  return stdout.split("\n");
}

// Which a plain x86-64 does without. (A `tzcnt` may be a `bsf`, which all have.)
const newer = /%[yz]mm|%k[0-7]|\b(pext|pdep|shlx|shrx|sarx|rorx|bzhi|andn|blsr|popcnt|v[a-z]+[sp][sd])\b/;
const hasNewer = (object) => lines("objdump", "-d", "--no-show-raw-insn", object).some((line) => newer.test(line));

/** The functions that an object has for others. */
const functionsSeen = (object) =>
  lines("readelf", "-sW", object)
    .map((line) => line.trim().split(/\s+/))
    .filter(([, , , type, bind, , section]) => /FUNC$/.test(type) && bind !== "LOCAL" && section !== "UND")
    .map((fields) => fields[7]);

test("only the functions of a path have its instructions, and nobody else can call them", { skip }, () => {
  for (const object of joined) {
    const part = (name) => path.join(`${object}.parts`, `${name}.o`);
    for (const name of ["choose", "x86_64"]) assert.ok(!hasNewer(part(name)), part(name));
    for (const name of ["avx2", "avx512"].filter((name) => existsSync(part(name)))) {
      assert.ok(hasNewer(part(name)), part(name));
      // Inline functions too, which the linker might take for others of the same name.
      const seen = functionsSeen(part(name));
      assert.ok(seen.length > 0, part(name));
      for (const symbol of seen) assert.ok(symbol.endsWith(`.${name}`), symbol);
    }
  }
});
