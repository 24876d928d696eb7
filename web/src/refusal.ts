// Refusals in the language of the page. The engine speaks English; other languages have a sentence for each code.

import type { Complaint } from "./board/types";
import { preferences } from "./preferences.svelte";
import { t } from "./text.svelte";

const named = (names: object, name: string) => (names as Record<string, string>)[name];

/** A member of a refusal: colours and pieces in words, several things in a list. */
function valueWords(value: unknown): string {
    if (Array.isArray(value)) return value.map(valueWords).join(", ");
    const text = typeof value === "number" ? value.toLocaleString(preferences.language) : String(value);
    return named(t.refusals.words, text) ?? text;
}

export function refusalWords({ code, sentence, data }: Complaint): { words: string; lang?: string } {
    const template = named(t.refusals.sentences, code);
    const missing = template && [...template.matchAll(/\{(\w+)\}/g)].some(([, name]) => !(name! in data));
    if (!template || missing) return { words: sentence, lang: "en" };
    return { words: template.replace(/\{(\w+)\}/g, (_, name: string) => valueWords(data[name])) };
}
