// A place in words, for those who hear the board.

import type { Game, Group } from "../engine";
import { t } from "../text.svelte";
import type { Place } from "./places";

type Piece = keyof typeof t.board.pieces;

function stoneWords(game: Game<"go">, { id, color, dead }: Place): string {
    const group = game.ask("liberties", id) as Group;
    const words = t.board.stone(id, t.board.ofColor[color!], group.liberties.length);
    return dead ? t.board.deadStone(words) : words;
}

function checkerWords({ id, color, count }: Place): string {
    const [side, tray] = id.split(" ");
    const name = tray ? t.board.tray[tray as "bar" | "off"](t.colors[side as "white" | "black"]) : t.board.point(id);
    return count > 0 && color ? t.board.checkers(name, count, t.board.ofColor[color]) : t.board.empty(name);
}

export function wordsFor(game: Game, place: Place): string {
    if (game.name === "backgammon") return checkerWords(place);
    if (!place.color) return t.board.empty(place.id);
    if (place.piece === null) return stoneWords(game as Game<"go">, place);
    const piece = t.board.pieces[place.piece.toLowerCase() as Piece];
    return t.board.piece(place.id, t.board.ofColor[place.color], piece);
}
