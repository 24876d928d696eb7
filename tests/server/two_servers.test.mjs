// Two servers with one PostgreSQL database: play on one, watch on the other, kill one, continue on
// the other.

import assert from "node:assert/strict";
import test from "node:test";
import { setTimeout as sleep } from "node:timers/promises";

import { anyMove, anyStart } from "../support/players.mjs";
import { startPostgres } from "../support/postgres.mjs";
import { randomFrom, seed } from "../support/random.mjs";
import { api, openSocket, readEvents, request, startServer } from "../support/server.mjs";

const postgres = await startPostgres();
test.after(() => postgres.stop());

async function start(t, store) {
  const server = await startServer({ store });
  t.after(() => server.kill());
  return { ...server, games: api(server.url) };
}

async function startTwo(t) {
  const store = await postgres.createDatabase();
  return [await start(t, store), await start(t, store)];
}

async function stopAll(servers) {
  for (const server of servers) assert.deepEqual(await server.stop(), { code: 0, signal: null });
}

// A spectator records the events in `seen`, in order and without gaps; `until` waits for a version.
class Watcher {
  constructor(after) {
    this.first = after;
    this.seen = [];
  }

  get version() {
    return this.first + this.seen.length;
  }

  see({ version, event }) {
    assert.equal(version, this.version + 1, "events come in order and without gaps");
    this.seen.push({ version, ...event });
  }

  async until(version, patience = 10_000) {
    const deadline = Date.now() + patience;
    while (this.version < version && Date.now() < deadline) await sleep(2);
    assert.equal(this.version, version);
  }
}

async function watchBySocket(server, id, after) {
  const watcher = new Watcher(after);
  const socket = await openSocket(server.url);
  const subscribed = await socket.ask({ type: "subscribe", game: id, after });
  assert.equal(subscribed.type, "subscribed", JSON.stringify(subscribed));
  watcher.ended = (async () => {
    for (;;) watcher.see(await socket.next(({ type }) => type === "event"));
  })().catch(onlyTheEnd);
  watcher.leave = () => socket.close();
  return watcher;
}

async function watchByEvents(server, id, after) {
  const watcher = new Watcher(after);
  await new Promise((resolve) => {
    watcher.ended = (async () => {
      const events = readEvents(server.url, id, { lastEventId: after, onOpen: resolve });
      for await (const { data } of events) watcher.see(data);
    })().catch(onlyTheEnd);
  });
  return watcher;
}

function onlyTheEnd(error) {
  if (error instanceof assert.AssertionError) throw error;
}

const journalOf = async (server, id) => (await server.games.events(id)).body.events.map(({ hash, ...event }) => event);

// Plays one move through one server, based on the state from another.
async function playThrough(server, game, now, random) {
  const { by, move } = anyMove(now, random);
  const named = random.chance(0.5) ? { ply: now.ply } : { version: now.version };
  const answer = await server.games.move(game.id, game.keys[by], { move, ...named });
  assert.equal(answer.status, 200, answer.text);
  return answer.body;
}

async function newGame(server, start) {
  const created = await server.games.create(start);
  assert.equal(created.status, 201, created.text);
  return created.body;
}

test(`spectators of one server see moves made on the other (SEED=${seed})`, async (t) => {
  const servers = await startTwo(t);
  const [played, watched] = servers;
  const random = randomFrom(`${seed}/watch`);
  for (let count = 0; count < 6; ++count) {
    const game = await newGame(played, anyStart(random));
    const watchers = [
      await watchBySocket(watched, game.id, 0),
      await watchByEvents(watched, game.id, 0),
      await watchBySocket(played, game.id, game.game.version),
    ];
    let version = game.game.version;
    for (let ply = 0; ply < 30; ++ply) {
      const now = (await played.games.legal(game.id)).body;
      if (now.outcome) break;
      version = (await playThrough(played, game, now, random)).version;
    }
    const journal = await journalOf(played, game.id);
    assert.equal(journal.length, version);
    for (const watcher of watchers) {
      await watcher.until(version);
      assert.deepEqual(watcher.seen, journal.slice(watcher.first));
    }
    assert.deepEqual(await journalOf(watched, game.id), journal);
  }
  await stopAll(servers);
});

test(`the players can use different servers (SEED=${seed})`, async (t) => {
  const servers = await startTwo(t);
  const random = randomFrom(`${seed}/apart`);
  const game = await newGame(servers[0], { game: "go", options: { size: "9" } });
  const watchers = await Promise.all(servers.map((server) => watchBySocket(server, game.id, 0)));
  let version = game.game.version;
  for (let ply = 0; ply < 60; ++ply) {
    // The other server must accept a version from this one at once, even before it is notified.
    const [here, there] = random.sample(servers, 2);
    await watchers[servers.indexOf(here)].until(version);
    const now = (await here.games.legal(game.id)).body;
    if (now.outcome) break;
    version = (await playThrough(there, game, now, random)).version;
  }
  for (const watcher of watchers) await watcher.until(version);
  assert.deepEqual(watchers[0].seen, watchers[1].seen);
  await stopAll(servers);
});

