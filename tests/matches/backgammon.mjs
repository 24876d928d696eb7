// What GNU Backgammon, looking two rolls ahead, thinks of matches that a bot plays against itself.
import { spawnSync } from "node:child_process";
import { mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";

/** The errors and the unforced moves of both sides, from the text of `show statistics match`. */
export function checkerPlay(text) {
  const row = (name) => text.split("\n").find((line) => line.startsWith(name));
  const [unforced, errors] = ["Unforced moves", "Error total EMG"].map(row);
  if (unforced === undefined || errors === undefined) throw new Error(`GNU Backgammon has not analysed it:\n${text}`);
  const lost = [...errors.matchAll(/-(\d+\.\d+) \(/g)].map(([, number]) => Number(number));
  return unforced
    .match(/\d+/g)
    .map(Number)
    .map((moves, side) => ({ moves, lost: lost[side] }));
}

function analysed(file) {
  const commands = [
    "set confirm new off",
    `import mat ${file}`,
    "set analysis chequerplay evaluation plies 2",
    "set analysis cube off",
    "set analysis luck off",
    "analyse match",
    "show statistics match",
  ];
  const env = { ...process.env, PATH: `${process.env.PATH}:/usr/games` };
  const { stdout } = spawnSync("gnubg", ["-t", "-q"], { env, input: commands.join("\n") + "\n", encoding: "utf8" });
  return checkerPlay(stdout);
}

/** Errors a move over the matches, each side of which is one sample. */
export function errorsAMove(samples) {
  const moves = samples.reduce((sum, sample) => sum + sample.moves, 0);
  const value = samples.reduce((sum, { lost }) => sum + lost, 0) / moves;
  const squares = samples.reduce((sum, sample) => sum + (sample.lost - value * sample.moves) ** 2, 0);
  const half = (1.96 * Math.sqrt((squares * samples.length) / Math.max(samples.length - 1, 1))) / moves;
  return { value, low: Math.max(value - half, 0), high: value + half, games: samples.length / 2 };
}

/** Measures the equity that a bot loses by an unforced move, in matches of three points. */
export const equityLost =
  (bot) =>
  ({ program, games }) => {
    const parent = mkdtempSync(path.join(tmpdir(), "match-"));
    const folder = path.join(parent, "arena");
    try {
      const players = ["--player", bot, "--player", bot, "--rounds", String(Math.ceil(games / 2))];
      spawnSync(program, ["arena", "--game", "backgammon", "--set", "match=3", ...players, "--quiet", "-o", folder]);
      const files = readdirSync(path.join(folder, "games")).map((name) => path.join(folder, "games", name));
      return errorsAMove(files.flatMap(analysed));
    } finally {
      rmSync(parent, { recursive: true });
    }
  };
