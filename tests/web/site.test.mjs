// The page as a whole: wrong addresses, files that browsers ask for, frames, links that unfurl, and no connection.

import assert from "node:assert/strict";
import http from "node:http";
import test from "node:test";

import { assertAccessible, assertFits, shot, sizes } from "../support/browser.mjs";
import { freePort, request } from "../support/server.mjs";
import { openRoom } from "../support/table.mjs";

const room = await openRoom(test, { port: await freePort() });

test("a wrong address gets a page of one's own, and programs still get a problem", async () => {
  const page = await room.browser.open(room.url);
  page.forgive(/404|400|422/);
  for (const address of ["/nowhere", "/api", "/games/"]) {
    const answer = await page.goto(room.url + address);
    assert.equal(answer.status(), 404);
    await page.getByRole("heading", { name: "Nothing here" }).waitFor();
    await page.getByText(`There is no page at ${address}.`).waitFor();
  }
  await assertAccessible(page);
  await page.getByRole("link", { name: "Back to the games" }).click();
  await page.locator("[data-tile]").first().waitFor();
  const answer = await request(`${room.url}/nowhere`);
  assert.deepEqual([answer.status, answer.body.code], [404, "no_such_page"]);

  await page.goto(`${room.url}/go/%`);
  await page.getByRole("heading").first().waitFor();
  page.assertQuiet();
  await page.context().close();
});

test("files that browsers ask for", async () => {
  for (const [name, type] of Object.entries({
    "favicon.ico": "image/x-icon",
    "icon.svg": "image/svg+xml",
    "manifest.webmanifest": "application/manifest+json",
    "sw.js": "text/javascript; charset=utf-8",
  })) {
    const answer = await fetch(`${room.url}/${name}`);
    assert.deepEqual([answer.status, answer.headers.get("content-type")], [200, type], name);
  }
  const manifest = await (await fetch(`${room.url}/manifest.webmanifest`)).json();
  assert.equal(manifest.start_url, "/");
});

test("the API's page has the way back to the others, and its games link to their pages", async () => {
  const { id } = await room.newGame({ game: "chess" });
  const page = await room.browser.open(room.url);
  await page.goto(`${room.url}/docs`);
  await page.locator(`.boards a[href="/games/${id}"]`).waitFor();
  const main = page.getByRole("navigation", { name: "Main" });
  assert.deepEqual(await main.getByRole("link").allInnerTexts(), [
    "Arbiter",
    "Games",
    "Board",
    "Inspector",
    "Arena",
    "API",
  ]);
  await shot(page, "docs");
  await page.setViewportSize(sizes.phone);
  const { height } = await main.boundingBox();
  assert.ok(height < 60, `the links are in one row on a phone, ${height} px high`);
  await page.setViewportSize(sizes.desktop);
  await main.getByRole("link", { name: "Board" }).click();
  await page.getByRole("application").waitFor();
  page.assertQuiet();
  await page.context().close();
});

test("a game may be shown in the frame of another page, and only there", async () => {
  const { id, keys } = await room.newGame({ game: "go", options: { size: 9 } });
  const host = http.createServer((_, response) => {
    response.setHeader("Content-Type", "text/html");
    const frame = (path) => `<iframe width="400" height="520" title="${path}" src="${room.url}${path}"></iframe>`;
    response.end(`<!doctype html><title>Host</title>${frame(`/embed/games/${id}`)}${frame(`/games/${id}`)}`);
  });
  await new Promise((resolve) => host.listen(0, "127.0.0.1", resolve));
  const context = await room.browser.browser.newContext({ serviceWorkers: "block" });
  const page = await context.newPage();
  await page.goto(`http://127.0.0.1:${host.address().port}/`);
  const frame = page.frameLocator("iframe").first();
  await frame.getByText("Black to move", { exact: true }).waitFor();
  await room.games.move(id, keys.black, { move: "E5", ply: 0 });
  await frame.locator('.stone[data-point="E5"]').waitFor();
  assert.equal(await frame.getByRole("link").first().getAttribute("href"), `/games/${id}`);
  await shot(page, "embed");
  assert.equal(await page.frameLocator("iframe").nth(1).locator("#app").count(), 0, "the page itself is not framed");
  await context.close();
  host.close();
});

test("a link to a game shows its board where it is pasted", async () => {
  const { id, keys } = await room.newGame({ game: "chess" });
  const html = await (await fetch(`${room.url}/games/${id}`)).text();
  const [, image] = /<meta property="og:image" content="([^"]+)">/.exec(html) ?? [];
  assert.equal(image, `${room.url}/api/games/${id}/board.png?size=600`);
  const picture = await fetch(image);
  assert.deepEqual([picture.status, picture.headers.get("content-type")], [200, "image/png"]);
  await room.games.move(id, keys.white, { move: "e4", ply: 0 });
  const then = await (await fetch(`${room.url}/embed/games/${id}?ply=0`)).text();
  const [, earlier] = /<meta property="og:image" content="([^"]+)">/.exec(then);
  assert.equal(earlier, `${image}&amp;ply=0`);
  assert.deepEqual(
    new Uint8Array(await (await fetch(earlier.replace("&amp;", "&"))).arrayBuffer()),
    new Uint8Array(await picture.arrayBuffer()),
    "the board of that moment",
  );
  for (const hostile of ['?ply="><script>', "?ply=-1", "?ply=1e9"]) {
    assert.ok(!(await (await fetch(`${room.url}/games/${id}${hostile}`)).text()).includes("ply"), hostile);
  }
});

