// The home page: boards that are ready, creating every kind of game, live games, search for finished ones.

import assert from "node:assert/strict";
import test from "node:test";

import { assertAccessible, assertFits, eventually, shot, sizes } from "../support/browser.mjs";
import { openRoom } from "../support/table.mjs";

const room = await openRoom(test);

async function goHome(page) {
  await page.goto(`${room.url}/`);
  await page.locator("[data-tile] .board svg").nth(2).waitFor();
}

// Without loading the page again.
const goBackHome = (page) => page.getByRole("link", { name: "Games", exact: true }).click();

async function home(options) {
  const page = await room.browser.visit(room.url, options);
  await goHome(page);
  return page;
}

async function openForm(page) {
  await page.getByRole("button", { name: "Chess: rules, clock, colour" }).click();
  await page.getByLabel("Variant").waitFor();
}

async function homeForm(options) {
  const page = await home(options);
  await openForm(page);
  return page;
}

const leave = (page) => page.leave();

const pressed = Symbol("pressed");
const roles = ["textbox", "spinbutton", "slider", "combobox", "radio", "checkbox"];

// Fills in the form: texts and numbers are typed, the rest is selected.
async function fill(page, fields) {
  const form = page.locator("form.new-game");
  for (const [name, value] of Object.entries(fields)) {
    if (value === pressed) {
      await form
        .getByRole("button", { name })
        .or(form.locator("summary", { hasText: name }))
        .click();
      continue;
    }
    const field = roles.map((role) => form.getByRole(role, { name, exact: true })).reduce((any, one) => any.or(one));
    if (value === true) await field.check({ force: true });
    else if (await field.evaluate(({ tagName }) => tagName === "SELECT")) await field.selectOption({ label: value });
    else await field.fill(String(value));
  }
}

const create = (page) => page.getByRole("button", { name: "Create game" }).click();

// The created game from the server, with the keys stored in the browser.
async function created(page) {
  await page.waitForURL(/\/games\/\w+/);
  await page.getByRole("application").waitFor();
  const id = new URL(page.url()).pathname.split("/").at(-1);
  const held = await page.evaluate((name) => JSON.parse(localStorage.getItem(name)), `arbiter.keys.${id}`);
  const key = held.white ?? held.black;
  const view = (await room.games.game(id, { key })).body;
  const record = JSON.parse((await room.games.export(id, "record", { key })).text);
  return { id, held, view, setup: record.setup };
}

async function finish(body, loser = "black") {
  const game = await room.newGame(body);
  await room.games.move(game.id, game.keys[loser], { move: "resign", version: game.game.version });
  return game;
}

const openings = [
  ["chess", {}, "e4 e5 f4 exf4 Bc4 Qh4+ Kf1 b5 Bxb5 Nf6 Nf3 Qh6 d3 Nh5 Nh4 Qg5 Nf5 c6"],
  ["go", { size: 13 }, "K4 D10 D4 K10 L8 G11 C7 F3 E3 E4 D3 F4 C11 D11 C10 D9 C9 D8 L11 K11 L10"],
  ["chess", {}, "d4 d5 c4 e6 Nc3 Nf6 Bg5 Be7"],
  ["go", { size: 9 }, "E5 C3 G7 C7 G3 D6 F4 D5 D4 E6 F5 C4"],
];
const names = ["Ada", "Blaise", "Carl", "Dorothy", "Emmy", "Fan Hui", "Grace", "Honinbo"];

// Games as on a server in use.
async function showcase() {
  const clock = { kind: "fischer", base_ms: 600_000, increment_ms: 5_000 };
  for (const [i, [game, options, moves]] of openings.entries()) {
    const seats = { white: names[2 * i], black: names[2 * i + 1] };
    const { id, keys, game: start } = await room.newGame({ game, options, seats, ...(i % 2 ? {} : { clock }) });
    const sides = start.turn === "white" ? ["white", "black"] : ["black", "white"];
    for (const [ply, move] of moves.split(" ").entries()) {
      const answer = await room.games.move(id, keys[sides[ply % 2]], { move, ply });
      assert.equal(answer.status, 200, answer.text);
    }
  }
  await room.newGame({ game: "backgammon", options: { match: 7 } });
  for (const loser of ["white", "black"]) await finish({ game: "chess" }, loser);
}

