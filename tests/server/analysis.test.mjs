// Reviews of finished games over the wire: streamed while they grow, ended with their reader, kept.

import assert from "node:assert/strict";
import test from "node:test";

import { eventually } from "../support/eventually.mjs";
import { api, readEvents, request, startServer } from "../support/server.mjs";

async function finished(games, options, moves) {
  const { id, keys } = (await games.create(options)).body;
  const sides = options.game === "go" ? ["black", "white"] : ["white", "black"];
  for (const [ply, move] of moves.entries()) {
    const { status, text } = await games.move(id, keys[sides[ply % 2]], { move, ply });
    assert.equal(status, 200, text);
  }
  return id;
}

const analysis = async (server, id, query = "") => request(`${server.url}/api/games/${id}/analysis${query}`);

test("a review is streamed while it grows", async (t) => {
  const server = await startServer();
  t.after(() => server.kill());
  const id = await finished(api(server.url), { game: "chess" }, ["f3", "e5", "g4", "Qh4#"]);
  const events = [];
  for await (const { id: number, event, data } of readEvents(server.url, id, { route: "analysis" })) {
    events.push([number, event, data.move ?? data.worst[0]]);
  }
  assert.deepEqual(events, [
    ["1", "move", "f3"],
    ["2", "move", "e5"],
    ["3", "move", "g4"],
    ["4", "move", "Qh4#"],
    ["5", "review", 2],
  ]);
  const whole = await analysis(server, id);
  assert.equal(whole.body.complete, true);
  assert.deepEqual(whole.body.worst, (await analysis(server, id, "?wait_ms=0")).body.worst);
  await eventually(async () =>
    assert.match((await api(server.url).metrics()).text, /^arbiter_lane_running\{lane="costly"\} 0$/m),
  );
  assert.deepEqual(await server.stop(), { code: 0, signal: null });
});

test("a review ends with its reader, and the server stops in the middle of one", async (t) => {
  const server = await startServer({ args: ["--grace-ms", "500"] });
  t.after(() => server.kill());
  const columns = "abcdefghjklmnopqrst";
  const moves = Array.from({ length: 120 }, (_, i) => `${columns[(i * 7) % 19]}${1 + ((i * 11 + (i % 5)) % 19)}`);
  const id = await finished(api(server.url), { game: "go", options: { size: 19 } }, [...new Set(moves), "resign"]);
  for await (const { event } of readEvents(server.url, id, { route: "analysis" })) {
    assert.equal(event, "move");
    break;
  }
  const some = (await analysis(server, id, "?wait_ms=0")).body;
  assert.equal(some.complete, false);
  assert.ok(some.moves.length >= 1 && some.moves.length < some.events, `${some.moves.length} of ${some.events}`);
  let heard = 0;
  for await (const { event } of readEvents(server.url, id, { route: "analysis", after: some.moves.length })) {
    assert.equal(event, "move");
    heard += 1;
    if (heard === 1) assert.deepEqual(await server.stop(), { code: 0, signal: null });
  }
  assert.ok(heard >= 1);
});
