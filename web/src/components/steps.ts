// Steps through a game by keyboard.

/** The step that a key leads to; null if the key is for something else. */
export function stepByKey(event: KeyboardEvent, step: number, last: number): number | null {
    if (event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented) return null;
    if ((event.target as Element).closest("input, select, textarea, dialog, [role=application]")) return null;
    const to = { ArrowLeft: step - 1, ArrowRight: step + 1, Home: 0, End: last }[event.key];
    if (to === undefined || to < 0 || to > last) return null;
    event.preventDefault();
    return to;
}
