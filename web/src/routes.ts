// Maps addresses to pages. Does not use window or history.

import type { GameName } from "./engine";
import { gameAt } from "./explore/games";

export type Route =
    | { page: "home" }
    | { page: "game"; id: string }
    /** A game for the frame of another page. */
    | { page: "embed"; id: string }
    /** The analysis board, which reads the game in the path. */
    | { page: "explore"; game: GameName; path: string }
    | { page: "inspect" }
    | { page: "arena" }
    /** A game of the tournament. */
    | { page: "theatre"; number: number }
    | { page: "lost"; path: string };

export function routeOf(path: string): Route {
    const [first = "", ...rest] = path.replace(/^\/+/, "").split("/");
    const text = rest.join("/");
    if (first === "") return { page: "home" };
    if (first === "games" && /^[\w-]+$/.test(text)) return { page: "game", id: text };
    const [, framed] = /^games\/([\w-]+)$/.exec(first === "embed" ? text : "") ?? [];
    if (framed) return { page: "embed", id: framed };
    const game = gameAt(first);
    if (game) return { page: "explore", game, path };
    const [, number] = /^games\/([1-9]\d{0,8})$/.exec(first === "arena" ? text : "") ?? [];
    if (number) return { page: "theatre", number: Number(number) };
    if ((first === "inspect" || first === "arena") && text === "") return { page: first };
    return { page: "lost", path };
}
