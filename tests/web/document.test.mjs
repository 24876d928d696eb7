// Documents on the Board: a tree with comments and marks, edited, exported, and there again after a reload.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import test from "node:test";

import { assertAccessible, assertFits, eventually, shot, sizes } from "../support/browser.mjs";
import { loadEngine } from "../support/page_module.mjs";
import { openRoom, Table } from "../support/table.mjs";

const room = await openRoom(test);
const engine = await loadEngine();
const table = new Table(await room.browser.open(room.url, { permissions: ["clipboard-read", "clipboard-write"] }));
const { page } = table;
test.after(() => page.assertQuiet());

const pgn = `[Event "Study"]
[Site "?"]
[Date "2024.02.29"]
[Round "?"]
[White "Ada"]
[Black "Bob"]
[Result "*"]

{A study} 1. e4 $1 {[%clk 0:05:00] best by test} (1. d4 {solid} 1... d5 (1... Nf6 $5)) 1... e5 {[%csl Gd4,Re5][%cal Gf1c4] the centre}
2. Nf3 {[%eval 0.25,20]} Nc6 3. Bb5 $14 *
`;
const sgf = `(;FF[4]GM[1]CA[UTF-8]SZ[9]KM[7]RU[Japanese]PB[Ada]PW[Bob]C[A study]
;B[ee]C[the middle](;W[cc]TR[cc]LB[ee:A];B[gg])(;W[gc]CR[ee]C[here?];B[cg]))`;

// The tree of a text, whatever the numbers of its nodes.
function treeOf(text, source) {
  const document = engine.document(text, source);
  const { nodes, tags, game } = document.tree();
  document.dispose();
  const at = new Map(nodes.map(({ id }, i) => [id, i]));
  return { game, tags, nodes: nodes.map(({ id, parent, ...rest }) => ({ ...rest, parent: at.get(parent) })) };
}

const openDetails = async (name) => {
  const part = page.locator("details", { has: page.getByRole("heading", { name, exact: true }) });
  if ((await part.getAttribute("open")) === null) await part.locator("summary").click();
  return part;
};

async function paste(text, address) {
  await page.goto(room.url + address);
  const part = await openDetails("Open a game");
  await part.getByRole("textbox").fill(text);
  await part.getByRole("button", { name: "Open", exact: true }).click();
}

async function exported(format) {
  await openDetails("Export");
  return page.locator(`[data-format="${format}"] pre`).textContent();
}

const line = page.locator(".moves .line").first();
const words = async () => (await line.innerText()).replaceAll(/\s+/g, " ");
const move = (name) => line.getByRole("button", { name });
const at = (address) => page.waitForURL((url) => decodeURI(url.pathname) === address);
const comment = page.getByLabel("Comment", { exact: true });
const drawn = (selector) => table.board.locator(`.picture .remark${selector}`);

async function sameAfterReload(format) {
  const [before, shown, address] = [await exported(format), await words(), page.url()];
  await page.reload();
  await table.board.waitFor();
  assert.equal(page.url(), address);
  await eventually(async () => assert.equal(await words(), shown));
  await eventually(async () => assert.deepEqual(treeOf(await exported(format)), treeOf(before)));
}

