// The form of a new game, and the name remembered from the last one.

import type { GameName } from "../engine";
import { standardClock } from "./clocks";
import { preset } from "./options";
import type { GameForm } from "./request";

const place = "arbiter.name";

function rememberedName(): string {
    try {
        return localStorage.getItem(place) ?? "";
    } catch {
        return "";
    }
}

export function rememberName(name: string) {
    try {
        localStorage.setItem(place, name);
    } catch {
        // Without storage, the name must be typed again.
    }
}

export function blankForm(game: GameName): GameForm {
    return {
        game,
        options: preset(game),
        clock: { ...standardClock },
        opponent: "person",
        player: "",
        color: "random",
        name: rememberedName(),
        opponentName: "",
        private: false,
    };
}
