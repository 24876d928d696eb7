// The state.json of a backgammon table.

import { example } from "./doors.mjs";

// A table in a repository: a new one, after a move, and after files that are refused.
export const tables = `
git init -q -b main club && cd club && git config user.name Ada && git config user.email ada@example.com
git commit -q --allow-empty -m "A club" && openssl rand -hex 32 > ../secret
table() { arbiter table "$@"; }
pusher() { jq -r '.players[.activePlayer]' tables/duel/state.json; }
process() { table process --pusher "$1" --secret-file ../secret; }
table new duel backgammon --white alice --black bob --secret-file ../secret
cp tables/duel/state.json ../new.json
table move duel "$(table legal duel | head -1)" --commit > ../move-name.txt
cp tables/duel/moves/*.json ../move.json
process "$(pusher)" && cp tables/duel/state.json ../moved.json
name=tables/duel/moves/0002-$(jq -r .activePlayer tables/duel/state.json)-
bad() { for digits in "$@"; do echo '{"player": "white", "moves": []}' > "$name$digits.json"; done; git add tables && git commit -q -m Bad; }
bad aaaaaa && process "$(pusher)" && cp tables/duel/state.json ../refused.json
bad $(seq 100001 100021) && process "$(pusher)"
cp tables/duel/state.json ../pruned.json
`;

const empty = "[range(24) | 0]";
// A position with these points, such as ".[3] = 2", by index.
const points = (change) => `.board = (${empty} | ${change})`;
const changed = (change, command = "arbiter validate", file = "start.json") => `jq '${change}' ${file} | ${command}`;
const legal = (change) => changed(`.lastMove = null | .turn = 1 | ${change}`, "arbiter legal | jq -Rc . | jq -sc .");
const refused = (place, change) => [changed(change), new RegExp(`: ${place}: error`)];

