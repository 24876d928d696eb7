// What a text is meant to be. The engine's own detection wants a text that is nearly right; here the
// ones that are quite wrong are looked at too, so that it can be said what is wrong with them.

import type { Engine, Formats, GameName } from "../engine";

export interface Kind {
    game: GameName;
    format: Formats[GameName];
}

const has = (...keys: string[]) => new RegExp(`"(?:${keys.join("|")})"\\s*:`);

/** In the order of how telling they are. */
const signs: readonly [RegExp, Kind][] = [
    [has("board_grid", "board_size", "current_player_to_move"), { game: "go", format: "go-grid" }],
    [has("activePlayer", "diceUsed", "lastMove"), { game: "backgammon", format: "gitgammon" }],
    [has("position_history", "halfmove_clock", "en_passant", "castling"), squares()],
    [has("current_player", "passes"), { game: "go", format: "go-rows" }],
    [/"board"\s*:\s*\{/, squares()],
    [/"board"\s*:\s*\[\s*\[/, { game: "go", format: "go-rows" }],
    [/"dice"\s*:/, { game: "backgammon", format: "gitgammon" }],
    [/^\s*\(\s*;/, { game: "go", format: "sgf" }],
    [/^\s*\d+\s*x\s*\d+/i, { game: "go", format: "sgn" }],
    [/^\s*XGID/i, { game: "backgammon", format: "xgid" }],
    [/point match|^\s*game \d+\s*$/im, { game: "backgammon", format: "mat" }],
    [/^\s*(?:position\s|startpos|fen\s)/i, { game: "chess", format: "uci" }],
    [/^\s*(?:[^\s/]*\/){4,7}[^\s/]+(?:\s|$)/, { game: "chess", format: "fen" }],
    [/^\s*\[\w+\s+"|\b1\s*\.\s*\S/m, { game: "chess", format: "pgn" }],
    [/^\s*(?:[KQRBN]?[a-h]?[1-8]?x?[a-h][1-8]|O-O(?:-O)?)[+#]?\s/, { game: "chess", format: "pgn" }],
    [/^\s*[\w+/!?=-]{10,18}:[\w+/!?=-]{6,}\s*$/, { game: "backgammon", format: "gnubg-id" }],
    [/^\s*[\w+/!?=-]{12,16}\s*$/, { game: "backgammon", format: "position-id" }],
];

function squares(): Kind {
    return { game: "chess", format: "chess-squares" };
}

/** Null if it looks like nothing at all. */
export function guess(engine: Engine, text: string): Kind | null {
    const detected = engine.detect(text) as Kind | null;
    if (detected) return detected;
    return signs.find(([sign]) => sign.test(text.slice(0, 20_000)))?.[1] ?? null;
}
