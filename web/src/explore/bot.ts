// The built-in bot, in a worker: it needs no server.

import { engineModule } from "../engine_module";

export type Request = { module: WebAssembly.Module } | { record: string; level: number; seed: number };

export class Bot {
    #worker: Worker | null = null;
    #isThinking = false;

    /** What it plays in this position. Nothing is heard of a thought that is stopped. */
    async think(record: string, level: number): Promise<string> {
        this.stop();
        this.#isThinking = true;
        const worker = (this.#worker ??= await this.#started());
        const [seed = 0] = crypto.getRandomValues(new Uint32Array(1));
        return new Promise((resolve, reject) => {
            worker.onmessage = ({ data }: MessageEvent<string>) => {
                this.#isThinking = false;
                resolve(data);
            };
            worker.onerror = () => reject(new Error("the bot failed"));
            worker.postMessage({ record, level, seed } satisfies Request);
        });
    }

    stop() {
        if (!this.#isThinking) return;
        this.#isThinking = false;
        this.#worker?.terminate();
        this.#worker = null;
    }

    async #started(): Promise<Worker> {
        const module = await engineModule();
        const worker = new Worker(new URL("./bot.worker.ts", import.meta.url), { type: "module" });
        worker.postMessage({ module } satisfies Request);
        return worker;
    }
}
