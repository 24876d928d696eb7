// Both official clients of the Model Context Protocol, with and without an initial handshake, play
// complete games over both transports. They validate every result against the schemas of the tools.

import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { once } from "node:events";
import path from "node:path";
import test from "node:test";

import { Client as ModernClient, StreamableHTTPClientTransport as ModernHttp } from "@modelcontextprotocol/client";
import { StdioClientTransport as ModernStdio } from "@modelcontextprotocol/client/stdio";
import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { StdioClientTransport } from "@modelcontextprotocol/sdk/client/stdio.js";
import { StreamableHTTPClientTransport } from "@modelcontextprotocol/sdk/client/streamableHttp.js";
import { ResourceUpdatedNotificationSchema } from "@modelcontextprotocol/sdk/types.js";

import { anyMove } from "../support/players.mjs";
import { randomFrom } from "../support/random.mjs";
import { request, startServer, temporaryFolder } from "../support/server.mjs";

const program = process.env.ARBITER_PROGRAM;
const server = await startServer({ args: ["--origin", "https://example.org"] });
test.after(() => server.kill());

const address = new URL(`${server.url}/mcp`);
const command = { command: program, args: ["mcp"] };
const me = { name: "arbiter-tests", version: "1.0.0" };
const today = { versionNegotiation: { mode: { pin: "2026-07-28" } } };
const clients = {
  "with a handshake, over standard input and output": () => [new Client(me), new StdioClientTransport(command)],
  "with a handshake, over HTTP": () => [new Client(me), new StreamableHTTPClientTransport(address)],
  "without one, over standard input and output": () => [new ModernClient(me, today), new ModernStdio(command)],
  "without one, over HTTP": () => [new ModernClient(me, today), new ModernHttp(address)],
};

// The interface the tests use: `call` must succeed, `refused` must fail.
async function connected(t, name) {
  const [client, transport] = clients[name]();
  const faults = [];
  client.onerror = (fault) => faults.push(fault);
  await client.connect(transport);
  t.after(async () => {
    await client.close();
    assert.deepEqual(faults, []);
  });
  await client.listTools(); // so that results are validated against the schemas
  const ask = (tool, given) => client.callTool({ name: tool, arguments: given });
  return {
    client,
    ask,
    async call(tool, given) {
      const answer = await ask(tool, given);
      assert.ok(!answer.isError, `${tool} ${JSON.stringify(given)}: ${JSON.stringify(answer.content)}`);
      const { structuredContent: data } = answer;
      const [first] = answer.content;
      if (data.type === undefined) assert.deepEqual(JSON.parse(first.text), data);
      else assert.equal(first.text, data.text);
      return data;
    },
    async refused(tool, given) {
      const answer = await ask(tool, given);
      assert.equal(answer.isError, true, `${tool} ${JSON.stringify(given)}`);
      assert.equal(answer.content[0].text, answer.structuredContent.detail);
      assert.deepEqual(JSON.parse(answer.content[1].text), answer.structuredContent);
      return answer.structuredContent;
    },
  };
}

