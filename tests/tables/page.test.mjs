// The static site in Chromium: it shows the table, follows a new move, and creates a move file that the
// referee accepts.

import assert from "node:assert/strict";
import { createServer } from "node:http";
import { existsSync, readFileSync } from "node:fs";
import path from "node:path";
import test from "node:test";

import { randomFrom } from "../support/random.mjs";
import { shot, sizes, startBrowser } from "../support/browser.mjs";
import { newHub } from "./hub.mjs";
import { anyMove } from "./moves.mjs";

const hub = newHub();
const players = { alice: hub.clone("alice"), bob: hub.clone("bob") };
const site = hub.clone("site");
const random = randomFrom("page");

for (const [id, game, ...options] of [
  ["club", "go", "--set=size=9"],
  ["duel", "backgammon"],
  ["plain", "chess"],
]) {
  hub.table("new", id, game, "--white=alice", "--black=bob", ...options, "--push");
}
site.pull();
const made = site.table("page", "page", "--interval", "1", "--address", "https://github.com/owner/name");
assert.equal(made.status, 0, made.stderr);

const types = {
  ".html": "text/html",
  ".js": "text/javascript",
  ".css": "text/css",
  ".wasm": "application/wasm",
  ".json": "application/json",
};
const server = createServer((request, response) => {
  const file = path.join(site.folder, path.normalize(new URL(request.url, "http://x").pathname));
  const name = file.endsWith("/") ? path.join(file, "index.html") : file;
  if (!existsSync(name)) return response.writeHead(404).end();
  response.writeHead(200, { "Content-Type": types[path.extname(name)] ?? "text/plain" }).end(readFileSync(name));
});
await new Promise((ready) => server.listen(0, "127.0.0.1", ready));
const url = `http://127.0.0.1:${server.address().port}`;
const browser = await startBrowser();
test.after(async () => {
  await browser.close();
  server.close();
});

async function open(id, options) {
  const page = await browser.open(url, options);
  await page.goto(`${url}/page/?table=${id}`);
  await page.locator("#board svg").waitFor();
  return page;
}

// Makes a legal move for the side to move, has it refereed, and pulls it into the folder of the site.
function moved(id) {
  const state = hub.state(id);
  const clone = players[state.players[state.activePlayer]];
  clone.pull();
  const { name, content } = anyMove(clone, id, random);
  clone.write(name, content);
  clone.push();
  const { verdicts } = hub.process(clone);
  assert.deepEqual(
    verdicts.map(({ refused }) => refused),
    [""],
  );
  site.pull();
}

test("it shows the table", async () => {
  const page = await open("duel");
  const state = hub.state("duel");
  assert.match(await page.locator("#title").textContent(), /duel: Backgammon, alice and bob/);
  assert.match(
    await page.locator("#status").textContent(),
    new RegExp(`${state.players[state.activePlayer]} .* to move, dice`),
  );
  assert.match(await page.locator("#messages").textContent(), /Game started/);
  assert.deepEqual(await page.locator("nav a").allTextContents(), ["club", "duel", "plain"]);
  await shot(page, "table-page");
  page.assertQuiet();
  const phone = await open("club", { size: sizes.phone, scheme: "dark" });
  await shot(phone, "table-page-phone");
  const width = await phone.evaluate(() => document.documentElement.scrollWidth);
  assert.ok(width <= sizes.phone.width, `${width} wide`);
  phone.assertQuiet();
});

test("it follows a new move within a polling interval, and steps through the past", async () => {
  const page = await open("plain");
  const before = await page.locator("#what").textContent();
  moved("plain");
  await page.waitForFunction((old) => document.getElementById("what").textContent !== old, before, { timeout: 5000 });
  assert.match(await page.locator("#status").textContent(), /bob \(Black\) to move/);
  moved("plain");
  await page.waitForFunction(() => /^2 of 2/.test(document.getElementById("what").textContent), undefined, {
    timeout: 5000,
  });
  const present = await page.locator("#board").innerHTML();
  await page.locator("#back").click();
  assert.match(await page.locator("#what").textContent(), /^1 of 2/);
  assert.notEqual(await page.locator("#board").innerHTML(), present);
  await page.locator("#first").click();
  assert.match(await page.locator("#what").textContent(), /^0 of 2/);
  await page.locator("#last").click();
  assert.equal(await page.locator("#board").innerHTML(), present);
  page.assertQuiet();
});

test("it creates a move file that the referee accepts, at every table", async () => {
  for (const id of ["duel", "plain", "club"]) {
    const page = await open(id);
    await page.locator("#text").fill("nonsense");
    assert.notEqual(await page.locator("#answer.refused").textContent(), "");
    assert.ok(await page.locator("#result").isHidden());
    const move = await page.locator("#legal option").first().getAttribute("value");
    await page.locator("#text").fill(move);
    await page.locator("#comment").fill('With "quotes" & <signs> 🎲');
    await page.locator("#commit").waitFor();
    const link = new URL(await page.locator("#commit").getAttribute("href"));
    assert.equal(link.origin + link.pathname, "https://github.com/owner/name/new/main");
    const name = link.searchParams.get("filename");
    const content = link.searchParams.get("value");
    assert.equal(content, await page.locator("#content").textContent());
    await shot(page, `table-page-move-${id}`);
    const state = hub.state(id);
    const clone = players[state.players[state.activePlayer]];
    clone.pull();
    clone.write(name, content);
    clone.push();
    assert.deepEqual(
      hub.process(clone).verdicts.map(({ refused }) => refused),
      [""],
    );
    page.assertQuiet();
  }
});

test("an unreadable table is reported, and shown again when it is back", async () => {
  const page = await open("club");
  page.forgive(/404|Failed to load/);
  site.git("mv", "tables/club", "tables/away");
  await page.waitForFunction(() => document.getElementById("error").textContent !== "");
  site.git("mv", "tables/away", "tables/club");
  await page.waitForFunction(() => document.getElementById("error").textContent === "");
  page.assertQuiet();
});