test("a PGN with variations and comments is pasted, walked through and edited, and stays", async () => {
  await paste(pgn, "/chess/");
  await move("Bb5").waitFor();
  assert.equal(
    await words(),
    "A study 1. e4! 5:00 best by test 1. d4 solid 1… d5 1… Nf6!? 1… e5 the centre 2. Nf3 +0.25/20 Nc6 3. Bb5+=",
  );
  assert.deepEqual(treeOf(await exported("pgn")), treeOf(pgn), "nothing is lost");

  // Walked through.
  await page.getByRole("button", { name: "To the end" }).click();
  await at("/chess/e4,e5,Nf3,Nc6,Bb5");
  await move("Nf6").click();
  await at("/chess/d4,Nf6");
  await table.shows("f6", "n");
  await move("e5").click();
  await drawn('[fill="#15781b"][width]').waitFor();
  await drawn('[fill="#b3130f"][width]').waitFor();
  await drawn(".arrow").first().waitFor();

  // Edited: a comment, a glyph, a mark, an arrow.
  await openDetails("Comment and draw");
  assert.equal(await comment.inputValue(), "the centre");
  await comment.fill("");
  await comment.pressSequentially("the open game");
  await page.getByRole("button", { name: "Good move" }).click();
  await page.getByLabel("Judgement of the position").selectOption("10");
  await page.getByRole("button", { name: "Square", exact: true }).click();
  await page.getByLabel("Colour", { exact: true }).selectOption("blue");
  await table.click("f7");
  await drawn('[fill="#1f5fbf"][width]').waitFor();
  await table.click("d4");
  await table.click("d4");
  await page.getByRole("button", { name: "Arrow", exact: true }).click();
  await table.click("d1", "h5");
  await drawn('.arrow[stroke="#1f5fbf"]').waitFor();
  await page.keyboard.press("Escape");

  // A new variation becomes the main line, and another one is deleted.
  await table.drag("f1", "c4");
  await at("/chess/e4,e5,Bc4");
  await page.getByRole("button", { name: "Make it the main line" }).click();
  await move("Nf6").click();
  await page.getByRole("button", { name: "Delete from here" }).click();
  await at("/chess/d4");
  await move("Bc4").click();
  await shot(page, "document_chess", { fullPage: true });

  const edited = treeOf(await exported("pgn"));
  assert.deepEqual(
    edited.nodes.map(({ move: text }) => text),
    [undefined, "e4", "e5", "Bc4", "Nf3", "Nc6", "Bb5", "d4", "d5"],
  );
  assert.deepEqual(edited.tags, treeOf(pgn).tags);
  const { annotations } = edited.nodes[2];
  const has = (one) =>
    assert.ok(
      annotations.some((other) => JSON.stringify(other) === JSON.stringify(one)),
      one.type,
    );
  has({ type: "glyph", number: 1 });
  has({ type: "glyph", number: 10 });
  has({ type: "comment", text: "the open game" });
  has({ type: "mark", shape: "colored", place: "f7", color: "blue" });
  has({ type: "mark", shape: "colored", place: "e5", color: "red" });
  has({ type: "arrow", from: "f1", to: "c4", color: "green" });
  has({ type: "arrow", from: "d1", to: "h5", color: "blue" });
  assert.equal(annotations.filter(({ place }) => place === "d4").length, 0, "what was erased is gone");
  await sameAfterReload("pgn");
  await at("/chess/e4,e5,Bc4");

  // Copied and downloaded whole; the same on coming back to the address, also by another way.
  await page.getByRole("button", { name: "Copy: pgn", exact: true }).click();
  await eventually(async () =>
    assert.deepEqual(treeOf(await page.evaluate(() => navigator.clipboard.readText())), edited),
  );
  const [download] = await Promise.all([
    page.waitForEvent("download"),
    page.getByRole("button", { name: "Download: pgn" }).click(),
  ]);
  assert.deepEqual(treeOf(readFileSync(await download.path(), "utf8")), edited);
  await page.goto(`${room.url}/go/9x9`);
  await page.goto(`${room.url}/chess/e4,e5,Bc4`);
  await move("Bb5").waitFor();
  assert.deepEqual(treeOf(await exported("pgn")), edited);
});

test("an SGF with variations and comments is pasted, walked through and edited, and stays", async () => {
  await paste(sgf, "/chess/");
  await move("G3").waitFor();
  assert.deepEqual(treeOf(await exported("sgf")), treeOf(sgf), "nothing is lost");
  await move("C7").click();
  await drawn(":not(text)").first().waitFor();
  await drawn(".letter").filter({ hasText: "A" }).waitFor();
  await move("G7").click();
  assert.match(await words(), /the middle.*here\?/);

  await openDetails("Comment and draw");
  await comment.fill("or [here]: a \\ b");
  await page.getByRole("button", { name: "Triangle", exact: true }).click();
  await table.click("B2");
  await page.getByRole("button", { name: "Letter", exact: true }).click();
  await table.click("D4", "F6");
  await page.getByRole("button", { name: "Letter", exact: true }).click();
  await page.getByRole("button", { name: "Make it the main line" }).click();
  await table.click("H8");
  await move("H8").waitFor();
  await move("C3").click();
  await page.getByRole("button", { name: "Delete from here" }).click();
  await shot(page, "document_go", { fullPage: true });

  const edited = treeOf(await exported("sgf"));
  assert.deepEqual(
    edited.nodes.map(({ move: text }) => text),
    [undefined, "E5", "G7", "H8", "C7", "G3"],
  );
  const { annotations } = edited.nodes[2];
  for (const one of [
    { type: "comment", text: "or [here]: a \\ b" },
    { type: "mark", shape: "triangle", place: "B2" },
    { type: "mark", shape: "circle", place: "E5" },
    { type: "label", place: "D4", text: "A" },
    { type: "label", place: "F6", text: "B" },
  ]) {
    assert.ok(
      annotations.some((other) => JSON.stringify(other) === JSON.stringify(one)),
      JSON.stringify([one, annotations]),
    );
  }
  await sameAfterReload("sgf");
});

