// A clock that is wrong, for a server that is started with its `env`:
//
//   const clock = skewedClock(30);
//   const server = await startServer({ env: clock.env });
//   clock.set(-30);

import { openSync, writeSync } from "node:fs";
import path from "node:path";

import { temporaryFolder } from "../support/server.mjs";

const library = path.join(process.env.ARBITER_BUILD_DIR, "tests/libskewed_clock.so");

// `seconds` ahead of the machine's clock.
export function skewedClock(seconds) {
  const file = path.join(temporaryFolder(), "skew");
  const opened = openSync(file, "w");
  // In place: the server has mapped it.
  const set = (ahead) => writeSync(opened, new Uint8Array(BigInt64Array.of(BigInt(ahead)).buffer), 0, 8, 0);
  set(seconds);
  return { env: { LD_PRELOAD: library, ARBITER_SKEW_FILE: file }, set };
}
