// The program needs few libraries to start; librsvg, libpq and libcurl are loaded when they are first used.

import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { mkdirSync, writeFileSync } from "node:fs";
import path from "node:path";
import test from "node:test";

import { api, request, startServer } from "../support/server.mjs";
import { complaint, folder, output, program } from "./program.mjs";

// What the loader finds here first is no library.
const broken = path.join(folder, "broken");
mkdirSync(broken);
for (const name of ["librsvg-2.so.2", "libpq.so.5", "libcurl.so.4"]) writeFileSync(path.join(broken, name), "text");
const env = { ...process.env, LD_LIBRARY_PATH: broken };

test("at most 15 libraries are loaded at the start", () => {
  const lines = execFileSync("ldd", [program], { encoding: "utf8" }).trim().split("\n");
  assert.ok(lines.length <= 15, lines.join("\n"));
});

test("without librsvg a PNG is refused with the package to install, and SVG is drawn", () => {
  const input = output(["new", "chess"], { env });
  assert.match(
    complaint(1, ["render", "--png"], { input, env }),
    /a PNG needs .*librsvg-2\.so\.2.*apt install librsvg2-2/,
  );
  assert.match(output(["render", "--svg"], { input, env }), /^<svg/);
});

test("without libpq a store in PostgreSQL is refused with the package to install", () => {
  const words = complaint(1, ["store", "verify", "postgresql://127.0.0.1/none"], { env });
  assert.match(words, /PostgreSQL needs .*libpq\.so\.5.*apt install libpq5/);
});

test("without librsvg the server says so, and goes on", async () => {
  const server = await startServer({ env });
  const { id } = (await api(server.url).create({ game: "chess" })).body;
  const refused = await request(`${server.url}/api/games/${id}/board.png`);
  assert.equal(refused.status, 501);
  assert.equal(refused.body.code, "library_missing");
  assert.match(refused.body.detail, /apt install librsvg2-2/);
  assert.equal((await request(`${server.url}/api/games/${id}/board.svg`)).status, 200);
  await server.stop();
});
