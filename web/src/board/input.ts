// Turns presses on the board into moves: what can be picked up, where it can go, what a press does. Each
// game has its own; it is created again whenever the game changes.

import type { Color, Effect, Game } from "../engine";
import type { Place } from "./places";

/** The incomplete move. */
export interface Hand {
    /** The place from which a piece or checker was picked up. */
    from: string | null;
    /** Checker moves made so far in this turn, such as "8/5". */
    made: readonly string[];
}

export const empty: Hand = { from: null, made: [] };

export type PressResult =
    | { kind: "nothing" }
    | { kind: "hold"; hand: Hand }
    /** A complete move, possibly illegal. */
    | { kind: "move"; move: string }
    /** One of several moves: the promotion of a pawn. */
    | { kind: "choose"; moves: readonly string[]; place: string };

export interface MoveInput {
    /** The side that moves. */
    readonly by: Color;
    /** Whether pieces are carried from place to place; otherwise they are placed where the press is. */
    readonly carries: boolean;
    /** Places from which something can be picked up, or where it can be placed. */
    sources(hand: Hand): ReadonlySet<string>;
    /** Places to which the piece that was picked up can go. */
    targets(hand: Hand): ReadonlySet<string>;
    /** Whether an own piece or checker can be picked up here, even if it has no legal move. */
    canTake(hand: Hand, place: Place): boolean;
    press(hand: Hand, place: Place): PressResult;
    /** The effects that a press here would have; empty if it does not complete a move. */
    effects(hand: Hand, place: Place): readonly Effect[];
    /** The turn if it is complete and must be confirmed. */
    complete(hand: Hand): string | null;
    /** The only possible turn, if the game shows that. */
    readonly only: string | null;
    /** The place on this board for the game's name of it: "13", "bar". */
    placeNamed(name: string): string;
    /** The game after the incomplete move, for drawing; null: the game itself. The caller disposes of it. */
    shown(hand: Hand): Game | null;
}

/** The effects of the move; empty if it is rejected. */
export function effectsOf(game: Game, move: string, by: Color): readonly Effect[] {
    try {
        return game.check(move, by);
    } catch {
        return [];
    }
}

/** A copy of the game after the move. The caller disposes of it. Throws Refused. */
export function playedOn(game: Game, move: string, by?: Color): Game {
    const after = game.copy();
    try {
        after.play(move, by);
    } catch (error) {
        after.dispose();
        throw error;
    }
    return after;
}

export const noPlaces: ReadonlySet<string> = new Set();

/** Input that offers nothing by itself. */
export const inert: Omit<MoveInput, "by" | "press"> = {
    carries: true,
    sources: () => noPlaces,
    targets: () => noPlaces,
    canTake: () => false,
    effects: () => [],
    complete: () => null,
    only: null,
    placeNamed: (name) => name,
    shown: () => null,
};
