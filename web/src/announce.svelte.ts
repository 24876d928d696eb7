// Announcements for screen readers: one polite live region for the whole page.

export const spoken = $state({ text: "" });

export function announce(text: string) {
    // An invisible difference makes screen readers announce the same words twice.
    spoken.text = spoken.text === text ? `${text}\u00a0` : text;
}
