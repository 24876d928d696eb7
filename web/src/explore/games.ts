// The games that an address can describe, in the order they are shown.

import type { GameName } from "../engine";

export const exploredGames = ["chess", "go", "backgammon"] as const;

/** The game whose addresses begin so. Simple Go Notation has /game/19x19,A9b for its own. */
export function gameAt(first: string): GameName | undefined {
    return first === "game" ? "go" : exploredGames.find((name) => name === first);
}
