// What a board needs to know, and what it tells. The same for every game.

import type { Color, Game } from "../engine";

/** Why a move was turned down, as the engine or the server puts it. */
export interface Complaint {
    code: string;
    sentence: string;
    data: Record<string, unknown>;
}

export interface BoardProps {
    /** What is shown. The board only reads it; `revision` changes whenever it has changed. */
    game: Game;
    revision: number;
    bottom: Color;
    /** Whose moves can be made here: one side's, both, or none (only looking). */
    mover: Color | "both" | null;
    /** A whole move or action in a notation that the game reads: "e7e8q", "D4", "8/5 6/5". */
    onmove: (move: string) => void;
    /** Shown on the board, where it belongs, and said. */
    complaint?: Complaint | null;
    overlay?: "ownership" | "liberties" | "index";
}
