import type { Color, Game, Group } from "../../engine";
import { inNumbers, t } from "../../text.svelte";
import { isToMove, type Begun, type BoardAdapter, type BoardView, type Material } from "../adapter";
import type { MoveInput } from "../input";
import type { Place } from "../places";
import { goEditor } from "./edit";
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

const stonesOf = (game: Game, color: Color) =>
    (game as Game<"go">).ask("stones").stones.filter((stone) => stone.color === color).length;

/** The other side's stones that were placed and are no longer there. */
function material(game: Game, { start, plies }: Begun, side: Color): Material {
    const other: Color = side === "white" ? "black" : "white";
    const placed = plies.filter(({ text, by }) => by === other && /^[a-z]+\d/i.test(text)).length;
    return { words: t.seat.prisoners(stonesOf(start, other) + placed - stonesOf(game, other)) };
}

export const go: BoardAdapter = {
    editor: goEditor,
    material,
    input,
    words,
    hasSteps: false,
    drawing: { tools: ["circle", "square", "triangle", "cross", "label", "arrow"], colors: [] },
    outcomeDetail: (game, { reason }) =>
        reason === "score" ? inNumbers((game as Game<"go">).ask("score").result) : null,
    tally: { component: Score, overlay: "ownership" },
};
