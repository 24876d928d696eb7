// Guesses the format of a text. The engine detects texts that are nearly valid; this also recognises
// texts with many errors, so that the errors can be shown.

import { aboutGame, listedGames } from "../board/games";
import type { Engine, Formats, GameName } from "../engine";

export interface Kind {
    game: GameName;
    format: Formats[GameName];
}

/** The most reliable signs first. */
const signs = listedGames
    .flatMap((game) => (aboutGame(game)?.signs ?? []).map((sign) => ({ ...sign, game })))
    .sort((a, b) => a.rank - b.rank);

/** Null if it resembles no format. */
export function guess(engine: Engine, text: string): Kind | null {
    const detected = engine.detect(text) as Kind | null;
    if (detected) return detected;
    const start = text.slice(0, 20_000);
    const sign = signs.find(({ pattern }) => pattern.test(start));
    return sign ? ({ game: sign.game, format: sign.format } as Kind) : null;
}
