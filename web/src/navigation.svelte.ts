// Where the page is. Links inside it change the address without loading it anew.

import { routeOf, type Route } from "./routes";

let path = $state(location.pathname);
const route: Route = $derived(routeOf(path));

addEventListener("popstate", () => (path = location.pathname));

export const navigation = {
    get route() {
        return route;
    },
    go(address: string) {
        history.pushState(null, "", address);
        path = location.pathname;
        scrollTo(0, 0);
    },
    /** Changes the address of what is shown already. */
    replace(address: string) {
        history.replaceState(null, "", address);
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
