// A page elsewhere cannot use a server on the machine of its reader.

import assert from "node:assert/strict";
import test from "node:test";

import { request, startServer } from "../support/server.mjs";

test("a name that was made to lead to this machine is refused, and one of its own is not", async () => {
  const server = await startServer({ args: ["--host", "games.example.org"] });
  const create = (headers) => request(`${server.url}/api/games`, { method: "POST", body: { game: "chess" }, headers });
  assert.equal((await create({ Host: "evil.example" })).body.code, "host_refused");
  assert.equal((await create({ Host: "games.example.org" })).status, 201);
  assert.equal((await create({})).status, 201);
  assert.equal((await create({ Origin: "https://evil.example" })).body.code, "origin_refused");
  assert.equal((await create({ "Content-Type": "text/plain" })).status, 415);
  await server.stop();
});
