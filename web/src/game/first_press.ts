// The press on a board of the home page that began a game: its own board takes it as the first one.

let kept: { id: string; place: string } | null = null;

export function keepPress(id: string, place: string) {
    kept = { id, place };
}

/** Once. */
export function takePress(id: string): string | null {
    if (kept?.id !== id) return null;
    const { place } = kept;
    kept = null;
    return place;
}
