// Backgammon on the page: single checkers, a partial takeback, a double, and a complete game.

import assert from "node:assert/strict";
import test from "node:test";

import { assertAccessible, assertFits, shot, sizes } from "../support/browser.mjs";
import { openRoom } from "../support/table.mjs";

const room = await openRoom(test);
const newGame = (body) => room.newGame({ game: "backgammon", ...body });
const other = (color) => (color === "white" ? "black" : "white");
const confirm = (table) => table.page.getByRole("button", { name: "Confirm" });

// Makes a turn on the board with the first checker offered and its first target.
async function makeTurn(table) {
  const { page, board } = table;
  const only = page.locator(".turn button.primary", { hasNotText: "Confirm" });
  await board.locator(".overlay .source").or(only).first().waitFor();
  if (await only.isVisible()) return only.click();
  while (!(await confirm(table).isVisible())) {
    await board.locator(".overlay .source").first().waitFor();
    await clickMark(table, ".source");
    await board.locator(".overlay .target").first().waitFor();
    await clickMark(table, ".target");
    await board.locator(".overlay .target").first().waitFor({ state: "detached" });
  }
  await confirm(table).click();
}

async function clickMark({ page, board }, mark) {
  const box = await board.locator(`.overlay ${mark}`).first().boundingBox();
  await page.mouse.click(box.x + box.width / 2, box.y + box.height / 2);
}

test("a turn is made one checker at a time, partly put back, confirmed; then a double is taken", async () => {
  const game = await newGame();
  const first = game.game.turn;
  const tables = await room.sitBoth(game);
  const [mover, waiter] = [tables[first], tables[other(first)]];
  await mover.says("Your move");
  await mover.board.locator(".overlay .source").first().waitFor();
  await clickMark(mover, ".source");
  await mover.board.locator(".overlay .target").first().waitFor();
  await shot(mover.page, "game_backgammon");
  await clickMark(mover, ".target");
  await mover.press("Put back");
  await mover.page.getByRole("button", { name: "Put back" }).waitFor({ state: "detached" });
  await makeTurn(mover);
  await waiter.says("Your turn: roll the dice");
  await waiter.press("Double");
  await mover.says("take or drop");
  await shot(mover.page, "game_backgammon_double");
  await assertAccessible(mover.page);
  await mover.press("Take");
  // The cube is not available, so there is no decision before the roll, and the referee rolls.
  await waiter.says("Your move");
  await waiter.board.locator('.doubling[data-value="2"]').waitFor();
  await makeTurn(waiter);
  await mover.says("roll the dice");
  await mover.press("Double");
  await waiter.press("Drop");
  await mover.says("wins");
  await room.leave(mover, waiter);
});

test("a checker is dragged, an illegal move is explained, and the bar comes first", async () => {
  // White, on roll with 5-2, has a checker on the bar; Black holds the points 20 and 18.
  const game = await newGame({ start: "XGID=----BBCBC--------b-bbbb--A:0:0:1:52:0:0:0:0:10" });
  const white = await room.sit(game.id, game.keys.white);
  await white.says("Your move");
  await white.click("8", "3");
  await white.complains(/must enter first/);
  await shot(white.page, "game_backgammon_refused");
  await white.drag("white bar", "20");
  await white.complains(/point is held/);
  await white.drag("white bar", "23");
  await white.board.locator('g.spot[data-point="23"][data-color="white"]').waitFor();
  await white.board.locator(".die.used").waitFor();
  await white.drag("8", "3");
  await white.page.locator(".turn", { hasText: "bar/23 8/3" }).waitFor();
  await shot(white.page, "game_backgammon_confirm");
  await white.page.keyboard.press("Tab");
  await confirm(white).press("Enter");
  await white.says("Black to roll");
  await room.leave(white);
});

test("there is no cube in a match to one point", async () => {
  for (const [match, cubes] of [
    [1, 0],
    [3, 1],
  ]) {
    const game = await newGame({ options: { match } });
    const table = await room.sit(game.id, game.keys[game.game.turn]);
    await table.says("Your move");
    assert.equal(await table.board.locator(".doubling:visible").count(), cubes, `a match to ${match}`);
    await room.leave(table);
  }
});

test("a turn by keyboard only, in German", async () => {
  const game = await newGame({ start: "XGID=-b----E-C---eE---c-e----B-:0:0:1:31:0:0:0:0:10" });
  const white = await room.sit(game.id, game.keys.white, { locale: "de-DE", scheme: "dark" });
  await white.says("Sie sind am Zug");
  const { keyboard } = white.page;
  const press = async (keys) => {
    for (const key of keys.split(" ")) await keyboard.press(/^(Left|Right|Up|Down)$/.test(key) ? `Arrow${key}` : key);
  };
  const spoken = (text) => white.page.getByRole("status").filter({ hasText: text }).first().waitFor();
  await white.page.getByRole("textbox", { name: "Zug eingeben" }).focus();
  await keyboard.press("Shift+Tab");
  await press("Right Left");
  await spoken("Zunge 6, 5 Steine weiß");
  await press("Enter Right");
  await spoken("Zunge 5, leer, Ziel");
  await press("Enter Left Left");
  await spoken("Bar von Weiß, leer");
  await press("Left Left Enter Right Right Right Right Enter");
  await spoken("Ihr Zug: 6/5 8/5");
  await shot(white.page, "game_backgammon_german");
  await assertAccessible(white.page);
  await press("Enter");
  await white.says("Schwarz würfelt");
  await room.leave(white);
});

test("a game to its end, both sides on one phone", async () => {
  // The end of a race: each side bears off its last checkers.
  const start = "XGID=-BB--------------------bb-:0:0:1:00:0:0:0:0:10";
  const game = await newGame({ start });
  const table = await room.sit(game.id, game.keys.white, { size: sizes.phone, touch: true });
  await table.sit(room.url, game.id, game.keys.black);
  await table.page.reload();
  await table.page.getByLabel("You play").selectOption("both");
  await assertFits(table.page);
  for (let turn = 0; turn < 8; ++turn) {
    const { awaits, turn: color, outcome, ply } = (await room.games.game(game.id)).body;
    if (outcome) break;
    const name = color === "white" ? "White" : "Black";
    if (awaits === "roll") {
      await table.press(`${name}: Roll`);
      await table.says(`${name} to move`);
    }
    await makeTurn(table);
    await table.page.waitForFunction(
      (text) => !document.querySelector(".status").textContent.includes(text),
      `${name} to move`,
    );
    await room.reached(game.id, ply + (awaits === "roll" ? 2 : 1));
  }
  await table.says("wins");
  await shot(table.page, "game_backgammon_phone", { fullPage: true });
  await room.leave(table);
});
