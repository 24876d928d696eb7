import type { GameName } from "../engine";
import { plain, type BoardAdapter } from "./adapter";
import { backgammon } from "./backgammon/adapter";
import { chess } from "./chess/adapter";
import { go } from "./go/adapter";

const adapters: Record<GameName, BoardAdapter> = { chess, go, backgammon };

export function adapterOf(game: string): BoardAdapter {
    return Object.hasOwn(adapters, game) ? adapters[game as GameName] : plain;
}
