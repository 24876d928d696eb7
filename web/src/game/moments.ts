// Moments of a game: the one that an address names, and how long each is shown.

/** "?ply=34" */
export function plyIn(search: string): number | null {
    const text = new URLSearchParams(search).get("ply");
    return text !== null && /^\d{1,6}$/.test(text) ? Number(text) : null;
}

const roll_ms = 700;
const step_ms = 240;
const turn_ms = 600;

/** How long an event of the other side is shown before the next one. */
export function watchTime(text: string): number {
    if (/^(roll|opening) /.test(text)) return roll_ms;
    return turn_ms + step_ms * text.split(" ").length;
}
