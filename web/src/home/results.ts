// How a game ended, in a few words.

import { reasonWords } from "../outcome";
import type { GameSummary } from "../server/api";
import type { Texts } from "../text";

export function resultText(t: Texts, outcome: NonNullable<GameSummary["outcome"]>): string {
    const reason = reasonWords(outcome.reason);
    if (outcome.winner) return t.home.won(t.colors[outcome.winner], reason);
    return outcome.result === "draw" ? t.home.drawn(reason) : t.home.unresolved(reason);
}
