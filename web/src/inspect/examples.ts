// One example of each format: a short game of each kind, written in it.

import { Unreadable, type Engine, type Formats, type Game, type GameName } from "../engine";
import type { Kind } from "./guess";

const played: Record<GameName, readonly string[]> = {
    // Anderssen – Kieseritzky, London 1851: the beginning of it.
    chess: ["e4", "e5", "f4", "exf4", "Bc4", "Qh4+", "Kf1", "b5", "Bxb5", "Nf6", "Nf3", "Qh6"],
    go: ["E5", "C3", "G7", "C7", "G3", "D6", "F4", "D5", "D4", "E6", "F5", "pass"],
    backgammon: ["opening 3-1", "8/5 6/5", "6-4", "24/14", "5-2", "13/8 24/22", "6-1"],
};

function sample(engine: Engine, name: GameName): Game {
    const game: Game = engine.new(name, name === "go" ? { size: 9 } : {});
    for (const move of played[name]) game.play(move);
    game.setTag("White", "Ada");
    game.setTag("Black", "Bob");
    return game;
}

/** Some formats have no words for some moments: then an earlier one is shown. */
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
