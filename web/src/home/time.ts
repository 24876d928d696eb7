// What clocks show.

import type { Color } from "../engine";
import type { ClockView } from "../server/api";

/** "4:05", "1:02:03", and days where there are any: "2 d 3:00:00". */
export function shownTime(ms: number): string {
    const all = Math.max(0, Math.ceil(ms / 1000));
    const [days, hours] = [Math.floor(all / 86400), Math.floor(all / 3600) % 24];
    const [minutes, seconds] = [Math.floor(all / 60) % 60, all % 60];
    const two = (value: number) => String(value).padStart(2, "0");
    const short = hours || days ? `${hours}:${two(minutes)}` : String(minutes);
    return `${days ? `${days} d ` : ""}${short}:${two(seconds)}`;
}

/** What is left to a side, so many milliseconds after the clock was seen. */
export function timeLeft(clock: ClockView, side: Color, since: number): number | null {
    const left = clock[side].left_ms;
    if (left === null) return null;
    return clock.running === side ? Math.max(0, left - since) : left;
}
