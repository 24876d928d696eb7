// A text as the inspector sees it: which games are in it, and what is wrong with them.

import { Unreadable, type Engine, type Fault, type Game, type Source } from "../engine";
import { guess, type Kind } from "./guess";

export interface Entry {
    game: Game | null;
    /** Errors where there is no game, and warnings where there is one. */
    faults: Fault[];
    /** "Ada – Bob", where the text has names. */
    title: string;
}

export interface Reading {
    kind: Kind | null;
    entries: Entry[];
}

/** More than this is not kept apart: the list would be no use to anybody. */
export const entriesMax = 2000;

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
            .map(({ game, error }) =>
                game ? { game, faults: game.warnings, title: titleOf(game) } : unknown(error),
            );
        return { kind, entries };
    } catch (error) {
        if (!(error instanceof Unreadable)) throw error;
        return { kind, entries: [unknown(error)] };
    }
}

export function dispose({ entries }: Reading) {
    for (const { game } of entries) game?.dispose();
}

/** The game as it was after so many events. To be disposed. */
export function atStep(game: Game, step: number): Game {
    const earlier = game.copy();
    while (earlier.eventCount > step && earlier.undo());
    return earlier;
}
