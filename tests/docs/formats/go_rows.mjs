// The compact dictionary of Go.

import { example, withoutSpaces } from "./doors.mjs";

const rows = (board, changes = {}) => JSON.stringify({ board, current_player: "B", passes: 0, ...changes });
const piped = (text, command) => `echo '${text}' | ${command}`;
const empty = [
  [null, null, null],
  [null, null, null],
  [null, null, null],
];

export const goRows = [
  ["A new game under the simple rules is 5x5", "command line", "arbiter new go --rules simple --to sgn", "5x5"],
  [
    "A new game under the simple rules is 5x5",
    "REST",
    async ({ games }) => {
      const { id } = (await games.create({ game: "go", options: { rules: "simple" } })).body;
      return (await games.game(id, { query: { format: "sgn" } })).text;
    },
    "5x5",
  ],
  [
    "A new game under the simple rules is 5x5",
    "npm",
    ({ engine }) => engine.new("go", { rules: "simple" }).write("sgn"),
    "5x5",
  ],
  ["Another size can be given", "command line", "arbiter new go --rules simple --size 7 --to sgn", "7x7"],
  [
    "The dictionary has a board, the side to move and the passes",
    "command line",
    "jq -c keys_unsorted <(arbiter new go --rules simple --to go-rows)",
    ["board", "current_player", "passes"],
  ],
  [
    "It is read and written back exactly, white space aside",
    "command line",
    "arbiter convert rows.json --to go-rows | tr -d ' \\n'",
    withoutSpaces(example("a board of rows")),
  ],
  [
    "It is read and written back exactly",
    "npm",
    ({ engine }) => withoutSpaces(engine.load(example("a board of rows")).write("go-rows")),
    withoutSpaces(example("a board of rows")),
  ],
  [
    "It is read and written back exactly",
    "REST",
    "jq -n --rawfile state rows.json '{state: $state, to: \"go-rows\"}' | curl -s $URL/api/convert --json @- | jq -r .text | tr -d ' \\n'",
    withoutSpaces(example("a board of rows")),
  ],
  [
    "A cell is B, W or None",
    "command line",
    piped(
      rows([
        ["B", "W"],
        [null, 1],
      ]),
      "arbiter validate",
    ),
    /\/board\/1\/1: error/,
  ],
  [
    "Row 0 is the top and column 0 the left",
    "command line",
    piped(
      rows([
        ["B", null, null],
        [null, null, null],
      ]),
      "arbiter ask stones --notation vertex | jq -rc '.stones[].point'",
    ),
    "A2",
  ],
  [
    "The passes may be left out",
    "command line",
    piped(JSON.stringify({ board: empty, current_player: "B" }), "arbiter convert --to go-rows | jq .passes"),
    0,
  ],
  [
    "Two passes in a row end the game",
    "command line",
    piped(rows(empty, { passes: 1 }), "arbiter play pass | arbiter outcome"),
    "Draw by score",
  ],
  [
    "A state with two passes is over",
    "command line",
    piped(rows(empty, { passes: 2 }), "arbiter outcome"),
    "Draw by score",
  ],
  [
    "A stone resets the passes",
    "command line",
    piped(rows(empty, { passes: 1 }), "arbiter play '[1,1]' --to go-rows | jq .passes"),
    0,
  ],
  [
    "An action is a row and a column",
    "command line",
    piped(rows(empty), "arbiter play '[0,2]' --to go-rows | jq -c .board[0]"),
    [null, null, "B"],
  ],
  [
    "The special action pass gives the turn away",
    "command line",
    piped(rows(empty), "arbiter play pass --to go-rows | jq -c '[.current_player, .passes]'"),
    ["W", 1],
  ],
  [
    "An action changes the side to move",
    "npm",
    ({ engine }) => {
      const game = engine.load(rows(empty));
      game.play("[1,1]");
      return JSON.parse(game.write("go-rows")).current_player;
    },
    "W",
  ],
  [
    "A group without liberties is removed",
    "command line",
    piped(
      rows([
        ["W", "W", "B"],
        ["B", null, null],
        [null, null, null],
      ]),
      "arbiter play '[1,1]' --to go-rows | jq -c .board[0]",
    ),
    [null, null, "B"],
  ],
  [
    "Suicide is illegal",
    "command line",
    piped(
      rows([
        [null, "W", null],
        ["W", null, null],
        [null, null, null],
      ]),
      "arbiter check '[0,0]'",
    ),
    /no liberties/,
  ],
  [
    "A stone that captures first is legal",
    "command line",
    piped(
      rows([
        [null, "W", "B"],
        ["W", "B", null],
        ["B", null, null],
      ]),
      "arbiter play '[0,0]' --to go-rows | jq -c .board[0]",
    ),
    ["B", null, "B"],
  ],
  [
    "There is no ko",
    "command line",
    piped(
      rows(
        [
          [null, "B", "W", null],
          ["B", null, "B", "W"],
          [null, "B", "W", null],
        ],
        { current_player: "W" },
      ),
      "arbiter play '[1,1]' '[1,2]' --to go-rows | jq -c .board[1]",
    ),
    ["B", null, "B", "W"],
  ],
  [
    "The side with more stones wins",
    "command line",
    piped(
      rows(
        [
          ["B", null],
          [null, null],
        ],
        { passes: 2 },
      ),
      "arbiter outcome",
    ),
    "Black wins by score",
  ],
  [
    "With equal stones the game is a draw",
    "command line",
    piped(
      rows(
        [
          ["B", null],
          [null, "W"],
        ],
        { passes: 2 },
      ),
      "arbiter outcome",
    ),
    "Draw by score",
  ],

  // As Python writes it
  ...["(0, 2)", "0,2", "[0,2]"].map((move) => [
    `A move is a row and a column: ${move}`,
    "command line",
    piped(rows(empty), `arbiter play '${move}' --to go-rows | jq -c .board[0]`),
    [null, null, "B"],
  ]),
  [
    "A move is a row and a column",
    "npm",
    ({ engine }) => {
      const game = engine.load(rows(empty));
      game.play([0, 2]);
      return JSON.parse(game.write("go-rows")).board[0];
    },
    [null, null, "B"],
  ],
  [
    "A move is a row and a column",
    "REST",
    `curl -s $URL/api/play --json '{"state": ${rows(empty)}, "move": [0, 2]}' | jq -c '.state | fromjson? // . | .board[0]'`,
    [null, null, "B"],
  ],
  [
    "Legal moves are rows and columns",
    "command line",
    piped(rows([["B", null]], { current_player: "W" }), "arbiter legal | head -1"),
    /^(\[0,1\]|"pass")/,
  ],
  [
    "What a move does is told in rows and columns",
    "command line",
    piped(
      rows([
        ["W", "B"],
        [null, null],
      ]),
      "arbiter check '[1,0]' --json | jq -c '.effects[1].data.points'",
    ),
    [[0, 0]],
  ],
  [
    "A refusal is told in rows and columns",
    "command line",
    piped(
      rows([
        ["W", "B"],
        [null, null],
      ]),
      "arbiter check '[0,1]' 2>&1",
    ),
    /there is already a black stone on \[0,1\]/,
  ],
  [
    "An agent that asks for this format gets rows and columns",
    "command line",
    "mkdir rows && cd rows && arbiter arena --game go --set size=3 --player 'stdio[format=go-rows]:bash ../agent.sh' " +
      "--player random --rounds 1 > /dev/null && head -1 asked.txt | jq -c '[(.state.board | length), (.legal[0] | map(type))]'",
    [3, ["number", "number"]],
  ],
  [
    "A dictionary as Python prints it is read: None, single quotes, tuples",
    "command line",
    `echo "{'board': [(None, 'B'), ('W', None)], 'current_player': 'B', 'passes': 0,}" | arbiter convert --to go-rows | jq -c .board`,
    [
      [null, "B"],
      ["W", null],
    ],
  ],
  [
    "Each liberty taken is a warning",
    "command line",
    `echo "{'board': [(None, 'B'), ('W', None)], 'current_player': 'B', 'passes': 0,}" | arbiter validate`,
    /warning[^]*valid/,
  ],
  [
    "Strict reading refuses it",
    "command line",
    `echo "{'board': [(None, 'B'), ('W', None)], 'current_player': 'B', 'passes': 0,}" | arbiter validate --strict`,
    /error[^]*invalid/,
  ],
  [
    "Strict reading refuses it",
    "npm",
    ({ engine }) => {
      const text = "{'board': [(None, 'B')], 'current_player': 'B'}";
      const { warnings } = engine.load(text);
      try {
        return engine.load(text, { strict: true });
      } catch (error) {
        return [warnings.length > 0, error.code];
      }
    },
    [true, "python_syntax"],
  ],
  [
    "Strict reading refuses it",
    "REST",
    `jq -n --arg state "{'board': [(None, 'B')], 'current_player': 'B'}" '{state: $state, strict: true}' | ` +
      "curl -s $URL/api/validate --json @- | jq -c '[.valid, .problem.faults[0].code]'",
    [false, "python_syntax"],
  ],
  [
    "Stones in lower case are read, with a warning",
    "command line",
    piped(
      rows([
        ["b", "w"],
        [null, null],
      ]),
      "arbiter convert --to go-rows 2>/dev/null | jq -c .board[0]",
    ),
    ["B", "W"],
  ],
  [
    "A state without the side to move is told what is missing",
    "command line",
    piped(JSON.stringify({ board: empty, passes: 0 }), "arbiter validate"),
    /"current_player"/,
  ],

  // A full board
  ...[0, 2].map((passes) => [
    `A full board is over, and its stones are counted (${passes} passes)`,
    "command line",
    piped(
      rows(
        [
          ["B", "W"],
          ["B", "W"],
        ],
        { passes },
      ),
      "arbiter outcome",
    ),
    "Draw by score",
  ]),
  [
    "A full board is over, and the side with more stones has won",
    "npm",
    ({ engine }) =>
      engine.load(
        rows([
          ["B", "B"],
          ["B", "W"],
        ]),
      ).outcome.winner,
    "black",
  ],
  [
    "A full board is over",
    "REST",
    `curl -s $URL/api/legal --json '{"state": ${rows([
      ["B", "W"],
      ["B", "W"],
    ])}}' | jq -c '[.legal, .outcome.result]'`,
    [[], "draw"],
  ],
];
