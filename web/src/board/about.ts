// The shape of what the page knows about a game. Each game has a file about.ts in its folder.

import type { Color } from "../engine";
import type { Language } from "../text";

export interface GameWords {
    title: string;
    /** The label of the board. */
    board: string;
    /** Moves as an example for the field they are typed into. */
    moves: string;
    /** The game that a click on its board begins. */
    ready: string;
    /** Labels of options that the usual ones do not fit. */
    options?: Record<string, string>;
}

export interface AboutGame {
    words: Record<Language, GameWords>;
    options: {
        /** Those that are always shown; the others are behind "more". */
        foremost: readonly string[];
        /** The initial values of a form; the rules decide the others. */
        preset: Record<string, string>;
        /** Other initial values with some value of an option: `implied.rules.simple`. */
        implied?: Record<string, Record<string, Record<string, string>>>;
        /** Values to choose from, where the option itself would allow too many. */
        choices?: Record<string, readonly string[]>;
    };
    /** The game that a click on its board begins: its options, whom one plays, and moves for its picture. */
    ready: { options: Record<string, string>; seat: Color; moves?: readonly string[] };
    sample: { options: Record<string, string>; moves: readonly string[] };
}
