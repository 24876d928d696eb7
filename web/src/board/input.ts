// How a game is played by hand: what can be taken up, where it can go, what a press on a place does.
// Each game has its own file; a input is made anew whenever the game has changed.

import type { Color, Effect, Game } from "../engine";
import type { Place } from "./places";

/** What a hand has done of a move that is not whole yet. */
export interface Hand {
    /** The place that a piece or checker was taken up from. */
    from: string | null;
    /** Checker moves made so far in this turn, such as "8/5". */
    made: readonly string[];
}

export const empty: Hand = { from: null, made: [] };

export type PressResult =
    | { kind: "nothing" }
    | { kind: "hold"; hand: Hand }
    /** Whole, and perhaps not legal: whoever plays it is told why not. */
    | { kind: "move"; move: string }
    /** One of several: what a pawn becomes. */
    | { kind: "choose"; moves: readonly string[]; place: string };

export interface MoveInput {
    /** Whose move this would be. */
    readonly by: Color;
    /** Whether things are carried from place to place, or put where the hand is. */
    readonly carries: boolean;
    /** Where something can be taken up, or put. */
    sources(hand: Hand): ReadonlySet<string>;
    /** Where what was taken up can go. */
    targets(hand: Hand): ReadonlySet<string>;
    /** Whether the own piece or checker here can be taken up; where it cannot go is told then. */
    canTake(hand: Hand, place: Place): boolean;
    press(hand: Hand, place: Place): PressResult;
    /** The dry run of a press here: nothing if it is no move. */
    effects(hand: Hand, place: Place): readonly Effect[];
    /** The turn if it is whole and waits to be confirmed. */
    complete(hand: Hand): string | null;
    /** The turn that is the only one possible, where that is worth saying. */
    readonly only: string | null;
    /** Where a place is on this board that the game calls so: "13", "bar". */
    placeNamed(name: string): string;
    /** The game to be drawn with what the hand has done; null where that is the game itself. To be disposed. */
    shown(hand: Hand): Game | null;
}

/** What `play` or `check` answers, or nothing where it is refused. */
export function effectsOf(game: Game, move: string, by: Color): readonly Effect[] {
    try {
        return game.check(move, by);
    } catch {
        return [];
    }
}

/** A copy on which the move is made. To be disposed. */
export function playedOn(game: Game, { move, by }: { move: string; by?: Color | undefined }): Game {
    const after = game.copy();
    after.play(move, by);
    return after;
}

export const nobody: ReadonlySet<string> = new Set();
