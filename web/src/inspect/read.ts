// Reads a text for the inspector: its games and their faults.

import { Unreadable, type Engine, type Fault, type Formats, type Game, type GameName, type Source } from "../engine";
import { rangeOf } from "../faults/places";

export interface Kind {
    game: GameName;
    format: Formats[GameName];
}

export interface Entry {
    game: Game | null;
    /** Errors if there is no game, otherwise warnings. */
    faults: Fault[];
    /** "Ada – Bob", if the text has names. */
    title: string;
}

export interface Reading {
    text: string;
    kind: Kind | null;
    entries: Entry[];
}

/** Further games are left out: a longer list is not useful. */
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

/** `wanted` is the selected format; null: detect it. The caller disposes of the games. */
export function readText(engine: Engine, text: string, wanted: Kind | null): Reading {
    const kind = wanted ?? (engine.detect(text) as Kind | null);
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

/** Formats that consist of moves: the text before a fault is a game too. */
const moveByMove = new Set<string>(["sgn", "sgn-url", "sgn-captures", "sgf", "uci", "pgn", "mat", "address"]);

/** The game of a faulty entry up to the fault. The caller disposes of it. */
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

/** The game after `step` events. The caller disposes of it. */
export function atStep(game: Game, step: number): Game {
    const earlier = game.copy();
    while (earlier.eventCount > step && earlier.undo());
    return earlier;
}
