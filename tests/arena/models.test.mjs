// Tournaments of language models that are scripts: each failure of an endpoint, and what becomes of
// the game; void games are played again, and the whole is verified.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import path from "node:path";
import test from "node:test";

import { temporaryFolder } from "../support/server.mjs";
import { finish, journal, startArena } from "./arena.mjs";
import { endpoint, shapes } from "./endpoint.mjs";

const folder = temporaryFolder();

const arena = (name, url, extra = []) => [
  ...["--game", "chess", "--player", `llm[retries=1]:m@${url}`, "--player", "random", "--moves-max", "6", "-q"],
  ...["-o", path.join(folder, name), ...extra],
];
const model = ({ players }) => players.find(({ player }) => player.startsWith("llm"));

for (const shape of Object.keys(shapes)) {
  test(`a model that answers by ${shape} plays`, async (t) => {
    const results = await finish(arena(`shape-${shape}`, await endpoint(t, { shape })));
    assert.deepEqual([results.games_finished, model(results).voids, model(results).legal_rate], [2, 0, 1]);
    assert.match(model(results).prompt_sha256, /^[0-9a-f]{64}$/);
  });
}

const failures = {
  "429 for ever": { status: 429, headers: { "Retry-After": "1" }, body: "slow" },
  400: { status: 400, body: "no" },
  "a page": { status: 200, body: "<html>" },
  "a server error": { status: 503, body: "busy" },
};
for (const [name, failure] of Object.entries(failures)) {
  test(`${name} is no skill: the game is void, and costs nobody Elo`, async (t) => {
    // The first request is the preflight.
    const url = await endpoint(t, { answer: (number) => (number > 2 ? failure : undefined) });
    const results = await finish(arena(`void-${name}`, url));
    const { voids, failures: failed, forfeits, games } = model(results);
    assert.deepEqual([voids, failed, forfeits, games], [2, 2, {}, 0]);
    assert.ok(journal(path.join(folder, `void-${name}`)).every(({ failure: { reason } }) => reason === "unavailable"));
  });
}

test("an endpoint that is not there is found before the first game", async (t) => {
  const url = await endpoint(t, { answer: () => ({ status: 401, body: "no key" }) });
  const { code, stderr } = await startArena(arena("preflight", url)).exited;
  assert.equal(code, 1);
  assert.match(stderr, /401: no key/);
});

test("empty answers use the chances; then the game is void, or forfeited where that is wanted", async (t) => {
  const empty = { status: 200, body: JSON.stringify({ choices: [{ message: { content: "" } }] }) };
  const url = await endpoint(t, { answer: (number) => (number > 1 ? empty : undefined) });
  const results = await finish(arena("empty", url));
  assert.deepEqual([model(results).voids, model(results).forfeits, model(results).games], [2, {}, 0]);
  assert.ok(journal(path.join(folder, "empty")).every(({ failure }) => failure.sentence === "every answer was empty"));
  const strict = await finish(arena("strict", url, ["--on-failure", "forfeit", "--no-preflight"]));
  assert.deepEqual(model(strict).forfeits, { refused: 2 });
  assert.equal(model(strict).refusals, 6);
  assert.match(readFileSync(path.join(folder, "strict", "games.pgn"), "utf8"), /\[Termination "rules infraction"\]/);
});

test("killed, resumed, void games played again, and verified", async (t) => {
  let isDown = true;
  const url = await endpoint(t, { answer: (number) => (isDown && number > 3 ? failures[400] : undefined) });
  const args = arena("whole", url, ["--rounds", "4"]);
  const { child, exited } = startArena(args);
  child.kill("SIGKILL");
  await exited;
  const before = await finish(args);
  assert.ok(model(before).voids > 0);
  isDown = false;
  const place = path.join(folder, "whole");
  const after = await finish(["replay", place, "--voided", "-q"]);
  assert.deepEqual([model(after).voids, model(after).games, after.games_finished], [0, 8, 8]);
  const verified = await startArena(["verify", place]).exited;
  assert.equal(verified.code, 0, verified.stderr);
  assert.match(verified.stdout, /8 games replayed/);
  const report = readFileSync(path.join(place, "report.html"), "utf8");
  assert.match(report, /id="game-data"/);
  assert.ok(report.includes("Legal moves:"), "the prompts are in the report");
  const { players } = JSON.parse(readFileSync(path.join(place, "manifest.json"), "utf8"));
  assert.deepEqual(players.find(({ player }) => player.startsWith("llm")).identities, ["scripted-1"]);
});

test("pause waits until the endpoint is back", async (t) => {
  const url = await endpoint(t, { answer: (number) => (number === 3 || number === 4 ? failures[400] : undefined) });
  const results = await finish(arena("pause", url, ["--on-failure", "pause"]));
  assert.deepEqual([model(results).voids, model(results).games], [0, 2]);
});
