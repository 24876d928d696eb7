import type { Game } from "../../engine";
import { t } from "../../text.svelte";
import { isToMove, type BoardAdapter } from "../adapter";
import type { Place } from "../places";
import { chessInput } from "./input";

type Piece = keyof typeof t.board.pieces;

function words(_: Game, { id, color, piece }: Place): string {
    if (!color || piece === null) return t.board.empty(id);
    return t.board.piece(id, t.board.ofColor[color], t.board.pieces[piece.toLowerCase() as Piece]);
}

export const chess: BoardAdapter = {
    input: (view) => (isToMove(view) ? chessInput(view.game as Game<"chess">) : null),
    words,
    hasSteps: false,
    drawing: { tools: ["colored", "arrow"], colors: ["green", "red", "yellow", "blue"] },
    judgesPositions: true,
};
