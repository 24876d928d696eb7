// Games as addresses: every spelling is converted to one canonical address, which opens the same game.

import assert from "node:assert/strict";
import test from "node:test";

import { randomFrom, seed } from "../support/random.mjs";
import { loadEngine, pageModule } from "../support/page_module.mjs";

const engine = await loadEngine();
const { openAddress } = await pageModule("explore/open.ts");
const { addressOf } = await pageModule("explore/address.ts");
const { routeOf } = await pageModule("routes.ts");

// Splits "/chess/e4?variant=chess960" with URL, as browsers do.
function open(address) {
  const { pathname, search } = new URL(address, "http://page");
  return openAddress(engine, pathname + search);
}

function canonical(address) {
  const { game, faults } = open(address);
  assert.equal(faults, null, `${address}: ${faults?.[0].sentence}`);
  return addressOf(engine, game);
}

const sameAs = {
  "/go/19x19,A9b,B12w,C2b": [
    "/game/19x19,A9b,B12w,C2b",
    "/go/19x19 A9b B12w C2b",
    "/go/19x19%20A9b%20B12w%20C2b",
    "/go/19x19_A9b_B12w_C2b",
    "/go/19x19%2CA9b%2CB12w%2CC2b",
    "/go/19x19,a9b,b12w,c2B",
    "/go/19x19,A9b,B12w,C2b?rules=chinese&komi=7.5",
  ],
  "/go/19x19": ["/go/", "/go", "/go/?size=19"],
  "/go/9x9,C3b,passw,passb": ["/go/9x9 C3b passw PASSb"],
  "/go/9x9,E5b,C3w,passb,passw,deadC3,agreeb,agreew": ["/go/9x9 e5b c3w passb passw DEADc3 agreeb AGREEW"],
  "/go/9x9,E5b,passw,passb,deadE5,aliveE5,resumew,C3b": ["/go/9x9,E5b,passw,passb,deadE5,aliveE5,resumew,C3b"],
  "/go/9x9,C3b,passw,passb,deadD4,agreeb?rules=japanese&komi=6.5&stones=D4w+E5b": [],
  "/go/9x13,C12b": ["/go/9x13,C12b"],
  // SGN's handicap: several black stones at the start.
  "/go/19x19,C2b,F9b,C3b,C9w": ["/go/19x19 C2b F9b C3b C9w"],
  "/go/9x9,C3w,D4w": ["/go/9x9,C3w,D4w"],
  "/go/9x9,C3b?rules=japanese": ["/go/9x9,C3b?rules=japanese&komi=6.5"],
  "/go/9x9,C3b?ko=none&komi=0.5": ["/go/9x9,C3b?komi=0.5&ko=none"],
  "/go/9x9,C3w?rules=chinese&komi=7.5&stones=D4b+E5w&turn=white": ["/go/9x9,C3w?stones=D4b%20E5w&turn=white"],
  "/go/9x9,C3b,G7b?komi=0.5": ["/go/9x9?handicap=2", "/go/?size=9&handicap=2"],
  "/go/9x9,D4b?rules=chinese&komi=0.5&handicap=2&placement=free": ["/go/9x9,D4b?handicap=2&placement=free"],
  "/go/9x9,D4b,E5b,F6w?komi=0.5": ["/go/9x9,D4b,E5b,F6w?handicap=2&placement=free"],
  "/chess/e4,e5,Nf3": [
    "/chess/e4 e5 Nf3",
    "/chess/e2e4,e7e5,g1f3",
    "/chess/1.e4 e5 2.Nf3",
    "/chess/1. e4 e5 2. Nf3 *",
    "/chess/startpos moves e2e4 e7e5 g1f3",
    "/chess/rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR_w_KQkq_-_0_1,e4,e5,Nf3",
  ],
  "/chess/": [
    "/chess",
    "/chess/rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR%20w%20KQkq%20-%200%201",
    "/chess/?start=518",
  ],
  "/chess/e4,e5,Qh5,Nc6,Bc4,Nf6,Qxf7": ["/chess/e4,e5,Qh5,Nc6,Bc4,Nf6,Qxf7%23"],
  "/chess/4k3/P7/8/8/8/8/8/4K3_w_-_-_0_1,a8=Q": ["/chess/4k3/P7/8/8/8/8/8/4K3 w - - 0 1,a7a8q"],
  "/chess/qnbbnrkr/pppppppp/8/8/8/8/PPPPPPPP/QNBBNRKR_w_KQkq_-_0_1,e4?variant=chess960": [
    "/chess/e4?variant=chess960&start=5",
  ],
  "/backgammon/3-1,8/5_6/5,6-4": [
    "/backgammon/3-1,8/5 6/5,6-4",
    "/backgammon/31,8/5 6/5,64",
    "/backgammon/opening 3-1,8/5 6/5,roll 64",
  ],
  "/backgammon/3-1,8/5_6/5,double,take,6-4,24/14": ["/backgammon/3-1,8/5 6/5,double,take,64,24/14"],
  "/backgammon/3-3,6-2": ["/backgammon/33,62"],
  "/backgammon/?match=5": ["/backgammon?match=5", "/backgammon/?match=5&cube=on"],
  "/backgammon/6-2?start=nackgammon&cube=off": ["/backgammon/62?cube=off&start=nackgammon"],
  "/backgammon/XGID=-b----E-C---eE---c-e----B-:0:0:1:00:0:0:1:0:10": [
    "/backgammon/4HPwATDgc/ABMA",
    "/backgammon/4HPwATDgc/ABMA:cAkAAAAAAAAA",
  ],
  "/backgammon/XGID=-b----E-C---eE---c-e----B-:0:0:1:64:0:0:1:0:10,24/14": [
    "/backgammon/XGID=-b----E-C---eE---c-e----B-:0:0:1:64:0:0:1:0:10,24/14",
  ],
};