test("variations of backgammon stay too", async () => {
  await page.goto(`${room.url}/backgammon/3-1,8/5_6/5`);
  await page.getByRole("button", { name: "One move back" }).click();
  await at("/backgammon/3-1");
  await page.getByPlaceholder(/8\/5/).fill("24/23 13/10");
  await table.press("Play");
  await at("/backgammon/3-1,24/23_13/10");
  await openDetails("Comment and draw");
  await comment.fill("brave");
  const shown = await words();
  assert.match(shown, /8\/5 6\/5.*24\/23 13\/10.*brave/);
  await page.reload();
  await table.board.waitFor();
  await eventually(async () => assert.equal(await words(), shown));
  assert.equal(new URL(page.url()).pathname, "/backgammon/3-1,24/23_13/10");
});

test("what cannot be played is shown with its reason, and not played", async () => {
  await paste("1. e4 Ke5 2. Nf3 (2. zork) *", "/chess/");
  const wrong = move(/Ke5/);
  await wrong.waitFor();
  assert.match(await wrong.getAttribute("title"), /Not legal: a king on e8 cannot go to e5/);
  assert.match(await page.locator(".faults").innerText(), /a king on e8 cannot go to e5/);
  assert.equal(await move(/Nf3/).isDisabled(), true);
  await page.keyboard.press("End");
  await at("/chess/e4");
  await table.shows("e8", "k");
  await assertAccessible(page, "faults on the Board");
  assert.match(await exported("pgn"), /1\. e4 Ke5 2\. Nf3/);

  // The word is replaced by a move, and deleted.
  await table.click("e7", "e5");
  await at("/chess/e4,e5");
  await openDetails("Comment and draw");
  await wrong.click();
  await page.getByRole("button", { name: "Delete from here" }).click();
  assert.deepEqual(
    treeOf(await exported("pgn")).nodes.map((node) => node.move),
    [undefined, "e4", "e5"],
  );
});

test("a text that cannot be read is explained, a file and the clipboard are opened", async () => {
  await paste("hello world", "/chess/");
  await page.getByRole("alert").getByText("is not in any known format").waitFor();
  const part = await openDetails("Open a game");
  await part
    .locator('input[type="file"]')
    .setInputFiles({ name: "two.pgn", mimeType: "text/plain", buffer: Buffer.from("1. c4 c5 *\n\n1. b3 *\n") });
  await move("c5").waitFor();
  await page.getByText("The text has several games").waitFor();
  await page.evaluate(() => navigator.clipboard.writeText("1. f4 {bird} f5 *"));
  await (await openDetails("Open a game")).getByRole("button", { name: "From the clipboard" }).click();
  await move("f4").waitFor();
  await eventually(async () => assert.match(await words(), /f4 bird 1… f5/));

  // An empty board is empty, though something was left at its address.
  await page.goto(`${room.url}/chess/`);
  await move("f4").waitFor();
  const setUp = await openDetails("New board");
  await setUp.getByRole("button", { name: "Set up" }).click();
  await move("f4").waitFor({ state: "detached" });
  await page.goBack();
  await move("f4").waitFor();
});

test("marks are drawn by keyboard", async () => {
  await page.goto(`${room.url}/chess/4k3/8/8/8/8/8/4P3/4K3_w_-_-_0_1`);
  await openDetails("Comment and draw");
  await page.getByRole("button", { name: "Square", exact: true }).press("Enter");
  await table.board.focus();
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("ArrowUp");
  await page.keyboard.press("Enter");
  await drawn("").waitFor();
  await page.keyboard.press("Enter");
  await drawn("").waitFor({ state: "detached" });
  assert.equal(await page.getByRole("button", { name: "Square", exact: true }).getAttribute("aria-pressed"), "true");
  await page.keyboard.press("Escape");
  assert.equal(await page.getByRole("button", { name: "Square", exact: true }).getAttribute("aria-pressed"), "false");
});

test("it is accessible in light and dark, and fits a phone", async () => {
  for (const [text, from, name] of [
    [pgn, "/chess/", "e5"],
    [sgf, "/go/", "E5"],
  ]) {
    for (const [size, scheme] of [
      ["desktop", "dark"],
      ["phone", "light"],
    ]) {
      await page.setViewportSize(sizes[size]);
      await page.emulateMedia({ colorScheme: scheme });
      await paste(text, from);
      await move(name).click();
      for (const part of ["Comment and draw", "Open a game"]) await openDetails(part);
      await assertAccessible(page, `${name}, ${size}, ${scheme}`);
      await assertFits(page);
      await shot(page, `document_${name}_${size}_${scheme}`, { fullPage: true });
    }
  }
});
