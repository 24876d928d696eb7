// A game as an address, and back:
//
//     /go/19x19,A9b,B12w,C2b              SGN, with ?rules= and ?komi= where they are not the defaults; also
//                                         /game/19x19,A9b,B12w,C2b
//     /chess/e4,e5,Nf3                    or a FEN first, with _ for its spaces
//     /backgammon/3-1,8/5_6/5,6-4         or an XGID, a Position ID or GNU Backgammon's pair first
//
// Written addresses are canonical; other spellings can be read.

import type { Color, Engine, Game, GameName } from "../engine";
import { described as backgammon } from "./backgammon";
import { described as chess } from "./chess";
import { described as go } from "./go";

export interface Ply {
    /** As in the address. */
    token: string;
    /** A move as shown to people; an action in JSON. */
    label: string;
    /** Null for the opening roll, which belongs to neither side. */
    by: Color | null;
}

/** The parts of a game: its start and its events. */
export interface Line {
    game: GameName;
    /** The address of the start, without moves. */
    start: string;
    /** "?komi=6.5", or nothing. */
    query: string;
    plies: Ply[];
}

const described: Record<GameName, (engine: Engine, game: Game) => Line | null> = {
    backgammon: (engine, game) => backgammon(engine, game as Game<"backgammon">),
    chess: (engine, game) => chess(engine, game as Game<"chess">),
    go: (engine, game) => go(engine, game as Game<"go">),
};

/** Null for games that no address can describe. */
export function lineOf(engine: Engine, game: Game): Line | null {
    return Object.hasOwn(described, game.name) ? described[game.name](engine, game) : null;
}

/** Escapes what an address cannot contain literally. */
function escaped(text: string): string {
    return encodeURI(text.replaceAll(" ", "_")).replaceAll("#", "%23").replaceAll("?", "%3F");
}

export function address(line: Pick<Line, "game" | "start" | "query">, tokens: readonly string[]): string {
    const parts = [line.start, ...tokens].filter((part) => part !== "");
    return `/${line.game}/${escaped(parts.join(","))}${line.query}`;
}

export function addressOf(engine: Engine, game: Game): string | null {
    const line = lineOf(engine, game);
    return (
        line &&
        address(
            line,
            line.plies.map(({ token }) => token),
        )
    );
}
