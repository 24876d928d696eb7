// How the errors that GNU Backgammon finds in matches are read and averaged.
import assert from "node:assert/strict";
import test from "node:test";

import { checkerPlay, errorsAMove } from "./backgammon.mjs";

const statistics = `
Player                                   bot.7                   bot.6

Chequerplay statistics

Total moves                               38                      38
Unforced moves                            30                      35
Error total EMG (MWC)                         -0.079 ( -1.733%)       -0.173 ( -3.531%)

Cube statistics

Error total EMG (MWC)                         -0.020 ( -0.202%)       -0.000 ( -0.000%)
`;

test("only errors of checker play count", () => {
  assert.deepEqual(checkerPlay(statistics), [
    { moves: 30, lost: 0.079 },
    { moves: 35, lost: 0.173 },
  ]);
  assert.throws(() => checkerPlay("No game in progress."), /has not analysed/);
});

test("errors a move, with their interval", () => {
  const even = errorsAMove([
    { moves: 50, lost: 0.2 },
    { moves: 100, lost: 0.4 },
  ]);
  assert.ok(Math.abs(even.value - 0.004) < 1e-9 && Math.abs(even.high - even.low) < 1e-9);
  const uneven = errorsAMove([
    { moves: 50, lost: 0.3 },
    { moves: 50, lost: 0.1 },
  ]);
  assert.ok(uneven.low < uneven.value && uneven.value < uneven.high && uneven.games === 1);
});
