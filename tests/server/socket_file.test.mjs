// A server on a Unix domain socket, as for a proxy on the same machine.

import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { once } from "node:events";
import { existsSync, writeFileSync } from "node:fs";
import path from "node:path";
import test from "node:test";

import { WebSocket } from "ws";

import { request, startServer, temporaryFolder } from "../support/server.mjs";

const folder = temporaryFolder();
let paths = 0;
const newPath = () => path.join(folder, `${++paths}.sock`);
const startAt = (socketPath, args = []) => startServer({ args: ["--address", `unix:${socketPath}`, ...args] });
const ask = (socketPath, target, options) => request(`http://localhost${target}`, { socketPath, ...options });
const create = (socketPath, headers) =>
  ask(socketPath, "/api/games", { method: "POST", headers, body: { game: "chess" } });

test("a game is played and watched through the socket", async (t) => {
  const socketPath = newPath();
  const server = await startAt(socketPath);
  t.after(() => server.kill());
  assert.equal(server.url, `unix:${socketPath}`);

  const created = await create(socketPath);
  assert.equal(created.status, 201);
  const { id, keys } = created.body;
  const socket = new WebSocket(`ws+unix:${socketPath}:/ws`);
  t.after(() => socket.terminate());
  const next = () => once(socket, "message").then(([bytes]) => JSON.parse(bytes));
  await once(socket, "open");
  socket.send(JSON.stringify({ type: "subscribe", id: 1, game: id, after: 1 }));
  assert.equal((await next()).type, "subscribed");
  assert.equal((await next()).type, "presence");
  const event = next();
  const moved = await ask(socketPath, `/api/games/${id}/moves`, {
    method: "POST",
    headers: { Authorization: `Bearer ${keys.white}` },
    body: { move: "e4", ply: 0 },
  });
  assert.equal(moved.status, 200);
  assert.equal((await event).version, 2);
  assert.equal((await ask(socketPath, `/api/games/${id}`)).body.ply, 1);

  assert.deepEqual(await server.stop(), { code: 0, signal: null });
  assert.ok(!existsSync(socketPath));
});

test("rate limits apply to the clients named by a trusted proxy", async (t) => {
  const one = ["--creations-per-second", "0.001", "--creations-burst", "1"];
  for (const [trust, second] of [
    [["--trusted-proxy", "unix"], 201],
    [[], 429],
  ]) {
    const socketPath = newPath();
    const server = await startAt(socketPath, [...one, ...trust]);
    t.after(() => server.kill());
    assert.equal((await create(socketPath, { "X-Forwarded-For": "192.0.2.1" })).status, 201);
    assert.equal((await create(socketPath, { "X-Forwarded-For": "192.0.2.2" })).status, second);
    assert.equal((await create(socketPath, { "X-Forwarded-For": "192.0.2.2" })).status, 429);
  }
});

test("the socket left by a killed server is replaced", async (t) => {
  const socketPath = newPath();
  const killed = await startAt(socketPath);
  await killed.kill();
  assert.ok(existsSync(socketPath));
  const server = await startAt(socketPath);
  t.after(() => server.kill());
  assert.equal((await ask(socketPath, "/healthz")).status, 200);
});

test("a path that is in use or invalid is rejected", async (t) => {
  const taken = newPath();
  const server = await startAt(taken);
  t.after(() => server.kill());
  const file = newPath();
  writeFileSync(file, "kept");
  const refusals = [
    [taken, /cannot listen at unix:.*: Address already in use/],
    [file, /cannot listen at unix:.*: Address already in use/],
    [path.join(folder, "x".repeat(120)), /cannot listen at unix:.*: File name too long/],
    [path.join(folder, "no", "folder"), /cannot listen at unix:.*: No such file or directory/],
    ["", /cannot listen at unix:: Invalid argument/],
  ];
  for (const [socketPath, sentence] of refusals) {
    const { status, stderr } = spawnSync(
      process.env.ARBITER_PROGRAM,
      ["serve", "--address", `unix:${socketPath}`, "--store", path.join(folder, "games.db")],
      { encoding: "utf8", timeout: 30_000 },
    );
    assert.match(stderr, sentence);
    assert.equal(status, 1);
  }
  assert.ok(existsSync(taken) && existsSync(file));
  assert.equal((await ask(taken, "/healthz")).status, 200);
});
