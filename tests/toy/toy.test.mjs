// A game that only its own files and the list of games know, through every interface: the program of
// this test is the same as `arbiter`, linked with tests/toy/all_games.cpp.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import http from "node:http";
import path from "node:path";
import test from "node:test";

import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { StdioClientTransport } from "@modelcontextprotocol/sdk/client/stdio.js";

const program = process.env.ARBITER_TOY_PROGRAM;
process.env.ARBITER_PROGRAM = program;
const { complaint, error, folder, json, output } = await import("../cli/program.mjs");
const { finish } = await import("../arena/arena.mjs");
const { api, startServer } = await import("../support/server.mjs");

test("the command line plays it", () => {
  const start = output(["new", "nim", "--heap", "7"]);
  assert.deepEqual(JSON.parse(start), { game: "nim", setup: { heap: 7 }, events: [] });
  const input = output(["play", "3", "[2]"], { input: start });
  assert.deepEqual(JSON.parse(input).events, ["3", "2"]);
  assert.equal(output(["legal"], { input }), "1\n2\n");
  assert.equal(output(["legal", "--notation", "brackets"], { input }), "[1]\n[2]\n");
  assert.match(complaint(2, ["legal", "--notation", "klingon"], { input }), /nim has no notation "klingon"/);
  assert.match(output(["show"], { input }), /2 left\nWhite to move\n/);
  assert.equal(output(["convert", "--to", "heap"], { input }), "heap 2 white\n");
  assert.equal(output(["legal"], { input: "heap 2 white\n" }), "1\n2\n");
  assert.match(output(["render", "--svg"], { input }), /^<svg /);
  const { code, kind } = error(1, ["play", "5"], { input });
  assert.deepEqual([code, kind], ["too_many", "illegal"]);
  const end = output(["play", "2"], { input });
  assert.equal(json(["outcome"], { input: end }).outcome.reason, "last_taken");
  assert.match(complaint(2, ["dice", "roll"], { input: start }), /Nim has no dice/);
  assert.match(output(["rules", "nim", "--codes"]), /too_many/);
});

test("the server referees it, and a random player plays it", async (t) => {
  const server = await startServer({ program });
  t.after(() => server.kill());
  const games = api(server.url);
  const { id, keys } = (await games.create({ game: "nim", options: { heap: 5 } })).body;
  assert.equal((await games.move(id, keys.white, { move: "6", ply: 0 })).body.code, "too_many");
  assert.equal((await games.move(id, keys.black, { move: "1", ply: 0 })).body.code, "not_your_turn");
  assert.equal((await games.move(id, keys.white, { move: "2", ply: 0 })).status, 200);
  assert.deepEqual((await games.legal(id)).body.legal, ["1", "2", "3"]);
  assert.equal((await games.move(id, keys.black, { move: "resign", ply: 1 })).body.outcome.winner, "white");
  assert.match((await games.board(id, "svg")).text, /^<svg /);
  assert.equal((await games.export(id, "heap")).text, "heap 3 black\n");

  const bots = { game: "nim", seats: { black: { player: "random" } } };
  const against = (await games.create(bots)).body;
  assert.equal((await games.move(against.id, against.keys.white, { move: "1", ply: 0 })).status, 200);
  for (let version; version === undefined || version < 3;) ({ version } = (await games.game(against.id)).body);
  const { status } = await games.create({ game: "nim", seats: { black: { player: "bot" } } });
  assert.equal(status, 422, "there is no bot for it");
});

test("models play it in an arena", async (t) => {
  const prompts = [];
  const model = http.createServer((request, response) => {
    let text = "";
    request.on("data", (piece) => (text += piece));
    request.on("end", () => {
      prompts.push(JSON.parse(text).messages);
      response.setHeader("Content-Type", "application/json");
      response.end(JSON.stringify({ choices: [{ message: { content: 'One is enough. {"move": "1"}' } }] }));
    });
  });
  await new Promise((resolve) => model.listen(0, "127.0.0.1", resolve));
  t.after(() => model.close());

  const url = `http://127.0.0.1:${model.address().port}/v1`;
  const players = ["--player", `llm:toy@${url}`, "--player", "random"];
  const results = await finish(["--game", "nim", ...players, "-q", "-o", "nim"], { cwd: folder });
  assert.equal(results.games_finished, 2);
  const reports = readFileSync(path.join(folder, "nim", "journal.jsonl"), "utf8");
  assert.match(reports, /last_taken/);

  const first = prompts.find(([{ role }]) => role === "system"); // before it comes the preflight call
  const [system, user] = first.map(({ content }) => content);
  assert.match(system, /^You are playing Nim as (White|Black)\. .*Write how many you take, such as 3\./);
  assert.match(user, /^The position as heap:\n```\nheap \d+ (white|black)\n```\nThe number is how many are left;/);
  assert.match(user, /\nLegal moves: 1, 2/);
  assert.match(user, /\nActions: resign\b/);
});

test("a model plays it over the Model Context Protocol", async (t) => {
  const client = new Client({ name: "arbiter-tests", version: "1.0.0" });
  await client.connect(new StdioClientTransport({ command: program, args: ["mcp"] }));
  t.after(() => client.close());
  const { tools } = await client.listTools();
  const { game } = tools.find(({ name }) => name === "create_game").inputSchema.properties;
  assert.ok(game.enum.includes("nim"));
  const { resources } = await client.listResources();
  assert.ok(resources.some(({ uri, title }) => uri === "arbiter://rules/nim" && title === "The rules of Nim"));
  assert.match(client.getInstructions(), /\bNim\b/);
  const call = async (name, given) => (await client.callTool({ name, arguments: given })).structuredContent;
  const { id, keys } = await call("create_game", { game: "nim", options: { heap: 3 } });
  assert.equal((await call("play", { id, key: keys.white, move: "4", ply: 0 })).code, "too_many");
  assert.equal((await call("play", { id, key: keys.white, move: "3", ply: 0 })).outcome.reason, "last_taken");
});
