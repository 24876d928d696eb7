// Go for prompting a model: every point is named.

import { openSocket } from "../../support/server.mjs";
import { example, withoutSpaces } from "./doors.mjs";

const keys = ["board_size", "komi", "current_player_to_move", "move_number", "previous_move_a1", "board_grid"];

// A state of two lines, with some members changed.
const state = (changes = {}) =>
  JSON.stringify({
    board_size: 2,
    komi: 7.5,
    current_player_to_move: "B",
    move_number: 1,
    previous_move_a1: null,
    board_grid: [
      [{ A2: "." }, { B2: "." }],
      [{ A1: "." }, { B1: "." }],
    ],
    ...changes,
  });
const validate = (text) => `echo '${text}' | arbiter validate`;

export const goGrid = [
  [
    "The complete example is written exactly, white space aside",
    "command line",
    "arbiter new go --size 9 --to go-grid | tr -d ' \\n'",
    withoutSpaces(example("an empty board")),
  ],
  [
    "The complete example is written exactly",
    "npm",
    ({ engine }) => withoutSpaces(engine.new("go", { size: 9 }).write("go-grid")),
    withoutSpaces(example("an empty board")),
  ],
  [
    "The complete example is written exactly",
    "REST",
    async ({ games }) => {
      const { id } = (await games.create({ game: "go", options: { size: 9 } })).body;
      return withoutSpaces((await games.game(id, { query: { format: "go-grid" } })).text);
    },
    withoutSpaces(example("an empty board")),
  ],
  [
    "The complete example is read, and written back exactly",
    "command line",
    "arbiter convert grid.json --to go-grid | tr -d ' \\n'",
    withoutSpaces(example("an empty board")),
  ],
  [
    "The object has six members, in this order",
    "command line",
    "jq -c keys_unsorted <(arbiter new go --to go-grid)",
    keys,
  ],
  [
    "A member that is missing is named",
    "command line",
    `jq 'del(.komi, .move_number)' grid.json | arbiter validate`,
    /(?=[^]*"komi")(?=[^]*"move_number")/,
  ],
  [
    "board_size is the number of lines of a square board",
    "command line",
    "arbiter new go --size 13 --to go-grid | jq .board_size",
    13,
  ],
  [
    "A board that is not square cannot be written",
    "command line",
    "arbiter new go --size 9x13 --to go-grid",
    /square boards only/,
  ],
  [
    "komi is a decimal number, also where it is whole",
    "command line",
    "arbiter new go --komi 7 --to go-grid | grep komi",
    '"komi": 7.0,',
  ],
  ["komi goes to White, who moves second", "command line", "arbiter ask score -i grid.json | jq .white.komi", 7.5],
  [
    "The side to move is B or W",
    "command line",
    "arbiter play E5 -i grid.json --to go-grid | jq -r .current_player_to_move",
    "W",
  ],
  [
    "Any other side to move is a fault",
    "command line",
    validate(state({ current_player_to_move: "green" })),
    /current_player_to_move: error/,
  ],
  ["The first move has the number 1", "command line", "arbiter new go --to go-grid | jq .move_number", 1],
  [
    "A pass is a move as well",
    "command line",
    "arbiter new go | arbiter play D4 pass --to go-grid | jq .move_number",
    3,
  ],
  [
    "A move number below 1 is a fault",
    "command line",
    validate(state({ move_number: 0 })),
    /move_number: error: the first move is number 1/,
  ],
  [
    "The previous move is null at the start",
    "command line",
    "arbiter new go --to go-grid | jq .previous_move_a1",
    null,
  ],
  [
    "The previous move is C3 after Black has played C3",
    "command line",
    "arbiter play C3 -i grid.json --to go-grid | jq -r .previous_move_a1",
    "C3",
  ],
  [
    "The previous move is PASS after a pass",
    "npm",
    ({ engine }) => {
      const game = engine.new("go", { size: 2 });
      game.play("pass");
      return JSON.parse(game.write("go-grid")).previous_move_a1;
    },
    "PASS",
  ],
  [
    "The grid has as many rows as the board has lines, the top row first",
    "command line",
    "arbiter new go --size 9 --to go-grid | jq -c '[.board_grid[][0] | keys[0]]'",
    ["A9", "A8", "A7", "A6", "A5", "A4", "A3", "A2", "A1"],
  ],
  [
    "Each row has as many points, and the letter I is left out",
    "command line",
    "arbiter new go --size 9 --to go-grid | jq -c '[.board_grid[8][] | keys[0]]'",
    ["A1", "B1", "C1", "D1", "E1", "F1", "G1", "H1", "J1"],
  ],
  [
    "Each point is an object with one key",
    "command line",
    validate(
      state({
        board_grid: [
          [{ A2: ".", B2: "." }, { B2: "." }],
          [{ A1: "." }, { B1: "." }],
        ],
      }),
    ),
    /\/board_grid\/0\/0: error: each point is an object with one key/,
  ],
  [
    "A key that is not its place is a fault",
    "command line",
    validate(
      state({
        board_grid: [
          [{ B2: "." }, { A2: "." }],
          [{ A1: "." }, { B1: "." }],
        ],
      }),
    ),
    /"B2" stands where A2 belongs/,
  ],
  [
    "A missing row is a fault",
    "command line",
    validate(state({ board_grid: [[{ A2: "." }, { B2: "." }]] })),
    /there are 1 rows and not 2/,
  ],
  [
    'A black stone on D4 is {"D4": "B"}',
    "command line",
    "arbiter play D4 -i grid.json --to go-grid | jq -c '.board_grid[5][3]'",
    { D4: "B" },
  ],
  [
    "A white stone is W, an empty point a full stop",
    "npm",
    ({ engine }) => {
      const game = engine.new("go", { size: 2 });
      game.play("pass");
      game.play("A2");
      return JSON.parse(game.write("go-grid")).board_grid[0];
    },
    [{ A2: "W" }, { B2: "." }],
  ],
  [
    "Any other value is a fault",
    "command line",
    validate(
      state({
        board_grid: [
          [{ A2: "X" }, { B2: "." }],
          [{ A1: "." }, { B1: "." }],
        ],
      }),
    ),
    /"X"/,
  ],
  [
    "The model answers with a point or a pass",
    "REST",
    `jq '{state: ., move: "C3"}' grid.json | curl -s $URL/api/play --json @- | jq -r '.state | fromjson? // . | .previous_move_a1'`,
    "C3",
  ],

  // Reading forgives
  [
    "Comments are read, with a warning",
    "command line",
    "sed '1s|$| // the state|; 3s|$| /* for White */|' grid.json | arbiter validate",
    /comment[^]*valid/,
  ],
  [
    "Strict reading refuses comments",
    "command line",
    "sed '1s|$| // the state|' grid.json | arbiter validate --strict",
    /error[^]*invalid/,
  ],
  [
    "A comma after the last member is read",
    "command line",
    "sed '$d' grid.json | sed '$s/$/,\\n}/' | arbiter convert --to go-grid 2>/dev/null | jq .board_size",
    9,
  ],
  [
    "komi as a text is read",
    "command line",
    `jq '.komi = "7.5"' grid.json | arbiter convert --to go-grid 2>/dev/null | jq .komi`,
    7.5,
  ],
  [
    "komi that is not a number is told so",
    "command line",
    `jq '.komi = "much"' grid.json | arbiter validate`,
    /\/komi: error: .*number/,
  ],
  [
    "Stones in lower case are read",
    "command line",
    validate(
      state({
        board_grid: [
          [{ A2: "b" }, { B2: "." }],
          [{ A1: "." }, { B1: "." }],
        ],
      }),
    ),
    /warning[^]*valid/,
  ],
  [
    "A previous move that fits no stone is a warning",
    "command line",
    validate(state({ move_number: 2, previous_move_a1: "A1", current_player_to_move: "W" })),
    /previous_move_a1: warning[^]*valid/,
  ],
  [
    "An abbreviated board is recognised, and its gaps are named",
    "command line",
    `echo '{"board_size": 9, "komi": 7.5, "current_player_to_move": "B", "move_number": 1, "previous_move_a1": null, "board_grid": [ [ {"A9": "."}, /* ..., */ {"J9": "."} ] /* more */ ]}' | arbiter validate`,
    /\/board_grid: error: there are 1 rows and not 9/,
  ],
  [
    "A state without its grid is told what is missing",
    "command line",
    "jq 'del(.board_grid)' grid.json | arbiter validate",
    /"board_grid"/,
  ],

  // The state before each move
  [
    "Every event has the state before the next move",
    "WebSocket",
    async ({ games, url }) => {
      const { id, keys } = (await games.create({ game: "go", options: { size: 2 } })).body;
      const socket = await openSocket(url);
      await socket.ask({ type: "subscribe", game: id, format: "go-grid" });
      await games.move(id, keys.black, { move: "A1", ply: 0 });
      const event = await socket.next(({ type }) => type === "event");
      await socket.close();
      return event.state;
    },
    JSON.parse(
      state({
        current_player_to_move: "W",
        move_number: 2,
        previous_move_a1: "A1",
        board_grid: [
          [{ A2: "." }, { B2: "." }],
          [{ A1: "B" }, { B1: "." }],
        ],
      }),
    ),
  ],
  [
    "The answer to a move has the state",
    "REST",
    async ({ games }) => {
      const { id, keys } = (await games.create({ game: "go", options: { size: 2 } })).body;
      const { body } = await games.move(id, keys.black, { move: "A1", ply: 0 }, { query: { format: "go-grid" } });
      return body.state.previous_move_a1;
    },
    "A1",
  ],
  [
    "An unknown member of subscribe is refused",
    "WebSocket",
    async ({ games, url }) => {
      const { id } = (await games.create({ game: "go" })).body;
      const socket = await openSocket(url);
      const answer = await socket.ask({ type: "subscribe", game: id, fromat: "go-grid" });
      await socket.close();
      return [answer.type, answer.body.code];
    },
    ["problem", "unknown_key"],
  ],
];
