// What is read from a text, and the part of it that the page itself reads.

import {
    Unreadable,
    type Document,
    type Engine,
    type Fault,
    type Formats,
    type GameName,
    type Source,
} from "../engine";
import { rangeOf } from "../faults/places";

export interface Kind {
    game: GameName;
    format: Formats[GameName];
}

/** A game of a text. */
export interface Entry {
    /** Whether there is a document, which may have errors. */
    isReadable: boolean;
    faults: Fault[];
    /** "Ada – Bob", if the text has names. */
    title: string;
    /** As the text states it; empty if it does not. */
    result: string;
}

/** Further games are left out: a longer list is not useful. */
export const entriesMax = 20_000;

const pieceSize = 1 << 16;

/** A text in pieces that end with a line. */
export function* pieces(text: string): Generator<string, void> {
    for (let at = 0; at < text.length;) {
        const line = text.indexOf("\n", at + pieceSize);
        const end = line < 0 ? text.length : line + 1;
        yield text.slice(at, end);
        at = end;
    }
}

export const sourceOf = (kind: Kind | null): Source => (kind ? { game: kind.game, format: kind.format } : {});

/** The first document of a text; null if there is none. The caller disposes of it. */
export function firstDocument(engine: Engine, text: string, kind: Kind | null): Document | null {
    for (const { document } of engine.documents(pieces(text), sourceOf(kind))) return document;
    return null;
}

/** Formats without documents that consist of moves: the text before a fault is a game too. */
const moveByMove = new Set<string>(["sgn", "sgn-url", "sgn-captures", "uci", "mat", "address"]);

/** The document of a faulty text up to its fault. The caller disposes of it. */
export function upToFault(engine: Engine, text: string, kind: Kind | null, faults: readonly Fault[]): Document | null {
    const fault = faults.find(({ severity }) => severity === "error");
    const range = fault && rangeOf(text, fault.place);
    if (!kind || !range || !moveByMove.has(kind.format)) return null;
    try {
        return firstDocument(engine, text.slice(0, range.start), kind);
    } catch (error) {
        if (!(error instanceof Unreadable)) throw error;
        return null;
    }
}
