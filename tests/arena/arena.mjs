// Runs arenas for tests: to their end, or until they are killed.
//
//   const terms = file("t.toml", toml);
//   await killAtRandom({ args: [terms], times: 20, random, longest: 100 });
//   const results = await finish([terms]);

import { spawn } from "node:child_process";
import { once } from "node:events";
import { readFileSync } from "node:fs";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";

const running = new Set();
process.on("exit", () => {
  for (const child of running) child.kill("SIGKILL");
});

// `arbiter arena ...`, with {child, exited}, where `exited` gives {code, signal, stdout, stderr}.
export function startArena(args, { cwd } = {}) {
  const child = spawn(process.env.ARBITER_PROGRAM, ["arena", ...args], { cwd, stdio: ["ignore", "pipe", "pipe"] });
  running.add(child);
  const pieces = { stdout: "", stderr: "" };
  for (const name of ["stdout", "stderr"]) {
    child[name].setEncoding("utf8");
    child[name].on("data", (piece) => (pieces[name] += piece));
  }
  const exited = once(child, "close").then(([code, signal]) => {
    running.delete(child);
    return { code, signal, ...pieces };
  });
  return { child, exited };
}

export async function finish(args, options) {
  const { code, stdout, stderr } = await startArena([...args, "--json"], options).exited;
  if (code !== 0) throw new Error(`arbiter arena ${args.join(" ")} ended with ${code}:\n${stderr}`);
  return JSON.parse(stdout);
}

// Starts it `times` times, each time for up to `longest` milliseconds, and kills it as a
// power failure would. Returns how often it was still running.
export async function killAtRandom({ args, times, random, longest }) {
  let alive = 0;
  for (let i = 0; i < times; i++) {
    const { child, exited } = startArena(args);
    await sleep(random.below(longest));
    child.kill("SIGKILL");
    if ((await exited).signal === "SIGKILL") alive++;
  }
  return alive;
}

// The games of a journal by number.
export function journal(folder) {
  const [, ...lines] = readFileSync(path.join(folder, "journal.jsonl"), "utf8").trimEnd().split("\n");
  return lines.map((line) => JSON.parse(line));
}

// The result of a tournament between deterministic players, regardless of how often it was killed.
export const essence = ({ players, crosstable, games_finished: games }) => ({
  games,
  crosstable,
  players: players.map(({ name, elo, wins, draws, losses, turns }) => ({ name, elo, wins, draws, losses, turns })),
});
