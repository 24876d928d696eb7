// Opens the game of an address.

import type { Engine, GameName } from "../engine";
import { open as backgammon } from "./backgammon";
import { open as chess } from "./chess";
import { open as go } from "./go";
import type { Opener, Opening } from "./line";

const openers: Record<GameName, Opener> = { backgammon, chess, go };

/** The text of the address, unescaped and with spaces instead of _. */
export function plainText(path: string): string {
    try {
        return decodeURIComponent(path).replaceAll("_", " ");
    } catch {
        return path.replaceAll("_", " ");
    }
}

export function openAddress(engine: Engine, game: GameName, path: string, search: string): Opening {
    const options = Object.fromEntries(new URLSearchParams(search));
    return openers[game](engine, plainText(path), options);
}
