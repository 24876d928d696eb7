// What a language model is told that has to make a move, in the words of players/models/prompt.cpp;
// a test holds the two side by side. The actions that a referee offers beside the moves are left
// out: there is no referee here.

import { Unreadable, type Color, type Formats, type Game, type GameName } from "../engine";

export interface Prompt {
    system: string;
    user: string;
}

/** In the order they are tried: first the JSON that is made for agents. */
const formats: Record<GameName, readonly [string, ...string[]]> = {
    chess: ["chess-squares", "shredder-fen", "record"],
    go: ["go-grid", "go-rows", "sgf", "record"],
    backgammon: ["gitgammon", "xgid", "record"],
};

const written: Record<GameName, string> = {
    chess: "Write a move in standard algebraic notation, such as Nf3, exd5, O-O or e8=Q.",
    go:
        "Write a move as a point, such as D4, or pass. Columns are lettered from the left " +
        "without the letter I, rows numbered from the bottom.",
    backgammon:
        "Write a turn as the checkers you move, each from point to point in your own numbering " +
        "from 24 down to 1, such as 8/5 6/5* or bar/20 or 6/off(2).",
};

const names: Record<Color, string> = { white: "White", black: "Black" };

const fenced = (kind: string, text: string) => `\`\`\`${kind}\n${text.trim()}\n\`\`\`\n`;

function stateOf(game: Game): { format: string; text: string } {
    for (const format of formats[game.name]) {
        try {
            return { format, text: game.write(format as Formats[GameName]) };
        } catch (error) {
            if (!(error instanceof Unreadable)) throw error;
        }
    }
    throw new Error("the record can express every game");
}

function stateText(game: Game): string {
    const { format, text } = stateOf(game);
    const numbering =
        format === "gitgammon"
            ? `In "board" White's checkers are positive and Black's negative; index i is White's ` +
              "point i + 1 and Black's point 24 - i.\n"
            : "";
    const state = `The position as ${format}:\n${fenced(text.startsWith("{") ? "json" : "", text)}${numbering}`;
    // Where the JSON for agents cannot express the game, the board is shown beside what can.
    const isSecondBest = format !== formats[game.name][0];
    return isSecondBest ? state + fenced("", game.text({ characters: "ascii" })) : state;
}

/** What the state leaves out and a player must know. */
function besideState(game: Game): string {
    const line = (label: string, question: string) => `${label}: ${JSON.stringify(game.ask(question))}\n`;
    if (game.name === "backgammon") return line("Match and cube", "score") + line("Pips", "pips");
    return game.awaits === "agreement" ? line("Dead stones", "dead") : "";
}

/** Null where nobody is asked: the game is over, or dice are to be rolled. */
export function promptOf(game: Game): Prompt | null {
    if (game.outcome || game.awaits === "nothing" || game.awaits === "roll") return null;
    const system =
        `You are playing ${game.title} as ${names[game.turn]}. A referee checks every answer. ${written[game.name]}\n` +
        "Think as long as you need, then end with one line of JSON and nothing " +
        'behind it: {"move": "..."}. Instead of a move you may take one of the ' +
        'actions you are offered: {"action": "..."}.';
    const history = game.history();
    const legal = game.legal();
    const user = [
        stateText(game),
        besideState(game),
        history.length > 0 ? `So far: ${history.join(", ")}\n` : "",
        legal.length > 0 ? `Legal moves: ${legal.join(", ")}\n` : "",
        legal.length > 0 ? "It is your turn. What do you play?" : "It is your turn. Which action do you take?",
    ];
    return { system, user: user.join("") };
}
