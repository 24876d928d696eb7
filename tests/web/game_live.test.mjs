// The game page reconnects after the server was gone, works without a pointer,
// and shows clocks, presence, links and the panel for developers.

import assert from "node:assert/strict";
import test from "node:test";

import { assertAccessible, assertFits, shot, sizes } from "../support/browser.mjs";
import { freePort } from "../support/server.mjs";
import { openRoom } from "../support/table.mjs";

const room = await openRoom(test, { port: await freePort() });

test("a page reconnects after the server restarts, and nothing is lost", async () => {
  const game = await room.newGame({ game: "chess" });
  const white = await room.sit(game.id, game.keys.white);
  white.page.forgive(/ERR_CONNECTION_REFUSED|WebSocket/);
  await white.click("e2", "e4");
  await white.says("Black to move");
  await room.stop();
  await white.page.getByText("Connection lost").waitFor();
  await shot(white.page, "game_connection_lost");
  await room.restart();
  await room.games.move(game.id, game.keys.black, { move: "e5", ply: 1 });
  await white.shows("e5", "p");
  await white.page.getByText("Connection lost").waitFor({ state: "detached" });
  await white.click("g1", "f3");
  await white.shows("f3", "N");
  await room.leave(white);
});

test("a move made while the server is down is played once when it is back", async () => {
  const game = await room.newGame({ game: "chess" });
  const white = await room.sit(game.id, game.keys.white);
  white.page.forgive(/ERR_CONNECTION_REFUSED|WebSocket/);
  await room.stop();
  await white.click("d2", "d4");
  await white.page.getByText("Connection lost").waitFor();
  await room.restart();
  await white.says("Black to move");
  await white.shows("d4", "P");
  assert.equal((await room.reached(game.id, 1)).ply, 1);
  await room.leave(white);
});

