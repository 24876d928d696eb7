// How many machines a number of running games and watchers needs; see docs/scale.md.
//
// Usage: node tests/bench/model.mjs [--games N] [--watchers N] [--seconds-per-move N]
//
// A reckoning, not a measurement: it multiplies the constants below, which were measured one by one.

import { readFileSync } from "node:fs";
import { parseArgs } from "node:util";

const { values } = parseArgs({
  options: {
    games: { type: "string", default: "100000" },
    watchers: { type: "string", default: "1000000" },
    "seconds-per-move": { type: "string", default: "10" },
  },
});
function positive(name) {
  const number = Number(values[name]);
  if (number > 0 && number < Infinity) return number;
  console.error(`model.mjs: --${name} is ${values[name]}: it takes a positive number`);
  process.exit(2);
}
const [games, watchers] = [positive("games"), positive("watchers")];
const movesASecond = games / positive("seconds-per-move");

const { constants } = JSON.parse(readFileSync(new URL("model.json", import.meta.url), "utf8"));
const of = Object.fromEntries(Object.entries(constants).map(([name, { value }]) => [name, value]));

/** A machine is like the one that the constants were measured on; half of it stays free for peaks. */
const machine = { cores: 2, share: 0.5, bytes: 8 * 2 ** 30 };
const perMachine = machine.cores * machine.share * 1e6;

// Every watcher sees every move of one game. All watchers of a game are at one relay, which reads each change.
const seenASecond = movesASecond * (watchers / games);
const readASecond = movesASecond * Math.min(watchers / games, 1);
const forMemory = (bytes) => bytes / (machine.bytes * machine.share);
const parts = {
  servers: Math.max((movesASecond * of.serverMicros) / perMachine, forMemory(games * of.openGameBytes)),
  "relays for watchers": Math.max(
    (seenASecond * of.watcherMicros + readASecond * of.relayMicros) / perMachine,
    forMemory(watchers * of.watcherBytes),
  ),
  databases: (movesASecond * of.databaseMicros + readASecond * of.readMicros) / perMachine,
};

const megabytes = (bytes) => (bytes / 1e6).toFixed(1);
console.log(`${games} games with a move every ${values["seconds-per-move"]} s, ${watchers} watchers`);
console.log(`${movesASecond} moves a second, seen ${seenASecond} times a second`);
for (const [part, count] of Object.entries(parts)) {
  console.log(`${part}: ${Math.ceil(count)} machines of ${machine.cores} cores (${count.toFixed(2)})`);
}
console.log(`database: ${megabytes(movesASecond * of.logBytes)} MB of log a second`);
console.log(`database: ${megabytes((movesASecond * of.tableBytes * 86_400) / 1000)} GB of tables a day`);
