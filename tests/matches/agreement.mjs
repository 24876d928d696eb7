// How far our reviews agree with those of other programs, over games of our own bots.
import { execFileSync } from "node:child_process";
import { existsSync, mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";

const bytesMax = 1 << 28;

/** Plays games between two players, and maps each, as arguments for the program, to what `look` finds. */
function ofGames(program, { game, players, games, flags = [] }, look) {
  const parent = mkdtempSync(path.join(tmpdir(), "agreement-"));
  const folder = path.join(parent, "arena");
  try {
    const seats = players.flatMap((player) => ["--player", player]);
    const rounds = String(Math.ceil(games / 2));
    execFileSync(program, ["arena", "--game", game, ...seats, "--rounds", rounds, "--quiet", ...flags, "-o", folder]);
    const records = path.join(folder, "games");
    const inputs = existsSync(records)
      ? readdirSync(records).map((name) => [path.join(records, name)])
      : Array.from({ length: games }, (_, i) => [path.join(folder, "games.pgn"), "--number", String(i + 1)]);
    return inputs.slice(0, games).map(look);
  } finally {
    rmSync(parent, { recursive: true });
  }
}

const review = (program, input, args) =>
  JSON.parse(execFileSync(program, ["analyse", "--json", ...input, ...args], { maxBuffer: bytesMax }));

export function median(values) {
  const sorted = [...values].sort((a, b) => a - b);
  const half = sorted.length / 2;
  return sorted.length % 2 ? sorted[Math.floor(half)] : (sorted[half - 1] + sorted[half]) / 2;
}

export function correlation(pairs) {
  const mean = (values) => values.reduce((a, b) => a + b, 0) / values.length;
  const [mx, my] = [mean(pairs.map(([x]) => x)), mean(pairs.map(([, y]) => y))];
  const sum = (f) => pairs.reduce((total, pair) => total + f(pair), 0);
  const both = sum(([x, y]) => (x - mx) * (y - my));
  return both / Math.sqrt(sum(([x]) => (x - mx) ** 2) * sum(([, y]) => (y - my) ** 2));
}

/** The interval of 95 % by Fisher's transformation. */
function interval(value, count) {
  const [z, half] = [Math.atanh(Math.min(value, 0.9999)), 1.96 / Math.sqrt(Math.max(count - 3, 1))];
  return { value, low: Math.tanh(z - half), high: Math.tanh(z + half) };
}

/** How many of the five worst moves of a game both name: the median over games, with its quartiles. */
export const worstShared =
  ({ game, players, ours, theirs, flags }) =>
  async ({ program, games }) => {
    const shared = ofGames(program, { game, players, games, flags }, (input) => {
      const [one, other] = [ours, theirs].map((args) => review(program, input, args).worst);
      return one.filter((ply) => other.includes(ply)).length;
    });
    const sorted = [...shared].sort((a, b) => a - b);
    const at = (share) => sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))];
    return { value: median(shared), low: at(0.25), high: at(0.75), games: shared.length };
  };

/** How the losses of a side in a game correlate: each game gives two pairs. */
export const lossCorrelation =
  ({ game, players, ours, theirs, flags }) =>
  async ({ program, games }) => {
    const found = ofGames(program, { game, players, games, flags }, (input) => {
      const [one, other] = [ours, theirs].map((args) => review(program, input, args));
      return ["white", "black"].map((side) => [one[side].loss, other[side].loss]);
    });
    const pairs = found.flat();
    return { ...interval(correlation(pairs), pairs.length), games: pairs.length / 2 };
  };
