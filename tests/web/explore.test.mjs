// The analysis board: its address contains the game.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import test from "node:test";

import { assertAccessible, assertFits, eventually, shot, sizes } from "../support/browser.mjs";
import { openRoom } from "../support/table.mjs";

const room = await openRoom(test);

async function explore(address, options) {
  const table = await room.visit(options);
  await table.page.goto(room.url + address);
  await table.page.locator(".explore, .page").first().waitFor();
  return table;
}

// Waits, because the address changes a moment later.
async function at(table, address) {
  await table.page.waitForURL((url) => decodeURI(url.pathname + url.search) === address);
}

const stones = (table) =>
  table.board
    .locator("[data-point].stone, .stone[data-point]")
    .evaluateAll((all) => all.map((one) => one.dataset.point));

async function shows(table, point) {
  await table.board.locator(`.stone[data-point="${point}"]`).first().waitFor();
}

const leave = (...tables) => room.leave(...tables);

test("an address in SGN opens that game, and each move changes the address", async () => {
  const table = await explore("/go/19x19,A9b,B12w,C2b");
  await table.says("White to move");
  for (const point of ["A9", "B12", "C2"]) await shows(table, point);

  await table.click("Q16");
  await at(table, "/go/19x19,A9b,B12w,C2b,Q16w");
  await shows(table, "Q16");
  await table.click("D4");
  await at(table, "/go/19x19,A9b,B12w,C2b,Q16w,D4b");
  await shot(table.page, "explore_go");

  await table.page.reload();
  await shows(table, "D4");
  await at(table, "/go/19x19,A9b,B12w,C2b,Q16w,D4b");
  await eventually(async () =>
    assert.deepEqual(new Set(await stones(table)), new Set(["A9", "B12", "C2", "Q16", "D4"])),
  );

  await table.page.goBack();
  await at(table, "/go/19x19,A9b,B12w,C2b,Q16w");
  await table.board.locator('.stone[data-point="D4"]').waitFor({ state: "detached" });
  await table.page.goBack();
  await at(table, "/go/19x19,A9b,B12w,C2b");
  await table.page.goForward();
  await shows(table, "Q16");

  await table.press("Pass");
  await at(table, "/go/19x19,A9b,B12w,C2b,Q16w,passb");
  await leave(table);
});

test("an address is made canonical, without a history entry", async () => {
  const table = await explore("/chess/1.%20e4%20e5%202.%20Nf3");
  await at(table, "/chess/e4,e5,Nf3");
  await table.shows("f3", "N");
  await table.drag("b8", "c6");
  await at(table, "/chess/e4,e5,Nf3,Nc6");
  await table.page.goBack();
  await at(table, "/chess/e4,e5,Nf3");
  await leave(table);
});

test("a chess position and a backgammon position are continued", async () => {
  const chess = await explore("/chess/4k3/P7/8/8/8/8/8/4K3_w_-_-_0_1");
  await chess.click("a7", "a8");
  await chess.page.getByRole("button", { name: /knight/i }).click();
  await at(chess, "/chess/4k3/P7/8/8/8/8/8/4K3_w_-_-_0_1,a8=N");
  await chess.says("Draw");
  await leave(chess);

  const backgammon = await explore("/backgammon/4HPwATDgc/ABMA");
  await at(backgammon, "/backgammon/XGID=-b----E-C---eE---c-e----B-:0:0:1:00:0:0:1:0:10");
  await backgammon.page.getByLabel("First die").selectOption("6");
  await backgammon.page.getByLabel("Second die").selectOption("5");
  await backgammon.press("Set");
  await backgammon.page.getByPlaceholder(/8\/5/).fill("24/13");
  await backgammon.press("Play");
  await at(backgammon, "/backgammon/XGID=-b----E-C---eE---c-e----B-:0:0:1:00:0:0:1:0:10,6-5,24/13");
  await backgammon.says("Black to roll");
  await backgammon.press("Double");
  await backgammon.press("Take");
  await backgammon.press("Roll");
  await backgammon.says("Black to move");
  await shot(backgammon.page, "explore_backgammon");
  const address = backgammon.page.url();
  await backgammon.page.reload();
  await backgammon.says("Black to move");
  assert.equal(backgammon.page.url(), address);
  await leave(backgammon);
});

