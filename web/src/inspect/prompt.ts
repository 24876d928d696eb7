// What an agent would be told that has to make a move: in English, as all the engine says.

import { Unreadable, type Engine, type Game, type GameName } from "../engine";

/** The state as the seeds have it for agents; the record where that cannot be. */
const states: Record<GameName, readonly string[]> = {
    chess: ["chess-squares"],
    go: ["go-grid", "go-rows"],
    backgammon: ["gitgammon"],
};

const answers: Record<GameName, string> = {
    chess: 'Answer with one JSON object: {"from": "e2", "to": "e4", "promotion": null}.',
    go: 'Answer with one JSON object: {"point": "D4"} or {"point": "pass"}.',
    backgammon: "Answer with one move, written as in the list.",
};

function stateOf(game: Game): { format: string; text: string } {
    for (const format of [...states[game.name], "record"]) {
        try {
            return { format, text: game.write(format as "record").trimEnd() };
        } catch (error) {
            if (!(error instanceof Unreadable)) throw error;
        }
    }
    return { format: "record", text: "" };
}

const names = { white: "White", black: "Black" };

function task(game: Game): string {
    if (game.outcome) return `The game is over: ${game.outcome.sentence}. There is nothing to play.`;
    if (game.awaits === "roll") return `${names[game.turn]} is to roll the dice.`;
    if (game.awaits === "agreement") return "Both sides have passed, and settle which stones are dead.";
    return `You are ${names[game.turn]}, and it is your turn. ${answers[game.name]}`;
}

function moves(game: Game): string[] {
    if (game.outcome || game.awaits !== "move") return [];
    const legal = game.legal();
    return ["", `Your legal moves (${legal.length}):`, legal.join(game.name === "backgammon" ? "\n" : " ")];
}

export function promptOf(engine: Engine, game: Game): string {
    const { format, text } = stateOf(game);
    const meaning = engine
        .games()
        .find(({ name }) => name === game.name)
        ?.formats.find(({ name }) => name === format)?.meaning;
    return [
        `You are playing a game of ${game.title}. A referee checks every move.`,
        "",
        task(game),
        "",
        `The state of the game (${format}, ${meaning}):`,
        text,
        "",
        "The board:",
        game.text({ characters: "ascii" }).trimEnd(),
        ...moves(game),
    ].join("\n");
}
