// Go in an address: SGN with commas instead of spaces.

import { Unreadable, type Engine, type Game } from "../engine";
import type { Line, Ply } from "./address";
import { attempt, playAll, pliesOf, queryOf, setupOf, unreadable, words } from "./line";
import type { Opening, Options } from "./line";

const separator = /[\s,]+/;

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

const pliesIn = (game: Game<"go">): Ply[] => pliesOf(game, game.history("sgn"), game.history());

/** A start that SGN cannot express, such as setup stones, is in the query. */
function withSetup(game: Game<"go">): Line {
    const setup = setupOf(game);
    const { rules, ...fields } = rulesIn(setup);
    const options: Options = { rules: rules!, ...fields, komi: String(setup.komi) };
    if (Array.isArray(setup.stones)) options.stones = setup.stones.join(" ");
    if (typeof setup.turn === "string") options.turn = setup.turn;
    if (setup.free_handicap) Object.assign(options, { handicap: String(setup.handicap), placement: "free" });
    return { game: "go", start: String(setup.size), query: queryOf(options), plies: pliesIn(game) };
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
    const plies = pliesIn(game);
    const start = parts.slice(0, parts.length - plies.length).join(",");
    const options = optionsBeside(engine, parts.join(","), setupOf(game));
    return { game: "go", start, query: queryOf(options), plies };
}

function begin(engine: Engine, options: Options): Opening {
    return { game: engine.new("go", options), faults: null };
}

/** A size, and moves on top of the setup stones. */
function onSetup(engine: Engine, text: string, options: Options): Opening {
    const [size, ...moves] = words(text, separator);
    const game = engine.new("go", { ...options, ...(size && { size: size.text }) });
    return playAll(game, moves, (word) => word);
}

/** The game up to the faulty word. */
function readableBefore(engine: Engine, text: string, error: Unreadable, options: Options): Game | null {
    const token = error.place && "token" in error.place ? error.place.token : 0;
    const before = words(text, separator).slice(0, Math.max(0, token - 1));
    if (before.length === 0) return null;
    try {
        const path = before.map((word) => word.text).join(" ");
        return engine.load(path, { game: "go", format: "sgn", options, notation: "vertex" });
    } catch {
        return null;
    }
}

export function open(engine: Engine, text: string, options: Options): Opening {
    return attempt(text, () => {
        if (text.trim() === "") return begin(engine, options);
        if (options.stones || options.turn || options.handicap) return onSetup(engine, text, options);
        try {
            return {
                game: engine.load(text, { game: "go", format: "sgn", options, notation: "vertex" }),
                faults: null,
            };
        } catch (error) {
            if (!(error instanceof Unreadable)) throw error;
            return unreadable(error, text, 0, readableBefore(engine, text, error, options));
        }
    });
}
