// What this browser holds of a game: `arbiter.keys.ID` in its memory.
//
//     {"white": KEY, "black": KEY, "watch": KEY, "seat": "white" | "black" | "both"}
//
// Whoever creates a game gets every key, to give one away. `seat` tells which of them are played
// here: that of one side, or both sides on this one board.

import type { Color } from "../engine";
import type { Keys } from "./types";

export type SeatHere = Color | "both";

export interface Held extends Keys {
    seat?: SeatHere;
}

const place = (id: string) => `arbiter.keys.${id}`;

export function keysOf(id: string): Held {
    try {
        const kept: unknown = JSON.parse(localStorage.getItem(place(id)) ?? "{}");
        return kept !== null && typeof kept === "object" ? kept : {};
    } catch {
        return {};
    }
}

/** Adds to what is kept already. False if this browser remembers nothing. */
export function keepKeys(id: string, held: Held): boolean {
    try {
        localStorage.setItem(place(id), JSON.stringify({ ...keysOf(id), ...held }));
        return true;
    } catch {
        return false;
    }
}

/** A link to give away; the key stands behind #, where no server sees it. */
export function gameLink(id: string, key?: string): string {
    return key ? `/games/${id}#key=${key}` : `/games/${id}`;
}
