import type { Game } from "../engine";

/** Rejects bytes above 251, so that all faces are equally likely. */
function die(): number {
    const [byte = 0] = crypto.getRandomValues(new Uint8Array(1));
    return byte < 252 ? (byte % 6) + 1 : die();
}

export const isOpening = (game: Game) => (game as Game<"backgammon">).ask("score").waiting_for === "opening_roll";

/** The event of these dice, or of random ones. */
export const rollOf = (game: Game, a = die(), b = die()) => `${isOpening(game) ? "opening" : "roll"} ${a}-${b}`;