for (const [address, others] of Object.entries(sameAs)) {
  test(`${address} is the canonical form`, () => {
    for (const other of [address, ...others]) assert.equal(canonical(other), address, other);
  });
}

const faulty = [
  ["/go/19x19,A9b,A9w,C2b", "A9w", "point_occupied"],
  ["/go/19x19,A9b,Z99w", "Z99w", "unreadable_move"],
  ["/go/19x19,A9q,A9w", "A9q", "unreadable_move"],
  ["/go/nineteen,A9b", "nineteen", "unreadable_move"],
  ["/go/53x53,A9b", "53x53", "bad_size"],
  ["/game/19x19,A9b%20A9w", "A9w", "point_occupied"],
  ["/go/5x5,F1b", "F1b", "point_off_board"],
  ["/go/9x9,C3b,deadC3", "deadC3", "not_in_marking_phase"],
  ["/go/9x9,C3b,passw,passb,deadA1", "deadA1", null],
  ["/go/9x9?komi=much", null, "option_out_of_range"],
  ["/go/9x9?colour=blue", null, "unknown_option"],
  ["/chess/e4,e5,Ke3,d4", "Ke3", "piece_cannot_go_there"],
  ["/chess/1. e4 e5 2. Zz9", "Zz9", "unreadable_move"],
  ["/chess/rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBN_w_KQkq_-_0_1", "RNBQKBN", "fen_rank_too_short"],
  ["/chess/4k3/8/8/8/8/8/8/4K3_w_KQ_-_0_1", "KQ", "fen_no_castling_rook"],
  ["/backgammon/3-1,8/5_6/5,6-4,24/1", "24/1", null],
  ["/backgammon/3-1,8/5_6/5,7-7", "7-7", null],
  ["/backgammon/XGID=-b----E-C---eE---c-e----B-:0:0:1:77:0:0:1:0:10", "77", "bad_dice"],
  ["/backgammon/hello", "hello", null],
];

for (const [address, marked, code] of faulty) {
  test(`the fault in ${address} is marked`, () => {
    const { game, faults } = open(address);
    assert.equal(game, null);
    const { range, sentence } = faults[0];
    const text = decodeURIComponent(new URL(address, "http://page").pathname)
      .split("/")
      .slice(2)
      .join("/")
      .replaceAll("_", " ");
    assert.equal(range && text.slice(range.start, range.end), marked, sentence);
    if (code) assert.equal(faults[0].code, code);
    assert.ok(sentence.length > 5);
  });
}

test("a game without an address format has neither a page nor an address", () => {
  for (const path of ["/nim/3,4,5", "/constructor/", "/games/"]) assert.equal(routeOf(path).page, "lost");
  assert.equal(addressOf(engine, { name: "nim" }), null);
});

test("the part before a fault can be opened", () => {
  assert.equal(addressOf(engine, open("/chess/e4,e5,Ke3,d4").before), "/chess/e4,e5");
  assert.equal(addressOf(engine, open("/go/19x19,A9b,A9w,C2b").before), "/go/19x19,A9b");
  assert.equal(addressOf(engine, open("/backgammon/3-1,8/5 6/5,7-7").before), "/backgammon/3-1,8/5_6/5");
});

const starts = [
  ["chess", {}],
  ["chess", { variant: "chess960", start: 77 }],
  ["go", { size: 5 }],
  ["go", { size: 9, rules: "japanese", handicap: 3 }],
  ["go", { size: "7x4", rules: "tromp-taylor", suicide: "forbidden" }],
  ["go", { size: 9, stones: "D4b E5w", turn: "black" }],
  ["go", { size: 9, handicap: 4, placement: "free" }],
  ["backgammon", {}],
  ["backgammon", { match: 3, start: "nackgammon" }],
];

function marks(game) {
  const { marked } = game.ask("dead");
  const alive = game.ask("stones").stones.filter(({ point }) => !marked.includes(point));
  return [...alive.map(({ point }) => `mark_dead ${point}`), ...marked.map((point) => `mark_alive ${point}`)];
}

// A game that was read from SGN answers in SGN by itself.
const notations = { chess: "san", go: "vertex", backgammon: "text" };

// Handicap stones are setup stones or moves, and only the last move is marked.
const withoutMark = (game) => game.text().replaceAll(/[()]/g, "─");

for (const [name, options] of starts) {
  test(`any game of ${name} ${JSON.stringify(options)} can be restored from its address`, () => {
    const random = randomFrom(`${seed}/${name} ${JSON.stringify(options)}`);
    for (let round = 0; round < 8; round++) {
      const game = engine.new(name, options);
      const length = random.below(60);
      for (let i = 0; i < length && !game.outcome; i++) {
        const settled = game.awaits === "agreement" ? ["agree", "resume", ...marks(game)] : game.legal();
        game.play(random.pick(settled));
      }
      const address = addressOf(engine, game);
      const { game: again, faults } = open(address);
      assert.equal(faults, null, `SEED=${seed} ${address}: ${faults?.[0].sentence}`);
      assert.equal(withoutMark(again), withoutMark(game), address);
      assert.equal(again.turn, game.turn, address);
      assert.deepEqual(again.legal(notations[name]), game.legal(notations[name]), address);
      assert.equal(addressOf(engine, again), address);
      again.dispose();
      game.dispose();
    }
  });
}
