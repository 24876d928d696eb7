// The static site in Chromium: it shows the table, follows a new move, and creates a move file that the
// referee accepts.

import assert from "node:assert/strict";
import { createServer } from "node:http";
import { existsSync, readFileSync, readdirSync, writeFileSync } from "node:fs";
import path from "node:path";
import test from "node:test";

import { randomFrom } from "../support/random.mjs";
import { shot, sizes, startBrowser } from "../support/browser.mjs";
import { newHub } from "./hub.mjs";
import { anyMove, engine } from "./moves.mjs";

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
site.write("tables/notes/a.txt", "This is not a table.");
// From another folder it is written into the repository all the same.
const made = hub.try(
  "page",
  "-C",
  site.folder,
  "--interval=1",
  "--address=https://github.com/owner/name",
  "--listing=/list",
);
assert.equal(made.status, 0, made.stderr);

const types = {
  ".html": "text/html",
  ".js": "text/javascript",
  ".css": "text/css",
  ".wasm": "application/wasm",
  ".json": "application/json",
};
const server = createServer((request, response) => {
  // As GitHub's API lists a folder.
  if (request.url === "/list") {
    const entries = readdirSync(site.path("tables"), { withFileTypes: true });
    const list = entries.map((entry) => ({ name: entry.name, type: entry.isDirectory() ? "dir" : "file" }));
    return response.writeHead(200, { "Content-Type": "application/json" }).end(JSON.stringify(list));
  }
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
  page.forgive(/404|Failed to load/); // tables/notes has no table.json
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
  await page.locator("nav a").first().waitFor();
  assert.deepEqual(await page.locator("nav a").allTextContents(), ["club", "duel", "plain"]);
  assert.match(await page.locator("nav li").last().textContent(), /plain chess, alice and bob: alice to move/);
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

// Clicks on the board until a move is complete, in the numbers of the side to move.
const place = (id, state) => (point) => {
  if (id === "plain") return `[data-square="${point}"]`;
  if (id === "club") return `[data-point="${point}"]`;
  return `[data-index="${state.activePlayer === "white" ? point - 1 : 24 - point}"]`;
};

test("a move is made by clicks on the board, on a phone and on a desktop, and sent by an issue", async () => {
  site.pull();
  for (const [id, size] of [
    ["duel", sizes.phone],
    ["plain", sizes.phone],
    ["club", sizes.desktop],
  ]) {
    const page = await open(id, { size });
    const state = hub.state(id);
    const game = engine.load(hub.show(`tables/${id}/record.json`), { format: "record" });
    const where = place(id, state);
    const click = (point) =>
      page
        .locator(`#board ${where(point)}`)
        .first()
        .click({ force: true });
    if (id === "plain") {
      const move = game.legal("uci")[0];
      await click(move.slice(0, 2));
      await page.locator("#board .held").first().waitFor();
      await click(move.slice(2, 4));
    } else if (id === "club") {
      await click(game.legal().at(5));
    } else {
      for (const made = []; !(await page.locator("#issue").isVisible());) {
        const [{ from, to }] = game.ask("steps", made.join(" ")).steps;
        await click(from);
        await click(to);
        made.push(`${from}/${to}`);
        assert.ok(made.length <= 4);
      }
    }
    game.dispose();
    await page.locator("#issue").waitFor();
    await shot(page, `table-page-click-${id}`);
    const link = new URL(await page.locator("#issue").getAttribute("href"));
    assert.equal(link.origin + link.pathname, "https://github.com/owner/name/issues/new");
    await sentBy(page, state.players[state.activePlayer]);
    page.assertQuiet();
  }
});

test("the board turns, and the game is downloaded", async () => {
  const page = await open("plain");
  const rank = () => page.locator('#board [data-square="a1"]').first().boundingBox();
  const before = await rank();
  await page.locator("#flip").click();
  assert.ok(Math.abs((await rank()).y - before.y) > 100);
  assert.match(await page.locator("#last-move").textContent(), /^(alice|bob) \((White|Black)\) played /);
  page.assertQuiet();
  for (const [id, name, content] of [
    ["plain", "plain.pgn", /\[White "alice"\]/],
    ["club", "club.sgf", /PW\[alice\]/],
    ["duel", "duel.mat", /alice/],
  ]) {
    const other = await open(id);
    const [download] = await Promise.all([other.waitForEvent("download"), other.locator("#downloads a").click()]);
    assert.equal(download.suggestedFilename(), name);
    assert.match(readFileSync(await download.path(), "utf8"), content);
    other.assertQuiet();
  }
});

// Commands by comments would take as long; this is about the page.
const files = (id, moves) => {
  for (const [by, ...texts] of moves) {
    const clone = players[by];
    clone.pull();
    assert.equal(clone.table("move", id, ...texts, "--push").status, 0);
    hub.table("process", `--pusher=${by}`, "--push");
  }
  site.pull();
};

// What the link of the page asks for, as the issue that it opens.
async function sentBy(page, login) {
  const link = new URL(await page.locator("#issue").getAttribute("href"));
  const event = path.join(hub.folder, "issue.json");
  const author = { login, type: "User" };
  const issue = {
    number: 7,
    body: link.searchParams.get("body"),
    user: author,
    created_at: new Date().toISOString(),
  };
  writeFileSync(event, JSON.stringify({ action: "opened", issue, repository: { full_name: "o/n" }, sender: author }));
  const { verdicts } = JSON.parse(hub.table("process", `--event=${event}`, "--push", "--json"));
  assert.deepEqual(
    verdicts.map(({ refused }) => refused),
    [""],
    issue.body,
  );
  site.pull();
}

test("dead stones are marked by clicks", async () => {
  hub.table("new", "end", "go", "--white=alice", "--black=bob", "--set=size=5", "--push");
  files("end", [
    ["bob", "C3"],
    ["alice", "A1"],
    ["bob", "pass"],
    ["alice", "pass"],
  ]);
  const page = await open("end", { size: sizes.phone });
  await page.locator('#board [data-point="A1"]').first().click({ force: true });
  assert.equal(await page.locator("#text").inputValue(), "mark_dead A1, agree");
  await shot(page, "table-page-dead");
  // A second click takes the mark back.
  await page.locator('#board [data-point="A1"]').first().click({ force: true });
  assert.equal(await page.locator("#text").inputValue(), "agree");
  await page.locator('#board [data-point="A1"]').first().click({ force: true });
  await sentBy(page, hub.state("end").players[hub.state("end").activePlayer]);
  const next = hub.state("end");
  assert.equal(next.status, "playing");
  const other = await open("end");
  await other.locator("#text").fill("agree");
  await sentBy(other, next.players[next.activePlayer]);
  assert.equal(hub.state("end").winner, "black");
  page.assertQuiet();
  other.assertQuiet();
});

test("the cube is turned by buttons", async () => {
  hub.table("new", "cube", "backgammon", "--white=alice", "--black=bob", "--set=match=3", "--push");
  site.pull();
  moved("cube");
  const page = await open("cube", { size: sizes.phone });
  assert.match(
    await page.locator("#status").textContent(),
    /to move: roll or double; match to 3, score 0-0, cube at 1/,
  );
  await page.locator("#choices button", { hasText: "double" }).click();
  await shot(page, "table-page-cube");
  const doubled = hub.state("cube");
  await sentBy(page, doubled.players[doubled.activePlayer]);
  await page.locator("#choices button", { hasText: "drop" }).click();
  const { players: seats, activePlayer } = hub.state("cube");
  assert.notEqual(activePlayer, doubled.activePlayer);
  await sentBy(page, seats[activePlayer]);
  assert.equal(JSON.parse(hub.show("tables/cube/match.json"))[doubled.activePlayer], 1);
  await page.locator("#status", { hasText: /score (1-0|0-1), cube at 1|Crawford/ }).waitFor();
  page.assertQuiet();
});

test("an unreadable table is reported, and shown again when it is back", async () => {
  const page = await open("club");
  site.git("mv", "tables/club", "tables/away");
  await page.waitForFunction(() => document.getElementById("error").textContent !== "");
  site.git("mv", "tables/away", "tables/club");
  await page.waitForFunction(() => document.getElementById("error").textContent === "");
  page.assertQuiet();
});
