// The engine without a default location of its module.

import { Abi, done, refused } from "./abi.js";
import { decode } from "./charset.js";
import { EngineFailed, Refused, Unreadable } from "./errors.js";
import { instantiate } from "./module.js";

export { EngineFailed, Refused, Unreadable };

const sides = { white: 0, black: 1 };
const sideNames = Object.keys(sides);
const nobody = -1;
const sameSource = -1;

/** Only this file can construct engines and games. */
const key = Symbol("key");

export async function loadEngine(source) {
    return new Engine(key, await instantiate(source));
}

function textOf(value, what) {
    if (typeof value !== "string") throw new TypeError(`${what} must be a string`);
    return value;
}

function bytesOf(value) {
    if (value instanceof ArrayBuffer) return new Uint8Array(value);
    if (!ArrayBuffer.isView(value)) throw new TypeError("bytes must be an ArrayBuffer or a view of one");
    return new Uint8Array(value.buffer, value.byteOffset, value.byteLength);
}

function sideOf(by) {
    if (by === undefined || by === null) return nobody;
    if (!Object.hasOwn(sides, by)) throw new TypeError('by must be "white" or "black"');
    return sides[by];
}

/** A move is a string, a JSON object, or a row and a column. */
function moveText(move, what = "a move") {
    if (typeof move === "object" && move !== null) return JSON.stringify(move);
    return textOf(move, what);
}

/** The engine takes all options as strings. */
function optionTexts(options = {}) {
    const given = Object.entries(options).filter(([, value]) => value !== undefined);
    return Object.fromEntries(given.map(([name, value]) => [name, String(value)]));
}

/** The last source without options, and its JSON: one text often comes after another from the same. */
let known = {};

function sourceText({ game, format, options, notation, strict } = {}) {
    if (options) return JSON.stringify({ game, format, options: optionTexts(options), notation, strict });
    const same =
        known.game === game && known.format === format && known.notation === notation && known.strict === strict;
    if (!same) known = { game, format, notation, strict, json: JSON.stringify({ game, format, notation, strict }) };
    return known.json;
}

/** A list, or lists in a list, of words and numbers. */
const copied = (value) => (Array.isArray(value) ? value.map(copied) : value);

/** The effects of moves, of which many are equal: copying them is several times faster than parsing them. */
class EffectsReader {
    #abi;
    #kept = [];

    constructor(abi) {
        this.#abi = abi;
    }

    /** Those that were answered last. */
    read() {
        const { place } = this.#abi;
        if (place === 0) return JSON.parse(this.#abi.text);
        if (!this.#abi.isThere) this.#kept[place] = JSON.parse(this.#abi.text).map(EffectsReader.#original);
        return this.#kept[place].map(EffectsReader.#copy);
    }

    /** With the names of what is not copied along with the data. */
    static #original({ kind, data }) {
        return { kind, data, deep: Object.keys(data).filter((name) => typeof data[name] === "object") };
    }

    static #copy({ kind, data, deep }) {
        const copy = { ...data };
        for (const name of deep) copy[name] = copied(data[name]);
        return { kind, data: copy };
    }
}

/** Calls a function, and throws unless it is done. */
function run(abi, name, first, second, third) {
    const status = abi.call(name, first, second, third);
    if (status === done) return;
    const answer = JSON.parse(abi.text);
    throw status === refused ? new Refused(answer) : new Unreadable(answer);
}

function call(abi, name, first, second, third) {
    run(abi, name, first, second, third);
    return abi.text;
}

/** Calls a function that answers a handle. */
function heldBy(abi, name, first, second) {
    run(abi, name, first, second);
    const { text } = abi;
    return { handle: abi.held, faults: text === "" ? [] : JSON.parse(text) };
}

/**
 * Frees what is garbage-collected. Nothing is before the present task ends, and most games are disposed of until then: what
 * remains is registered at its end, because to register a game takes longer than to read one.
 */
class Abandoned {
    static #youngMax = 1024;
    #registry;
    #young = [];
    #handles = [];
    #waits = false;

    constructor(free) {
        this.#registry = new FinalizationRegistry(free);
    }

    watch(object, handle) {
        if (this.#young.length === Abandoned.#youngMax) this.#register();
        this.#young.push(object);
        this.#handles.push(handle);
        if (this.#waits) return;
        this.#waits = true;
        queueMicrotask(() => {
            this.#waits = false;
            this.#register();
        });
    }

    forget(object) {
        if (this.#young.at(-1) !== object) return void this.#registry.unregister(object);
        this.#young.pop();
        this.#handles.pop();
    }

    #register() {
        this.#young.forEach((object, i) => {
            if (!object.disposed) this.#registry.register(object, this.#handles[i], object);
        });
        this.#young = [];
        this.#handles = [];
    }
}

export class Engine {
    #abi;
    #abandonedDocuments;
    #maker;
    /** Of the last text that was loaded. */
    #source;

