// A game as an address, and back:
//
//     /go/19x19,A9b,B12w,C2b              SGN, with ?rules= and ?komi= where they are not the defaults; also
//                                         /game/19x19,A9b,B12w,C2b
//     /chess/e4,e5,Nf3                    or a FEN first, with _ for its spaces
//     /backgammon/3-1,8/5_6/5,6-4         or an XGID, a Position ID or GNU Backgammon's pair first
//
// Written addresses are canonical; other spellings can be read.

import type { Color, Document, Engine, Game, GameName } from "../engine";
import * as backgammon from "./backgammon";
import * as chess from "./chess";
import * as go from "./go";
import { pliesIn, type Writing } from "./line";

export interface Ply {
    /** The event as JSON, which says everything. */
    event: string | Readonly<Record<string, unknown>>;
    /** As in the address; null if an address cannot express it. */
    token: string | null;
    /** A move as shown to people; an action in JSON. */
    label: string;
    /** Null where no side is named: the opening roll belongs to neither. */
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

interface Described {
    described: (engine: Engine, game: Game) => Line | null;
    writing: Writing;
}

const games: Record<GameName, Described> = {
    backgammon: backgammon as Described,
    chess: chess as Described,
    go: go as Described,
};

/** Null for games that no address can describe. */
export function lineOf(engine: Engine, game: Game): Line | null {
    return Object.hasOwn(games, game.name) ? games[game.name].described(engine, game) : null;
}

/** The events of a document by node. */
export function pliesByNode(game: GameName, document: Document): Map<number, Ply> {
    return pliesIn(document, games[game].writing);
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
            line.plies.map(({ token }) => token!),
        )
    );
}
