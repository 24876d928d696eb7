// Go in an address: SGN with commas instead of spaces.

import { Unreadable, type Engine, type Game } from "../engine";
import type { Line } from "./address";
import { pliesOf, queryOf, setupOf, type Options, type Writing } from "./line";

/** "chinese ko=none": a preset and its changes. */
function rulesIn(setup: Record<string, unknown>): Options {
    const [rules = "", ...fields] = String(setup.rules).split(" ");
    return { rules, ...Object.fromEntries(fields.map((field) => field.split("=") as [string, string])) };
}

function setupFor(engine: Engine, path: string, options: Options): Record<string, unknown> {
    const game = engine.load(path, { game: "go", format: "sgn", options, notation: "vertex" });
    const setup = setupOf(game);
    game.dispose();
    return setup;
}

/** The options that the path does not imply. */
function optionsBeside(engine: Engine, path: string, setup: Record<string, unknown>): Options {
    const usual = rulesIn(setupFor(engine, path, {}));
    const special = Object.entries(rulesIn(setup)).filter(([name, value]) => usual[name] !== value);
    const options = Object.fromEntries(special);
    const { komi } = setupFor(engine, path, options);
    return komi === setup.komi ? options : { ...options, komi: String(setup.komi) };
}

export const writing: Writing = { token: "sgn", label: "vertex", tokenOf: String, labelOf: String };

/** A start that SGN cannot express, such as setup stones, is in the query. */
function withSetup(game: Game<"go">): Line {
    const setup = setupOf(game);
    const { rules, ...fields } = rulesIn(setup);
    const options: Options = { rules: rules!, ...fields, komi: String(setup.komi) };
    if (Array.isArray(setup.stones)) options.stones = setup.stones.join(" ");
    if (typeof setup.turn === "string") options.turn = setup.turn;
    if (setup.free_handicap) Object.assign(options, { handicap: String(setup.handicap), placement: "free" });
    return { game: "go", start: String(setup.size), query: queryOf(options), plies: pliesOf(game, writing) };
}

export function described(engine: Engine, game: Game<"go">): Line {
    let parts: string[];
    try {
        parts = game.write("sgn-url").split(",");
    } catch (error) {
        if (!(error instanceof Unreadable)) throw error;
        return withSetup(game);
    }
    // Fixed handicap stones belong to the start.
    const plies = pliesOf(game, writing);
    const start = parts.slice(0, parts.length - plies.length).join(",");
    const options = optionsBeside(engine, parts.join(","), setupOf(game));
    return { game: "go", start, query: queryOf(options), plies };
}
