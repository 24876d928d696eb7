// Chess for an agent: the state before each move.

import { openSocket, readEvents } from "../../support/server.mjs";
import { example, withoutSpaces } from "./doors.mjs";

const start = example("the initial position");
const after = (moves, pick) => `arbiter new chess | arbiter play ${moves} --to chess-squares | jq -rc '${pick}'`;
const changed = (change, command) => `jq '${change}' squares.json | ${command}`;
const claim = (reason) => `arbiter play '{"action": "claim_draw", "reason": "${reason}"}' | arbiter outcome`;
const shuffle = "Nf3 Nf6 Ng1 Ng8";
const placement = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR";

export const chessSquares = [
  [
    "The initial position is written exactly, white space aside",
    "command line",
    "arbiter new chess --to chess-squares | tr -d ' \\n'",
    withoutSpaces(start),
  ],
  [
    "The initial position is written exactly",
    "npm",
    ({ engine }) => withoutSpaces(engine.new("chess").write("chess-squares")),
    withoutSpaces(start),
  ],
  [
    "The initial position is written exactly",
    "REST",
    async ({ games }) => {
      const { id } = (await games.create({ game: "chess" })).body;
      return withoutSpaces((await games.game(id, { query: { format: "chess-squares" } })).text);
    },
    withoutSpaces(start),
  ],
  [
    "The initial position is read",
    "command line",
    "arbiter convert squares.json --to fen",
    "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
  ],
  [
    "An agent receives the complete state before each move",
    "command line",
    "mkdir agent && cd agent && arbiter arena --game chess --player 'stdio:bash ../agent.sh' --player random --rounds 1 " +
      "> /dev/null && head -1 asked.txt | jq -c .state",
    JSON.parse(start),
  ],
  [
    "The board has the occupied squares only",
    "command line",
    after("e4", '[.board["e2"], .board["e4"], (.board | length)]'),
    [null, "P", 32],
  ],
  ["A piece that is captured leaves the board", "command line", after("e4 d5 exd5", ".board | length"), 31],
  ["The side to move is white or black", "command line", after("e4", ".turn"), "black"],
  [
    "A right to castle is lost when the king moves",
    "command line",
    after("e4 e5 Ke2 Ke7", ".castling"),
    { white: { kingside: false, queenside: false }, black: { kingside: false, queenside: false } },
  ],
  [
    "A right to castle is lost when its rook moves",
    "command line",
    after("h4 a5 Rh3", ".castling"),
    { white: { kingside: false, queenside: true }, black: { kingside: true, queenside: true } },
  ],
  [
    "A right without king and rook is a fault",
    "command line",
    changed("del(.board.h1)", "arbiter validate"),
    /\/castling\/white\/kingside: error/,
  ],
  ["After a double step, en_passant is the square that was skipped", "command line", after("e4", ".en_passant"), "e3"],
  ["It is set for one move only", "command line", after("e4 Nf6", ".en_passant"), null],
  ["A pawn can be taken there", "command line", after("e4 a6 e5 d5 exd6", '[.board["d5"], .board["d6"]]'), [null, "P"]],
  [
    "halfmove_clock counts moves without a pawn move or a capture",
    "command line",
    after("Nf3 Nf6 Ng1", ".halfmove_clock"),
    3,
  ],
  ["It is 0 after a pawn move", "command line", after("Nf3 Nf6 e4", ".halfmove_clock"), 0],
  ["It is 0 after a capture", "command line", after("e4 Nf6 Nc3 Nxe4", ".halfmove_clock"), 0],
  [
    "At 100 a draw can be claimed",
    "command line",
    changed(
      ".halfmove_clock = 100 | .fullmove_number = 60 | .castling |= map_values(map_values(false))",
      claim("fifty_move_rule"),
    ),
    "Draw by fifty-move rule",
  ],
  ["fullmove_number starts at 1", "command line", after("e4", ".fullmove_number"), 1],
  ["It goes up after each move of Black", "command line", after("e4 e5", ".fullmove_number"), 2],
  [
    "position_history has all previous positions, without counters",
    "command line",
    after("e4 e5", ".position_history"),
    [`${placement} w KQkq -`, "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq e3"],
  ],
  ["It grows with the game", "command line", after(`${shuffle} ${shuffle}`, ".position_history | length"), 8],
  [
    "A threefold repetition can be claimed from a state alone",
    "command line",
    `arbiter new chess | arbiter play ${shuffle} ${shuffle} --to chess-squares | arbiter play '{"action": "claim_draw", "reason": "threefold_repetition"}' | arbiter outcome`,
    "Draw by threefold repetition",
  ],
  [
    "A threefold repetition can be claimed from a state alone",
    "npm",
    ({ engine }) => {
      const game = engine.new("chess");
      for (const move of `${shuffle} ${shuffle}`.split(" ")) game.play(move);
      const read = engine.load(game.write("chess-squares"));
      read.play({ action: "claim_draw", reason: "threefold_repetition" });
      return read.outcome.reason;
    },
    "threefold_repetition",
  ],
  [
    "A history of placement and side alone counts as well",
    "command line",
    `arbiter new chess | arbiter play ${shuffle} ${shuffle} --to chess-squares | ` +
      `jq '.position_history |= map(split(" ")[:2] | join(" "))' | ${claim("threefold_repetition")}`,
    "Draw by threefold repetition",
  ],
  [
    "A history that cannot be is told",
    "command line",
    changed(`.position_history = [range(4) | "${placement} w KQkq -"]`, "arbiter validate"),
    /\/position_history[^:]*: warning/,
  ],
  [
    "A repetition right after a pawn move or a capture is told",
    "command line",
    `arbiter new chess | arbiter play ${shuffle} --to chess-squares | jq '.halfmove_clock = 0' | arbiter validate`,
    /: warning/,
  ],
  [
    "A move is from, to, and a promotion",
    "command line",
    `arbiter new chess --start '4k3/P7/8/8/8/8/8/4K3 w - - 0 1' --to chess-squares | arbiter play '{"from": "a7", "to": "a8", "promotion": "Q"}' --to chess-squares | jq -r '.board["a8"]'`,
    "Q",
  ],
  [
    "An illegal move is refused with a reason",
    "REST",
    `jq '{state: ., move: {from: "e1", to: "e3"}}' squares.json | curl -s $URL/api/check --json @- | jq -c '[.code, .detail]'`,
    ["piece_cannot_go_there", "a king on e1 cannot go to e3"],
  ],

  // The agent's moves, and the state after each
  [
    "An agent answers with the move alone",
    "REST",
    async ({ games }) => {
      const { id, keys } = (await games.create({ game: "chess" })).body;
      const answer = await games.move(id, keys.white, { from: "e2", to: "e4" }, { query: { ply: 0 } });
      return [answer.status, answer.body.turn];
    },
    [200, "black"],
  ],
  [
    "The version that a move was made for can be in If-Match",
    "REST",
    async ({ games }) => {
      const { id, keys } = (await games.create({ game: "chess" })).body;
      return (await games.move(id, keys.white, { from: "e2", to: "e4" }, { version: 1 })).status;
    },
    200,
  ],
  [
    "A move that does not say what it was made for is told how",
    "REST",
    async ({ games }) => {
      const { id, keys } = (await games.create({ game: "chess" })).body;
      const { status, body } = await games.move(id, keys.white, { from: "e2", to: "e4" });
      return `${status} ${body.code} ${body.detail}`;
    },
    /^428 version_missing .*If-Match.*ply/,
  ],
  [
    "The answer to a move has the state",
    "REST",
    async ({ games }) => {
      const { id, keys } = (await games.create({ game: "chess" })).body;
      const query = { ply: 0, format: "chess-squares" };
      const { body } = await games.move(id, keys.white, { from: "e2", to: "e4" }, { query });
      return [body.state.turn, body.state.en_passant, body.state.position_history];
    },
    ["black", "e3", [`${placement} w KQkq -`]],
  ],
  [
    "Every event has the state before the next move",
    "server-sent events",
    async ({ games, url }) => {
      const { id, keys } = (await games.create({ game: "chess" })).body;
      await games.move(id, keys.white, { move: "e4", ply: 0 });
      await games.move(id, keys.black, { move: "e5", ply: 1 });
      const seen = [];
      for await (const { data } of readEvents(url, id, { after: 0, format: "chess-squares" })) {
        seen.push([data.state.turn, data.state.position_history.length]);
        if (seen.length === 3) break;
      }
      return seen;
    },
    [
      ["white", 0],
      ["black", 1],
      ["white", 2],
    ],
  ],
  [
    "Every event has the state before the next move",
    "WebSocket",
    async ({ games, url }) => {
      const { id, keys } = (await games.create({ game: "chess" })).body;
      const socket = await openSocket(url);
      const first = await socket.ask({ type: "subscribe", game: id, format: "chess-squares" });
      await games.move(id, keys.white, { move: "e4", ply: 0 });
      const event = await socket.next(({ type }) => type === "event");
      await socket.close();
      return [first.state, event.state.turn, event.state.en_passant];
    },
    [JSON.parse(start), "black", "e3"],
  ],
  [
    "A refusal lists the moves as the agent writes them",
    "REST",
    async ({ games }) => {
      const { id, keys } = (await games.create({ game: "chess" })).body;
      const { body } = await games.move(id, keys.white, { from: "g1", to: "g3" }, { query: { ply: 0 } });
      return body.data.legal;
    },
    [
      { from: "g1", to: "f3", promotion: null },
      { from: "g1", to: "h3", promotion: null },
    ],
  ],
  [
    "Legal moves are those of the format",
    "command line",
    "arbiter legal squares.json | head -1 | jq -c keys_unsorted",
    ["from", "to", "promotion"],
  ],
  ["Another notation can be asked for", "command line", "arbiter legal squares.json --notation san | head -1", "a3"],
  [
    "Legal moves are those of the format",
    "npm",
    ({ engine }) => Object.keys(JSON.parse(engine.load(start).legal()[0])),
    ["from", "to", "promotion"],
  ],
];
