// Chess on the page: two browsers play to mate; rejections are explained; offers are answered.

import assert from "node:assert/strict";
import test from "node:test";

import { assertAccessible, shot } from "../support/browser.mjs";
import { openRoom, Table } from "../support/table.mjs";

const room = await openRoom(test);
const newGame = (body) => room.newGame({ game: "chess", ...body });

test("two browsers play to mate, by clicking and dragging", async () => {
  const clock = { kind: "fischer", base_ms: 300_000, increment_ms: 3_000 };
  const game = await newGame({ clock });
  const { white, black } = await room.sitBoth(game);
  await white.says("Your move");
  await black.says("White to move");
  assert.equal(new URL(white.page.url()).hash, "", "the key does not stay in the address");

  await white.click("e2", "e4");
  await black.shows("e4", "P");
  await black.drag("e7", "e5");
  await white.shows("e5", "p");
  await white.drag("d1", "h5");
  await black.shows("h5", "Q");
  await black.click("b8", "c6");
  await white.shows("c6", "n");
  await white.click("f1", "c4");
  await black.shows("c4", "B");
  await black.click("g8", "f6");
  await white.shows("f6", "n");
  await white.click("h5");
  await white.hover("f7");
  await white.board.locator(".overlay .taken").first().waitFor();
  await shot(white.page, "game_chess");
  await white.click("f7");
  await black.says("White wins by checkmate");
  await white.says("White wins by checkmate");
  assert.equal(await black.page.getByRole("textbox", { name: "Type a move" }).count(), 0, "there is no more to play");
  await shot(black.page, "game_chess_mate");
  assert.match(await white.page.locator("title").textContent(), /^Ada – Bob/);
  await black.page.locator(".moves [data-ply='7']").waitFor();
  const moves = await black.page.locator(".moves td button").allTextContents();
  assert.deepEqual(
    moves.map((text) => text.trim()),
    ["e4", "e5", "Qh5", "Nc6", "Bc4", "Nf6", "Qxf7#"],
  );
  await room.leave(white, black);
});

test("the seat stays after a reload, and a second tab shows the same", async () => {
  const game = await newGame();
  const white = await room.sit(game.id, game.keys.white);
  await white.click("g1", "f3");
  await white.says("Black to move");
  const second = new Table(await white.page.context().newPage());
  await second.sit(room.url, game.id);
  await second.shows("f3", "N");
  await white.page.reload();
  await white.board.waitFor();
  await room.games.move(game.id, game.keys.black, { move: "d5", ply: 1 });
  for (const table of [white, second]) {
    await table.shows("d5", "p");
    await table.says("Your move");
  }
  await second.click("d2", "d4");
  await white.shows("d4", "P");
  await room.leave(white);
});

test("a rejection is explained on the board, and its squares are marked", async () => {
  const game = await newGame({ start: "4r1k1/8/8/8/8/8/4R3/4K3 w - - 0 1" });
  const white = await room.sit(game.id, game.keys.white);
  await white.click("e2");
  await white.board.locator(".overlay .target").nth(5).waitFor({ state: "attached" });
  assert.equal(await white.board.locator(".overlay .target").count(), 6, "a pinned rook stays on its file");
  await white.click("a2");
  await white.complains(/leaves the king in check from e8/);
  assert.ok((await white.board.locator(".overlay rect.wrong").count()) >= 2);
  await shot(white.page, "game_chess_refused");
  await assertAccessible(white.page);

  const field = white.page.getByRole("textbox", { name: "Type a move" });
  await field.fill("Ke4");
  await field.press("Enter");
  await white.complains(/a king on e1 cannot go to e4/);
  await field.fill("Rxe8+");
  await field.press("Enter");
  await white.shows("e8", "R");
  await room.leave(white);
});

test("a pawn is promoted to the selected piece", async () => {
  const game = await newGame({ start: "8/P5k1/8/8/8/8/8/4K3 w - - 0 1" });
  const white = await room.sit(game.id, game.keys.white);
  await white.click("a7", "a8");
  await shot(white.page, "game_chess_promotion");
  await white.press("knight");
  await white.shows("a8", "N");
  await room.leave(white);
});

