// Runs the commands and programs in README.md and docs/.
//
//   ```console   lines that begin with "$ " are commands, the lines after them their output; a
//                line "..." stands for any number of lines. NAME=... applies to the commands after it,
//                and `arbiter serve` keeps running, on a free port instead of 8080
//   ```cpp       a program: compiled against core and run; a ```text block right after it is
//                its output
//   ```js        a program that imports the npm package, likewise
//   ```sh        setup commands: not run, but every make target in them must exist
//   ```python agent.py      with a name: written to that file, for the commands after it

import assert from "node:assert/strict";
import { execFileSync, spawnSync } from "node:child_process";
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import test from "node:test";

import { startServer } from "../support/server.mjs";

const {
  ARBITER_PROGRAM: program,
  ARBITER_SOURCE_DIR: root,
  ARBITER_BUILD_DIR: build,
  ARBITER_ENGINE: engine,
} = process.env;

const pages = ["README.md"];
if (existsSync(path.join(root, "docs"))) {
  for (const name of readdirSync(path.join(root, "docs"))) {
    if (name.endsWith(".md")) pages.push(path.join("docs", name));
  }
}

function blocks(text) {
  const found = [];
  const lines = text.split("\n");
  for (let i = 0; i < lines.length; i++) {
    const open = /^```(\w*) ?(\S*)\s*$/.exec(lines[i]);
    if (!open) continue;
    const end = lines.indexOf("```", i + 1);
    assert.ok(end > i, `unclosed block at line ${i + 1}`);
    found.push({ kind: open[1], file: open[2], line: i + 1, body: lines.slice(i + 1, end) });
    i = end;
  }
  return found;
}

function matches(expected, actual) {
  if (expected.length === 0) return actual.length === 0;
  if (expected[0] !== "...") {
    return actual.length > 0 && expected[0] === actual[0] && matches(expected.slice(1), actual.slice(1));
  }
  for (let skip = 0; skip <= actual.length; skip++) {
    if (matches(expected.slice(1), actual.slice(skip))) return true;
  }
  return false;
}

function trimmed(text) {
  return text
    .replace(/\s+$/, "")
    .split("\n")
    .map((line) => line.trimEnd());
}

function comparePrinted(text, next) {
  if (next?.kind === "text") assert.deepEqual(trimmed(text), trimmed(next.body.join("\n")));
}

function session(body) {
  const steps = [];
  for (const line of body) {
    const last = steps.at(-1);
    if (line.startsWith("$ ")) steps.push({ command: line.slice(2), output: [] });
    else if (last && last.output.length === 0 && last.command.endsWith("\\")) {
      last.command = `${last.command}\n${line}`;
    } else last.output.push(line);
  }
  return steps;
}

for (const page of pages) {
  const text = readFileSync(path.join(root, page), "utf8");
  const all = blocks(text);
  const folder = mkdtempSync(path.join(tmpdir(), "arbiter-docs-"));
  const variables = [];
  let server;
  test.after(async () => {
    await server?.kill();
    rmSync(folder, { recursive: true, force: true });
  });

  async function serve() {
    server = await startServer({ program, store: path.join(folder, "arbiter.db") });
    return server.log
      .find((line) => line.startsWith("Arbiter listens"))
      .replace(server.url, "http://127.0.0.1:8080")
      .replace(`${folder}/`, "~/.local/share/arbiter/");
  }

  function run(command) {
    const line = server ? command.replaceAll("http://127.0.0.1:8080", server.url) : command;
    const { stdout, stderr } = spawnSync("bash", ["--norc", "-c", [...variables, line].join("\n")], {
      cwd: folder,
      encoding: "utf8",
      env: { ...process.env, PATH: `${path.dirname(program)}:${process.env.PATH}`, NO_COLOR: "1", LANG: "C.UTF-8" },
    });
    if (/^[A-Z]+=\S+$|^[A-Z]+=\S*\$\(.*\)$/.test(line)) variables.push(line);
    return stdout + stderr;
  }

  all.forEach((block, number) => {
    const where = `${page}:${block.line}`;
    if (block.file) {
      test(`${where} is a file`, () => writeFileSync(path.join(folder, block.file), block.body.join("\n")));
    }
    if (block.kind === "console") {
      test(`${where} prints the output shown`, async () => {
        for (const { command, output } of session(block.body)) {
          const actual = trimmed(command === "arbiter serve" ? await serve() : run(command));
          const expected = trimmed(output.join("\n"));
          assert.ok(
            matches(expected, actual),
            `$ ${command}\nexpected:\n${expected.join("\n")}\nprinted:\n${actual.join("\n")}`,
          );
        }
      });
    }
    if (block.kind === "cpp") {
      test(`${where} compiles and runs`, () => {
        const source = path.join(folder, `snippet${number}.cpp`);
        const binary = path.join(folder, `snippet${number}`);
        writeFileSync(source, block.body.join("\n"));
        execFileSync(
          "g++",
          ["-std=c++23", "-Wall", "-Wextra", "-Werror", `-I${root}/src`, "-c", source, "-o", `${binary}.o`],
          { stdio: "pipe" },
        );
        execFileSync("g++", [`${binary}.o`, path.join(build, "core", "libarbiter_core.a"), "-o", binary], {
          stdio: "pipe",
        });
        comparePrinted(execFileSync(binary, { encoding: "utf8" }), all[number + 1]);
      });
    }
    if (block.kind === "js") {
      test(`${where} runs`, () => {
        const modules = path.join(folder, "node_modules");
        mkdirSync(modules, { recursive: true });
        if (!existsSync(path.join(modules, "arbiter-engine")))
          symlinkSync(engine, path.join(modules, "arbiter-engine"));
        const source = path.join(folder, `snippet${number}.mjs`);
        writeFileSync(source, block.body.join("\n"));
        comparePrinted(execFileSync(process.execPath, [source], { encoding: "utf8" }), all[number + 1]);
      });
    }
    if (block.kind === "sh") {
      test(`${where} names existing make targets`, () => {
        for (const line of block.body) {
          const target = /^make (\S+)/.exec(line)?.[1];
          if (target) execFileSync("make", ["-n", target], { cwd: root, stdio: "pipe" });
        }
      });
    }
  });
}

const withoutCode = (text) => text.replaceAll(/^```.*?^```|`[^`\n]*`/gms, "");

test("links lead to existing files", () => {
  for (const page of pages) {
    const text = withoutCode(readFileSync(path.join(root, page), "utf8"));
    for (const [, target] of text.matchAll(/\]\(([^)#\s]+)[^)]*\)/g)) {
      if (/^[a-z]+:/.test(target)) continue;
      assert.ok(existsSync(path.join(root, path.dirname(page), target)), `${page} links to ${target}`);
    }
  }
});
