// The address of a game's picture.

import type { Color } from "../engine";

export const gamePath = (id: string) => `/api/games/${encodeURIComponent(id)}`;

/** A query of the values that are set: `?a=1&b=2`, or empty. */
export function query(values: Record<string, string | number | undefined | null>): string {
    const given = Object.entries(values).filter(([, value]) => value != null && value !== "");
    const text = new URLSearchParams(given.map(([name, value]) => [name, String(value)])).toString();
    return text && `?${text}`;
}

/** `version` changes it when the game changes. */
export function pictureAddress(
    id: string,
    options: {
        version?: number;
        theme?: "light" | "dark";
        bottom?: Color;
        size?: number;
        coordinates?: "true" | "false";
    },
): string {
    const { version, ...rest } = options;
    return `${gamePath(id)}/board.svg${query({ ...rest, min_version: version })}`;
}
