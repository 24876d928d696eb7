// Repeatable random numbers: the same seed gives the same choices.
//
//   const random = randomFrom("7/table 3");
//   random.below(6);  random.pick(["rock", "paper"]);  random.chance(0.1);

import { createHash } from "node:crypto";

export function randomFrom(seed) {
  let state = createHash("sha256").update(String(seed)).digest().readUInt32LE();
  // Mulberry32: a hashed counter.
  const next = () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
  return {
    next,
    below: (limit) => Math.floor(next() * limit),
    pick: (list) => list[Math.floor(next() * list.length)],
    chance: (probability) => next() < probability,
    // `count` different elements of the list, in any order.
    sample(list, count) {
      const rest = [...list];
      for (let i = 0; i < count; ++i) {
        const j = i + Math.floor(next() * (rest.length - i));
        [rest[i], rest[j]] = [rest[j], rest[i]];
      }
      return rest.slice(0, count);
    },
    hex(bytes) {
      return Array.from({ length: bytes }, () =>
        Math.floor(next() * 256)
          .toString(16)
          .padStart(2, "0"),
      ).join("");
    },
  };
}

// SEED in the environment repeats a run; default: a new seed for each run.
export const seed = process.env.SEED ?? String(Date.now() % 1_000_000);
