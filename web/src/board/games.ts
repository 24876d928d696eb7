// What the page knows about each game beyond what the engine tells: names in each language, usual
// options, an example. A game that is missing here is still listed, drawn, and played by typing moves.

import type { GameName } from "../engine";
import { preferences } from "../preferences.svelte";
import type { Language } from "../text";
import type { AboutGame, GameWords } from "./about";
import { backgammon } from "./backgammon/about";
import { chess } from "./chess/about";
import { go } from "./go/about";

const known: Record<GameName, AboutGame> = { chess, go, backgammon };

const taglines: Record<Language, string> = {
    en: "One referee for Go, chess and backgammon",
    de: "Ein Schiedsrichter für Go, Schach und Backgammon",
};

/** The games that the page has boards for, in the language of the page. */
export const tagline = (): string => taglines[preferences.language];

/** In the order they are shown. */
export const listedGames: readonly [GameName, ...GameName[]] = ["chess", "go", "backgammon"];

/** The games of a catalogue in the order they are shown. */
export function inOrder(names: readonly GameName[]): GameName[] {
    const unlisted = names.filter((name) => !listedGames.includes(name));
    return [...listedGames.filter((name) => names.includes(name)), ...unlisted];
}

export function aboutGame(name: string): AboutGame | null {
    return Object.hasOwn(known, name) ? known[name as GameName] : null;
}

/** In the language of the page. */
export function wordsOf(name: string): GameWords {
    return aboutGame(name)?.words[preferences.language] ?? { title: name, ready: "", board: name, moves: "" };
}

export const titleOf = (name: string): string => wordsOf(name).title;
