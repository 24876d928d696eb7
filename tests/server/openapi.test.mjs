// The server matches its OpenAPI document: every operation is called with valid and invalid input,
// for each game; an undocumented status, header or member fails the test.

import assert from "node:assert/strict";
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import test from "node:test";

import Ajv from "ajv/dist/2020.js";

import { Client, Document } from "../support/openapi.mjs";
import { openSocket, readEvents, request, startServer, temporaryFolder } from "../support/server.mjs";

const root = process.env.ARBITER_SOURCE_DIR;
const readJson = (name) => JSON.parse(readFileSync(path.join(root, "schemas", name), "utf8"));

const document = new Document(readJson("openapi.json"));
const arena = temporaryFolder();
const server = await startServer({
  args: ["--requests-burst", "1000000", "--creations-burst", "1000000", "--arena", arena],
});
const client = new Client(server.url, document);
test.after(() => server.kill());

const call = (operation, options) => client.call(operation, options);
const code = (answer) => answer.body.code;

// --- Routes ------------------------------------------------------------------------------

test("undocumented routes do not exist", async () => {
  for (const address of [
    "/api",
    "/api/game",
    "/api/games/x/y",
    "/api/rules/chess/san",
    "/docs/openapi.json",
    "/ws/x",
  ]) {
    const answer = await request(server.url + address);
    assert.equal(answer.status, 404, address);
    assert.equal(code(answer), "no_such_page");
    document.assertIs("Problem", answer.body);
  }
  for (const [route, methods] of Object.entries(document.document.paths)) {
    const allowed = [...Object.keys(methods).map((method) => method.toUpperCase()), "OPTIONS"];
    if ("get" in methods) allowed.push("HEAD");
    const answer = await request(server.url + route, { method: "PATCH" });
    assert.equal(answer.status, 405, route);
    document.assertIs("Problem", answer.body);
    assert.deepEqual(answer.headers.allow.split(", ").sort(), allowed.sort(), route);
  }
});

test("HEAD behaves like GET, and OPTIONS lists the methods", async () => {
  const head = await request(`${server.url}/api/rules`, { method: "HEAD" });
  assert.equal(head.status, 200);
  assert.equal(head.text, "");
  const options = await request(`${server.url}/api/games`, { method: "OPTIONS" });
  assert.equal(options.status, 204);
  assert.match(options.headers.allow, /POST/);
  assert.equal(options.headers["access-control-allow-origin"], "*");
});

// --- The server --------------------------------------------------------------------------------

