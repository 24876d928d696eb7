// The current display of a clock: the last state from the server minus the time since then.

import type { Color } from "../engine";
import type { ClockFace, ClockView } from "../server/types";

export interface Shown {
    /** The parts of "4:32", "0:09.4", "2 d 3 h". */
    days: number;
    hours: number;
    minutes: number;
    seconds: number;
    tenths: number;
    /** The remaining time of the part shown. */
    left_ms: number;
    /** Byo-yomi: remaining periods; Canadian: remaining moves of the period. */
    overtime: { kind: "periods" | "moves"; count: number } | null;
}

function parts(ms: number): Omit<Shown, "overtime"> {
    const left_ms = Math.max(0, ms);
    const seconds = Math.floor(left_ms / 1000);
    return {
        days: Math.floor(seconds / 86_400),
        hours: Math.floor(seconds / 3600) % 24,
        minutes: Math.floor(seconds / 60) % 60,
        seconds: seconds % 60,
        tenths: Math.floor(left_ms / 100) % 10,
        left_ms,
    };
}

/** Byo-yomi: after the base time, one period after another. */
function byoYomi(face: ClockFace, whole_ms: number, passed_ms: number): Shown {
    let periods = face.periods_left ?? 0;
    if (face.main_ms > passed_ms) {
        return { ...parts(face.main_ms - passed_ms), overtime: { kind: "periods", count: periods } };
    }
    let period = (face.period_ms ?? 0) - (passed_ms - face.main_ms);
    while (period <= 0 && periods > 1) {
        period += whole_ms;
        periods -= 1;
    }
    return { ...parts(period), overtime: { kind: "periods", count: periods } };
}

function canadian(face: ClockFace, passed_ms: number): Shown {
    const base = face.main_ms - passed_ms;
    if (base > 0) return { ...parts(base), overtime: null };
    const count = face.moves_left ?? 0;
    return { ...parts((face.period_ms ?? 0) + base), overtime: { kind: "moves", count } };
}

/** `since_ms` is the time since the server sent the state. */
export function faceAt(clock: ClockView, side: Color, since_ms: number): Shown {
    const face = clock[side];
    const passed = clock.running === side ? since_ms : 0;
    if (clock.control.kind === "byo_yomi") return byoYomi(face, clock.control.period_ms, passed);
    if (clock.control.kind === "canadian") return canadian(face, passed);
    return { ...parts(face.main_ms - passed), overtime: null };
}

const two = (value: number) => String(value).padStart(2, "0");

/** "4:32", "1:02:03", and tenths below ten seconds: "0:09.4". */
export function digits({ days, hours, minutes, seconds, tenths, left_ms }: Shown): string {
    const all = days * 24 + hours;
    if (all > 0) return `${all}:${two(minutes)}:${two(seconds)}`;
    const text = `${minutes}:${two(seconds)}`;
    return left_ms < 10_000 ? `${text}.${tenths}` : text;
}
