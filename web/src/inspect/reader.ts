// The worker that reads texts for the inspector.

import type { Decoded } from "../engine";
import { engineModule } from "../engine_module";
import type { Entry, Kind } from "./read";

type Question =
    | { type: "read"; text: string; kind: Kind | null }
    | { type: "open"; index: number }
    | { type: "decode"; bytes: ArrayBuffer };

export type Request = { type: "engine"; module: WebAssembly.Module } | (Question & { id: number });

/** What has been read since the last answer. */
export interface Progress {
    kind: Kind | null;
    /** The part of the text that has been read: 1 is all of it. */
    part: number;
    entries: Entry[];
    /** There are games that are not listed. */
    hasMore: boolean;
}

export type Answer =
    | ({ type: "read"; id: number } & Progress)
    | { type: "opened"; id: number; text: string | null }
    | { type: "decoded"; id: number; decoded: Decoded };

export class Reader {
    #worker: Promise<Worker> | null = null;
    #asked = 0;
    /** The text that is being read; 0: none. */
    #reading = 0;
    readonly #waiting = new Map<number, (answer: Answer) => void>();

    constructor(private readonly onfailure: () => void) {}

    /** Reads a text; the one before it is given up. */
    read(text: string, kind: Kind | null, onprogress: (progress: Progress) => void) {
        this.giveUp();
        const id = this.#ask({ type: "read", text, kind }, (answer) => {
            if (answer.type !== "read") return;
            if (answer.part === 1) this.#reading = 0;
            onprogress(answer);
        });
        this.#reading = id;
    }

    /** A game of the text that was read last, by its number, in the format of the text. */
    open(index: number): Promise<string | null> {
        return new Promise((resolve) => {
            this.#ask({ type: "open", index }, (answer) => {
                if (answer.type === "opened") resolve(answer.text);
            });
        });
    }

    decode(bytes: ArrayBuffer): Promise<Decoded> {
        return new Promise((resolve) => {
            this.#ask({ type: "decode", bytes }, (answer) => {
                if (answer.type === "decoded") resolve(answer.decoded);
            });
        });
    }

    /** Gives up the text that is being read. A file that is being opened goes on. */
    giveUp() {
        if (this.#reading > 0) this.stop();
    }

    stop() {
        this.#worker?.then(
            (worker) => worker.terminate(),
            () => {},
        );
        this.#worker = null;
        this.#reading = 0;
        this.#waiting.clear();
    }

    #ask(question: Question, take: (answer: Answer) => void): number {
        const id = (this.#asked += 1);
        this.#waiting.set(id, take);
        this.#worker ??= this.#started();
        this.#worker.then((worker) => worker.postMessage({ ...question, id }), this.onfailure);
        return id;
    }

    async #started(): Promise<Worker> {
        const module = await engineModule();
        const worker = new Worker(new URL("./reader.worker.ts", import.meta.url), { type: "module" });
        worker.onmessage = ({ data }: MessageEvent<Answer>) => {
            const take = this.#waiting.get(data.id);
            if (data.type !== "read" || data.part === 1) this.#waiting.delete(data.id);
            take?.(data);
        };
        worker.onerror = this.onfailure;
        worker.postMessage({ type: "engine", module } satisfies Request);
        return worker;
    }
}
