import { setTimeout as sleep } from "node:timers/promises";

// How long something may take to come on a machine that does other work.
export const patience = 60_000;

// Repeats `check` until it does not throw.
export async function eventually(check) {
  const end = Date.now() + patience;
  for (;;) {
    try {
      return await check();
    } catch (error) {
      if (Date.now() > end) throw error;
      await sleep(50);
    }
  }
}
