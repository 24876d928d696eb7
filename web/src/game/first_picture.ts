// A board before the engine is there: the server's own picture of it.

import { elementsOf } from "../board/picture";
import { keyInAddress, keyOf, keysOf } from "../server/keys";
import { pictureAddress, query } from "../server/picture";
import { storedTheme } from "../theme";

/** A game of the server, or one that an address of the Board describes. */
export type Shown = { id: string } | { address: string };

/** Seen from the side that is played here; the server knows whose key was sent. */
function ofGame(id: string): Promise<Response> {
    const held = keysOf(id);
    const key = keyInAddress() ?? keyOf(held);
    const bottom = held.seat === "both" ? "white" : held.seat;
    const headers = new Headers(key ? { Authorization: `Bearer ${key}` } : {});
    return fetch(pictureAddress(id, { theme: storedTheme(), ...(bottom && { bottom }) }), { headers });
}

function ofAddress(address: string): Promise<Response> {
    const headers = { "Content-Type": "application/json" };
    const body = JSON.stringify({ state: address });
    return fetch(`/api/render${query({ theme: storedTheme() })}`, { method: "POST", headers, body });
}

async function drawn(shown: Shown): Promise<SVGSVGElement | null> {
    try {
        const answer = await ("id" in shown ? ofGame(shown.id) : ofAddress(shown.address));
        return answer.ok ? elementsOf(await answer.text()).svg : null;
    } catch {
        // Without it one waits for the engine.
        return null;
    }
}

/** The last one: the page shows it from its start until it has all its files and the engine. */
let last: { of: string; picture: Promise<SVGSVGElement | null> } | undefined;

export function firstPicture(shown: Shown): Promise<SVGSVGElement | null> {
    const of = JSON.stringify(shown);
    // Once there was a board, the engine is there, and draws the next one as quickly.
    const isDrawnHere = last && "address" in shown;
    if (last?.of !== of) last = { of, picture: isDrawnHere ? Promise.resolve(null) : drawn(shown) };
    return last.picture;
}

/** About where the board will be, between the seats. */
export function firstBoard(shown: Shown): HTMLElement {
    const part = (name: string, ...children: Node[]) => {
        const made = document.createElement("div");
        made.className = name;
        made.append(...children);
        return made;
    };
    const place = part("picture");
    const board = part("address" in shown ? "first alone" : "first", part("bar"), place, part("bar"));
    void firstPicture(shown).then((svg) => {
        if (!svg) return;
        const { width, height } = svg.viewBox.baseVal;
        board.style.setProperty("--ratio", String(width / height));
        place.replaceChildren(svg);
    });
    return board;
}
