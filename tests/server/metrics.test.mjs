// Every documented metric is there from the start, and every one that is there is documented.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import path from "node:path";
import test from "node:test";

import { api, startServer } from "../support/server.mjs";

const root = process.env.ARBITER_SOURCE_DIR;

test("the metrics are those of the documentation", async () => {
  const server = await startServer();
  const { text } = await api(server.url).metrics();
  await server.stop();
  const served = [...text.matchAll(/^# TYPE (\S+)/gm)].map(([, name]) => name);
  const page = readFileSync(path.join(root, "docs", "server.md"), "utf8");
  const rows = page.split("| metric | |")[1].split("\n\n")[0];
  const documented = [...rows.matchAll(/`(arbiter_\w+)[`{]/g)].map(([, name]) => name);
  assert.deepEqual(served.filter((name) => !name.startsWith("process_")).sort(), documented.sort());
  assert.ok(served.includes("process_resident_memory_bytes") && served.includes("process_cpu_seconds_total"));
  for (const name of served) assert.match(text, new RegExp(`^${name}(_count|_bucket|\\{| )`, "m"), name);
});
