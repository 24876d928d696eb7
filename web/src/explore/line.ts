// Common parts of the addresses of all games.

import type { Color, Game } from "../engine";
import type { Ply } from "./address";

export type Options = Record<string, string>;

export interface Setup {
    setup: Record<string, unknown>;
}

export function setupOf(game: Game): Record<string, unknown> {
    return (JSON.parse(game.write("record")) as Setup).setup;
}

/** The side that caused each event: the one it names, or the side to move before it; nobody rolls first. */
function actors(game: Game, events: readonly string[]): (Color | null)[] {
    const earlier = game.copy();
    const list: (Color | null)[] = [];
    for (const event of [...events].reverse()) {
        earlier.undo();
        const named = event.startsWith("{") ? (JSON.parse(event) as { by?: Color }).by : undefined;
        list.unshift(event.startsWith("opening") ? null : (named ?? earlier.turn));
    }
    earlier.dispose();
    return list;
}

type Writing = (event: string, index: number) => string;

/** The events of an address, without those that it cannot express, such as draw offers: their token is JSON. */
export function pliesOf(game: Game, events: readonly string[], token: Writing, label: Writing = String): Ply[] {
    const by = actors(game, events);
    const plies = events.map((event, i) => ({ token: token(event, i), label: label(event, i), by: by[i]! }));
    return plies.filter((ply) => !ply.token.startsWith("{"));
}

export function queryOf(options: Record<string, string>): string {
    const text = new URLSearchParams(options).toString();
    return text && `?${text}`;
}
