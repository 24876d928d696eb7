// 32 clients post different moves for the same ply: exactly one is accepted, the others get the new
// state of the game. With PostgreSQL, half of them use another server.
//
//   RACES=10000 SEED=7 node tests/server/race.test.mjs

import assert from "node:assert/strict";
import test from "node:test";

import { campaign } from "../support/campaign.mjs";
import { startPostgres } from "../support/postgres.mjs";
import { randomFrom, seed } from "../support/random.mjs";
import { api, startServer } from "../support/server.mjs";

const clients = 32;
const races = Number(process.env.RACES ?? campaign(500, 2_000));

// Positions in which each side has more than 32 moves for a long time.
const starts = [
  { game: "go", options: { size: "19" } },
  { game: "go", options: { size: "9" } },
  { game: "chess", start: "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1" },
  { game: "chess", start: "q3k2q/8/8/3qr3/3QR3/8/8/Q3K2Q w - - 0 1" },
];

// The clients send at the same time, each over its own connection.
async function race(doors, game, random) {
  const before = (await doors[0].legal(game.id)).body;
  if (before.legal.length < clients) return undefined;
  const key = game.keys[before.turn];
  const named = random.chance(0.5) ? { ply: before.ply } : { version: before.version };
  const post = (move, client) => doors[client % doors.length].move(game.id, key, { move, ...named });
  const answers = await Promise.all(random.sample(before.legal, clients).map(post));

  const accepted = answers.filter(({ status }) => status === 200);
  assert.equal(accepted.length, 1, `${accepted.length} of ${clients} moves for ply ${before.ply} were accepted`);
  const [{ body: winner }] = accepted;
  assert.deepEqual([winner.version, winner.ply], [before.version + 1, before.ply + 1]);
  for (const { status, headers, body } of answers) {
    if (status === 200) continue;
    assert.deepEqual([status, body.code], [409, "version_conflict"]);
    assert.deepEqual([body.version, body.ply], [winner.version, winner.ply]);
    assert.equal(headers.etag, `"${winner.version}"`);
  }
  return winner.events;
}

// Plays one game by races until too few moves are left; returns the number of races.
async function raceThrough(doors, start, random, limit) {
  const created = await doors[0].create(start);
  assert.equal(created.status, 201, created.text);
  const game = created.body;
  const events = [];
  let count = 0;
  while (count < limit) {
    const more = await race(doors, game, random);
    if (!more) break;
    events.push(...more);
    ++count;
  }
  for (const door of doors) {
    const journal = (await door.events(game.id)).body.events.slice(1);
    assert.deepEqual(
      journal.map(({ hash, ...event }) => event),
      events,
    );
  }
  return count;
}

async function raceOften(doors, count) {
  const random = randomFrom(`${seed}/${doors.length}`);
  for (let done = 0, games = 0; done < count; ++games) {
    done += await raceThrough(doors, starts[games % starts.length], random, Math.min(30, count - done));
  }
}

test(`${races} races on one server (SEED=${seed})`, async (t) => {
  const server = await startServer();
  t.after(() => server.kill());
  await raceOften([api(server.url)], races);
  assert.deepEqual(await server.stop(), { code: 0, signal: null });
});

test(`${races / 5} races through two servers on one PostgreSQL (SEED=${seed})`, async () => {
  const postgres = await startPostgres();
  const store = await postgres.createDatabase();
  const servers = [await startServer({ store }), await startServer({ store })];
  try {
    await raceOften(
      servers.map(({ url }) => api(url)),
      races / 5,
    );
    for (const server of servers) assert.deepEqual(await server.stop(), { code: 0, signal: null });
  } finally {
    for (const server of servers) server.kill();
    await postgres.stop();
  }
});
