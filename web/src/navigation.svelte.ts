// Navigation: internal links change the address without reloading the page.

import { routeOf, type Route } from "./routes";

let path = $state(location.pathname);
let search = $state(location.search);
let board = $state(boardIn(history.state));
const route: Route = $derived(routeOf(path));

/** A history entry of the Board names its document. */
function boardIn(state: unknown): string | null {
    const { board: named } = (state ?? {}) as { board?: unknown };
    return typeof named === "string" ? named : null;
}

function look() {
    path = location.pathname;
    search = location.search;
    board = boardIn(history.state);
}

addEventListener("popstate", look);

export const navigation = {
    get route() {
        return route;
    },
    /** "?komi=6.5", or nothing. */
    get search() {
        return search;
    },
    /** The document of the Board that this history entry shows; null if it says none. */
    get board() {
        return board;
    },
    go(address: string, board?: string) {
        this.push(address, board);
        scrollTo(0, 0);
        // Moves the keyboard focus to the content, which screen readers then announce.
        document.getElementById("content")?.focus({ preventScroll: true });
    },
    /** A new history entry for the same page, without scrolling. */
    push(address: string, board?: string) {
        history.pushState(board ? { board } : null, "", address);
        look();
    },
    /** Changes the address of the current page. */
    replace(address: string, board?: string) {
        history.replaceState(board ? { board } : null, "", address);
        look();
    },
};

/** For `<svelte:document onclick>`: follows ordinary clicks on links to this page. */
export function follow(event: MouseEvent) {
    if (event.defaultPrevented || event.button !== 0) return;
    if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
    const link = (event.target as Element).closest("a");
    if (!link || link.target || link.hasAttribute("download")) return;
    if (link.origin !== location.origin || routeOf(link.pathname).page === "lost") return;
    if (link.pathname === location.pathname && link.hash) return;
    event.preventDefault();
    navigation.go(link.href);
}