test("variations are kept, and can be stepped through and jumped to", async () => {
  const table = await explore("/chess/e4,e5,Nf3,Nc6,Bb5");
  const { page } = table;
  await page.keyboard.press("ArrowLeft");
  await at(table, "/chess/e4,e5,Nf3,Nc6");
  await table.click("f1", "c4");
  await at(table, "/chess/e4,e5,Nf3,Nc6,Bc4");
  await table.click("f8", "c5");
  await at(table, "/chess/e4,e5,Nf3,Nc6,Bc4,Bc5");
  const line = page.locator(".moves .line").first();
  assert.match((await line.innerText()).replaceAll(/\s+/g, " "), /1\. e4 e5 2\. Nf3 Nc6 3\. Bb5 3\. Bc4 Bc5/);
  await shot(page, "explore_chess");

  await line.getByRole("button", { name: "Bb5" }).click();
  await at(table, "/chess/e4,e5,Nf3,Nc6,Bb5");
  await table.shows("b5", "B");
  await page.getByRole("button", { name: "To the start" }).click();
  await at(table, "/chess/");
  await page.getByRole("button", { name: "To the end" }).click();
  await at(table, "/chess/e4,e5,Nf3,Nc6,Bb5");
  await line.getByRole("button", { name: "Bc5" }).click();
  await at(table, "/chess/e4,e5,Nf3,Nc6,Bc4,Bc5");
  await page.keyboard.press("Home");
  await at(table, "/chess/");
  await page.keyboard.press("End");
  await at(table, "/chess/e4,e5,Nf3,Nc6,Bc4,Bc5");
  await leave(table);
});

test("rejected moves and other actions are explained", async () => {
  const table = await explore("/chess/e4,e5");
  await table.page.getByPlaceholder(/Nf3/).fill("Ke3");
  await table.press("Play");
  await table.complains(/king on e1 cannot go to e3/);
  await table.page.getByPlaceholder(/Nf3/).fill("resign");
  await table.press("Play");
  await table.page.getByRole("alert").getByText("The analysis board has only moves").waitFor();
  await at(table, "/chess/e4,e5");
  await leave(table);
});

test("the referee answers questions", async () => {
  const go = await explore("/go/5x5,C1b,D1w,C2b,D2w,C3b,D3w,C4b,D4w,C5b,D5w");
  await go.page.getByText("Ask the referee").click();
  await go.page.getByLabel("Show on the board").selectOption({ label: "Liberties" });
  await go.board.locator(".count").first().waitFor();
  await go.page.getByLabel("Show on the board").selectOption({ label: "Ownership" });
  await go.board.locator(".owner").first().waitFor();
  await go.page
    .locator("table", { hasText: "Score if play ended now" })
    .filter({ hasText: /Result\s*W\+/ })
    .waitFor();
  await shot(go.page, "explore_ownership");
  await leave(go);

  const chess = await explore("/chess/e4,d5");
  await chess.page.getByText("Ask the referee").click();
  await chess.page.getByLabel("Attackers of the square").selectOption("e4");
  await chess.page.getByText("Black: d5").waitFor();
  await leave(chess);

  const backgammon = await explore("/backgammon/3-1,8/5_6/5");
  await backgammon.page.getByText("Ask the referee").click();
  assert.match(
    await backgammon.page.locator("table", { hasText: "Pip count" }).innerText(),
    /White\s+163\s+Black\s+167/,
  );
  await leave(backgammon);
});

