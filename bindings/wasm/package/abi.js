// The module's functions, with strings instead of pointers. bindings/wasm/abi.hpp documents each.

import { EngineFailed } from "./errors.js";

export const done = 0;
export const refused = 1;
export const faulty = 2;

/** The limit of a text is 16 MiB. A longer one is cut just above the limit, so that the module rejects it. */
const unitsMax = (16 << 20) + 1;

/** Of a text that is written unit by unit. */
const shortMax = 20;

/** The bytes of an answer that is looked at through a view that is kept. */
const keptMax = 256;

/** Pointers are unsigned, but JavaScript gets them as signed numbers. */
const address = (pointer) => pointer >>> 0;

/** The members of the module's `Exchange`, each a word. */
const request = 0;
const requestSize = 1;
const answer = 2;
const answerSize = 3;
const held = 4;
const place = 5;
const isThere = 6;

/** Of a text; a number needs no memory. */
const unitsOf = (value) => (typeof value === "string" ? Math.min(value.length, unitsMax) : 0);

export class Abi {
    #exports;
    #exchange;
    #memory = new Uint8Array();
    #words = new Uint32Array();
    /** From where the texts of most calls are written. */
    #requests = new Uint8Array();
    #encoder = new TextEncoder();
    #decoder = new TextDecoder("utf-8", { ignoreBOM: true });
    /** By size, the last short answer: the next one often lies in its place, and making a view takes time. */
    #answers = new Array(keptMax + 1).fill(new Uint8Array());
    /** Where the next text of a call is written. */
    #at = 0;
    #failure;

    /** `instance` is an instance of `arbiter.wasm` that is not used elsewhere. */
    constructor(instance) {
        this.#exports = { ...instance.exports };
        this.#exports._initialize();
        this.#exchange = address(this.#exports.arbiter_exchange()) / 4;
    }

    /** Calls a function with numbers and texts, and returns its status. */
    call(name, first = 0, second = 0, third = 0) {
        if (this.#failure !== undefined) throw new EngineFailed(this.#failure);
        try {
            this.#begin(unitsOf(first) + unitsOf(second) + unitsOf(third));
            return this.#invoke(name, this.#given(first), this.#given(second), this.#given(third));
        } catch (error) {
            this.#fail(error);
        }
    }

    /** The answer to the last call. */
    get text() {
        const size = this.#word(answerSize);
        if (size === 0) return "";
        return this.#decoder.decode(this.#bytes(this.#word(answer), size));
    }

    /** What the last call began to hold. */
    get held() {
        return this.#word(held);
    }

    /** Where to keep what the last effects were parsed to; 0: nowhere. */
    get place() {
        return this.#word(place);
    }

    /** Whether it is there already. */
    get isThere() {
        return this.#word(isThere) !== 0;
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

    /** What is called most is called by its own name, where the way into the module is shorter. */
    #invoke(name, first, second, third) {
        const functions = this.#exports;
        switch (name) {
            case "arbiter_load":
                return functions.arbiter_load(first, second);
            case "arbiter_play":
                return functions.arbiter_play(first, second, third);
            case "arbiter_write":
                return functions.arbiter_write(first, second);
            default:
                return functions[name](first, second, third);
        }
    }

    /** A view whose buffer was replaced begins at 0, where no answer lies. */
    #bytes(at, size) {
        if (size > keptMax) return this.#memory.subarray(at, at + size);
        if (this.#answers[size].byteOffset !== at) this.#answers[size] = this.#memory.subarray(at, at + size);
        return this.#answers[size];
    }

    /** Finds room for the texts of a call. */
    #begin(units) {
        if (units === 0) return;
        this.#at = this.#word(request);
        if (3 * units <= this.#word(requestSize)) return;
        this.#at = address(this.#exports.arbiter_request(3 * units));
        if (this.#at === 0) throw new RangeError("not enough memory for a request");
        this.#view();
    }

    /** Writes a text after the one before, and returns its size. */
    #given(value) {
        if (typeof value !== "string") return value;
        const size = this.#write(value.length > unitsMax ? value.slice(0, unitsMax) : value, this.#at);
        this.#at += size;
        return size;
    }

    /** Returns the size in bytes. For a short text, a loop is faster than the encoder. */
    #write(text, at) {
        const memory = this.#memory;
        const { length } = text;
        let i = 0;
        if (length <= shortMax) {
            for (; i < length; i++) {
                const unit = text.charCodeAt(i);
                if (unit > 0x7f) break;
                memory[at + i] = unit;
            }
        }
        if (i === length) return i;
        const rest = at === this.#requests.byteOffset ? this.#requests : memory.subarray(at);
        return this.#encoder.encodeInto(text, rest).written;
    }

    #word(index) {
        return this.#view()[this.#exchange + index];
    }

    /** When the memory grows, its buffer is replaced and the old one becomes empty. */
    #view() {
        if (this.#words.length === 0) {
            this.#memory = new Uint8Array(this.#exports.memory.buffer);
            this.#words = new Uint32Array(this.#exports.memory.buffer);
            this.#requests = this.#memory.subarray(this.#words[this.#exchange + request]);
        }
        return this.#words;
    }
}
