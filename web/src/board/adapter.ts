// How one game is played on the board. Each game has a file adapter.ts in its folder.

import type { Component } from "svelte";
import type { Color, Engine, Game, Outcome } from "../engine";
import { t } from "../text.svelte";
import type { BoardEditor } from "./edit";
import type { MoveInput } from "./input";
import type { MarkTool } from "./marks";
import type { Place } from "./places";
import type { Overlay } from "./types";

export interface BoardView {
    engine: Engine;
    game: Game;
    bottom: Color;
    /** Whose moves can be made here. */
    mover: Color | "both";
}

/** How a game began, and what was played since. */
export interface Begun {
    start: Game;
    plies: readonly { text: string; by: Color }[];
}

export interface Material {
    /** The men taken from the other side, as in FEN: "q", "p". */
    men?: readonly string[];
    words: string;
}

interface TallyProps {
    game: Game;
    revision: number;
    /** Plays an action; absent for those who only watch. */
    play?: ((action: string) => Promise<void> | void) | undefined;
}

export interface BoardAdapter {
    /** Null while nothing can be done on the board: another side is to move, or dice or cube come first. */
    input(view: BoardView): MoveInput | null;
    /** Moves in advance, while the other side is to move. */
    ahead?(view: BoardView): MoveInput | null;
    /** A place in words, for those who hear the board. */
    words(game: Game, place: Place): string;
    /** A turn has several steps and is confirmed at its end. */
    hasSteps: boolean;
    /** What the game waits for, where that is neither a move nor a roll by the side to move. */
    special?(game: Game): "opening" | "answer" | null;
    /** What stands in parentheses after an outcome. */
    outcomeDetail?(game: Game, outcome: Outcome): string | null;
    /** What a side has taken or still has to go, for its seat. */
    material?(game: Game, begun: Begun, side: Color): Material;
    /** What people draw on such boards, and in which colours where its files have colours. */
    drawing?: { tools: readonly MarkTool[]; colors: readonly string[] };
    /** Its files have signs for the judgement of a position. */
    judgesPositions?: boolean;
    /** How positions are set up by hand. */
    editor?: BoardEditor;
    /** How the score comes about: shown while the players settle it, and after that. */
    tally?: { component: Component<TallyProps>; overlay: Overlay };
}

export const isToMove = ({ game, mover }: BoardView): boolean =>
    game.awaits === "move" && (mover === "both" || mover === game.turn);

/** For games without an adapter: the board can be looked at, and moves are typed. */
export const plain: BoardAdapter = {
    input: () => null,
    words: (_, { id, color }) => (color ? `${id}, ${t.board.ofColor[color]}` : t.board.empty(id)),
    hasSteps: false,
};