test("numbers draw the diagram of the game, on which play goes on", async () => {
  // Move 7 takes the stone on C4; move 10 is played there again and takes C3.
  const moves = "C3b,C4w,B4b,B3w,D4b,D3w,C5b,C2w,A1b,C4w";
  const table = await explore(`/go/5x5,${moves}`);
  const drawn = (text) => table.board.getByText(text).waitFor({ state: "attached" });
  await table.page.getByText("Ask the referee").click();
  await table.page.getByLabel("Show on the board").selectOption({ label: "Numbers" });
  await drawn("Moves 1-10");
  await drawn("10 at 2");
  // The diagram keeps the stone on C3, the board does not.
  await shows(table, "C3");
  await shot(table.page, "explore_numbers");
  await table.click("C3");
  await table.complains(/ko/);
  await table.click("E1");
  await at(table, `/go/5x5,${moves},E1b`);
  await table.click("E2");
  await at(table, `/go/5x5,${moves},E1b,E2w`);
  await table.click("C3");
  await at(table, `/go/5x5,${moves},E1b,E2w,C3b`);
  await drawn("10 at 2, 13 at 1");

  const [download] = await Promise.all([
    table.page.waitForEvent("download"),
    (async () => {
      await table.page.getByText("Export", { exact: true }).click();
      await table.page.getByRole("button", { name: "Picture (SVG)" }).click();
    })(),
  ]);
  assert.match(readFileSync(await download.path(), "utf8"), /Go diagram, Moves 1-13/);
  await leave(table);
});

test("a board of any shape fits the window, with room for words", async () => {
  for (const size of ["desktop", "phone"]) {
    const table = await explore("/go/", { size: sizes[size] });
    for (const shape of ["1x1", "1x9", "9x13", "1x52", "52x1", "52x52"]) {
      await table.page.goto(`${room.url}/go/${shape}`);
      await table.board.waitFor();
      const box = await table.board.boundingBox();
      assert.ok(box.y + box.height <= sizes[size].height, `${shape}: ${JSON.stringify(box)}`);
      const field = await table.page.getByLabel("Type a move").boundingBox();
      assert.ok(field.width > 150, `${shape}: a field of ${field.width} px`);
      await assertFits(table.page);
    }
    await shot(table.page, `explore_shapes_${size}`);
    await leave(table);
  }
});

test("Simple Go Notation's own address opens the board", async () => {
  const table = await explore("/game/19x19,A9b,B12w,C2b");
  await at(table, "/go/19x19,A9b,B12w,C2b");
  await table.says("White to move");
  for (const point of ["A9", "B12", "C2"]) await shows(table, point);
  await table.page.goto(`${room.url}/game/4k3/8/8/8/8/8/4P3/4K3_w_-_-_0_1`);
  await at(table, "/chess/4k3/8/8/8/8/8/4P3/4K3_w_-_-_0_1");
  await table.shows("e2", "P");
  await leave(table);
});

