// The history of a game in rows of two cells; what belongs together is in one cell.

import type { Color } from "../engine";
import type { Ply } from "./fold";

export interface Item {
    /** The number of events up to and including this one. */
    ply: number;
    kind: "move" | "action";
    /** A move in its notation; an action by its name, "offer_draw", and what it is about, "mark_dead C3". */
    text: string;
    by: Color;
}

export interface Row {
    number: number;
    cells: Record<Color, Item[]>;
    /** What ended the game without a move. It has a row of its own. */
    end?: Item;
}

const endings = /^(resign|accept_resignation|accept_draw|claim_draw|lose_on_time|conclude|abort|drop)\b/;

/** "roll 66" and "opening 3-1" are shown before the turn that uses them. */
const roll = /^(?:roll|opening) (\d)-?(\d)$/;

const words = new Set(["double", "take", "drop", "beaver", "raccoon"]);

function itemOf({ text, by }: Ply, ply: number): Item {
    if (text.startsWith("{")) {
        const { action = text, reason, point } = JSON.parse(text) as Record<string, string>;
        const about = reason ?? point;
        return { ply, kind: "action", text: about ? `${action} ${about}` : action, by };
    }
    return { ply, kind: words.has(text) ? "action" : "move", text, by };
}

export function items(plies: readonly Ply[]): Item[] {
    const found: Item[] = [];
    plies.forEach((entry, index) => {
        const last = found.at(-1);
        const item = itemOf(entry, index + 1);
        const dice = roll.exec(item.text);
        if (dice) {
            found.push({ ...item, text: `${dice[1]}${dice[2]}:` });
        } else if (last?.text.endsWith(":") && item.kind === "move") {
            found[found.length - 1] = { ...item, text: `${last.text} ${item.text}` };
        } else {
            found.push(item);
        }
    });
    return found;
}

/** `first` is the side in the left column: the one that moves first. */
export function rows(plies: readonly Ply[], first: Color): Row[] {
    const table: Row[] = [];
    const isMove = ({ kind }: Item) => kind === "move";
    for (const item of items(plies)) {
        const row = table.at(-1);
        if (item.kind === "action" && endings.test(item.text)) {
            table.push({ number: table.length + 1, cells: { white: [], black: [] }, end: item });
            continue;
        }
        const full =
            !row ||
            row.end !== undefined ||
            (isMove(item) &&
                (row.cells[item.by].some(isMove) || (item.by === first && row.cells[opposite(first)].some(isMove))));
        const place = full ? { number: table.length + 1, cells: { white: [], black: [] } } : row;
        if (full) table.push(place);
        place.cells[item.by].push(item);
    }
    return table;
}

export const opposite = (color: Color): Color => (color === "white" ? "black" : "white");
