// What people attach to moves, in signs and words.

import type { MarkTool } from "../board/marks";
import type { Annotation } from "../engine";

/** The judgement of a move; it has one at most. */
export const judgements: readonly [number: number, sign: string][] = [
    [1, "!"],
    [2, "?"],
    [3, "!!"],
    [4, "??"],
    [5, "!?"],
    [6, "?!"],
];

/** The judgement of a position. */
export const evaluations: readonly [number: number, sign: string][] = [
    [10, "="],
    [13, "∞"],
    [14, "+="],
    [15, "=+"],
    [16, "±"],
    [17, "∓"],
    [18, "+−"],
    [19, "−+"],
];

const further: readonly [number: number, sign: string][] = [
    [7, "□"],
    [22, "⊙"],
    [23, "⊙"],
    [32, "↻"],
    [33, "↻"],
    [36, "→"],
    [37, "→"],
    [40, "↑"],
    [41, "↑"],
    [132, "⇆"],
    [133, "⇆"],
    [138, "⊕"],
    [139, "⊕"],
    [140, "∆"],
    [146, "N"],
];

const signs = new Map([...judgements, ...evaluations, ...further]);

export const signOf = (glyph: number): string => signs.get(glyph) ?? `$${glyph}`;

/** "1:05:00", "0:09.5" */
function timeWords(ms: number): string {
    const seconds = Math.floor(ms / 1000);
    const two = (value: number) => String(value).padStart(2, "0");
    const tenth = Math.floor((ms % 1000) / 100);
    const rest = two(seconds % 60) + (tenth > 0 ? `.${tenth}` : "");
    const [hours, minutes] = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60];
    return hours > 0 ? `${hours}:${two(minutes)}:${rest}` : `${minutes}:${rest}`;
}

const signed = (value: number, digits: number) =>
    (value > 0 ? "+" : value < 0 ? "−" : "") + Math.abs(value).toFixed(digits);

function evaluationWords({ value, unit, depth }: Extract<Annotation, { type: "evaluation" }>): string {
    const words = unit === "mate" ? `#${signed(value, 0)}` : signed(unit === "points" ? value : value / 100, 2);
    return depth === undefined ? words : `${words}/${depth}`;
}

export interface Remarks {
    before: string[];
    after: string[];
    signs: string[];
    /** Times and evaluations. */
    figures: string[];
}

export function remarksOf(annotations: readonly Annotation[]): Remarks {
    const remarks: Remarks = { before: [], after: [], signs: [], figures: [] };
    for (const one of annotations) {
        if (one.type === "comment") remarks[one.before ? "before" : "after"].push(one.text);
        else if (one.type === "glyph") remarks.signs.push(signOf(one.number));
        else if (one.type === "time_left") remarks.figures.push(timeWords(one.ms));
        else if (one.type === "time_spent") remarks.figures.push(`(${timeWords(one.ms)})`);
        else if (one.type === "evaluation") remarks.figures.push(evaluationWords(one));
    }
    return remarks;
}

/** With one comment in place of all that stand on that side of the move; none if it is empty. */
export function withComment(list: readonly Annotation[], text: string, before: boolean): Annotation[] {
    const isOne = (one: Annotation) => one.type === "comment" && (one.before ?? false) === before;
    const at = list.findIndex(isOne);
    const others = list.filter((one) => !isOne(one));
    if (text.trim() === "") return others;
    const comment: Annotation = { type: "comment", text, ...(before && { before }) };
    others.splice(at < 0 ? others.length : at, 0, comment);
    return others;
}

/** With one glyph of a family, or none. */
export function withGlyph(
    list: readonly Annotation[],
    family: readonly (readonly [number, string])[],
    chosen: number | null,
): Annotation[] {
    const isOne = (one: Annotation) => one.type === "glyph" && family.some(([number]) => number === one.number);
    const others = list.filter((one) => !isOne(one));
    return chosen === null ? others : [{ type: "glyph", number: chosen }, ...others];
}

/** The first letter that no label has: A to Z, then 1, 2, ... */
function freeLabel(list: readonly Annotation[]): string {
    const taken = new Set(list.flatMap((one) => (one.type === "label" ? one.text : [])));
    const letter = [..."ABCDEFGHIJKLMNOPQRSTUVWXYZ"].find((one) => !taken.has(one));
    if (letter) return letter;
    let number = 1;
    while (taken.has(String(number))) number += 1;
    return String(number);
}

type PointTool = Exclude<MarkTool, "arrow">;

function drawn(list: readonly Annotation[], tool: PointTool, place: string, color: string): Annotation {
    if (tool === "label") return { type: "label", place, text: freeLabel(list) };
    return { type: "mark", shape: tool, place, ...(color && { color }) };
}

/** Draws a mark on a place, or takes away the one that is there. */
export function withMark(list: readonly Annotation[], tool: PointTool, place: string, color: string): Annotation[] {
    const mark = drawn(list, tool, place, color);
    const isThere = (one: Annotation) => (one.type === "mark" || one.type === "label") && one.place === place;
    const isSame = (one: Annotation) =>
        isThere(one) &&
        one.type === mark.type &&
        (one.type !== "mark" || (one.shape === tool && (one.color ?? "") === color));
    const others = list.filter((one) => !isThere(one));
    return list.some(isSame) ? others : [...others, mark];
}

export function withArrow(list: readonly Annotation[], from: string, to: string, color: string): Annotation[] {
    const isThere = (one: Annotation) => one.type === "arrow" && one.from === from && one.to === to;
    const isSame = (one: Annotation) => isThere(one) && ((one as { color?: string }).color ?? "") === color;
    const others = list.filter((one) => !isThere(one));
    return list.some(isSame) ? others : [...others, { type: "arrow", from, to, ...(color && { color }) }];
}
