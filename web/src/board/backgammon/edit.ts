import type { Color, Engine, Game } from "../../engine";
import type { BoardEditor, Change } from "../edit";
import { recordHere, shift, type State } from "./state";

/** A place of the board in the numbering of a side; beside the board is its tray. */
function nameFor(color: Color, place: string | null, bottom: Color): string {
    if (place === null || place.endsWith(" off")) return "off";
    if (place.endsWith(" bar")) return "bar";
    return color === bottom ? place : String(25 - Number(place));
}

const colorAt = ({ board }: State, place: string, bottom: Color): Color | null => {
    const [named] = place.split(" ");
    if (named === "white" || named === "black") return named;
    return (["white", "black"] as const).find((color) => board[color][nameFor(color, place, bottom)]) ?? null;
};

/** Checkers go from place to place; new ones come from the tray. */
function changed(engine: Engine, game: Game, { from, to, piece, bottom }: Change): Game {
    const record = recordHere(engine, game);
    const { state } = record.setup;
    const color = piece?.color ?? (from && colorAt(state, from, bottom));
    if (color) {
        shift(state.board[color], nameFor(color, from, bottom), -1);
        shift(state.board[color], nameFor(color, to, bottom), 1);
    }
    return engine.load(JSON.stringify(record), { game: "backgammon", format: "record" });
}

export const backgammonEditor: BoardEditor = {
    pieces: [
        { color: "white", kind: "" },
        { color: "black", kind: "" },
    ],
    changed,
    turned(engine, game, turn) {
        const record = recordHere(engine, game);
        record.setup.state.turn = turn;
        return engine.load(JSON.stringify(record), { game: "backgammon", format: "record" });
    },
    cleared(engine, game) {
        const record = recordHere(engine, game);
        record.setup.state.board = { white: { "1": 1, off: 14 }, black: { "1": 1, off: 14 } };
        return engine.load(JSON.stringify(record), { game: "backgammon", format: "record" });
    },
};
