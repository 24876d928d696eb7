import type { Game, Group } from "../../engine";
import { t } from "../../text.svelte";
import { isToMove, type BoardAdapter, type BoardView } from "../adapter";
import type { MoveInput } from "../input";
import type { Place } from "../places";
import { goInput } from "./input";
import Score from "./Score.svelte";

/** While the score is settled, both sides mark dead stones. */
function input(view: BoardView): MoveInput | null {
    const game = view.game as Game<"go">;
    if (game.awaits === "agreement") return goInput(game, view.mover === "both" ? game.turn : view.mover);
    return isToMove(view) ? goInput(game, game.turn) : null;
}

function words(game: Game, { id, color, dead }: Place): string {
    if (!color) return t.board.empty(id);
    const group = (game as Game<"go">).ask("liberties", id) as Group;
    const stone = t.board.stone(id, t.board.ofColor[color], group.liberties.length);
    return dead ? t.board.deadStone(stone) : stone;
}

export const go: BoardAdapter = {
    input,
    words,
    hasSteps: false,
    drawing: { tools: ["circle", "square", "triangle", "cross", "label", "arrow"], colors: [] },
    outcomeDetail: (game, { reason }) => (reason === "score" ? (game as Game<"go">).ask("score").result : null),
    tally: { component: Score, overlay: "ownership" },
};
