// The inspector: any text becomes a board, and its faults are marked in place.

import assert from "node:assert/strict";
import { writeFileSync } from "node:fs";
import path from "node:path";
import test from "node:test";

import { assertAccessible, assertFits, eventually, shot, sizes } from "../support/browser.mjs";
import { abbreviatedGrid, brokenExamples, examples } from "../support/format_examples.mjs";
import { temporaryFolder } from "../support/server.mjs";
import { openRoom } from "../support/table.mjs";

const room = await openRoom(test);

async function inspect(options) {
  const page = await room.browser.visit(room.url, options);
  await page.goto(`${room.url}/inspect`);
  await page.getByRole("heading", { name: "Examples" }).waitFor();
  return page;
}

const leave = (page) => page.leave();

const field = (page) => page.getByLabel("Text to inspect");
const verdict = (page) => page.locator(".verdict");
const board = (page) => page.getByRole("img", { name: /board/i });
const marks = (page) => page.locator("mark").allTextContents();
const format = (page, name) => page.locator(`[data-format="${name}"] pre`).textContent();

async function paste(page, text) {
  await field(page).fill("");
  await verdict(page).waitFor({ state: "detached" });
  await field(page).fill(text);
  await verdict(page).waitFor();
}

// The messages of a table are not part of the game, and the order of the dice is irrelevant.
function carried(text) {
  const { messages, dice, ...state } = JSON.parse(text);
  return { ...state, dice: dice?.toSorted() };
}

test("every format is read, shown, and written in other formats", async () => {
  const page = await inspect();
  for (const { what, game, format: name, text } of examples) {
    await paste(page, text);
    assert.equal((await verdict(page).innerText()).replaceAll(/\s+/g, " "), `${game}, ${name}: valid`, what);
    await board(page).waitFor();
    assert.deepEqual(await marks(page), [], what);
    const written = await format(page, name);
    if (name !== "sgn") assert.deepEqual(carried(written), carried(text), `${what} is written back unchanged`);
    assert.equal(JSON.parse(await format(page, "record")).game, game.toLowerCase(), what);
  }
  await leave(page);
});

test("an error is marked where it is, in every format", async () => {
  const page = await inspect();
  for (const { what, text, wrong, sentence } of brokenExamples) {
    await paste(page, text);
    assert.match(await verdict(page).innerText(), /\d errors?$/, what);
    assert.deepEqual(await marks(page), [wrong], what);
    assert.match(await page.locator(".faults").innerText(), sentence, what);
    assert.equal(await field(page).getAttribute("aria-invalid"), "true");

    // Following the place selects the text.
    await page.locator(".faults button").first().click();
    const selected = await field(page).evaluate((area) => area.value.slice(area.selectionStart, area.selectionEnd));
    assert.equal(selected, wrong, what);
  }
  await leave(page);
});