test("draws are offered and declined, moves taken back, and a game is resigned after a confirmation", async () => {
  const game = await newGame();
  const { white, black } = await room.sitBoth(game);
  await white.click("e2", "e4");
  await black.shows("e4", "P");
  await white.press("Request a takeback");
  await black.press("Accept the takeback");
  await white.shows("e2", "P");
  await white.click("d2", "d4");
  await black.shows("d4", "P");
  await black.press("Offer a draw");
  await white.press("Decline the draw");
  await black.page.locator('[data-seat="white"]').getByText("declines the draw").waitFor();
  await black.press("Resign");
  await black.press("No");
  await black.press("Resign");
  await black.press("Yes");
  await white.says("White wins by resignation");
  await room.leave(white, black);
});

// Holds the next move or action that the page sends; the result lets it go.
async function held({ page }) {
  let letGo;
  const asked = new Promise((resolve) => {
    void page.route(
      "**/moves",
      async (route) => {
        await new Promise((go) => {
          letGo = go;
          resolve();
        });
        await route.continue();
      },
      { times: 1 },
    );
  });
  return { asked, letGo: () => letGo() };
}

test("what the other side does meanwhile takes no confirmation, no man in hand and no resignation away", async () => {
  const game = await newGame();
  const { white, black } = await room.sitBoth(game);
  const offer = { move: "offer_draw", ply: 0 };
  await black.says("White to move");
  await black.press("Resign");
  await white.click("g1");
  await white.board.locator(".overlay .target").first().waitFor();
  assert.equal((await room.games.move(game.id, game.keys.black, offer)).status, 200);
  await white.page.getByRole("button", { name: "Decline the draw" }).waitFor();
  await black.page.locator('[data-seat="black"]').getByText("offers a draw").waitFor();
  await white.board.locator(".overlay .target").first().waitFor();
  await white.click("f3");
  await black.shows("f3", "N");

  // Still asked. The answer is on its way when the other side moves.
  const { asked, letGo } = await held(black);
  black.page.forgive(/409/);
  await black.press("Yes");
  await asked;
  const { ply } = (await room.games.game(game.id)).body;
  const sent = await room.games.move(game.id, game.keys.black, { move: "e5", ply });
  assert.equal(sent.status, 200, sent.text);
  letGo();
  await white.says("White wins by resignation");
  await black.says("White wins by resignation");
  await room.leave(white, black);
});

test("a move is made though a draw is offered at the same moment, and though an action is still being sent", async () => {
  const game = await newGame();
  const white = await room.sit(game.id, game.keys.white);
  white.page.forgive(/409/);
  const first = await held(white);
  await white.click("e2", "e4");
  await first.asked;
  assert.equal((await room.games.move(game.id, game.keys.black, { move: "offer_draw", ply: 0 })).status, 200);
  first.letGo();
  await white.says("Black to move");
  await room.games.move(game.id, game.keys.black, { move: "e5", ply: 2 });
  await white.says("Your move");

  const second = await held(white);
  await white.press("Offer a draw");
  await second.asked;
  await white.click("g1", "f3");
  second.letGo();
  await white.says("Black to move");
  await white.shows("f3", "N");
  await room.leave(white);
});

test("earlier positions can be viewed during the game", async () => {
  const game = await newGame();
  const white = await room.sit(game.id, game.keys.white);
  await white.click("e2", "e4");
  await white.says("Black to move");
  await white.page.locator("h1").click({ force: true });
  await white.page.keyboard.press("Home");
  await white.shows("e2", "P");
  await room.games.move(game.id, game.keys.black, { move: "c5", ply: 1 });
  await white.page.locator(".moves button", { hasText: "c5" }).waitFor();
  await white.shows("e2", "P");
  await white.page.keyboard.press("ArrowRight");
  await white.shows("e4", "P");
  await white.shows("c7", "p");
  await white.press("Back to the current position");
  await white.shows("c5", "p");
  await white.click("g1", "f3");
  await white.shows("f3", "N");
  await room.leave(white);
});