test("health and version", async () => {
  assert.deepEqual((await call("getHealth")).body, { status: "ok" });
  assert.deepEqual((await call("getReadiness")).body, { status: "ready" });
  assert.match((await call("getMetrics")).text, /^# TYPE arbiter_requests_total counter$/m);
  assert.deepEqual((await call("getOpenApi")).body, document.document);
  assert.match((await call("getDocs")).text, /<title>Arbiter/);
  assert.match((await call("getStart")).text, /<div id="app">/);
  assert.match((await call("getDocs")).text, /openapi\.json/);
  assert.equal(code(await call("openSocket", { answers: 426 })), "upgrade_required");
});

const { games } = (await client.call("listRules")).body;

test("the catalogue has every game", async () => {
  assert.deepEqual(
    games.map(({ name }) => name),
    ["backgammon", "chess", "go"],
  );
  for (const game of games) assert.deepEqual((await call("getRules", { game: game.name })).body, game);
  assert.equal(code(await call("getRules", { game: "draughts", answers: 404 })), "unknown_game");
  const { players } = (await call("listPlayers")).body;
  assert.deepEqual(players.map((player) => player.name).sort(), ["bot", "random"]);
});

test("a tournament appears as soon as it exists", async () => {
  assert.equal(code(await call("getArena", { answers: 404 })), "no_arena");
  const results = { name: "Cup", game: "chess", stage: "running", games_finished: 1, games_planned: 2, players: [] };
  writeFileSync(path.join(arena, "results.json"), JSON.stringify(results));
  assert.deepEqual((await call("getArena")).body, { results, games: [] });
  const live = { number: 1, white: "Ada", black: "Bob", record: { game: "chess" } };
  writeFileSync(path.join(arena, "live.json"), JSON.stringify({ games: [live] }));
  assert.deepEqual((await call("getArena")).body, { results, games: [live] });
  writeFileSync(path.join(arena, "results.json"), "{");
  assert.equal(code(await call("getArena", { answers: 404 })), "no_arena");
});

test("the games of a tournament are listed by pair, and shown with what was said", async () => {
  assert.equal(code(await call("listArenaGames", { answers: 404 })), "no_arena");
  const ended = "2026-11-16T09:30:00.250Z";
  const sides = { white: {}, black: {} };
  const line = (number, white, black, more) =>
    `${JSON.stringify({ number, white, black, forfeit: null, plies: 4, ended, sides, began: ended, ...more })}\n`;
  const journal = path.join(arena, "journal.jsonl");
  const first = line(0, "Ada", "Bob", { result: "win", winner: "black", reason: "checkmate", record: "1. f3 e5" });
  const second = line(2, "Cid", "Ada", { result: "draw", reason: "agreement", record: "1. e4" });
  // The last line is still being written.
  writeFileSync(journal, `{"terms": 1}\n${first}${second.slice(0, 40)}`);
  const list = async (query) => (await call("listArenaGames", { query })).body;
  assert.deepEqual(
    (await list()).games.map(({ number }) => number),
    [1],
  );
  writeFileSync(journal, `{"terms": 1}\n${first}${second}`);
  const { games: both, next } = await list();
  assert.deepEqual([both.map(({ number }) => number), next], [[3, 1], null]);
  const page = await list({ limit: 1 });
  assert.deepEqual([page.games[0].number, page.next], [3, 1]);
  assert.deepEqual((await list({ before: page.next })).games, [both[1]]);
  assert.deepEqual((await list({ first: "Bob", second: "Ada" })).games, [both[1]]);
  assert.deepEqual((await list({ first: "Bob", second: "Cid" })).games, []);
  assert.equal(code(await call("listArenaGames", { query: { limit: 0 }, answers: 422 })), "bad_parameter");

  const { body: game } = await call("getArenaGame", { number: 1 });
  assert.deepEqual([game.record, game.winner, game.turns], ["1. f3 e5", "black", null]);
  mkdirSync(path.join(arena, "transcripts"));
  const exchange = { sent: "?", received: "e4", latency_ms: 5, tokens_in: 7 };
  const turn = { game: 3, ply: 0, seat: "white", player: "Cid", end: "answered", answer: "e4", time_ms: 5 };
  const said = { ...turn, refusals: [], failure: null, exchanges: [exchange] };
  writeFileSync(path.join(arena, "transcripts", "game-3.jsonl"), `${JSON.stringify(said)}\n`);
  assert.deepEqual((await call("getArenaGame", { number: 3 })).body.turns, [said]);
  const live = { number: 4, white: "Ada", black: "Bob", record: { game: "chess" } };
  writeFileSync(path.join(arena, "live.json"), JSON.stringify({ games: [live] }));
  assert.deepEqual((await call("getArenaGame", { number: 4 })).body, { ...live, turns: null });
  assert.equal(code(await call("getArenaGame", { number: 5, answers: 404 })), "no_such_game");
  assert.equal(code(await call("getArenaGame", { number: "x", answers: 422 })), "bad_parameter");
  // Another tournament in the same folder.
  writeFileSync(journal, `{"terms": 2}\n`);
  assert.deepEqual((await list()).games, []);
});

// --- Games ---------------------------------------------------------------------------------------

// For each game its start, two moves or a function that finds them, and rejected moves.
const samples = {
  chess: {
    options: { variant: "standard" },
    refused: "Ke5",
    unreadable: "xyzzy",
    questions: { attackers: "e4", check: "e4" },
  },
  go: { options: { size: 5, komi: 0.5 }, refused: "Q16", unreadable: "Z99", questions: { check: [2, 2] } },
  backgammon: { options: { match: 3 }, refused: "24/1", unreadable: "xyzzy", questions: { check: "24/1" } },
};

const create = (body) => client.create(body);
const goOn = (game) => client.goOn(game);

// A JSON state also matches the schema of its format.
const formats = new Ajv({ strict: false });
for (const name of ["chess-move", "chess-squares", "go-move", "go-grid", "go-rows", "gitgammon-state", "record"]) {
  formats.addSchema(readJson(`${name}.schema.json`), name);
}
function assertState({ format, value }) {
  const validate = formats.getSchema(format === "gitgammon" ? "gitgammon-state" : format);
  assert.ok(validate(value), `${format}: ${JSON.stringify(validate.errors)}`);
}

for (const info of games) {
  const { name } = info;
  const sample = samples[name];

  test(`${name}: creating a game`, async () => {
    const made = await call("createGame", {
      answers: 201,
      body: { game: name, options: sample.options, seats: { white: "Ada", black: { name: "Bob" } } },
    });
    assert.equal(made.headers.location, `/api/games/${made.body.id}`);
    assert.equal(made.body.keys.watch, undefined);
    assert.equal(made.body.game.private, false);
    for (const body of ["", "{", "[1]", '{"game":"chess","game":"go"}']) {
      await call("createGame", { answers: body === "[1]" ? 422 : 400, body });
    }
    for (const body of [
      {},
      { game: 5 },
      { game: "draughts" },
      { game: name, colour: 1 },
      { game: name, options: { wings: 2 } },
      { game: name, options: [] },
      { game: name, options: { x: [] } },
      { game: name, start: "nonsense" },
      { game: name, start: { text: "x", format: "fax" } },
      { game: name, seats: { white: 5 } },
      { game: name, seats: { white: "x".repeat(101) } },
      { game: name, clock: { kind: "sand" } },
      { game: name, clock: { kind: "fischer", base_ms: 0, increment_ms: 0 } },
      { game: name, clock: 5 },
      { game: name, private: "yes" },
    ]) {
      await call("createGame", { answers: 422, body });
    }
  });

  test(`${name}: every view of a game`, async () => {
    const game = await create({ game: name, options: sample.options, clock: { kind: "none" } });
    for (let i = 0; i < 4; ++i) await goOn(game);
    const { id } = game;
    const view = await call("getGame", { id });
    document.assertIs("GameView", view.body);
    assert.ok(document.faultOf({ $ref: "#/components/schemas/GameView" }, { ...view.body, surprise: 1 }));
    assertState(view.body.state);
    assert.equal(view.headers.etag, `"${view.body.version}"`);

    for (const { name: notation } of info.notations) {
      for (const operation of ["getGame", "getLegalMoves", "getTurn", "getHistory"])
        await call(operation, { id, query: { notation } });
    }
    for (const operation of ["getLegalMoves", "getTurn", "getHistory"]) {
      await call(operation, { id, query: { format: "record" } });
      await call(operation, { id, answers: 422, query: { notation: "morse" } });
      await call(operation, { id, answers: 422, query: { format: "morse" } });
    }
    for (let ply = 0; ply <= view.body.ply; ++ply) {
      const then = await call("getGame", { id, query: { ply: String(ply) } });
      document.assertIs("GameAtPly", then.body);
      assertState(then.body.state);
      assert.equal(then.body.moves.length, ply);
    }
    for (const format of info.formats.map((row) => row.name)) {
      const written = await request(`${server.url}/api/games/${id}?format=${format}`);
      const answers = written.status; // not every position can be expressed in every format
      assert.ok(answers === 200 || code(written) === "cannot_express", `${format}: ${written.text}`);
      await call("getGame", { id, answers, query: { format } });
      await call("exportGame", { id, answers, query: { format } });
    }
    await call("exportGame", { id });
    await call("exportGame", { id, query: { format: "record", ply: "1" } });
    assert.equal(code(await call("exportGame", { id, answers: 422, query: { format: "fax" } })), "unknown_format");
    assert.equal(code(await call("getGame", { id, answers: 422, query: { format: "fax" } })), "unknown_format");
    for (const ply of ["-1", "99", "x", ""]) {
      for (const operation of ["getGame", "exportGame", "getBoardSvg"])
        await call(operation, { id, answers: 422, query: { ply } });
    }
    for (const [accept, type] of [
      ["image/svg+xml", "image/svg+xml"],
      ["image/png", "image/png"],
      ["text/plain", "text/plain"],
      ["application/json", "application/json"],
    ]) {
      assert.equal((await call("getGame", { id, headers: { Accept: accept } })).type, type);
    }
  });

  test(`${name}: pictures`, async () => {
    const game = await create({ game: name, options: sample.options });
    await goOn(game);
    const { id } = game;
    for (const operation of ["getBoardSvg", "getBoardPng", "getBoardTxt"]) {
      await call(operation, { id });
      await call(operation, {
        id,
        query: {
          ply: "0",
          bottom: "black",
          theme: "dark",
          size: "64",
          coordinates: "false",
          overlay: "liberties",
          preview: "e4",
        },
      });
      for (const query of [{ bottom: "green" }, { theme: "pink" }, { size: "63" }, { size: "x" }]) {
        assert.equal(code(await call(operation, { id, answers: 422, query })), "bad_parameter");
      }
    }
    assert.match((await call("getBoardSvg", { id })).text, /^<svg/);
    assert.deepEqual(
      [...(await call("getBoardPng", { id })).bytes.subarray(1, 4)],
      [..."PNG"].map((c) => c.charCodeAt()),
    );
  });

  test(`${name}: questions`, async () => {
    const { id } = await create({ game: name, options: sample.options });
    for (const { name: question } of info.questions) {
      const argument = sample.questions[question];
      const text = typeof argument === "object" ? JSON.stringify(argument) : argument;
      const asked = await call("askGame", {
        id,
        query: { question, ...(text === undefined ? {} : { argument: text }) },
      });
      const { text: state } = await call("exportGame", { id });
      assert.deepEqual((await call("askState", { body: { state, question, argument } })).body, asked.body);
    }
    const state = "5x5";
    assert.equal(code(await call("askState", { answers: 422, body: { state } })), "missing_key");
    assert.equal(code(await call("askState", { answers: 422, body: { state, question: "why" } })), "unknown_question");
    assert.equal(
      code(await call("askState", { answers: 422, body: { state, question: "check" } })),
      "missing_argument",
    );
    assert.equal(
      code(await call("askState", { answers: 422, body: { state, question: "over", notation: "morse" } })),
      "unknown_notation",
    );
    await call("askState", { answers: 400, body: "{" });
    assert.equal(code(await call("askGame", { id, answers: 422, query: { question: "why" } })), "unknown_question");
    await call("askGame", { id, answers: 422 });
  });

  test(`${name}: legal and illegal moves`, async () => {
    const game = await create({ game: name, options: sample.options });
    const { id, keys } = game;
    const { turn, ply, version, legal } = (await call("getGame", { id })).body;
    const move = legal[0];
    const key = keys[turn];
    const other = keys[turn === "white" ? "black" : "white"];
    const post = (answers, options) => call("postMove", { id, answers, key, ...options });

    await call("checkMove", { id, body: { move } });
    await call("checkMove", { id, body: { move, by: turn }, key });
    await call("checkMove", { id, body: { move: "resign", by: "white" } });
    assert.equal(code(await post(401, { key: undefined, body: { move, ply } })), "key_missing");
    assert.equal(code(await post(401, { key: "x", body: { move, ply } })), "key_unknown");
    assert.equal(code(await post(428, { body: { move } })), "version_missing");
    assert.equal(code(await post(400, { body: { move }, headers: { "If-Match": "e4" } })), "bad_if_match");
    assert.equal(
      code(await post(400, { body: { move, version: 99 }, headers: { "If-Match": `"${version}"` } })),
      "bad_if_match",
    );
    assert.equal(code(await post(400, { body: "{" })), "json_syntax");
    for (const body of [
      {},
      { move: null, ply },
      { move, ply: -1 },
      { move, ply: "0" },
      { move, version: 1.5 },
      { move, ply, sign: 1 },
      [],
    ]) {
      await post(422, { body });
      await call("checkMove", { id, answers: 422, body });
    }
    await call("checkMove", { id, answers: 400, body: "e4" });
    await call("checkMove", { id, answers: 422, body: { move, by: "green" } });
    // Without a notation, the answer would be in that of the move.
    const query = { notation: info.notations[0].name };
    for (const bad of [sample.refused, sample.unreadable, "", { move: 1 }, [1], 5]) {
      for (const answer of [
        await post(422, { body: { move: bad, ply }, query }),
        await call("checkMove", { id, answers: 422, body: { move: bad }, query }),
      ]) {
        document.assertIs("Refusal", answer.body);
        assert.deepEqual(answer.body.legal, legal.slice(0, 400));
      }
    }
    assert.equal((await post(422, { key: other, body: { move, ply } })).body.kind, "out_of_turn");
    const conflict = await post(409, { body: { move, ply: ply + 1 } });
    assert.equal(conflict.body.version, version);
    assert.equal(conflict.headers.etag, `"${version}"`);
    await post(409, { body: { move, version: version + 1 } });
    await post(409, { body: { move }, headers: { "If-Match": '"77"' } });

    const repeat = { headers: { "Idempotency-Key": `moves-${id}` } };
    assert.equal(
      code(await post(422, { body: { move, ply }, headers: { "Idempotency-Key": "short" } })),
      "bad_idempotency_key",
    );
    const made = await post(200, { body: { move, ply }, ...repeat });
    assert.equal(made.headers.etag, `"${made.body.version}"`);
    const again = await post(200, { body: { move, ply }, ...repeat });
    assert.equal(again.headers["idempotency-replayed"], "true");
    assert.deepEqual(again.body, made.body);
    assert.equal(code(await post(422, { body: { move: "resign", ply }, ...repeat })), "idempotency_key_reused");

    const { body: now } = await call("getGame", { id });
    await post(200, { body: { move: "resign" }, headers: { "If-Match": `"${now.version}"` } });
    const view = (await call("getGame", { id })).body;
    if (view.outcome) assert.equal((await post(422, { body: { move, ply: view.ply } })).body.kind, "game_over");
    const history = (await call("getHistory", { id })).body;
    assert.equal(history.moves.length, view.ply);
    const { events } = (await call("getEvents", { id })).body;
    assert.deepEqual(
      events.map((event) => event.version),
      Array.from({ length: view.version }, (_, i) => i + 1),
    );
    assert.deepEqual((await call("getEvents", { id, query: { after: "2" } })).body.events, events.slice(2));
  });

  test(`${name}: analysis`, async () => {
    const game = await create({ game: name });
    const { id, keys } = game;
    assert.equal(code(await call("getAnalysis", { id, answers: 409 })), "being_played");
    await client.goOn(game);
    const { ply } = (await call("getGame", { id })).body;
    await call("postMove", { id, key: keys.white, body: { move: "resign", ply } });
    if (name === "backgammon") {
      await call("postMove", { id, key: keys.black, body: { move: "accept_resignation", ply: ply + 1 } });
    }
    // On a busy machine the first answer may be what is known so far.
    let analysis;
    do analysis = (await call("getAnalysis", { id })).body;
    while (!analysis.complete);
    const { game: kind, events } = analysis;
    assert.equal(kind, name);
    assert.equal(code(await call("getAnalysis", { id, answers: 422, query: { after: "x" } })), "bad_parameter");
    const headers = { Accept: "text/event-stream" };
    await call("getAnalysis", { id, headers });
    await call("getAnalysis", { id, answers: 204, headers, query: { after: events + 1 } });
    const state = (await call("exportGame", { id, query: { ply: "0" } })).body;
    const { unit, moves } = (await call("analyseState", { body: { state, lines: 2, level: 1 } })).body;
    assert.ok(unit && moves.length <= 2);
    assert.equal(code(await call("analyseState", { answers: 422, body: { state, lines: 0 } })), "bad_parameter");
    await call("analyseState", { answers: 400, body: "{" });
  });

  test(`${name}: an unknown game`, async () => {
    const none = { id: "zzzzzzzzzzzz", answers: 404 };
    for (const { operationId, method, path: route } of document.operations.values()) {
      if (!route.includes("{id}")) continue;
      const body = method === "POST" ? { body: { move: "e4", ply: 0 } } : {};
      assert.equal(code(await call(operationId, { ...none, ...body })), "no_such_game");
    }
  });

  test(`${name}: a private game`, async () => {
    const { id, keys } = await create({ game: name, private: true });
    const body = { move: "resign", ply: 0 };
    const { pass } = (await call("getPass", { id, key: keys.watch })).body;
    for (const { operationId, method, path: route, parameters } of document.operations.values()) {
      if (!route.includes("{id}") || operationId === "postMove" || method === "DELETE") continue;
      const options = {
        id,
        ...(method === "POST" ? { body: { move: "resign", by: "white" } } : {}),
        query: operationId === "askGame" ? { question: "score" } : {},
      };
      if (operationId === "askGame" && name === "chess") options.query.question = "draw";
      assert.equal(code(await call(operationId, { ...options, answers: 404 })), "no_such_game");
      await call(operationId, { ...options, answers: 404, key: "x" });
      // Nobody is told what moves are worth while the game runs.
      const answers = operationId === "getAnalysis" ? 409 : 200;
      for (const key of Object.values(keys)) await call(operationId, { ...options, answers, key });
      const takesPass = (parameters ?? []).some(({ $ref }) => $ref === "#/components/parameters/Pass");
      if (takesPass) await call(operationId, { ...options, answers, query: { ...options.query, pass } });
    }
    assert.equal(
      code(await request(`${server.url}/api/games/${id}?key=${keys.watch}`)),
      "key_in_address",
      "addresses are logged",
    );
    await call("postMove", { id, answers: 404, body });
    assert.equal(code(await call("postMove", { id, answers: 403, key: keys.watch, body })), "key_only_watches");
    const { games: listed } = (await call("listGames", { query: { limit: "200" } })).body;
    assert.ok(!listed.some((game) => game.id === id));
  });

  test(`${name}: stateless requests`, async () => {
    const state = JSON.parse(
      (await call("exportGame", { id: (await create({ game: name, options: sample.options })).id })).text,
    );
    const valid = (await call("validateState", { body: { state } })).body;
    assert.equal(valid.valid, true);
    for (const bad of ["nonsense", { game: name, events: ["nonsense"] }]) {
      assert.equal((await call("validateState", { body: { state: bad, game: name } })).body.valid, false);
    }
    for (const format of info.formats.map((row) => row.name)) {
      const probe = await request(`${server.url}/api/convert`, { method: "POST", body: { state, to: format } });
      const answer = await call("convertState", { answers: probe.status, body: { state, to: format } });
      if (answer.status === 422) assert.equal(code(answer), "cannot_express");
      else if (format !== "position-id") await call("validateState", { body: { state: answer.body.text, format } });
    }
    const { legal } = (await call("listStateMoves", { body: { state } })).body;
    for (const { name: notation } of info.notations) await call("listStateMoves", { body: { state, notation } });
    const move = legal[0];
    await call("checkStateMove", { body: { state, move } });
    const played = (await call("playStateMove", { body: { state, move } })).body;
    assert.equal(played.format, "record");
    assert.equal(played.ply, valid.ply + 1);
    for (const kind of ["svg", "png", "txt"])
      await call("renderState", { body: { state, kind }, query: { size: "100" } });
    assert.equal(code(await call("renderState", { answers: 422, body: { state, kind: "gif" } })), "bad_parameter");
    await call("renderState", { answers: 422, body: { state }, query: { theme: "pink" } });
    for (const operation of ["checkStateMove", "playStateMove"]) {
      document.assertIs(
        "Refusal",
        (await call(operation, { answers: 422, body: { state, move: sample.refused } })).body,
      );
      await call(operation, { answers: 422, body: { state } });
      await call(operation, { answers: 422, body: { state, move, by: "green" } });
    }
    assert.equal(code(await call("convertState", { answers: 422, body: { state, to: "fax" } })), "unknown_format");
    assert.equal(code(await call("convertState", { answers: 422, body: { state } })), "missing_key");
    for (const operation of [
      "validateState",
      "convertState",
      "listStateMoves",
      "checkStateMove",
      "playStateMove",
      "renderState",
    ]) {
      assert.equal(code(await call(operation, { answers: 400, body: "{" })), "json_syntax");
      for (const body of [{}, [], { state, surprise: 1 }]) await call(operation, { answers: 422, body });
    }
  });
}

// --- Features of some games -------------------------------------------------------------------

// Makes each move with the key of its side: "white e4", "black resign".
async function playAll({ id, keys }, lines) {
  let made;
  for (const line of lines) {
    const [, side, move] = /^(\w+) (.*)$/s.exec(line);
    const { version } = (await call("getGame", { id })).body;
    made = (
      await call("postMove", {
        id,
        key: keys[side],
        body: { move: move.startsWith("{") ? JSON.parse(move) : move, version },
      })
    ).body;
  }
  return { made, view: (await call("getGame", { id })).body };
}

test("chess: draws are offered, declined, accepted; moves are taken back; a mate", async () => {
  const game = await create({ game: "chess" });
  await playAll(game, ["white e4", "white offer_draw"]);
  assert.equal((await call("getGame", { id: game.id })).body.draw_offer, "white");
  await playAll(game, ["black decline_draw", "black e5", "black request_undo"]);
  assert.deepEqual((await call("getGame", { id: game.id })).body.undo_request.by, "black");
  await playAll(game, ["white decline_undo", "black request_undo", "white accept_undo"]);
  const { view } = await playAll(game, [
    'white {"action":"request_undo","ply":0}',
    "black accept_undo",
    "white e4",
    "white offer_draw",
    "black accept_draw",
  ]);
  assert.equal(view.outcome.result, "draw");
  const types = (await call("getEvents", { id: game.id })).body.events.map(({ type }) => type);
  assert.deepEqual(
    types.filter((type) => type.startsWith("undo")),
    ["undo_requested", "undo_declined", "undo_requested", "undo_accepted", "undo_requested", "undo_accepted"],
  );
  const mate = await playAll(await create({ game: "chess" }), ["white f3", "black e5", "white g4", "black Qh4"]);
  assert.equal(mate.view.outcome.sentence, "Black wins by checkmate");
  assert.equal(mate.made.effects.at(-1).kind, "game_over");
});

test("Go: both sides agree on dead stones", async () => {
  const game = await create({ game: "go", options: { size: 5, rules: "chinese" } });
  const passed = await playAll(game, ["black C3", "white A1", "black pass", "white pass"]);
  assert.equal(passed.view.awaits, "agreement");
  const { view } = await playAll(game, ["black mark_dead A1", "black agree", "white agree"]);
  assert.equal(view.outcome.winner, "black");
});

test("backgammon: the referee rolls, and reveals the seed at the end", async () => {
  const game = await create({ game: "backgammon", options: { match: 3 } });
  assert.equal(game.game.dice.seed, null);
  await goOn(game);
  const { turn } = (await call("getGame", { id: game.id })).body;
  const other = turn === "white" ? "black" : "white";
  await playAll(game, [`${turn} double`, `${other} take`]); // and rolls, since no further double is possible
  const { keys, id } = game;
  const { ply } = (await call("getGame", { id })).body;
  const refused = await call("postMove", { id, answers: 422, key: keys.white, body: { move: "roll 66", ply } });
  assert.ok(["rolls_are_the_referees", "unreadable_move"].includes(code(refused)), code(refused));
  const second = await create({ game: "backgammon" });
  await playAll(second, ["white resign backgammon", "black accept_resignation"]);
  const view = (await call("getGame", { id: second.id })).body;
  assert.match(view.dice.seed, /^[0-9a-f]{64}$/);
});

test("every clock, a fallen flag and an aborted game", async () => {
  const controls = [
    { kind: "fischer", base_ms: 60_000, increment_ms: 1000 },
    { kind: "bronstein", base_ms: 60_000, delay_ms: 0 },
    { kind: "byo_yomi", base_ms: 0, period_ms: 30_000, periods: 5 },
    { kind: "canadian", base_ms: 60_000, period_ms: 30_000, moves: 10 },
    { kind: "correspondence", days_per_move: 3 },
    { kind: "correspondence", per_move_ms: 60_000 },
    { kind: "none" },
  ];
  for (const clock of controls) {
    const game = await create({ game: "chess", clock });
    const { view } = await playAll(game, ["white e4"]);
    assert.equal(view.clock?.running, clock.kind === "none" ? undefined : "black");
  }
  const quick = await create({ game: "chess", clock: { kind: "fischer", base_ms: 1, increment_ms: 0 } });
  const events = readEvents(server.url, quick.id, { after: 1 });
  await playAll(quick, ["white e4"]);
  const seen = [];
  for await (const { data } of events) {
    document.assertIs("GameEvent", data);
    seen.push(data.event.type);
    if (data.event.type === "flagged") break;
  }
  assert.deepEqual(seen, ["played", "flagged"]);
  const aborted = await playAll(await create({ game: "chess" }), ["black abort"]);
  assert.equal(aborted.view.outcome.result, "no_result");
  await call("getHistory", { id: quick.id });
  await call("getEvents", { id: aborted.view.id });
});

test("games start from any position, in any format", async () => {
  const fen = "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1";
  for (const start of [
    fen,
    { text: fen, format: "fen" },
    { text: "1. e4 e5 *", format: "pgn" },
    { game: "chess", events: ["e2e4"] },
  ]) {
    assert.equal((await create({ start })).game.game, "chess");
  }
  const old = await create({ start: { text: "1. e4 e5 *", format: "pgn" } });
  assert.equal((await call("getHistory", { id: old.id })).body.moves[0].by, undefined);
});

test("a game is deleted by its creator, its names first", async () => {
  const { id, keys } = await create({ game: "chess", seats: { white: "Ada" } });
  for (const operation of ["deleteNames", "deleteGame"]) {
    assert.equal(code(await call(operation, { id, answers: 401 })), "key_missing");
    assert.equal(code(await call(operation, { id, answers: 403, key: keys.white })), "key_not_owners");
    await call(operation, { id: "none", answers: 404, key: keys.owner });
    await call(operation, { id, answers: 204, key: keys.owner });
  }
  await call("getGame", { id, answers: 404 });
});

test("who has the present version is not sent it again", async () => {
  const { id } = await create({ game: "go" });
  for (const operation of ["getGame", "getBoardSvg", "getBoardPng", "getBoardTxt"]) {
    const { etag } = (await call(operation, { id })).headers;
    await call(operation, { id, answers: 304, headers: { "If-None-Match": etag } });
  }
  assert.equal(code(await call("getEvents", { id, answers: 422, query: { after: "x" } })), "bad_parameter");
});

test("a foreign name of the server is refused, also for probes", async () => {
  for (const operation of ["getHealth", "getReadiness"]) {
    assert.equal(code(await call(operation, { answers: 403, headers: { Host: "evil.example" } })), "host_refused");
  }
});

test("the list of games has pages", async () => {
  const name = `Ada ${Date.now()}`;
  const made = [];
  for (let i = 0; i < 5; ++i)
    made.push((await create({ game: "go", options: { size: 3 }, seats: { black: name } })).id);
  let before;
  const found = [];
  do {
    const query = { player: name, game: "go", status: "running", limit: "2", ...(before ? { before } : {}) };
    const { games: page, next } = (await call("listGames", { query })).body;
    found.push(...page.map(({ id }) => id));
    before = next;
  } while (before);
  assert.deepEqual(found.sort(), made.sort());
  assert.ok(
    (await call("listGames", { query: { status: "finished" } })).body.games.every(({ outcome }) => outcome !== null),
  );
  for (const query of [{ status: "sleeping" }, { limit: "0" }, { limit: "201" }, { limit: "x" }, { before: "x" }]) {
    await call("listGames", { answers: 422, query });
  }
});

test("creating a game can be repeated", async () => {
  const options = {
    body: { game: "chess", private: true },
    headers: { "Idempotency-Key": `create-${Date.now()}-0123456789` },
  };
  const first = await call("createGame", { answers: 201, ...options });
  const second = await call("createGame", { answers: 201, ...options });
  assert.deepEqual(second.body, first.body);
  assert.equal(second.headers["idempotency-replayed"], "true");
  const other = { ...options, body: { game: "go" }, answers: 422 };
  assert.equal(code(await call("createGame", other)), "idempotency_key_reused");
  assert.equal(
    code(await call("createGame", { ...other, headers: { "Idempotency-Key": "short" } })),
    "bad_idempotency_key",
  );
});

// --- Models --------------------------------------------------------------------------------------

test("whoever waits for a turn is answered when it comes", async () => {
  const game = await create({ game: "chess" });
  const { id } = game;
  assert.equal(code(await call("getTurn", { id: "zzzzzzzzzzzz", answers: 404 })), "no_such_game");
  const waiting = call("getTurn", { id, query: { ply: "0", wait_ms: "50000" } });
  await goOn(game);
  const { body } = await waiting;
  assert.deepEqual([body.ply, body.turn, body.last_moves.length], [1, "black", 1]);
  const inTime = await call("getTurn", { id, query: { ply: "1", wait_ms: "10" } });
  assert.equal(inTime.body.ply, 1);
});

test("messages of the Model Context Protocol are answered as documented", async () => {
  const rpc = (method, params) => ({ jsonrpc: "2.0", id: 1, method, ...(params && { params }) });
  const say = (body, options) => call("postModelContext", { body, ...options });
  assert.deepEqual((await say(rpc("ping"))).body, { jsonrpc: "2.0", id: 1, result: {} });
  const old = { "MCP-Protocol-Version": "2025-03-26" };
  assert.equal((await say([rpc("ping"), rpc("dance")], { headers: old })).body[1].error.code, -32601);
  const made = await say(rpc("tools/call", { name: "create_game", arguments: { game: "go" } }));
  document.assertIs("CreatedGame", made.body.result.structuredContent);
  const refused = await say(rpc("tools/call", { name: "get_game", arguments: { id: "none" } }));
  document.assertIs("Problem", refused.body.result.structuredContent);
  await say({ jsonrpc: "2.0", method: "notifications/initialized" }, { answers: 202 });
  await say({}, { answers: 400 });
  assert.equal(code(await call("getModelNotifications", { answers: 405 })), "method_not_allowed");
  const foreign = { answers: 404, headers: { "Mcp-Session-Id": "none" } };
  assert.equal(code(await call("getModelNotifications", foreign)), "no_such_session");
  const me = { protocolVersion: "2025-11-25", capabilities: {}, clientInfo: { name: "test", version: "1" } };
  const { headers: begun } = await say(rpc("initialize", me));
  const notifications = new AbortController();
  const stream = await fetch(`${server.url}/mcp`, {
    headers: { Accept: "text/event-stream", "Mcp-Session-Id": begun["mcp-session-id"] },
    signal: notifications.signal,
  });
  assert.deepEqual([stream.status, stream.headers.get("content-type")], [200, "text/event-stream"]);
  client.seen.add("getModelNotifications 200"); // a stream is not read to its end
  notifications.abort();
  await say(rpc("ping"), { answers: 403, headers: { Origin: "https://example.com" } });
  const today = {
    "io.modelcontextprotocol/protocolVersion": "2026-07-28",
    "io.modelcontextprotocol/clientCapabilities": {},
  };
  const headers = { "MCP-Protocol-Version": "2026-07-28", "Mcp-Method": "ping" };
  await say(rpc("ping", { _meta: today }), { answers: 404, headers });
});

test("a position of a running game is not analysed", async () => {
  const { id, keys } = await client.create({ game: "chess" });
  const opening = ["e4", "e5", "Nf3", "Nc6", "Bb5", "a6", "Ba4", "Nf6", "O-O", "Be7", "Re1"];
  for (const [ply, move] of opening.entries()) {
    await call("postMove", { id, key: keys[ply % 2 ? "black" : "white"], body: { move, ply } });
  }
  const { text: state } = await call("exportGame", { id, query: { format: "fen" } });
  assert.equal(code(await call("analyseState", { answers: 409, body: { state } })), "being_played");
  const body = { state: "6k1/5ppp/8/8/8/8/5PPP/3R2K1 w - - 0 1", move: "Kf1" };
  assert.equal((await call("analyseState", { body })).body.played.best.move, "Rd8#");
});

// --- Limits --------------------------------------------------------------------------------------

test("limits are documented", async () => {
  const isOtherwise = (answer, status) => {
    assert.equal(answer.status, status);
    document.assertMatches(
      document.document.components.responses.Otherwise.content["application/problem+json"].schema,
      answer.body,
      "otherwise",
    );
  };
  isOtherwise(await request(`${server.url}/api/games/%zz`), 400);
  isOtherwise(await request(`${server.url}/${"x".repeat(10_000)}`), 414);
  isOtherwise(await request(`${server.url}/`, { headers: { X: "x".repeat(20_000) } }), 431);
  isOtherwise(await request(`${server.url}/api/convert`, { method: "POST", body: "x".repeat((1 << 20) + 1) }), 413);
  isOtherwise(await request(`${server.url}/`, { headers: { Expect: "miracles" } }), 417);
});

test("a server with API keys, limits and documentation", async (t) => {
  const docs = temporaryFolder();
  writeFileSync(path.join(docs, "index.html"), "<!doctype html>");
  const strict = await startServer({
    args: [
      "--docs",
      docs,
      "--create-key",
      "open-sesame",
      "--creations-per-second",
      "0.001",
      "--creations-burst",
      "1",
      "--requests-per-second",
      "0.001",
      "--requests-burst",
      "20",
    ],
  });
  t.after(() => strict.kill());
  const guest = new Client(strict.url, document);
  guest.seen = client.seen;
  assert.equal((await guest.call("getDocs", { answers: 302 })).headers.location, "/docs/");
  const body = { game: "chess" };
  assert.equal(code(await guest.call("createGame", { answers: 401, body })), "api_key_missing");
  const machines = { game: "chess", seats: { white: { player: "random" }, black: { player: "random" } } };
  assert.equal(code(await call("createGame", { answers: 403, body: machines })), "bots_only");
  await guest.call("createGame", { answers: 201, key: "open-sesame", body });
  const greedy = await guest.call("createGame", { answers: 429, key: "open-sesame", body });
  assert.equal(code(greedy), "too_many_games");
  assert.ok(Number(greedy.headers["retry-after"]) >= 1);
  let last;
  do last = await request(`${strict.url}/api/rules`);
  while (last.status === 200);
  for (const { operationId, method, path: route, responses, requestBody } of document.operations.values()) {
    if (!(429 in responses) || route === "/ws") continue;
    const parts = { id: "zzzzzzzzzzzz", game: "chess", number: 1, ...(requestBody ? { body: {} } : {}) };
    const answer = await guest.call(operationId, { answers: 429, ...parts });
    assert.ok("retry-after" in answer.headers, `${method} ${route}`);
  }
  await assert.rejects(openSocket(strict.url), { status: 429 });
  assert.equal((await guest.call("getHealth")).status, 200);
  assert.deepEqual(await strict.stop(), { code: 0, signal: null });
});

test("every documented response occurred", () => {
  const missing = [];
  for (const { operationId, responses } of document.operations.values()) {
    for (const status of Object.keys(responses)) {
      const isElsewhere = status === "default" || status === "503" || operationId === "openSocket";
      if (!isElsewhere && !client.seen.has(`${operationId} ${status}`)) missing.push(`${operationId} ${status}`);
    }
  }
  assert.deepEqual(missing, []);
});
