// The action buttons of a game, their order and emphasis.

import type { Color } from "../engine";

export interface Offer {
    /** As sent to the server. */
    move: string;
    /** "offer_draw", "claim_draw fifty_move_rule". */
    name: string;
    by: Color;
    /** What the game waits for, or an answer to the other side. */
    urgent: boolean;
}

const urgent = [
    ...["roll", "take", "drop", "accept_draw", "decline_draw", "accept_undo", "decline_undo"],
    ...["agree", "accept_resignation", "decline_resignation"],
];

/** Irreversible actions are last. */
const order = [
    ...urgent,
    ...["resume", "double", "beaver", "raccoon", "pass"],
    ...["claim_draw threefold_repetition", "claim_draw fifty_move_rule"],
    ...["offer_draw", "request_undo", "abort", "resign", "resign gammon", "resign backgammon"],
];

function nameOf(move: string): string {
    if (!move.startsWith("{")) return move;
    const { action = "", reason } = JSON.parse(move) as Record<string, string>;
    return reason ? `${action} ${reason}` : action;
}

export function offers(by: Color, actions: readonly string[]): Offer[] {
    return actions
        .map((move) => ({ move, name: nameOf(move), by }))
        .map((offer) => ({ ...offer, urgent: urgent.includes(offer.name) }))
        .sort((a, b) => order.indexOf(a.name) - order.indexOf(b.name));
}

/** Actions that need a confirmation. */
export const grave = (name: string) => name.startsWith("resign") || name === "abort";

/** A resignation can have one of several values: one button leads to all of them. */
export const isPrice = (name: string) => name.startsWith("resign ");
