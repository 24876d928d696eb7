// What the formats were asked to do, sentence by sentence, tried through every door. The tables are in formats/.
// Then the tables of docs/formats.md and docs/go-engine.md: what they name exists.

import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import test, { after, before, describe } from "node:test";

import { chessSquares } from "./formats/chess_squares.mjs";
import { files, openDoors } from "./formats/doors.mjs";
import { gitgammon, tables as gitTables } from "./formats/gitgammon.mjs";
import { goGrid } from "./formats/go_grid.mjs";
import { goRows } from "./formats/go_rows.mjs";
import { sgn } from "./formats/sgn.mjs";

const { ARBITER_PROGRAM: program, ARBITER_SOURCE_DIR: root } = process.env;

const tables = { "go-grid": goGrid, "go-rows": goRows, "chess-squares": chessSquares, gitgammon, sgn };

let doors;
before(async () => {
  doors = await openDoors();
  await doors.prepare(gitTables);
});
after(() => doors.close());

for (const [format, rows] of Object.entries(tables)) {
  describe(format, { concurrency: 4 }, () => {
    for (const row of rows) test(`${row[0]} (${row[1]})`, () => doors.run(row));
  });
}

const page = (name) => readFileSync(path.join(root, "docs", name), "utf8");

// The rows of the table below a heading, as lists of cells.
function tableBelow(text, heading) {
  const lines = text.slice(text.indexOf(`${heading}\n`)).split("\n");
  const first = lines.findIndex((line) => line.startsWith("|"));
  const end = lines.findIndex((line, number) => number > first && !line.startsWith("|"));
  return lines.slice(first, end).map((line) =>
    line
      .split("|")
      .slice(1, -1)
      .map((cell) => cell.trim().replace(/^`|`$/g, "")),
  );
}

test("every preset has the fields that docs/formats.md says, and none is left out", () => {
  const [[, ...fields], , ...presets] = tableBelow(page("formats.md"), "## Rules of Go");
  const catalogue = JSON.parse(execFileSync(program, ["rules", "go", "--json"], { encoding: "utf8" })).games[0];
  const values = catalogue.options.find(({ name }) => name === "rules").values;
  assert.deepEqual(
    presets.map(([name]) => name),
    values.split(", "),
  );
  for (const [name, ...cells] of presets) {
    const settings = fields.flatMap((field, number) => ["--set", `${field}=${cells[number]}`]);
    // Starts from other rules, so that each field must be right for the preset to be recognised.
    const other = name === "japanese" ? "tromp-taylor" : "japanese";
    const { setup } = JSON.parse(
      execFileSync(program, ["new", "go", "--rules", other, ...settings], { encoding: "utf8" }),
    );
    const own = JSON.parse(execFileSync(program, ["new", "go", "--rules", name], { encoding: "utf8" })).setup;
    assert.deepEqual([setup.rules, setup.komi], [own.rules, own.komi], name);
  }
});

test("each format is read under the rules that docs/formats.md says", () => {
  const samples = {
    sgn: "9x9 E5b",
    "go-grid": files["grid.json"],
    "go-rows": files["rows.json"],
    sgf: "(;GM[1]SZ[9];B[ee])",
  };
  const text = page("formats.md");
  const [, , ...rows] = tableBelow(
    text.slice(text.indexOf("## Rules of Go")),
    "rules it was played. Each format has its default; an option overrides it.",
  );
  for (const [format, input] of Object.entries(samples)) {
    const stated = rows.find(([names]) => names.includes(format))[1];
    const record = execFileSync(program, ["convert", "--to", "record"], { input, encoding: "utf8" });
    const preset = JSON.parse(record).setup.rules.split(" ")[0];
    assert.ok(stated.includes(preset), `${format} is read under ${preset}, not ${stated}`);
  }
});

test("docs/formats.md links every schema", () => {
  const text = page("formats.md").slice(page("formats.md").indexOf("## JSON Schemas"));
  for (const name of readdirSync(path.join(root, "schemas"))) {
    assert.ok(text.includes(`](../schemas/${name})`), `${name} is not linked`);
  }
});

test("docs/formats.md has a section for each format of the tables", () => {
  for (const format of Object.keys(tables)) assert.ok(page("formats.md").includes(`\n## ${format}\n`), format);
});

test("the calls in the table of docs/go-engine.md exist", () => {
  const source = (...names) => readFileSync(path.join(root, ...names), "utf8");
  const help = execFileSync(program, ["--help"], { encoding: "utf8" });
  const { paths } = JSON.parse(source("schemas", "openapi.json"));
  const tools = JSON.parse(source("src", "server", "assets", "mcp.json")).tools.map(({ name }) => name);
  const types = source("bindings", "wasm", "package", "engine.d.ts");
  const header = source("src", "core", "games", "any_game.hpp");
  const [, , ...rows] = tableBelow(page("go-engine.md"), "# The Go engine");
  assert.ok(rows.length > 9);
  const calls = (cell) => cell.split("`, `");
  for (const [, command, rest, tool, methods, functions] of rows) {
    for (const name of calls(command)) assert.match(help, new RegExp(`^ +${name} `, "m"));
    const [method, address] = rest.split(" ");
    assert.ok(paths[address]?.[method.toLowerCase()], rest);
    assert.ok(tools.includes(tool), tool);
    for (const call of calls(methods)) assert.match(types, new RegExp(`\\b${call.split(".")[1]}[<(:]`), call);
    for (const call of calls(functions)) assert.match(header, new RegExp(`\\b${call.split("::")[1]}\\(`), call);
  }
});
