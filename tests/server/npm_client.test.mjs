// The client in the npm package: it never reads what is older than it has seen, makes a move once, and checks receipts.

import assert from "node:assert/strict";
import http from "node:http";
import path from "node:path";
import test from "node:test";
import { pathToFileURL } from "node:url";

import { startServer, temporaryFolder } from "../support/server.mjs";

const source = path.join(process.env.ARBITER_SOURCE_DIR, "bindings", "wasm", "package", "server.js");
const { Problem, Server, compare, isGenuine } = await import(pathToFileURL(source));

// Passes requests on, and loses the answers that `loses` chooses.
async function listen(t, url, loses = () => false) {
  const asked = [];
  const proxy = http.createServer((request, response) => {
    asked.push(`${request.method} ${request.url}`);
    const isLost = loses(request);
    const on = http.request(url + request.url, { method: request.method, headers: request.headers }, (answer) => {
      if (isLost) return answer.resume().on("end", () => response.destroy());
      response.writeHead(answer.statusCode, answer.headers);
      answer.pipe(response);
    });
    request.pipe(on);
  });
  await new Promise((resolve) => proxy.listen(0, "127.0.0.1", resolve));
  t.after(() => proxy.close());
  return { url: `http://127.0.0.1:${proxy.address().port}`, asked };
}

test("a move whose answer is lost is made once, and what is read is never older", async (t) => {
  const server = await startServer();
  t.after(() => server.kill());
  let lost = 0;
  const proxy = await listen(t, server.url, ({ method }) => method === "POST" && ++lost === 2);
  const client = new Server(`${proxy.url}/`);
  const { id, keys } = await client.create({ game: "chess" });
  assert.equal((await client.move(id, keys.white, { move: "e4", ply: 0 })).version, 2);
  assert.equal(lost, 3, "the move was sent again");
  assert.equal((await client.game(id)).version, 2);
  assert.equal(proxy.asked.at(-1), `GET /api/games/${id}?min_version=2`);
  await assert.rejects(client.move(id, keys.black, { move: "Ke5", ply: 1 }), (error) => {
    return error instanceof Problem && error.status === 422 && error.code === "piece_cannot_go_there";
  });
  await client.remove(id, keys.owner);
  await assert.rejects(client.game(id), { code: "no_such_game" });
});

test("receipts show whether a journal is the one that was acknowledged", async (t) => {
  const server = await startServer({ args: ["--receipt-key", path.join(temporaryFolder(), "key.pem")] });
  t.after(() => server.kill());
  const client = new Server(server.url);
  const { id, keys } = await client.create({ game: "chess" });
  const receipts = [];
  for (const [key, move, ply] of [
    [keys.white, "e4", 0],
    [keys.black, "e5", 1],
  ]) {
    receipts.push((await client.move(id, key, { move, ply })).receipt);
  }
  const events = await client.events(id);
  assert.ok(await isGenuine(receipts[0]));
  assert.ok(await isGenuine(receipts[0], receipts[1].key));
  assert.ok(!(await isGenuine(receipts[0], "0".repeat(64))));
  assert.ok(!(await isGenuine({ ...receipts[0], version: 9 })));
  assert.deepEqual(await compare(receipts, events), []);
  assert.deepEqual(await compare(receipts, events.slice(0, 2)), [{ version: 3, code: "missing" }]);
  const forged = events.map((event) => (event.version === 2 ? { ...event, hash: "0".repeat(64) } : event));
  assert.deepEqual(await compare(receipts, forged), [{ version: 2, code: "differs" }]);
});
