// A separate PostgreSQL server for each test: Debian's package, on a free port, in a temporary folder.
//
//   const postgres = await startPostgres();
//   const server = await startServer({ store: await postgres.createDatabase() });
//   await postgres.stop();

import { execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { chownSync, existsSync, mkdirSync, readFileSync, readdirSync } from "node:fs";
import path from "node:path";

import { freePort, temporaryFolder } from "./server.mjs";

const running = new Set();
process.on("exit", () => {
  for (const child of running) child.kill("SIGQUIT");
});

// The folder of the newest version of the server in Debian.
export function programs() {
  const home = "/usr/lib/postgresql";
  const versions = existsSync(home) ? readdirSync(home) : [];
  const [newest] = versions.map(Number).sort((a, b) => b - a);
  if (newest === undefined) throw new Error("PostgreSQL is not installed");
  return path.join(home, String(newest), "bin");
}

// The server refuses to run as root.
function otherUser() {
  if (process.getuid() !== 0) return undefined;
  const number = (flag) => Number(execFileSync("id", [flag, "postgres"], { encoding: "utf8" }));
  return { uid: number("-u"), gid: number("-g") };
}

// As that user, and only as long as this process.
function start(user, program, args) {
  const identity = user ? [`--reuid=${user.uid}`, `--regid=${user.gid}`, "--clear-groups"] : [];
  const child = spawn("setpriv", [...identity, "--pdeathsig=QUIT", path.join(programs(), program), ...args], {
    stdio: ["ignore", "pipe", "pipe"],
  });
  running.add(child);
  const exited = once(child, "exit").finally(() => running.delete(child));
  const log = [];
  for (const stream of [child.stdout, child.stderr]) stream.on("data", (piece) => log.push(piece));
  return { child, exited, log: () => Buffer.concat(log).toString() };
}

async function run(user, program, args) {
  const { exited, log } = start(user, program, args);
  const [code] = await exited;
  if (code !== 0) throw new Error(`${program} failed:\n${log()}`);
}

// The machine never crashes in a test, so syncing is not needed.
const careless = ["-F", "-c", "autovacuum=off", "-c", "shared_buffers=16MB"];

export async function startPostgres({ home = temporaryFolder(), settings = careless } = {}) {
  const user = otherUser();
  const folder = path.join(home, "postgres");
  mkdirSync(folder);
  if (user) {
    chownSync(path.dirname(folder), user.uid, user.gid);
    chownSync(folder, user.uid, user.gid);
  }
  const data = path.join(folder, "data");
  await run(user, "initdb", [
    "--pgdata",
    data,
    "--no-sync",
    "--auth=trust",
    "--username=arbiter",
    "--encoding=UTF8",
    "--locale=C",
  ]);

  const port = await freePort();
  const place = ["-h", "127.0.0.1", "-p", String(port), "-U", "arbiter"];
  async function launch() {
    const launched = start(user, "postgres", [
      "-D",
      data,
      "-k",
      folder,
      "-h",
      "127.0.0.1",
      "-p",
      String(port),
      ...settings,
    ]);
    await new Promise((resolve, reject) => {
      launched.child.stderr.on("data", () => launched.log().includes("ready to accept connections") && resolve());
      launched.exited.then(() => reject(new Error(`PostgreSQL does not start:\n${launched.log()}`)));
    });
    return launched;
  }
  let server = await launch();

  // The processes that serve connections to a database.
  function backends(name) {
    return readdirSync("/proc")
      .filter((pid) => /^\d+$/.test(pid))
      .filter((pid) => {
        try {
          return readFileSync(`/proc/${pid}/cmdline`, "utf8").startsWith(`postgres: arbiter ${name} `);
        } catch {
          return false; // it has ended
        }
      })
      .map(Number);
  }

  let databases = 0;
  return {
    port,
    pid: () => server.child.pid,
    log: () => server.log(),
    // The URL of a new, empty database.
    async createDatabase() {
      const name = `test_${++databases}`;
      await run(undefined, "createdb", [...place, name]);
      return `postgresql://arbiter@127.0.0.1:${port}/${name}`;
    },
    // Sends a signal to the processes of a database, or to some of them.
    signal(url, name, some = (pids) => pids) {
      for (const pid of some(backends(new URL(url).pathname.slice(1)))) {
        try {
          process.kill(pid, name);
        } catch {
          // It has ended meanwhile.
        }
      }
    },
    async stop() {
      server.child.kill("SIGINT");
      await server.exited;
    },
    // After `stop`.
    async start() {
      server = await launch();
    },
  };
}
