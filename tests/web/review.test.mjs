// The review of a game and the best moves on the Board, computed in the browser.

import assert from "node:assert/strict";
import test from "node:test";

import { assertAccessible, assertFits, eventually, shot, sizes } from "../support/browser.mjs";
import { openRoom } from "../support/table.mjs";

const room = await openRoom(test);

async function explore(address, options) {
  const table = await room.visit(options);
  await table.page.goto(room.url + address);
  await table.page.locator(".explore").waitFor();
  return table;
}

const games = {
  chess: ["/chess/e4,e5,Nf3,Nc6,Bc4,Qg5,O-O", "6. Black: Qg5"],
  go: ["/go/5x5,C3b,C2w,B2b,A1w", "White: A1"],
};

for (const [game, [address, worst]] of Object.entries(games)) {
  test(`${game}: a review draws the curve, lists the worst moves and shows better lines`, async () => {
    const table = await explore(address, game === "go" ? { size: sizes.phone } : {});
    const { page } = table;
    await page.getByText("Review", { exact: true }).click();
    await page.getByRole("button", { name: "Review the game" }).click();
    const curve = page.getByRole("slider", { name: "White's chance to win, move by move" });
    await curve.waitFor();
    await page.getByRole("button", { name: "Write into the document" }).waitFor();
    assert.equal(await page.getByRole("button", { name: worst }).count(), 1);
    await assertAccessible(page);
    await shot(page, `review_${game}`);

    await page
      .getByRole("button", { name: /^Better: / })
      .first()
      .click();
    await eventually(async () => assert.ok((await page.locator(".moves").textContent()).length > 0));
    await curve.press("ArrowLeft");
    await page.getByRole("button", { name: "Write into the document" }).click();
    await room.leave(table);
  });
}

test("the best moves are arrows on the board, with a bar; a hint is asked for against the bot", async () => {
  const table = await explore("/chess/e4,e5,Nf3,Nc6,Bc4,Qg5");
  const { page } = table;
  await page.getByText("Best moves", { exact: true }).click();
  await page.locator(".overlay .hint.best").first().waitFor();
  const meter = page.getByRole("meter", { name: "White's chance to win" });
  await eventually(async () => assert.ok(Number(await meter.getAttribute("aria-valuenow")) > 80));
  await eventually(async () => assert.match(await page.locator("details ol").first().textContent(), /Nxg5/));
  await page.getByText("Best moves", { exact: true }).click();
  await page.locator(".overlay .hint").first().waitFor({ state: "detached" });

  await page.getByText("Play the bot", { exact: true }).click();
  await page.getByLabel("The bot plays").selectOption("black");
  await page.getByRole("button", { name: "Hint" }).click();
  await page.locator(".overlay .hint.best").first().waitFor();
  await assertFits(page);
  await room.leave(table);
});