async function playChess({ call, refused }) {
  const { id, keys } = await call("create_game", { game: "chess", seats: { white: "Ada", black: "Bob" } });
  const play = (move, ply, key = ply % 2 ? keys.black : keys.white) => ({ id, key, move, ply });
  const early = await refused("play", play("e5", 0, keys.black));
  assert.deepEqual([early.code, early.kind], ["not_your_turn", "out_of_turn"]);
  for (const [ply, move] of ["e4", "e5", "Bc4", "Nc6", "Qh5", "Nf6"].entries()) await call("play", play(move, ply));

  const wrong = await refused("play", play("Qh5xh8", 6));
  assert.deepEqual([wrong.code, wrong.kind], ["path_blocked", "illegal"]);
  assert.match(wrong.detail, /h7/);
  assert.ok(wrong.legal.includes("Qxf7#"));
  assert.equal((await refused("play", play("O-O-O-O", 6))).kind, "unreadable");
  assert.equal((await refused("play", play("Qxf7#", 5))).code, "version_conflict");
  assert.equal((await refused("play", { id, move: "Qxf7#", ply: 6 })).code, "key_missing");
  assert.equal((await refused("play", { id, key: keys.white, ply: 6 })).code, "missing_key");
  assert.equal(
    (await refused("claim_draw", { id, key: keys.white, reason: "fifty_move_rule", ply: 6 })).kind,
    "illegal",
  );

  const blunder = await call("explain_move", { id, move: "Ke3" });
  assert.equal(blunder.legal, false);
  assert.equal(blunder.refusal.kind, "illegal");
  assert.equal((await call("explain_move", { id, move: "Qxf7" })).outcome.reason, "checkmate");
  assert.equal((await call("get_game", { id, notation: "uci" })).last_moves.at(-1), "g8f6");
  assert.equal((await call("play", play("Qxf7#", 6))).outcome.winner, "white");
  assert.equal((await refused("play", play("Kxf7", 7))).kind, "game_over");
  assert.match((await call("export_game", { id, format: "pgn" })).text, /4\. Qxf7# 1-0/);
  return { id, keys };
}

// Random stones, then two passes and an agreement on dead stones.
async function playGo({ call, refused }, random) {
  const { id, keys } = await call("create_game", { game: "go", options: { size: 9, rules: "japanese", komi: 6.5 } });
  let now = await call("list_legal_moves", { id });
  const play = async (move) => {
    await call("play", { id, key: keys[now.turn], move, ply: now.ply });
    now = await call("list_legal_moves", { id });
  };
  while (now.ply < 40) await play(random.pick(now.legal.filter((move) => move !== "pass")));
  const taken = (await call("get_game", { id })).last_moves.find((move) => !now.legal.includes(move));
  assert.equal((await refused("play", { id, key: keys[now.turn], move: taken, ply: now.ply })).kind, "illegal");
  await play("pass");
  await play("pass");
  const { ply } = now;
  for (const key of Object.values(keys)) {
    now = await call("list_legal_moves", { id });
    if ((await call("get_game", { id })).outcome === null) await call("play", { id, key, move: "agree", ply: now.ply });
  }
  const { outcome } = await call("get_game", { id });
  assert.equal(outcome.reason, "score", `after ${ply} moves`);
  assert.match((await call("export_game", { id, format: "sgf" })).text, /^\(;.*SZ\[9\]/s);
}

async function playBackgammon({ call }, random) {
  const { id, keys } = await call("create_game", { game: "backgammon" });
  for (;;) {
    const now = await call("list_legal_moves", { id });
    const next = anyMove(now, random);
    if (!next) break;
    const move = typeof next.move === "string" ? next.move : JSON.stringify(next.move);
    await call("play", { id, key: keys[next.by], move, ply: now.ply });
  }
  const { outcome } = await call("get_game", { id });
  assert.equal(outcome.result, "win");
}

for (const name of Object.keys(clients)) {
  test(`complete games ${name}`, async (t) => {
    const player = await connected(t, name);
    await playChess(player);
    await playGo(player, randomFrom(1));
    await playBackgammon(player, randomFrom(2));
  });

  test(`the catalogue ${name}`, async (t) => {
    const { client, ask, call, refused } = await connected(t, name);
    assert.deepEqual(client.getServerVersion().name, "arbiter");
    assert.match(client.getInstructions(), /^Arbiter referees/);
    const { tools } = await client.listTools();
    assert.equal(tools.length, 23);
    for (const { name: tool, title, description, annotations, inputSchema, outputSchema } of tools) {
      assert.ok(title && description && annotations && inputSchema && outputSchema, tool);
      assert.equal(typeof annotations.readOnlyHint, "boolean", tool);
    }

    const { id, keys } = await call("create_game", { game: "chess", private: true });
    const { key } = { key: keys.watch };
    assert.equal((await refused("get_game", { id })).code, "no_such_game");
    const { content, structuredContent: shown } = await ask("show_board", { id, key, size: 200 });
    const [picture] = content;
    assert.deepEqual([picture.type, picture.mimeType, shown.type], ["image", "image/png", "image/png"]);
    assert.equal(Buffer.from(picture.data, "base64").subarray(1, 4).toString(), "PNG");
    assert.match((await call("show_board", { id, key, kind: "txt" })).text, /a b c d e f g h/);
    assert.match((await call("show_state", { state: "4k3/8/8/8/8/8/8/4K3 w - - 0 1", kind: "svg" })).text, /^<svg/);
    assert.equal(
      (await call("ask_game", { id, key, question: "attackers", argument: "f3" })).answer.square ?? "f3",
      "f3",
    );
    assert.equal((await refused("play", { id, key, move: "e4", ply: 0 })).code, "key_only_watches");
    const over = await call("resign", { id, key: keys.black, ply: 0 });
    assert.equal(over.outcome.winner, "white");
    assert.equal((await refused("get_rules", { game: "chequers" })).code, "unknown_game");
    await assert.rejects(client.callTool({ name: "cheat", arguments: {} }), /there is no tool "cheat"/);

    const fen = "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1";
    assert.equal((await call("validate_state", { state: fen })).valid, true);
    assert.equal((await call("validate_state", { state: "4k3/8/8/8/8/8/8/8 w - - 0 1" })).valid, false);
    assert.equal(
      (await call("convert_state", { state: fen, to: "epd" })).text,
      "4k3/8/8/8/8/8/4P3/4K3 w - - hmvc 0; fmvn 1;",
    );
    assert.deepEqual((await call("list_legal_moves_in_state", { state: fen, notation: "uci" })).legal.length, 6);
    assert.equal(
      (await call("explain_move_in_state", { state: fen, move: "e5" })).refusal.code,
      "piece_cannot_go_there",
    );
    assert.match((await call("play_in_state", { state: fen, move: "e4" })).state, /^4k3\/8\/8\/8\/4P3/);
    assert.equal((await call("ask_state", { state: fen, question: "over" })).answer.over, false);
    const mate = { state: "6k1/5ppp/8/8/8/8/5PPP/3R2K1 w - - 0 1", lines: 1 };
    assert.equal((await call("analyse_state", mate)).moves[0].move, "Rd8#");
    assert.deepEqual(
      (await call("ask_state", { state: "3x3 A1b A2w C3b", question: "check", argument: "B1w" })).answer.events,
      ["B1w", "A1c"],
    );
    const rows = {
      board: [
        ["W", "B"],
        [null, null],
      ],
      current_player: "B",
      passes: 0,
    };
    assert.deepEqual(
      (await call("explain_move_in_state", { state: rows, move: [1, 0] })).effects[0].data.point,
      [1, 0],
    );
    const games = tools.find((tool) => tool.name === "get_rules").inputSchema.properties.game.enum;
    assert.deepEqual(games, ["backgammon", "chess", "go"]);
  });

  test(`resources ${name}`, async (t) => {
    const { client, call } = await connected(t, name);
    const read = async (uri) => {
      const { contents } = await client.readResource({ uri });
      assert.equal(contents.length, 1);
      assert.equal(contents[0].uri, uri);
      return contents[0];
    };
    const { id } = await call("create_game", { game: "go", seats: { white: "Ada" } });
    const { resources } = await client.listResources();
    assert.match(resources.find(({ uri }) => uri === `arbiter://games/${id}`).title, /^go: Ada against black/);
    for (const { uri, mimeType } of resources.filter((resource) => !resource.uri.includes("games/"))) {
      const found = await read(uri);
      assert.equal(found.mimeType, mimeType);
      JSON.parse(found.text);
    }
    const { go } = JSON.parse((await read("arbiter://formats")).text);
    assert.ok(go.formats.some(({ name: format }) => format === "sgf"));
    const { resourceTemplates } = await client.listResourceTemplates();
    for (const { uriTemplate, mimeType } of resourceTemplates) {
      const uri = uriTemplate
        .replace(/\{\?.*\}/, "")
        .replace("{id}", id)
        .replace("{game}", "go");
      const found = await read(uri);
      assert.equal(found.mimeType, uri.endsWith("/export") ? "application/json" : mimeType);
      assert.ok((found.blob ?? found.text).length > 0);
    }
    assert.match((await read(`arbiter://games/${id}/export?format=sgf`)).text, /^\(;/);
    for (const uri of ["arbiter://games/none", "arbiter://metrics", "file:///etc/passwd"]) {
      await assert.rejects(client.readResource({ uri }), { code: name.startsWith("with a") ? -32002 : -32602 });
    }
  });
}

test("a client that supports both uses the newer protocol", async (t) => {
  for (const transport of [new ModernStdio(command), new ModernHttp(address)]) {
    const client = new ModernClient(me, { versionNegotiation: { mode: "auto" } });
    t.after(() => client.close());
    await client.connect(transport);
    assert.equal(client.getNegotiatedProtocolVersion(), "2026-07-28");
  }
});

test("a model plays a bot", async (t) => {
  const { call } = await connected(t, "without one, over standard input and output");
  const { players } = await call("list_players", {});
  assert.ok(players.some(({ name }) => name === "bot"));
  const seats = { white: "Ada", black: { player: "bot:1" } };
  const { id, keys } = await call("create_game", { game: "chess", seats });
  assert.deepEqual(Object.keys(keys), ["white", "owner"], "nobody else can play the bot's seat");
  await call("play", { id, key: keys.white, move: "e4", ply: 0 });
  const { ply, turn } = await call("wait_for_turn", { id, key: keys.white });
  assert.deepEqual([ply, turn], [2, "white"]);
  const same = await call("wait_for_turn", { id, ply: 2, wait_ms: 10 });
  assert.equal(same.ply, 2, "after the time it answers as the game is");
});

// It knows nothing but the descriptions and schemas of the tools: it fills in what a schema requires
// with what an answer had under the same name, and one of the listed moves.
for (const game of ["chess", "go", "backgammon"]) {
  test(`a script that reads only the list of tools gets through a game of ${game}`, async (t) => {
    const { client, call } = await connected(t, "with a handshake, over HTTP");
    const { tools } = await client.listTools();
    const named = (pattern) => tools.find(({ title }) => pattern.test(title));
    const [create, wait, play] = [/^create a game/i, /^wait for/i, /^play a move/i].map(named);
    assert.ok(create.inputSchema.properties.game.enum.includes(game));
    const known = await call(create.name, {
      game,
      ...(game === "go" && { options: { size: 5, rules: "tromp-taylor" } }),
    });
    const random = randomFrom(7);
    const filled = ({ inputSchema: { properties, required } }, facts) =>
      Object.fromEntries(
        Object.keys(properties)
          .filter((name) => name in facts && (required.includes(name) || name === "key"))
          .map((name) => [name, facts[name]]),
      );
    let turns = 0;
    let now;
    for (let { turn } = known.game; ; ++turns) {
      now = await call(wait.name, filled(wait, { ...known, key: known.keys[turn] }));
      if (now.outcome !== null || turns === 60) break;
      turn = now.turn;
      const moves =
        now.legal.length > 0 ? now.legal : now.actions[turn].filter((action) => !/resign|undo|abort/.test(action));
      const done = await call(play.name, filled(play, { ...now, key: known.keys[turn], move: random.pick(moves) }));
      turn = done.turn;
    }
    assert.ok(now.outcome !== null || turns === 60);
  });
}

for (const name of Object.keys(clients)) {
  test(`subscriptions, prompts and completion ${name}`, async (t) => {
    const { client, call } = await connected(t, name);
    const { id, keys } = await call("create_game", { game: "chess" });
    const uri = `arbiter://games/${id}`;
    const told = [];
    let wake = () => {};
    const note = ({ params }) => {
      told.push(params.uri);
      wake();
    };
    const isModern = name.startsWith("without");
    if (isModern) {
      client.setNotificationHandler("notifications/resources/updated", note);
      const subscription = await client.listen({ resourceSubscriptions: [uri] });
      t.after(() => subscription.close());
    } else {
      client.setNotificationHandler(ResourceUpdatedNotificationSchema, note);
      await client.subscribeResource({ uri });
    }
    const changed = async (count) => {
      while (told.length < count) await new Promise((resolve) => (wake = resolve));
    };
    await call("play", { id, key: keys.white, move: "e4", ply: 0 });
    await changed(1);
    await call("play", { id, key: keys.black, move: "e5", ply: 1 });
    await changed(2);
    assert.deepEqual(new Set(told), new Set([uri]));
    if (!isModern) await client.unsubscribeResource({ uri });

    const { prompts } = await client.listPrompts();
    assert.deepEqual(prompts.map((prompt) => prompt.name).sort(), ["analyse", "play"]);
    const { messages } = await client.getPrompt({ name: "play", arguments: { game: "go" } });
    assert.match(messages[0].content.text, /game of go against bot:3/);
    const complete = (argument, value) =>
      client.complete({ ref: { type: "ref/prompt", name: "play" }, argument: { name: argument, value } });
    assert.deepEqual((await complete("game", "ch")).completion.values, ["chess"]);
    const games = {
      ref: { type: "ref/resource", uri: "arbiter://games/{id}" },
      argument: { name: "id", value: id.slice(0, 4) },
    };
    assert.ok((await client.complete(games)).completion.values.includes(id));
  });
}

test("a turn is told in little", async (t) => {
  const { ask } = await connected(t, "without one, over standard input and output");
  const { structuredContent: made } = await ask("create_game", { game: "chess" });
  const { id, keys } = made;
  const moves = "e4 e5 Nf3 Nc6 Bb5 a6 Ba4 Nf6 O-O Be7 Re1 b5 Bb3 d6 c3 O-O h3 Nb8 d4 Nbd7".split(" ");
  for (const [ply, move] of moves.entries())
    await ask("play", { id, key: ply % 2 ? keys.black : keys.white, move, ply });
  const bytes = async (...given) => JSON.stringify(await ask(...given)).length;
  const waited = await bytes("wait_for_turn", { id, key: keys.white });
  const played = await bytes("play", { id, key: keys.white, move: "Nbd2", ply: moves.length });
  assert.ok(waited + played < 3500, `${waited} and ${played} bytes`);
});

// --- The wire -----------------------------------------------------------------------------------

const post = (body, headers = {}) => request(address.href, { method: "POST", body, headers });
const rpc = (method, params, id = 1) => ({ jsonrpc: "2.0", id, method, params });

test("over HTTP, one message gets at most one response", async () => {
  const listed = await post(rpc("tools/list"), { "MCP-Protocol-Version": "2025-06-18" });
  assert.deepEqual([listed.status, listed.type], [200, "application/json"]);
  const noted = await post({ jsonrpc: "2.0", method: "notifications/initialized" });
  assert.deepEqual([noted.status, noted.text], [202, ""]);
  for (const method of ["DELETE", "PUT"]) {
    const answer = await request(address.href, { method });
    assert.equal(answer.status, 405, method);
    assert.deepEqual(answer.headers.allow.split(", ").sort(), ["GET", "HEAD", "OPTIONS", "POST"]);
  }
  assert.equal((await request(address.href)).status, 405, "no stream without a session");
  const foreign = await request(address.href, { headers: { "Mcp-Session-Id": "none" } });
  assert.equal(foreign.status, 404, "there is no such session");
  for (const [body, code] of [
    ["{", -32700],
    ["3", -32600],
    ["{}", -32600],
    ["[]", -32600],
  ]) {
    const answer = await post(body);
    assert.deepEqual([answer.status, answer.body.error.code, answer.body.id], [400, code, null], body);
  }
  assert.equal((await post(rpc("roots/list"))).body.error.code, -32601);
  const unknown = await post(rpc("tools/list"), { "MCP-Protocol-Version": "1900-01-01" });
  assert.deepEqual([unknown.status, unknown.body.error.data.requested], [400, "1900-01-01"]);
});

test("batches are answered in the revisions that have them", async () => {
  const batch = [rpc("ping", undefined, "a"), { jsonrpc: "2.0", method: "notifications/x" }, rpc("none", {}, "b")];
  const answer = await post(batch, { "MCP-Protocol-Version": "2025-03-26" });
  assert.deepEqual(
    answer.body.map(({ id }) => id),
    ["a", "b"],
  );
  assert.equal((await post(batch, { "MCP-Protocol-Version": "2025-06-18" })).status, 400);
});

test("a foreign web page cannot use a local server", async () => {
  const from = async (Origin) => (await post(rpc("ping"), { Origin })).status;
  for (const origin of ["http://localhost:6274", "http://127.0.0.1", "http://[::1]:3000", "https://example.org"]) {
    assert.equal(await from(origin), 200, origin);
  }
  for (const origin of ["https://example.com", "http://localhost.example.com", "null", "http://127.0.0.1.nip.io"]) {
    assert.equal(await from(origin), 403, origin);
  }
});

test("the key of a seat can be sent in a header", async () => {
  const called = async (name, given, headers) =>
    (await post(rpc("tools/call", { name, arguments: given }), headers)).body.result.structuredContent;
  const { id, keys } = await called("create_game", { game: "chess" });
  const mine = { Authorization: `Bearer ${keys.white}` };
  assert.equal((await called("play", { id, move: "e4", ply: 0 }, mine)).ply, 1);
  assert.equal((await called("play", { id, move: "e5", ply: 1 }, mine)).code, "not_your_turn");
});

test("requests to /mcp count towards the same limits", async (t) => {
  const strict = await startServer({ args: ["--creations-per-second", "0.001", "--creations-burst", "1"] });
  t.after(() => strict.kill());
  const body = rpc("tools/call", { name: "create_game", arguments: { game: "chess" } });
  const created = () => request(`${strict.url}/mcp`, { method: "POST", body });
  assert.ok(!(await created()).body.result.isError);
  assert.equal((await created()).body.result.structuredContent.code, "too_many_games");
});

// The output of `arbiter mcp` for these lines, and its exit status.
async function said(lines, args = []) {
  const child = spawn(program, ["mcp", ...args], { stdio: ["pipe", "pipe", "pipe"] });
  const told = { out: "", err: "" };
  child.stdout.on("data", (piece) => (told.out += piece));
  child.stderr.on("data", (piece) => (told.err += piece));
  child.stdin.on("error", () => {}); // it may have ended without reading
  child.stdin.end(lines.map((line) => (typeof line === "string" ? line : JSON.stringify(line)) + "\n").join(""));
  const [code] = await once(child, "close");
  const answers = told.out
    .split("\n")
    .filter(Boolean)
    .map((line) => JSON.parse(line));
  return { code, answers, err: told.err };
}

test("the program ends with its input and prints nothing else", async () => {
  assert.deepEqual(await said([]), { code: 0, answers: [], err: "" });
  const odd = ["", "  ", "x", "[1]", "\u0000", "9".repeat(5 << 20), { jsonrpc: "2.0", method: "exit" }, rpc("ping")];
  const { code, answers, err } = await said(odd);
  assert.deepEqual([code, err], [0, ""]);
  assert.deepEqual(
    answers.map(({ error }) => error?.code),
    [-32700, -32600, -32700, -32700, undefined],
  );
});

test("a store keeps the games", async () => {
  const store = ["--store", path.join(temporaryFolder(), "games.db")];
  const create = rpc("tools/call", { name: "create_game", arguments: { game: "go" } });
  const { id } = (await said([create], store)).answers[0].result.structuredContent;
  const look = rpc("tools/call", { name: "get_game", arguments: { id } });
  assert.equal((await said([look], store)).answers[0].result.structuredContent.id, id);
  assert.equal((await said([look])).answers[0].result.structuredContent.code, "no_such_game");
  const broken = await said([], ["--store", temporaryFolder()]);
  assert.equal(broken.code, 1);
  assert.match(broken.err, /cannot keep games in/);
});
