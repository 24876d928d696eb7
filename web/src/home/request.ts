// Converts the form of a new game to a request.

import type { Color, GameName } from "../engine";
import type { NewGame } from "../server/api";
import type { SeatHere } from "../server/keys";
import { timeControl, type ClockForm } from "./clocks";
import { given, type Options } from "./options";

export type Opponent = "person" | "player" | "here";

export interface GameForm {
    game: GameName;
    options: Options;
    clock: ClockForm;
    opponent: Opponent;
    /** The bot or engine: "bot:3". */
    player: string;
    color: Color | "random";
    name: string;
    opponentName: string;
    private: boolean;
}

/** A start that replaces the one of the options. */
export interface Start {
    game: GameName;
    text: string;
    format: string;
}

export const other = (color: Color): Color => (color === "white" ? "black" : "white");

/** The side that is played in this browser. */
export function seatHere(form: GameForm, random: () => number = Math.random): SeatHere {
    if (form.opponent === "here") return "both";
    return form.color === "random" ? (random() < 0.5 ? "white" : "black") : form.color;
}

export function newGame(form: GameForm, seat: SeatHere, start?: Start): NewGame {
    const own = seat === "both" ? "white" : seat;
    const opponent = form.opponent === "player" ? { player: form.player } : { name: form.opponentName.trim() };
    const clock = timeControl(form.clock);
    return {
        game: form.game,
        ...(start ? { start: { text: start.text, format: start.format } } : { options: given(form.options) }),
        seats: { [own]: { name: form.name.trim() }, [other(own)]: opponent },
        ...(clock && { clock }),
        private: form.private,
    };
}
