// 10,000 damaged HTTP requests and WebSocket messages: the server answers or disconnects, never crashes,
// has no internal error (5xx), does not leak memory, and still serves other clients.
//
//   MESSAGES=100000 SEED=7 node tests/server/malformed.test.mjs
//   ONLY=4711 SEED=7 ...                                            sends only this one, and prints it

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import net from "node:net";
import test from "node:test";

import { frame, mutateMessage, mutateRequest } from "../support/mutations.mjs";
import { randomFrom, seed } from "../support/random.mjs";
import { api, startServer } from "../support/server.mjs";

const total = Number(process.env.MESSAGES ?? 10_000);
const only = process.env.ONLY === undefined ? undefined : Number(process.env.ONLY);
const clients = 16;
const patience = 10_000;
// A leaked WebSocket session takes more than 10 KiB, and 1,500 of 5,000 messages open one.
const growthMax = 6 << 20;

// Memory that is free goes back to the system at once, so that what is resident is what is in use:
// otherwise it grows with the number of threads that happen to allocate at the same time.
const allocator = {
  MALLOC_CONF: "dirty_decay_ms:0,muzzy_decay_ms:0,narenas:1,thp:never,metadata_thp:disabled",
  MALLOC_ARENA_MAX: "1",
  MALLOC_TRIM_THRESHOLD_: "0",
};

// 503 is for limits. Other 5xx responses are errors of the server.
const allowed = new Set([503]);

const residentBytes = (pid) => 1024 * Number(/^VmRSS:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, "utf8"))[1]);

function validRequests({ id, keys }) {
  const json = (method, target, value, more = []) => {
    const body = value === undefined ? "" : JSON.stringify(value);
    const headers = [
      ["Host", "localhost"],
      ["Content-Type", "application/json"],
      ["Content-Length", Buffer.byteLength(body)],
      ...more,
    ];
    return { method, target, headers, body };
  };
  const fen = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1";
  const key = ["Authorization", `Bearer ${keys.white}`];
  const clock = { kind: "byo_yomi", base_ms: 60_000, period_ms: 10_000, periods: 3 };
  const seats = { white: { name: "Ada" }, black: { name: "Bob" } };
  const start = { text: "(;SZ[9];B[aa])", format: "sgf" };
  const game = `/api/games/${id}`;
  return [
    json("GET", "/"),
    json("GET", "/api/rules/go"),
    json("GET", "/api/games?game=chess&status=running&limit=20"),
    json("GET", `${game}?ply=0&notation=uci`),
    json("GET", `${game}?format=fen`, undefined, [["Accept", "image/png"]]),
    json("GET", `${game}/legal?notation=san`),
    json("GET", `${game}/events?after=0`),
    json("GET", `${game}/events`, undefined, [
      ["Accept", "text/event-stream"],
      ["Last-Event-ID", "0"],
    ]),
    json("GET", `${game}/board.svg?size=200&theme=wood&bottom=black&overlay=legal`),
    json("GET", `${game}/export?format=pgn`),
    json("GET", `${game}/ask?question=draw&argument=x`),
    json("OPTIONS", game),
    json("HEAD", game),
    json("POST", `${game}/moves`, { move: "e4", ply: 0 }, [key, ["Idempotency-Key", "0123456789abcdef"]]),
    json("POST", `${game}/moves`, { move: { from: "e2", to: "e4" }, version: 1 }, [key]),
    json("POST", `${game}/moves`, { move: "resign" }, [key, ["If-Match", '"1"']]),
    json("POST", `${game}/check`, { move: "Nf3", by: "white" }),
    json("POST", "/api/games", { game: "chess", options: { variant: "chess960", start: "7" }, seats, private: true }),
    json("POST", "/api/games", { game: "go", options: { komi: "6.5" }, start }),
    json("POST", "/api/games", { game: "backgammon", options: { match: "5" }, clock }),
    json("POST", "/api/validate", { state: fen, format: "fen", game: "chess" }),
    json("POST", "/api/convert", { state: "(;FF[4]SZ[9]AB[aa:cc];W[dd])", game: "go", to: "go-grid" }),
    json("POST", "/api/legal", { state: "XGID=-b----E-C---eE---c-e----B-:0:0:1:31:0:0:0:0:10" }),
    json("POST", "/api/play", { state: fen, move: "O-O", to: "fen" }),
    json("POST", "/api/render?kind=svg", { state: { board: { e1: "K", e8: "k" }, turn: "white" }, game: "chess" }),
  ];
}

function validMessages({ id, keys }) {
  return [
    { type: "subscribe", game: id, after: 0, id: 1 },
    { type: "subscribe", game: id, key: keys.black, notation: "uci", id: "a" },
    { type: "unsubscribe", game: id, id: [2] },
    { type: "play", game: id, move: "e4", ply: 0, key: keys.white, idempotency_key: "0123456789abcdef", id: 3 },
    { type: "play", game: id, move: { from: "e2", to: "e4" }, version: 1, key: keys.white },
    { type: "ping", id: { x: null } },
  ];
}

const upgrade = Buffer.from(
  "GET /ws HTTP/1.1\r\nHost: localhost\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n" +
    "Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n",
);

