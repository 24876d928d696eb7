// Single men as the engine draws them, for lists and choices beside the board.

import type { Color, Engine } from "../../engine";
import { picture } from "../picture";

const drawn = new Map<string, SVGSVGElement>();

/** A square of its own with one man, as an element to be copied. */
export function manOf(engine: Engine, kind: string, color: Color, theme: "light" | "dark"): SVGSVGElement {
    const letter = color === "white" ? kind.toUpperCase() : kind;
    const key = letter + theme;
    const known = drawn.get(key);
    if (known) return known;
    const [black, white] = [letter === "k" ? "8" : "k7", letter === "K" ? "8" : "K7"];
    const game = engine.load(`${black}/8/8/8/3${letter}4/8/8/${white} w - - 0 1`, { game: "chess", format: "fen" });
    const { svg } = picture(game, { theme });
    game.dispose();
    const piece = svg.querySelector('[data-square="d4"][data-piece]')!;
    const [x, y] = [piece.getAttribute("x"), piece.getAttribute("y")];
    const kept = svg.cloneNode(false) as SVGSVGElement;
    kept.setAttribute("viewBox", `${x} ${y} 100 100`);
    kept.append(...svg.querySelectorAll("defs"), piece);
    drawn.set(key, kept);
    return kept;
}
