// The command `arbiter arena`: complete tournaments, and error messages.

import assert from "node:assert/strict";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import test from "node:test";

import Ajv from "ajv/dist/2020.js";

import { complaint, error, file, folder, json, output, run } from "../cli/program.mjs";

const schema = readFileSync(path.join(process.env.ARBITER_SOURCE_DIR, "schemas/arena-results.schema.json"), "utf8");
const isValid = new Ajv({ allErrors: true }).compile(JSON.parse(schema));

function results(args) {
  const answer = json(["arena", ...args, "-q"]);
  assert.ok(isValid(answer), JSON.stringify(isValid.errors, null, 1));
  return answer;
}

const read = (...names) => readFileSync(path.join(folder, ...names), "utf8");
const two = ["--player", "random", "--player", "random"];

test("a round robin leaves a table, a report, a journal and the games", () => {
  const answer = results(["--game", "chess", ...two, "--player", "random", "--rounds", "2", "-o", "robin"]);
  assert.equal(answer.stage, "over");
  assert.equal(answer.games_finished, 12);
  assert.deepEqual(
    answer.players.map(({ games }) => games),
    [8, 8, 8],
  );
  assert.deepEqual(answer.players.map(({ name }) => name).sort(), ["random", "random #2", "random #3"]);
  assert.deepEqual(JSON.parse(read("robin", "results.json")), answer);
  const lines = read("robin", "results.csv").trimEnd().split("\r\n");
  assert.equal(lines.length, 4);
  assert.equal(new Set(lines.map((line) => line.split(",").length)).size, 1);
  assert.match(read("robin", "report.html"), /<svg[^]*Crosstable[^]*<\/html>/);
  const games = read("robin", "games.pgn");
  assert.equal(games.match(/^\[Event "Arena"\]$/gm).length, 12);
  assert.equal(output(["validate", "--from", "pgn"], { input: games }).includes("error"), false);
});

