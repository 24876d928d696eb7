// Plays the table of strengths and writes its figures into docs/bots.md (`make matches`):
//
//     node tests/matches/run.mjs PROGRAM [WORD] [GAMES] [SHARE]
//
// With a word, only the rows whose name contains it; with a number, that many games a row; with a share, by nodes instead
// of time: 1 for as many as an idle machine looks at in that time, 0.25 for a quarter of them.
import { readFileSync, writeFileSync } from "node:fs";

import { rows } from "./rows.mjs";
import { figure, updated } from "./table.mjs";

const [program, word = "", wanted = "", share = ""] = process.argv.slice(2);
const page = new URL("../../docs/bots.md", import.meta.url);

for (const row of rows.filter(({ name }) => name.includes(word))) {
  const games = wanted === "" ? row.games : Number(wanted);
  const measured = figure(await row.measure({ program, games, share: Number(share) }), row);
  console.log(`${row.name}: ${measured}`);
  writeFileSync(page, updated(readFileSync(page, "utf8"), rows, new Map([[row.name, measured]])));
}
