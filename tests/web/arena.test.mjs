// The arena page: no tournament, a running one, a finished one; and each of its games, with what its players said.

import assert from "node:assert/strict";
import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { writeFileSync } from "node:fs";
import path from "node:path";
import test from "node:test";

import { assertAccessible, assertFits, eventually, shot, sizes } from "../support/browser.mjs";
import { temporaryFolder } from "../support/server.mjs";
import { openRoom } from "../support/table.mjs";

const folder = path.join(temporaryFolder(), "cup");
const room = await openRoom(test, { args: ["--arena", folder] });

async function arenaPage(options) {
  const page = await room.browser.open(room.url, options);
  page.forgive(/404/); // until there is one
  await page.goto(`${room.url}/arena`);
  return page;
}

function playCup() {
  const words = ["--name", "Nine by nine", "--game", "go", "--set", "size=9", "--player", "bot:1", "--player", "bot:2"];
  return spawn(
    process.env.ARBITER_PROGRAM,
    ["arena", ...words, "--player", "random", "--rounds", "200", "--output", folder, "--quiet"],
    { stdio: "ignore" },
  );
}

test("a tournament appears, is followed, and ends; its cells and boards open games", async (t) => {
  const page = await arenaPage();
  await page.getByText("arbiter serve --arena").waitFor();
  await assertAccessible(page);

  const cup = playCup();
  t.after(() => cup.kill("SIGKILL"));
  await page.getByRole("heading", { name: "Nine by nine" }).waitFor();
  const standings = page.getByRole("region", { name: "Standings" });
  const rows = standings.getByRole("rowheader");
  await rows.nth(2).waitFor();
  assert.deepEqual((await rows.allTextContents()).map((name) => name.trim()).sort(), ["bot:1", "bot:2", "random"]);
  await page.getByRole("heading", { name: "Games in progress" }).waitFor();
  await page.locator("figure svg").first().waitFor();
  const played = async () => Number(await page.getByRole("progressbar").getAttribute("value"));
  const before = await played();
  await page.waitForFunction((n) => document.querySelector("progress").value > n, before, { timeout: 60_000 });
  await assertAccessible(page);
  await shot(page, "arena");

  // A board in play leads to a page that follows it until it has ended.
  await page.locator("figure a").first().click();
  await page.waitForURL(/\/arena\/games\/\d+$/);
  await page.getByRole("application").waitFor();
  await page.getByText(/ wins by | No result/).waitFor({ timeout: 60_000 });

  // From the table to any move of any game in three clicks.
  await page.goto(`${room.url}/arena`);
  await page.getByRole("link", { name: /^random against bot:1/ }).click();
  const list = page.getByRole("region", { name: "Games of random and bot:1" });
  await list.getByRole("link").first().click();
  await page.waitForURL(/\/arena\/games\/\d+$/);
  await page.locator('.moves [data-ply="3"]').click();
  await page.locator('.moves [data-ply="3"][aria-current="step"]').waitFor();
  await page.waitForURL((url) => url.search === "?ply=3");
  // A random player may pass.
  const moves = await page.locator(".moves [data-ply]").allInnerTexts();
  const stones = moves.slice(0, 3).filter((move) => /^[A-J]\d$/.test(move.trim())).length;
  await eventually(async () => assert.equal(await page.locator(".board .stone").count(), stones));

  cup.kill("SIGTERM");
  await once(cup, "exit");
  await page.goto(`${room.url}/arena`);
  await page.getByText("stopped").waitFor();
  await page.getByRole("heading", { name: "Games in progress" }).waitFor({ state: "detached" });
  page.assertQuiet();
  await page.context().close();
});

test("it fits a phone, in dark mode", async () => {
  const page = await arenaPage({ size: sizes.phone, scheme: "dark" });
  await page.getByRole("heading", { name: "Nine by nine" }).waitFor();
  await assertFits(page);
  await assertAccessible(page);
  await shot(page, "arena_phone");
  await page.goto(`${room.url}/arena/games/1`);
  await page.getByRole("application").waitFor();
  await assertFits(page);
  await assertAccessible(page);
  await shot(page, "arena_game_phone");
  page.assertQuiet();
  await page.context().close();
});

test("a game plays by itself, at the speed that is chosen", async () => {
  const page = await room.browser.open(room.url);
  await page.goto(`${room.url}/arena/games/1`);
  const speed = page.getByRole("combobox", { name: "Speed" });
  await speed.waitFor();
  assert.deepEqual(await speed.locator("option").allTextContents(), ["0.5×", "1×", "2×", "4×", "8×"]);
  await speed.selectOption("8×");
  await page.getByRole("button", { name: "Play the moves" }).click();
  await page.waitForFunction(() => Number(document.querySelector('.moves [aria-current="step"]')?.dataset.ply) >= 6);
  await page.getByRole("button", { name: "Pause" }).click();
  // The address names the moment.
  const current = page.locator('.moves [aria-current="step"]');
  await eventually(async () =>
    assert.equal(new URL(page.url()).search, `?ply=${await current.getAttribute("data-ply")}`),
  );
  await page.keyboard.press("Home");
  await page.keyboard.press("ArrowRight");
  await page.locator('.moves [data-ply="1"][aria-current="step"]').waitFor();
  page.assertQuiet();
  await page.context().close();
});

// Answers every turn with an impossible move first, and then with a legal one.
const agent = `
import { createInterface } from "node:readline";
for await (const line of createInterface({ input: process.stdin })) {
  const { legal, refusals } = JSON.parse(line);
  console.log(JSON.stringify({ move: refusals.length === 0 ? "a1a8" : legal[0] }));
}`;

test("beside each move of an agent: what it was asked and answered, what was refused and why", async (t) => {
  const place = temporaryFolder();
  const cup = path.join(place, "agents");
  writeFileSync(path.join(place, "agent.mjs"), agent);
  const players = ["--player", `stdio:${process.execPath} ${path.join(place, "agent.mjs")}`, "--player", "random"];
  const terms = ["--game", "chess", ...players, "--moves-max", "6", "--transcripts", "--quiet", "--output", cup];
  const { status, stderr } = spawnSync(process.env.ARBITER_PROGRAM, ["arena", ...terms], { encoding: "utf8" });
  assert.equal(status, 0, stderr);
  const theirs = await openRoom(t, { args: ["--arena", cup] });
  const page = await theirs.browser.open(theirs.url, { size: { width: 1920, height: 1000 } });
  await page.goto(`${theirs.url}/arena/games/1?ply=1`);
  const talk = page.getByRole("region", { name: "What was said" });
  await talk.locator("[data-refused]").getByText("a1a8").waitFor();
  await talk
    .locator("[data-refused]")
    .getByText(/rook|piece/)
    .waitFor();
  await talk.getByRole("heading", { level: 2 }).nth(3).waitFor();
  assert.deepEqual(await talk.getByRole("heading", { level: 2 }).allTextContents(), [
    "Asked 1",
    "Answered 1",
    "Asked 2",
    "Answered 2",
  ]);
  assert.match(await talk.locator("pre").first().textContent(), /"legal"/);
  assert.match(await talk.locator(".facts").textContent(), /\d s/);
  await assertAccessible(page);
  await shot(page, "arena_agents");
  // The random player was asked nothing over a wire.
  await page.keyboard.press("ArrowRight");
  await page.locator('.moves [data-ply="2"][aria-current="step"]').waitFor();
  await talk.locator("[data-refused]").first().waitFor({ state: "detached" });
  page.assertQuiet();
});
