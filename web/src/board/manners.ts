// Which manner a board is played in, if anything can be played on it now.

import type { Color, Engine, Game } from "../engine";
import { backgammonManner } from "./backgammon";
import { chessManner } from "./chess";
import { goManner } from "./go";
import type { Manner } from "./manner";

export interface Table {
    engine: Engine;
    game: Game;
    bottom: Color;
    mover: Color | "both" | null;
}

/** Null while nobody here can do anything on the board: not to move, or dice or cube come first. */
export function mannerFor({ engine, game, bottom, mover }: Table): Manner | null {
    if (mover === null || game.outcome) return null;
    if (game.awaits === "agreement") {
        return goManner(game as Game<"go">, mover === "both" ? game.turn : mover);
    }
    if (game.awaits !== "move" || (mover !== "both" && mover !== game.turn)) return null;
    if (game.name === "chess") return chessManner(game as Game<"chess">);
    if (game.name === "go") return goManner(game as Game<"go">, game.turn);
    const backgammon = game as Game<"backgammon">;
    const isMove = backgammon.ask("score").waiting_for === "move";
    return isMove ? backgammonManner({ engine, game: backgammon, bottom }) : null;
}
