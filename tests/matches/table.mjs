// The table of strengths: how it is measured, and the rows of docs/bots.md that are made of the figures.
import { spawn } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";

/** Wilson's interval of 95 % for the share of points; a draw is half a point. */
export function share(points, games) {
  const z = 1.96;
  const p = points / games;
  const middle = (p + (z * z) / (2 * games)) / (1 + (z * z) / games);
  const half = (z / (1 + (z * z) / games)) * Math.sqrt((p * (1 - p)) / games + (z * z) / (4 * games * games));
  return { value: 100 * p, low: 100 * (middle - half), high: 100 * (middle + half), games };
}

async function finished(program, args) {
  const child = spawn(program, args, { stdio: ["ignore", "ignore", "inherit"] });
  const code = await new Promise((resolve) => child.on("exit", resolve));
  if (code !== 0) throw new Error(`${program} ${args.join(" ")} ended with ${code}`);
}

// With nodes the time must not run out first.
const longest = 3_600_000;
const limitFlags = ({ time, nodes }) =>
  nodes === undefined
    ? ["--move-time-ms", String(time)]
    : ["--move-time-ms", String(longest), "--nodes", String(nodes)];

/** Measures the share of points that the first of two players wins in the arena, in per cent. */
export const match =
  ({ game, players, flags = [], limit }) =>
  async ({ program, games, share: part }) => {
    const nodes = limit && part ? Math.round(limit.nodes * part) : undefined;
    const limits = limit ? limitFlags({ time: limit.time, nodes }) : [];
    const parent = mkdtempSync(path.join(tmpdir(), "match-"));
    const folder = path.join(parent, "arena");
    try {
      const seats = players.flatMap((player) => ["--player", player]);
      const rounds = String(Math.ceil(games / 2));
      await finished(program, [
        "arena",
        "--game",
        game,
        ...seats,
        "--rounds",
        rounds,
        "--quiet",
        ...flags,
        ...limits,
        "-o",
        folder,
      ]);
      const results = JSON.parse(readFileSync(path.join(folder, "results.json")));
      const first = results.players.find(({ player }) => player === players[0]);
      if (first.voids > 0) throw new Error(`${first.voids} games were not played: ${players.join(", ")}`);
      return { ...share(first.points, first.games), nodes };
    } finally {
      rmSync(parent, { recursive: true });
    }
  };

const rounded = (value, digits) => value.toFixed(digits);

export function figure({ value, low, high, games, nodes }, { unit = "%", digits = 0 } = {}) {
  const tail = unit === "%" ? " %" : "";
  const by = nodes ? ` with ${nodes.toLocaleString("en")} nodes a move` : "";
  return `${rounded(value, digits)}${tail} (${rounded(low, digits)} to ${rounded(high, digits)}), ${games} games${by}`;
}

const begin = "| strength | must | aim | measured, with 95 % interval |\n| --- | --- | --- | --- |\n";

function bounds(page) {
  const start = page.indexOf(begin);
  if (start < 0) throw new Error("the page has no table of strengths");
  const end = page.indexOf("\n\n", start);
  return { start: start + begin.length, end: end < 0 ? page.length : end + 1 };
}

/** The page with the rows of the table; what was not measured now stays as the page has it. */
export function updated(page, rows, figures) {
  const { start, end } = bounds(page);
  const old = new Map(
    page
      .slice(start, end)
      .split("\n")
      .filter(Boolean)
      .map((line) => line.split("|").map((cell) => cell.trim()))
      .map((cells) => [cells[1], cells[4]]),
  );
  const lines = rows.map(
    ({ name, must, aim }) =>
      `| ${name} | ${must} | ${aim} | ${figures.get(name) ?? old.get(name) ?? "not measured"} |\n`,
  );
  return page.slice(0, start) + lines.join("") + page.slice(end);
}
