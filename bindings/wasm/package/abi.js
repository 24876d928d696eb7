// The module's functions with texts for pointers. wasm/abi.hpp says what each takes and answers.

import { EngineFailed } from "./errors.js";

export const done = 0;
export const refused = 1;
export const faulty = 2;

/**
 * A text may have 16 MiB. Of a longer one so much is handed over that the module sees it is too
 * large, and says so.
 */
const unitsMax = (16 << 20) + 1;

/** The module counts its bytes without a sign, JavaScript reads them with one. */
const address = (pointer) => pointer >>> 0;

export class Abi {
    #exports;
    #memory = new Uint8Array();
    #encoder = new TextEncoder();
    #decoder = new TextDecoder("utf-8", { ignoreBOM: true });
    #failure;

    /** `instance` is of the module `arbiter.wasm`, and nobody else's. */
    constructor(instance) {
        this.#exports = instance.exports;
        this.#exports._initialize();
    }

    /** Calls a function with numbers and texts: `{ status, text }`. */
    call(name, ...values) {
        return this.#guarded(() => {
            const status = this.#exports[name](...this.#handOver(values));
            return { status, text: this.#answer() };
        });
    }

    free(game) {
        if (this.#failure === undefined) this.#guarded(() => this.#exports.arbiter_free(game));
    }

    get gamesHeld() {
        return this.#guarded(() => this.#exports.arbiter_held());
    }

    get bytesHeld() {
        return this.#exports.memory.buffer.byteLength;
    }

    /** After a trap nothing in the module's memory can be relied on. */
    #guarded(work) {
        if (this.#failure !== undefined) throw new EngineFailed(this.#failure);
        try {
            return work();
        } catch (error) {
            this.#failure = error;
            throw new EngineFailed(error);
        }
    }

    /** Writes the texts one after the other, and puts its size in the place of each. */
    #handOver(values) {
        const texts = values.map((value) => (typeof value === "string" ? value.slice(0, unitsMax) : undefined));
        const units = texts.reduce((sum, text) => sum + (text?.length ?? 0), 0);
        if (units === 0) return values.map((value) => (typeof value === "string" ? 0 : value));
        let at = address(this.#exports.arbiter_request(3 * units));
        if (at === 0) throw new RangeError("there is no memory left for a request");
        const memory = this.#view();
        return texts.map((text, i) => {
            if (text === undefined) return values[i];
            const { written } = this.#encoder.encodeInto(text, memory.subarray(at));
            at += written;
            return written;
        });
    }

    #answer() {
        const at = address(this.#exports.arbiter_answer());
        const end = at + this.#exports.arbiter_answer_size();
        return this.#decoder.decode(this.#view().subarray(at, end));
    }

    /** Memory that has grown has another buffer. */
    #view() {
        const { buffer } = this.#exports.memory;
        if (this.#memory.buffer !== buffer) this.#memory = new Uint8Array(buffer);
        return this.#memory;
    }
}
