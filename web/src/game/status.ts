// Which side must do what, in words.

import { adapterOf } from "../board/adapters";
import type { Color, Game } from "../engine";
import type { Standing } from "../server/types";
import { endWords } from "../standing";
import { t } from "../text.svelte";

export function statusWords(game: Game, standing: Standing, sides: readonly Color[]): string {
    if (standing.outcome) return endWords(game, standing.outcome);
    const { turn } = standing;
    const mine = sides.length === 1 && sides[0] === turn;
    const color = t.colors[turn];
    if (standing.awaits === "agreement") return sides.length > 0 ? t.game.settle : t.game.settling;
    if (standing.awaits === "roll") return mine ? t.game.yourRoll : t.game.roll(color);
    if (adapterOf(game.name).special?.(game) === "answer") return mine ? t.game.yourAnswer : t.game.answer(color);
    return mine ? t.game.yourMove : t.game.move(color);
}
