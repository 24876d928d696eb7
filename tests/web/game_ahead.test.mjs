// Moves in advance, moves that wait for a confirmation, notifications, and offers to a bot.

import assert from "node:assert/strict";
import test from "node:test";

import { assertAccessible, eventually, shot, sizes } from "../support/browser.mjs";
import { openRoom } from "../support/table.mjs";

const room = await openRoom(test);

test("a move in advance is played when its time comes, or dropped", async () => {
  const { id, keys } = await room.newGame({ game: "chess" });
  const black = await room.sit(id, keys.black);
  await black.says("White to move");
  await black.click("e7", "e5");
  await black.page.locator(".hint").getByText("In advance: e7 – e5").waitFor();
  await black.board.locator(".planned").nth(1).waitFor({ state: "attached" });
  assert.equal((await room.games.game(id)).body.ply, 0, "nothing is sent yet");
  await assertAccessible(black.page);
  await shot(black.page, "game_ahead");
  await room.games.move(id, keys.white, { move: "e4", ply: 0 });
  await room.reached(id, 2);
  await black.says("White to move");
  await black.shows("e5", "p");
  assert.equal(await black.board.locator(".planned").count(), 0);

  await black.drag("f8", "c5");
  await black.press("Cancel");
  await black.page.locator(".hint").waitFor({ state: "detached" });

  // An advance that the other side's move made impossible.
  await black.click("b8", "c6");
  await room.games.move(id, keys.white, { move: "Bb5", ply: 2 });
  await room.reached(id, 4);
  await black.says("White to move");
  await black.shows("c6", "n");
  await black.click("c6", "d4");
  await room.games.move(id, keys.white, { move: "Bxc6", ply: 4 });
  await black.says("Your move");
  await black.page.getByText("The move in advance is not possible any more.").waitFor({ state: "attached" });
  assert.equal((await room.games.game(id)).body.ply, 5);
  await room.leave(black);
});

test("a correspondence move is sent after a confirmation, unless that is switched off", async () => {
  const clock = { kind: "correspondence", per_move_ms: 86_400_000 };
  const { id, keys } = await room.newGame({ game: "go", options: { size: 9 }, clock });
  const black = await room.sit(id, keys.black, { size: sizes.phone });
  await black.click("E5");
  await black.page.getByText("Your move has not been sent.").waitFor();
  await black.board.locator('.stone[data-point="E5"]').waitFor();
  await black.press("Put back");
  await black.board.locator('.stone[data-point="E5"]').waitFor({ state: "detached" });
  assert.equal((await room.games.game(id)).body.ply, 0);
  await black.click("D4");
  await black.press("Send");
  await room.reached(id, 1);
  await black.says("White to move");
  await room.games.move(id, keys.white, { move: "F6", ply: 1 });
  await black.says("Your move");
  await black.page
    .locator("summary", { has: black.page.locator("svg") })
    .first()
    .click();
  await black.page.getByRole("checkbox", { name: "Ask before a correspondence move is sent" }).uncheck();
  await black.page.keyboard.press("Escape");
  await black.page
    .locator("summary", { has: black.page.locator("svg") })
    .first()
    .click();
  await black.click("C3");
  await room.reached(id, 3);
  await room.leave(black);
});

test("the browser tells when it is one's turn, if it may and the page is not looked at", async () => {
  const { id, keys } = await room.newGame({ game: "chess" });
  const black = await room.sit(id, keys.black, { permissions: ["notifications"] });
  await black.page.evaluate(() => {
    window.told = [];
    window.Notification = class extends EventTarget {
      static permission = "granted";
      static requestPermission = () => Promise.resolve("granted");
      constructor(title, { body }) {
        super();
        window.told.push([title, body]);
      }
    };
  });
  const told = () => black.page.evaluate(() => window.told);
  await black.page
    .locator("summary", { has: black.page.locator("svg") })
    .first()
    .click();
  await black.page.getByRole("checkbox", { name: "Notify me when it is my turn" }).check();
  await room.games.move(id, keys.white, { move: "e4", ply: 0 });
  await black.says("Your move");
  assert.deepEqual(await told(), [], "the page is visible");
  await room.games.move(id, keys.black, { move: "e5", ply: 1 });
  await black.says("White to move");
  await black.page.evaluate(() => {
    Object.defineProperty(document, "visibilityState", { get: () => "hidden" });
  });
  await room.games.move(id, keys.white, { move: "Nf3", ply: 2 });
  await black.says("Your move");
  await eventually(async () => assert.deepEqual(await told(), [["Ada – Bob", "Your move"]]));
  await room.leave(black);
});

test("a draw offer to a bot is answered", async () => {
  const seats = { white: { name: "Ada" }, black: { player: "bot:1" } };
  const { id, keys } = await room.newGame({ game: "chess", start: "6k1/5ppp/8/8/8/8/8/K7 w - - 0 1", seats });
  const white = await room.sit(id, keys.white);
  await white.press("Offer a draw");
  await white.page.getByText("Your draw offer goes with your move").waitFor();
  await white.click("a1", "b1");
  await white.page.locator('[data-seat="black"]').getByText("declines the draw").waitFor();
  await room.reached(id, 4);
  await room.leave(white);
});