const others = [
  [abbreviatedGrid, ['"board_grid": [', "/*"], /JSON has no comments[\s\S]*rows and not 9/],
  ["8/8/8/8/8/8/8/8 w - - 0 1", ["8/8/8/8/8/8/8/8"], /White has no king/],
  [
    "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBN w KQkq e9 x 1",
    null,
    /rank 1 has 7 squares[\s\S]*"e9"[\s\S]*"x" is not a number/,
  ],
  ['[White "Ärger"]\n\n1. e4 e5 2. Ke3 *', ["Ke3"], /a king on e1 cannot go to e3/],
  ["(;FF[4]GM[1]SZ[9];B[cc];W[zz])", null, /W\[?/],
  ["XGID=-b----E-C---eE---c-e----B-:0:0:1:77:0:0:1:0:10", ["77"], /"77" is neither two dice/],
  ["4HPwATDgc/AB!A", null, /./],
  ["4HPwATDgc/ABMA:cAgAAAAAAA!A", null, /./],
  [
    " 5 point match\n\n Game 1\n Ada : 0    Bob : 0\n  1) 31: 8/5 6/5    64: 24/18 18/1\n",
    ["24/18"],
    /18\/1 needs a 17/,
  ],
  ["position startpos moves e2e4 e7e6 e4e6", ["e4e6"], /./],
  ['{"board": {"e1":"K","e9":"k"}, "turn":"green"}', null, /"e9" is not a square[\s\S]*green[\s\S]*castling/],
  ['{"board": {"e1":"K"', null, /./],
  ['{"board": [["B", null]], "passes": 0}', null, /"current_player" is missing/],
  ["http://127.0.0.1:8080/chess/e4,e5,Ke3", ["Ke3"], /a king on e1 cannot go to e3/],
  ["hello world", [], /is not in any known format/],
];

test("an error is marked in every other format too", async () => {
  const page = await inspect();
  for (const [text, wrong, sentence] of others) {
    await paste(page, text);
    assert.match(await page.locator(".faults").innerText(), sentence, text);
    const found = await marks(page);
    if (wrong) assert.deepEqual(found, wrong, text);
    else assert.ok(found.length > 0, `nothing is marked in ${text}`);
    await page.getByText("There is no position to show").or(page.getByText("Up to the first error")).waitFor();
  }
  await paste(page, "1. e4 e5 2. Nf3 Ke3 *");
  await page.getByText("Up to the first error").waitFor();
  await page.getByRole("group", { name: "Moves" }).getByText("3 / 3").waitFor();
  await paste(page, others[1][0]);
  await shot(page, "inspect_faults");
  await assertAccessible(page, "faults");
  await leave(page);
});

test("a board of any shape is at most as high as the widest one", async () => {
  const page = await inspect();
  for (const size of ["1x1", "1x9", "9x13", "1x52", "52x1", "52x52"]) {
    await paste(page, size);
    const drawing = board(page).locator("svg");
    await drawing.waitFor();
    const { width, height } = await drawing.boundingBox();
    assert.ok(Math.max(width, height) <= 545, `${size} is ${width} px wide and ${height} px high`);
    assert.ok(Math.max(width, height) > 400, `${size} is ${width} px wide and ${height} px high`);
  }
  await leave(page);
});

test("there is an example of every format, and each is valid", async () => {
  const page = await inspect();
  const groups = page.getByRole("region", { name: "Examples" }).getByRole("group");
  for (const group of await groups.all()) {
    for (const button of await group.getByRole("button").all()) {
      await field(page).fill("");
      await verdict(page).waitFor({ state: "detached" });
      await button.click();
      await verdict(page).getByText("valid").waitFor();
      await board(page).waitFor();
    }
  }
  await leave(page);
});

test("a game is stepped through, and opened on the board", async () => {
  const page = await inspect();
  await paste(page, "(;FF[4]GM[1]SZ[9];B[ee];W[cc];B[gg])");
  const steps = page.getByRole("group", { name: "Moves" });
  await steps.getByText("3 / 3").waitFor();
  await steps.getByRole("button", { name: "One move back" }).click();
  await steps.getByText("2 / 3").waitFor();
  assert.equal((await format(page, "sgn")).trim(), "9x9 E5b C7w");
  await steps.getByRole("button", { name: "To the start" }).click();
  await page.waitForFunction(() => document.querySelector('[data-format="sgn"] pre').textContent.trim() === "9x9");
  await steps.getByRole("button", { name: "To the end" }).click();
  await steps.getByText("3 / 3").waitFor();
  await page.getByRole("link", { name: "Open on the board" }).click();
  await page.waitForURL("**/go/9x9,E5b,C7w,G3b?ko=simple");
  await leave(page);
});

test("one of several games is selected, and an invalid one does not affect the others", async () => {
  const page = await inspect();
  const pgn = ["A", "B", "C"]
    .map((name, i) => `[White "${name}"]\n[Black "X"]\n\n1. ${["e4", "e5", "d4"][i]} *\n`)
    .join("\n");
  await paste(page, pgn);
  const games = page.getByLabel("3 games");
  assert.deepEqual(
    (await games.locator("option").allInnerTexts()).map((text) => text.replaceAll(/\s+/g, " ").trim()),
    ["1. A – X", "2. B – X (1 error)", "3. C – X"],
  );
  assert.deepEqual(await marks(page), ["e5"], "the fault of the second game is marked while the first is shown");
  await games.selectOption({ index: 2 });
  await page.waitForFunction(() => /1\. d4/.test(document.querySelector('[data-format="pgn"] pre')?.textContent ?? ""));
  await games.selectOption({ index: 1 });
  await page.getByText("Up to the first error").waitFor();
  await leave(page);
});

test("a file in another charset is read, also before the engine is there", async () => {
  const page = await room.browser.visit(room.url);
  let letGo;
  const isWanted = new Promise((resolve) => (letGo = resolve));
  await page.route("**/*.wasm", async (route) => {
    await isWanted;
    await route.continue();
  });
  await page.goto(`${room.url}/inspect`);
  const buffer = Buffer.from("(;GM[1]SZ[9]PB[\xc0\xee\xb2\xfd\xb8\xe4];B[cc])", "latin1"); // GBK
  await page.locator('input[type="file"]').setInputFiles({ name: "old.sgf", mimeType: "text/plain", buffer });
  letGo();
  await page.getByText("read as GB18030").waitFor();
  assert.equal(await field(page).inputValue(), "(;GM[1]SZ[9]PB[李昌镐];B[cc])");
  await field(page).fill("9x9");
  await page.getByText("read as GB18030").waitFor({ state: "detached" });
  await leave(page);
});

test("a document is walked through, and goes to the board whole", async () => {
  const page = await inspect();
  await paste(page, "1. e4 {[%csl Re5] best} (1. d4 $1 d5) 1... Ke5 2. Nf3 *");
  assert.match(await verdict(page).innerText(), /1 error$/);
  const line = page.getByRole("region", { name: "Moves and variations" });
  assert.equal(
    (await line.innerText()).replaceAll(/\s+/g, " "),
    "1. e4 best 1. d4! d5 1… Ke5 2. Nf3"
      .replace("Ke5", "Ke5 (Not legal: a king on e8 cannot go to e5)")
      .replace("2. Nf3", "2. Nf3 (Follows something that cannot be played)"),
  );
  await page.locator('.picture .remark[fill="#b3130f"]').waitFor({ state: "attached" });
  await line.getByRole("button", { name: "d5" }).click();
  await page.waitForFunction(() => /3p4/.test(document.querySelector('[data-format="fen"] pre')?.textContent ?? ""));
  assert.match(await format(page, "pgn"), /1\. e4 \{\[%csl Re5\] best\} \(1\. d4 \$1 d5\) 1\.\.\. Ke5 2\. Nf3/);
  await assertAccessible(page, "a document");
  await shot(page, "inspect_document", { fullPage: true });
  await page.getByRole("link", { name: "Open on the board" }).click();
  await page.waitForURL("**/chess/d4,d5");
  const moves = page.locator(".moves .line").first();
  await moves.getByRole("button", { name: /Ke5/ }).waitFor();
  assert.match(await moves.innerText(), /best/);
  await page.reload();
  await moves.getByRole("button", { name: /Ke5/ }).waitFor();
  await leave(page);
});

test("a PGN of 10,000 games is read without blocking the page", async () => {
  const page = await inspect();
  const moves =
    "1. e4 e5 2. Nf3 Nc6 3. Bb5 {the Ruy Lopez} a6 4. Ba4 Nf6 5. O-O Be7 6. Re1 b5 7. Bb3 d6 8. c3 O-O 9. h3 Nb8 " +
    "10. d4 Nbd7 11. c4 c6 12. cxb5 axb5 13. Nc3 Bb7 14. Bg5 b4 15. Nb1 h6 16. Bh4 c5 17. dxe5 Nxe4";
  const game = (i) =>
    `[Event "E"]\n[White "W${i}"]\n[Black "B"]\n[Result "1-0"]\n\n${i === 7777 ? "1. e4 Ke5" : moves} 1-0\n\n`;
  const pgn = Array.from({ length: 10_000 }, (_, i) => game(i + 1)).join("");
  await page.evaluate(() => {
    globalThis.longest = 0;
    globalThis.begun = performance.now();
    let last = globalThis.begun;
    const probe = (now) => {
      globalThis.longest = Math.max(globalThis.longest, now - last);
      last = now;
      requestAnimationFrame(probe);
    };
    requestAnimationFrame(probe);
  });
  const file = path.join(temporaryFolder(), "many.pgn");
  writeFileSync(file, pgn);
  await page.locator('input[type="file"]').setInputFiles(file);
  await board(page).waitFor();
  await verdict(page).getByText("1 error").waitFor();
  const { longest, whole } = await page.evaluate(() => ({
    longest: globalThis.longest,
    whole: performance.now() - globalThis.begun,
  }));
  // A text that the page itself read would be one long wait.
  assert.ok(longest < whole / 2, `the page stood still for ${longest} of ${whole} ms`);
  const games = page.getByLabel("10000 games");
  assert.equal(await games.locator("option").nth(499).innerText(), "500. W500 – B 1-0");
  const search = page.getByLabel("Find a game");
  await search.fill("w7777");
  await games.getByText("7777. W7777 – B 1-0 (1 error)").waitFor({ state: "attached" });
  await search.fill("10000");
  await games.selectOption("10000. W10000 – B 1-0");
  await page.waitForFunction(() => /W10000/.test(document.querySelector('[data-format="pgn"] pre')?.textContent ?? ""));
  await page.locator(".faults button").click();
  assert.deepEqual(await marks(page), ["Ke5"]);
  await assertAccessible(page, "many games");
  await shot(page, "inspect_many");

  // Another text is read at once.
  await page.getByRole("button", { name: "Clear" }).click();
  await paste(page, "9x9 E5b");
  await verdict(page).getByText("sgn").waitFor();
  await leave(page);
});

test("a file is opened, selected or dropped", async () => {
  const page = await inspect();
  const classics = path.join(process.env.ARBITER_SOURCE_DIR, "tests/chess/data/classics.pgn");
  await page.locator('input[type="file"]').setInputFiles(classics);
  await verdict(page).getByText("valid").waitFor();
  await board(page).waitFor();

  await page
    .locator('input[type="file"]')
    .setInputFiles({ name: "large.pgn", mimeType: "text/plain", buffer: Buffer.alloc(17 << 20, " ") });
  await page.getByRole("alert").getByText("up to 16 MiB").waitFor();
  const dropped = await page.evaluateHandle(() => {
    const data = new DataTransfer();
    data.items.add(new File(["9x9 E5b"], "game.sgn"));
    return data;
  });
  await page.locator(".drop").dispatchEvent("drop", { dataTransfer: dropped });
  await verdict(page).getByText("sgn").waitFor();
  assert.equal(await field(page).inputValue(), "9x9 E5b");
  await leave(page);
});

test("an agent's prompt has the state, the legal moves and the side to move", async () => {
  const page = await inspect({ permissions: ["clipboard-read", "clipboard-write"] });
  await paste(page, "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1");
  await page.getByText("Prompt for an agent").click();
  await page.getByRole("button", { name: "Copy: user" }).click();
  await eventually(async () => {
    const user = await page.evaluate(() => navigator.clipboard.readText());
    assert.match(user, /"e2": "P"/);
    assert.match(user, /Legal moves: .*e3.*e4/);
  });
  const system = await page.getByRole("region", { name: "system" }).locator("pre").textContent();
  assert.match(system, /^You are playing Chess as White\./);
  await shot(page, "inspect_prompt");
  await leave(page);
});

test("the format can be selected where it cannot be detected", async () => {
  const page = await inspect();
  await paste(page, "9x9");
  await page.getByLabel("Read as").selectOption("chess fen");
  await verdict(page).getByText("fen").waitFor();
  assert.match(await verdict(page).innerText(), /error/);
  await leave(page);
});

test("no text breaks the page", async () => {
  const page = await inspect();
  const texts = [
    "{".repeat(5000),
    "[".repeat(5000),
    "\u0000\ud800",
    "(;".repeat(2000),
    '{"a":'.repeat(200),
    "9x9 " + "A1b ".repeat(5000),
  ];
  for (const text of texts) await paste(page, text);
  await leave(page);
});

test("it is accessible in light and dark, and fits a phone", async () => {
  const page = await inspect();
  await page.getByRole("button", { name: "gitgammon", exact: true }).click();
  await board(page).waitFor();
  await page.getByText("Prompt for an agent").click();
  for (const size of ["desktop", "phone"]) {
    await page.setViewportSize(sizes[size]);
    for (const scheme of ["light", "dark"]) {
      await page.emulateMedia({ colorScheme: scheme });
      await page.locator(`:root[data-theme=${scheme}]`).waitFor();
      await assertFits(page);
      await shot(page, `inspect_${size}_${scheme}`);
      // Colours do not depend on the window.
      if (scheme === "light") await assertAccessible(page, `inspector, ${size}`);
      else if (size === "desktop") await assertAccessible(page, "inspector in the dark", ["color-contrast"]);
    }
  }
  await leave(page);
});