test("the same seed gives the same games, another seed other games", () => {
  const moves = (name, ...args) => {
    results(["--game", "chess", ...two, "--moves-max", "20", "-o", name, ...args]);
    return read(name, "games.pgn").replaceAll(/^\[.*\n/gm, "");
  };
  assert.equal(moves("one"), moves("same"));
  assert.notEqual(moves("one"), moves("other", "--seed", "2"));
});

test("Go games are an SGF collection, backgammon games are MAT files", () => {
  results(["--game", "go", "--set", "size=5", ...two, "-o", "go"]);
  assert.equal(read("go", "games.sgf").match(/^\(;/gm).length, 2);
  results(["--game", "backgammon", ...two, "-o", "gammon"]);
  assert.deepEqual(readdirSync(path.join(folder, "gammon", "games")).sort(), ["game-1.mat", "game-2.mat"]);
});

test("an analyst judges the moves, and its figures are verified", () => {
  const judged = (game, ...args) =>
    results(["--game", game, "--player", "bot:3", "--player", "random", "--analyst", "bot:4", ...args]);
  const chess = judged("chess", "--moves-max", "30", "-o", "judged");
  assert.equal(chess.analyst, "bot:4");
  const [better, worse] = chess.players.map(({ analysis }) => analysis);
  assert.ok(better.average_loss < worse.average_loss, JSON.stringify([better, worse]));
  assert.ok(better.blunders < worse.blunders);
  assert.equal(better.points_less_luck, null);
  assert.match(output(["arena", "verify", "judged"]), /^2 games replayed, every file computed again: all agrees/);
  const { analysis, points_per_game: points } = judged("backgammon", "--set", "cube=off", "-o", "lucky").players[0];
  assert.equal(analysis.points_less_luck.pairs, 1);
  assert.notEqual(analysis.points_less_luck.mean, points.mean);
  const refused = error(1, ["arena", "--game", "chess", ...two, "--analyst", "random", "-o", "none"]);
  assert.equal(refused.code, "cannot_analyse");
});

test("a law that an engine cannot be told is announced before the first game", () => {
  const engine = file(
    "passes.sh",
    `while read -r line; do
       case $line in
         list_commands) printf '= genmove\\n\\n';;
         genmove*) printf '= pass\\n\\n';;
         *) printf '=\\n\\n';;
       esac
     done`,
  );
  const terms = ["--game", "go", "--set", "size=3", "--player", "random", "--player", `gtp:sh ${engine}`];
  const chinese = run(["arena", ...terms, "-o", "superko"]);
  assert.equal(chinese.status, 0, chinese.stderr);
  assert.match(chinese.stderr, /^arena: warning: gtp:sh .* superko/m);
  const simple = run(["arena", ...terms, "--set", "rules=japanese", "-o", "simple-ko"]);
  assert.equal(simple.status, 0, simple.stderr);
  assert.doesNotMatch(simple.stderr, /warning/);
});

test("a Swiss tournament pairs one round after another", () => {
  const players = ["--player", "random", "--player", "random", "--player", "random", "--player", "random"];
  const answer = results([
    "--game",
    "go",
    "--set",
    "size=5",
    ...players,
    "--format",
    "swiss",
    "--rounds",
    "3",
    "-o",
    "swiss",
  ]);
  assert.equal(answer.games_finished, 12);
  for (const row of answer.crosstable)
    assert.ok(row.filter(Boolean).every(({ wins, draws, losses }) => wins + draws + losses === 2));
});

test("a test between equals ends with a verdict or at its limit", () => {
  const answer = results([
    "--game",
    "go",
    "--set",
    "size=5",
    ...two,
    "--format",
    "sprt",
    "--elo0",
    "0",
    "--elo1",
    "120",
    "--rounds",
    "300",
    "-o",
    "sprt",
  ]);
  assert.equal(
    answer.sprt.pairs.reduce((sum, count) => sum + count),
    answer.games_finished >> 1,
  );
  const { verdict, llr, lower, upper } = answer.sprt;
  if (verdict === "open") assert.ok(llr > lower && llr < upper);
  else assert.ok(answer.games_finished < 600);
});

test("flags override the file", () => {
  const terms = file(
    "terms.toml",
    'name = "From a file"\ngame = "chess"\nplayers = ["random", "random"]\nrounds = 3\nmoves_max = 10\n',
  );
  assert.equal(results([terms, "-o", "file"]).games_finished, 6);
  assert.equal(results([terms, "--rounds", "1", "-o", "less"]).games_finished, 2);
  assert.ok(!existsSync(path.join(folder, "terms.arena")));
  results([terms]);
  assert.ok(existsSync(path.join(folder, "terms.arena", "report.html")));
});

test("openings are played in pairs", () => {
  file(
    "book.epd",
    'rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - id "e4";\nrnbqkbnr/pppppppp/8/8/3P4/8/PPP1PPPP/RNBQKBNR b KQkq - id "d4";\n',
  );
  results(["--game", "chess", ...two, "--rounds", "3", "--moves-max", "4", "--openings", "book.epd", "-o", "openings"]);
  const starts = [...read("openings", "games.pgn").matchAll(/^\[FEN ".*\/(4P3|3P4)\/.*"\]$/gm)].map(([, row]) => row);
  assert.deepEqual(starts, ["4P3", "4P3", "3P4", "3P4", "4P3", "4P3"]);
});

test("transcripts record every exchange", () => {
  results(["--game", "chess", ...two, "--moves-max", "6", "--transcripts", "-o", "written"]);
  const turns = read("written", "transcripts", "game-1.jsonl")
    .trimEnd()
    .split("\n")
    .map((line) => JSON.parse(line));
  assert.deepEqual(
    turns.map(({ seat }) => seat),
    ["white", "black", "white", "black", "white", "black"],
  );
  assert.equal(turns[0].end, "answered");
});

test("standard output has the table, standard error the progress", () => {
  const { status, stdout, stderr } = run(["arena", "--game", "chess", ...two, "--moves-max", "6", "-o", "table"]);
  assert.equal(status, 0);
  assert.match(stdout, /^Arena, 2 of 2 games\n\n +player +Elo +95 % +games/);
  assert.match(stderr, /report\.html/);
});

test("mistakes in a file are reported with their place", () => {
  const terms = file("bad.toml", 'game = "chess"\nplayers = ["random", "nobody"]\nround = 3\n');
  assert.match(complaint(1, ["arena", terms]), /bad\.toml:3:9: error: .*round[^]*bad\.toml:2:22: error: .*nobody/);
  assert.match(complaint(1, ["arena", file("broken.toml", "game = \n")]), /broken\.toml:1:8: error: /);
  assert.equal(error(1, ["arena", terms]).faults.length, 2);
  assert.match(complaint(1, ["arena", "nowhere.toml"]), /nowhere\.toml/);
  const book = file("bad.epd", 'rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNX w KQkq - id "x";\n');
  assert.match(complaint(2, ["arena", "--game", "chess", ...two, "--openings", book]), /bad\.epd: line 1/);
});

test("missing and invalid flags are reported", () => {
  assert.match(complaint(2, ["arena"]), /game/);
  assert.match(complaint(2, ["arena", "--game", "chess"]), /two or more --player/);
  assert.match(complaint(2, ["arena", "--game", "chess", "--player", "random"]), /from 2 to 1000 players/);
  assert.match(complaint(2, ["arena", "--game", "ludo", ...two]), /ludo/);
  assert.match(complaint(2, ["arena", "--game", "chess", ...two, "--format", "cup"]), /cup/);
  assert.match(complaint(2, ["arena", "--game", "chess", ...two, "--clock", "soon"]), /SECONDS\+SECONDS/);
  assert.match(complaint(2, ["arena", "--game", "go", "--set", "9", ...two]), /NAME=VALUE/);
  assert.match(complaint(2, ["arena", "--game", "chess", ...two, "--rounds", "0"]), /rounds must be from 1/);
  assert.match(complaint(2, ["arena", "--game", "chess", ...two, "--store", "games.db"]), /postgresql:/);
  assert.match(complaint(2, ["arena", "--game", "chess", ...two, "--resign-score", "0"]), /score must be from 1/);
  assert.match(complaint(2, ["arena", "--game", "backgammon", ...two, "--draw-score", "5"]), /no game of backgammon/);
  assert.match(complaint(2, ["arena", "worker"]), /--store/);
  assert.match(
    complaint(1, ["arena", "worker", "--store", "postgresql://127.0.0.1:1/none"]),
    /127\.0\.0\.1|connection/,
  );
});

test("decided games are adjudicated", () => {
  const bots = ["--player", "bot:3", "--player", "bot:1", "--nodes", "400"];
  results(["--game", "chess", ...bots, "--rounds", "2", "--resign-score", "300", "-o", "decided"]);
  assert.match(read("decided", "games.pgn"), /\[Termination "adjudication"\]/);
});

test("a folder with another tournament is left alone", () => {
  results(["--game", "chess", ...two, "--moves-max", "6", "-o", "taken"]);
  assert.match(complaint(1, ["arena", "--game", "chess", ...two, "--moves-max", "8", "-o", "taken"]), /other terms/);
});

test("a name is never cut", () => {
  const long = (number) => `a player whose name is much longer than any column, number ${number}`;
  const terms = file(
    "long.toml",
    `game = "chess"\nmoves_max = 4\n[[players]]\nplayer = "random"\nname = "${long(1)}"\n[[players]]\nplayer = "random"\nname = "${long(2)}"\n`,
  );
  const table = run(["arena", terms, "-q"]).stdout;
  for (const number of [1, 2]) assert.ok(table.includes(long(number)));
});

test("options that do not go with openings are blamed themselves", () => {
  const terms = file(
    "both.toml",
    'game = "go"\nplayers = ["random", "random"]\nopenings = { list = ["(;GM[1]SZ[9];B[ee])"] }\noptions = { size = 13 }\n',
  );
  assert.match(complaint(1, ["arena", terms]), /both\.toml:4:11: error: with openings: /);
});

test("anchors hold the scale", () => {
  const terms = file(
    "anchors.toml",
    'game = "chess"\nplayers = ["random", "bot:1"]\nmoves_max = 20\nanchors = { random = 250 }\n',
  );
  const { players } = results([terms]);
  const anchor = players.find(({ name }) => name === "random");
  assert.deepEqual([anchor.elo, anchor.low_95, anchor.high_95, anchor.is_anchor], [250, 250, 250, true]);
  const wrong = file("anchor.toml", 'game = "chess"\nplayers = ["random", "bot"]\nanchors = { nobody = 1 }\n');
  assert.match(complaint(1, ["arena", wrong]), /anchor\.toml:3:\d+: error: "nobody"/);
});

test("a tournament is verified, and a change is found", () => {
  for (const game of ["chess", "go", "backgammon"]) {
    const name = `verified-${game}`;
    results(["--game", game, ...two, ...(game === "go" ? ["--set", "size=5"] : []), "--moves-max", "200", "-o", name]);
    assert.match(output(["arena", "verify", name]), /^2 games replayed, every file computed again: all agrees/, game);
    const manifest = JSON.parse(read(name, "manifest.json"));
    assert.deepEqual([manifest.game, manifest.seed, manifest.players.length], [game, 1, 2]);
    assert.match(manifest.files["journal.jsonl"], /^[0-9a-f]{64}$/);
  }
  const journal = read("verified-chess", "journal.jsonl");
  const [terms, first, second] = journal.split("\n");
  const report = JSON.parse(first);
  report.result = "win";
  report.winner = report.winner === "white" ? "black" : "white";
  file("verified-chess/journal.jsonl", `${terms}\n${JSON.stringify(report)}\n${second}\n`);
  const found = run(["arena", "verify", "verified-chess"]).stderr;
  assert.match(found, /game 1: the record has another (result|winner)/);
  assert.match(found, /results\.json is not what the journal gives/);
});

// The second meeting of this seed begins with equal dice, which MAT files leave out.
test("equal dice at the start of a game are verified", () => {
  results(["--game", "backgammon", ...two, "--rounds", "2", "--seed", "1", "--moves-max", "20", "-o", "equal-dice"]);
  assert.match(output(["arena", "verify", "equal-dice"]), /^4 games replayed, every file computed again: all agrees/);
});

test("a backgammon game from a position is not called MAT", () => {
  file("position.xgid", "XGID=-b----E-C---eE---c-e----B-:0:0:1:31:0:0:3:0:10\n");
  results(["--game", "backgammon", ...two, "--openings", "position.xgid", "-o", "from"]);
  for (const name of readdirSync(path.join(folder, "from", "games"))) {
    const text = read("from", "games", name);
    assert.equal(name.endsWith(".json"), text.startsWith("{"), name);
  }
  assert.match(output(["arena", "verify", "from"]), /all agrees/);
});