test("chess by keyboard only, and the board announces the place under the cursor", async () => {
  const game = await room.newGame({ game: "chess" });
  const black = await room.sit(game.id, game.keys.black, { scheme: "dark" });
  await room.games.move(game.id, game.keys.white, { move: "f3", ply: 0 });
  await black.says("Your move");
  const { keyboard } = black.page;
  const spoken = (text) => black.page.getByRole("status").filter({ hasText: text }).first().waitFor();
  // Moves the cursor from one place to another with arrow keys.
  const go = async (...keys) => {
    for (const key of keys) await keyboard.press(key);
  };
  for (let tab = 0; tab < 20 && !(await black.board.evaluate((board) => board === document.activeElement)); ++tab) {
    await keyboard.press("Tab");
  }
  await go("ArrowUp", "ArrowDown");
  const words = black.page
    .getByRole("status")
    .filter({ hasText: /^[a-h][1-8],/ })
    .first();
  // White is at the top: the files run from h on the left to a.
  const steps = { ArrowLeft: [1, 0], ArrowRight: [-1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };
  const moveTo = async (target) => {
    let at = (await words.textContent()).slice(0, 2);
    while (at !== target) {
      const key = at[0] < target[0] ? "ArrowLeft" : at[0] > target[0] ? "ArrowRight" : null;
      const step = key ?? (at[1] < target[1] ? "ArrowDown" : "ArrowUp");
      const [file, rank] = steps[step];
      at = String.fromCodePoint(at.codePointAt(0) + file, at.codePointAt(1) + rank);
      await keyboard.press(step);
      await spoken(`${at},`);
    }
  };
  await moveTo("e7");
  await spoken("e7, black pawn");
  await keyboard.press("Enter");
  await spoken("Targets: ");
  await shot(black.page, "game_keyboard");
  await go("ArrowUp", "ArrowUp");
  await spoken("e5, empty, target");
  await keyboard.press("Enter");
  await black.says("White to move");
  await black.shows("e5", "p");
  await room.games.move(game.id, game.keys.white, { move: "g4", ply: 2 });
  await spoken("White: g4");
  await go("ArrowUp", "ArrowDown");
  await moveTo("d8");
  await keyboard.press(" ");
  await moveTo("h4");
  await keyboard.press(" ");
  await black.says("Black wins by checkmate");
  await assertAccessible(black.page);
  await room.leave(black);
});

test("presence, clocks, and links for absent players", async () => {
  const clock = { kind: "byo_yomi", base_ms: 1_000, period_ms: 60_000, periods: 3 };
  const game = await room.newGame({ game: "go", options: { size: 9 }, clock, private: true });
  const black = await room.sit(game.id, game.keys.black);
  await black.page.getByText("away", { exact: true }).waitFor();
  const watcher = await room.sit(game.id, game.keys.watch, { size: sizes.phone, scheme: "dark" });
  const white = await room.sit(game.id, game.keys.white);
  await black.page.getByText("away", { exact: true }).waitFor({ state: "detached" });
  await watcher.page.getByText("3 connected").waitFor();
  await black.click("E5");
  await white.says("Your move");
  await white.click("E6");
  await black.says("Your move");
  // The base time runs out, then the first of three periods starts.
  await watcher.page
    .getByRole("timer", { name: "Black's clock" })
    .getByText(/0:[1-5]\d/)
    .waitFor();
  await watcher.page.getByRole("timer", { name: "Black's clock" }).getByText("3 periods").waitFor();
  assert.equal(await watcher.page.getByRole("button", { name: "Pass" }).count(), 0, "who watches does not play");
  await assertFits(watcher.page);
  await assertAccessible(watcher.page);
  await shot(watcher.page, "game_watcher_phone", { fullPage: true });

  await black.page.getByText("Links").click();
  const link = await black.page.getByRole("textbox", { name: "To play Black" }).inputValue();
  assert.equal(link, `${room.url}/games/${game.id}#key=${game.keys.black}`);
  await black.page.getByText("For developers").click();
  await black.page.getByText(`POST /api/games/${game.id}/moves → 200`).waitFor();
  await black.page.getByText("curl -sN").waitFor();
  // The game as data has names and dates, as the export has.
  const data = black.page.locator('[data-format="sgf"] pre');
  for (const part of ["PB[Bob]", "PW[Ada]", "DT[20"]) await data.filter({ hasText: part }).waitFor();
  await assertAccessible(black.page);
  await shot(black.page, "game_developer", { fullPage: true });
  await room.leave(black, white, watcher);
});

test("a flag falls, a game is aborted after a confirmation; both with sound", async () => {
  const clock = { kind: "fischer", base_ms: 1_500, increment_ms: 0 };
  const timed = await room.newGame({ game: "chess", clock });
  const white = await room.sit(timed.id, timed.keys.white);
  await white.press("Sound");
  await white.click("e2", "e4");
  await white.says("White wins by time forfeit");
  assert.equal((await room.games.game(timed.id)).body.outcome.winner, "white");
  const game = await room.newGame({ game: "go", options: { size: 9 } });
  await white.sit(room.url, game.id, game.keys.black);
  await white.press("Abort");
  await white.press("Yes");
  await white.page.locator(".status.over").waitFor();
  await white.page.reload();
  await white.page.locator(".status.over").waitFor();
  await room.leave(white);
});

test("an unknown key allows watching", async () => {
  const game = await room.newGame({ game: "chess" });
  const page = await room.browser.open(room.url);
  await page.goto(`${room.url}/games/${game.id}#key=${"A".repeat(43)}`);
  await page.getByText("does not belong to a seat of this game").waitFor();
  await page.getByRole("application").waitFor();
  assert.equal(new URL(page.url()).hash, "");
  page.assertQuiet();
  await page.context().close();
});

test("a game that does not exist", async () => {
  const page = await room.browser.open(room.url);
  page.forgive(/404/); // its picture
  await page.goto(`${room.url}/games/nosuchgame00`);
  await page.getByRole("heading", { name: "This game cannot be shown" }).waitFor();
  await assertAccessible(page);
  page.assertQuiet();
  await page.context().close();
});
