// Which address shows what. Pure: no window, no history.

import type { GameName } from "./engine";

export type Route =
    | { page: "home" }
    | { page: "game"; id: string }
    /** A game in the browser alone; `text` is all of it, as the address has it. */
    | { page: "explore"; game: GameName; text: string }
    | { page: "inspect" }
    | { page: "arena" }
    | { page: "lost"; path: string };

const games: readonly string[] = ["backgammon", "chess", "go"];

export function routeOf(path: string): Route {
    const [first = "", ...rest] = path.replace(/^\/+/, "").split("/");
    const text = rest.join("/");
    if (first === "") return { page: "home" };
    if (first === "games" && /^[\w-]+$/.test(text)) return { page: "game", id: text };
    if (games.includes(first)) return { page: "explore", game: first as GameName, text };
    if ((first === "inspect" || first === "arena") && text === "") return { page: first };
    return { page: "lost", path };
}
