// Chess in an address: a FEN unless it is the initial position, then moves in SAN.

import type { Engine, Game } from "../engine";
import type { Line } from "./address";
import { attempt, playAll, pliesOf, queryOf, setupOf, unreadable, words } from "./line";
import type { Opening, Options, Word } from "./line";

const usual = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";

/** Without the marks of check and mate: # has a meaning of its own in addresses. */
const bare = (move: string) => move.replace(/[+#]+$/, "");

export function described(_: Engine, game: Game<"chess">): Line {
    const { fen, variant } = setupOf(game) as { fen: string; variant: string };
    const labels = game.history("san");
    const plies = pliesOf(game, labels.map(bare), labels);
    const start = fen === usual && variant === "standard" ? "" : fen;
    const query = queryOf(variant === "standard" ? {} : { variant });
    return { game: "chess", start, query, plies };
}

/** The moves without move numbers and results, as in PGN. */
function movesIn(text: string, from: number): Word[] {
    return words(text, /[\s,]+/, from).flatMap((word) => {
        const number = /^\d+\.+/.exec(word.text)?.[0].length ?? 0;
        const move = { text: word.text.slice(number), start: word.start + number, end: word.end };
        return move.text === "" || /^(?:\*|1-0|0-1|1\/2-1\/2)$/.test(word.text) ? [] : [move];
    });
}

function afterPosition(engine: Engine, text: string, options: Options): Opening {
    const end = text.includes(",") ? text.indexOf(",") : text.length;
    const fen = text.slice(0, end);
    let game: Game;
    try {
        game = engine.load(fen, { game: "chess", format: "fen", options });
    } catch (error) {
        return unreadable(error, fen);
    }
    return playAll(game, movesIn(text, end), (move) => move);
}

export function open(engine: Engine, text: string, options: Options): Opening {
    return attempt(text, () => {
        const first = text.split(/[\s,]/, 1)[0]!;
        // Moves contain no slash, but the result of a drawn game has one.
        if (/\/.*\//.test(first)) return afterPosition(engine, text, options);
        if (/^(?:position|startpos|fen)\b/.test(text)) {
            return {
                game: engine.load(text, { game: "chess", format: "uci", options, notation: "san" }),
                faults: null,
            };
        }
        return playAll(engine.new("chess", options), movesIn(text, 0), (move) => move);
    });
}