test("it is accessible in light and dark, and fits a phone", async () => {
  await showcase();
  for (const size of ["desktop", "phone"]) {
    const page = await home({ size: sizes[size] });
    const inBothColours = async (what) => {
      for (const scheme of ["light", "dark"]) {
        await page.emulateMedia({ colorScheme: scheme, reducedMotion: "reduce" });
        await page.locator(`:root[data-theme=${scheme}]`).waitFor();
        await shot(page, `${what}_${size}_${scheme}`);
        // Colours do not depend on the window.
        if (scheme === "light") await assertAccessible(page, `${what}, ${size}`);
        else if (size === "desktop") await assertAccessible(page, `${what} in the dark`, ["color-contrast"]);
      }
      await assertFits(page);
    };
    await page.locator(".game-card .time").first().waitFor();
    await inBothColours("home");
    await openForm(page);
    await fill(page, { Backgammon: true, "More rules": pressed, Clock: "Canadian: several moves per period" });
    await inBothColours("new_game");
    await leave(page);
  }
});

// The middle of a place on a board of the home page, in pixels.
async function placeOn(page, game, selector) {
  const tile = page.locator(`[data-tile="${game}"]`);
  const { x, y, width, height } = await tile.locator(selector).first().boundingBox();
  return { x: x + width / 2, y: y + height / 2 };
}

const firstPresses = [
  ["chess", '[data-square="e2"]', "white", (table) => table.locator(".overlay .target").nth(1).waitFor()],
  ["chess", '[data-piece="n"]', "black", (table) => table.locator(".trail, .last, [data-last]").first().waitFor()],
  ["go", '[data-point="E5"]', "black", (table) => table.locator('.stone.black[data-point="E5"]').waitFor()],
  ["backgammon", ".die", "white", (table) => table.locator(".checker").first().waitFor()],
];

for (const [size, options] of Object.entries({ desktop: {}, phone: { touch: true } })) {
  test(`the first press on a board begins a game against the bot, without scrolling: ${size}`, async () => {
    const page = await room.browser.visit(room.url, { size: sizes[size], ...options });
    for (const [game, selector, seat, begun] of firstPresses) {
      await goHome(page);
      const tile = page.locator(`[data-tile="${game}"]`);
      // On a phone the tiles are beside each other, and are swiped.
      await tile.evaluate((one) => one.parentElement.scrollTo({ left: one.offsetLeft - 16 }));
      await eventually(async () => {
        const at = () => tile.boundingBox();
        assert.deepEqual(await at(), await at(), "it stands still");
      });
      for (const part of [tile.locator(".board"), tile.getByRole("button", { name: "Play the bot" })]) {
        const { y, height } = await part.boundingBox();
        assert.ok(y > 0 && y + height <= sizes[size].height, `${game} ends at ${y + height}`);
      }
      assert.equal(await page.evaluate(() => scrollY), 0);
      const { x, y } = await placeOn(page, game, selector);
      await (options.touch ? page.touchscreen.tap(x, y) : page.mouse.click(x, y));
      await page.waitForURL(/\/games\/\w+/);
      const { held, view } = await created(page);
      assert.equal(held.seat, seat);
      assert.equal(view.seats[seat === "white" ? "black" : "white"].player, "bot:3");
      await begun(page.getByRole("application"));
    }
    await leave(page);
  });
}