test(`when one server dies, the game continues on the other (SEED=${seed})`, async (t) => {
  const [dying, surviving] = await startTwo(t);
  const random = randomFrom(`${seed}/dying`);
  const game = await newGame(dying, { game: "backgammon", options: { match: "5" } });
  const bySocket = await watchBySocket(dying, game.id, 0);
  const byEvents = await watchByEvents(dying, game.id, 0);
  let version = game.game.version;
  for (let ply = 0; ply < 10; ++ply) {
    const now = (await dying.games.legal(game.id)).body;
    version = (await playThrough(dying, game, now, random)).version;
  }
  await dying.kill();
  await Promise.all([bySocket.ended, byEvents.ended]);

  // They may have missed the last events and get them when they reconnect.
  const back = [
    await watchBySocket(surviving, game.id, bySocket.version),
    await watchByEvents(surviving, game.id, byEvents.version),
  ];
  for (let ply = 0; ply < 20; ++ply) {
    const now = (await surviving.games.legal(game.id)).body;
    if (now.outcome) break;
    version = (await playThrough(surviving, game, now, random)).version;
  }
  const journal = await journalOf(surviving, game.id);
  assert.equal(journal.length, version);
  const first = [bySocket, byEvents];
  for (const [index, watcher] of back.entries()) {
    await watcher.until(version);
    assert.deepEqual([...first[index].seen, ...watcher.seen], journal);
  }

  const returned = await start(t, dying.store);
  assert.deepEqual(await journalOf(returned, game.id), journal);
  await stopAll([surviving, returned]);
});

const flags = (journal) => journal.filter(({ type }) => type !== "created" && type !== "played");

test("a game that is deleted at one server is gone at the other", async (t) => {
  const servers = await startTwo(t);
  const [here, there] = servers;
  for (const rest of ["/names", ""]) {
    const { id, keys } = await newGame(here, { game: "chess", seats: { white: "Ada" } });
    const socket = await openSocket(there.url);
    await socket.ask({ type: "subscribe", game: id });
    const removed = await request(`${here.url}/api/games/${id}${rest}`, {
      method: "DELETE",
      headers: { Authorization: `Bearer ${keys.owner}` },
    });
    assert.equal(removed.status, 204, removed.text);
    await socket.closed;
    const seen = await there.games.game(id);
    assert.deepEqual(
      [seen.status, seen.body.seats?.white.name],
      rest === "" ? [404, undefined] : [200, "(name removed)"],
    );
    const moved = await there.games.move(id, keys.white, { move: "e4", ply: 0 });
    assert.equal(moved.status, rest === "" ? 404 : 200, moved.text);
  }
  await stopAll(servers);
});

test("a flag falls although the server of the players is dead", async (t) => {
  const [dying, surviving] = await startTwo(t);
  const game = await newGame(dying, { game: "chess", clock: { kind: "fischer", base_ms: 1_200, increment_ms: 0 } });
  let now;
  for (const [by, move] of [
    ["white", "e4"],
    ["black", "e5"],
  ]) {
    const ply = now?.ply ?? 0;
    now = (await dying.games.move(game.id, game.keys[by], { move, ply })).body;
  }
  const falls = now.clock.flag_falls_at;
  assert.equal(now.clock.running, "white");
  await dying.kill();

  // The other server has had no request for this game so far; the flag falls nevertheless.
  await sleep(Date.parse(falls) - Date.now() + 2_000);
  const [summary] = (await surviving.games.list({ status: "finished" })).body.games;
  assert.equal(summary?.id, game.id, "nobody noticed that the flag fell");
  assert.deepEqual(summary.outcome, { result: "win", winner: "black", reason: "time_forfeit" });
  const journal = await journalOf(surviving, game.id);
  assert.equal(flags(journal).length, 1);
  assert.equal(flags(journal)[0].at, falls);
  await stopAll([surviving]);
});

test("two servers that both see a flag fall record it once", async (t) => {
  const servers = await startTwo(t);
  const clock = { kind: "fischer", base_ms: 700, increment_ms: 0 };
  const games = [];
  for (let count = 0; count < 20; ++count) {
    const game = await newGame(servers[count % 2], { game: "go", options: { size: "9" }, clock });
    await servers[0].games.move(game.id, game.keys.black, { move: "C3", ply: 0 });
    const answer = await servers[1].games.move(game.id, game.keys.white, { move: "D4", ply: 1 });
    assert.equal(answer.status, 200, answer.text);
    games.push({ ...game, watchers: await Promise.all(servers.map((server) => watchBySocket(server, game.id, 0))) });
  }
  for (const { id, watchers } of games) {
    for (const watcher of watchers) await watcher.until(4);
    const journal = await journalOf(servers[0], id);
    assert.equal(flags(journal).length, 1);
    for (const watcher of watchers) assert.deepEqual(watcher.seen, journal);
  }
  await stopAll(servers);
});
