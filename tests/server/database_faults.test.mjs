// Two servers on a database that is paused, whose processes are killed, and that is stopped, with clocks that are wrong
// by minutes and are set: every acknowledged move is in the journal, none of which it was said that it was not made,
// versions never go back, watchers see every event once and in order, and flags fall in time alone. The checker of
// `arbiter simulate` judges it, too.

import assert from "node:assert/strict";
import test from "node:test";
import { setTimeout as sleep } from "node:timers/promises";

import { History } from "../support/history.mjs";
import { startPostgres } from "../support/postgres.mjs";
import { randomFrom, seed } from "../support/random.mjs";
import { api, readEvents, startServer } from "../support/server.mjs";
import { skewedClock } from "../skew/clock.mjs";

const postgres = await startPostgres();
test.after(() => postgres.stop());

const history = new History();
const tables = 6;
const patience = 60_000;
// Between two moves less time passes than this, and the clocks differ by more.
const clock = { kind: "fischer", base_ms: patience, increment_ms: patience };
const skews = [200, -200];

async function insist(ask, accepts) {
  const deadline = Date.now() + patience;
  for (;;) {
    const answer = await ask().catch(() => undefined);
    if (answer && accepts(answer)) return answer;
    assert.ok(Date.now() < deadline, `no answer: ${answer?.status} ${answer?.text}`);
    await sleep(20);
  }
}

// A game whose players use either server. `fates` has what became of every request.
class Table {
  constructor(servers, number) {
    this.servers = servers;
    this.name = `t${number}`;
    this.requests = 0;
    this.random = randomFrom(`${seed}/${number}`);
    this.fates = [];
    this.seen = 1;
    this.isOver = false;
  }

  get server() {
    return this.random.pick(this.servers).games;
  }

  // What is asked of some server, and what the history says of it.
  asked(ask) {
    const { games, url } = this.random.pick(this.servers);
    return ask(games, { client: this.name, game: this.id, server: url });
  }

  async look() {
    const query = { min_version: String(this.seen) };
    const { body } = await insist(
      () => this.asked((games, about) => history.read(about, () => games.game(this.id, { query }))),
      ({ status }) => status === 200,
    );
    assert.ok(body.version >= this.seen, `version ${body.version} after ${this.seen}`);
    this.seen = body.version;
    return body;
  }

  // 200, or a refusal that says that nothing was made; anything else is asked again with the same key.
  async send(view, move) {
    const repeat = this.random.hex(16);
    const request = { move, version: view.version };
    const made = { request: ++this.requests, by: view.turn, ...request };
    return insist(
      () =>
        this.asked((games, about) =>
          history.move({ ...about, ...made }, () => games.move(this.id, this.keys[view.turn], request, { repeat })),
        ),
      ({ status, body }) => status === 200 || (status === 503 && body.code === "store_unavailable"),
    );
  }

  async begin() {
    const repeat = this.random.hex(16);
    const made = await insist(
      () =>
        this.server.create({ game: "go", options: { size: 19 }, clock }, { headers: { "Idempotency-Key": repeat } }),
      ({ status }) => status === 201,
    );
    history.created(this.name, made);
    this.id = made.body.id;
    this.keys = made.body.keys;
  }

  async play() {
    while (!this.isOver) await this.step();
  }

  async step() {
    const view = await this.look();
    const refused = new Set(this.fates.filter(({ made }) => !made).map(({ move }) => move));
    // A move that was not made is not tried again: the journal would not show which one it is.
    const move = this.random.pick(view.legal.filter((one) => one !== "pass" && !refused.has(one)));
    const { status, body } = await this.send(view, move);
    this.fates.push({ made: status === 200, move, version: status === 200 ? body.events[0].version : undefined });
    if (status === 200) this.seen = body.version;
  }

  async watch(server) {
    const watcher = { version: 0, reconnects: 0 };
    watcher.ended = (async () => {
      while (!watcher.isOver) {
        try {
          for await (const { data } of readEvents(server.url, this.id, { after: watcher.version })) {
            assert.equal(data.version, watcher.version + 1, "in order and without gaps");
            watcher.version = data.version;
            history.event(server.url, { ...data, game: this.id });
            if (watcher.isOver) break;
          }
        } catch (error) {
          if (error instanceof assert.AssertionError) throw error;
        }
        ++watcher.reconnects;
        if (!watcher.isOver) await sleep(20);
      }
    })();
    return watcher;
  }
}

