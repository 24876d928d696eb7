// Clients play as fast as they can while the server is killed repeatedly and restarted with the
// same store and port; some stand still for a while first. Afterwards every acknowledged move is in
// the journal exactly once, every game replays, and the checker of `arbiter simulate` judges what
// all clients were told.
//
//   KILLS=500 STORE=sqlite SEED=7 node tests/server/kill.test.mjs      STORE is sqlite or postgresql

import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import path from "node:path";
import test from "node:test";
import { setTimeout as sleep } from "node:timers/promises";
import { promisify } from "node:util";

import { History } from "../support/history.mjs";
import { anyMove, anyStart } from "../support/players.mjs";
import { startPostgres } from "../support/postgres.mjs";
import { randomFrom, seed } from "../support/random.mjs";
import { api, freePort, openSocket, readEvents, startServer, temporaryFolder } from "../support/server.mjs";

const stores = process.env.STORE ? [process.env.STORE] : ["sqlite", "postgresql"];
const kills = Math.ceil(Number(process.env.KILLS ?? 30) / stores.length);
const tableCount = 12;
const watchedMax = 20; // games of one table
const patience = 60_000;

// Servers started one after another with the same store; between two of them, requests get no answer.
class Servers {
  constructor(store, port) {
    this.place = { store, port };
    this.url = `http://127.0.0.1:${port}`;
    this.games = api(this.url);
    this.history = new History();
    this.lost = 0;
    this.startTook = 50; // milliseconds, until the first one is ready
    this.playing = true; // whether the tables continue
    this.over = false; // whether everything stops
  }

  // Killed at some part of the time that a start takes, or `uptime` milliseconds after it is ready. Before that
  // it stands still for `still` milliseconds.
  async live({ part, uptime, still }) {
    let child;
    const begun = performance.now();
    const ready = startServer({ ...this.place, onSpawn: (spawned) => (child = spawned) }).then(
      (server) => {
        this.startTook = performance.now() - begun;
        this.note(server);
      },
      () => {}, // killed before it was ready
    );
    const exited = new Promise((resolve) => child.once("exit", (code, signal) => resolve({ code, signal })));
    const end = part === undefined ? ready.then(() => sleep(uptime)) : sleep(part * this.startTook);
    await Promise.race([end, exited]);
    if (still) {
      child.kill("SIGSTOP");
      await sleep(still);
      child.kill("SIGCONT");
    }
    child.kill("SIGKILL");
    const exit = await exited;
    await ready;
    assert.deepEqual(exit, { code: null, signal: "SIGKILL" }, `the server ended by itself:\n${this.log.join("\n")}`);
  }

  async stay() {
    this.note(await startServer(this.place));
    return this.last;
  }

  note(server) {
    this.last = server;
  }

  close() {
    this.playing = false;
    this.over = true;
    this.last?.kill();
  }

  get log() {
    return this.last?.log ?? [];
  }

  // Repeats the request until there is an answer.
  async insist(ask) {
    const deadline = Date.now() + patience;
    for (;;) {
      try {
        return await ask();
      } catch (error) {
        if (error instanceof assert.AssertionError || this.over || Date.now() > deadline) throw error;
        ++this.lost;
        await sleep(3);
      }
    }
  }
}

