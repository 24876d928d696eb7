// The engine's drawing as elements of the page. The Content-Security-Policy forbids inline styles, so
// the style rules of a drawing are added to the document, once per game and theme.

import type { DrawOptions, Game } from "../engine";
import type { Overlay } from "./types";

const adopted = new Set<string>();

function adopt(rules: string) {
    if (adopted.has(rules)) return;
    adopted.add(rules);
    const sheet = new CSSStyleSheet();
    sheet.replaceSync(rules);
    document.adoptedStyleSheets.push(sheet);
}

export interface Picture {
    svg: SVGSVGElement;
    /** "Chess board, White to move" */
    title: string;
    /** The position in words. */
    description: string;
}

const lastMove = 0xffff_ffff;

export function overlayOptions(overlay: Overlay | undefined): DrawOptions {
    if (overlay === "numbers") return { numbered: [1, lastMove] };
    return overlay ? { overlay } : {};
}

const style = /<style>([\s\S]*?)<\/style>/;

export const picture = (game: Game, options: DrawOptions): Picture => elementsOf(game.svg(options));

/** A drawing that the engine has made. */
export function elementsOf(text: string): Picture {
    adopt(style.exec(text)?.[1] ?? "");
    const parsed = new DOMParser().parseFromString(text.replace(style, ""), "image/svg+xml");
    const svg = document.adoptNode(parsed.documentElement) as unknown as SVGSVGElement;
    // Both would appear as tooltips; the page presents them in other ways.
    const take = (name: string) => {
        const element = svg.querySelector(`:scope > ${name}`);
        element?.remove();
        return element?.textContent ?? "";
    };
    const title = take("title");
    const description = take("desc");
    for (const name of ["width", "height", "role", "aria-labelledby"]) svg.removeAttribute(name);
    svg.setAttribute("aria-hidden", "true");
    return { svg, title, description };
}
