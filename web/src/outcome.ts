// Outcomes in words.

import type { Outcome } from "./engine";
import { t } from "./text.svelte";

type Reason = keyof typeof t.outcome.reasons;

/** The text for the code of a reason; an unknown code is shown as it is. */
export function reasonWords(code: string): string {
    return code in t.outcome.reasons ? t.outcome.reasons[code as Reason] : code.replaceAll("_", " ");
}

export function outcomeWords({ result, winner, reason }: Omit<Outcome, "sentence">): string {
    if (winner) return t.outcome.win(t.colors[winner], reasonWords(reason));
    return t.outcome[result === "draw" ? "draw" : "noResult"](reasonWords(reason));
}
