// Which side must do what, in a game without seats.

import { adapterOf } from "./board/adapters";
import type { Game } from "./engine";
import { outcomeWords } from "./outcome";
import { t } from "./text.svelte";

export function standingWords(game: Game): string {
    if (game.outcome) return outcomeWords(game.outcome);
    if (adapterOf(game.name).special?.(game) === "opening") return t.standing.opening;
    return t.standing[game.awaits](t.colors[game.turn]);
}
