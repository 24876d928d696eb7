// Backgammon in an address: a position unless it is the initial one, then rolls and turns.

import type { Engine, Game } from "../engine";
import type { Line } from "./address";
import { pliesOf, queryOf, setupOf, type Options, type Writing } from "./line";

const dice = /^(?:roll|opening) (\d)-?(\d)$/;

/** Dice are written "6-4"; in the opening roll, White's die is first. */
function tokenOf(event: string): string {
    const found = dice.exec(event);
    return found ? `${found[1]}-${found[2]}` : event;
}

const onOff = (value: unknown) => (typeof value === "boolean" ? (value ? "on" : "off") : String(value));

function optionsBeside(engine: Engine, setup: Record<string, unknown>): Options {
    const fresh = engine.new("backgammon");
    const usual = setupOf(fresh);
    fresh.dispose();
    const special = Object.entries(setup).filter(([name, value]) => usual[name] !== value);
    return Object.fromEntries(special.map(([name, value]) => [name, onOff(value)]));
}

function startOf(game: Game<"backgammon">): string {
    const start = game.copy();
    while (start.undo());
    const text = start.write("xgid");
    start.dispose();
    return text;
}

export const writing: Writing = { token: "text", label: "text", tokenOf, labelOf: tokenOf };

export function described(engine: Engine, game: Game<"backgammon">): Line | null {
    const { state, ...options } = setupOf(game);
    const plies = pliesOf(game, writing);
    if (state === undefined) {
        return { game: "backgammon", start: "", query: queryOf(optionsBeside(engine, options)), plies };
    }
    return { game: "backgammon", start: startOf(game), query: "", plies };
}
