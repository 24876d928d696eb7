// The Board: positions set up by hand, and attackers shown by pressing a square.

import assert from "node:assert/strict";
import test from "node:test";

import { assertAccessible, shot } from "../support/browser.mjs";
import { openRoom } from "../support/table.mjs";

const room = await openRoom(test);

async function board(address, part) {
  const table = await room.visit();
  await table.page.goto(room.url + address);
  await table.board.waitFor();
  await table.page.locator("summary", { hasText: part }).click();
  return table;
}

// Waits, because the address changes a moment later.
const at = ({ page }, pattern) =>
  page.waitForURL(({ pathname, search }) => pattern.test(decodeURIComponent(pathname + search)));

test("chess men are dragged anywhere, off the board and onto it", async () => {
  const table = await board("/chess/", "Edit the position");
  await table.drag("e2", "e5");
  await table.shows("e5", "P");
  await table.drag("d8", "d6");
  await table.shows("d6", "q");
  await table.shows("d8", null);
  await table.press("Remove");
  await table.click("b1");
  await table.shows("b1", null);
  await table.press("Remove");
  const tray = table.page.getByRole("button", { name: "white knight" });
  const [from, to] = [await tray.boundingBox(), await table.middle("c4")];
  await table.page.mouse.move(from.x + 10, from.y + 10);
  await table.page.mouse.down();
  await table.page.mouse.move(to.x, to.y, { steps: 4 });
  await table.page.mouse.up();
  await table.shows("c4", "N");
  const { x, y } = await table.middle("a7");
  await table.page.mouse.move(x, y);
  await table.page.mouse.down();
  await table.page.mouse.move(5, 5, { steps: 4 });
  await table.page.mouse.up();
  await table.shows("a7", null);
  await at(table, /^\/chess\/rnb1kbnr\/1ppppppp\/3q4\/4P3\/2N5\/8\/PPPP1PPP\/R1BQKBNR_w_KQkq_-_0_1$/);
  await assertAccessible(table.page);
  await shot(table.page, "board_edit");

  // A position that cannot be played is explained, and not shown.
  await table.drag("e1", "e7");
  await table.page.getByRole("alert").waitFor();
  await table.shows("e1", "K");
  await table.press("Clear the board");
  await table.shows("d6", null);
  // By stamping, which also works by keyboard.
  await table.press("white rook");
  await table.click("a1", "h1");
  await table.shows("h1", "R");
  await table.press("Remove");
  await table.click("a1");
  await table.shows("a1", null);
  await table.page.getByLabel("First to move").selectOption("Black");
  await table.page.waitForURL(/_b_/);
  // Back takes changes back.
  await table.page.goBack();
  await table.page.waitForURL(/_w_/);
  await room.leave(table);
});

test("stones and checkers too", async () => {
  const go = await board("/go/5x5?rules=japanese", "Edit the position");
  await go.press("black stone");
  await go.click("C3", "B2");
  await go.board.locator('.stone[data-point="B2"]').waitFor();
  await go.press("black stone");
  await go.drag("C3", "D4");
  await go.board.locator('.stone[data-point="D4"]').waitFor();
  await at(go, /stones=B2b\+D4b/);
  await at(go, /rules=japanese/);
  await room.leave(go);

  const gammon = await board("/backgammon/", "Edit the position");
  await gammon.drag("24", "20");
  await gammon.board.locator('g.spot[data-point="20"][data-count="1"]').waitFor();
  await gammon.board.locator('g.spot[data-point="24"][data-count="1"]').waitFor();
  await gammon.drag("13", "white off");
  await gammon.board.locator('g.spot[data-point="13"][data-count="4"]').waitFor();
  await gammon.press("black stone");
  await gammon.click("5");
  await gammon.page
    .getByRole("alert")
    .getByText(/16 checkers/)
    .waitFor();
  await room.leave(gammon);
});

test("a press on a square shows who attacks it", async () => {
  const table = await board("/chess/e4,e5,Nf3,Nc6", "Ask the referee");
  await table.click("e5");
  await table.page.getByText("White: f3").waitFor();
  await table.page.getByText("Black: c6").waitFor();
  await table.board.locator(".overlay path.line:not(.halo)").nth(1).waitFor({ state: "attached" });
  assert.equal(await table.page.getByLabel("Attackers of the square").inputValue(), "e5");
  await shot(table.page, "board_attackers");
  await table.page.locator("summary", { hasText: "Ask the referee" }).click();
  await table.board.locator(".overlay path.line").first().waitFor({ state: "detached" });
  await room.leave(table);
});
