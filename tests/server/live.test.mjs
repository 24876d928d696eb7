// WebSocket messages and server-sent events match the OpenAPI document, in order and
// without gaps.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import path from "node:path";
import test from "node:test";

import { Client, Document } from "../support/openapi.mjs";
import { openSocket, readEvents, startServer } from "../support/server.mjs";

const source = path.join(process.env.ARBITER_SOURCE_DIR, "schemas", "openapi.json");
const document = new Document(JSON.parse(readFileSync(source, "utf8")));
const server = await startServer();
const client = new Client(server.url, document);
test.after(() => server.kill());

test("WebSocket messages are documented and in order", async (t) => {
  const game = await client.create({ game: "chess" });
  const socket = await openSocket(server.url);
  t.after(() => socket.raw.terminate());
  const next = async (wants) => {
    const message = await socket.next(wants);
    document.assertIs("SocketMessage", message);
    assert.ok(document.faultOf({ $ref: "#/components/schemas/SocketMessage" }, { ...message, surprise: 1 }));
    return message;
  };
  const ask = (message) => {
    document.assertIs("SocketRequest", { ...message, id: 1 });
    const answer = socket.ask(message);
    return answer.then((found) => (document.assertIs("SocketMessage", found), found));
  };
  const { id, keys } = game;
  const played = { type: "play", game: id, key: keys.white, move: "e4", ply: 0 };
  assert.equal((await ask({ type: "ping" })).type, "pong");
  assert.equal((await ask({ type: "subscribe", game: id, after: 0, key: keys.white, notation: "uci" })).seat, "white");
  const presence = await next(({ type }) => type === "presence");
  assert.deepEqual([presence.watchers, presence.white, presence.black], [1, true, false]);
  assert.equal((await ask({ ...played, idempotency_key: `socket-${id}-0123` })).type, "played");
  assert.equal((await ask({ ...played, idempotency_key: `socket-${id}-0123` })).type, "played");
  assert.equal((await ask(played)).body.code, "version_conflict");
  assert.equal((await ask({ ...played, key: keys.black, ply: 1, move: "Ke4" })).body.kind, "illegal");
  assert.equal((await ask({ ...played, key: keys.black, ply: 1, move: { from: "e7", to: "e5" } })).status, 200);
  for (let version = 1; version <= 3; ++version) {
    const event = await next(({ type }) => type === "event");
    assert.equal(event.version, version);
    assert.equal(event.now === undefined, version === 1);
  }
  assert.equal((await ask({ type: "unsubscribe", game: id })).type, "unsubscribed");
  assert.equal((await ask({ type: "subscribe", game: id, after: 2 })).seat, null);
  assert.equal((await next(({ type }) => type === "event")).version, 3);

  const problems = [
    ["{", "bad_message"],
    ["[]", "bad_message"],
    ["{}", "unknown_type"],
    [{ type: "dance" }, "unknown_type"],
    [{ type: "subscribe" }, "no_such_game"],
    [{ type: "subscribe", game: 5 }, "no_such_game"],
    [{ type: "play", game: id }, "missing_key"],
    [{ ...played, key: undefined }, "key_missing"],
    [{ ...played, key: "x" }, "key_unknown"],
    [{ ...played, ply: undefined }, "version_missing"],
    [{ ...played, game: "zzzzzzzzzzzz" }, "no_such_game"],
    [{ ...played, idempotency_key: "short" }, "bad_idempotency_key"],
    [{ type: "subscribe", game: id, formats: "fen" }, "unknown_key"],
    [{ type: "subscribe", game: id, format: "sgf" }, "unknown_format"],
    [{ type: "ping", hurry: true }, "unknown_key"],
    [{ ...played, hurry: true }, "unknown_key"],
  ];
  for (const [message, expected] of problems) {
    socket.send(message);
    assert.equal((await next(({ type }) => type === "problem")).body.code, expected, JSON.stringify(message));
  }
  await socket.close();
});

test("WebSockets are only at /ws, and messages are text", async () => {
  const socket = await openSocket(server.url);
  socket.raw.send(Buffer.from([1, 2, 3]));
  assert.equal((await socket.closed).code, 1003);
});

test("an agent needs nothing but the state in its format", async (t) => {
  const { id, keys } = await client.create({ game: "chess" });
  const socket = await openSocket(server.url);
  t.after(() => socket.raw.terminate());
  const subscribed = await socket.ask({ type: "subscribe", game: id, format: "chess-squares" });
  document.assertIs("SocketMessage", subscribed);
  assert.equal(subscribed.state.turn, "white");
  const query = { format: "chess-squares", ply: 0 };
  const body = { from: "e2", to: "e4", promotion: null };
  const made = await client.call("postMove", { id, key: keys.white, query, body });
  const event = await socket.next(({ type }) => type === "event");
  document.assertIs("GameEvent", event);
  assert.deepEqual(event.state, made.body.state);
  assert.equal(event.state.board.e4, "P");
  for await (const { data } of readEvents(server.url, id, { after: 0, format: "chess-squares" })) {
    document.assertIs("GameEvent", data);
    if (data.version === 1) continue;
    assert.deepEqual(data.state, event.state);
    break;
  }
  await socket.close();
});

test("server-sent events resume where the reader left off", async () => {
  const game = await client.create({ game: "backgammon" });
  for (let i = 0; i < 3; ++i) await client.goOn(game);
  const { events, version } = (await client.call("getEvents", { id: game.id })).body;
  for (const [options, first] of [
    [{ after: 0 }, 1],
    [{ lastEventId: 2 }, 3],
    [{ after: 0, lastEventId: version - 1 }, version],
  ]) {
    const seen = [];
    const stream = readEvents(server.url, game.id, {
      ...options,
      onOpen: ({ status, headers }) => {
        assert.equal(status, 200);
        assert.equal(headers["content-type"], "text/event-stream");
      },
    });
    for await (const { id, event, data } of stream) {
      document.assertIs("GameEvent", data);
      assert.equal(Number(id), data.version);
      assert.equal(event, data.event.type);
      const { hash, version: number, ...same } = events[data.version - 1];
      assert.deepEqual(data.event, same);
      seen.push(data.version);
      if (data.version === version) break;
    }
    assert.deepEqual(
      seen,
      Array.from({ length: version - first + 1 }, (_, i) => first + i),
    );
  }
});
