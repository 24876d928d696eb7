// The keys of a game that this browser has, in local storage as `arbiter.keys.ID`.
//
//     {"white": KEY, "black": KEY, "watch": KEY, "seat": "white" | "black" | "both", "at": MOMENT}
//
// The creator of a game gets all keys and shares one. `seat` says which of them are played here: one
// side, or both sides on one board; `at` says when this browser first opened the game.

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

/** The key in a link that was shared. */
export const keyInAddress = () => new URLSearchParams(location.hash.slice(1)).get("key") ?? undefined;

/** The key that this browser opens the game with: of the side it plays, or to watch. */
export function keyOf({ seat, white, black, watch }: Held): string | undefined {
    const own = { white, black, both: white ?? black };
    return (seat && own[seat]) ?? watch;
}

/** Adds to the stored keys. False if the browser cannot store anything. */
export function keepKeys(id: string, held: Held): boolean {
    try {
        localStorage.setItem(place(id), JSON.stringify({ at: Date.now(), ...keysOf(id), ...held }));
        return true;
    } catch {
        return false;
    }
}

/** The games in which this browser has a seat, the newest first. */
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

/** A link to share; the key is in the fragment, which is not sent to servers. */
export function gameLink(id: string, key?: string): string {
    return key ? `/games/${id}#key=${key}` : `/games/${id}`;
}
