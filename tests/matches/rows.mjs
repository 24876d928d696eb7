// What `make matches` measures. `measure` is given the program, a number of games and, if nodes limit the moves instead of
// the time, the share of them; it returns { value, low, high, games, nodes? }. `match` makes one from two players of the arena.
import { lossCorrelation, worstShared } from "./agreement.mjs";
import { equityLost } from "./backgammon.mjs";
import { match } from "./table.mjs";

const stockfish = (elo) => `uci[Hash=16, UCI_LimitStrength=true, UCI_Elo=${elo}]:stockfish`;

// `nodes` is what a core of the machine that was measured looks at in that time when it is idle. On a busy machine
// the games are played with these instead of the time.
const chess = (elo) =>
  match({ game: "chess", players: ["bot:8", stockfish(elo)], limit: { time: 100, nodes: 80_000 } });

const go = ({ size, level, ...limit }) =>
  match({
    game: "go",
    players: ["bot:8", `gtp:gnugo --mode gtp --chinese-rules --level ${level}`],
    flags: ["--set", `size=${size}`],
    limit,
  });

export const rows = [
  {
    name: "chess, 100 ms a move, against Stockfish UCI_Elo 2100",
    must: "50 %",
    aim: "",
    games: 200,
    measure: chess(2100),
  },
  {
    name: "chess, 100 ms a move, against Stockfish UCI_Elo 2400",
    must: "",
    aim: "50 %",
    games: 200,
    measure: chess(2400),
  },
  {
    name: "Go 9x9, 2 s a move, against GNU Go level 10",
    must: "40 %",
    aim: "65 %",
    games: 50,
    measure: go({ size: 9, level: 10, time: 2000, nodes: 49_000 }),
  },
  {
    name: "Go 13x13, 2 s a move, against GNU Go level 1",
    must: "40 %",
    aim: "70 %",
    games: 40,
    measure: go({ size: 13, level: 1, time: 2000, nodes: 24_000 }),
  },
  {
    name: "Go 19x19, 5 s a move, against GNU Go level 1",
    must: "",
    aim: "30 %",
    games: 20,
    measure: go({ size: 19, level: 1, time: 5000, nodes: 27_000 }),
  },
  {
    name: "backgammon, 7-point matches, bot:7 against gnubg[plies=0]",
    must: "44 %",
    aim: "49 %",
    games: 400,
    measure: match({ game: "backgammon", players: ["bot:7", "gnubg[plies=0]"], flags: ["--set", "match=7"] }),
  },
  {
    name: "backgammon, equity that bot:7 loses by an unforced move, as GNU Backgammon judges it",
    must: "0.011",
    aim: "0.006",
    games: 12,
    unit: "",
    digits: 4,
    measure: equityLost("bot:7"),
  },
  {
    name: "five worst moves of a game of chess, shared with Stockfish at depth 14 (median, quartiles)",
    must: "3",
    aim: "",
    games: 50,
    unit: "",
    measure: worstShared({
      game: "chess",
      players: ["bot:3", "bot:4"],
      ours: ["--by", "bot:7"],
      theirs: ["--by", "uci[Hash=16]:stockfish", "--depth", "14"],
    }),
  },
  {
    name: "losses a game of backgammon, correlation with GNU Backgammon's",
    must: "0.9",
    aim: "",
    games: 200,
    unit: "",
    digits: 2,
    measure: lossCorrelation({
      game: "backgammon",
      players: ["bot:2", "bot:4"],
      flags: ["--set", "cube=off"],
      ours: ["--by", "bot:7"],
      theirs: ["--by", "gnubg[plies=0]"],
    }),
  },
];
