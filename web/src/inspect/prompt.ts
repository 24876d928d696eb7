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

const fenced = (kind: string, text: string) => `\`\`\`${kind}\n${text.trim()}\n\`\`\`\n`;

type State = GameInfo["agents"]["states"][number];

/** In the first format that can express the position. */
function stateOf(game: Game, states: readonly State[]): State & { text: string } {
    for (const state of states) {
        try {
            return { ...state, text: game.write(state.name as Formats[GameName]) };
        } catch (error) {
            if (!(error instanceof Unreadable)) throw error;
        }
    }
    throw new Error("the last format can express every position");
}

function stateText(game: Game, { states }: GameInfo["agents"]): string {
    const { name, help, text } = stateOf(game, states);
    const numbering = help && `${help}\n`;
    const state = `The position as ${name}:\n${fenced(text.startsWith("{") ? "json" : "", text)}${numbering}`;
    // Where the preferred format cannot express the position, the board is shown too.
    return name === states[0]?.name ? state : state + fenced("", game.text({ characters: "ascii" }));
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