for (const rules of ["chinese", "japanese"]) {
  test(`a game ends on the board: dead stones are marked, both sides agree (${rules})`, async () => {
    const query = rules === "japanese" ? "?rules=japanese" : "";
    const table = await explore(`/go/9x9${query}`);
    const { page } = table;
    const after = (moves) => at(table, `/go/9x9,E5b,C3w,passb,passw${moves}${query}`);
    await table.click("E5");
    await shows(table, "E5");
    await table.click("C3");
    await shows(table, "C3");
    await table.press("Pass");
    await table.says("White to move");
    await table.press("Pass");
    await after("");
    await table.says("Play has ended");
    const score = page.getByRole("region", { name: "Score" });
    const open = await score.getByRole("columnheader").first().innerText();

    await table.click("C3");
    await after(",deadC3");
    await table.board.locator('.stone.dead[data-point="C3"]').waitFor();
    await eventually(async () =>
      assert.notEqual(await score.getByRole("columnheader").first().innerText(), open, "the dead stone is counted"),
    );
    await table.click("C3");
    await after(",deadC3,aliveC3");
    await page.goBack();
    await after(",deadC3");
    await assertAccessible(page, "settling");
    await assertFits(page);
    await shot(page, `explore_settling_${rules}`);
    await page.setViewportSize(sizes.phone);
    await assertFits(page);
    await shot(page, `explore_settling_${rules}_phone`, { fullPage: true });
    await page.setViewportSize(sizes.desktop);

    await table.press("Black: Agree");
    await after(",deadC3,agreeb");
    await table.press("White: Resume play");
    await after(",deadC3,agreeb,resumew");
    await table.says("to move");
    await page.goBack();
    await after(",deadC3,agreeb");
    await page.reload();
    await table.says("Play has ended");
    assert.equal(await page.getByRole("button", { name: "Black: Agree" }).count(), 0);
    await page.getByPlaceholder(/D4/).fill("agreew");
    await table.press("Play");
    await after(",deadC3,agreeb,agreew");
    await table.says(/Black wins by score \(B\+\d/);
    await score.waitFor();
    await shot(page, `explore_settled_${rules}`);
    const list = page.locator(".moves .line").first();
    await list.filter({ hasText: /marks C3 as dead.*agrees.*agrees/s }).waitFor();

    // The address alone says how it ended.
    const again = await explore(`/go/9x9,E5b,C3w,passb,passw,deadC3,agreeb,agreew${query}`);
    await again.says("Black wins by score");
    await leave(table, again);
  });
}

test("several moves are typed at once, and all or none are made", async () => {
  const go = await explore("/go/19x19");
  const field = go.page.getByPlaceholder(/D4/);
  await field.fill("C2b F9w, Q16b");
  await go.press("Play");
  await at(go, "/go/19x19,C2b,F9w,Q16b");
  await field.fill("D4b D5b");
  await go.press("Play");
  await at(go, "/go/19x19,C2b,F9w,Q16b,D4b,D5b");
  await go.page.goBack();
  await at(go, "/go/19x19,C2b,F9w,Q16b");
  await field.fill("D4 C2 Q4");
  await go.press("Play");
  await go.complains(/already a black stone on C2/);
  await at(go, "/go/19x19,C2b,F9w,Q16b");
  assert.equal(await field.inputValue(), "D4 C2 Q4");
  await leave(go);

  const chess = await explore("/chess/");
  await chess.page.getByPlaceholder(/Nf3/).fill("e4 e5 Nf3");
  await chess.press("Play");
  await at(chess, "/chess/e4,e5,Nf3");
  await leave(chess);

  const backgammon = await explore("/backgammon/3-1");
  await backgammon.page.getByPlaceholder(/8\/5/).fill("8/5 6/5");
  await backgammon.press("Play");
  await at(backgammon, "/backgammon/3-1,8/5_6/5");
  await leave(backgammon);
});

test("it is exported in every format, as a link and as a picture", async () => {
  const table = await explore("/chess/e4,e5", { permissions: ["clipboard-read", "clipboard-write"] });
  const { page } = table;
  await page.getByText("Export", { exact: true }).click();
  const fen = "rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR w KQkq e6 0 2";
  await page.getByRole("button", { name: "Copy: fen", exact: true }).click();
  const copied = (text) =>
    eventually(async () => assert.equal((await page.evaluate(() => navigator.clipboard.readText())).trim(), text));
  await copied(fen);
  await page.getByRole("button", { name: "Copy: Link" }).click();
  await copied(`${room.url}/chess/e4,e5`);

  const saved = async (name) => {
    const [download] = await Promise.all([page.waitForEvent("download"), page.getByRole("button", { name }).click()]);
    return { name: download.suggestedFilename(), text: readFileSync(await download.path(), "utf8") };
  };
  const pgn = await saved("Download: pgn");
  assert.equal(pgn.name, "chess-pgn.pgn");
  assert.match(pgn.text, /1\. e4 e5 \*/);
  const picture = await saved("Picture (SVG)");
  assert.equal(picture.name, "chess.svg");
  assert.match(picture.text, /^<svg /);
  await leave(table);
});

test("a game is played from here", async () => {
  const table = await explore("/go/9x9,E5b,C3w");
  const { page } = table;
  await table.press("Play from here");
  const dialog = page.getByRole("dialog");
  await dialog.getByLabel("Both sides in this browser").check();
  await assertAccessible(page, "play from here");
  await dialog.getByRole("button", { name: "Create game" }).click();
  await page.waitForURL(/\/games\/\w+/);
  await table.board.locator('.stone[data-point="E5"]').waitFor();
  const id = new URL(page.url()).pathname.split("/").at(-1);
  const { body } = await room.games.game(id);
  assert.deepEqual(body.moves, ["E5", "C3"]);
  assert.equal(body.turn, "black");
  await leave(table);
});

test("an empty board has any size and rules", async () => {
  const table = await explore("/go/");
  await at(table, "/go/19x19");
  await table.page.getByText("New board").click();
  await table.page.getByRole("combobox", { name: "Board", exact: true }).selectOption({ label: "7×7" });
  await table.page.getByRole("combobox", { name: "Rules", exact: true }).selectOption({ label: "Japanese" });
  await table.page.getByRole("combobox", { name: "Handicap stones" }).selectOption("2");
  await table.press("Set up");
  await at(table, "/go/7x7,C3b,E5b?rules=japanese&komi=0.5");
  await table.says("White to move");
  await table.page.getByRole("link", { name: "Chess", exact: true }).click();
  await at(table, "/chess/");
  await table.shows("e1", "K");
  await leave(table);
});

test("the fault in an unreadable address is marked", async () => {
  const table = await explore("/go/19x19,A9b,A9w,C2b");
  const { page } = table;
  page.forgive(/422/); // the server is asked for the first picture
  assert.equal(await page.locator("mark").textContent(), "A9w");
  await page.getByText("there is already a black stone on A9").waitFor();
  await assertAccessible(page, "a bad address");
  await shot(page, "explore_bad_address");
  await page.getByRole("link", { name: "Open the readable part" }).click();
  await at(table, "/go/19x19,A9b");
  await shows(table, "A9");
  await leave(table);
});

test("no address breaks the page", async () => {
  const table = await explore("/chess/");
  table.page.forgive(/422/); // the server is asked for the first picture
  for (const text of ["%3Cscript%3E", "🂡", "a".repeat(3000), "////", "?start=", "9x9,,,,A1b"]) {
    for (const game of ["go", "chess", "backgammon"]) {
      await table.page.goto(`${room.url}/${game}/${text}`);
      await table.page.locator(".explore, .page h1").first().waitFor();
    }
  }
  await leave(table);
});

test("it is accessible in light and dark, and fits a phone", async () => {
  for (const [game, address] of Object.entries({
    go: "/go/9x9,E5b,C3w,G7b,C7w,G3b,D6w,F4b,D5w,D4b,E6w,F5b",
    chess: "/chess/e4,e5,f4,exf4,Bc4,Qh4,Kf1,b5,Bxb5,Nf6,Nf3,Qh6",
    backgammon: "/backgammon/3-1,8/5_6/5,6-4,24/14,5-2,13/8_24/22",
  })) {
    const table = await explore(address, { scheme: "dark" });
    await table.board.waitFor();
    await shot(table.page, `explore_${game}_desktop_dark`);
    for (const summary of await table.page.locator(".panel summary").all()) await summary.click();
    await assertAccessible(table.page, `${address} in the dark`);
    await assertFits(table.page);
    await table.page.emulateMedia({ colorScheme: "light" });
    await table.page.setViewportSize(sizes.phone);
    await table.page.locator(":root[data-theme=light]").waitFor();
    await assertFits(table.page);
    await shot(table.page, `explore_${game}_phone_light`);
    // The same elements in other colours and places.
    await assertAccessible(table.page, `${address} on a phone`, [
      "color-contrast",
      "target-size",
      "scrollable-region-focusable",
    ]);
    await leave(table);
  }
});
