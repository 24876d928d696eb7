// Mouse and touch: presses, and dragging from one place to another.

import { announce } from "../announce.svelte";
import { t } from "../text.svelte";
import { checkersOf } from "./motion";
import { placeAt, type Place } from "./places";
import type { Table } from "./table.svelte";

interface Grip {
    place: Place;
    /** Picked up by this press, so releasing it here is not a second press. */
    fresh: boolean;
    x: number;
    y: number;
    /** The finger has moved over small points, to aim. */
    swept?: boolean;
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
        if (table.editing && place.count > 0) {
            this.#grip = { place, fresh: false, x: event.clientX, y: event.clientY };
            (event.currentTarget as Element).setPointerCapture(event.pointerId);
            return;
        }
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
        if (grip && event.pointerType === "touch") this.#sweep(grip, event);
        if (!grip || !(this.table.editing || this.table.hand.from === grip.place.id)) return;
        const far = Math.hypot(event.clientX - grip.x, event.clientY - grip.y) > dragDistance;
        if (this.carried || far) this.#carry(grip.place, this.#pointIn(event));
    };

    readonly up = (event: PointerEvent) => {
        const { table } = this;
        if (!this.#grip) return;
        const { place, fresh, swept } = this.#grip;
        const at = this.#placeUnder(event);
        if (table.editing && this.carried) {
            this.letGo();
            if (at?.id !== place.id) table.edit(place.id, at?.id ?? null);
            return;
        }
        if (table.marking) {
            this.letGo();
            if (at?.id === place.id) table.press(at);
            return;
        }
        if (!table.input) return;
        const dragged = this.carried !== null;
        this.letGo();
        if (!at || swept) return;
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
        if (!this.#isSmall(place) || this.table.aim === place.id) return true;
        this.#aimAt(place);
        return false;
    }

    #isSmall(place: Place): boolean {
        return place.box.width * (this.table.drawn.svg.getScreenCTM()?.a ?? 1) < smallPoint;
    }

    #aimAt(place: Place) {
        const { table } = this;
        table.forget();
        table.aim = place.id;
        table.hint = t.board.tapAgain(place.id);
        announce(table.hint);
    }

    /** Over small points a finger aims where it goes; it does not play when it is lifted. */
    #sweep(grip: Grip, event: PointerEvent) {
        const at = this.#placeUnder(event);
        if (!at || this.table.input?.carries !== false || !this.#isSmall(at)) return;
        if (!grip.swept && at.id === grip.place.id) return;
        grip.swept = true;
        if (at.id !== this.table.aim) this.#aimAt(at);
    }
}

function copyOf(element: Element): Node {
    const copy = element.cloneNode(true) as Element;
    copy.classList.remove("lifted");
    return copy;
}

/** The top elements at a place: those of a piece or a checker. */
function topOf(svg: SVGSVGElement, id: string): Element[] {
    const piece = svg.querySelector(`[data-piece][data-square="${id}"], .stone[data-point="${id}"]`);
    return piece ? [piece] : (checkersOf(svg, id).at(-1) ?? []);
}
