// Which side must do what, in words.

import { adapterOf } from "../board/adapters";
import type { Color, Game } from "../engine";
import type { Standing } from "../server/types";
import { opposite } from "./moves";
import type { Session } from "./session.svelte";
import { endWords } from "../standing";
import { t } from "../text.svelte";

export function statusWords(game: Game, standing: Standing, session: Session): string {
    const { sides, view } = session;
    if (standing.outcome) return endWords(game, standing.outcome);
    const { turn } = standing;
    const mine = sides.length === 1 && sides[0] === turn;
    const color = t.colors[turn];
    if (standing.awaits === "agreement") {
        const agreed = (side: Color) => view?.actions[side].includes("agree") === false;
        const [own] = sides;
        if (!own) return t.game.settling;
        return sides.length === 1 && agreed(own) ? t.game.agreed(t.colors[opposite(own)]) : t.game.settle;
    }
    const passed = session.plies.at(-1)?.text === "pass" ? t.game.passed(t.colors[session.plies.at(-1)!.by]) : "";
    if (standing.awaits === "roll") return mine ? t.game.yourRoll : t.game.roll(color);
    if (adapterOf(game.name).special?.(game) === "answer") return mine ? t.game.yourAnswer : t.game.answer(color);
    const words = mine ? t.game.yourMove : t.game.move(color);
    return passed ? `${passed} ${words}` : words;
}
