// A small file that comes before the rest of the page: it asks for the first picture of a board, and shows it.

import { firstBoard, type Shown } from "./game/first_picture";
import { routeOf } from "./routes";
import { storedTheme } from "./theme";

function shownAt({ pathname, search }: Location): Shown | null {
    const route = routeOf(pathname);
    if (route.page === "game") return { id: route.id };
    return route.page === "explore" ? { address: route.path + search } : null;
}

export const app = document.getElementById("app")!;
const shown = shownAt(location);
if (shown) {
    document.documentElement.dataset.theme = storedTheme();
    app.replaceChildren(firstBoard(shown));
}
