// What an installed program brings along: manual pages, completions, `doctor`, its folders, `serve --open`.

import assert from "node:assert/strict";
import { execFileSync, spawnSync } from "node:child_process";
import { chmodSync, copyFileSync, existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import test from "node:test";
import { setTimeout as sleep } from "node:timers/promises";

import { startServer } from "../support/server.mjs";
import { complaint, file, folder, json, output } from "./program.mjs";

const commands = output(["--help"])
  .split("\nCommands:\n")[1]
  .split("\n\n")[0]
  .split("\n")
  .map((line) => line.trim().split(/\s+/)[0]);
const optionsIn = (help) => [...help.matchAll(/^ +(?:-\w,)?(--[a-z-]+)/gm)].map(([, name]) => name);

// The page as a reader sees it; troff says nothing of mistakes.
function read(page) {
  const { status, stdout, stderr } = spawnSync("groff", ["-man", "-Tascii", "-ww", "-P-cbou", "-rLL=160n", "-rHY=0"], {
    input: page,
    encoding: "utf8",
  });
  assert.equal(stderr, "");
  assert.equal(status, 0);
  return stdout;
}

test("every command has a manual page with all of its options", () => {
  assert.ok(commands.length > 20);
  for (const command of commands) {
    const page = read(output(["manual", command]));
    assert.match(page, new RegExp(`arbiter-${command} - `));
    for (const option of optionsIn(output([command, "--help"]))) {
      assert.ok(page.includes(option), `arbiter-${command}(1) has no ${option}`);
    }
  }
  const page = read(output(["manual"]));
  for (const command of commands) assert.ok(page.includes(`arbiter-${command}(1)`), command);
  assert.match(read(output(["manual", "table"])), /ARBITER TABLE MOVE/);
  assert.match(complaint(2, ["manual", "serv"]), /did you mean "?serve/);
});

const offered = {
  bash: (words) => `source <(arbiter completion bash)
    COMP_WORDS=(${words.map((word) => `'${word}'`).join(" ")}); COMP_CWORD=${words.length - 1}
    _arbiter; printf '%s\\n' "\${COMPREPLY[@]}"`,
  zsh: (words) => `compdef() { :; }; _files() { echo FILES; }
    _describe() { local -a all=("\${(@P)2}"); local one; for one in $all; do print -r -- "\${one%%:*}"; done; (( $#all )); }
    source <(arbiter completion zsh)
    words=(${words.map((word) => `'${word}'`).join(" ")}); CURRENT=${words.length}
    _arbiter`,
  fish: (words) => `arbiter completion fish | source; complete -C '${words.join(" ")}' | string replace -r '\\t.*' ''`,
};
function completions(shell, ...words) {
  const bin = path.join(folder, "bin");
  if (!existsSync(bin)) {
    mkdirSync(bin);
    writeFileSync(path.join(bin, "arbiter"), `#!/bin/sh\nexec '${process.env.ARBITER_PROGRAM}' "$@"\n`);
    chmodSync(path.join(bin, "arbiter"), 0o755);
  }
  const env = { ...process.env, PATH: `${bin}:${process.env.PATH}`, HOME: folder, XDG_CONFIG_HOME: folder };
  const flags = shell === "zsh" ? ["-f", "-c"] : shell === "fish" ? ["--no-config", "-c"] : ["-c"];
  const script = offered[shell](words);
  return execFileSync(shell, [...flags, script], { encoding: "utf8", env, cwd: folder })
    .trim()
    .split("\n");
}

for (const shell of Object.keys(offered)) {
  test(`${shell} completes commands, options and their values`, () => {
    const starts = (list, prefix) => list.filter((word) => word.startsWith(prefix)).sort();
    // fish offers options only after a dash.
    assert.deepEqual(
      starts(completions(shell, "arbiter", ""), ""),
      starts(shell === "fish" ? commands : [...commands, ...optionsIn(output(["--help"]))], ""),
    );
    assert.deepEqual(starts(completions(shell, "arbiter", "serve", "--po"), "--po"), ["--port"]);
    assert.ok(completions(shell, "arbiter", "table", "").includes("move"));
    const values = ["debug", "error", "info", "warning"];
    assert.deepEqual(completions(shell, "arbiter", "serve", "--log-level", "").sort(), values);
  });
}

test("doctor tells what is found and what is missing", () => {
  const env = { ...process.env, PATH: folder, LD_LIBRARY_PATH: path.join(folder, "broken") };
  mkdirSync(env.LD_LIBRARY_PATH);
  writeFileSync(path.join(env.LD_LIBRARY_PATH, "librsvg-2.so.2"), "text");
  writeFileSync(file("git"), "#!/bin/sh\n");
  chmodSync(file("git"), 0o755);
  const { findings } = json(["doctor", "--store", file("none.db")], { env });
  const finding = (name) => findings.find((one) => one.name === name);
  assert.deepEqual(finding("git").place, file("git"));
  assert.equal(finding("librsvg-2.so.2").found, false);
  assert.equal(finding("librsvg-2.so.2").advice, "apt install librsvg2-2");
  assert.match(finding("store").advice, /none\.db/);
  assert.match(json(["doctor"]).findings.find((one) => one.name === "librsvg-2.so.2").place, /librsvg-2\.so\.2/);
  assert.match(output(["doctor"], { env }), /missing +stockfish +/);
});

test("a person's games and options are in the folders of XDG", async () => {
  const home = path.join(folder, "home");
  const settings = path.join(home, ".config/arbiter");
  mkdirSync(settings, { recursive: true });
  writeFileSync(path.join(settings, "arbiter.toml"), "threads = 1\n");
  const env = { ...process.env, HOME: home, XDG_DATA_HOME: "", XDG_CONFIG_HOME: "relative paths do not count" };
  const printed = output(["serve", "--print-config"], { env });
  assert.match(printed, /^threads = 1$/m);
  assert.ok(printed.includes(`store = "${home}/.local/share/arbiter/arbiter.db"`));

  const seen = path.join(folder, "seen");
  writeFileSync(file("xdg-open"), `#!/bin/sh\necho "$1" > '${seen}.part' && mv '${seen}.part' '${seen}'\n`);
  chmodSync(file("xdg-open"), 0o755);
  const server = await startServer({
    store: null,
    args: ["--open"],
    env: { ...env, PATH: `${folder}:${process.env.PATH}` },
  });
  assert.ok(existsSync(path.join(home, ".local/share/arbiter/arbiter.db")));
  while (!existsSync(seen)) await sleep(10);
  assert.equal(readFileSync(seen, "utf8").trim(), server.url);
  await server.stop();
});

test("an installed program finds the documentation beside it", async () => {
  const installed = path.join(folder, "prefix", "bin", "arbiter");
  const docs = path.join(folder, "prefix", "share", "arbiter", "docs");
  mkdirSync(path.dirname(installed), { recursive: true });
  mkdirSync(docs, { recursive: true });
  copyFileSync(process.env.ARBITER_PROGRAM, installed);
  writeFileSync(path.join(docs, "index.html"), "<!doctype html><title>Docs</title>");
  const server = await startServer({ program: installed });
  const answer = await fetch(`${server.url}/docs`);
  assert.equal(answer.url, `${server.url}/docs/`);
  assert.match(await answer.text(), /<title>Docs/);
  await server.stop();
});
