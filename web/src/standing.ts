// Which side must do what, in a game without seats.

import { adapterOf } from "./board/adapters";
import type { Game, Outcome } from "./engine";
import { outcomeWords } from "./outcome";
import { t } from "./text.svelte";

/** The outcome of a game, with its score. */
export function endWords(game: Game, outcome: Outcome): string {
    const words = outcomeWords(outcome);
    const detail = adapterOf(game.name).outcomeDetail?.(game, outcome);
    return detail ? `${words} (${detail})` : words;
}

export function standingWords(game: Game): string {
    if (game.outcome) return endWords(game, game.outcome);
    if (adapterOf(game.name).special?.(game) === "opening") return t.standing.opening;
    return t.standing[game.awaits](t.colors[game.turn]);
}
