// The program as a whole: help, incorrect usage, pictures, pipes, terminals, full disks.

import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { existsSync, readFileSync, readdirSync } from "node:fs";
import test from "node:test";

import { complaint, error, file, folder, json, output, played, program, run, shell } from "./program.mjs";

const commands = [
  "new",
  "play",
  "check",
  "undo",
  "show",
  "legal",
  "outcome",
  "perft",
  "render",
  "analyse",
  "convert",
  "validate",
  "formats",
  "rules",
  "demo",
  "prompt",
  "ask",
  "gtp",
  "uci",
  "mcp",
];

test("without arguments it prints an overview", () => {
  const text = output([]);
  for (const command of commands) assert.match(text, new RegExp(`^  ${command} `, "m"));
  assert.equal(text, output(["--help"]));
  assert.match(output(["--version"]), /^arbiter \d+\.\d+\.\d+ \((AVX-512|AVX2|x86-64)\)\n$/);
});

test("every command has help with an example, in lines that fit a terminal", () => {
  for (const command of commands) {
    const text = output([command, "--help"]);
    assert.match(text, new RegExp(`^Usage: arbiter ${command}`, "m"));
    assert.match(text, new RegExp(`^Examples?:\\n  arbiter `, "m"));
    assert.match(text, /--json/);
    for (const line of text.split("\n")) assert.ok(line.length <= 80, line);
  }
});

test("incorrect usage and rejections have different exit status", () => {
  assert.match(complaint(2, ["plya"]), /no command "plya"; did you mean play\?/);
  assert.match(complaint(2, ["show", "--jsn"]), /no option "--jsn"; did you mean --json\?\n.*arbiter show --help/);
  assert.match(complaint(2, ["show", "a", "b"]), /"b" is one argument too many/);
  assert.match(complaint(2, ["play"]), /MOVE is required/);
  assert.match(complaint(2, ["render", "--svg", "--png"]), /excludes/);
  const wrong = error(2, ["perft", "x"]);
  assert.equal(wrong.kind, "usage");
  assert.match(wrong.sentence, /DEPTH/);
});

