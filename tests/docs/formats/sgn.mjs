// A whole game of Go in one line, and the questions that a board asks its engine.

const on = (game, command) => `echo '${game}' | ${command}`;
const state = "3x3 B1b A1w";

async function served(games, start) {
  const { id } = (await games.create({ game: "go", start })).body;
  return id;
}

export const sgn = [
  // The notation
  [
    "A game is a size and moves",
    "command line",
    on("19x19 A9b B12w C2b", "arbiter convert --to sgn"),
    "19x19 A9b B12w C2b",
  ],
  [
    "A game is a size and moves",
    "npm",
    ({ engine }) => engine.load("19x19 A9b B12w C2b").history("sgn"),
    ["A9b", "B12w", "C2b"],
  ],
  [
    "A game is a size and moves",
    "REST",
    `curl -s $URL/api/convert --json '{"state": "19x19 A9b B12w C2b", "to": "sgf"}' | jq -r .text`,
    /;B\[ak\];W\[bh\];B\[cr\]\)/,
  ],
  [
    "It can be the start of a game",
    "REST",
    async ({ games }) =>
      (await games.game(await served(games, "19x19 A9b B12w C2b"), { query: { format: "sgn" } })).text,
    "19x19 A9b B12w C2b",
  ],
  [
    "Letters go from A to T without I",
    "command line",
    on("19x19 T19b H1w J1b", "arbiter convert --to sgf"),
    /B\[sa\];W\[hs\];B\[is\]/,
  ],
  [
    "The colour is last and in lower case",
    "command line",
    "arbiter new go --size 9 | arbiter play A6 --to sgn",
    "9x9 A6b",
  ],
  [
    "A capture is the letter c, which is not written as a rule",
    "command line",
    on("3x3 B1b A1w A2b", "arbiter convert --to sgn"),
    "3x3 B1b A1w A2b",
  ],
  [
    "A capture is written on request",
    "command line",
    on("3x3 B1b A1w A2b", "arbiter convert --to sgn-captures"),
    "3x3 B1b A1w A2b A1c",
  ],
  [
    "A capture that is written is read",
    "command line",
    on("3x3 B1b A1w A2b A1c", "arbiter convert --to sgn"),
    "3x3 B1b A1w A2b",
  ],
  [
    "A capture that does not happen is a fault",
    "command line",
    on("3x3 B1b A1w C3b A1c", "arbiter validate"),
    /token 5: error: the move before it does not take a stone on A1/,
  ],
  [
    "Handicap stones are black moves in a row",
    "command line",
    on("9x9 C2b F9b C3b C9w", "arbiter convert --to sgn"),
    "9x9 C2b F9b C3b C9w",
  ],
  [
    "Handicap stones can be played as one text",
    "command line",
    "arbiter new go --size 9 --turns free | arbiter play C2b F9b C3b C9w --to sgn",
    "9x9 C2b F9b C3b C9w",
  ],
  [
    "Every move names its colour, so reading it needs no context",
    "command line",
    on("9x9 A1w A2w A3b A4b", "arbiter convert --to sgn"),
    "9x9 A1w A2w A3b A4b",
  ],
  [
    "The size has a width and a height, the width first",
    "command line",
    on("3x2 C2b", "arbiter ask score | jq -c '[.owners[] | length]'"),
    [3, 3],
  ],
  [
    "A size of one number is not enough",
    "command line",
    on("19 A9b", "arbiter validate --from sgn"),
    /token 1: error: "19" is not a size such as 19x19/,
  ],
  [
    "Boards that are not square are possible",
    "npm",
    ({ engine }) => engine.load("5x2 E2b").write("go-rows").match(/"B"/g).length,
    1,
  ],
  [
    "With commas it is part of an address",
    "command line",
    on("19x19 A9b B12w C2b", "arbiter convert --to sgn-url"),
    "19x19,A9b,B12w,C2b",
  ],
  [
    "With commas it is read as well",
    "REST",
    `curl -s $URL/api/convert --json '{"state": "19x19,A9b,B12w,C2b", "to": "sgn"}' | jq -r .text`,
    "19x19 A9b B12w C2b",
  ],

  // Sizes
  [
    "Every size from 1x1 is possible",
    "command line",
    "for n in 1 2 5 6 7 9 11 13 15 17 19 25 26 52; do arbiter new go --size $n --to sgn; done | xargs",
    "1x1 2x2 5x5 6x6 7x7 9x9 11x11 13x13 15x15 17x17 19x19 25x25 26x26 52x52",
  ],
  ["0x0 is a game that is over", "command line", on("0x0", "arbiter outcome"), "White wins by score"],

  // The engine
  ["A new game", "npm", ({ engine }) => engine.new("go", { size: 9 }).legal().length, 82],
  [
    "A new game",
    "REST",
    async ({ games }) => (await games.create({ game: "go", options: { size: 9 } })).body.game.ply,
    0,
  ],
  [
    "Whether a move is possible: the list of what happens",
    "command line",
    on(state, "arbiter check A2 --json | jq -c '[.effects[].kind]'"),
    ["placed", "captured"],
  ],
  [
    "Whether a move is possible: the list of what happens",
    "npm",
    ({ engine }) =>
      engine
        .load(state)
        .check("A2")
        .map(({ kind }) => kind),
    ["placed", "captured"],
  ],
  [
    "Whether a move is possible: the list of what happens",
    "REST",
    `curl -s $URL/api/check --json '{"state": "${state}", "move": "A2"}' | jq -c '[.effects[].kind]'`,
    ["placed", "captured"],
  ],
  [
    "The reason: there is already a stone",
    "command line",
    on(state, "arbiter check B1"),
    /there is already a black stone on B1/,
  ],
  ["The reason: no liberties", "command line", on("3x3 B1b C3w A2b", "arbiter check A1w"), /no liberties/],
  [
    "The reason: a cycle",
    "command line",
    on("4x3 B1b C1w A2b D2w B3b C3w C2b B2w", "arbiter check C2b"),
    /ko: black may not retake on C2/,
  ],
  [
    "Performing a move gives the same list",
    "npm",
    ({ engine }) =>
      engine
        .load(state)
        .play("A2")
        .map(({ kind }) => kind),
    ["placed", "captured"],
  ],
  [
    "A dry run changes nothing",
    "npm",
    ({ engine }) => {
      const game = engine.load(state);
      game.check("A2");
      return game.write("sgn");
    },
    state,
  ],
  ["A dry run can be drawn", "command line", on(state, "arbiter render --svg --preview A2"), /<svg[^]*Black A2/],
  ["The liberties of one stone", "command line", on(state, "arbiter ask liberties A1 | jq -c .liberties"), ["A2"]],
  [
    "The liberties of one stone",
    "REST",
    async ({ games }) => (await games.ask(await served(games, state), "liberties", "A1")).body.liberties,
    ["A2"],
  ],
  ["The liberties of one stone", "npm", ({ engine }) => engine.load(state).ask("liberties", "A1").liberties, ["A2"]],
  [
    "The liberties of every stone",
    "command line",
    on(state, "arbiter ask liberties | jq -c '[.groups[].liberties]'"),
    [["A2"], ["C1", "B2"]],
  ],
  [
    "All stones in the order in which they were placed",
    "command line",
    on("3x3 C3b A1w B2b", "arbiter ask stones | jq -c '[.stones[].point]'"),
    ["C3", "A1", "B2"],
  ],
  [
    "Stones that were captured are not among them",
    "npm",
    ({ engine }) =>
      engine
        .load("3x3 B1b A1w A2b")
        .ask("stones")
        .stones.map(({ point }) => point),
    ["B1", "A2"],
  ],
  ["Whether the game is over", "command line", on(state, "arbiter outcome"), "Not over: black to move"],
  ["Whether the game is over: no more valid moves", "command line", on("1x1", "arbiter legal"), "passb"],
  ["The score", "command line", on(state, "arbiter ask score | jq -r .result"), "W+7.5"],
  ["The score", "npm", ({ engine }) => engine.load("3x3 B1b A1w A2b").ask("score").result, "B+1.5"],
  [
    "Text to moves and back",
    "npm",
    ({ engine }) => {
      const game = engine.new("go", { size: 3 });
      for (const move of engine.load(state).history("sgn")) game.play(move);
      return game.write("sgn");
    },
    state,
  ],

  // Pictures
  [
    "The picture has letters and numbers",
    "command line",
    on(state, "arbiter render --svg | grep -o '>[ABC123]</text>' | sort -u | wc -l"),
    "6",
  ],
  [
    "A picture is made from a size and a list of moves",
    "REST",
    `curl -s "$URL/api/render" --json '{"state": "${state}"}' | head -c 4`,
    "<svg",
  ],
  [
    "A picture is made from a size and a list of moves",
    "npm",
    ({ engine }) => engine.load(state).svg().startsWith("<svg"),
    true,
  ],
  [
    "The printed record has numbered stones",
    "command line",
    on(state, "arbiter render --svg --numbers all | grep -o '>[12]</text>' | wc -l"),
    /[2-9]/,
  ],

  // The end of a game
  [
    "A game in its own text can end: dead stones are marked",
    "command line",
    on("5x5 C3b passw passb", "arbiter outcome"),
    /dead stones are being marked.*B\+17\.5/,
  ],
  [
    "A game in its own text can end: both sides agree",
    "command line",
    on("5x5 C3b passw passb", "arbiter play deadC3 agreeb agreew --to sgn"),
    "5x5 C3b passw passb deadC3 agreeb agreew",
  ],
  [
    "The outcome is in the text",
    "npm",
    ({ engine }) => engine.load("5x5,C3b,passw,passb,deadC3,agreeb,agreew").outcome.sentence,
    "White wins by score",
  ],
  [
    "The outcome is in the text",
    "REST",
    `curl -s $URL/api/legal --json '{"state": "5x5 C3b passw passb agreeb agreew"}' | jq -r .outcome.sentence`,
    "Black wins by score",
  ],
  [
    "Play can be resumed",
    "command line",
    on("5x5 C3b passw passb", "arbiter play resumeb D4 --to sgn"),
    "5x5 C3b passw passb resumeb D4w",
  ],

  // Handicap stones, one by one
  [
    "A colour that is named out of turn is explained with the option that allows it",
    "command line",
    "arbiter new go --size 9 | arbiter play C2b F9b",
    /turns=free/,
  ],
  [
    "A game that was read from its text allows it",
    "command line",
    on("9x9", "arbiter play C2b F9b C3b C9w --to sgn"),
    "9x9 C2b F9b C3b C9w",
  ],
  [
    "Several moves can be one text",
    "command line",
    on("9x9", "arbiter play 'C2b F9b C3b C9w' --to sgn"),
    "9x9 C2b F9b C3b C9w",
  ],
  [
    "A game that was read from its text allows it",
    "npm",
    ({ engine }) => {
      const game = engine.load("9x9");
      for (const move of ["C2b", "F9b", "C3b", "C9w"]) game.play(move);
      return game.write("sgn");
    },
    "9x9 C2b F9b C3b C9w",
  ],

  // Slips
  ["A letter I is told", "command line", on("19x19 I9b", "arbiter validate"), /token 2: error.*I/],
  ["A move without a colour is told", "command line", on("19x19 A9", "arbiter validate"), /token 2: error/],
  ["A row 0 is told", "command line", on("19x19 A0b", "arbiter validate"), /token 2: error/],
  ["A board that is too large is told", "command line", on("53x53", "arbiter validate"), /token 1: error.*52x52/],
  [
    "A slip is told",
    "npm",
    ({ engine }) => {
      try {
        return engine.load("19x19 I9b");
      } catch (error) {
        return error.place;
      }
    },
    { token: 2 },
  ],
  [
    "A slip is told",
    "REST",
    `curl -s $URL/api/validate --json '{"state": "19x19 I9b"}' | jq -c '.problem.faults[0].place'`,
    { token: 2 },
  ],

  // Addresses
  ...[
    "https://go-game.example/game/19x19,A9b,B12w,C2b",
    "/go/19x19,A9b,B12w,C2b",
    "http://127.0.0.1:8080/go/19x19,A9b,B12w,C2b",
  ].map((address) => [
    `An address is read: ${address}`,
    "command line",
    on(address, "arbiter convert --to sgn"),
    "19x19 A9b B12w C2b",
  ]),
  [
    "An address is read",
    "npm",
    ({ engine }) => engine.load("https://go-game.example/game/19x19,A9b,B12w,C2b").write("sgn"),
    "19x19 A9b B12w C2b",
  ],
  [
    "An address is read",
    "REST",
    `curl -s $URL/api/convert --json '{"state": "https://go-game.example/game/19x19,A9b,B12w,C2b", "to": "sgn"}' | jq -r .text`,
    "19x19 A9b B12w C2b",
  ],
  [
    "Its options are read too",
    "command line",
    on("/go/9x9,E5b?rules=japanese&komi=0.5", "arbiter convert --to sgf"),
    /RU\[japanese\]KM\[0\.5\];B\[ee\]/,
  ],

  // Questions without a game
  [
    "The liberties of one stone, without a game",
    "REST",
    `curl -s $URL/api/ask --json '{"state": "${state}", "question": "liberties", "argument": "A1"}' | jq -c .liberties`,
    ["A2"],
  ],
  [
    "The liberties of every stone, without a game",
    "REST",
    `curl -s $URL/api/ask --json '{"state": "${state}", "question": "liberties"}' | jq '.groups | length'`,
    2,
  ],
  [
    "The stones in their order, without a game",
    "REST",
    `curl -s $URL/api/ask --json '{"state": "3x3 C3b A1w", "question": "stones"}' | jq -c '[.stones[].point]'`,
    ["C3", "A1"],
  ],
  [
    "The score, without a game",
    "REST",
    `curl -s $URL/api/ask --json '{"state": "${state}", "question": "score"}' | jq -r .result`,
    "W+7.5",
  ],
  [
    "A dry run gives the resulting moves in this notation",
    "command line",
    on(state, "arbiter check A2b --json | jq -c .events"),
    ["A2b", "A1c"],
  ],
  [
    "A dry run gives the resulting moves, without a game",
    "REST",
    `curl -s $URL/api/ask --json '{"state": "3x3 A1b A2w C3b", "question": "check", "argument": "B1w"}' | jq -c .events`,
    ["B1w", "A1c"],
  ],
  [
    "A dry run gives the resulting moves in this notation",
    "npm",
    ({ engine }) => engine.load("3x3 A1b A2w C3b").ask("check", "B1w").events,
    ["B1w", "A1c"],
  ],
  [
    "Whether the game is over, without a game",
    "REST",
    `curl -s $URL/api/ask --json '{"state": "5x5 C3b passw passb agreeb agreew", "question": "over"}' | jq -c '[.over, .outcome.winner]'`,
    [true, "black"],
  ],
  ...[
    ["liberties", "A1", ".liberties", ["A2"]],
    ["stones", null, ".moves", ["B1b", "A1w"]],
    ["score", null, ".result", "W+7.5"],
    ["over", null, ".over", false],
    ["check", "A2b", ".events", ["A2b", "A1c"]],
  ].map(([question, argument, pick, expected]) => [
    `A model asks about a state: ${question}`,
    "MCP",
    `jq -nc '{jsonrpc: "2.0", id: 1, method: "tools/call", params: {name: "ask_state", arguments: ` +
      `${JSON.stringify({ state, question, ...(argument && { argument }) })}}}' | arbiter mcp 2> /dev/null | ` +
      `jq -rc '.result.structuredContent.answer${pick}'`,
    expected,
  ]),

  // The page
  [
    "An ongoing game can be bookmarked: its address opens it",
    "page",
    async ({ board }) => {
      const table = await board("/game/19x19,A9b,B12w,C2b");
      for (const point of ["A9", "B12", "C2"]) await table.board.locator(`.stone[data-point="${point}"]`).waitFor();
      await table.click("Q16");
      await table.page.waitForURL("**/go/19x19,A9b,B12w,C2b,Q16w");
      return new URL(table.page.url()).pathname;
    },
    "/go/19x19,A9b,B12w,C2b,Q16w",
  ],
  [
    "A game in its own address ends",
    "page",
    async ({ board }) => {
      const table = await board("/go/9x9,E5b,C3w,passb,passw");
      await table.says("Play has ended");
      await table.click("C3");
      await table.press("Black: Agree");
      await table.press("White: Agree");
      await table.says("Black wins by score");
      return new URL(table.page.url()).pathname;
    },
    "/go/9x9,E5b,C3w,passb,passw,deadC3,agreeb,agreew",
  ],
  [
    "The usual sizes are a list to pick from",
    "page",
    async ({ board }) => {
      const { page } = await board("/");
      await page.getByRole("button", { name: "Go: rules, clock, colour" }).click();
      const sizes = page.locator("label option", { hasText: "×" });
      await sizes.first().waitFor({ state: "attached" });
      return sizes.allTextContents();
    },
    ["5×5", "6×6", "7×7", "9×9", "11×11", "13×13", "15×15", "17×17", "19×19"],
  ],
  [
    "Handicap stones are typed as one text",
    "page",
    async ({ board }) => {
      const table = await board("/go/9x9");
      await table.page.getByPlaceholder(/D4/).fill("C2b F9b C3b C9w");
      await table.press("Play");
      await table.page.waitForURL("**/go/9x9,C2b,F9b,C3b,C9w*");
      return new URL(table.page.url()).pathname;
    },
    "/go/9x9,C2b,F9b,C3b,C9w",
  ],
  [
    "Numbers draw the printed record",
    "page",
    async ({ board }) => {
      const table = await board("/go/5x5,C3b,C4w,B4b");
      await table.page.getByText("Ask the referee").click();
      await table.page.getByLabel("Show on the board").selectOption({ label: "Numbers" });
      const caption = table.board.getByText("Moves 1-3");
      await caption.waitFor({ state: "attached" });
      return caption.textContent();
    },
    "Moves 1-3",
  ],
  [
    "A game on an oblong board keeps to its card",
    "page",
    async ({ board, games }) => {
      await games.create({ game: "go", options: { size: "1x9" } });
      const { page } = await board("/");
      const picture = page.locator(".game-card img").first();
      await picture.evaluate((image) => image.decode());
      const { width, height } = await picture.boundingBox();
      return Math.round(width) === Math.round(height) && width < 400;
    },
    true,
  ],
];
