// Every page in light and dark, at 360, 1280 and 1920 pixels: nothing wider than the window, and nothing that axe
// objects to; `make screenshots` writes pictures for people to build/screenshots/pages. Colours come from the one table of the core.

import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import test from "node:test";

import { assertAccessible, assertFits, shot, takesPictures } from "../support/browser.mjs";
import { temporaryFolder } from "../support/server.mjs";
import { openRoom } from "../support/table.mjs";

const source = process.env.ARBITER_SOURCE_DIR;
const cup = path.join(temporaryFolder(), "cup");
const words = ["--game", "chess", "--player", "bot:1", "--player", "bot:2", "--player", "random", "--moves-max", "40"];
const arena = spawnSync(process.env.ARBITER_PROGRAM, ["arena", "--name", "Cup", ...words, "--quiet", "-o", cup]);
assert.equal(arena.status, 0, String(arena.stderr));

const room = await openRoom(test, { args: ["--arena", cup] });

async function played(body, moves) {
  const game = await room.newGame({ clock: { kind: "fischer", base_ms: 600_000, increment_ms: 5_000 }, ...body });
  for (const move of moves) {
    const { turn, ply } = (await room.games.game(game.id)).body;
    const answer = await room.games.move(game.id, game.keys[turn], { move, ply });
    assert.equal(answer.status, 200, answer.text);
  }
  return game;
}

const scotch = "e4 e5 Nf3 Nc6 d4 exd4 Nxd4 Nf6 Nxc6 bxc6 e5 Qe7 Qe2 Nd5 c4".split(" ");
const chess = await played({ game: "chess" }, scotch);
const mate = await played({ game: "chess" }, ["f3", "e5", "g4", "Qh4#"]);
const go = await played({ game: "go" }, "Q16 D4 Q3 D16 F17 C14 R5 J17 D18 K4 O3 C6 R10".split(" "));
const counted = await played({ game: "go", options: { size: 9 } }, ["E5", "C3", "G7", "pass", "pass"]);
const start = "XGID=-b----E-C---eE---c-e----B-:0:0:1:31:2:0:0:5:10";
const backgammon = await played({ game: "backgammon", start }, []);

const seat = ({ id, keys }, side) => `/games/${id}#key=${keys[side]}`;
const board = ".board svg";
const pages = {
  home: ["/", "[data-tile=backgammon] svg"],
  game_chess: [seat(chess, "black"), board],
  game_end: [seat(mate, "white"), ".over"],
  game_go: [seat(go, "white"), board],
  game_score: [seat(counted, "black"), board],
  game_backgammon: [seat(backgammon, "white"), board],
  embed: [`/embed/games/${chess.id}`, board],
  board_chess: ["/chess/e4,e5,Nf3,Nc6,Bb5", board],
  board_go: ["/go/9x9,E5b,C3w,G7b", board],
  board_backgammon: ["/backgammon/3-1,8/5_6/5,6-4", board],
  inspector: ["/inspect", "textarea"],
  arena: ["/arena", "progress"],
  arena_game: ["/arena/games/1?ply=12", board],
  docs: ["/docs", "h1"],
  lost: ["/nowhere", "h1"],
};
const widths = { 360: 740, 1280: 800, 1920: 1080 };

// `make screenshots` takes every picture. A test looks at every width once, and at every colour once: widths do not
// depend on colours.
for (const [name, [address, ready]] of Object.entries(pages)) {
  test(`${name} in light and dark, narrow and wide`, async () => {
    const page = await room.browser.open(room.url);
    page.forgive(/404/); // of the page that is lost
    await page.goto(room.url + address);
    await page.locator(ready).first().waitFor();
    for (const [i, scheme] of ["light", "dark"].entries()) {
      await page.emulateMedia({ colorScheme: scheme, reducedMotion: "reduce" });
      await page.locator(`:root[data-theme=${scheme}]`).or(page.locator(":root:not([data-theme])")).waitFor();
      for (const [width, height] of Object.entries(widths)) {
        if (!takesPictures && (Number(width) === 1280) === (i === 0)) continue;
        await page.setViewportSize({ width: Number(width), height });
        await assertFits(page);
        await shot(page, `pages/${name}_${width}_${scheme}`);
      }
      // The same elements in other colours.
      await assertAccessible(page, `${name}, ${scheme}`, i === 0 ? undefined : ["color-contrast"]);
    }
    page.assertQuiet();
    await page.context().close();
  });
}

// --- One table of colours ----------------------------------------------------------------------------------------

const table = readFileSync(path.join(source, "src/core/base/looks.hpp"), "utf8");
const looks = [...table.matchAll(/\{"([\w-]+)", "([^"]+)", "([^"]+)"\}/g)].map(([, ...look]) => look);
const plain = /^#(fff|ffffff|000)$/i;

test("the page and the boards take their colours from one table", async () => {
  const page = await room.browser.open(room.url);
  await page.goto(room.url + seat(chess, "white"));
  await page.locator(board).first().waitFor();
  for (const [theme, column] of Object.entries({ light: 1, dark: 2 })) {
    await page.emulateMedia({ colorScheme: theme });
    await page.locator(`:root[data-theme=${theme}]`).waitFor();
    const shown = await page.evaluate(
      (names) => names.map((name) => getComputedStyle(document.documentElement).getPropertyValue(`--${name}`)),
      looks.map(([name]) => name),
    );
    // Styles are made smaller: #ffffff is #fff there, .40 is .4.
    const short = (value) => value.replace(/^#(.)\1(.)\2(.)\3$/, "#$1$2$3").replace(/^(\.\d)0$/, "$1");
    assert.deepEqual(
      shown.map(short),
      looks.map((look) => short(look[column])),
    );
    const light = looks.find(([name]) => name === "chess-light")[column];
    const [r, g, b] = [1, 3, 5].map((at) => Number.parseInt(light.slice(at, at + 2), 16));
    const square = page.locator(`${board} .square.light`).first();
    assert.equal(await square.evaluate((element) => getComputedStyle(element).fill), `rgb(${r}, ${g}, ${b})`);
  }
  page.assertQuiet();
  await page.context().close();
});

test("no component, nor the page of the API, has a colour of its own", () => {
  const known = new Set(looks.flatMap(([, light, dark]) => [light.toLowerCase(), dark.toLowerCase()]));
  const folder = path.join(source, "web/src");
  const components = readdirSync(folder, { recursive: true, encoding: "utf8" }).filter((name) =>
    name.endsWith(".svelte"),
  );
  const files = [
    ...components.map((name) => path.join(folder, name)),
    path.join(source, "src/server/assets/docs.html"),
  ];
  for (const file of files) {
    const [, styles = ""] = /<style>([\s\S]*)<\/style>/.exec(readFileSync(file, "utf8")) ?? [];
    const isDocs = file.endsWith(".html");
    for (const [color] of styles.matchAll(/#[0-9a-f]{3,8}\b/gi)) {
      assert.ok(plain.test(color) || (isDocs && known.has(color.toLowerCase())), `${color} in ${file}`);
    }
  }
});