test("render draws SVG, PNG and text", () => {
  const input = played("e4");
  assert.match(output(["render", "--svg", "--size", "300"], { input }), /^<svg [^>]*width="300"/);
  assert.match(output(["render", "--svg", "--theme", "dark"], { input }), /arbiter-dark/);

  const png = spawnSync(program, ["render", "--png", "--size", "240"], { input });
  assert.equal(png.status, 0);
  assert.deepEqual([...png.stdout.subarray(0, 8)], [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
  assert.equal(png.stdout.readUInt32BE(16), 240);

  const text = output(["render", "--text", "--bottom", "black", "--no-coordinates"], { input });
  assert.match(text, /^\+-+\+\n\| R N B K Q B N R \|\n/);
  assert.match(text, /Black to move\n$/);
  assert.match(output(["render", "--text", "--ply", "0"], { input }), /White to move\n$/);
  assert.equal(output(["render"], { input }), output(["render", "--text"], { input }));
});

test("render infers the kind from the file name", () => {
  const input = played("e4");
  for (const [name, begin] of [
    ["board.svg", "<svg "],
    ["board.png", "\x89PNG"],
    ["board.txt", "  +--"],
  ]) {
    assert.equal(output(["render", "-o", name], { input }), "");
    assert.ok(readFileSync(file(name), "latin1").startsWith(begin), name);
  }
});

test("render --json wraps the picture", () => {
  const input = played("e4");
  const svg = json(["render", "--svg"], { input });
  assert.deepEqual([svg.type, svg.encoding], ["image/svg+xml", "utf-8"]);
  assert.equal(svg.data, output(["render", "--svg"], { input }));
  const png = json(["render", "--png"], { input });
  assert.deepEqual([png.type, png.encoding], ["image/png", "base64"]);
  assert.equal(Buffer.from(png.data, "base64").toString("latin1", 1, 4), "PNG");
});

test("render checks its numbers and names", () => {
  for (const args of [
    ["--size", "15"],
    ["--size", "4097"],
    ["--size", "big"],
    ["--theme", "pink"],
    ["--bottom", "up"],
  ]) {
    assert.match(complaint(2, ["render", ...args], { input: played("e4") }), new RegExp(args[0]));
  }
});

test("write errors are reported", () => {
  for (const line of ["arbiter new chess", "arbiter --help", "arbiter demo", "arbiter formats --json"]) {
    const { status, stderr } = shell(`${line} > /dev/full`);
    assert.equal(status, 1, line);
    assert.match(stderr, /cannot write standard output: No space left on device/);
  }
  assert.match(complaint(1, ["new", "chess", "-o", "/dev/full"]), /cannot write \/dev\/full/);
  assert.match(complaint(1, ["new", "chess", "-o", "no/such/folder"]), /cannot write no\/such\/folder/);
  assert.match(complaint(1, ["new", "chess", "-o", "."]), /cannot write \.: Is a directory/);
  assert.match(shell("arbiter new chess >&-").stderr, /cannot write standard output/);
});

test("a failed command leaves no file behind", () => {
  complaint(1, ["convert", "--to", "fen", "-o", "never.fen"], { input: "hello" });
  complaint(1, ["play", "e5", "-o", "never.json"], { input: output(["new", "chess"]) });
  assert.deepEqual(
    readdirSync(folder).filter((name) => name.startsWith("never")),
    [],
  );
});

test("a closed pipe is not an error", () => {
  file("many.pgn", "1. e4 e5 *\n\n".repeat(20_000));
  const { status, stdout, stderr } = shell("arbiter convert many.pgn --to fen | head -n 1");
  assert.equal(stdout, "rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR w KQkq e6 0 2\n");
  assert.deepEqual([status, stderr], [0, ""]);
});

// A terminal of its own, through util-linux's script.
const terminal = (line, env = {}) =>
  spawnSync("script", ["-qec", line.replaceAll("arbiter", `"${program}"`), "/dev/null"], {
    cwd: folder,
    encoding: "utf8",
    timeout: 60_000,
    env: { PATH: process.env.PATH, TERM: "xterm", ...env },
  });
const skip = existsSync("/usr/bin/script") ? false : "there is no script(1)";

test("on a terminal, commands show the board", { skip }, () => {
  const utf8 = terminal("arbiter new chess", { LANG: "C.UTF-8" });
  assert.equal(utf8.status, 0);
  assert.match(utf8.stdout, /8 │ ♜ ♞/);
  assert.match(terminal("arbiter new chess", { LANG: "C" }).stdout, /8 \| r n/);
  assert.match(terminal("arbiter new chess --to fen").stdout, /^rnbqkbnr\//);
  assert.match(terminal("arbiter new chess | arbiter legal").stdout, /^a3 b3 c3/);
});

test("errors are coloured only on a terminal that supports it", { skip }, () => {
  assert.match(terminal("arbiter new shogi").stdout, /\x1b\[1;31merror/);
  assert.doesNotMatch(terminal("arbiter new shogi", { NO_COLOR: "1" }).stdout, /\x1b/);
  assert.doesNotMatch(terminal("arbiter new shogi", { TERM: "dumb" }).stdout, /\x1b/);
  assert.doesNotMatch(run(["new", "shogi"]).stderr, /\x1b/);
});

test("commands do not read from a terminal, and write no PNG to it", { skip }, () => {
  const silent = terminal("arbiter show");
  assert.equal(silent.status, 2);
  assert.match(silent.stdout, /there is no input\r?\n.*arbiter new chess \| arbiter show/);
  const png = terminal("arbiter new chess | arbiter render --png");
  assert.equal(png.status, 2);
  assert.match(png.stdout, /nothing for a terminal/);
  assert.equal(terminal("arbiter new chess | arbiter render --png -o tty.png").status, 0);
});

test("the same command gives the same bytes", () => {
  const game = played("e4", "c5");
  for (const args of [
    ["show", "--json"],
    ["render", "--svg"],
    ["convert", "--to", "pgn"],
  ]) {
    assert.equal(output(args, { input: game }), output(args, { input: game }));
  }
});