    constructor(given, instance) {
        if (given !== key) throw new TypeError("engines are created by loadEngine");
        this.#abi = new Abi(instance);
        const abi = this.#abi;
        this.#maker = {
            abi,
            effects: new EffectsReader(abi),
            abandoned: new Abandoned((handle) => abi.free(handle)),
            copy: (handle) => this.#hold("arbiter_copy", handle),
            document: (handle) => this.#document("arbiter_document_of", handle),
        };
        this.#abandonedDocuments = new Abandoned((handle) => abi.freeDocument(handle));
    }

    games() {
        return JSON.parse(call(this.#abi, "arbiter_games"));
    }

    detect(text, game = "") {
        return JSON.parse(call(this.#abi, "arbiter_detect", textOf(text, "a text"), textOf(game, "a game")));
    }

    decode(bytes, charset = "") {
        const judge = {
            charsets: (head) => JSON.parse(call(this.#abi, "arbiter_charsets", head, textOf(charset, "a charset"))),
            plausibility: (text, name) => Number(call(this.#abi, "arbiter_plausibility", text, name)),
        };
        return decode(bytesOf(bytes), charset !== "", judge);
    }

    new(game, options) {
        return this.#hold("arbiter_new", textOf(game, "a game"), JSON.stringify(optionTexts(options)));
    }

    load(text, source) {
        const given = textOf(text, "a text");
        const json = sourceText(source);
        const same = json === this.#source;
        this.#source = json;
        return this.#hold("arbiter_load", given, same ? sameSource : json);
    }

    loadAll(text, source) {
        const answer = call(this.#abi, "arbiter_load_all", textOf(text, "a text"), sourceText(source));
        return JSON.parse(answer).map(({ handle, faults }) =>
            handle === null
                ? { game: null, error: new Unreadable(faults) }
                : { game: this.#game(handle, faults), error: null },
        );
    }

    document(text, source) {
        return this.#document("arbiter_document_load", textOf(text, "a text"), sourceText(source));
    }

    *documents(text, source = {}) {
        const pieces = typeof text === "string" ? [text] : text;
        let reader;
        try {
            for (const piece of pieces) {
                reader ??= this.#reader(textOf(piece, "a piece of a text"), source);
                call(this.#abi, "arbiter_documents_feed", reader, textOf(piece, "a piece of a text"));
                yield* this.#read(reader);
            }
            if (reader === undefined) return;
            call(this.#abi, "arbiter_documents_finish", reader);
            yield* this.#read(reader);
        } finally {
            if (reader !== undefined) this.#abi.closeReader(reader);
        }
    }

    #reader(first, source) {
        const found = source.format ? {} : this.detect(first, source.game);
        return JSON.parse(call(this.#abi, "arbiter_documents_open", sourceText({ ...source, ...found })));
    }

    *#read(reader) {
        for (;;) {
            const next = JSON.parse(call(this.#abi, "arbiter_documents_next", reader));
            if (next === null) return;
            const { handle, faults } = next;
            if (handle === null) yield { document: null, error: new Unreadable(faults) };
            else yield { document: this.#documentAt(handle, faults), error: null };
        }
    }

    get gamesHeld() {
        return this.#abi.gamesHeld;
    }

    get bytesHeld() {
        return this.#abi.bytesHeld;
    }

    #hold(name, first, second) {
        const { handle, faults } = heldBy(this.#abi, name, first, second);
        return this.#game(handle, faults);
    }

    #game(handle, warnings) {
        return new Game(key, this.#maker, handle, warnings);
    }

    #document(name, first, second) {
        const { handle, faults } = heldBy(this.#abi, name, first, second);
        return this.#documentAt(handle, faults);
    }

    #documentAt(handle, faults) {
        return new Document(key, {
            abi: this.#abi,
            handle,
            faults,
            abandoned: this.#abandonedDocuments,
            game: (node) => this.#hold("arbiter_document_game", handle, node),
        });
    }
}

export class Game {
    #abi;
    #maker;
    #handle;
    #state;

    constructor(given, maker, handle, warnings) {
        if (given !== key) throw new TypeError("games are created by an engine's new or load");
        this.#abi = maker.abi;
        this.#maker = maker;
        this.#handle = handle;
        this.warnings = warnings;
        maker.abandoned.watch(this, handle);
    }

    get name() {
        return this.#now().game;
    }

    get title() {
        return this.#now().title;
    }

    get turn() {
        return this.#state?.turn ?? sideNames[this.#abi.turn(this.#handle)] ?? this.#now().turn;
    }

    get awaits() {
        return this.#now().awaits;
    }

    get outcome() {
        return this.#now().outcome;
    }

    get eventCount() {
        return this.#now().events;
    }

    get hash() {
        return BigInt(this.#now().hash);
    }

    legal(notation = "") {
        return this.#json("arbiter_legal", textOf(notation, "a notation"));
    }

    history(notation = "") {
        return this.#json("arbiter_history", textOf(notation, "a notation"));
    }

    check(move, by) {
        run(this.#abi, "arbiter_check", this.#handle, moveText(move), sideOf(by));
        return this.#maker.effects.read();
    }

    play(move, by) {
        run(this.#abi, "arbiter_play", this.#handle, moveText(move), sideOf(by));
        this.#state = undefined;
        return this.#maker.effects.read();
    }

    understand(move, by) {
        return this.#json("arbiter_understand", moveText(move), sideOf(by));
    }

    undo() {
        this.#state = undefined;
        return this.#json("arbiter_undo");
    }

    setTag(name, value) {
        this.#call("arbiter_set_tag", textOf(name, "a name"), textOf(value, "a value"));
    }

    ask(question, argument = "") {
        return this.#json("arbiter_ask", textOf(question, "a question"), moveText(argument, "an argument"));
    }

    besideState() {
        return this.#call("arbiter_beside_state");
    }

    write(format) {
        return this.#call("arbiter_write", textOf(format, "a format"));
    }

    svg(options = {}) {
        return this.#call("arbiter_svg", JSON.stringify(options));
    }

    text(options = {}) {
        return this.#call("arbiter_text", JSON.stringify(options));
    }

    perft(depth) {
        if (!Number.isInteger(depth)) throw new TypeError("a depth must be a whole number");
        return this.#json("arbiter_perft", Math.max(-1, Math.min(depth, 1000)));
    }

    botMove({ level = 4, seed = 0 } = {}) {
        if (!Number.isInteger(level)) throw new TypeError("a level must be a whole number");
        return this.#json("arbiter_bot_move", Math.max(0, Math.min(level, 9)), seed >>> 0).move;
    }

    analyse(options = {}) {
        return this.#json("arbiter_analyse", JSON.stringify(options));
    }

    reviewEvent(ply, options = {}) {
        return this.#json("arbiter_review_event", plyOf(ply), JSON.stringify(options));
    }

    review(moves) {
        return this.#json("arbiter_review", JSON.stringify(moves));
    }

    equals(other) {
        return other.#abi === this.#abi && this.#json("arbiter_equal", other.#handle);
    }

    copy() {
        return this.#maker.copy(this.#handle);
    }

    document() {
        return this.#maker.document(this.#handle);
    }

    get disposed() {
        return this.#handle === 0;
    }

    /** Frees the game at once instead of when it is garbage-collected. */
    dispose() {
        if (this.disposed) return;
        this.#maker.abandoned.forget(this);
        this.#abi.free(this.#handle);
        this.#handle = 0;
        this.#state = undefined;
    }

    #now() {
        this.#state ??= this.#json("arbiter_state");
        return this.#state;
    }

    #json(name, first, second) {
        return JSON.parse(this.#call(name, first, second));
    }

    #call(name, first, second) {
        return call(this.#abi, name, this.#handle, first, second);
    }
}

function plyOf(ply) {
    if (!Number.isInteger(ply) || ply < 0 || ply > 0xffffffff) throw new TypeError("a ply must be a whole number");
    return ply;
}

/** A node is a whole number that the document has given out; no other is one of its nodes. */
function nodeOf(node) {
    if (!Number.isInteger(node) || node < 0 || node > 0xffffffff) throw new TypeError("a node must be a whole number");
    return node;
}

export class Document {
    #abi;
    #handle;
    #abandoned;
    #game;

    constructor(given, { abi, handle, faults, abandoned, game } = {}) {
        if (given !== key) throw new TypeError("documents are created by an engine's document");
        this.#abi = abi;
        this.#handle = handle;
        this.#abandoned = abandoned;
        this.#game = game;
        this.faults = faults;
        abandoned.watch(this, handle);
    }

    get tags() {
        return JSON.parse(this.#call("arbiter_document_tags"));
    }

    tree(notation = "") {
        return JSON.parse(this.#call("arbiter_document_tree", textOf(notation, "a notation")));
    }

    game(node) {
        return this.#game(nodeOf(node));
    }

    add(parent, move) {
        return JSON.parse(this.#call("arbiter_document_add", nodeOf(parent), moveText(move)));
    }

    remove(node) {
        this.#call("arbiter_document_remove", nodeOf(node));
    }

    promote(node) {
        this.#call("arbiter_document_promote", nodeOf(node));
    }

    annotate(node, annotations) {
        this.#call("arbiter_document_annotate", nodeOf(node), JSON.stringify(annotations));
    }

    addReview(moves) {
        this.#call("arbiter_document_review", JSON.stringify(moves));
    }

    setTag(name, value) {
        this.#call("arbiter_document_set_tag", textOf(name, "a name"), textOf(value, "a value"));
    }

    write(format) {
        return this.#call("arbiter_document_write", textOf(format, "a format"));
    }

    get disposed() {
        return this.#handle === 0;
    }

    /** Frees the document at once instead of when it is garbage-collected. */
    dispose() {
        if (this.disposed) return;
        this.#abandoned.forget(this);
        this.#abi.freeDocument(this.#handle);
        this.#handle = 0;
    }

    #call(name, first, second) {
        return call(this.#abi, name, this.#handle, first, second);
    }
}

if (Symbol.dispose) {
    Game.prototype[Symbol.dispose] = Game.prototype.dispose;
    Document.prototype[Symbol.dispose] = Document.prototype.dispose;
}
