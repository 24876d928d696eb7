// The keys of games that this browser holds: `arbiter.keys.ID` in its memory, {"white": ...}.

import type { Keys } from "./types";

const place = (id: string) => `arbiter.keys.${id}`;

export function keysOf(id: string): Keys {
    try {
        const kept: unknown = JSON.parse(localStorage.getItem(place(id)) ?? "{}");
        return kept !== null && typeof kept === "object" ? kept : {};
    } catch {
        return {};
    }
}

/** Adds to those that are kept already. False if this browser remembers nothing. */
export function keepKeys(id: string, keys: Keys): boolean {
    try {
        localStorage.setItem(place(id), JSON.stringify({ ...keysOf(id), ...keys }));
        return true;
    } catch {
        return false;
    }
}

/** A link to give away; the key stands behind #, where no server sees it. */
export function gameLink(id: string, key?: string): string {
    return key ? `/games/${id}#key=${key}` : `/games/${id}`;
}
