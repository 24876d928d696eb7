// The engine in a worker, for what takes long. Nothing is heard of a thought that is stopped.

import type { AnalysisOptions } from "../engine";
import { engineModule } from "../engine_module";

export type Task =
    | { kind: "move"; level: number; seed: number }
    | { kind: "analyse"; options: AnalysisOptions & { lines?: number } }
    | { kind: "review"; ply: number; options: AnalysisOptions };

export type Request = { module: WebAssembly.Module } | { record: string; task: Task };

export class Thinker {
    #worker: Worker | null = null;
    /** Counts questions, so that a worker that comes too late is not asked. */
    #asked = 0;
    #isThinking = false;

    /** Ends the thought before. */
    async ask<T>(record: string, task: Task): Promise<T> {
        this.stop();
        const number = this.#asked;
        this.#isThinking = true;
        const worker = (this.#worker ??= await this.#started());
        return new Promise((resolve, reject) => {
            if (number !== this.#asked) return;
            worker.onmessage = ({ data }: MessageEvent<T>) => {
                this.#isThinking = false;
                resolve(data);
            };
            worker.onerror = () => reject(new Error("the engine failed"));
            worker.postMessage({ record, task } satisfies Request);
        });
    }

    stop() {
        this.#asked += 1;
        if (!this.#isThinking) return;
        this.#isThinking = false;
        this.#worker?.terminate();
        this.#worker = null;
    }

    /** Frees the worker. */
    close() {
        this.stop();
        this.#worker?.terminate();
        this.#worker = null;
    }

    async #started(): Promise<Worker> {
        const module = await engineModule();
        const worker = new Worker(new URL("./thinker.worker.ts", import.meta.url), { type: "module" });
        worker.postMessage({ module } satisfies Request);
        return worker;
    }
}
