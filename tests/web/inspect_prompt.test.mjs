// The inspector's prompt is identical to the one that a language model gets from the server.

import assert from "node:assert/strict";
import { once } from "node:events";
import http from "node:http";
import test from "node:test";

import { loadEngine, pageModule } from "../support/page_module.mjs";
import { api, startServer } from "../support/server.mjs";

const engine = await loadEngine();
const { promptOf } = await pageModule("inspect/prompt.ts");
const info = (game) => engine.games().find(({ name }) => name === game);

// A model that never answers.
const asked = [];
let heard = () => {};
const model = http.createServer(async (request) => {
  let body = "";
  for await (const piece of request) body += piece;
  asked.push(JSON.parse(body).messages);
  heard();
});
model.listen(0, "127.0.0.1");
await once(model, "listening");
const url = `http://127.0.0.1:${model.address().port}`;

const server = await startServer({ args: ["--player", `Model=llm:mute@${url}`, "--player-threads", "16"] });
const games = api(server.url);
test.after(() => {
  server.kill();
  model.closeAllConnections();
  model.close();
});

async function told(game) {
  const start = { text: game.write("record"), format: "record" };
  const next = new Promise((resolve) => (heard = resolve));
  const answer = await games.create({ start, seats: { [game.turn]: { player: "Model" } } });
  assert.equal(answer.status, 201, answer.text);
  await next;
  const [system, user] = asked.at(-1).map(({ content }) => content);
  // The actions come from the referee, which the inspector does not have.
  return { system, user: user.replace(/^Actions: .*\n/m, "") };
}

const states = {
  "the start of chess": () => engine.new("chess"),
  "chess in the middle": () => engine.load("1. e4 e5 2. Nf3 Nc6 3. Bb5 *"),
  Chess960: () => engine.new("chess", { variant: "chess960", start: 77 }),
  Go: () => engine.load("9x9 E5b C3w G7b"),
  "Go on a board that is not square": () => engine.load("9x5 E5b"),
  "Go when both have passed": () => engine.load("5x5 C3b passw passb"),
  backgammon: () => engine.load("XGID=-b----E-C---eE---c-e----B-:0:0:1:64:0:0:1:0:10"),
  "a match of backgammon": () => engine.load("XGID=-b----E-C---eE---c-e----B-:0:0:1:64:2:1:0:5:10"),
};

for (const [what, make] of Object.entries(states)) {
  test(`it is identical for ${what}`, async () => {
    const game = make();
    game.setTag(game.turn === "white" ? "White" : "Black", "Model");
    assert.deepEqual(promptOf(game, info(game.name)), await told(game));
  });
}

test("there is none if no player decides", () => {
  assert.equal(promptOf(engine.new("backgammon"), info("backgammon")), null, "dice are rolled");
  assert.equal(promptOf(engine.load("1. f3 e5 2. g4 Qh4# 0-1"), info("chess")), null, "the game is over");
});
