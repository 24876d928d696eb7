// Backgammon on the board, one checker at a time. The engine says which checker moves may come next so
// that the complete turn is legal; it also draws the board of an incomplete turn.

import type { Color, Effect, Engine, Game } from "../../engine";
import { effectsOf, playedOn, type Hand, type MoveInput } from "../input";
import type { Place } from "../places";
import { recordHere, shift, type Checkers } from "./state";

interface Step {
    from: string;
    to: string;
    die: number;
}

export interface BackgammonView {
    engine: Engine;
    game: Game<"backgammon">;
    bottom: Color;
}

const text = ({ from, to }: Pick<Step, "from" | "to">) => `${from}/${to}`;

/** A point in the numbering of the other side. */
const mirrored = (point: string) => String(25 - Number(point));

/** Makes one checker move on the board of a record. */
function makeStep(board: Record<Color, Checkers>, by: Color, from: string, to: string) {
    const other: Color = by === "white" ? "black" : "white";
    shift(board[by], from, -1);
    shift(board[by], to, 1);
    if (to === "off" || !board[other][mirrored(to)]) return;
    shift(board[other], mirrored(to), -1);
    shift(board[other], "bar", 1);
}

export function backgammonInput({ engine, game, bottom }: BackgammonView): MoveInput {
    const by = game.turn;
    const turns = game.legal("text");
    const known = new Map<string, readonly Step[]>();

    function placeNamed(name: string): string {
        if (name === "bar" || name === "off") return `${by} ${name}`;
        return by === bottom ? name : mirrored(name);
    }

    function steps(made: readonly string[]): readonly Step[] {
        const key = made.join(" ");
        const found = known.get(key) ?? game.ask("steps", key).steps;
        known.set(key, found);
        return found;
    }

    /** Every place that the checker can reach with one or more dice, with the moves that lead there. */
    function ways(hand: Hand, name: string): Map<string, string[]> {
        const found = new Map<string, string[]>();
        const walk = (from: string, way: string[]) => {
            for (const step of steps([...hand.made, ...way])) {
                if (step.from !== from) continue;
                const next = [...way, text(step)];
                const place = placeNamed(step.to);
                if (!found.has(place) || found.get(place)!.length > next.length) found.set(place, next);
                if (step.to !== "off") walk(step.to, next);
            }
        };
        walk(name, []);
        return found;
    }

    const nameOf = (place: string) => (place.includes(" ") ? place.split(" ")[1]! : placeNamed(place));
    const waysFrom = (hand: Hand) => (hand.from === null ? new Map<string, string[]>() : ways(hand, nameOf(hand.from)));
    const sources = (hand: Hand) => new Set(steps(hand.made).map(({ from }) => placeNamed(from)));

    const canTake = (_: Hand, { id, color, count }: Place) => color === by && count > 0 && !id.endsWith("off");

    function press(hand: Hand, place: Place): ReturnType<MoveInput["press"]> {
        const { from, made } = hand;
        const { id } = place;
        if (from === id) return { kind: "hold", hand: { from: null, made } };
        const way = waysFrom(hand).get(id);
        if (way) return { kind: "hold", hand: { from: null, made: [...made, ...way] } };
        if (canTake(hand, place)) return { kind: "hold", hand: { from: id, made } };
        if (from === null) return { kind: "nothing" };
        return { kind: "move", move: [...made, text({ from: nameOf(from), to: nameOf(id) })].join(" ") };
    }

    /** The checker that a move to this place would hit. */
    function effects(hand: Hand, { id, color, count }: Place): readonly Effect[] {
        if (!waysFrom(hand).has(id)) return [];
        const hits = color !== null && color !== by && count === 1 && !id.includes(" ");
        return hits ? [{ kind: "hit", data: { point: nameOf(id), color } }] : [];
    }

    function complete(hand: Hand): string | null {
        if (hand.made.length === 0 || steps(hand.made).length > 0) return null;
        const turn = hand.made.join(" ");
        return effectsOf(game, turn, by).length > 0 ? turn : null;
    }

    function shown({ made }: Hand): Game | null {
        if (made.length === 0) return null;
        const record = recordHere(engine, game);
        const { state } = record.setup;
        made.forEach((move, index) => {
            const [from = "", to = ""] = move.split("/");
            const step = steps(made.slice(0, index)).find((other) => text(other) === move);
            makeStep(state.board, by, from, to);
            if (step) state.dice_used = [...(state.dice_used ?? []), step.die];
        });
        try {
            return engine.load(JSON.stringify(record), { game: "backgammon", format: "record" });
        } catch {
            // The last checker is off, which is not a playable position: play the turn on the game itself.
            return playedOn(game, made.join(" "), by);
        }
    }

    return {
        by,
        carries: true,
        sources,
        targets: (hand) => new Set(waysFrom(hand).keys()),
        canTake,
        press,
        effects,
        complete,
        only: turns.length === 1 ? turns[0]! : null,
        placeNamed,
        shown,
    };
}