test("a bot of another level, kept for the next time; a friend by link", async () => {
  const page = await home();
  const tile = page.locator('[data-tile="go"]');
  await tile.getByRole("slider").fill("5");
  await tile.getByText("Level 5").waitFor();
  await tile.getByRole("button", { name: "Play the bot" }).click();
  assert.equal((await created(page)).view.seats.white.player, "bot:5");
  await page.goto(`${room.url}/`);
  await tile.getByText("Level 5").waitFor();
  await tile.getByRole("button", { name: "Invite" }).click();
  const { held, setup } = await created(page);
  assert.equal(setup.size, "9x9");
  assert.ok(held.white && held.black);
  await page.getByRole("textbox", { name: "Send this link to your opponent" }).waitFor();
  await leave(page);
});

test("a board is there before the engine is", async () => {
  const page = await room.browser.visit(room.url);
  await page.route("**/*.wasm", () => {});
  await page.goto(`${room.url}/`);
  await page.locator('[data-tile="chess"] [data-piece="K"]').waitFor();
  const { x, y } = await placeOn(page, "chess", '[data-square="d2"]');
  await page.mouse.click(x, y);
  await page.waitForURL(/\/games\/\w+/);
  await leave(page);
});

const overlap = (one, two) =>
  one.x < two.x + two.width && two.x < one.x + one.width && one.y < two.y + two.height && two.y < one.y + one.height;

const contains = (outer, inner) =>
  inner.x >= outer.x &&
  inner.y >= outer.y &&
  inner.x + inner.width <= outer.x + outer.width &&
  inner.y + inner.height <= outer.y + outer.height;

test("the picture of a board of any shape keeps to its card", async () => {
  const shapes = ["1x1", "1x9", "9x1", "9x13", "13x9", "1x52", "52x1", "52x52"];
  for (const shape of shapes) {
    const { id, keys } = await room.newGame({ game: "go", options: { size: shape } });
    if (shape !== "1x1") await room.games.move(id, keys.black, { move: "A1", ply: 0 });
  }
  for (const size of ["desktop", "phone"]) {
    const page = await home({ size: sizes[size] });
    await page
      .locator(".game-card")
      .nth(shapes.length - 1)
      .waitFor();
    const cards = await page.locator(".game-card").all();
    const boxes = [];
    for (const card of cards) {
      await card.scrollIntoViewIfNeeded();
      const picture = card.locator("img");
      await picture.evaluate((image) => image.decode());
      const [outer, inner] = [await box(card), await box(picture)];
      assert.ok(contains(outer, inner), `a picture of ${JSON.stringify(inner)} in a card of ${JSON.stringify(outer)}`);
      assert.ok(Math.abs(inner.width - inner.height) < 1, "every picture has the same shape");
      boxes.push(outer);
    }
    for (const [i, one] of boxes.entries()) {
      for (const two of boxes.slice(i + 1)) assert.ok(!overlap(one, two), JSON.stringify([one, two]));
    }
    await assertFits(page);
    await shot(page, `home_shapes_${size}`, { fullPage: true });
    await leave(page);
  }
});

// In the page, regardless of scrolling.
const box = (element) =>
  element.evaluate((one) => {
    const { x, y, width, height } = one.getBoundingClientRect();
    return { x: x + scrollX, y: y + scrollY, width, height };
  });

