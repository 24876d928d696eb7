// The places of a board, read from the engine's drawing: squares, points, the bar and the trays.
// Everything here is in the units of the drawing's viewBox.

import type { Color } from "../engine";

export interface Box {
    x: number;
    y: number;
    width: number;
    height: number;
}

export interface Place {
    /** "e4", "D4", "24"; the two bars and trays are "white bar", "black off". */
    id: string;
    box: Box;
    /** The centre for marks: the middle of the top piece, also if the place is empty. */
    x: number;
    y: number;
    radius: number;
    /** The side that has something here. */
    color: Color | null;
    /** A piece as in FEN; null on boards without pieces. */
    piece: string | null;
    /** The number of checkers or stones. */
    count: number;
    dead: boolean;
}

export type Places = ReadonlyMap<string, Place>;

const number = (element: Element, name: string) => Number(element.getAttribute(name) ?? 0);

const colorOf = (text: string | null): Color | null => (text === "white" || text === "black" ? text : null);

function boxOf(rect: Element): Box {
    return {
        x: number(rect, "x"),
        y: number(rect, "y"),
        width: number(rect, "width"),
        height: number(rect, "height"),
    };
}

const nothing = { color: null, piece: null, count: 0, dead: false };

function square(rect: Element): Place {
    const box = boxOf(rect);
    const radius = box.width / 2;
    const id = rect.getAttribute("data-square")!;
    return { ...nothing, id, box, x: box.x + radius, y: box.y + radius, radius };
}

/** A point of a Go board is an empty rectangle, or the circle of a stone; lines are 100 apart. */
function point(element: Element): Place {
    const id = element.getAttribute("data-point")!;
    const color = colorOf(element.getAttribute("data-stone"));
    const radius = 50;
    if (color === null) {
        const box = boxOf(element);
        return { ...nothing, id, box, x: box.x + radius, y: box.y + radius, radius };
    }
    const x = number(element, "cx");
    const y = number(element, "cy");
    const box = { x: x - radius, y: y - radius, width: 2 * radius, height: 2 * radius };
    const dead = element.classList.contains("dead");
    return { id, box, x, y, radius, color, piece: null, count: 1, dead };
}

function spot(group: Element, middle: number): Place {
    const name = group.getAttribute("data-point")!;
    const color = colorOf(group.getAttribute("data-color"));
    const box = boxOf(group.querySelector(".hit")!);
    const checkers = group.querySelectorAll("circle.checker");
    const top = checkers[checkers.length - 1];
    const radius = 28;
    const base = box.y + box.height / 2 < middle ? box.y + radius : box.y + box.height - radius;
    const isPoint = /^\d+$/.test(name);
    return {
        id: isPoint ? name : `${color} ${name}`,
        box,
        x: box.x + box.width / 2,
        y: top ? number(top, "cy") : name === "off" ? box.y + box.height / 2 : base,
        radius,
        color,
        piece: null,
        count: number(group, "data-count"),
        dead: false,
    };
}

export function placesOf(svg: SVGSVGElement): Places {
    const places = new Map<string, Place>();
    const add = (place: Place) => places.set(place.id, place);
    for (const rect of svg.querySelectorAll("rect.square")) add(square(rect));
    for (const piece of svg.querySelectorAll("[data-piece]")) {
        const place = places.get(piece.getAttribute("data-square")!);
        if (!place) continue;
        place.piece = piece.getAttribute("data-piece");
        place.color = piece.classList.contains("white") ? "white" : "black";
        place.count = 1;
    }
    for (const element of svg.querySelectorAll(".point[data-point]")) add(point(element));
    const view = viewOf(svg);
    for (const group of svg.querySelectorAll("g.spot")) add(spot(group, view.y + view.height / 2));
    return places;
}

export function viewOf(svg: SVGSVGElement): Box {
    const [x = 0, y = 0, width = 1, height = 1] = (svg.getAttribute("viewBox") ?? "").split(" ").map(Number);
    return { x, y, width, height };
}

export function placeAt(places: Places, x: number, y: number): Place | null {
    for (const place of places.values()) {
        const { box } = place;
        if (x < box.x || y < box.y || x >= box.x + box.width || y >= box.y + box.height) continue;
        return place;
    }
    return null;
}

export type Direction = "up" | "down" | "left" | "right";

const toward: Record<Direction, [x: number, y: number]> = {
    up: [0, -1],
    down: [0, 1],
    left: [-1, 0],
    right: [1, 0],
};

/** The nearest place in a direction, preferring straight over diagonal; null at the edge. */
export function neighbour(places: Places, from: Place, direction: Direction): Place | null {
    const [right, down] = toward[direction];
    const middle = ({ box }: Place) => [box.x + box.width / 2, box.y + box.height / 2] as const;
    const [x, y] = middle(from);
    let best: Place | null = null;
    let least = Infinity;
    for (const place of places.values()) {
        const [otherX, otherY] = middle(place);
        const ahead = (otherX - x) * right + (otherY - y) * down;
        const aside = Math.abs((otherX - x) * down) + Math.abs((otherY - y) * right);
        // Only places within 45 degrees are ahead.
        if (ahead < 1 || aside > ahead) continue;
        if (ahead + 3 * aside >= least) continue;
        best = place;
        least = ahead + 3 * aside;
    }
    return best;
}
