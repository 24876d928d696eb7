// Measures a review in the browser: a game of chess with 60 moves a side is opened on the Board in Chromium. Prints the
// seconds to the first curve and to the whole review, and the longest task of the page's main thread meanwhile.
//
// Usage: ARBITER_PROGRAM=build/release/cli/arbiter node tests/bench/review.mjs [--quick]

import path from "node:path";
import { pathToFileURL } from "node:url";

import { startBrowser } from "../support/browser.mjs";
import { startServer } from "../support/server.mjs";

const quick = process.argv.includes("--quick");
const { rounds, plies } = quick ? { rounds: 1, plies: 6 } : { rounds: 7, plies: 120 };
const root = path.join(import.meta.dirname, "../..");

/** The moves of a game between two weak bots that is as long as that, in UCI. */
async function longGame() {
  const { loadEngine } = await import(pathToFileURL(path.join(root, "build/wasm/package/index.js")));
  const engine = await loadEngine();
  for (let seed = 1; ; seed++) {
    const game = engine.new("chess");
    for (let ply = 0; ply < plies && !game.outcome; ply++)
      game.play(game.botMove({ level: 3, seed: seed * plies + ply }));
    if (!game.outcome) return game.history("uci");
  }
}

async function review(browser, url, moves) {
  const page = await browser.open(url);
  await page.goto(`${url}/chess/${moves.join(",")}`);
  await page.locator(".explore").waitFor();
  await page.getByText("Review", { exact: true }).click();
  await page.evaluate(() => {
    window.longest = 0;
    new PerformanceObserver((list) => {
      for (const { duration } of list.getEntries()) window.longest = Math.max(window.longest, duration);
    }).observe({ type: "longtask" });
  });
  const begin = performance.now();
  const elapsed = () => (performance.now() - begin) / 1000;
  await page.getByRole("button", { name: "Review the game" }).click();
  await page.getByRole("slider", { name: "White's chance to win, move by move" }).waitFor();
  const first = elapsed();
  await page.getByRole("button", { name: "Write into the document" }).waitFor();
  const whole = elapsed();
  const longest = await page.evaluate(() => window.longest);
  await page.context().close();
  return { first, whole, longest };
}

const moves = await longGame();
const server = await startServer();
const browser = await startBrowser();
console.log(`A review of ${plies / 2} moves of chess in the browser (goals: 2 s, 20 s, no task over 50 ms)`);
try {
  for (let round = 0; round < rounds; round++) {
    const { first, whole, longest } = await review(browser, server.url, moves);
    const task = longest === 0 ? "no task over 50 ms" : `longest task ${longest} ms`;
    console.log(`first curve ${first.toFixed(2)} s, whole ${whole.toFixed(1)} s, ${task}`);
  }
} finally {
  await browser.close();
  await server.stop();
}