test("the Board, the bots and the inspector work without a connection", async () => {
  const page = await room.browser.open(room.url, { serviceWorkers: "allow", size: sizes.phone });
  await page.goto(`${room.url}/`);
  await page.waitForFunction(() => navigator.serviceWorker.controller !== null);
  page.forgive(/ERR_|WebSocket|Failed to load/);
  await page.context().setOffline(true);
  await room.stop();
  await page.goto(`${room.url}/chess/e4,e5`);
  await page.locator('[data-piece="P"][data-square="e4"]').waitFor();
  await assertFits(page);
  await page.getByText("Play the bot").click();
  await page.getByLabel("The bot plays").selectOption("White");
  await page.waitForURL(/\/chess\/e4,e5,\w+/);
  await page.goto(`${room.url}/backgammon/`);
  await page.getByText("Play the bot").click();
  await page.getByLabel("The bot plays").selectOption("White");
  await page.waitForURL(/\/backgammon\/\w+/);
  await page.goto(`${room.url}/inspect`);
  await page.getByRole("textbox").first().fill("4k3/8/8/8/8/8/4P3/4K3 w - - 0 1");
  await page.locator('[data-piece="P"][data-square="e2"]').first().waitFor();
  page.assertQuiet();
  await page.context().close();
  await room.restart();
});

// Notes when the page first shows a board, and what it had loaded by then.
async function watchFirstBoard(page, selector) {
  await page.addInitScript((wanted) => {
    const look = () => {
      if (!document.querySelector(wanted)?.getBoundingClientRect().width) return;
      changes.disconnect();
      window.firstBoard = performance.now();
    };
    const changes = new MutationObserver(look);
    changes.observe(document, { childList: true, subtree: true });
  }, selector);
}

async function loadedBefore(page) {
  await page.waitForFunction(() => window.firstBoard);
  const engine = await page.waitForFunction(() =>
    performance
      .getEntriesByType("resource")
      .find(({ name }) => name.endsWith(".wasm"))
      ?.toJSON(),
  );
  const { at, bytes } = await page.evaluate(() => {
    const before = performance.getEntriesByType("resource").filter((one) => one.responseEnd <= window.firstBoard);
    return { at: window.firstBoard, bytes: before.reduce((sum, { transferSize }) => sum + transferSize, 0) };
  });
  return { at, bytes, engine: await engine.jsonValue() };
}

async function slowPhone() {
  const page = await room.browser.open(room.url, { size: sizes.phone });
  const client = await page.context().newCDPSession(page);
  await client.send("Network.enable");
  await client.send("Network.emulateNetworkConditions", {
    offline: false,
    latency: 150,
    downloadThroughput: 1_600_000 / 8,
    uploadThroughput: 750_000 / 8,
  });
  await client.send("Emulation.setCPUThrottlingRate", { rate: 4 });
  return page;
}

test("the first board comes before the engine on a slow phone: the boards of the home page", async () => {
  const page = await slowPhone();
  await watchFirstBoard(page, '[data-tile="chess"] [data-piece="K"]');
  await page.goto(`${room.url}/`, { waitUntil: "commit" });
  const { at, bytes, engine } = await loadedBefore(page);
  assert.ok(bytes < 100_000, `${bytes} bytes came before the first board`);
  assert.ok(engine.startTime > at, "the engine comes after the boards");
  page.assertQuiet();
  await page.context().close();
});

test("the first board comes before the engine on a slow phone: a game, as its player sees it", async () => {
  const { id, keys } = await room.newGame({ game: "chess", private: true });
  const page = await slowPhone();
  const picture = ".first [data-piece]";
  await watchFirstBoard(page, picture);
  await page.goto(`${room.url}/games/${id}#key=${keys.black}`, { waitUntil: "commit" });
  const { at, bytes, engine } = await loadedBefore(page);
  assert.ok(bytes < 120_000, `${bytes} bytes came before the first board`);
  assert.ok(engine.responseEnd > at, "the engine comes after the board");
  await page.getByRole("application").waitFor();
  page.assertQuiet();
  await page.context().close();
});

test("the first board is seen from the side of the link, and the next time from the side that is played", async () => {
  const { id, keys } = await room.newGame({ game: "chess", private: true });
  const page = await room.browser.open(room.url, { size: sizes.phone });
  const keepEngineAway = () => page.route("**/*.wasm", () => {});
  const blackIsBelow = async () => {
    await page.locator(".first [data-piece]").first().waitFor();
    const [own, other] = await Promise.all(
      ["k", "K"].map((piece) => page.locator(`.first [data-piece="${piece}"]`).boundingBox()),
    );
    return own.y > other.y;
  };
  await keepEngineAway();
  await page.goto(`${room.url}/games/${id}#key=${keys.black}`);
  assert.ok(await blackIsBelow(), "whoever is invited as Black");
  await assertFits(page);
  await page.unroute("**/*.wasm");
  await page.reload();
  await page.getByRole("application").waitFor();
  await page.waitForFunction(() => location.hash === "");
  await keepEngineAway();
  await page.reload();
  assert.ok(await blackIsBelow(), "without the key in the address");
  page.assertQuiet();
  await page.context().close();
});

test("the first board waits neither for the engine nor for the page's main script", async () => {
  const { id } = await room.newGame({ game: "chess" });
  for (const [address, piece] of [
    [`/games/${id}`, '.first [data-piece="P"][data-square="e2"]'],
    ["/chess/e4,e5", '.first [data-piece="P"][data-square="e4"]'],
    ["/go/9x9,C3b?komi=6.5", '.first [data-point="C3"]'],
    ["/backgammon/", ".first svg"],
  ]) {
    const page = await room.browser.open(room.url);
    await page.route(/\/index-[^/]+\.js$|\.wasm$/, () => {});
    await page.goto(room.url + address, { waitUntil: "commit" });
    await page.locator(piece).first().waitFor();
    page.assertQuiet();
    await page.context().close();
  }
});
