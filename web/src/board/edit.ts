// Setting up a position by hand. Each game has a file edit.ts in its folder.

import type { Color, Engine, Game } from "../engine";

/** A man, stone or checker that can be put on the board. */
export interface Piece {
    color: Color;
    /** As in FEN, in lower case; empty on boards without pieces. */
    kind: string;
}

export interface Change {
    /** The place that something is taken from; null: it is new. */
    from: string | null;
    /** Where it goes; null: off the board. */
    to: string | null;
    /** What it is, if it is new. */
    piece?: Piece;
    /** The side at the bottom, which numbers the points of backgammon. */
    bottom: Color;
}

export interface BoardEditor {
    pieces: readonly Piece[];
    /** The position after a change. Throws Unreadable if it cannot be played. The caller disposes of it. */
    changed(engine: Engine, game: Game, change: Change): Game;
    /** The position with another side to move. */
    turned?(engine: Engine, game: Game, turn: Color): Game;
    /** As little as can be played. */
    cleared(engine: Engine, game: Game): Game;
}
