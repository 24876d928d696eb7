// Common parts of the addresses of all games.

import { Refused, Unreadable, type Color, type Engine, type Fault, type Game } from "../engine";
import { rangeOf, type Range } from "../faults/places";
import type { Ply } from "./address";

export interface AddressFault extends Fault {
    /** The place in the text of the address; null if it concerns the whole text. */
    range: Range | null;
}

export type Opening =
    | { game: Game; faults: null }
    /** `before` is the game up to the fault. */
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

/** The side that caused each event: the one it names, or the side to move before it; nobody rolls first. */
function actors(game: Game): (Color | null)[] {
    const earlier = game.copy();
    const list: (Color | null)[] = [];
    for (const event of game.history().reverse()) {
        earlier.undo();
        const named = event.startsWith("{") ? (JSON.parse(event) as { by?: Color }).by : undefined;
        list.unshift(event.startsWith("opening") ? null : (named ?? earlier.turn));
    }
    earlier.dispose();
    return list;
}

/** The events of an address, without those that it cannot express, such as draw offers: their token is JSON. */
export function pliesOf(game: Game, tokens: readonly string[], labels: readonly string[]): Ply[] {
    const by = actors(game);
    const plies = tokens.map((token, i) => ({ token, label: labels[i]!, by: by[i]! }));
    return plies.filter(({ token }) => !token.startsWith("{"));
}

export function queryOf(options: Record<string, string>): string {
    const text = new URLSearchParams(options).toString();
    return text && `?${text}`;
}

/** The words of a text, separated by `separator`, with their places. */
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

/** Plays the words in order until one is rejected. */
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

/** The result of `make`, or the faults of the text. */
export function attempt(text: string, make: () => Opening): Opening {
    try {
        return make();
    } catch (error) {
        return unreadable(error, text);
    }
}
