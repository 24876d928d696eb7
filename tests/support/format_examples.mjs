// One or more examples of each state format, and the same with one error each.

import { readFileSync } from "node:fs";
import path from "node:path";

const data = (name) => readFileSync(path.join(process.env.ARBITER_SOURCE_DIR, "tests", name), "utf8");

// An abbreviated board: comments, which JSON does not have, replace most points.
export const abbreviatedGrid = `{
  "board_size": 9,
  "komi": 7.5,
  "current_player_to_move": "B",
  "move_number": 1,
  "previous_move_a1": null,
  "board_grid": [
    [ {"A9": "."}, {"B9": "."}, /* ..., */ {"J9": "."} ],
    [ {"A8": "."}, {"B8": "."}, /* ..., */ {"J8": "."} ],
    /* ... more rows ... */
    [ {"A1": "."}, {"B1": "."}, /* ..., */ {"J1": "."} ]
  ]
}`;

const row = (number, stones = {}) =>
  "    [ " + [..."ABCDEFGHJ"].map((column) => `{"${column}${number}": "${stones[column] ?? "."}"}`).join(", ") + " ]";

// The complete board.
const grid = (stones = {}) => `{
  "board_size": 9,
  "komi": 7.5,
  "current_player_to_move": "B",
  "move_number": 1,
  "previous_move_a1": null,
  "board_grid": [
${[9, 8, 7, 6, 5, 4, 3, 2, 1].map((number) => row(number, stones[number])).join(",\n")}
  ]
}`;

const rows = `{
    "board": [
        [null, null, null, null, null],
        [null, "B", null, null, null],
        [null, null, "W", null, null],
        [null, null, null, null, null],
        [null, null, null, null, null]
    ],
    "current_player": "B",
    "passes": 0
}`;

const squares = `{
  "board": {
    "a1": "R", "b1": "N", "c1": "B", "d1": "Q", "e1": "K",
    "f1": "B", "g1": "N", "h1": "R",
    "a2": "P", "b2": "P", "c2": "P", "d2": "P", "e2": "P",
    "f2": "P", "g2": "P", "h2": "P",
    "a7": "p", "b7": "p", "c7": "p", "d7": "p", "e7": "p",
    "f7": "p", "g7": "p", "h7": "p",
    "a8": "r", "b8": "n", "c8": "b", "d8": "q", "e8": "k",
    "f8": "b", "g8": "n", "h8": "r"
  },
  "turn": "white",
  "castling": {
    "white": { "kingside": true, "queenside": true },
    "black": { "kingside": true, "queenside": true }
  },
  "en_passant": null,
  "halfmove_clock": 0,
  "fullmove_number": 1,
  "position_history": []
}`;

const tableStart = data("backgammon/data/gitgammon-initial.json");
const tableMiddle = data("backgammon/data/gitgammon-midgame.json");

export const examples = [
  { what: "an empty board", game: "Go", format: "go-grid", text: grid() },
  { what: "a board with a stone on D4", game: "Go", format: "go-grid", text: grid({ 4: { D: "B" } }) },
  { what: "a board of rows", game: "Go", format: "go-rows", text: rows },
  { what: "the initial position", game: "Chess", format: "chess-squares", text: squares },
  { what: "the start of a match", game: "Backgammon", format: "gitgammon", text: tableStart },
  { what: "the middle of a match", game: "Backgammon", format: "gitgammon", text: tableMiddle },
  { what: "moves in a line", game: "Go", format: "sgn", text: "19x19 A9b B12w C2b" },
  { what: "moves in a URL", game: "Go", format: "sgn", text: "19x19,A9b,B12w,C2b" },
  { what: "handicap stones", game: "Go", format: "sgn", text: "19x19 C2b F9b C3b C9w" },
];

const broken = (what, text, from, to, wrong, sentence) => ({ what, text: text.replace(from, to), wrong, sentence });

// `wrong` is the part that is marked.
export const brokenExamples = [
  broken("go-grid, a point twice", grid(), '{"D4": "."}', '{"D5": "."}', '"D5": "."', /D4/),
  broken("go-grid, a stone without a colour", grid(), '{"D4": "."}', '{"D4": "X"}', '"D4": "X"', /"X"/),
  broken("go-rows", rows, '"W"', '"X"', '"X"', /"X"/),
  broken("chess-squares", squares, '"turn": "white"', '"turn": "green"', '"turn": "green"', /green/),
  broken("gitgammon", tableStart, '"bar": { "white": 0', '"bar": { "white": 3', '"board": [', /18 checkers/),
  broken("sgn, an occupied point", "19x19 A9b B12w C2b", "C2b", "B12b", "B12b", /already a white stone/),
  broken("sgn, an unknown colour", "19x19 A9b B12w C2b", "B12w", "B12q", "B12q", /"B12q"/),
];
