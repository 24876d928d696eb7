// What players were asked and answered, prepared for reading.

import type { ArenaTurn } from "./types";

/** The turn that led to a position, by the number of its events; null at the start. */
export function turnBefore(turns: readonly ArenaTurn[], ply: number): ArenaTurn | null {
    return turns.filter((turn) => turn.ply < ply).at(-1) ?? null;
}

export interface Part {
    /** "system", "user"; empty if there is only one part. */
    role: string;
    text: string;
}

type Message = { role?: unknown; content?: unknown };

const textOf = (content: unknown): string => (typeof content === "string" ? content : JSON.stringify(content, null, 2));

const isList = (value: unknown): value is Message[] => Array.isArray(value) && value.length > 0;

/** A request or an answer: the messages of a chat one by one, other JSON indented, any other text as it is. */
export function partsOf(text: string): Part[] {
    let json: unknown;
    try {
        json = JSON.parse(text);
    } catch {
        return [{ role: "", text }];
    }
    if (typeof json !== "object" || json === null) return [{ role: "", text }];
    const { messages, choices } = json as { messages?: unknown; choices?: { message?: Message }[] };
    const said = isList(messages) ? messages : isList(choices) ? choices.flatMap(({ message }) => message ?? []) : [];
    if (said.length === 0) return [{ role: "", text: JSON.stringify(json, null, 2) }];
    return said.map(({ role, content }) => ({ role: typeof role === "string" ? role : "", text: textOf(content) }));
}

export function tokensOf({ exchanges }: ArenaTurn): { asked: number; answered: number } {
    const sum = (key: "tokens_in" | "tokens_out") => exchanges.reduce((all, one) => all + (one[key] ?? 0), 0);
    return { asked: sum("tokens_in"), answered: sum("tokens_out") };
}
