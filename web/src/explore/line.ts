// Common parts of the addresses of all games.

import type { Color, Document, Game, TreeNode } from "../engine";
import type { Ply } from "./address";

export type Options = Record<string, string>;

export interface Setup {
    setup: Record<string, unknown>;
}

export function setupOf(game: Game): Record<string, unknown> {
    return (JSON.parse(game.write("record")) as Setup).setup;
}

/** How a game's events are written in addresses, and for people. */
export interface Writing {
    /** A notation, in which the events of an address are strings. */
    token: string;
    label: string;
    tokenOf: (event: string) => string;
    labelOf: (event: string) => string;
}

const textOf = (move: NonNullable<TreeNode["move"]>) => (typeof move === "string" ? move : JSON.stringify(move));

/** The events of a document by node. */
export function pliesIn(document: Document, { token, label, tokenOf, labelOf }: Writing): Map<number, Ply> {
    const nodesIn = (notation: string) => document.tree(notation as never).nodes;
    const tokens = nodesIn(token);
    const labels = label === token ? tokens : nodesIn(label);
    const events = nodesIn("json");
    const plies = new Map<number, Ply>();
    events.forEach(({ id, move: event }, i) => {
        if (event === undefined) return;
        const written = tokens[i]!.move!;
        plies.set(id, {
            event,
            token: typeof written === "string" ? tokenOf(written) : null,
            label: labelOf(textOf(labels[i]!.move!)),
            by: (event as { by?: Color }).by ?? null,
        });
    });
    return plies;
}

/** The events of a game that an address can express; draw offers, for example, it cannot. */
export function pliesOf(game: Game, writing: Writing): Ply[] {
    const line = game.document();
    const plies = [...pliesIn(line, writing).values()];
    line.dispose();
    return plies.filter(({ token }) => token !== null);
}

export function queryOf(options: Record<string, string>): string {
    const text = new URLSearchParams(options).toString();
    return text && `?${text}`;
}
