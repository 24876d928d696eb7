// The texts in the current language: `t.game.yourMove`.

import { preferences } from "./preferences.svelte";
import { languages, type Texts } from "./text";

const chosen: Texts = $derived(languages[preferences.language]);

export const t = new Proxy({} as Texts, {
    get: (_, name) => chosen[name as keyof Texts],
});

/** The numbers in a text as the language writes them: "B+1.5", "S+1,5". */
export function inNumbers(text: string): string {
    return text.replace(/\d+(\.\d+)?/g, (number) => Number(number).toLocaleString(preferences.language));
}

/** A number as the language writes it: "1,204", "1.204"; with at most this many decimals. */
export function numberWords(value: number, maximumFractionDigits = 0): string {
    return value.toLocaleString(preferences.language, { maximumFractionDigits });
}
