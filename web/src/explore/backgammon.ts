// Backgammon in an address: a position unless it is the initial one, then rolls and turns.

import type { Engine, Game } from "../engine";
import type { Line, Ply } from "./address";
import { attempt, playAll, pliesOf, queryOf, setupOf, unreadable, words } from "./line";
import type { Opening, Options } from "./line";

const dice = /^(?:roll|opening) (\d)-?(\d)$/;

/** Dice are written "6-4"; in the opening roll, White's die is first. */
function tokenOf(event: string): string {
    const found = dice.exec(event);
    return found ? `${found[1]}-${found[2]}` : event;
}

function pliesIn(game: Game<"backgammon">): Ply[] {
    const tokens = game.history().map(tokenOf);
    return pliesOf(game, tokens, tokens);
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

export function described(engine: Engine, game: Game<"backgammon">): Line | null {
    const { state, ...options } = setupOf(game);
    const plies = pliesIn(game);
    if (state === undefined) {
        return { game: "backgammon", start: "", query: queryOf(optionsBeside(engine, options)), plies };
    }
    return { game: "backgammon", start: startOf(game), query: "", plies };
}

const position = /^\s*(?:XGID=|[\w+/]{14}(?::|\s*(?:,|$)))/i;

export function open(engine: Engine, text: string, options: Options): Opening {
    return attempt(text, () => {
        let game: Game<"backgammon">;
        let end = 0;
        if (position.test(text)) {
            end = text.includes(",") ? text.indexOf(",") : text.length;
            try {
                game = engine.load(text.slice(0, end), { game: "backgammon" });
            } catch (error) {
                return unreadable(error, text.slice(0, end));
            }
        } else {
            game = engine.new("backgammon", options);
        }
        return playAll(game, words(text, /,/, end), (word) => meant(game, word));
    });
}

/** "6-4" is the opening roll or a roll, whichever is expected. */
function meant(game: Game<"backgammon">, word: string): string {
    const found = /^(\d)-?(\d)$/.exec(word);
    if (!found || game.awaits !== "roll") return word;
    const opening = game.ask("score").waiting_for === "opening_roll";
    return `${opening ? "opening" : "roll"} ${found[1]}-${found[2]}`;
}
