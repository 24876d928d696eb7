// The programs to compare, each controlled line by line.

import { spawn } from "node:child_process";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { createInterface } from "node:readline";

/**
 * Processor time of a thread in seconds, which other load affects least. Available on Linux only;
 * elsewhere the elapsed time.
 */
function processorSeconds(thread) {
  const file = `/proc/${thread}/schedstat`;
  if (!existsSync(file)) return performance.now() / 1000;
  return Number(readFileSync(file, "utf8").split(" ")[0]) / 1e9;
}

/** The processor time of a thread during `work`. */
export async function timed(work, thread = "thread-self") {
  const begin = processorSeconds(thread);
  const result = await work();
  return { result, seconds: processorSeconds(thread) - begin };
}

/** A child process with a line protocol. */
class Program {
  constructor(path, environment = {}) {
    this.child = spawn(path, { stdio: ["pipe", "pipe", "inherit"], env: { ...process.env, ...environment } });
    this.failure = new Promise((_, reject) => {
      this.child.on("error", (error) => reject(new Error(`${path}: ${error.message}`)));
      this.child.on("exit", (code) => reject(new Error(`${path} ended with ${code}`)));
    });
    this.failure.catch(() => {});
    this.lines = createInterface({ input: this.child.stdout })[Symbol.asyncIterator]();
  }

  send(line) {
    this.child.stdin.write(line + "\n");
  }

  /** The next line for which `wanted` holds. */
  async receive(wanted = () => true) {
    for (;;) {
      const { value, done } = await Promise.race([this.lines.next(), this.failure]);
      if (done) throw new Error("no answer");
      if (wanted(value)) return value;
    }
  }

  close() {
    this.child.removeAllListeners("exit");
    this.child.kill();
  }
}

/** tests/bench/main.cpp. */
export class Arbiter extends Program {
  async ask(request) {
    this.send(request);
    const answer = JSON.parse(await this.receive());
    if (answer.error) throw new Error(`arbiter_bench, ${request}: ${answer.error}`);
    return answer;
  }

  async perft({ fen, depth }) {
    const { count, seconds } = await this.ask(`perft ${depth} ${fen}`);
    return { leaves: count, seconds };
  }
}

const debianStockfish = "/usr/games/stockfish"; // often not in PATH
const stockfishPath = existsSync(debianStockfish) ? debianStockfish : "stockfish";

export class Stockfish extends Program {
  static async start() {
    const stockfish = new Stockfish(stockfishPath);
    stockfish.name = (await stockfish.receive()).split(" by ")[0];
    return stockfish;
  }

  /** Its main thread only reads commands. */
  searchThread() {
    const threads = `/proc/${this.child.pid}/task`;
    const others = existsSync(threads) ? readdirSync(threads).map(Number) : [];
    return `${this.child.pid}/task/${Math.max(...others)}`;
  }

  async perft({ fen, depth }) {
    this.send(`position fen ${fen}`);
    this.send("isready");
    await this.receive((line) => line === "readyok");
    const { result, seconds } = await timed(() => {
      this.send(`go perft ${depth}`);
      return this.receive((line) => line.startsWith("Nodes searched: "));
    }, this.searchThread());
    return { leaves: Number(result.split(": ")[1]), seconds };
  }
}
