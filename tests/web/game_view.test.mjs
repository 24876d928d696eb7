// What can be seen while a game is played, and after it: the list follows, passes are told, refusals stand beside the
// board, seats show what was taken, everything fits the window, and a game that is over leads on.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import test from "node:test";

import { assertAccessible, assertFits, eventually, shot, sizes } from "../support/browser.mjs";
import { openRoom } from "../support/table.mjs";

const room = await openRoom(test);

// Plays moves of both sides, in turn.
async function playAll({ id, keys, game: { turn } }, moves) {
  const sides = turn === "white" ? ["white", "black"] : ["black", "white"];
  for (const [ply, move] of moves.split(" ").entries()) {
    const answer = await room.games.move(id, keys[sides[ply % 2]], { move, ply });
    assert.equal(answer.status, 200, answer.text);
  }
}

const seat = (table, side) => table.page.locator(`[data-seat="${side}"]`);

test("the end of a game tells the result, and leads to a rematch, the Board, a link and a file", async () => {
  const clock = { kind: "fischer", base_ms: 300_000, increment_ms: 3_000 };
  const game = await room.newGame({ game: "chess", clock });
  await playAll(game, "f3 e5 g4");
  const white = await room.sit(game.id, game.keys.white, { permissions: ["clipboard-read", "clipboard-write"] });
  await white.says("Black to move");
  assert.equal(await white.page.getByRole("button", { name: "Rematch" }).count(), 0);
  await room.games.move(game.id, game.keys.black, { move: "Qh4#", ply: 3 });
  await white.says("Black wins by checkmate");
  const banner = white.page.getByRole("region", { name: "Result" });
  for (const part of await banner.locator("button, a").all()) {
    const { y, height } = await part.boundingBox();
    assert.ok(y + height <= sizes.desktop.height, "it is above the fold");
  }
  await shot(white.page, "game_end");
  await assertAccessible(white.page);

  const [file] = await Promise.all([
    white.page.waitForEvent("download"),
    banner.getByRole("button", { name: "Download" }).click(),
  ]);
  const pgn = readFileSync(await file.path(), "utf8");
  assert.match(pgn, /\[White "Ada"\][\s\S]*1\. f3 [\s\S]*Qh4#/);
  await banner.getByRole("button", { name: "Share" }).click();
  const copied = () => white.page.evaluate(() => navigator.clipboard.readText());
  await eventually(async () => assert.equal(await copied(), `${room.url}/games/${game.id}`));
  assert.equal(await banner.getByRole("link", { name: "New game" }).getAttribute("href"), "/");
  assert.match(await banner.getByRole("link", { name: "Look through it" }).getAttribute("href"), /^\/chess\/f3,e5/);

  await banner.getByRole("button", { name: "Rematch" }).click();
  await white.page.waitForURL((url) => url.pathname !== `/games/${game.id}`);
  await white.says("White to move");
  const id = new URL(white.page.url()).pathname.split("/").at(-1);
  const { body } = await room.games.game(id);
  assert.deepEqual([body.seats.white.name, body.seats.black.name], ["Bob", "Ada"], "the colours are changed");
  assert.deepEqual(body.clock.control, clock);
  await room.leave(white);
});

test("a rematch keeps the rules, and the bot", async () => {
  const seats = { white: { name: "Ada" }, black: { player: "bot:1" } };
  const options = { size: 9, rules: "japanese", komi: 0.5 };
  const game = await room.newGame({ game: "go", options, seats });
  const white = await room.sit(game.id, game.keys.white);
  await white.says("Your move");
  await white.press("Resign");
  await white.press("Yes");
  await white.page.getByRole("button", { name: "Rematch" }).click();
  await white.page.waitForURL((url) => url.pathname !== `/games/${game.id}`);
  await white.says("Your move");
  const id = new URL(white.page.url()).pathname.split("/").at(-1);
  const { setup } = JSON.parse((await room.games.export(id, "record")).text);
  assert.deepEqual([setup.size, setup.rules, setup.komi], ["9x9", "japanese", 0.5]);
  assert.equal((await room.games.game(id)).body.seats.white.player, "bot:1");
  await room.leave(white);
});

test("the list of moves follows the game, and one's way through it", async () => {
  const game = await room.newGame({ game: "chess" });
  const knights = "Nf3 Nf6 Ng1 Ng8 Nc3 Nc6 Nb1 Nb8 e3 e6 d3 d6 c3 c6 b3 b6 a3 a6 h3 h6 g3 g6 f3 f6 Kd2 Kd7 Kc2 Kc7";
  await playAll(game, `${knights} Bd2 Bd7 Be1 Be8 Nd2 Nd7 Qe2 Qe7 Qf2 Qf7 Qg2 Qg7 Qh2 Qh7 Rd1 Rd8 Rb1 Rb8`);
  const white = await room.sit(game.id, game.keys.white);
  const seen = (ply, what) =>
    eventually(async () => {
      const [entry, list] = await Promise.all([
        white.page.locator(`.moves [data-ply="${ply}"]`).boundingBox(),
        white.page.locator(".moves .scroll").boundingBox(),
      ]);
      assert.ok(entry.y >= list.y - 1 && entry.y + entry.height <= list.y + list.height + 1, what);
    });
  await white.page.locator('.moves [aria-current="step"][data-ply="46"]').waitFor();
  await seen(46, "the last move");
  await room.games.move(game.id, game.keys.white, { move: "Ra1", ply: 46 });
  await white.page.locator('.moves [aria-current="step"][data-ply="47"]').waitFor();
  await seen(47, "the next one");
  await white.page.keyboard.press("Home");
  await white.page.keyboard.press("ArrowRight");
  await white.page.locator('.moves [aria-current="step"][data-ply="1"]').waitFor();
  await seen(1, "the first one");
  const { height } = await white.page.locator(".moves tbody tr").first().boundingBox();
  assert.ok(height <= 32, `a row is ${height} px high`);
  await room.leave(white);
});

test("an address names a moment of a game", async () => {
  const game = await room.newGame({ game: "chess" });
  await playAll(game, "e4 e5 Nf3 Nc6");
  const white = await room.sit(game.id, game.keys.white);
  await white.page.goto(`${room.url}/games/${game.id}?ply=1`);
  await white.shows("e4", "P");
  await white.shows("e7", "p");
  await white.page.getByText("Earlier position: 1 of 4").waitFor();
  await white.page.keyboard.press("ArrowRight");
  await white.shows("e5", "p");
  await white.page.waitForURL((url) => url.search === "?ply=2");
  await white.press("Back to the current position");
  await white.shows("c6", "n");
  await white.page.waitForURL((url) => url.search === "");
  await room.leave(white);
});

test("a pass is told, and marked at the seat", async () => {
  const game = await room.newGame({ game: "go", options: { size: 9 } });
  await playAll(game, "E5 pass");
  const black = await room.sit(game.id, game.keys.black);
  await black.says("White passed. Your move");
  await seat(black, "white").getByText("passes").waitFor();
  const { height } = await seat(black, "white").boundingBox();
  assert.ok(height <= 64, `a seat has two lines: ${height} px`);
  await black.click("D5");
  await black.says("White to move");
  await room.leave(black);
});

test("seats show what was taken", async () => {
  const chess = await room.newGame({ game: "chess" });
  await playAll(chess, "e4 d5 exd5 Qxd5 Nc3 Qxg2 Bxg2");
  const white = await room.sit(chess.id, chess.keys.white);
  await seat(white, "white").getByRole("img", { name: "Taken: pawn, queen" }).waitFor();
  await seat(white, "white").getByText("+8").waitFor();
  await seat(white, "black").getByRole("img", { name: "Taken: pawn, pawn" }).waitFor();
  assert.equal(await seat(white, "black").getByText("+").count(), 0);

  const go = await room.newGame({ game: "go", options: { size: 5, stones: "C3w B3b D3b C4b" } });
  await white.sit(room.url, go.id, go.keys.black);
  await white.click("C2");
  await seat(white, "black").getByText("1 prisoner").waitFor();
  await seat(white, "white").getByText("0 prisoners").waitFor();

  const start = "XGID=-b----E-C---eE---c-e----B-:0:0:1:31:2:0:0:5:10";
  const backgammon = await room.newGame({ game: "backgammon", start });
  await white.sit(room.url, backgammon.id, backgammon.keys.white);
  await seat(white, "white").getByText("167 pips (0) · 2 of 5").waitFor();
  await room.leave(white);
});

test("a refusal stands beside the board, in the language of the page, until one goes on", async () => {
  const game = await room.newGame({ game: "chess", start: "4r1k1/8/8/8/8/8/4R3/4K3 w - - 0 1" });
  for (const size of ["desktop", "phone"]) {
    const white = await room.sit(game.id, game.keys.white, { size: sizes[size], locale: "de-DE" });
    await white.click("e2", "a2");
    await white.complains(/Turm e2–a2 lässt den König im Schach, das von e8 kommt/);
    const [words, board] = await Promise.all([white.page.getByRole("alert").boundingBox(), white.board.boundingBox()]);
    const beside = words.x >= board.x + board.width || words.y >= board.y + board.height;
    assert.ok(beside, "it does not cover the board");
    assert.ok(words.y + words.height <= sizes[size].height, "it is in view");
    await white.board.locator(".overlay path.line").first().waitFor({ state: "attached" });
    await shot(white.page, `game_refusal_${size}`);
    await white.click("e2");
    await white.page.getByRole("alert").waitFor({ state: "detached" });
    await room.leave(white);
  }
});

test("a refusal of the server goes when one goes on", async () => {
  const game = await room.newGame({ game: "chess" });
  const white = await room.sit(game.id, game.keys.white);
  await white.page.route("**/moves", (route) =>
    route.fulfill({
      status: 409,
      contentType: "application/problem+json",
      body: '{"code":"no_piece_there","status":409,"detail":"there is no piece on e2","data":{"from":"e2"}}',
    }),
  );
  white.page.forgive(/409/);
  await white.click("e2", "e4");
  await white.page.getByRole("alert").getByText("there is no piece on e2").waitFor();
  await white.page.unroute("**/moves");
  await white.click("d2");
  await white.page.getByRole("alert").waitFor({ state: "detached" });
  await white.click("d4");
  await white.says("Black to move");
  await room.leave(white);
});

test("men for a promotion stand in a column on its file", async () => {
  const game = await room.newGame({ game: "chess", start: "8/P5k1/8/8/8/8/p7/4K3 w - - 0 1" });
  for (const side of ["white", "black"]) {
    const table = await room.sit(game.id, game.keys[side]);
    await table.says("Your move");
    await table.click(...(side === "white" ? ["a7", "a8"] : ["a2", "a1"]));
    const square = await table.board.locator(`rect[data-square="${side === "white" ? "a8" : "a1"}"]`).boundingBox();
    const men = await table.page
      .getByRole("group", { name: "Promote the pawn to" })
      .locator("button:has(svg use)")
      .all();
    assert.equal(men.length, 4);
    for (const [i, man] of men.entries()) {
      const { x, y, width } = await man.boundingBox();
      assert.ok(Math.abs(x - square.x) < 2 && Math.abs(width - square.width) < 2, "on the file, as wide as a square");
      assert.ok(Math.abs(y - (square.y + i * square.height)) < 3, `man ${i} at ${y}`);
    }
    await shot(table.page, `game_promotion_${side}`);
    await table.press("queen");
    await table.shows(side === "white" ? "a8" : "a1", side === "white" ? "Q" : "q");
    assert.equal(await table.page.getByRole("img", { name: /^Taken/ }).count(), 0, "a promoted pawn was not taken");
    await room.leave(table);
  }
});

test("a resignation stands in its own row", async () => {
  const game = await room.newGame({ game: "chess" });
  await playAll(game, "e4 e5");
  await room.games.move(game.id, game.keys.white, { move: "resign", ply: 2 });
  const white = await room.sit(game.id, game.keys.white);
  const rows = white.page.locator(".moves tbody tr");
  assert.equal(await rows.count(), 2);
  assert.equal((await rows.nth(1).innerText()).trim(), "White: resigns");
  await room.leave(white);
});

test("captured stones fade, men slide; without motion nothing travels", async () => {
  // Counts the animations that a move of the other side starts.
  const watched = async (table, act) => {
    await table.page.evaluate(() => {
      window.started = [];
      const { animate } = Element.prototype;
      Element.prototype.animate = function (frames, options) {
        window.started.push({ frames: JSON.stringify(frames), options });
        return animate.call(this, frames, options);
      };
    });
    await act();
    return table.page.evaluate(() => window.started);
  };
  for (const reducedMotion of ["no-preference", "reduce"]) {
    const game = await room.newGame({ game: "go", options: { size: 5, stones: "C3w B3b D3b C4b", turn: "black" } });
    const table = await room.sit(game.id, game.keys.white, { reducedMotion });
    const started = await watched(table, async () => {
      await room.games.move(game.id, game.keys.black, { move: "C2", ply: 0 });
      await table.board.locator('.stone[data-point="C2"]').waitFor();
    });
    assert.ok(
      started.some(({ frames }) => frames.includes('"opacity":0')),
      "the stone fades",
    );
    assert.equal(
      started.some(({ frames }) => frames.includes("scale")),
      reducedMotion !== "reduce",
    );
    await table.board.locator(".fading").waitFor({ state: "detached" });

    const chess = await room.newGame({ game: "chess" });
    await table.sit(room.url, chess.id, chess.keys.black);
    const moved = await watched(table, async () => {
      await room.games.move(chess.id, chess.keys.white, { move: "e4", ply: 0 });
      await table.shows("e4", "P");
    });
    assert.equal(
      moved.some(({ frames }) => frames.includes("translate")),
      reducedMotion !== "reduce",
    );
    await room.leave(table);
  }
});

test("the other side's turn of backgammon is shown before one's own dice", async () => {
  const game = await room.newGame({ game: "backgammon", options: { cube: "off" } });
  const first = game.game.turn;
  const other = first === "white" ? "black" : "white";
  const table = await room.sit(game.id, game.keys[other], { reducedMotion: "no-preference" });
  await table.board.locator(".die").first().waitFor();
  const { body } = await room.games.game(game.id, { key: game.keys[first] });
  // What the page says, and when.
  await table.page.evaluate(() => {
    window.said = [];
    const note = () => {
      const text = document.querySelector(".status").textContent;
      if (window.said.at(-1)?.text !== text) window.said.push({ text, at: performance.now() });
    };
    new MutationObserver(note).observe(document.body, { childList: true, subtree: true, characterData: true });
  });
  await room.games.move(game.id, game.keys[first], { move: body.legal[0], ply: body.ply });
  // The referee rolls for the other side at once; the page shows the turn first.
  await table.says("Your move");
  const said = await table.page.evaluate(() => window.said);
  const turn = said.find(({ text }) => text.includes(body.legal[0].split(" ")[0]));
  const own = said.find(({ text }) => text.startsWith("Your move"));
  assert.ok(turn && own.at - turn.at > 800, `the turn was shown: ${JSON.stringify(said)}`);
  await table.board.locator(".overlay .source, .die").first().waitFor();
  await room.leave(table);
});

test("two who agree on a score in the same moment both succeed; each sees who has agreed", async () => {
  const begin = async () => {
    const game = await room.newGame({ game: "go", options: { size: 5 } });
    await playAll(game, "C3 pass pass");
    return game;
  };
  const game = await begin();
  const { white, black } = await room.sitBoth(game);
  await black.press("Agree");
  await black.says("You agreed. Waiting for White");
  await seat(white, "black").getByRole("img", { name: "agrees" }).waitFor();
  assert.equal(await seat(white, "white").getByRole("img", { name: "agrees" }).count(), 0);
  await white.click("C3");
  await seat(black, "white").getByText("marks C3 as dead").waitFor();
  await black.says("Click dead stones");
  await white.click("C3");
  await seat(black, "white").getByText("marks C3 as alive").waitFor();

  // Both requests are on their way before either is answered.
  const waiting = [];
  let isHeld = true;
  for (const { page } of [white, black]) {
    await page.route("**/moves", async (route) => {
      if (isHeld) await new Promise((resolve) => waiting.push(resolve));
      await route.continue();
    });
  }
  white.page.forgive(/409/);
  black.page.forgive(/409/);
  await Promise.all([white.press("Agree"), black.press("Agree")]);
  while (waiting.length < 2) await new Promise((resolve) => setTimeout(resolve, 20));
  isHeld = false;
  for (const go of waiting) go();
  for (const table of [white, black]) await table.says("wins by score");
  assert.equal(await white.page.getByRole("alert").count(), 0);
  assert.equal(await black.page.getByRole("alert").count(), 0);
  await room.leave(white, black);
});

test("all that is needed for playing is in view, on a phone on its side too", async () => {
  const clock = { kind: "fischer", base_ms: 300_000, increment_ms: 3_000 };
  const windows = { desktop: sizes.desktop, side: { width: 740, height: 360 }, phone: sizes.phone };
  for (const body of [{ game: "chess" }, { game: "go", options: { size: 19 } }, { game: "backgammon" }]) {
    const game = await room.newGame({ ...body, clock });
    const { turn } = game.game;
    const table = await room.sit(game.id, game.keys[turn], { touch: true });
    await table.says("Your");
    for (const [name, size] of Object.entries(windows)) {
      await table.page.setViewportSize(size);
      const parts = [table.board, ...(await table.page.locator("[data-seat]").all()), table.status];
      if (name === "desktop") parts.push(table.page.getByRole("button", { name: "Resign" }));
      if (name === "desktop") parts.push(table.page.getByRole("textbox", { name: "Type a move" }));
      for (const part of parts) {
        await eventually(async () => {
          const { x, y, width, height } = await part.boundingBox();
          const fits = x >= 0 && y >= 0 && x + width <= size.width + 1 && y + height <= size.height + 1;
          const what = await part.getAttribute("class");
          assert.ok(fits, `${body.game}, ${name}: ${what} ends at ${x + width}, ${y + height}`);
        });
      }
      await assertFits(table.page);
      await shot(table.page, `game_${body.game}_${name}`);
    }
    await room.leave(table);
  }
});

test("a finger aims on a small board, and a button plays", async () => {
  const game = await room.newGame({ game: "go", options: { size: 19 } });
  const black = await room.sit(game.id, game.keys.black, { size: sizes.phone, touch: true });
  const [from, to] = [await black.middle("D4"), await black.middle("Q16")];
  const client = await black.page.context().newCDPSession(black.page);
  const touch = (type, points) => client.send("Input.dispatchTouchEvent", { type, touchPoints: points });
  await touch("touchStart", [from]);
  for (let step = 1; step <= 8; ++step) {
    await touch("touchMove", [{ x: from.x + ((to.x - from.x) * step) / 8, y: from.y + ((to.y - from.y) * step) / 8 }]);
  }
  await touch("touchEnd", []);
  await black.page.locator(".hint", { hasText: "Q16: tap again to play" }).waitFor();
  await black.board.locator(".overlay .aim").waitFor();
  assert.equal((await room.games.game(game.id)).body.ply, 0, "lifting the finger does not play");
  await shot(black.page, "game_go_aim");
  await black.page.locator(".hint").getByRole("button", { name: "Play" }).click();
  await black.board.locator('.stone[data-point="Q16"]').waitFor();
  await room.leave(black);
});

test("the board in words is shown, numbers are written as the language does, and an unsent move says so", async () => {
  const game = await room.newGame({ game: "go", options: { size: 5, komi: 7.5 } });
  await playAll(game, "C3 pass pass");
  const black = await room.sit(game.id, game.keys.black, { locale: "de-DE" });
  await black.page.getByRole("table").getByText("7,5").first().waitFor();
  await black.press("Brett beschreiben");
  await black.page.locator("p.card").getByText("5x5 board").waitFor();

  const chess = await room.newGame({ game: "chess" });
  await black.sit(room.url, chess.id, chess.keys.white);
  await black.page.route("**/moves", (route) => route.abort());
  black.page.forgive(/ERR_FAILED/);
  await black.click("e2", "e4");
  await black.page.getByText("Ihr Zug ist noch nicht abgeschickt").waitFor();
  await black.page.unroute("**/moves");
  await black.says("Schwarz ist am Zug");
  await black.page.getByText("Ihr Zug ist noch nicht abgeschickt").waitFor({ state: "detached" });
  await room.leave(black);
});
