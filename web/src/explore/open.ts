// Opens the game of an address, which the engine reads.

import { Unreadable, type Engine, type Fault, type Game } from "../engine";
import { pieceAt, rangeOf, type Range } from "../faults/places";

export interface AddressFault extends Fault {
    /** The place in the text of the address; null if it concerns the whole text. */
    range: Range | null;
}

export interface FaultyAddress {
    game: null;
    faults: AddressFault[];
    /** What comes after the name of the game, as people read it. */
    text: string;
    /** The game up to the fault. */
    before: Game | null;
}

export type Opening = { game: Game; faults: null } | FaultyAddress;

/** Unescaped, with spaces instead of _. */
function plainText(path: string): string {
    try {
        return decodeURIComponent(path).replaceAll("_", " ");
    } catch {
        return path.replaceAll("_", " ");
    }
}

/** The game of the first part of an address; null if that has none. */
function gameUpTo(engine: Engine, part: string, search: string): Game | null {
    try {
        return engine.load(part.replace(/(?:,|_|%20)+$/, "") + search);
    } catch (error) {
        if (!(error instanceof Unreadable)) throw error;
        return null;
    }
}

function faultyAddress(engine: Engine, address: string, { faults }: Unreadable): FaultyAddress {
    const [path = ""] = address.split("?", 1);
    const begin = path.indexOf("/", 1) + 1 || path.length;
    const text = plainText(path.slice(begin));
    const starts = faults.map(({ place }) => rangeOf(path, place)?.start ?? -1);
    const marked = faults.map((fault, i) => {
        const start = starts[i]!;
        return { ...fault, range: start < begin ? null : pieceAt(text, plainText(path.slice(begin, start)).length) };
    });
    const first = starts.find((_, i) => faults[i]!.severity === "error") ?? -1;
    const before = first > begin ? gameUpTo(engine, path.slice(0, first), address.slice(path.length)) : null;
    return { game: null, faults: marked, text, before };
}

/** `address` is the path and the query, as in the browser: "/go/9x9,C3b?komi=6.5". */
export function openAddress(engine: Engine, address: string): Opening {
    try {
        return { game: engine.load(address), faults: null };
    } catch (error) {
        if (!(error instanceof Unreadable)) throw error;
        return faultyAddress(engine, address, error);
    }
}
