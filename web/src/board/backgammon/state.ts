// A position of backgammon as its record has it, to be changed.

import type { Color, Engine, Game } from "../../engine";

export type Checkers = Record<string, number>;

export interface State {
    /** The places of each side in its own numbering, "bar" and "off" among them. */
    board: Record<Color, Checkers>;
    turn: Color;
    dice: number[];
    dice_used?: number[];
}

/** The record of the position alone, without what led to it. */
export function recordHere(engine: Engine, game: Game): { setup: { state: State } } {
    const here = engine.load(game.write("xgid"), { game: "backgammon", format: "xgid" });
    const record = JSON.parse(here.write("record")) as { setup: { state: State } };
    here.dispose();
    return record;
}

export function shift(checkers: Checkers, place: string, count: number) {
    const left = (checkers[place] ?? 0) + count;
    if (left > 0) checkers[place] = left;
    else delete checkers[place];
}
