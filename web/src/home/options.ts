// The options of a new game, from the catalogue of games.

import { aboutGame } from "../board/games";
import type { GameInfo, GameName } from "../engine";

export type OptionInfo = GameInfo["options"][number];
export type Options = Record<string, string>;

/** The options always shown, and those under "More rules". */
export function split(info: GameInfo): { first: OptionInfo[]; more: OptionInfo[] } {
    const names = aboutGame(info.name)?.options.foremost ?? info.options.map(({ name }) => name);
    const first = names.flatMap((name) => info.options.filter((option) => option.name === name));
    return { first, more: info.options.filter((option) => !names.includes(option.name)) };
}

/** The values to choose from; null if the value is typed. */
export function choices(game: GameName, option: OptionInfo): readonly string[] | null {
    const usual = aboutGame(game)?.options.choices?.[option.name];
    if (usual) return usual;
    const values = option.values.split(", ");
    return values.length > 1 && values.every((value) => /^[a-z][\w+-]*$/.test(value)) ? values : null;
}

/** The range of an integer: "0 to 1000". */
export function range(option: OptionInfo): { min: number; max: number } | null {
    const found = /^(\d+) to (\d+)$/.exec(option.values);
    return found && { min: Number(found[1]), max: Number(found[2]) };
}

/** The initial options of a form, given some of them; the rules decide what it does not set. */
export function preset(game: GameName, chosen: Options = {}): Options {
    const { preset, implied = {} } = aboutGame(game)?.options ?? {};
    const more = Object.entries(implied).map(([name, by]) => by[chosen[name] ?? ""] ?? {});
    return Object.assign({}, preset, ...more) as Options;
}

/** The options after one was chosen: those that still have their initial values follow it. */
export function withChoice(game: GameName, options: Options, name: string, value: string): Options {
    const next = { ...options, [name]: value };
    const [before, after] = [preset(game, options), preset(game, next)];
    for (const [other, initial] of Object.entries(after)) {
        if (other !== name && options[other] === before[other]) next[other] = initial;
    }
    return next;
}

/** Only options that have a value; the rules have defaults for the others. */
export function given(options: Options): Options {
    const entries = Object.entries(options).map(([name, value]) => [name, value.trim()] as const);
    return Object.fromEntries(entries.filter(([, value]) => value !== ""));
}
