import type { Color, Game } from "../../engine";
import { t } from "../../text.svelte";
import { isToMove, type Begun, type BoardAdapter, type Material } from "../adapter";
import type { Place } from "../places";
import { chessEditor } from "./edit";
import { chessAhead, chessInput } from "./input";

type Piece = keyof typeof t.board.pieces;

function words(_: Game, { id, color, piece }: Place): string {
    if (!color || piece === null) return t.board.empty(id);
    return t.board.piece(id, t.board.ofColor[color], t.board.pieces[piece.toLowerCase() as Piece]);
}

const worth: Record<string, number> = { q: 9, r: 5, b: 3, n: 3, p: 1 };

/** The men on the board by their letters. */
function menOf(game: Game): Map<string, number> {
    const men = new Map<string, number>();
    for (const letter of game
        .write("fen")
        .split(" ")[0]!
        .replace(/[^a-z]/gi, "")) {
        men.set(letter, (men.get(letter) ?? 0) + 1);
    }
    return men;
}

function material(game: Game, { start }: Begun, side: Color): Material {
    const [before, now] = [menOf(start), menOf(game)];
    const letterOf = (kind: string, color: Color) => (color === "white" ? kind.toUpperCase() : kind);
    const other: Color = side === "white" ? "black" : "white";
    const kinds = Object.keys(worth).reverse();
    const missing = (kind: string) => {
        const letter = letterOf(kind, other);
        return (before.get(letter) ?? 0) - (now.get(letter) ?? 0);
    };
    // A pawn that became something else was not taken.
    const promoted = kinds.reduce((all, kind) => all + Math.max(0, -missing(kind)), 0);
    const taken = (kind: string) => Math.max(0, missing(kind) - (kind === "p" ? promoted : 0));
    const men = kinds.flatMap((kind) => Array<string>(taken(kind)).fill(kind));
    const sum = (color: Color) =>
        kinds.reduce((all, kind) => all + worth[kind]! * (now.get(letterOf(kind, color)) ?? 0), 0);
    const ahead = sum(side) - sum(other);
    return { men, words: ahead > 0 ? `+${ahead}` : "" };
}

export const chess: BoardAdapter = {
    editor: chessEditor,
    material,
    input: (view) => (isToMove(view) ? chessInput(view.game as Game<"chess">) : null),
    ahead: ({ game, mover }) =>
        game.awaits === "move" && mover !== "both" && mover !== game.turn ? chessAhead(mover) : null,
    words,
    hasSteps: false,
    drawing: { tools: ["colored", "arrow"], colors: ["green", "red", "yellow", "blue"] },
    judgesPositions: true,
};
