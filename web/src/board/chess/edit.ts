import { Unreadable, type Color, type Engine, type Game } from "../../engine";
import type { BoardEditor, Change } from "../edit";

const kinds = ["k", "q", "r", "b", "n", "p"];
const sides = { white: "w", black: "b" } as const;

/** The men by their squares: "e1" is "K". */
function menOf(placement: string): Map<string, string> {
    const men = new Map<string, string>();
    placement.split("/").forEach((row, down) => {
        let file = 0;
        for (const letter of row) {
            if (/\d/.test(letter)) file += Number(letter);
            else men.set("abcdefgh"[file++]! + String(8 - down), letter);
        }
    });
    return men;
}

function placementOf(men: ReadonlyMap<string, string>): string {
    const row = (rank: string) => [..."abcdefgh"].map((file) => men.get(file + rank) ?? "1").join("");
    return [..."87654321"].map((rank) => row(rank).replace(/1+/g, (gap) => String(gap.length))).join("/");
}

/** With the castling rights that are left, and the side to move that the men allow. */
function playable(engine: Engine, placement: string, turns: readonly string[], castling: string): Game {
    const load = (turn: string, rights: string) =>
        engine.load(`${placement} ${turn} ${rights} - 0 1`, { game: "chess", format: "fen" });
    let first: unknown;
    for (const turn of turns) {
        for (const rights of [castling, "-"]) {
            try {
                return load(turn, rights);
            } catch (error) {
                if (!(error instanceof Unreadable)) throw error;
                if (rights === "-") first ??= error;
            }
        }
    }
    throw first;
}

function changed(engine: Engine, game: Game, { from, to, piece }: Change): Game {
    const [placement = "", turn = "w", castling = "-"] = game.write("fen").split(" ");
    const men = menOf(placement);
    const letter = piece ? (piece.color === "white" ? piece.kind.toUpperCase() : piece.kind) : men.get(from ?? "");
    if (from) men.delete(from);
    if (to && letter) men.set(to, letter);
    return playable(engine, placementOf(men), [turn, turn === "w" ? "b" : "w"], castling);
}

export const chessEditor: BoardEditor = {
    pieces: (["white", "black"] as const).flatMap((color) => kinds.map((kind) => ({ color, kind }))),
    changed,
    turned(engine, game, turn: Color) {
        const [placement = "", , castling = "-"] = game.write("fen").split(" ");
        return playable(engine, placement, [sides[turn]], castling);
    },
    cleared: (engine) => playable(engine, "4k3/8/8/8/8/8/8/4K3", ["w"], "-"),
};
