// An example of each format: a short game written in it.

import { aboutGame } from "../board/games";
import { Unreadable, type Engine, type Formats, type Game, type GameName } from "../engine";
import type { Kind } from "./read";

function sample(engine: Engine, name: GameName): Game {
    const { options = {}, moves = [] } = aboutGame(name)?.sample ?? {};
    const game: Game = engine.new(name, options);
    for (const move of moves) game.play(move);
    game.setTag("White", "Ada");
    game.setTag("Black", "Bob");
    return game;
}

/** If the format cannot express the position, an earlier one is used. */
function written(game: Game, format: Formats[GameName]): string {
    do {
        try {
            return game.write(format);
        } catch (error) {
            if (!(error instanceof Unreadable)) throw error;
        }
    } while (game.undo());
    return "";
}

export function example(engine: Engine, { game: name, format }: Kind): string {
    const game = sample(engine, name);
    const text = written(game, format);
    game.dispose();
    return text.trimEnd();
}
