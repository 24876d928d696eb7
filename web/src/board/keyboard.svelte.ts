// Keyboard control of the board: a cursor that announces its place, picks up and plays.

import { announce } from "../announce.svelte";
import { neighbour, placeAt, type Direction, type Place } from "./places";
import type { Table } from "./table.svelte";

const arrows: Record<string, Direction> = {
    ArrowUp: "up",
    ArrowDown: "down",
    ArrowLeft: "left",
    ArrowRight: "right",
};

export class Keyboard {
    /** Shown only while the keyboard is used. */
    active = $state(false);
    #at = $state<string | null>(null);

    constructor(private readonly table: Table) {}

    get cursor(): Place | null {
        return this.active ? this.table.place(this.#at) : null;
    }

    readonly key = (event: KeyboardEvent) => {
        if (event.ctrlKey || event.metaKey || event.altKey || !this.#obey(event.key)) return;
        event.preventDefault();
        event.stopPropagation();
    };

    readonly focus = (event: FocusEvent) => {
        if ((event.currentTarget as Element).matches(":focus-visible")) this.#show();
    };

    readonly rest = () => {
        if (this.active) this.table.aim = null;
        this.active = false;
    };

    #obey(key: string): boolean {
        const direction = arrows[key];
        if (direction) this.#go(direction);
        else if (key === "Enter" || key === " ") this.#press();
        else if (this.table.marking) return false;
        else if (key === "Escape" || key === "Backspace") this.table.takeBack();
        else return false;
        return true;
    }

    #go(direction: Direction) {
        const here = this.cursor;
        this.#show(here ? neighbour(this.table.drawn.places, here, direction) : null);
        if (this.cursor) announce(this.table.aimWords(this.cursor));
    }

    #press() {
        const { table, cursor } = this;
        if (table.whole) table.attempt(table.whole);
        else if (cursor) table.press(cursor);
        else this.#show();
    }

    #show(place: Place | null = null) {
        this.active = true;
        this.#at = place?.id ?? this.#at ?? this.#first()?.id ?? null;
        this.table.aim = this.#at;
    }

    /** The initial place of the cursor: near the middle of the own side. */
    #first(): Place | null {
        const { places, view } = this.table.drawn;
        return placeAt(places, view.x + view.width * 0.55, view.y + view.height * 0.7);
    }
}
