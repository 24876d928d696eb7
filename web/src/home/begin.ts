// Creates a game and goes to it.

import { keepPress } from "../game/first_press";
import { navigation } from "../navigation.svelte";
import { api } from "../server/api";
import { gameLink, keepKeys } from "../server/keys";
import { newGame, seatHere, type GameForm, type Start } from "./request";

interface Way {
    start?: Start | undefined;
    /** The place that was pressed to begin it. */
    pressed?: string | undefined;
}

export async function begin(form: GameForm, { start, pressed }: Way = {}) {
    const seat = seatHere(form);
    const { id, keys } = await api.createGame(newGame(form, seat, start));
    keepKeys(id, { ...keys, seat });
    if (pressed) keepPress(id, pressed);
    // The key is also in the address, because the browser may be unable to store it.
    navigation.go(gameLink(id, seat === "both" ? undefined : keys[seat]));
}