export const gitgammon = [
  ["The initial state is valid", "command line", "arbiter validate start.json", "start.json: valid"],
  ["The mid-game state is valid", "command line", "arbiter validate middle.json", "middle.json: valid"],
  [
    "A state is valid",
    "REST",
    "jq -n --rawfile state middle.json '{state: $state}' | curl -s $URL/api/validate --json @- | jq .valid",
    true,
  ],
  [
    "A state is recognised",
    "npm",
    ({ engine }) => engine.detect(example("the start of a match")),
    { game: "backgammon", format: "gitgammon" },
  ],
  [
    "Both states come back as they were, byte for byte",
    "npm",
    ({ engine }) =>
      ["the start of a match", "the middle of a match"].map((what) =>
        engine.load(example(what)).write("gitgammon").trim(),
      ),
    ["the start of a match", "the middle of a match"].map((what) => example(what).trim()),
  ],

  // The board
  ["The board has 24 points", "command line", ...refused("/board", ".board += [0, 0]")],
  [
    "Index 0 is point 1 of White",
    "command line",
    changed(".", "arbiter ask steps | jq -c '[.steps[].from] | unique'"),
    ["12", "17", "19"],
  ],
  [
    "Positive numbers are White's checkers, negative ones Black's",
    "command line",
    "arbiter convert start.json --to xgid | cut -d: -f1",
    "XGID=-B----e-c---Ee---C-E----b-",
  ],
  [
    "A new table has the board of the example",
    "command line",
    "jq -c .board new.json",
    JSON.parse(example("the start of a match")).board,
  ],
  [
    "The same start can be played elsewhere",
    "npm",
    ({ engine }) => {
      const game = engine.new("backgammon", { start: "gitgammon" });
      game.play("opening 5-3");
      return JSON.parse(game.write("gitgammon")).board;
    },
    JSON.parse(example("the start of a match")).board,
  ],

  // Players and turns
  ["The players are user names", "command line", "jq -c .players new.json", { white: "alice", black: "bob" }],
  ["The players are required", "command line", changed("del(.players)"), /"players"/],
  ["A name is not empty", "command line", ...refused("/players/black", '.players.black = ""')],
  ["Turns count from 1", "command line", ...refused("/turn", ".turn = 0")],
  [
    "A turn that is complete makes it the other player's",
    "command line",
    "jq -sc '[.[] | .turn] + [.[0].activePlayer != .[1].activePlayer]' new.json moved.json",
    [1, 2, true],
  ],
  ["The active player is white or black", "command line", ...refused("/activePlayer", '.activePlayer = "w"')],
  [
    "A move of anybody else is refused",
    "command line",
    "cd club && git clone -q . ../other && cd ../other && git config user.name Eve && git config user.email eve@example.com && " +
      'arbiter table move duel "$(arbiter table legal duel | head -1)" --commit > /dev/null && ' +
      "arbiter table process --pusher mallory --secret-file ../secret",
    /is refused: (White|Black) is played by "(alice|bob)", and this was pushed by "mallory"/,
  ],

  // Dice
  ["There are two dice", "command line", ...refused("/dice", ".dice = [3]")],
  ["Doubles are four equal dice", "command line", ...refused("/dice", ".dice = [3, 3, 3, 5]")],
  [
    "Two equal dice are read as four",
    "command line",
    changed(".dice = [3, 3]", "arbiter convert --to gitgammon | jq -c .dice"),
    [3, 3, 3, 3],
  ],
  ["A die shows 1 to 6", "command line", ...refused("/dice/1", ".dice = [3, 7]")],
  ["Used dice are among those rolled", "command line", ...refused("/diceUsed/0", ".diceUsed = [4]")],
  [
    "A die that is used is not played again",
    "command line",
    changed(".diceUsed = [5] | .board[18] = 4 | .board[13] = 1", "arbiter ask steps | jq -c '[.steps[].die] | unique'"),
    [3],
  ],
  ["The referee rolls after a move", "command line", "jq '.dice | length >= 2' moved.json", true],
  [
    "The opening roll has different dice, and the higher one starts",
    "command line",
    `jq -c '.dice as [$w, $b] | [$w != $b, ((.activePlayer == "white") == ($w > $b))]' new.json`,
    [true, true],
  ],
  [
    "The opening roll is rolled again after a tie",
    "npm",
    ({ engine }) => {
      const game = engine.new("backgammon");
      game.play("opening 3-3");
      const { awaits } = game;
      game.play("opening 4-2");
      return [awaits, game.awaits, game.turn];
    },
    ["roll", "move", "white"],
  ],

  // Bar and home
  ["Board, bar and home have 15 checkers of each colour", "command line", ...refused("/board", ".bar.white = 1")],
  ["Black's checkers are counted as well", "command line", ...refused("/board", ".home.black = 2")],
  [
    "Checkers on the bar enter first",
    "command line",
    changed('.activePlayer = "white" | .lastMove.player = "black"', "arbiter legal | grep -vc '^bar'", "middle.json"),
    "0",
  ],
  [
    "Checkers enter in the opponent's home",
    "command line",
    legal(`.dice = [2, 1] | .bar = {white: 1, black: 0} | ${points(".[0] = 14 | .[5] = -13 | .[21] = -2")}`),
    ["bar/23"],
  ],
  [
    "A blocked point cannot be entered",
    "command line",
    legal(
      `.dice = [2, 1] | .bar = {white: 1, black: 0} | ${points(".[0] = 14 | .[5] = -11 | .[21] = -2 | .[22] = -2")}`,
    ),
    ["bar/24"],
  ],
  [
    "Nobody bears off before all checkers are home",
    "command line",
    legal(`.dice = [2, 1] | ${points(".[0] = 14 | .[12] = 1 | .[20] = -15")}`),
    ["13/10"],
  ],
  [
    "Checkers are borne off from their point",
    "command line",
    legal(`.dice = [2, 1] | ${points(".[0] = 1 | .[1] = 1 | .[20] = -15")} | .home.white = 13`),
    ["2/off 1/off", "2/off"],
  ],
  [
    "A higher die bears off where no checker is higher",
    "command line",
    legal(`.dice = [6, 5] | ${points(".[0] = 1 | .[1] = 1 | .[20] = -15")} | .home.white = 13`),
    ["2/off 1/off"],
  ],
  [
    "White's home is index 0 to 5, Black's 18 to 23",
    "command line",
    legal(
      `.activePlayer = "black" | .dice = [2, 1] | ${points(".[23] = -1 | .[22] = -1 | .[3] = 15")} | .home.black = 13`,
    ),
    ["2/off 1/off", "2/off"],
  ],

  // The rules of a turn
  [
    "As many dice as possible are played",
    "command line",
    changed(".", "arbiter play 19/16"),
    /the turn is not finished/,
  ],
  [
    "If only one of two dice can be played, the higher is",
    "command line",
    legal(`.dice = [6, 5] | ${points(".[12] = 1 | .[0] = 14 | .[1] = -2 | .[2] = -13")}`),
    ["13/7"],
  ],
  [
    "All four of a double are played",
    "command line",
    legal(`.dice = [1, 1, 1, 1] | ${points(".[12] = 1 | .[0] = 14 | .[20] = -15")}`),
    ["13/9"],
  ],

  // Last move
  ["There is no last move before the first", "command line", "jq .lastMove new.json", null],
  ["There is one after the first turn", "command line", ...refused("/lastMove", ".turn = 2")],
  [
    "The last move names its number, player and file",
    "command line",
    `jq -sr '.[0].lastMove as $last | [$last.sequence, $last.player == .[1].activePlayer, ($last.file | test("^0001-(white|black)-[0-9a-f]+[.]json$"))] | @csv' moved.json new.json`,
    "1,true,true",
  ],
  [
    "A file is a number of four digits, a colour and hexadecimal digits",
    "command line",
    ...refused(
      "/lastMove/file",
      '.turn = 12 | .lastMove = {sequence: 11, player: "white", file: "11-white-a3f2e1.json"}',
    ),
  ],
  [
    "The last mover should not be the active player: only a warning",
    "command line",
    changed('.activePlayer = "white"', "arbiter validate", "middle.json"),
    /\/lastMove\/player: warning[^]*valid/,
  ],

  // Status and winner
  ["The status is playing or completed", "command line", ...refused("/status", '.status = "paused"')],
  ["Nobody has won while the game is played", "command line", ...refused("/winner", '.winner = "white"')],
  ["A completed game has a winner", "command line", ...refused("/winner", '.status = "completed"')],
  [
    "The game is completed when one side has 15 checkers home",
    "command line",
    ...refused("/status", ".board |= map(if . > 0 then 0 else . end) | .home.white = 15"),
  ],
  [
    "The last checker wins",
    "command line",
    changed(
      `.dice = [2, 1] | ${points(".[0] = 1 | .[20] = -15")} | .home.white = 14`,
      "arbiter play 1/off | arbiter outcome",
    ),
    /White wins/,
  ],

  // Messages and times
  [
    "A table begins with a message",
    "command line",
    "jq -r '.messages[0] | [.type, .text] | @csv' new.json",
    /^"info","Game started\. (White|Black) to move\."$/m,
  ],
  [
    "An invalid move adds an error and is not played",
    "command line",
    "jq -sc '[.[1].messages[-1].type, .[0].board == .[1].board, .[0].turn == .[1].turn]' moved.json refused.json",
    ["error", true, true],
  ],
  [
    "A message is an error, an info or a warning",
    "command line",
    ...refused("/messages/0/type", '.messages[0].type = "chat"'),
  ],
  ["The last 20 messages are kept", "command line", "jq '.messages | length' pruned.json", 20],
  [
    "Messages are in the order of their times",
    "command line",
    "jq '[.messages[].timestamp] | . == sort' pruned.json",
    true,
  ],
  ["A message has a time", "command line", ...refused("/messages/0/timestamp", '.messages[0].timestamp = "noon"')],
  ["updatedAt is an ISO 8601 time", "command line", ...refused("/updatedAt", '.updatedAt = "2025-13-01T00:00:00Z"')],
  [
    "updatedAt changes with the state",
    "command line",
    "jq -s '.[0].updatedAt <= .[1].updatedAt' new.json moved.json",
    true,
  ],
  ["Further members are not allowed", "command line", ...refused("/cube", ".cube = 2")],

  // Move files and concurrency
  [
    "A move file has its name and its fields",
    "command line",
    "jq -c keys_unsorted move.json",
    ["player", "moves", "timestamp", "expectedState", "diceRoll", "comment", "commitSha"],
  ],
  [
    "A state is in the table's folder",
    "command line",
    "ls club/tables/duel",
    "moves\nrecord.json\nstate.json\ntable.json",
  ],
  [
    "Everyone can replay the table",
    "command line",
    "cd club && arbiter table verify",
    /duel: 1 moves? and \d+ committed states fit/,
  ],
];
