// Whoever knows one game's folder knows all of them: the same files with the same contents.

import assert from "node:assert/strict";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import test from "node:test";

const core = path.join(process.env.ARBITER_SOURCE_DIR, "src", "core");
const games = ["backgammon", "chess", "go"];

// What only some games have, and why.
const ownStems = {
  chess: {
    dead: "FIDE 5.2.2: whether any mate is left",
    "picture/svg_pieces": "the shapes of the pieces",
  },
  go: {
    score: "area and territory",
    territory: "what each side surrounds, and who is in seki",
    eyes: "how many eyes a space is worth",
    "picture/marks": "a move that is tried, and overlays",
    "picture/kifu": "diagrams with numbered moves",
    "picture/svg_board": "lines and stars of boards of any size",
  },
  backgammon: {
    "picture/svg_board": "points, bar and trays",
  },
};
// board/, notations/ and formats/ hold what is peculiar to each game, playouts/ random games of Go.
const ownFolders = { chess: [], go: ["playouts"], backgammon: [] };
const shared = {
  "chess/notations/scanner": "what the readers of SAN and FEN step through a text with",
  "backgammon/formats/pasted": "what programs print around the IDs of a position",
};
const commonFolders = ["board", "formats", "notations", "picture"];

// The file of a game that defines each function of the contract.
const homes = {
  game: ["turn", "awaits", "hash", "legal", "actions", "author", "perft"],
  start: ["write_start", "read_start"],
  options: ["options", "create"],
  events: ["notations", "read_event", "write_event", "history"],
  mentions: ["mentions"],
  questions: ["questions", "ask"],
  formats: ["formats"],
  "picture/svg": ["svg"],
  "picture/text": ["text"],
};

const stem = (name) => name.replace(/\.[ch]pp$/, "");
const sourcesIn = (folder) => readdirSync(folder).filter((name) => /\.[ch]pp$/.test(name));
const stemsIn = (folder) => [...new Set(sourcesIn(folder).map(stem))];

function stemsOf(game) {
  const folder = path.join(core, game);
  const picture = stemsIn(path.join(folder, "picture")).map((name) => `picture/${name}`);
  return [...stemsIn(folder), ...picture].sort();
}

for (const game of games) {
  test(`${game} has the files that every game has, and its own`, () => {
    const own = Object.keys(ownStems[game]);
    for (const name of own) assert.ok(stemsOf(game).includes(name), `${name} is listed, but there is no such file`);
    const common = (other) => stemsOf(other).filter((name) => !(name in ownStems[other]));
    assert.deepEqual(common(game), common("chess"));
  });

  test(`${game} has the folders that every game has, and its own`, () => {
    const entries = readdirSync(path.join(core, game), { withFileTypes: true });
    const folders = entries.filter((entry) => entry.isDirectory()).map(({ name }) => name);
    assert.deepEqual(folders.sort(), [...commonFolders, ...ownFolders[game]].sort());
  });

  for (const folder of ["notations", "formats"]) {
    test(`${game}/${folder} has a pair of files for each, and helpers under its name`, () => {
      const place = path.join(core, game, folder);
      const stems = stemsIn(place);
      const pairs = stems.filter((name) =>
        ["hpp", "cpp"].every((kind) => existsSync(path.join(place, `${name}.${kind}`))),
      );
      for (const name of stems) {
        const isHelper = `${game}/${folder}/${name}` in shared || pairs.some((pair) => name.startsWith(`${pair}_`));
        assert.ok(pairs.includes(name) || isHelper, `${folder}/${name} is neither a pair nor a helper of one`);
      }
    });
  }

  test(`${game} defines the functions of the contract in the files named after them`, () => {
    const folder = path.join(core, game);
    const definedIn = (file, name) => new RegExp(`^\\S.*\\bGame::${name}\\(`, "m").test(readFileSync(file, "utf8"));
    const inline = readFileSync(path.join(folder, "game.hpp"), "utf8");
    const sources = readdirSync(folder, { recursive: true }).filter((name) => name.endsWith(".cpp"));
    for (const [home, names] of Object.entries(homes)) {
      for (const name of names) {
        const found = sources.filter((source) => definedIn(path.join(folder, source), name)).map(stem);
        if (found.length === 0 && new RegExp(`\\b${name}\\([^;]*\\)[^;]*\\{`).test(inline)) found.push("game");
        assert.deepEqual(found, [home], `${name} is defined in ${found}`);
      }
    }
  });
}