async function faults(store, servers, random) {
  const one = (pids) => (pids.length > 0 ? [random.pick(pids)] : []);
  for (let i = 0; i < 4; ++i) {
    await sleep(150);
    postgres.signal(store, "SIGTERM", one);
  }
  postgres.signal(store, "SIGSTOP");
  await sleep(500);
  for (const { games } of servers) {
    assert.equal((await games.health()).status, 200, "a hung database does not hang the probe");
    assert.equal((await games.metrics()).status, 200);
  }
  postgres.signal(store, "SIGCONT");
  for (const [i, { time }] of servers.entries()) time.set(skews[1 - i]);
  await sleep(200);
  postgres.signal(store, "SIGKILL", one); // all processes start anew, and the log is recovered
  await sleep(1_000);
  await postgres.stop();
  await sleep(300);
  await postgres.start();
}

// After two moves nobody moves: the flag falls by the database's clock, which is the machine's.
async function requireFlag({ games, url }) {
  const base_ms = 1_500;
  const start = { game: "go", clock: { kind: "fischer", base_ms, increment_ms: 0 } };
  const { body } = await insist(
    () => games.create(start),
    ({ status }) => status === 201,
  );
  const { id, keys } = body;
  const begun = Date.now();
  await games.move(id, keys.black, { move: "C3", version: 1 });
  await games.move(id, keys.white, { move: "D4", version: 2 });
  for await (const { data } of readEvents(url, id, { after: 0 })) {
    history.event("flag", { ...data, game: id });
    if (data.event.type !== "flagged") continue;
    const took = Date.now() - begun;
    assert.ok(took > base_ms - 500 && took < base_ms + 10_000, `the flag fell after ${took} ms`);
    return;
  }
}

test(`what is said of a move is true whatever the database does (SEED=${seed})`, async (t) => {
  const store = await postgres.createDatabase();
  const servers = [];
  for (const skew of skews) {
    const time = skewedClock(skew);
    const server = await startServer({ store, env: time.env });
    t.after(() => server.kill());
    const games = api(server.url);
    const [, told] = /^arbiter_clock_skew_ms (-?\d+)/m.exec((await games.metrics()).text);
    assert.ok(Math.abs(Number(told) + 1_000 * skew) < 2_000, `its clock is wrong by ${told} ms`);
    servers.push({ ...server, time, games });
  }
  const all = Array.from({ length: tables }, (_, number) => new Table(servers, number));
  for (const table of all) await table.begin();
  const watchers = await Promise.all(all.flatMap((table) => servers.map((server) => table.watch(server))));
  const playing = all.map((table) => table.play());

  await faults(store, servers, randomFrom(`${seed}/faults`));
  for (const table of all) table.isOver = true;
  await Promise.all(playing);
  const begun = Date.now();
  for (const table of all) await table.step();
  await Promise.all(servers.map(requireFlag));

  let [made, refused] = [0, 0];
  for (const table of all) {
    const { body } = await insist(
      () => table.server.events(table.id, 0, { query: { min_version: String(table.seen) } }),
      ({ status }) => status === 200,
    );
    const moves = body.events.filter(({ type }) => type === "played").map(({ version, event }) => [version, event]);
    const acknowledged = table.fates.filter((fate) => fate.made);
    assert.deepEqual(
      moves.map(([version]) => version),
      acknowledged.map(({ version }) => version),
      "exactly the acknowledged moves are there",
    );
    made += acknowledged.length;
    refused += table.fates.length - acknowledged.length;
  }
  for (const [i, watcher] of watchers.entries()) {
    const { seen } = all[Math.floor(i / servers.length)];
    for (let wait = 0; watcher.version < seen && wait < patience; wait += 10) await sleep(10);
    assert.equal(watcher.version, seen, "who watches has seen everything");
  }
  t.diagnostic(`${made} moves, ${refused} not made; watchers had all after ${Date.now() - begun} ms`);
  for (const watcher of watchers) watcher.isOver = true;
  for (const server of servers) assert.deepEqual(await server.stop(), { code: 0, signal: null });
  await Promise.all(watchers.map(({ ended }) => ended));
  t.diagnostic(`${(await history.judge(store)).operations} operations judged`);
});