// How a table handles a lost answer:
const habits = {
  // The request has an Idempotency-Key and is sent again.
  async repeat(table, game, { by, move }, now) {
    const { servers } = table;
    const repeat = table.random.hex(16);
    const request = { move, ply: now.ply };
    const about = table.about(game, { by, move }, now);
    const answer = await servers.insist(() =>
      servers.history.move(about, () => servers.games.move(game.id, game.keys[by], request, { repeat })),
    );
    return { ...acknowledged(answer.status, answer.body), again: "idempotency-replayed" in answer.headers };
  },

  // The same over a WebSocket.
  async converse(table, game, { by, move }, now) {
    const request = { type: "play", game: game.id, key: game.keys[by], move, version: now.version };
    const message = { ...request, idempotency_key: table.random.hex(16) };
    const about = table.about(game, { by, move }, now);
    const answer = await table.servers.insist(async () => {
      table.socket ??= await openSocket(table.servers.url);
      try {
        return await table.servers.history.move(about, () => table.socket.ask(message));
      } catch (error) {
        table.socket = undefined;
        throw error;
      }
    });
    return acknowledged(answer.status, answer.body);
  },

  // It is sent again for the same version: a conflict means that the first one had arrived.
  async resend(table, game, { by, move }, now) {
    const { servers } = table;
    const about = table.about(game, { by, move }, now);
    let sent = 0;
    const answer = await servers.insist(() => {
      ++sent;
      return servers.history.move(about, () =>
        servers.games.move(game.id, game.keys[by], { move }, { version: now.version }),
      );
    });
    if (answer.status === 409 && sent > 1) {
      assert.ok(answer.body.version > now.version);
      return { unheard: now.version + 1 };
    }
    return acknowledged(answer.status, answer.body);
  },

  // The state of the game shows whether to send it again.
  async look(table, game, { by, move }, now) {
    const { servers } = table;
    const about = table.about(game, { by, move }, now);
    for (;;) {
      try {
        const answer = await servers.history.move(about, () =>
          servers.games.move(game.id, game.keys[by], { move, version: now.version }),
        );
        return acknowledged(answer.status, answer.body);
      } catch (error) {
        if (error instanceof assert.AssertionError) throw error;
        ++servers.lost;
      }
      const seen = await servers.insist(() => servers.games.game(game.id));
      assert.equal(seen.status, 200);
      if (seen.body.version > now.version) return { unheard: now.version + 1 };
    }
  },
};

function acknowledged(status, body) {
  assert.equal(status, 200, JSON.stringify(body));
  return { events: body.events };
}

// Two players that play one game after another.
class Table {
  constructor(servers, number) {
    this.servers = servers;
    this.name = `t${number}`;
    this.requests = 0;
    this.random = randomFrom(`${seed}/${servers.place.store.startsWith("postgresql")}/table ${number}`);
    this.habit = Object.values(habits)[number % 4];
    this.watch = number % 3 === 0 ? watchEvents : number % 3 === 1 ? watchSocket : undefined;
    this.played = [];
  }

  // What the history says of a move, as often as it is sent.
  about(game, { by, move }, { version }) {
    return { client: this.name, request: ++this.requests, game: game.id, by, version, move };
  }

  async play() {
    while (this.servers.playing) await this.playGame();
    await this.socket?.close();
  }

  async playGame() {
    const { random, servers } = this;
    const repeat = random.hex(16);
    const start = anyStart(random);
    const created = await servers.insist(() => servers.games.create(start, { headers: { "Idempotency-Key": repeat } }));
    assert.equal(created.status, 201, created.text);
    servers.history.created(this.name, created);
    const game = { ...created.body, moves: [], seen: [] };
    this.played.push(game);
    if (this.watch && this.played.length <= watchedMax) {
      game.watched = this.watch(servers, game);
      game.watched.catch((error) => (servers.fault ??= error));
    }
    for (let length = 5 + random.below(80); length > 0 && servers.playing; --length) {
      if (servers.fault) throw servers.fault;
      const about = { client: this.name, game: game.id };
      const now = await servers.insist(() => servers.history.read(about, () => servers.games.legal(game.id)));
      assert.equal(now.status, 200, now.text);
      const request = anyMove(now.body, random);
      if (!request) return;
      game.moves.push({ ...request, ...(await this.habit(this, game, request, now.body)) });
    }
  }
}

// Both record the events in `game.seen`, and reconnect with the last version they saw.
async function watchEvents(servers, game) {
  while (!servers.over) {
    try {
      const after = game.seen.length;
      const events = readEvents(servers.url, game.id, after === 0 ? { after } : { lastEventId: after });
      for await (const { data } of events) see(servers, game, data);
    } catch (error) {
      if (error instanceof assert.AssertionError) throw error;
      await sleep(5);
    }
  }
}

async function watchSocket(servers, game) {
  while (!servers.over) {
    try {
      const socket = await openSocket(servers.url);
      await socket.ask({ type: "subscribe", game: game.id, after: game.seen.length });
      for (;;) see(servers, game, await socket.next(({ type }) => type === "event"));
    } catch (error) {
      if (error instanceof assert.AssertionError) throw error;
      await sleep(5);
    }
  }
}

