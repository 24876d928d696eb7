// Marks drawn over the board during play.

import type { Annotation, Color, Effect, Game } from "../engine";
import { effectsOf, type MoveInput } from "./input";
import type { Place, Places } from "./places";
import type { Complaint } from "./types";

export interface Mark {
    kind: "source" | "selected" | "target" | "taken" | "ghost" | "wrong" | "planned";
    place: Place;
    color?: Color;
}

/** What one press on a place draws; an arrow takes two. */
export type MarkTool = Extract<Annotation, { type: "mark" }>["shape"] | "label" | "arrow";

/** A place, or several, named as in most notations: "D4". */
export const texts = (value: unknown): string[] =>
    (Array.isArray(value) ? value : [value]).filter((item) => typeof item === "string");

export function marksOf(kind: Mark["kind"], ids: Iterable<string>, places: Places): Mark[] {
    return [...ids].flatMap((id) => {
        const place = places.get(id);
        return place ? [{ kind, place }] : [];
    });
}

/** The preview of a move: stones placed, pieces and stones captured. */
export function effectMarks(effects: readonly Effect[], input: MoveInput, places: Places): Mark[] {
    return effects.flatMap(({ kind, data }) => {
        if (kind === "placed") {
            const color = data.color as Color;
            return marksOf("ghost", texts(data.point), places).map((mark) => ({ ...mark, color }));
        }
        if (kind !== "captured" && kind !== "hit") return [];
        const where = texts(data.points ?? data.point ?? data.square).map((name) => input.placeNamed(name));
        return marksOf("taken", where, places);
    });
}

export interface Line {
    from: Place;
    to: Place;
}

/**
 * The lines that a rejection draws: from those that attack to the king or the square they attack; otherwise from the man
 * to what is in its way, or to the point that is held.
 */
export function complaintLines({ data }: Complaint, input: MoveInput, places: Places): Line[] {
    const find = (value: unknown) => texts(value).flatMap((name) => places.get(input.placeNamed(name)) ?? []);
    const king = [...places.values()].find(({ piece, color }) => /k/i.test(piece ?? "") && color === input.by);
    const [square] = find(data.square);
    const to = square ?? king;
    if (data.attackers) return to ? find(data.attackers).map((from) => ({ from, to })) : [];
    const [from] = find(data.from);
    const end = square ?? (data.checkers === undefined ? undefined : find(data.to)[0]);
    return from && end ? [{ from, to: end }] : [];
}

/** The members of a rejection that name places. */
const placeKeys = [
    ...["from", "to", "square", "squares", "attackers", "king"],
    ...["point", "group", "behind", "outside"],
];

export function complaintMarks(complaint: Complaint | null, input: MoveInput, places: Places): Mark[] {
    if (!complaint) return [];
    const named = placeKeys.flatMap((key) => texts(complaint.data[key])).map((name) => input.placeNamed(name));
    return marksOf("wrong", new Set(named), places);
}

/** A move on the board: from place to place, or, where nothing is carried, a ring on a place. */
export interface Hint {
    from: Place | null;
    to: Place;
    /** 0 is the best move. */
    rank: number;
}

export function hintsOf(game: Game, moves: readonly string[], input: MoveInput | null, places: Places): Hint[] {
    const find = (value: unknown) => places.get(input?.placeNamed(String(value)) ?? String(value));
    return moves.flatMap((move, rank) =>
        effectsOf(game, move, game.turn).flatMap(({ kind, data }) => {
            const to = find(kind === "borne_off" ? "off" : kind === "placed" ? data.point : data.to);
            const from = kind === "placed" ? null : find(data.from);
            const isMove = kind === "placed" || kind === "moved" || kind === "borne_off";
            return isMove && to && from !== undefined ? [{ from, to, rank }] : [];
        }),
    );
}
