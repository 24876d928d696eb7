// The prompt for a language model, as in src/players/models/prompt.cpp; a test compares the two. It
// leaves out the actions that a referee offers, because there is no referee here.

import {
    Unreadable,
    type Color,
    type Formats,
    type Game,
    type GameInfo,
    type GameName,
    type Notations,
} from "../engine";

export interface Prompt {
    system: string;
    user: string;
}

const names: Record<Color, string> = { white: "White", black: "Black" };

/** Blanks before the first line of a board are part of it. */
const fenced = (kind: string, text: string) =>
    `\`\`\`${kind}\n${text.replace(/^\n+/, "").replace(/[\n ]+$/, "")}\n\`\`\`\n`;

type State = GameInfo["agents"]["states"][number];

function written(game: Game, { name }: State): string | null {
    try {
        return game.write(name as Formats[GameName]);
    } catch (error) {
        if (!(error instanceof Unreadable)) throw error;
        return null;
    }
}

/** Uses a copy of the game, which is gone afterwards. */
function withCopy<T>(game: Game, use: (copy: Game) => T): T {
    const copy = game.copy();
    try {
        return use(copy);
    } finally {
        copy.dispose();
    }
}

/** Those that can express the start of the game as well: so the format stays the same throughout. */
function lasting(game: Game, states: readonly State[]): readonly State[] {
    return withCopy(game, (start) => {
        while (start.undo());
        return states.slice(states.findIndex((state) => written(start, state) !== null));
    });
}

/** As JSON on one line, with blanks. */
function spaced(value: unknown): string {
    if (Array.isArray(value)) return `[${value.map(spaced).join(", ")}]`;
    if (typeof value !== "object" || value === null) return JSON.stringify(value);
    const members = Object.entries(value).map(([key, member]) => `${JSON.stringify(key)}: ${spaced(member)}`);
    return `{${members.join(", ")}}`;
}

/** Earlier positions are most of a long game's state, and the moves tell the same. */
function withoutEarlierPositions(text: string): string {
    if (!text.startsWith("{")) return text;
    const { position_history: earlier, ...state } = JSON.parse(text) as Record<string, unknown>;
    return earlier === undefined ? text : spaced(state);
}

/** Names of players stay hidden. */
function hideNames(game: Game) {
    const { tags = {} } = JSON.parse(game.write("record")) as { tags?: Record<string, string> };
    for (const name of Object.values(names)) if (name in tags) game.setTag(name, name);
}

function stateText(game: Game, { states }: GameInfo["agents"]): string {
    return withCopy(game, (blind) => {
        hideNames(blind);
        const known = lasting(game, states).find((state) => written(blind, state) !== null);
        if (!known) throw new Error("the last format can express every position");
        const text = withoutEarlierPositions(written(blind, known) ?? "");
        const isJson = text.startsWith("{");
        const numbering = known.help && `${known.help}\n`;
        const state = `The position as ${known.name}:\n${fenced(isJson ? "json" : "", text)}${numbering}`;
        // Where JSON cannot express the game, the board is shown beside what can.
        return isJson ? state : state + fenced("", blind.text({ characters: "ascii" }));
    });
}

/** Null if no player decides: the game is over, or dice are rolled. */
export function promptOf(game: Game, { title, agents, notations }: GameInfo): Prompt | null {
    if (game.outcome || game.awaits === "nothing" || game.awaits === "roll") return null;
    const system =
        `You are playing ${title} as ${names[game.turn]}. A referee checks every answer. ${agents.move_help}\n` +
        "Think as long as you need, then end with one line of JSON and nothing " +
        'behind it: {"move": "..."}. Instead of a move you may take one of the ' +
        'actions you are offered: {"action": "..."}.';
    // Not in the notation of the text that the game was read from.
    const notation = notations[0]?.name as Notations[GameName];
    const history = game.history(notation);
    const legal = game.legal(notation);
    const user = [
        stateText(game, agents),
        game.besideState(),
        history.length > 0 ? `So far: ${history.join(", ")}\n` : "",
        legal.length > 0 ? `Legal moves: ${legal.join(", ")}\n` : "",
        legal.length > 0 ? "It is your turn. What do you play?" : "It is your turn. Which action do you take?",
    ];
    return { system, user: user.join("") };
}
