// What the addresses of all games have in common.

import {
    Refused,
    Unreadable,
    type Color,
    type Engine,
    type Fault,
    type Game,
    type GameName,
    type Notations,
} from "../engine";
import { rangeOf, type Range } from "../faults/places";

export interface AddressFault extends Fault {
    /** Where it stands in the text of the address; null where it concerns the whole. */
    range: Range | null;
}

export type Opening =
    | { game: Game; faults: null }
    /** `before` is how far the text could be read. */
    | { game: null; faults: AddressFault[]; before: Game | null };

export interface Word extends Range {
    text: string;
}

export interface Setup {
    setup: Record<string, unknown>;
}

export function setupOf(game: Game): Record<string, unknown> {
    return (JSON.parse(game.write("record")) as Setup).setup;
}

/** Moves and rolls: what an address tells. Draw offers and the like are not in it. */
export function played<G extends GameName>(game: Game<G>, notation?: Notations[G]): string[] {
    return game.history(notation).filter((event) => !event.startsWith("{"));
}

/** Whose turn it was before each event. */
export function movers(game: Game): Color[] {
    const earlier = game.copy();
    const list: Color[] = [];
    const events = game.history();
    for (let i = events.length - 1; i >= 0 && earlier.undo(); i--) {
        if (!events[i]!.startsWith("{")) list.unshift(earlier.turn);
    }
    earlier.dispose();
    return list;
}

export function queryOf(options: Record<string, string>): string {
    const text = new URLSearchParams(options).toString();
    return text && `?${text}`;
}

/** The words of a text that `separator` stands between, each with its place. */
export function words(text: string, separator: RegExp, from = 0): Word[] {
    const found: Word[] = [];
    let at = from;
    for (const part of text.slice(from).split(separator)) {
        const start = text.indexOf(part, at);
        const trimmed = part.trim();
        const inside = start + part.indexOf(trimmed);
        if (trimmed) found.push({ text: trimmed, start: inside, end: inside + trimmed.length });
        at = start + part.length;
    }
    return found;
}

export function unreadable(error: unknown, text: string, offset = 0, before: Game | null = null): Opening {
    if (!(error instanceof Unreadable)) throw error;
    const shifted = ({ start, end }: Range) => ({ start: start + offset, end: end + offset });
    const faults = error.faults.map((fault) => {
        const range = rangeOf(text, fault.place);
        return { ...fault, range: range && shifted(range) };
    });
    return { game: null, faults, before };
}

/** Plays word after word, until one is refused. */
export function playAll(game: Game, list: readonly Word[], meant: (word: string) => string): Opening {
    for (const [i, word] of list.entries()) {
        try {
            game.play(meant(word.text));
        } catch (error) {
            if (!(error instanceof Refused)) throw error;
            const { code, sentence } = error;
            const fault = { severity: "error", code, sentence, place: { token: i + 1 } } as const;
            return { game: null, faults: [{ ...fault, range: word }], before: game };
        }
    }
    return { game, faults: null };
}

export type Options = Record<string, string>;
export type Opener = (engine: Engine, text: string, options: Options) => Opening;

/** What `make` makes, or what is wrong with the text. */
export function attempt(text: string, make: () => Opening): Opening {
    try {
        return make();
    } catch (error) {
        return unreadable(error, text);
    }
}
