// Chess by hand: take a piece, put it down. UCI says from where to where.

import type { Color, Game } from "../../engine";
import { effectsOf, empty, inert, noPlaces, type Hand, type MoveInput } from "../input";
import type { Place } from "../places";

export function chessInput(game: Game<"chess">): MoveInput {
    const by = game.turn;
    const moves = game.legal("uci").map((uci) => ({
        uci,
        from: uci.slice(0, 2),
        to: uci.slice(2, 4),
    }));
    const sources = new Set(moves.map((move) => move.from));
    const between = (from: string | null, to: string) => moves.filter((move) => move.from === from && move.to === to);

    const canTake = (_: Hand, { color }: Place) => color === by;

    function press(hand: Hand, place: Place): ReturnType<MoveInput["press"]> {
        const { from } = hand;
        const { id } = place;
        if (from === id) return { kind: "hold", hand: empty };
        const [only, ...others] = between(from, id).map((move) => move.uci);
        if (only && others.length > 0) return { kind: "choose", moves: [only, ...others], place: id };
        if (only) return { kind: "move", move: only };
        if (canTake(hand, place)) return { kind: "hold", hand: { from: id, made: [] } };
        return from === null ? { kind: "nothing" } : { kind: "move", move: from + id };
    }

    return {
        by,
        carries: true,
        sources: () => sources,
        targets: ({ from }) =>
            from === null ? noPlaces : new Set(moves.filter((move) => move.from === from).map((move) => move.to)),
        canTake,
        press,
        effects({ from }, { id }) {
            const [first] = between(from, id);
            return first ? effectsOf(game, first.uci, by) : [];
        },
        complete: () => null,
        only: null,
        placeNamed: (name) => name,
        shown: () => null,
    };
}

/** A move in advance: from any own man to anywhere. Whether it is legal is seen when its time comes. */
export function chessAhead(by: Color): MoveInput {
    const canTake = (_: Hand, { color }: Place) => color === by;
    return {
        ...inert,
        by,
        canTake,
        press(hand, place) {
            const { from } = hand;
            if (from === place.id) return { kind: "hold", hand: empty };
            if (from !== null) return { kind: "move", move: from + place.id };
            return canTake(hand, place) ? { kind: "hold", hand: { from: place.id, made: [] } } : { kind: "nothing" };
        },
    };
}
