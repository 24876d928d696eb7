// The game in this browser, folded from the events of the server.

import type { Color, Effect, Engine, Game, GameName, Move } from "../engine";
import type { GameEvent } from "../server/types";

/** One entry of the game's history. */
export interface Ply {
    text: string;
    by: Color;
}

export interface Folded {
    game: Game;
    plies: readonly Ply[];
    /** The effects of the last event; empty if it was not a move. */
    effects: readonly Effect[];
}

/** A roll belongs to the side to move after it; other events to the side to move before them. */
const isRoll = (text: string) => /^(roll|opening) /.test(text);

/** The history of a game that was started elsewhere. */
export function pliesOf(game: Game): Ply[] {
    const plies: Ply[] = [];
    const past = game.copy();
    for (const text of game.history().reverse()) {
        const after = past.turn;
        past.undo();
        plies.unshift({ text, by: isRoll(text) ? after : (actorOf(text) ?? past.turn) });
    }
    past.dispose();
    return plies;
}

function begin(engine: Engine, record: unknown): Folded {
    const text = typeof record === "string" ? record : JSON.stringify(record);
    const game = engine.load<GameName>(text, { format: "record" });
    return { game, plies: pliesOf(game), effects: [] };
}

/** Actions name their side; they are also possible out of turn. */
function actorOf(text: string): Color | null {
    if (!text.startsWith("{")) return null;
    const { by } = JSON.parse(text) as { by?: Color };
    return by ?? null;
}

function play({ game, plies }: Folded, move: Move, by?: Color): Folded {
    const before = game.turn;
    const effects = game.play(move, by);
    const text = game.history().at(-1) ?? "";
    const actor = isRoll(text) ? game.turn : (by ?? actorOf(text) ?? before);
    return { game, effects, plies: [...plies, { text, by: actor }] };
}

function undo({ game, plies }: Folded, ply: number): Folded {
    while (game.eventCount > ply && game.undo());
    return { game, plies: plies.slice(0, ply), effects: [] };
}

/** The verdicts of the referee, as in the record. */
const lostOnTime = (by: Color): Move => ({ action: "lose_on_time", by });
const aborted: Move = { action: "conclude", result: "no_result", reason: "abandoned" };

/** The result of one more event. The game is changed in place. */
export function fold(engine: Engine, before: Folded | null, event: GameEvent): Folded {
    if (event.type === "created") {
        before?.game.dispose();
        return begin(engine, event.record);
    }
    if (!before) throw new Error(`a game begins with "created", not "${event.type}"`);
    switch (event.type) {
        case "played":
            return play(before, event.event, event.by);
        case "rolled":
            return play(before, event.event);
        case "flagged":
            return play(before, lostOnTime(event.side));
        case "aborted":
            return play(before, aborted);
        case "undo_accepted":
            return undo(before, event.ply);
        case "undo_requested":
        case "undo_declined":
            return { ...before, effects: [] };
    }
}

/** The game after `ply` events. The caller disposes of it. */
export function gameAt(game: Game, ply: number): Game {
    const past = game.copy();
    while (past.eventCount > ply && past.undo());
    return past;
}
