// The colours of the page, as this browser keeps them.

export type Theme = "auto" | "light" | "dark";

export const preferencesPlace = "arbiter.preferences";

/** What was chosen here before; nothing if the browser cannot store anything. */
export function storedPreferences(): unknown {
    try {
        return JSON.parse(localStorage.getItem(preferencesPlace) ?? "{}");
    } catch {
        return {};
    }
}

/** The theme to begin with. */
export function storedTheme(): "light" | "dark" {
    const { theme } = (storedPreferences() ?? {}) as { theme?: unknown };
    if (theme === "light" || theme === "dark") return theme;
    return matchMedia("(prefers-color-scheme: dark)").matches ? "dark" : "light";
}
