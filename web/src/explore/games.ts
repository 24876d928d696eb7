// The games that an address can describe, in the order they are shown.

import type { GameName } from "../engine";

export const exploredGames = ["chess", "go", "backgammon"] as const;

/**
 * The game whose addresses begin so. Under /game/ the text decides; it is usually Simple Go Notation, which
 * describes /game/19x19,A9b as its own address.
 */
export function gameAt(first: string): GameName | undefined {
    return first === "game" ? "go" : exploredGames.find((name) => name === first);
}
