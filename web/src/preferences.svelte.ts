// The preferences stored in this browser: colours, language, sound.

import { MediaQuery } from "svelte/reactivity";
import { languages, type Language } from "./text";
import { preferencesPlace, storedPreferences, type Theme } from "./theme";

interface Preferences {
    theme: Theme;
    language: Language;
    sound: boolean;
    /** The browser tells when it is one's turn. */
    notify: boolean;
    /** A correspondence move is sent only after a confirmation. */
    confirm: boolean;
    /** Of the bot, for each game that was played on the home page. */
    levels: Record<string, number>;
}

function preferred(): Language {
    const wanted = navigator.languages.map((tag) => tag.slice(0, 2));
    return wanted.find((tag): tag is Language => tag in languages) ?? "en";
}

function remembered(): Preferences {
    const standard: Preferences = {
        theme: "auto",
        language: preferred(),
        sound: false,
        notify: false,
        confirm: true,
        levels: {},
    };
    const stored = (storedPreferences() ?? {}) as Partial<Preferences>;
    const { language = standard.language } = stored;
    return { ...standard, ...stored, language: language in languages ? language : standard.language };
}

export const preferences: Preferences = $state(remembered());

const systemIsDark = new MediaQuery("prefers-color-scheme: dark");

/** The theme in use, for drawing boards. */
export function shownTheme(): "light" | "dark" {
    if (preferences.theme !== "auto") return preferences.theme;
    return systemIsDark.current ? "dark" : "light";
}

/** To be called once, in an effect root: applies the preferences to the document and stores them. */
export function keepPreferences() {
    $effect(() => {
        document.documentElement.lang = preferences.language;
        document.documentElement.dataset.theme = shownTheme();
        try {
            localStorage.setItem(preferencesPlace, JSON.stringify(preferences));
        } catch {
            // The page also works without storage.
        }
    });
}
