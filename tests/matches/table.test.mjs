// The table of strengths: its arithmetic, its place in the page, and two games through the arena.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import test from "node:test";

import { rows } from "./rows.mjs";
import { correlation, lossCorrelation, median, worstShared } from "./agreement.mjs";
import { figure, match, share, updated } from "./table.mjs";

const page = readFileSync(new URL("../../docs/bots.md", import.meta.url), "utf8");

test("the interval is Wilson's", () => {
  const { value, low, high } = share(50, 100);
  assert.equal(value, 50);
  assert.ok(Math.abs(low - 40.4) < 0.1 && Math.abs(high - 59.6) < 0.1, `${low} ${high}`);
  assert.ok(share(0, 20).high > 10 && share(20, 20).low < 90);
});

test("docs/bots.md has every row, and keeps what is not measured", () => {
  assert.equal(updated(page, rows, new Map()), page);
  const changed = updated(page, rows, new Map([[rows[0].name, figure(share(30, 40))]]));
  assert.ok(changed.includes(`| ${rows[0].name} | ${rows[0].must} | ${rows[0].aim} | 75 % (60 to 86), 40 games |`));
  assert.equal(updated(changed, rows, new Map()), changed);
});

test("a match in the arena, by a share of the nodes", async () => {
  const measure = match({ game: "chess", players: ["bot:3", "random"], limit: { time: 1000, nodes: 400 } });
  const measured = await measure({ program: process.env.ARBITER_PROGRAM, games: 2, share: 0.5 });
  assert.equal(figure(measured), "100 % (34 to 100), 2 games with 200 nodes a move");
});

test("reviews are compared: the median, the correlation, one game each", async () => {
  assert.equal(median([3, 1, 2]), 2);
  assert.equal(median([4, 1, 2, 3]), 2.5);
  assert.ok(
    Math.abs(
      correlation([
        [1, 2],
        [2, 4],
        [3, 6],
      ]) - 1,
    ) < 1e-9,
  );
  assert.ok(
    correlation([
      [1, 6],
      [2, 4],
      [3, 3],
    ]) < -0.9,
  );
  const program = process.env.ARBITER_PROGRAM;
  const same = { ours: ["--by", "bot:4"], theirs: ["--by", "bot:4"], flags: ["--nodes", "100"] };
  const shared = worstShared({ game: "chess", players: ["bot:2", "random"], ...same });
  assert.ok((await shared({ program, games: 2 })).value >= 1);
  const losses = lossCorrelation({ game: "backgammon", players: ["bot:2", "random"], ...same });
  assert.ok((await losses({ program, games: 2 })).value > 0.999);
});
