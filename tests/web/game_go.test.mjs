// Go on the page: captures are previewed, and the players agree on the score.

import assert from "node:assert/strict";
import test from "node:test";

import { assertAccessible, assertFits, shot, sizes } from "../support/browser.mjs";
import { openRoom } from "../support/table.mjs";

const room = await openRoom(test);
const newGame = (options) => room.newGame({ game: "go", options });

const stone = (table, point) => table.board.locator(`.stone[data-point="${point}"]`);

test("9x9 to an agreed score, with captures previewed", async () => {
  const game = await newGame({ size: 9 });
  const { white, black } = await room.sitBoth(game);
  const play = async (table, other, point) => {
    await table.says("Your move");
    await table.click(point);
    await stone(other, point).waitFor();
  };
  // A wall of each side; one white stone is captured, one is left behind.
  const moves = ["E1", "F1", "E2", "F2", "E3", "F3", "E4", "F4", "E5", "F5", "E6", "F6", "E7", "F7", "E8", "F8"];
  for (const [index, point] of [...moves, "E9", "A1", "A2", "C7"].entries()) {
    const [table, other] = index % 2 === 0 ? [black, white] : [white, black];
    await play(table, other, point);
  }
  await black.says("Your move");
  await black.hover("B1");
  await black.board.locator(".overlay .ghost.black").waitFor();
  await black.board.locator(".overlay .taken:not(.halo)").waitFor();
  await shot(black.page, "game_go");
  await black.click("B1");
  await stone(white, "A1").waitFor({ state: "detached" });

  await white.says("Your move");
  await white.click("A1");
  await white.complains(/no liberties/);
  await white.click("F9");
  await stone(black, "F9").waitFor();
  await black.press("Pass");
  await white.says("Your move");
  await white.press("Pass");
  await black.says("Play has ended");
  await black.click("C7");
  await white.board.locator('.stone.dead[data-point="C7"]').waitFor();
  await shot(white.page, "game_go_score");
  await assertAccessible(white.page);
  await white.press("Agree");
  // Otherwise Black may agree to an outdated state.
  await black.page.getByText("White: agrees").waitFor({ state: "attached" });
  await black.press("Agree");
  await white.says("wins by score");
  // 45 points to the left of the walls and on them, 36 to the right, and 7.5 of komi.
  await black.says("Black wins by score (B+1.5)");
  assert.equal((await room.games.game(game.id)).body.outcome.winner, "black");
  await room.leave(white, black);
});

test("several stones are typed at once where turns are free", async () => {
  const type = async (table, text) => {
    await table.page.getByPlaceholder(/D4/).fill(text);
    await table.press("Play");
  };
  const free = await newGame({ size: 9, turns: "free" });
  const black = await room.sit(free.id, free.keys.black);
  await type(black, "C2b F9b C3b");
  for (const point of ["C2", "F9", "C3"]) await stone(black, point).waitFor();
  assert.equal((await room.reached(free.id, 3)).moves.length, 3);

  const alternate = await newGame({ size: 9 });
  const strict = await room.sit(alternate.id, alternate.keys.black);
  await type(strict, "C2b F9b C3b");
  await strict.complains(/white's turn.*turns=free/);
  assert.equal((await room.games.game(alternate.id)).body.ply, 0);
  await room.leave(black, strict);
});

test("by keyboard: the cursor announces stones and liberties, and Enter plays", async () => {
  const game = await newGame({ size: 5, stones: "C3w" });
  const black = await room.sit(game.id, game.keys.black);
  const spoken = (text) => black.page.getByRole("status").filter({ hasText: text }).first().waitFor();
  await black.board.focus();
  const { keyboard } = black.page;
  for (const key of ["ArrowDown", "ArrowDown", "ArrowDown", "ArrowDown", "ArrowLeft", "ArrowLeft", "ArrowLeft"]) {
    await keyboard.press(key);
  }
  for (const key of ["ArrowLeft", "ArrowUp", "ArrowUp", "ArrowRight", "ArrowRight"]) await keyboard.press(key);
  await spoken("C3, white stone, 4 liberties");
  await keyboard.press("Enter");
  await black.complains(/already a white stone/);
  await keyboard.press("ArrowUp");
  await spoken("C4, empty");
  await keyboard.press("Enter");
  await stone(black, "C4").waitFor();
  await spoken("Black: C4");
  await black.page.getByRole("button", { name: "Describe the board" }).press("Enter");
  await spoken("5x5 board. Black, 1 stone: C4");
  await room.leave(black);
});

test("on a phone, 19x19: the first touch aims, the second plays", async () => {
  const game = await newGame({ size: 19 });
  const black = await room.sit(game.id, game.keys.black, { size: sizes.phone, scheme: "dark", touch: true });
  await black.says("Your move");
  await assertFits(black.page);
  await black.tap("Q16");
  await black.board.locator(".overlay .ghost.black").waitFor();
  assert.equal((await room.games.game(game.id)).body.ply, 0);
  await shot(black.page, "game_go_phone", { fullPage: true });
  await black.tap("Q16");
  await stone(black, "Q16").waitFor();
  await assertAccessible(black.page);
  await room.leave(black);
});
