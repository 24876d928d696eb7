// The best moves in the position that is shown.

import type { Analysis, Game } from "../engine";
import { effortOf } from "./effort";
import { Thinker } from "./thinker";

const lines = 3;

export class Advice {
    analysis = $state.raw<Analysis | null>(null);
    /** White's chance to win; null: nothing is known. */
    white = $state<number | null>(null);
    isThinking = $state(false);

    #thinker = new Thinker();

    /** First roughly, then better. */
    async ask(game: Game) {
        this.clear();
        if (game.outcome) return;
        const { quick, full } = effortOf(game.name);
        const [record, turn] = [game.write("record"), game.turn];
        this.isThinking = true;
        for (const options of [quick, full]) {
            const analysis = await this.#thinker.ask<Analysis>(record, {
                kind: "analyse",
                options: { ...options, lines },
            });
            const [best] = analysis.moves;
            this.analysis = analysis;
            this.white = best ? (turn === "white" ? best.chance : 1 - best.chance) : null;
        }
        this.isThinking = false;
    }

    clear() {
        this.#thinker.stop();
        this.analysis = null;
        this.white = null;
        this.isThinking = false;
    }

    close() {
        this.#thinker.close();
    }
}
