// Go on the board: a press plays a stone; after play has ended, it marks a group as dead or alive.

import type { Color, Game } from "../../engine";
import { effectsOf, noPlaces, type MoveInput } from "../input";

export function goInput(game: Game<"go">, mover: Color): MoveInput {
    const settling = game.awaits === "agreement";
    const sources = new Set(settling ? [] : game.legal("vertex").filter((move) => move !== "pass"));
    return {
        by: mover,
        carries: false,
        sources: () => sources,
        targets: () => noPlaces,
        canTake: () => false,
        press(_, { id, color, dead }) {
            if (!settling) return { kind: "move", move: id };
            if (color === null) return { kind: "nothing" };
            return { kind: "move", move: `${dead ? "mark_alive" : "mark_dead"} ${id}` };
        },
        effects: (_, { id }) => (sources.has(id) ? effectsOf(game, id, mover) : []),
        complete: () => null,
        only: null,
        placeNamed: (name) => name,
        shown: () => null,
    };
}
