// The properties of a board, the same for every game.

import type { Annotation, Color, DrawOptions, Game } from "../engine";

/** Why the engine or the server rejected a move. */
export interface Complaint {
    code: string;
    sentence: string;
    data: Record<string, unknown>;
}

/** What a board shows besides the position; "numbers" is the diagram of the game, as in Go books. */
export type Overlay = NonNullable<DrawOptions["overlay"]> | "numbers";

export interface BoardProps {
    /** The game to show. The board only reads it; `revision` changes whenever the game does. */
    game: Game;
    revision: number;
    bottom: Color;
    /** The side whose moves can be made here, both, or none. */
    mover: Color | "both" | null;
    /** Called with a complete move, several, or an action in a notation of the game: "e7e8q", "C2b F9w", "8/5 6/5". */
    onmove: (move: string) => void;
    /** Shown on the board and announced. */
    complaint?: Complaint | null;
    overlay?: Overlay;
    /** Marks, labels and arrows to draw. */
    annotations?: readonly Annotation[];
    /** Called with a place that was pressed, instead of making a move; `picked` is shown as selected. */
    onplace?: ((place: string) => void) | undefined;
    picked?: string | null;
    /** A complete move waits until it is confirmed. */
    confirms?: boolean;
    /** Called with every place that is pressed, whatever else the press does. */
    onpressed?: (place: string) => void;
    /** Lines to draw, from place to place. */
    lines?: readonly (readonly [from: string, to: string])[];
    /** Moves that are shown by arrows, the best first. */
    hints?: readonly string[];
    /** Men are carried anywhere, without rules; null is beside the board. */
    onedit?: ((from: string, to: string | null) => void) | undefined;
    /** A place that was pressed before the board was there. */
    pressed?: string | null;
}