function see(servers, game, message) {
  const { version, event } = message;
  servers.history.event("watcher", { ...message, game: game.id });
  assert.equal(version, game.seen.length + 1, `the events of ${game.id} come in order`);
  game.seen.push({ version, ...event });
}

const isForced = ({ type, event }) => type === "rolled" || event === "can't move";

async function checkGame(servers, game) {
  const { body } = await servers.games.events(game.id);
  const journal = body.events.map(({ hash, ...event }) => event);
  assert.deepEqual(
    journal.map(({ version }) => version),
    journal.map((_, index) => index + 1),
  );
  assert.equal(body.version, journal.length);

  // Each move is in the journal once, in order; between them are only events made by the server
  // itself.
  const firsts = game.moves.map(({ events, unheard }) => events?.[0].version ?? unheard);
  assert.equal(firsts[0] ?? journal.length + 1, game.game.version + 1);
  game.moves.forEach(({ by, move, events }, index) => {
    const [first, ...rest] = journal.slice(firsts[index] - 1, (firsts[index + 1] ?? Infinity) - 1);
    if (move === "roll") assert.equal(first.type, "rolled");
    else assert.deepEqual({ type: first.type, by: first.by }, { type: "played", by });
    if (events) assert.deepEqual(events, [first, ...rest]);
    else
      assert.deepEqual(
        rest.filter((event) => !isForced(event)),
        [],
      );
  });

  if (!game.watched) return;
  for (let wait = 0; game.seen.length < journal.length && wait < 5_000; wait += 5) await sleep(5);
  assert.deepEqual(game.seen, journal, "who watches saw what was written");
}

async function countGames(servers) {
  let count = 0;
  for (let before; ;) {
    const { body } = await servers.games.list({ limit: 200, before });
    count += body.games.length;
    if (body.next === null) return count;
    before = body.next;
  }
}

// Replays every game from the store.
async function verify(store, count) {
  const program = process.env.ARBITER_PROGRAM;
  const { stdout } = await promisify(execFile)(program, ["store", "verify", "--json", store]);
  assert.deepEqual(JSON.parse(stdout), { games: count, findings: [] });
}

async function play(servers) {
  const random = randomFrom(`${seed}/kills`);
  const tables = Array.from({ length: tableCount }, (_, number) => new Table(servers, number));
  const playing = Promise.all(tables.map((table) => table.play()));
  const killing = (async () => {
    for (let count = 0; count < kills && !servers.over; ++count) {
      // Some are killed before they are ready.
      const still = random.chance(0.1) ? random.below(300) : 0;
      await servers.live(random.chance(0.2) ? { part: random.next() } : { uptime: random.below(500), still });
    }
    if (!servers.over) await servers.stay();
    servers.playing = false;
  })();
  await Promise.all([playing, killing]);

  const games = tables.flatMap(({ played }) => played);
  for (const game of games) await checkGame(servers, game);
  assert.equal(await countGames(servers), games.length, "no game was created twice");

  servers.over = true;
  assert.deepEqual(await servers.last.stop(), { code: 0, signal: null });
  await Promise.all(games.map(({ watched }) => watched));
  await verify(servers.place.store, games.length);
  const { operations } = await servers.history.judge(servers.place.store);
  const moves = games.flatMap((game) => game.moves);
  const unheard = moves.filter((move) => move.unheard || move.again);
  return { games: games.length, moves: moves.length, lost: servers.lost, unheard: unheard.length, operations };
}

for (const kind of stores) {
  test(`${kills} kills over ${kind} (SEED=${seed})`, async (t) => {
    const postgres = kind === "postgresql" ? await startPostgres() : undefined;
    const store = postgres ? await postgres.createDatabase() : path.join(temporaryFolder(), "games.db");
    const servers = new Servers(store, await freePort());
    try {
      const { games, moves, lost, unheard, operations } = await play(servers);
      t.diagnostic(`${games} games, ${moves} moves, ${lost} requests in vain, ${unheard} moves made all the same`);
      t.diagnostic(`${operations} operations judged`);
      assert.ok(moves > kills, "hardly anything was played");
    } finally {
      servers.close();
      await postgres?.stop();
    }
  });
}
