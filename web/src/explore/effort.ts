// How much the engine thinks about a move, by game: a search is counted in positions, playouts or, in backgammon, levels.

import type { AnalysisOptions, GameName } from "../engine";

export interface Effort {
    /** For a first impression of a whole game. */
    quick: AnalysisOptions;
    full: AnalysisOptions;
}

const efforts: Record<string, Effort> = {
    chess: { quick: { level: 8, nodes: 4_000 }, full: { level: 8, nodes: 60_000 } },
    go: { quick: { level: 8, nodes: 30 }, full: { level: 8, nodes: 1_500 } },
    backgammon: { quick: { level: 5 }, full: { level: 7 } },
};

export const effortOf = (game: GameName): Effort => efforts[game] ?? { quick: { level: 3 }, full: { level: 6 } };
