// Animates what a move changed, so that it is easy to see: men and checkers slide, what was captured fades,
// stones land.

import type { Place, Places } from "./places";

const slide_ms = 200;
const easing = "cubic-bezier(.2,.8,.2,1)";
const checker_ms = 180;
const checkerPause_ms = 60;
const fade_ms = 160;
const land_ms = 90;
const still_ms = 80;
/** Castling moves two men; more differences mean another position, not a move. */
const menMax = 2;
const checkersMax = 8;

interface Slide {
    from: Place;
    to: Place;
    /** How many checkers of the place are above this one. */
    above: number;
}

export interface Motion {
    slides: Slide[];
    /** Places whose man or stone was taken off. */
    gone: Place[];
    /** Stones that were placed. */
    landed: Place[];
    /** Checkers go one after another. */
    inTurn: boolean;
}

const differ = (one: Place, two: Place | undefined) => two?.color !== one.color || two.piece !== one.piece;
const isStack = ({ id }: Place) => /^\d+$|^(white|black) /.test(id);

/** Which checkers moved: each that came to a place is from the one that lost most. */
function checkerSlides(before: Places, after: Places): Slide[] {
    const slides: Slide[] = [];
    for (const color of ["white", "black"] as const) {
        const countIn = (places: Places, id: string) => {
            const place = places.get(id);
            return place?.color === color ? place.count : 0;
        };
        const lost: Place[] = [];
        const won: { to: Place; above: number }[] = [];
        for (const [id, place] of after) {
            const change = countIn(after, id) - countIn(before, id);
            for (let i = 0; i < -change; ++i) lost.push(before.get(id)!);
            for (let i = 0; i < change; ++i) won.push({ to: place, above: change - 1 - i });
        }
        if (lost.length !== won.length) return [];
        won.forEach(({ to, above }, i) => slides.push({ from: lost[i]!, to, above }));
    }
    return slides.length > checkersMax ? [] : slides;
}

/** What a move changed between two positions; null if there is nothing to show, or too much. */
export function motionOf(before: Places, after: Places): Motion | null {
    const some = after.values().next().value;
    if (!some || before.size !== after.size) return null;
    if (isStack(some)) {
        const slides = checkerSlides(before, after);
        return slides.length > 0 ? { slides, gone: [], landed: [], inTurn: true } : null;
    }
    const come = [...after.values()].filter((place) => place.color && differ(place, before.get(place.id)));
    const left = [...before.values()].filter((place) => place.color && differ(place, after.get(place.id)));
    if (come.length > menMax) return null;
    const slides = come.flatMap((to) => {
        const origins = to.piece === null ? [] : left.filter(({ piece }) => piece === to.piece);
        return origins.length === 1 ? [{ from: origins[0]!, to, above: 0 }] : [];
    });
    const moved = new Set(slides.map(({ from }) => from.id));
    const gone = left.filter(({ id }) => !moved.has(id));
    return { slides, gone, landed: come.filter(({ piece }) => piece === null), inTurn: false };
}

const isStill = () => matchMedia("(prefers-reduced-motion: reduce)").matches;

/** The elements of a checker: a disc and what is drawn on it. */
export function checkersOf(svg: SVGSVGElement, id: string): Element[][] {
    const [side, tray] = id.split(" ");
    const spot = tray ? `[data-point="${tray}"][data-color="${side}"]` : `[data-point="${id}"]`;
    const checkers: Element[][] = [];
    for (const circle of svg.querySelectorAll(`g.spot${spot} circle`)) {
        if (circle.classList.contains("checker")) checkers.push([]);
        checkers.at(-1)?.push(circle);
    }
    return checkers;
}

const manAt = (svg: SVGSVGElement, id: string) =>
    svg.querySelector(`[data-piece][data-square="${id}"], .stone[data-point="${id}"]`);

function slide(elements: Element[], { from, to }: Slide, duration: number, delay: number) {
    const start = `translate(${from.x - to.x}px, ${from.y - to.y}px)`;
    const options = { duration, delay, easing, fill: "backwards" as const };
    for (const element of elements) element.animate([{ transform: start }, { transform: "none" }], options);
}

/** What is gone is drawn once more, and fades. */
function fade(last: SVGSVGElement, svg: SVGSVGElement, { id }: Place, duration: number) {
    const copy = manAt(last, id)?.cloneNode(true) as Element | undefined;
    if (!copy) return;
    for (const name of ["data-point", "data-square", "data-piece", "data-stone"]) copy.removeAttribute(name);
    copy.classList.add("fading");
    (manAt(svg, id) ?? svg.lastElementChild)?.before(copy);
    copy.animate([{ opacity: 1 }, { opacity: 0 }], { duration }).finished.then(
        () => copy.remove(),
        () => copy.remove(),
    );
}

/** How long a motion takes. */
export function durationOf({ slides, inTurn }: Motion): number {
    if (isStill()) return still_ms;
    return inTurn ? slides.length * (checker_ms + checkerPause_ms) : slide_ms;
}

/** `last` is the drawing before, `svg` the one now on the page. */
export function animate(last: SVGSVGElement, svg: SVGSVGElement, motion: Motion, dropped: string | null) {
    const still = isStill();
    for (const place of motion.gone) fade(last, svg, place, still ? still_ms : fade_ms);
    if (still) return;
    motion.slides.forEach((one, i) => {
        if (one.to.id === dropped) return;
        const checkers = checkersOf(svg, one.to.id);
        const elements = motion.inTurn ? (checkers.at(-1 - one.above) ?? []) : [manAt(svg, one.to.id)!];
        const delay = motion.inTurn ? i * (checker_ms + checkerPause_ms) : 0;
        slide(elements, one, motion.inTurn ? checker_ms : slide_ms, delay);
    });
    for (const { id, x, y } of motion.landed) {
        const stone = manAt(svg, id);
        const large = `translate(${x}px, ${y}px) scale(1.12) translate(${-x}px, ${-y}px)`;
        stone?.animate([{ transform: large }, { transform: "none" }], { duration: land_ms, easing });
    }
}
