// Animates moved pieces, so that changes are easy to see.

import type { Place, Places } from "./places";

const duration_ms = 170;
/** Castling moves two pieces; more differences mean another position, not a move. */
const movesMax = 2;

interface Slide {
    from: Place;
    to: Place;
}

const pieces = (places: Places) => [...places.values()].filter(({ piece }) => piece !== null);

/** What moved between two positions; empty if that is ambiguous. */
export function slides(before: Places, after: Places): Slide[] {
    const gone = pieces(before).filter(({ id, piece }) => after.get(id)?.piece !== piece);
    const come = pieces(after).filter(({ id, piece }) => before.get(id)?.piece !== piece);
    if (come.length > movesMax) return [];
    return come.flatMap((to) => {
        const origins = gone.filter(({ piece }) => piece === to.piece);
        return origins.length === 1 ? [{ from: origins[0]!, to }] : [];
    });
}

export function animate(svg: SVGSVGElement, moves: readonly Slide[]) {
    if (matchMedia("(prefers-reduced-motion: reduce)").matches) return;
    for (const { from, to } of moves) {
        const piece = svg.querySelector(`[data-piece][data-square="${to.id}"]`);
        const start = `translate(${from.x - to.x}px, ${from.y - to.y}px)`;
        piece?.animate([{ transform: start }, { transform: "none" }], {
            duration: duration_ms,
            easing: "ease-out",
        });
    }
}
