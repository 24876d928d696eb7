// Costly requests of one client do not hold up the others, and do not keep the server from stopping.

import assert from "node:assert/strict";
import test from "node:test";

import { api, freePort, request, startServer } from "../support/server.mjs";

const size = 2048;
const grace = 500;
const patience = 300_000;

// A board full of stones: the dearest picture.
async function fullBoard(games) {
  const letters = "abcdefghijklmnopqrs";
  const points = [...letters].flatMap((column, i) => [...letters].map((row) => [i % 3, `${column}${row}`]));
  const stones = (color, wanted) =>
    color +
    points
      .filter(([kind]) => kind === wanted)
      .map(([, point]) => `[${point}]`)
      .join("");
  const start = `(;GM[1]FF[4]SZ[19]${stones("AB", 1)}${stones("AW", 2)})`;
  const created = await games.create({ start });
  assert.equal(created.status, 201, created.text);
  return created.body;
}

test("pictures hold up neither probes nor games", async () => {
  const server = await startServer({ args: ["--costly-waiting-of-one-max", "8"] });
  const games = api(server.url);
  const game = await fullBoard(games);
  const created = (await games.create({ game: "chess" })).body;
  let drawn = 0;
  const busy = Array.from({ length: 16 }, async () => {
    const { status } = await request(`${server.url}/api/games/${game.id}/board.png?size=${size}`, { patience });
    drawn += status === 200 ? 1 : 0;
    return status;
  });
  const answers = [
    await games.health(),
    await games.metrics(),
    await games.move(created.id, created.keys.white, { move: "e4", ply: 0 }),
  ];
  assert.deepEqual(
    answers.map(({ status }) => status),
    [200, 200, 200],
  );
  assert.ok(drawn < 8, "in one queue, eight pictures would have been before them");
  const statuses = await Promise.all(busy);
  assert.ok(statuses.includes(200) && statuses.includes(429), statuses.join());
  await server.stop();
});

test("a client that computes too much waits, and only that one", async () => {
  const args = ["--work-ms-burst", "50", "--work-ms-per-second", "1", "--trusted-proxy", "127.0.0.1"];
  const server = await startServer({ args });
  const games = api(server.url);
  const game = await fullBoard(games);
  const picture = (address) =>
    request(`${server.url}/api/games/${game.id}/board.png?size=1000`, { headers: { "X-Forwarded-For": address } });
  const mine = [];
  while (mine.at(-1) !== 429 && mine.length < 50) mine.push((await picture("192.0.2.1")).status);
  assert.equal(mine[0], 200);
  assert.equal(mine.at(-1), 429);
  assert.equal((await picture("192.0.2.2")).status, 200);
  await server.stop();
});

test("the server stops within its grace while pictures are drawn", async () => {
  const server = await startServer({ args: ["--grace-ms", String(grace)] });
  const games = api(server.url);
  const game = await fullBoard(games);
  const busy = Array.from({ length: 60 }, () =>
    games.board(game.id, "png", { query: { size } }).catch(() => undefined),
  );
  await Promise.race(busy);
  assert.deepEqual(await server.stop(), { code: 0, signal: null });
  const drawn = (await Promise.all(busy)).filter((answer) => answer?.status === 200);
  assert.ok(drawn.length < busy.length, "the rest was given up");
});

test("probes and metrics have an address of their own", async () => {
  const port = await freePort();
  const server = await startServer({ args: ["--admin-address", `127.0.0.1:${port}`] });
  const admin = api(`http://127.0.0.1:${port}`);
  assert.deepEqual([(await admin.health()).status, (await admin.ready()).status], [200, 200]);
  assert.match((await admin.metrics()).text, /^arbiter_lane_waiting\{lane="costly"\} 0$/m);
  assert.equal((await admin.list()).status, 404);
  assert.equal((await api(server.url).metrics()).status, 404);
  assert.equal((await api(server.url).health()).status, 200);
  await server.stop();
});
