// What the page may cost: requests, bytes and work of the main thread, each counted, none timed.

import assert from "node:assert/strict";
import test from "node:test";

import { eventually, sizes } from "../support/browser.mjs";
import { openRoom } from "../support/table.mjs";

const room = await openRoom(test);
const kilo = 1024;

// Loads an address with an empty cache; counts until `ready` is there. The engine is counted apart.
async function cost(address, ready, { hasEngine = false } = {}) {
  const page = await room.browser.open(room.url, { size: sizes.phone });
  const client = await page.context().newCDPSession(page);
  const loaded = new Map();
  const names = new Map();
  await client.send("Network.enable");
  client.on("Network.requestWillBeSent", ({ requestId, request }) => names.set(requestId, request.url));
  client.on("Network.loadingFinished", ({ requestId, encodedDataLength }) =>
    loaded.set(names.get(requestId), encodedDataLength),
  );
  await client.send("Profiler.enable");
  await client.send("Profiler.startPreciseCoverage", { callCount: true, detailed: false });
  await page.goto(room.url + address);
  await page.locator(ready).first().waitFor();
  const calls = await callsOf(client);
  // The browser may tell of it a moment later.
  if (hasEngine) await eventually(async () => assert.ok([...loaded.keys()].some((name) => name.endsWith(".wasm"))));
  const engine = [...loaded].filter(([name]) => name.endsWith(".wasm"));
  for (const [name] of engine) loaded.delete(name);
  const found = {
    requests: loaded.size,
    bytes: sum([...loaded.values()]),
    names: [...loaded.keys()],
    engine: sum(engine.map(([, size]) => size)),
  };
  const nodes = await page.evaluate(() => document.querySelectorAll("*").length);
  page.assertQuiet();
  await page.context().close();
  return { ...found, nodes, calls };
}

// How many functions of the page were called since the last time: work that is the same on every machine.
async function callsOf(client) {
  const { result } = await client.send("Profiler.takePreciseCoverage");
  const own = result.filter(({ url }) => url.includes("/assets/"));
  return sum(own.flatMap(({ functions }) => functions.map(({ ranges: [whole] }) => whole.count)));
}

const sum = (numbers) => numbers.reduce((all, one) => all + one, 0);

test("home: a board after few requests and bytes, without the engine", async () => {
  const { requests, bytes, nodes, names, calls } = await cost("/", '[data-tile="chess"] [data-piece="K"]');
  assert.ok(requests <= 14, `${requests} requests: ${names.join(" ")}`);
  assert.ok(bytes <= 110 * kilo, `${bytes} bytes`);
  assert.ok(nodes <= 2500, `${nodes} elements`);
  assert.ok(calls <= 15_000, `${calls} functions were called`);
});

test("a game: the engine once, and little else", async () => {
  const { id } = await room.newGame({ game: "chess" });
  const found = await cost(`/games/${id}`, ".board [data-piece]", { hasEngine: true });
  const { requests, bytes, engine, names, calls } = found;
  assert.ok(requests <= 18, `${requests} requests: ${names.join(" ")}`);
  assert.ok(bytes <= 130 * kilo, `${bytes} bytes`);
  assert.ok(engine > 0 && engine <= 530 * kilo, `${engine} bytes of the engine`);
  assert.ok(calls <= 25_000, `${calls} functions were called`);
});

test("files whose names change with their contents are kept for good, compressed", async () => {
  const html = await (await fetch(`${room.url}/`)).text();
  const [, script] = /src="(\/assets\/[^"]+\.js)"/.exec(html);
  const text = await (await fetch(room.url + script)).text();
  const [wasm] = /[\w-]+\.wasm/.exec(text) ?? [];
  assert.ok(wasm, "the first script asks for the engine");
  for (const name of [script, `/assets/${wasm}`]) {
    for (const [accepted, coding] of [
      ["gzip, deflate, br", "br"],
      ["gzip", "gzip"],
      ["identity", null],
    ]) {
      const answer = await fetch(room.url + name, { headers: { "Accept-Encoding": accepted } });
      assert.match(answer.headers.get("cache-control"), /immutable/, name);
      assert.equal(answer.headers.get("content-encoding"), coding, name);
      assert.ok((await answer.arrayBuffer()).byteLength > 50_000, "it can be unpacked");
    }
  }
});

// Work is counted where it is caused: a move must not draw the page anew.
test("a move changes the board and its row of the list, not the rest of the page", async () => {
  const game = await room.newGame({ game: "chess" });
  const moves = ["e4", "e5", "Nf3", "Nc6", "Bc4", "Bc5", "b4", "Bxb4", "c3", "Ba5"];
  for (const [ply, move] of moves.entries()) {
    await room.games.move(game.id, game.keys[ply % 2 === 0 ? "white" : "black"], { move, ply });
  }
  const black = await room.sit(game.id, game.keys.black);
  await black.page.locator(".moves [data-ply='10']").waitFor();
  await black.page.evaluate(() => {
    window.added = 0;
    new MutationObserver((changes) => {
      for (const { addedNodes } of changes) {
        for (const node of addedNodes) window.added += node.querySelectorAll?.("*").length + 1 || 0;
      }
    }).observe(document.body, { childList: true, subtree: true });
  });
  const client = await black.page.context().newCDPSession(black.page);
  await client.send("Profiler.enable");
  await client.send("Profiler.startPreciseCoverage", { callCount: true, detailed: false });
  await client.send("Performance.enable");
  const layouts = async () => {
    const { metrics } = await client.send("Performance.getMetrics");
    return metrics.find(({ name }) => name === "LayoutCount").value;
  };
  const before = await layouts();
  await room.games.move(game.id, game.keys.white, { move: "d4", ply: 10 });
  await black.shows("d4", "P");
  await black.says("Your move");
  const added = await black.page.evaluate(() => window.added);
  assert.ok(added <= 700, `${added} elements were made for one move`);
  const calls = await callsOf(client);
  const laidOut = (await layouts()) - before;
  assert.ok(calls <= 25_000, `${calls} functions were called for one move`);
  assert.ok(laidOut <= 10, `the page was laid out ${laidOut} times for one move`);
  await room.leave(black);
});
