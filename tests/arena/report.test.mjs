// The report of a tournament in a browser: every game can be played through beside its transcript,
// a link leads to a move, and nothing is fetched from anywhere.

import assert from "node:assert/strict";
import path from "node:path";
import test from "node:test";
import { pathToFileURL } from "node:url";

import { startBrowser } from "../support/browser.mjs";
import { temporaryFolder } from "../support/server.mjs";
import { finish } from "./arena.mjs";
import { endpoint } from "./endpoint.mjs";

const folder = temporaryFolder();

for (const game of ["chess", "go", "backgammon"]) {
  test(`the report of ${game} in Chromium`, async (t) => {
    const url = await endpoint(t);
    const output = path.join(folder, game);
    const size = game === "go" ? ["--set", "size=5"] : [];
    const players = ["--player", `llm:m@${url}`, "--player", "random"];
    await finish(["--game", game, ...size, ...players, "--moves-max", "12", "-o", output, "-q"]);

    const browser = await startBrowser();
    t.after(() => browser.close());
    const report = pathToFileURL(path.join(output, "report.html")).href;
    const page = await browser.open("about:blank");
    const requests = [];
    page.on("request", (request) => requests.push(request.url()));
    await page.goto(report);
    assert.equal(await page.locator("#game-choice option").count(), 2);
    const board = () => page.locator("#board").innerHTML();
    const first = await board();
    assert.match(first, /^<svg/);
    await page.click("#next");
    await page.waitForURL(/#g1p1$/);
    const moves = page.locator("#moves a");
    assert.ok((await moves.count()) >= 12);
    await page.click("#last");
    await page.waitForFunction(() => document.querySelector("#moves a:last-of-type").className === "now");
    assert.notEqual(await board(), first);
    const { hash } = new URL(page.url());
    await page.keyboard.press("ArrowLeft");
    await page.waitForURL((address) => address.hash !== hash);

    await page.goto(`${report}#g2p0`);
    await page.waitForFunction(() => document.getElementById("game-choice").value === "1");
    // Somewhere in the second game the model is asked, and its transcript stands beside the board.
    const asked = page.locator("#turn details");
    for (let ply = 0; (await asked.count()) === 0; ++ply) {
      assert.ok(ply < 12, "the model is asked before long");
      await page.click("#next");
      // The address changes first, then the page.
      await page.waitForSelector(`#moves a.now[href="#g2p${ply + 1}"]`);
    }
    const transcript = await page.locator("#turn").innerText();
    assert.match(transcript, /Question/);
    assert.match(await page.locator("#turn pre").first().textContent(), /You are playing/);
    assert.match(await page.locator("#turn pre").nth(1).textContent(), /"move"/);
    assert.match(await page.locator("body").innerText(), /How games ended/);
    assert.deepEqual([...new Set(requests.map((address) => address.split("#")[0]))], [report]);
  });
}
