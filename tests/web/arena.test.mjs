// The arena page: no tournament, a running one, a finished one.

import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { once } from "node:events";
import path from "node:path";
import test from "node:test";

import { assertAccessible, assertFits, shot, sizes } from "../support/browser.mjs";
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
  const words = ["--name", "Nine by nine", "--game", "go", "--set", "size=9", "--player", "bot:4", "--player", "bot:5"];
  return spawn(
    process.env.ARBITER_PROGRAM,
    ["arena", ...words, "--player", "random", "--rounds", "200", "--output", folder, "--quiet"],
    { stdio: "ignore" },
  );
}

test("a tournament appears, is followed, and ends", async (t) => {
  const page = await arenaPage();
  await page.getByText("arbiter serve --arena").waitFor();
  await assertAccessible(page);

  const cup = playCup();
  t.after(() => cup.kill("SIGKILL"));
  await page.getByRole("heading", { name: "Nine by nine" }).waitFor();
  const rows = page.getByRole("table").getByRole("rowheader");
  assert.deepEqual((await rows.allTextContents()).map((name) => name.trim()).sort(), ["bot:4", "bot:5", "random"]);
  await page.getByRole("heading", { name: "Games in progress" }).waitFor();
  await page.locator("figure svg").first().waitFor();
  const played = async () => Number(await page.getByRole("progressbar").getAttribute("value"));
  const before = await played();
  await page.waitForFunction((n) => document.querySelector("progress").value > n, before, { timeout: 60_000 });
  await assertAccessible(page);
  await shot(page, "arena");

  cup.kill("SIGTERM");
  await once(cup, "exit");
  await page.getByText("stopped").waitFor();
  await page.getByRole("heading", { name: "Games in progress" }).waitFor({ state: "detached" });
  page.assertQuiet();
});

test("it fits a phone, in dark mode", async () => {
  const page = await arenaPage({ size: sizes.phone, scheme: "dark" });
  await page.getByRole("heading", { name: "Nine by nine" }).waitFor();
  await assertFits(page);
  await assertAccessible(page);
  await shot(page, "arena_phone");
  page.assertQuiet();
});
