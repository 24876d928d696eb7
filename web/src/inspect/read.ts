// A text as the inspector sees it: which games are in it, and what is wrong with them.

import { Unreadable, type Engine, type Fault, type Game, type Source } from "../engine";
import { rangeOf } from "../faults/places";
import { guess, type Kind } from "./guess";

export interface Entry {
    game: Game | null;
    /** Errors where there is no game, and warnings where there is one. */
    faults: Fault[];
    /** "Ada – Bob", where the text has names. */
    title: string;
}

export interface Reading {
    text: string;
    kind: Kind | null;
    entries: Entry[];
}

/** More than this is not kept apart: the list would be no use to anybody. */
const entriesMax = 2000;

function titleOf(game: Game): string {
    try {
        const { tags = {} } = JSON.parse(game.write("record")) as { tags?: Record<string, string> };
        const names = [tags.White, tags.Black].filter((name) => name && name !== "?");
        return names.join(" – ");
    } catch {
        return "";
    }
}

const unknown = (error: Unreadable): Entry => ({ game: null, faults: error.faults, title: "" });

/** `wanted` is what the reader was told it is; otherwise it is guessed. The games are the caller's. */
export function readText(engine: Engine, text: string, wanted: Kind | null): Reading {
    const kind = wanted ?? guess(engine, text);
    const source: Source = kind ? { game: kind.game, format: kind.format } : {};
    try {
        const found = engine.loadAll(text, source);
        for (const { game } of found.slice(entriesMax)) game?.dispose();
        const entries = found
            .slice(0, entriesMax)
            .map(({ game, error }) => (game ? { game, faults: game.warnings, title: titleOf(game) } : unknown(error)));
        return { text, kind, entries };
    } catch (error) {
        if (!(error instanceof Unreadable)) throw error;
        return { text, kind, entries: [unknown(error)] };
    }
}

export function dispose({ entries }: Reading) {
    for (const { game } of entries) game?.dispose();
}

/** Formats that tell move after move: what stands before a fault is a game too. */
const moveByMove = new Set<string>(["sgn", "sgn-url", "sgn-captures", "sgf", "uci", "pgn", "mat"]);

/** The game of a broken entry as far as it can be read. To be disposed. */
export function upToFault(engine: Engine, reading: Reading, index: number): Game | null {
    const { text, kind, entries } = reading;
    const fault = entries[index]?.faults.find(({ severity }) => severity === "error");
    const range = fault && rangeOf(text, fault.place);
    if (!kind || !range || !moveByMove.has(kind.format)) return null;
    const before = readText(engine, text.slice(0, range.start), kind);
    const game = before.entries[index]?.game?.copy() ?? null;
    dispose(before);
    return game;
}

/** The game as it was after so many events. To be disposed. */
export function atStep(game: Game, step: number): Game {
    const earlier = game.copy();
    while (earlier.eventCount > step && earlier.undo());
    return earlier;
}
