// Time controls in the form: the kind, its fields in minutes, seconds and days, and presets.

import type { TimeControl } from "../server/api";

export type ClockKind = TimeControl["kind"];

export interface ClockForm {
    kind: ClockKind;
    minutes: number;
    increment: number;
    delay: number;
    period: number;
    periods: number;
    moves: number;
    days: number;
}

export type ClockField = Exclude<keyof ClockForm, "kind">;

interface Field {
    name: ClockField;
    min: number;
    max: number;
    step: number;
}

const base: Field = { name: "minutes", min: 0, max: 525600, step: 0.5 };
const seconds = { min: 0, max: 86400, step: 1 };
const period: Field = { name: "period", min: 1, max: 86400, step: 1 };
const count = { min: 1, max: 1000, step: 1 };

/** The fields of each kind, in the order of the form. */
export const clockFields: Record<ClockKind, readonly Field[]> = {
    none: [],
    fischer: [
        { ...base, min: 0.5 },
        { name: "increment", ...seconds },
    ],
    bronstein: [
        { ...base, min: 0.5 },
        { name: "delay", ...seconds },
    ],
    byo_yomi: [base, period, { name: "periods", ...count }],
    canadian: [base, period, { name: "moves", ...count }],
    correspondence: [{ name: "days", min: 1, max: 365, step: 1 }],
};

export const clockKinds = Object.keys(clockFields) as ClockKind[];

type Preset = Partial<Record<ClockField, number>>;

/** Common time controls, the fastest first. */
export const clockPresets: Record<ClockKind, readonly Preset[]> = {
    none: [],
    fischer: [
        { minutes: 1, increment: 0 },
        { minutes: 3, increment: 2 },
        { minutes: 5, increment: 3 },
        { minutes: 10, increment: 5 },
        { minutes: 15, increment: 10 },
        { minutes: 90, increment: 30 },
    ],
    bronstein: [
        { minutes: 5, delay: 3 },
        { minutes: 10, delay: 12 },
        { minutes: 25, delay: 10 },
    ],
    byo_yomi: [
        { minutes: 1, period: 10, periods: 3 },
        { minutes: 10, period: 30, periods: 5 },
        { minutes: 30, period: 30, periods: 5 },
        { minutes: 60, period: 60, periods: 3 },
    ],
    canadian: [
        { minutes: 5, period: 180, moves: 15 },
        { minutes: 10, period: 300, moves: 25 },
        { minutes: 30, period: 600, moves: 20 },
    ],
    correspondence: [{ days: 1 }, { days: 3 }, { days: 7 }, { days: 14 }],
};

export const standardClock: ClockForm = {
    kind: "none",
    minutes: 10,
    increment: 5,
    delay: 5,
    period: 30,
    periods: 5,
    moves: 25,
    days: 3,
};

export function isPreset(form: ClockForm, preset: Preset): boolean {
    return Object.entries(preset).every(([name, value]) => form[name as ClockField] === value);
}

const ms = (value: number) => Math.round(value * 1000);

export function timeControl(form: ClockForm): TimeControl | undefined {
    const base_ms = ms(form.minutes * 60);
    const { kind, periods, moves } = form;
    switch (kind) {
        case "none":
            return undefined;
        case "fischer":
            return { kind, base_ms, increment_ms: ms(form.increment) };
        case "bronstein":
            return { kind, base_ms, delay_ms: ms(form.delay) };
        case "byo_yomi":
            return { kind, base_ms, period_ms: ms(form.period), periods };
        case "canadian":
            return { kind, base_ms, period_ms: ms(form.period), moves };
        case "correspondence":
            return { kind, per_move_ms: ms(form.days * 24 * 60 * 60) };
    }
}
