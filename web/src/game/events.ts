// Events in words.

import { texts } from "../board/marks";
import type { Effect, Outcome } from "../engine";
import { outcomeWords } from "../outcome";
import type { GameEvent } from "../server/types";
import { t } from "../text.svelte";
import { items } from "./moves";
import type { Offer } from "./offers";

export interface Happening {
    event: GameEvent;
    /** The event as in the history of the game. */
    text: string;
    effects: readonly Effect[];
    outcome: Outcome | null;
}

type Done = keyof typeof t.game.done;

type Mark = keyof typeof t.game.marked;

/** An action by its name: "offer_draw", "claim_draw fifty_move_rule", "mark_dead C3". */
export function actionWords(name: string): string {
    const [action = "", point = ""] = name.split(" ");
    if (name === "pass") return t.game.done.pass;
    if (action in t.game.marked) return t.game.marked[action as Mark](point);
    return name in t.game.done ? t.game.done[name as Done] : name.replaceAll("_", " ");
}

type Offered = keyof typeof t.game.offers;

/** What a side can do, on a button; `several` sides are played here. */
export function offerWords({ name, by }: Offer, several: boolean): string {
    const words = name in t.game.offers ? t.game.offers[name as Offered] : name;
    return several ? t.game.did(t.colors[by], words) : words;
}

/** An entry of a game's history. */
export function playedWords(text: string): string {
    const [item] = items([{ text, by: "white" }]);
    if (!item) return text;
    return item.kind === "action" || text === "pass" ? actionWords(item.text) : item.text.replace(/:$/, "");
}

function effectWords({ kind, data }: Effect): string {
    if (kind === "captured") return t.game.captured(texts(data.points ?? data.square).join(", "));
    if (kind === "hit") return t.game.hit(texts(data.point).join(", "));
    if (kind === "check") return t.game.check;
    return "";
}

function happened({ event, text }: Happening): string {
    switch (event.type) {
        case "created":
            return t.game.begun;
        case "played":
            return t.game.did(t.colors[event.by], playedWords(text));
        case "rolled":
            return t.game.rolled(playedWords(text));
        case "flagged":
            return t.game.flagged(t.colors[event.side]);
        case "aborted":
            return t.game.did(t.colors[event.by], t.game.done.abort);
        case "undo_requested":
            return t.game.did(t.colors[event.by], t.game.done.request_undo);
        case "undo_accepted":
            return t.game.did(t.colors[event.by], t.game.done.accept_undo);
        case "undo_declined":
            return t.game.did(t.colors[event.by], t.game.done.decline_undo);
    }
}

export function eventWords(happening: Happening): string {
    const consequences = happening.effects.map(effectWords).filter((words) => words !== "");
    const end = happening.outcome ? [outcomeWords(happening.outcome)] : [];
    return [happened(happening), ...consequences, ...end].join(". ");
}
