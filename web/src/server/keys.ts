// What this browser holds of a game: `arbiter.keys.ID` in its memory.
//
//     {"white": KEY, "black": KEY, "watch": KEY, "seat": "white" | "black" | "both", "at": MOMENT}
//
// Whoever creates a game gets every key, to give one away. `seat` tells which of them are played
// here: that of one side, or both sides on this one board; `at` when the game first came here.

import type { Color } from "../engine";
import type { Keys } from "./types";

export type SeatHere = Color | "both";

export interface Held extends Keys {
    seat?: SeatHere;
    at?: number;
}

const prefix = "arbiter.keys.";
const place = (id: string) => prefix + id;

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
        localStorage.setItem(place(id), JSON.stringify({ at: Date.now(), ...keysOf(id), ...held }));
        return true;
    } catch {
        return false;
    }
}

/** The games that this browser has a seat in, the newest first. */
export function seatedGames(): { id: string; held: Held }[] {
    try {
        return Object.keys(localStorage)
            .filter((name) => name.startsWith(prefix))
            .map((name) => name.slice(prefix.length))
            .map((id) => ({ id, held: keysOf(id) }))
            .filter(({ held }) => held.seat)
            .sort((a, b) => (b.held.at ?? 0) - (a.held.at ?? 0));
    } catch {
        return [];
    }
}

/** A link to give away; the key stands behind #, where no server sees it. */
export function gameLink(id: string, key?: string): string {
    return key ? `/games/${id}#key=${key}` : `/games/${id}`;
}
