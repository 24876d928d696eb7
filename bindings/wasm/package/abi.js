// The module's functions, with strings instead of pointers. bindings/wasm/abi.hpp documents each.

import { EngineFailed } from "./errors.js";

export const done = 0;
export const refused = 1;
export const faulty = 2;

/** The limit of a text is 16 MiB. A longer one is cut just above the limit, so that the module rejects it. */
const unitsMax = (16 << 20) + 1;

/** Of a text that is written unit by unit. */
const shortMax = 40;

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
        if (this.#failure !== undefined) throw new EngineFailed(this.#failure);
        try {
            this.#handOver(values);
            const status = this.#exports[name](...values);
            return { status, text: this.#answer() };
        } catch (error) {
            this.#fail(error);
        }
    }

    turn(game) {
        if (this.#failure !== undefined) throw new EngineFailed(this.#failure);
        try {
            return this.#exports.arbiter_turn(game);
        } catch (error) {
            this.#fail(error);
        }
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

    #guarded(work) {
        if (this.#failure !== undefined) throw new EngineFailed(this.#failure);
        try {
            return work();
        } catch (error) {
            this.#fail(error);
        }
    }

    /** After a trap, the module's memory is unreliable. */
    #fail(error) {
        this.#failure = error;
        throw new EngineFailed(error);
    }

    /** Writes the texts one after the other, and replaces each by its size. */
    #handOver(values) {
        let units = 0;
        for (let i = 0; i < values.length; i++) {
            if (typeof values[i] !== "string") continue;
            if (values[i].length > unitsMax) values[i] = values[i].slice(0, unitsMax);
            units += values[i].length;
        }
        let at = 0;
        if (units > 0) {
            at = address(this.#exports.arbiter_request(3 * units));
            if (at === 0) throw new RangeError("not enough memory for a request");
        }
        for (let i = 0; i < values.length; i++) {
            if (typeof values[i] !== "string") continue;
            values[i] = this.#write(values[i], at);
            at += values[i];
        }
    }

    /** Returns the size in bytes. For a short text, a loop is faster than the encoder. */
    #write(text, at) {
        const memory = this.#view();
        let i = 0;
        if (text.length <= shortMax) {
            for (; i < text.length; i++) {
                const unit = text.charCodeAt(i);
                if (unit > 0x7f) break;
                memory[at + i] = unit;
            }
        }
        if (i === text.length) return i;
        return this.#encoder.encodeInto(text, memory.subarray(at)).written;
    }

    #answer() {
        const size = this.#exports.arbiter_answer_size();
        if (size === 0) return "";
        const at = address(this.#exports.arbiter_answer());
        return this.#decoder.decode(this.#view().subarray(at, at + size));
    }

    /** When the memory grows, its buffer is replaced and the old one becomes empty. */
    #view() {
        if (this.#memory.length === 0) this.#memory = new Uint8Array(this.#exports.memory.buffer);
        return this.#memory;
    }
}
