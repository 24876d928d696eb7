// The settings of a new game, as the catalogue of the rules lists them.

import type { GameInfo, GameName } from "../engine";

export type OptionInfo = GameInfo["options"][number];
export type Options = Record<string, string>;

/** Those that everybody sees; the others wait behind "more". */
const foremost: Record<GameName, readonly string[]> = {
    chess: ["variant", "start"],
    go: ["size", "rules", "handicap", "komi"],
    backgammon: ["start", "match", "cube"],
};

export function split(info: GameInfo): { first: OptionInfo[]; more: OptionInfo[] } {
    const names = foremost[info.name];
    const first = names.flatMap((name) => info.options.filter((option) => option.name === name));
    return { first, more: info.options.filter((option) => !names.includes(option.name)) };
}

/** The sizes that seed 004 names as common. */
const goSizes = ["5", "6", "7", "9", "11", "13", "15", "17", "19"];

/** What can be chosen from, or null where something is typed. */
export function choices(game: GameName, option: OptionInfo): readonly string[] | null {
    if (game === "go" && option.name === "size") return goSizes;
    if (game === "go" && option.name === "handicap") return handicaps;
    const values = option.values.split(", ");
    return values.length > 1 && values.every((value) => /^[a-z][\w+-]*$/.test(value)) ? values : null;
}

const handicaps = ["0", "2", "3", "4", "5", "6", "7", "8", "9"];

/** A whole number and nothing else: "0 to 1000". */
export function range(option: OptionInfo): { min: number; max: number } | null {
    const found = /^(\d+) to (\d+)$/.exec(option.values);
    return found && { min: Number(found[1]), max: Number(found[2]) };
}

/** What a new form of this game has set already; what it does not name is as the rules have it. */
export const preset: Record<GameName, Options> = {
    chess: { variant: "standard" },
    go: { size: "19", rules: "chinese", handicap: "0" },
    backgammon: { start: "standard", match: "0", cube: "on" },
};

/** Only what was given a value, so that the rules' own defaults stay theirs. */
export function given(options: Options): Options {
    const entries = Object.entries(options).map(([name, value]) => [name, value.trim()] as const);
    return Object.fromEntries(entries.filter(([, value]) => value !== ""));
}