const kinds = [
  {
    what: "chess against a person, with a clock that is usual",
    fields: {
      White: true,
      Clock: "Fischer: each move adds time",
      "5 min + 3 s": pressed,
      "Your name": "Ada",
      "Opponent's name": "Bob",
    },
    check({ view, held, setup }) {
      assert.equal(setup.fen, "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1");
      assert.deepEqual(view.clock.control, { kind: "fischer", base_ms: 300_000, increment_ms: 3_000 });
      assert.deepEqual([view.seats.white.name, view.seats.black.name], ["Ada", "Bob"]);
      assert.equal(held.seat, "white");
      assert.ok(held.white && held.black, "both keys are there, to give one away");
    },
  },
  {
    what: "Chess960, both sides here",
    fields: { Variant: "Chess960", "Start: a FEN, or 0 to 959 for Chess960": "5", "Both sides in this browser": true },
    check({ setup, held }) {
      assert.equal(setup.variant, "chess960");
      assert.match(setup.fen, /^qnbbnrkr\//);
      assert.equal(held.seat, "both");
    },
  },
  {
    what: "chess from a position, by letter",
    fields: {
      "Start: a FEN, or 0 to 959 for Chess960": "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1",
      Black: true,
      Clock: "Correspondence: days per move",
      "Days per move": 2,
    },
    check({ setup, held, view }) {
      assert.equal(setup.fen, "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1");
      assert.deepEqual(view.clock.control, { kind: "correspondence", per_move_ms: 172_800_000 });
      assert.equal(held.seat, "black");
    },
  },
  {
    what: "Go with a handicap, in private, with byo-yomi",
    fields: {
      Go: true,
      Board: "9×9",
      Rules: "Japanese",
      "Handicap stones": "2",
      Komi: "0.5",
      Clock: "Byo-yomi: one move per period",
      Minutes: 1,
      "Period in seconds": 20,
      Periods: 4,
      White: true,
      "Private: visible only with a link": true,
    },
    check({ setup, view, held }) {
      const { size, rules, komi, handicap } = setup;
      assert.deepEqual({ size, rules, komi, handicap }, { size: "9x9", rules: "japanese", komi: 0.5, handicap: 2 });
      assert.deepEqual(view.clock.control, { kind: "byo_yomi", base_ms: 60_000, period_ms: 20_000, periods: 4 });
      assert.equal(view.private, true);
      assert.ok(held.watch);
    },
  },
  {
    what: "Go under the simple rules, on the board they are played on",
    fields: { Go: true, Rules: "Simple" },
    check: ({ setup: { size, rules } }) => assert.deepEqual([size, rules], ["5x5", "simple"]),
  },
  {
    what: "Go under the simple rules on a chosen board",
    fields: { Go: true, Board: "7×7", Rules: "Simple" },
    check: ({ setup: { size, rules } }) => assert.deepEqual([size, rules], ["7x7", "simple"]),
  },
  {
    what: "Go with rules of one's own and a Canadian clock",
    fields: {
      Go: true,
      Board: "13×13",
      "More rules": pressed,
      Ko: "Situational superko",
      Suicide: "Allowed",
      Clock: "Canadian: several moves per period",
      "Both sides in this browser": true,
      "White's name": "Ada",
      "Black's name": "Bob",
    },
    check({ setup, view }) {
      assert.equal(setup.size, "13x13");
      assert.equal(setup.rules, "new-zealand compensation=each_stone");
      assert.equal(view.clock.control.kind, "canadian");
      assert.deepEqual([view.seats.white.name, view.seats.black.name], ["Ada", "Bob"]);
    },
  },
  {
    what: "a match of backgammon against a bot",
    fields: {
      Backgammon: true,
      Start: "Nackgammon",
      "Match length in points (0: single game)": 5,
      Clock: "Bronstein: each move has a delay",
      "A bot": true,
      White: true,
      "Which bot": "Arbiter's bot",
      "Level 3 of 8": 2,
    },
    check({ setup, view, held }) {
      assert.deepEqual([setup.start, setup.match], ["nackgammon", 5]);
      assert.equal(view.clock.control.kind, "bronstein");
      assert.equal(view.seats.black.player, "bot:2");
      assert.equal(held.seat, "white");
      assert.equal(held.black, undefined, "a bot's seat has no key");
    },
  },
];

test("the form creates", async (t) => {
  const page = await home();
  for (const { what, fields, check } of kinds) {
    await t.test(what, async () => {
      await openForm(page);
      await fill(page, fields);
      await create(page);
      check(await created(page));
      await goBackHome(page);
    });
  }
  await leave(page);
});

test("the board follows the rules until one is chosen", async () => {
  const page = await homeForm();
  const field = page.getByRole("combobox", { name: "Board", exact: true });
  const size = (text) => eventually(async () => assert.equal(await field.inputValue(), text));
  await fill(page, { Go: true });
  await size("19");
  await fill(page, { Rules: "Simple" });
  await size("5");
  await fill(page, { Rules: "Japanese" });
  await size("19");
  await fill(page, { Board: "13×13", Rules: "Simple" });
  await size("13");
  await leave(page);
});

test("an invalid start is explained and can be corrected", async () => {
  const page = await homeForm();
  await fill(page, { "Start: a FEN, or 0 to 959 for Chess960": "8/8/8/8/8/8/8/8 w - - 0 1" });
  await create(page);
  await page.getByRole("alert").getByText("White has no king").waitFor();
  assert.equal(new URL(page.url()).pathname, "/");
  await fill(page, { "Start: a FEN, or 0 to 959 for Chess960": "" });
  await create(page);
  await created(page);
  page.forgive(/422/);
  await leave(page);
});

test("games appear, move and end by themselves", async () => {
  const page = await home();
  const clock = { kind: "fischer", base_ms: 300_000, increment_ms: 0 };
  const game = await room.newGame({ game: "chess", clock, seats: { white: "Live White", black: "Live Black" } });
  const card = page.locator(`.game-card[data-game="${game.id}"]`);
  await card.waitFor();
  await card.getByText("5:00").first().waitFor();
  assert.match(await card.innerText(), /Live White[\s\S]*5:00[\s\S]*Live Black[\s\S]*White to move/);
  assert.equal(await card.locator("img").evaluate((image) => image.decode().then(() => image.naturalWidth > 0)), true);

  const picture = await card.locator("img").getAttribute("src");
  await room.games.move(game.id, game.keys.white, { move: "e4", ply: 0 });
  await card.getByText("Black to move").waitFor();
  await eventually(async () => assert.notEqual(await card.locator("img").getAttribute("src"), picture));

  await room.games.move(game.id, game.keys.black, { move: "resign", ply: 1 });
  await page.locator(`tr[data-game="${game.id}"]`).getByText("White wins by resignation").waitFor();
  await card.waitFor({ state: "detached" });
  await leave(page);
});

test("private games are not listed", async () => {
  const game = await room.newGame({ game: "go", private: true, seats: { white: "Hidden" } });
  const page = await home();
  await page.locator(".game-card").first().waitFor();
  assert.equal(await page.locator(`[data-game="${game.id}"]`).count(), 0);
  await leave(page);
});

test("finished games are found by player, game and result, in pages", async () => {
  for (let i = 0; i < 23; i++) await finish({ game: "chess", seats: { white: "Search Ada", black: "Search Bob" } });
  const go = await finish({ game: "go", seats: { white: "Search Ada", black: "Search Cy" } }, "white");
  const page = await home();
  const search = page.getByRole("search");
  const rows = page.locator("tbody tr");

  await search.getByLabel("Player's name").fill("Search Ada");
  await page.keyboard.press("Enter");
  await page.locator(`tr[data-game="${go.id}"]`).waitFor();
  await page.waitForFunction(() => document.querySelectorAll("tbody tr").length === 20);
  await page.getByRole("button", { name: "More" }).last().click();
  await page.waitForFunction(() => document.querySelectorAll("tbody tr").length === 24);
  assert.equal(new Set(await rows.evaluateAll((all) => all.map((row) => row.dataset.game))).size, 24);

  await search.getByLabel("Game").selectOption({ label: "Go" });
  await page.waitForFunction(() => document.querySelectorAll("tbody tr").length === 1);
  await search.getByLabel("Result").selectOption({ label: "White won" });
  await page.getByText("No finished game matches.").waitFor();
  await search.getByLabel("Result").selectOption({ label: "Black won" });
  await rows.getByText("Black wins by resignation").waitFor();

  await search.getByLabel("Player's name").fill("Nobody of that name");
  await search.getByRole("button", { name: "Search" }).click();
  await page.getByText("No finished game matches.").waitFor();
  await leave(page);
});

test("a hundred games at once", async () => {
  const games = await Promise.all(
    Array.from({ length: 100 }, () => room.newGame({ game: "go", options: { size: 9 } })),
  );
  const page = await home();
  const cards = page.locator(".game-card");
  await eventually(async () => assert.equal(await cards.count(), 24));
  await page.getByRole("button", { name: "More" }).first().click();
  await cards.nth(47).waitFor();

  // Pictures are loaded at intervals, regardless of the number of moves. The last card is the last one that is followed:
  // when it shows a move, nothing is new any more.
  const card = cards.nth(47);
  const last = await card.getAttribute("data-game");
  const { id, keys } = games.find((one) => one.id === last);
  await card.scrollIntoViewIfNeeded();
  let asked = 0;
  page.on("request", (request) => (asked += request.url().includes(`${id}/board.svg`) ? 1 : 0));
  const points = [..."ABCDEFGHJ"].flatMap((column) => [1, 3, 5].map((row) => column + row));
  let begun = 0;
  for (const [ply, move] of points.entries()) {
    const answer = await room.games.move(id, keys[ply % 2 ? "white" : "black"], { move, ply });
    assert.equal(answer.status, 200);
    if (ply > 0) continue;
    await card.getByText("1 move", { exact: true }).waitFor();
    [asked, begun] = [0, Date.now()];
  }
  await card.getByText(`${points.length} moves`).waitFor();
  const { height } = await card.locator(".words").boundingBox();
  assert.ok(height < 104, `each of its four lines is one line: ${height} px`);
  const passed = Date.now() - begun;
  assert.ok(asked >= 1 && asked <= 2 + passed / 700, `${asked} pictures in ${passed} ms`);
  await leave(page);
});

test("it is in German if the browser is", async () => {
  const page = await room.browser.visit(room.url, { locale: "de-DE" });
  await page.goto(`${room.url}/`);
  await page.getByRole("button", { name: "Schach: Regeln, Uhr, Farbe" }).click();
  await page.getByRole("heading", { name: "Neue Partie" }).waitFor();
  assert.equal(await page.locator("html").getAttribute("lang"), "de");
  await page.getByLabel("Variante").waitFor();
  await assertAccessible(page, "home in German");
  await leave(page);
});

test("own games are listed, including private ones", async () => {
  const page = await homeForm();
  await fill(page, { Black: true, "Your name": "Ada", "Private: visible only with a link": true });
  await create(page);
  const { id, held } = await created(page);
  await goBackHome(page);
  const entry = page.locator(`[data-yours="${id}"]`);
  await entry.waitFor();
  await eventually(async () =>
    assert.match((await entry.innerText()).replaceAll(/\s+/g, " "), /Chess Anonymous – Ada Black White to move/),
  );
  const other = await room.newGame({ game: "go", options: { size: 9 } });
  await page.evaluate(
    ([name, keys]) => localStorage.setItem(name, keys),
    [`arbiter.keys.${other.id}`, JSON.stringify({ white: other.keys.white, seat: "white", at: Date.now() + 1000 })],
  );
  await room.games.move(id, held.white, { move: "e4", ply: 0 });
  await page.reload();
  await page.locator("[data-yours]").nth(1).waitFor();
  await eventually(async () => {
    const yours = await page.locator("[data-yours]").evaluateAll((all) => all.map((one) => one.dataset.yours));
    assert.deepEqual(yours, [id, other.id], "those that wait for this browser come first");
  });
  await entry.getByText("Your turn").waitFor();
  await assertAccessible(page, "home with games of one's own");
  await entry.click();
  await page.getByText("Your move").first().waitFor();
  await leave(page);
});
