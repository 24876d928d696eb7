// The module's functions, with strings instead of pointers. bindings/wasm/abi.hpp documents each.

import { EngineFailed } from "./errors.js";

export const done = 0;
export const refused = 1;
export const faulty = 2;

/** The limit of a text is 16 MiB. A longer one is cut just above the limit, so that the module rejects it. */
const unitsMax = (16 << 20) + 1;

/** Pointers are unsigned, but JavaScript gets them as signed numbers. */
const address = (pointer) => pointer >>> 0;

export class Abi {
    #exports;
    #memory = new Uint8Array();
    #encoder = new TextEncoder();
    #decoder = new TextDecoder("utf-8", { ignoreBOM: true });
    #failure;

    /** `instance` is an instance of `arbiter.wasm` that is not used elsewhere. */
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

    turn(game) {
        return this.#guarded(() => this.#exports.arbiter_turn(game));
    }

    free(game) {
        if (this.#failure === undefined) this.#guarded(() => this.#exports.arbiter_free(game));
    }

    freeDocument(document) {
        if (this.#failure === undefined) this.#guarded(() => this.#exports.arbiter_document_free(document));
    }

    closeReader(reader) {
        if (this.#failure === undefined) this.#guarded(() => this.#exports.arbiter_documents_close(reader));
    }

    get gamesHeld() {
        return this.#guarded(() => this.#exports.arbiter_held());
    }

    get bytesHeld() {
        return this.#exports.memory.buffer.byteLength;
    }

    /** After a trap, the module's memory is unreliable. */
    #guarded(work) {
        if (this.#failure !== undefined) throw new EngineFailed(this.#failure);
        try {
            return work();
        } catch (error) {
            this.#failure = error;
            throw new EngineFailed(error);
        }
    }

    /** Writes the texts one after the other, and replaces each by its size. */
    #handOver(values) {
        const texts = values.map((value) => (typeof value === "string" ? value.slice(0, unitsMax) : undefined));
        const units = texts.reduce((sum, text) => sum + (text?.length ?? 0), 0);
        if (units === 0) return values.map((value) => (typeof value === "string" ? 0 : value));
        let at = address(this.#exports.arbiter_request(3 * units));
        if (at === 0) throw new RangeError("not enough memory for a request");
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

    /** The buffer is replaced when the memory grows. */
    #view() {
        const { buffer } = this.#exports.memory;
        if (this.#memory.buffer !== buffer) this.#memory = new Uint8Array(buffer);
        return this.#memory;
    }
}
