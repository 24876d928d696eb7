// What is said aloud by screen readers: one polite region for the whole page.

export const spoken = $state({ text: "" });

export function announce(text: string) {
    // The same words twice in a row are two events: an invisible difference makes them heard.
    spoken.text = spoken.text === text ? `${text}\u00a0` : text;
}