function show(...texts) {
  for (const bytes of texts) console.log(JSON.stringify(bytes.toString("latin1").slice(0, 4_000)));
}

// A few clients; each sends one message after another and waits for its completion.
class Siege {
  constructor(server, game) {
    this.server = server;
    this.requests = validRequests(game);
    this.messages = validMessages(game);
    this.statuses = new Map();
    this.underWay = new Set();
  }

  // The same number gives the same bytes, independent of earlier messages.
  async send(number) {
    const random = randomFrom(`${seed}/${number}`);
    const isRequest = random.chance(0.7);
    const bytes = isRequest ? mutateRequest(random, random.pick(this.requests)) : this.conversation(random);
    this.underWay.add(number);
    const exchange = isRequest ? this.exchange(bytes) : this.exchange(upgrade, bytes);
    const answer = await exchange.catch((error) => this.complain(number, error.message));
    this.underWay.delete(number);
    if (only !== undefined) show(bytes, answer);
    this.judge(number, answer.toString("latin1"));
  }

  // Valid messages around an invalid one, then a close frame.
  conversation(random) {
    const good = () => frame(Buffer.from(JSON.stringify(random.pick(this.messages))));
    const before = Array.from({ length: random.below(3) }, good);
    const goodbye = frame(Buffer.from([3, 232]), { opcode: 8 });
    return Buffer.concat([...before, mutateMessage(random, random.pick(this.messages)), good(), goodbye]);
  }

  // Everything received until the server disconnects; `later` is sent after its first answer.
  // Event streams do not end by themselves.
  exchange(bytes, later) {
    return new Promise((resolve, reject) => {
      const pieces = [];
      const socket = net.connect({ port: this.server.port, host: "127.0.0.1", allowHalfOpen: true });
      const finish = () => {
        clearTimeout(late);
        socket.destroy();
        resolve(Buffer.concat(pieces));
      };
      const late = setTimeout(() => {
        socket.destroy();
        reject(new Error(`the server neither answers nor hangs up; it said ${Buffer.concat(pieces)}`));
      }, patience);
      socket.on("data", (piece) => {
        pieces.push(piece);
        if (later) socket.end(later);
        later = undefined;
        if (piece.includes("text/event-stream")) finish();
      });
      socket.on("end", finish);
      socket.on("close", finish);
      socket.on("error", (error) => (error.code === "ECONNREFUSED" ? reject(error) : finish()));
      if (later) socket.write(bytes);
      else socket.end(bytes);
    });
  }

  judge(number, answer) {
    const found = answer.matchAll(/HTTP\/1\.1 (\d{3}) |"type":"problem".*?"status":(\d{3})/g);
    for (const status of Array.from(found, ([, ofRequest, ofMessage]) => Number(ofRequest ?? ofMessage))) {
      this.statuses.set(status, (this.statuses.get(status) ?? 0) + 1);
      if (status >= 500 && !allowed.has(status)) this.complain(number, `it was answered with ${status}: ${answer}`);
    }
  }

  complain(number, problem) {
    const others = [...this.underWay].filter((other) => other !== number);
    assert.fail(`message ${number} (ONLY=${number} SEED=${seed}; with ${others}): ${problem}`);
  }
}

async function sendAll(siege, from, to) {
  let next = from;
  const client = async () => {
    while (next < to) await siege.send(next++);
  };
  await Promise.all(Array.from({ length: clients }, client));
}

test(`${total} damaged messages (SEED=${seed})`, async (t) => {
  const server = await startServer({ args: ["--room-idle-ms", "200"], env: allocator });
  t.after(() => server.kill());
  const games = api(server.url);
  const { body: game } = await games.create({ game: "chess" });
  const siege = new Siege(server, game);
  if (only !== undefined) return siege.send(only);

  // The first half fills the caches. The first picture loads a library and fonts, 20 MiB in all, and
  // not every seed asks for one early.
  assert.equal((await games.board(game.id, "png")).status, 200);
  const half = Math.floor(total / 2);
  await sendAll(siege, 0, half);
  const before = residentBytes(server.child.pid);
  await sendAll(siege, half, total);
  const after = residentBytes(server.child.pid);

  const counts = [...siege.statuses].sort(([a], [b]) => a - b).map(([status, count]) => `${status}: ${count}`);
  t.diagnostic(`answers ${counts.join(", ")}`);
  t.diagnostic(`memory ${(before / 2 ** 20).toFixed(1)} MiB, then ${(after / 2 ** 20).toFixed(1)} MiB`);
  assert.ok(after - before < growthMax, `memory grew from ${before} to ${after} bytes`);

  for (const status of [101, 200, 201, 400, 401, 404, 405, 409, 413, 422, 431]) {
    assert.ok(siege.statuses.has(status), `no answer was ${status}: the damage is too great or too small`);
  }
  assert.equal((await games.health()).status, 200);
  const seen = await games.game(game.id);
  assert.equal(seen.body.version, (await games.events(game.id)).body.events.length);
  assert.deepEqual(await server.stop(), { code: 0, signal: null });
});
