// A game before the engine is there: the server's own picture of it.

import { elementsOf } from "../board/picture";
import { shownTheme } from "../preferences.svelte";
import { keyInAddress, keyOf, keysOf } from "../server/keys";
import { pictureAddress } from "../server/picture";

async function drawn(id: string): Promise<SVGSVGElement | null> {
    const held = keysOf(id);
    const key = keyInAddress() ?? keyOf(held);
    const bottom = held.seat === "black" ? "black" : "white";
    const headers = new Headers(key ? { Authorization: `Bearer ${key}` } : {});
    try {
        const answer = await fetch(pictureAddress(id, { theme: shownTheme(), bottom }), { headers });
        return answer.ok ? elementsOf(await answer.text()).svg : null;
    } catch {
        // Without it one waits for the engine.
        return null;
    }
}

/** The last one: the page shows it from its start until it has all its files and the engine. */
let last: { id: string; picture: Promise<SVGSVGElement | null> } | undefined;

export function firstPicture(id: string): Promise<SVGSVGElement | null> {
    if (last?.id !== id) last = { id, picture: drawn(id) };
    return last.picture;
}
