// Mouse and touch: presses, and dragging from one place to another.

import { announce } from "../announce.svelte";
import { t } from "../text.svelte";
import { placeAt, type Place } from "./places";
import type { Table } from "./table.svelte";

interface Grip {
    place: Place;
    /** Picked up by this press, so releasing it here is not a second press. */
    fresh: boolean;
    x: number;
    y: number;
}

interface Carried {
    nodes: readonly Node[];
    /** The distance from its original place. */
    x: number;
    y: number;
}

/** In pixels. */
const dragDistance = 6;
const smallPoint = 30;

export class Pointer {
    carried = $state.raw<Carried | null>(null);
    /** The place where something was just dropped. */
    dropped: string | null = null;
    #grip: Grip | null = null;

    constructor(private readonly table: Table) {}

    readonly down = (event: PointerEvent) => {
        const { table } = this;
        const place = this.#placeUnder(event);
        if (event.button !== 0 || table.waits || !place) return;
        if (table.marking) {
            this.#grip = { place, fresh: false, x: event.clientX, y: event.clientY };
            return;
        }
        if (!table.input) return;
        const { hand, input } = table;
        const takes = hand.from !== place.id && input.canTake(hand, place) && !input.targets(hand).has(place.id);
        this.#grip = { place, fresh: takes, x: event.clientX, y: event.clientY };
        if (takes) table.hold({ ...hand, from: place.id });
        (event.currentTarget as Element).setPointerCapture(event.pointerId);
    };

    readonly move = (event: PointerEvent) => {
        // A finger does not hover; `#touchedTwice` sets its aim.
        if (event.pointerType === "mouse" || this.carried) {
            this.table.aim = this.#placeUnder(event)?.id ?? null;
        }
        const grip = this.#grip;
        if (!grip || this.table.hand.from !== grip.place.id) return;
        const far = Math.hypot(event.clientX - grip.x, event.clientY - grip.y) > dragDistance;
        if (this.carried || far) this.#carry(grip.place, this.#pointIn(event));
    };

    readonly up = (event: PointerEvent) => {
        const { table } = this;
        if (!this.#grip) return;
        const { place, fresh } = this.#grip;
        const at = this.#placeUnder(event);
        if (table.marking) {
            this.letGo();
            if (at?.id === place.id) table.press(at);
            return;
        }
        if (!table.input) return;
        const dragged = this.carried !== null;
        this.letGo();
        if (!at) return;
        if (dragged ? at.id === place.id : at.id !== place.id || fresh) return;
        if (!table.input.carries && event.pointerType === "touch" && !this.#touchedTwice(at)) return;
        this.dropped = dragged ? at.id : null;
        table.press(at);
    };

    readonly leave = (event: PointerEvent) => {
        if (event.pointerType === "mouse") this.table.aim = null;
    };

    readonly letGo = () => {
        const lifted = this.table.drawn.svg.querySelectorAll(".lifted");
        for (const element of lifted) element.classList.remove("lifted");
        this.#grip = null;
        this.carried = null;
    };

    #pointIn(event: PointerEvent): DOMPoint {
        const matrix = this.table.drawn.svg.getScreenCTM();
        return new DOMPoint(event.clientX, event.clientY).matrixTransform(matrix?.inverse());
    }

    #placeUnder(event: PointerEvent): Place | null {
        const { x, y } = this.#pointIn(event);
        return placeAt(this.table.drawn.places, x, y);
    }

    #carry({ id, x, y }: Place, to: DOMPoint) {
        const lifted = topOf(this.table.drawn.svg, id);
        for (const element of lifted) element.classList.add("lifted");
        const nodes = this.carried?.nodes ?? lifted.map(copyOf);
        this.carried = { nodes, x: to.x - x, y: to.y - y };
    }

    /** On small points, the first touch aims and the second plays. */
    #touchedTwice(place: Place): boolean {
        const { table } = this;
        const scale = table.drawn.svg.getScreenCTM()?.a ?? 1;
        if (place.box.width * scale >= smallPoint || table.aim === place.id) return true;
        table.aim = place.id;
        table.hint = t.board.tapAgain(place.id);
        announce(table.hint);
        return false;
    }
}

function copyOf(element: Element): Node {
    const copy = element.cloneNode(true) as Element;
    copy.classList.remove("lifted");
    return copy;
}

/** The top element at a place: a piece, or a checker, which is a disc followed by its rims. */
function topOf(svg: SVGSVGElement, id: string): Element[] {
    const piece = svg.querySelector(`[data-piece][data-square="${id}"]`);
    if (piece) return [piece];
    const [side, tray] = id.split(" ");
    const spot = tray ? `[data-point="${tray}"][data-color="${side}"]` : `[data-point="${id}"]`;
    const circles = [...svg.querySelectorAll(`g.spot${spot} circle`)];
    const last = circles.map(({ classList }) => classList.contains("checker")).lastIndexOf(true);
    return last < 0 ? [] : circles.slice(last);
}
