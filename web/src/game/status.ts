// Which side must do what, in words.

import { adapterOf } from "../board/adapters";
import type { Color, Game } from "../engine";
import { outcomeWords } from "../outcome";
import type { Standing } from "../server/types";
import { t } from "../text.svelte";

export function statusWords(game: Game, standing: Standing, sides: readonly Color[]): string {
    const adapter = adapterOf(game.name);
    if (standing.outcome) {
        const words = outcomeWords(standing.outcome);
        const detail = adapter.outcomeDetail?.(game, standing.outcome);
        return detail ? `${words} (${detail})` : words;
    }
    const { turn } = standing;
    const mine = sides.length === 1 && sides[0] === turn;
    const color = t.colors[turn];
    if (standing.awaits === "agreement") return sides.length > 0 ? t.game.settle : t.game.settling;
    if (standing.awaits === "roll") return mine ? t.game.yourRoll : t.game.roll(color);
    if (adapter.special?.(game) === "answer") return mine ? t.game.yourAnswer : t.game.answer(color);
    return mine ? t.game.yourMove : t.game.move(color);
}
