// Maps the place of a fault to the range of text to mark.

import type { Fault, Place } from "../engine";
import { rangeOfPointer, type Range } from "./json";

export type { Range };

export interface Mark extends Range {
    severity: Fault["severity"];
    /** The number of the fault in its list. */
    index: number;
}

/** A name, a number, or a single character. */
const piece = /[\p{L}\p{N}_+\-=#*/.]+|[^\n]/uy;

/** Columns count bytes of UTF-8. */
function indexOfByte(line: string, column: number): number {
    let bytes = 1;
    let index = 0;
    for (const character of line) {
        if (bytes >= column) break;
        const code = character.codePointAt(0)!;
        bytes += code < 0x80 ? 1 : code < 0x800 ? 2 : code < 0x10000 ? 3 : 4;
        index += character.length;
    }
    return index;
}

function startOfLine(text: string, line: number): number {
    let start = 0;
    for (let i = 1; i < line; i++) {
        const next = text.indexOf("\n", start);
        if (next < 0) break;
        start = next + 1;
    }
    return start;
}

function rangeAt(text: string, line: number, column: number): Range {
    const begin = startOfLine(text, line);
    const end = text.indexOf("\n", begin);
    return pieceAt(text, begin + indexOfByte(text.slice(begin, end < 0 ? text.length : end), column));
}

export function pieceAt(text: string, start: number): Range {
    piece.lastIndex = start;
    const found = piece.exec(text);
    if (found) return { start, end: start + found[0].length };
    // Something is missing at the end of the line: mark the word before it.
    return { start: Math.max(0, start - 1), end: start };
}

/** Words are separated by spaces or commas. */
function rangeOfToken(text: string, token: number): Range {
    const words = text.matchAll(/[^\s,]+/g);
    let last: Range = { start: 0, end: 0 };
    for (const word of words) {
        last = { start: word.index, end: word.index + word[0].length };
        token -= 1;
        if (token === 0) return last;
    }
    return { start: Math.max(0, last.end - 1), end: last.end };
}

/** Null if a fault concerns the whole text. */
export function rangeOf(text: string, place: Place): Range | null {
    if (!place) return null;
    if ("pointer" in place) return rangeOfPointer(text, place.pointer);
    if ("token" in place) return rangeOfToken(text, place.token);
    return rangeAt(text, place.line, place.column);
}

export function marksOf(text: string, faults: readonly Fault[]): Mark[] {
    return faults.flatMap(({ place, severity }, index) => {
        const range = rangeOf(text, place);
        return range && range.end > range.start ? [{ ...range, severity, index }] : [];
    });
}

export interface Segment {
    text: string;
    /** The fault marked here; null: none. */
    mark: Mark | null;
}

/** The text in segments; where marks overlap, errors take precedence over warnings, then the first mark. */
export function segments(text: string, marks: readonly Mark[]): Segment[] {
    const rank = ({ severity }: Mark) => (severity === "error" ? 0 : 1);
    const chosen: Mark[] = [];
    for (const mark of [...marks].sort((a, b) => rank(a) - rank(b) || a.start - b.start)) {
        if (chosen.every((one) => mark.end <= one.start || mark.start >= one.end)) chosen.push(mark);
    }
    const pieces: Segment[] = [];
    let at = 0;
    for (const mark of chosen.sort((a, b) => a.start - b.start)) {
        if (mark.start > at) pieces.push({ text: text.slice(at, mark.start), mark: null });
        pieces.push({ text: text.slice(mark.start, mark.end), mark });
        at = mark.end;
    }
    if (at < text.length) pieces.push({ text: text.slice(at), mark: null });
    return pieces;
}
