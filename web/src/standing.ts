// Who is waited for in a game that nobody holds a seat of, and for what, in words.

import type { Game } from "./engine";
import { outcomeWords } from "./outcome";
import { t } from "./text.svelte";

function isOpening(game: Game): boolean {
    return game.name === "backgammon" && (game as Game<"backgammon">).ask("score").waiting_for === "opening_roll";
}

export function standingWords(game: Game): string {
    if (game.outcome) return outcomeWords(game.outcome);
    if (isOpening(game)) return t.standing.opening;
    return t.standing[game.awaits](t.colors[game.turn]);
}
