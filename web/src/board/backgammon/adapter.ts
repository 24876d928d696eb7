import type { Color, Game } from "../../engine";
import { t } from "../../text.svelte";
import { isToMove, type BoardAdapter, type BoardView, type Material } from "../adapter";
import type { MoveInput } from "../input";
import type { Place } from "../places";
import { backgammonEditor } from "./edit";
import { backgammonInput } from "./input";

const waitingFor = (game: Game) => (game as Game<"backgammon">).ask("score").waiting_for;

function input(view: BoardView): MoveInput | null {
    const { engine, game, bottom } = view;
    if (!isToMove(view) || waitingFor(game) !== "move") return null;
    return backgammonInput({ engine, game: game as Game<"backgammon">, bottom });
}

function words(_: Game, { id, color, count }: Place): string {
    const [side, tray] = id.split(" ");
    const name = tray ? t.board.tray[tray as "bar" | "off"](t.colors[side as Color]) : t.board.point(id);
    return count > 0 && color ? t.board.checkers(name, count, t.board.ofColor[color]) : t.board.empty(name);
}

function special(game: Game): "opening" | "answer" | null {
    const waiting = waitingFor(game);
    if (waiting === "opening_roll") return "opening";
    return waiting === "take_or_drop" ? "answer" : null;
}

function material(game: Game, _: unknown, side: Color): Material {
    const pips = (game as Game<"backgammon">).ask("pips");
    const score = (game as Game<"backgammon">).ask("score");
    const ahead = pips[side] - pips[side === "white" ? "black" : "white"];
    const words = t.seat.pips(pips[side], ahead > 0 ? `+${ahead}` : String(ahead).replace("-", "−"));
    return { words: score.match > 0 ? `${words} · ${t.seat.points(score[side], score.match)}` : words };
}

export const backgammon: BoardAdapter = {
    editor: backgammonEditor,
    material,
    input,
    words,
    hasSteps: true,
    special,
};
