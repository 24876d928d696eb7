// Runs the rows of the tables in this folder. A row is
//
//   [what is asked for, the door, a command, what it must give]
//
// On the command line, and over REST where one request is enough, a command is a line for a shell. There `arbiter`
// is the program, $URL the server, and the files below are in the current folder. Otherwise it is a function of
//
//   engine   the npm package
//   games    a client of the REST interface, `create`, `move`, ...
//   url      the server, for sockets and event streams
//   board    opens an address in a browser: a `Table`, as the tests of the page have it
//
// What it must give is a text (the whole output), a pattern (in the output or in the errors), or a value: that of the
// function, or the JSON that was printed.

import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";

import { examples } from "../../support/format_examples.mjs";
import { startBrowser } from "../../support/browser.mjs";
import { api, startServer } from "../../support/server.mjs";
import { Table } from "../../support/table.mjs";

const program = process.env.ARBITER_PROGRAM;

export const example = (what) => examples.find((one) => one.what === what).text;

// The examples of the formats, complete and as they are published.
export const files = {
  "grid.json": example("an empty board"),
  "rows.json": example("a board of rows"),
  "squares.json": example("the initial position"),
  "start.json": example("the start of a match"),
  "middle.json": example("the middle of a match"),
  // An agent that writes down what it is asked, and resigns.
  "agent.sh": `while read -r line; do echo "$line" >> asked.txt; echo '{"action": "resign"}'; done\n`,
};

export const withoutSpaces = (text) => text.replace(/\s+/g, "");

export async function openDoors() {
  const folder = mkdtempSync(path.join(tmpdir(), "arbiter-formats-"));
  for (const [name, text] of Object.entries(files)) writeFileSync(path.join(folder, name), text);
  const { loadEngine } = await import(path.join(process.env.ARBITER_ENGINE, "index.js"));
  const server = await startServer();
  const browser = await startBrowser();
  async function board(address) {
    const table = new Table(await browser.open(server.url));
    table.page.context().setDefaultTimeout(60_000); // several pages are open at once
    await table.page.goto(server.url + address);
    return table;
  }
  const world = { engine: await loadEngine(), games: api(server.url), url: server.url, folder, board };
  return {
    // Runs a script whose files the rows use.
    async prepare(script) {
      const { err, failed } = await shell(`set -e\n${script}`, world);
      assert.ok(!failed, err);
    },
    async run([, , command, expected]) {
      if (typeof command === "function") return compare(await command(world), expected);
      return comparePrinted(await shell(command, world), expected, command);
    },
    async close() {
      await browser.close();
      await server.kill();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

function shell(line, { folder, url }) {
  return new Promise((resolve, reject) => {
    const child = spawn("bash", ["--norc", "-c", line], {
      cwd: folder,
      stdio: ["ignore", "pipe", "pipe"],
      env: {
        ...process.env,
        PATH: `${path.dirname(program)}:${process.env.PATH}`,
        URL: url,
        NO_COLOR: "1",
        LANG: "C.UTF-8",
      },
    });
    const printed = { out: "", err: "" };
    child.stdout.setEncoding("utf8").on("data", (text) => (printed.out += text));
    child.stderr.setEncoding("utf8").on("data", (text) => (printed.err += text));
    child.on("error", reject);
    child.on("close", (status) => resolve({ ...printed, failed: status !== 0 }));
  });
}

function compare(actual, expected) {
  if (expected instanceof RegExp) assert.match(actual, expected);
  else assert.deepEqual(actual, expected);
}

function comparePrinted({ out, err }, expected, command) {
  const printed = `${command}\n${out}${err}`;
  if (expected instanceof RegExp) assert.ok(expected.test(out + err), `${printed}\ndoes not match ${expected}`);
  else if (typeof expected === "string") assert.equal(out.trim(), expected.trim(), printed);
  else assert.deepEqual(parsed(out), expected, printed);
}

function parsed(text) {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}
