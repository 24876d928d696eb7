// What this browser remembers of its user: colours, language, sound.

import { MediaQuery } from "svelte/reactivity";
import { languages, type Language } from "./text";

export type Theme = "auto" | "light" | "dark";

interface Preferences {
    theme: Theme;
    language: Language;
    sound: boolean;
}

const place = "arbiter.preferences";

function preferred(): Language {
    const wanted = navigator.languages.map((tag) => tag.slice(0, 2));
    return wanted.find((tag): tag is Language => tag in languages) ?? "en";
}

function remembered(): Preferences {
    const standard: Preferences = { theme: "auto", language: preferred(), sound: false };
    try {
        const stored = JSON.parse(localStorage.getItem(place) ?? "{}") as Partial<Preferences>;
        const { language = standard.language } = stored;
        return { ...standard, ...stored, language: language in languages ? language : standard.language };
    } catch {
        return standard;
    }
}

export const preferences: Preferences = $state(remembered());

const systemIsDark = new MediaQuery("prefers-color-scheme: dark");

/** What the colours come to now: boards are drawn in them. */
export function shownTheme(): "light" | "dark" {
    if (preferences.theme !== "auto") return preferences.theme;
    return systemIsDark.current ? "dark" : "light";
}

/** To be called once, within an effect root: keeps the document and the memory as they are set. */
export function keepPreferences() {
    $effect(() => {
        document.documentElement.lang = preferences.language;
        document.documentElement.dataset.theme = shownTheme();
        try {
            localStorage.setItem(place, JSON.stringify(preferences));
        } catch {
            // A browser that remembers nothing still plays.
        }
    });
}
