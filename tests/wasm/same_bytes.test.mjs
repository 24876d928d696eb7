// The module and a native build of the same functions (bindings/wasm/abi.hpp): every status and answer
// must be identical, byte by byte. Digests are compared first, and single calls if
// they differ.

import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { readFileSync, readdirSync } from "node:fs";
import path from "node:path";
import test from "node:test";

import { campaign } from "../support/campaign.mjs";
import { randomFrom } from "../support/random.mjs";
import { openAbi, root } from "./engine.mjs";

const { ARBITER_WASM_NATIVE: native } = process.env;
const gamesEach = campaign(60, 1000);

const catalogue = JSON.parse((await openAbi()).call("arbiter_games").text);
const themes = ["light", "dark", "auto", "print"];

// Calls the module and records the call for the native build.
class Recorder {
  calls = [];
  #abi;
  #hash = createHash("sha256");

  constructor(abi) {
    this.#abi = abi;
  }

  call(...call) {
    this.calls.push(call);
    const { status, text } = this.#abi.call(...call);
    this.#hash.update(String(status)).update(text);
    const held = this.#abi.held();
    return { status, text, held, value: status === 0 && /^[[{tfn]/.test(text) ? tryJson(text) : undefined };
  }

  free(game) {
    this.calls.push(["arbiter_free", game]);
    this.#abi.free(game);
  }

  freeDocument(document) {
    this.calls.push(["arbiter_document_free", document]);
    this.#abi.freeDocument(document);
  }

  digest() {
    return this.#hash.digest("hex");
  }
}

function tryJson(text) {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function runNatively(lines) {
  const run = spawnSync(native, {
    input: lines.map((line) => JSON.stringify(line)).join("\n") + "\n",
    encoding: "utf8",
    maxBuffer: 2 ** 30,
  });
  assert.equal(run.status, 0, run.stderr);
  return run.stdout.trimEnd().split("\n");
}

// The calls of one module from the first one on: the handle of a game depends on the games
// before it.
async function compare(recorders) {
  const digests = runNatively(recorders.flatMap(({ calls }) => [...calls, ["digest"]]));
  assert.equal(digests.length, recorders.length);
  const at = recorders.findIndex((recorder, i) => recorder.digest() !== digests[i]);
  if (at >= 0)
    await explain(
      recorders.slice(0, at).flatMap(({ calls }) => calls),
      recorders[at].calls,
    );
}

async function explain(before, calls) {
  const abi = await openAbi();
  const replay = ([name, ...values]) => {
    if (name === "arbiter_free") return void abi.free(...values);
    if (name === "arbiter_document_free") return void abi.freeDocument(...values);
    return abi.call(name, ...values);
  };
  before.forEach(replay);
  const answers = runNatively([...before, ...calls.flatMap((call) => [call, ["last"]])]);
  calls.forEach((call, i) => {
    const here = replay(call);
    const natively = { status: Number(answers[i][0]), text: JSON.parse(answers[i].slice(2)) };
    if (here) assert.deepEqual(here, natively, JSON.stringify(call));
  });
  assert.fail("the module gave another answer to the same call when asked again");
}

// Every query about the state of a game.
function look(recorder, info, game, random) {
  recorder.call("arbiter_state", game);
  for (const { name } of info.formats) recorder.call("arbiter_write", game, name);
  for (const { name } of info.notations) {
    recorder.call("arbiter_history", game, name);
    recorder.call("arbiter_legal", game, name);
  }
  for (const { name } of info.questions) recorder.call("arbiter_ask", game, name, "");
  recorder.call("arbiter_beside_state", game);
  const drawing = { theme: random.pick(themes), bottom: random.pick(["white", "black"]), size: 16 + random.below(800) };
  recorder.call("arbiter_svg", game, JSON.stringify(drawing));
  recorder.call("arbiter_text", game, JSON.stringify({ characters: random.pick(["ascii", "unicode"]) }));
}

// A document of the game, with a variation and comments, written and read again.
function annotateAtRandom(recorder, info, game, random) {
  const document = recorder.call("arbiter_document_of", game).held;
  const { nodes } = recorder.call("arbiter_document_tree", document, "").value;
  const { id } = random.pick(nodes);
  const at = recorder.call("arbiter_document_game", document, id).held;
  const { value: legal } = recorder.call("arbiter_legal", at, "");
  recorder.free(at);
  for (const move of legal.slice(-2)) recorder.call("arbiter_document_add", document, id, move);
  const annotations = [
    { type: "glyph", number: random.below(256) },
    { type: "comment", text: "} \\ ] über" },
    { type: "time_left", ms: random.below(10_000_000), side: "black" },
    { type: "evaluation", value: random.below(1000) - 500, unit: "centipawns", depth: random.below(40) },
  ];
  recorder.call("arbiter_document_annotate", document, id, JSON.stringify(annotations));
  recorder.call("arbiter_document_promote", document, random.pick(nodes).id);
  recorder.call("arbiter_document_remove", document, random.pick(nodes).id);
  for (const { name } of info.formats) {
    const { status, text } = recorder.call("arbiter_document_write", document, name);
    if (status !== 0) continue;
    const again = recorder.call("arbiter_document_load", text, JSON.stringify({ game: info.name, format: name }));
    if (again.status !== 0) continue;
    recorder.call("arbiter_document_tree", again.held, "");
    recorder.freeDocument(again.held);
  }
  recorder.freeDocument(document);
}

// A random game to its end or to `plies`. Sometimes a move from another position is tried, which is
// usually rejected, or a move is taken back.
function playAtRandom(abi, info, { options, plies, seed }) {
  const random = randomFrom(seed);
  const recorder = new Recorder(abi);
  const created = recorder.call("arbiter_new", info.name, JSON.stringify(options));
  assert.equal(created.status, 0, created.text);
  const game = created.held;
  let stale = info.notations.map(({ example }) => example);
  for (let ply = 0; ply < plies; ply++) {
    const { value: legal } = recorder.call("arbiter_legal", game, "");
    if (legal.length === 0) break;
    if (random.chance(0.2)) recorder.call("arbiter_check", game, random.pick(stale), random.pick([-1, 0, 1]));
    if (random.chance(0.02)) recorder.call("arbiter_undo", game);
    else recorder.call("arbiter_play", game, random.pick(legal), -1);
    stale = legal;
    if (ply === Math.floor(plies / 4)) look(recorder, info, game, random);
  }
  const over = recorder.call("arbiter_state", game).value.outcome !== null;
  look(recorder, info, game, random);
  const record = recorder.call("arbiter_write", game, "record").text;
  const again = recorder.call("arbiter_load", record, JSON.stringify({ game: info.name }));
  assert.equal(again.status, 0, again.text);
  recorder.call("arbiter_equal", game, again.held);
  annotateAtRandom(recorder, info, game, random);
  recorder.free(again.held);
  recorder.free(game);
  return { recorder, over };
}

const presets = ["aga", "chinese", "japanese", "new-zealand", "simple", "tromp-taylor"];
const goSizes = ["9", "5", "7x4", "2", "13", "11x3", "6", "19"];
const backgammonOptions = [
  {},
  { match: "5" },
  { start: "nackgammon", beavers: "raccoon" },
  { start: "gitgammon", cube: "off" },
];

const settings = {
  chess: (i) => ({
    options: i % 5 === 0 ? { variant: "chess960", start: String((i * 19) % 960) } : {},
    plies: 60 + (i % 8) * 40,
  }),
  go: (i) => ({ options: { size: goSizes[i % 8], rules: presets[i % 6] }, plies: 40 + (i % 6) * 25 }),
  backgammon: (i) => ({ options: backgammonOptions[i % 4], plies: 40 + (i % 10) * 12 }),
};

for (const info of catalogue) {
  test(`${gamesEach} games of ${info.name}`, async () => {
    const abi = await openAbi();
    const recorders = [];
    let finished = 0;
    for (let i = 0; i < gamesEach; i++) {
      const setting = { ...settings[info.name](i), seed: `${info.name} ${i}` };
      const { recorder, over } = playAtRandom(abi, info, setting);
      recorders.push(recorder);
      if (over) finished++;
    }
    assert.ok(finished > 0 && finished < gamesEach, `${finished} came to an end`);
    assert.equal(abi.gamesHeld(), 0);
    await compare(recorders);
  });
}

test("perft", async () => {
  const abi = await openAbi();
  // Reference positions and numbers: https://www.chessprogramming.org/Perft_Results
  const standard = [
    ["rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", 5, 4865609],
    ["r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1", 4, 4085603],
    ["8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1", 6, 11030083],
    ["r3k2r/Pppp1ppp/1b3nbN/nP6/BBP1P3/q4N2/Pp1P2PP/R2Q1RK1 w kq - 0 1", 5, 15833292],
    ["rnbq1k1r/pp1Pbppp/2p5/8/2B5/8/PPP1NnPP/RNBQK2R w KQ - 1 8", 4, 2103487],
    ["r4rk1/1pp1qppp/p1np1n2/2b1p1B1/2B1P1b1/P1NP1N2/1PP1QPPP/R4RK1 w - - 0 10", 4, 3894594],
  ];
  const recorders = standard.map(([start, depth, leaves]) => {
    const recorder = new Recorder(abi);
    const { held: handle } = recorder.call("arbiter_new", "chess", JSON.stringify({ start }));
    assert.equal(recorder.call("arbiter_perft", handle, depth).value.leaves, leaves, start);
    recorder.free(handle);
    return recorder;
  });
  const recorder = new Recorder(abi);
  const { held: handle } = recorder.call("arbiter_new", "go", '{"size": "3"}');
  recorder.call("arbiter_perft", handle, 4);
  recorder.free(handle);
  await compare([...recorders, recorder]);
});

test("bots choose alike", async () => {
  const abi = await openAbi();
  const recorders = ["chess", "go", "backgammon"].map((name) => {
    const recorder = new Recorder(abi);
    const { held: handle } = recorder.call("arbiter_new", name, name === "go" ? '{"size": "9"}' : "");
    for (let seed = 0; seed < 20; seed++) {
      const { move } = recorder.call("arbiter_bot_move", handle, 4, seed).value;
      const dice = seed === 0 ? "opening 3-1" : "roll 6-2";
      recorder.call("arbiter_play", handle, move === "roll" ? dice : move, -1);
    }
    recorder.free(handle);
    return recorder;
  });
  await compare(recorders);
});

test("rejected moves, and moves in unusual spellings", async () => {
  const abi = await openAbi();
  const start = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1";
  const codes = new Set();
  const recorders = Object.entries({
    chess: [
      "Nd4",
      "e1e3",
      "Ne5",
      "O-O-O-O",
      "Rg1xg7",
      "e2e4",
      "d2e1",
      "{",
      '{"action": "dance"}',
      "♘xd7",
      "O-O",
      "exd6",
      "Qa5??",
      "b4xc3",
      "0-0-0",
      "c3xd2",
      "Kb1",
      "d1=K",
      "accept_draw",
      "offer_draw",
      "offer_draw",
      '{"action": "claim_draw", "reason": "fifty_move_rule"}',
      "resign",
      "e4",
    ],
    go: [
      "A1",
      "a1",
      "Z99",
      "B2",
      "pass",
      "pass",
      "pass",
      "dead C3",
      "resume",
      "agree",
      "B[aa]",
      "[0,0]",
      "resign",
      "A2",
    ],
    backgammon: [
      "8/5",
      "opening 1-1",
      "opening 3-1",
      "roll 2-2",
      "double",
      "24/20",
      "8/5 6/5",
      "bar/22",
      "double",
      "roll 6-6",
      "take",
      "beaver",
      "resign",
      "accept",
      "8/7",
    ],
  }).map(([game, moves]) => {
    const recorder = new Recorder(abi);
    const { held: handle } = recorder.call("arbiter_new", game, JSON.stringify(game === "chess" ? { start } : {}));
    for (const move of moves) {
      for (const name of ["understand", "check", "play"]) {
        const { status, text } = recorder.call(`arbiter_${name}`, handle, move, -1);
        if (status === 1) codes.add(JSON.parse(text).code);
      }
    }
    recorder.free(handle);
    return recorder;
  });
  assert.ok(codes.size >= 15, [...codes].join());
  await compare(recorders);
});

// Every seed of the fuzzers, as each format and as the detected one.
test("invalid texts", async () => {
  const abi = await openAbi();
  const folders = path.join(root, "tests", "fuzz", "seeds");
  const formatNames = [...new Set(catalogue.flatMap(({ formats }) => formats.map(({ name }) => name)))];
  const codes = new Set();
  const recorders = [];
  for (const { name: folder } of readdirSync(folders, { withFileTypes: true }).filter((entry) => entry.isDirectory())) {
    for (const name of readdirSync(path.join(folders, folder)).sort()) {
      const text = readFileSync(path.join(folders, folder, name), "utf8");
      const recorder = new Recorder(abi);
      const free = (handle) => handle !== null && recorder.free(handle);
      recorder.call("arbiter_detect", text, "");
      for (const format of ["", ...formatNames]) {
        const { status, text: faults, held } = recorder.call("arbiter_load", text, JSON.stringify({ format }));
        if (faults !== "") JSON.parse(faults).forEach(({ code }) => codes.add(code));
        if (status === 0) free(held);
      }
      recorder.call("arbiter_load_all", text, "").value?.forEach(({ handle }) => free(handle));
      recorders.push(recorder);
    }
  }
  assert.ok(recorders.length > 100);
  assert.ok(codes.size >= 80, `only ${codes.size} kinds of faults`);
  await compare(recorders);
});
