// Chess in an address: a FEN unless it is the initial position, then moves in SAN.

import type { Engine, Game } from "../engine";
import type { Line } from "./address";
import { pliesOf, queryOf, setupOf, type Writing } from "./line";

const usual = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";

/** Without the marks of check and mate: # has a meaning of its own in addresses. */
const bare = (move: string) => move.replace(/[+#]+$/, "");

export const writing: Writing = { token: "san", label: "san", tokenOf: bare, labelOf: String };

export function described(_: Engine, game: Game<"chess">): Line {
    const { fen, variant } = setupOf(game) as { fen: string; variant: string };
    const plies = pliesOf(game, writing);
    const start = fen === usual && variant === "standard" ? "" : fen;
    const query = queryOf(variant === "standard" ? {} : { variant });
    return { game: "chess", start, query, plies };
}
