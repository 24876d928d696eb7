// The state of a board in use: the drawing, the incomplete move, the move sent, the last rejection.

import { announce } from "../announce.svelte";
import { Refused, type Color, type Engine } from "../engine";
import { preferences } from "../preferences.svelte";
import { t } from "../text.svelte";
import { empty, playedOn, type PressResult, type Hand } from "./input";
import { adapterOf } from "./adapters";
import { complaintMarks, effectMarks, marksOf, type Mark } from "./marks";
import { overlayOptions, picture } from "./picture";
import { placesOf, viewOf, type Place } from "./places";
import type { BoardProps, Complaint } from "./types";

interface Pending {
    move: string;
    by: Color | undefined;
}

export class Table {
    hand = $state.raw<Hand>(empty);
    choice = $state.raw<Extract<PressResult, { kind: "choose" }> | null>(null);
    hint = $state<string | null>(null);
    /** The place under the pointer, finger or cursor. */
    aim = $state<string | null>(null);
    /** A move that was sent but is not confirmed; shown as if it were. */
    #pending = $state.raw<Pending | null>(null);
    #own = $state.raw<Complaint | null>(null);

    readonly #props: () => BoardProps;
    readonly #engine: () => Engine | undefined;

    readonly input = $derived.by(() => {
        const { game, bottom, mover, revision } = this.#props();
        void revision;
        const engine = this.#engine();
        if (!engine || !mover || game.outcome) return null;
        return adapterOf(game.name).input({ engine, game, bottom, mover });
    });

    readonly drawn = $derived.by(() => {
        const { game, bottom, overlay, revision, annotations = [] } = this.#props();
        void revision;
        const pending = this.#pending;
        const ahead = pending ? playedOn(game, pending.move, pending.by) : (this.input?.shown(this.hand) ?? null);
        const options = { bottom, theme: preferences.theme };
        const made = picture(ahead ?? game, { ...options, annotations, ...overlayOptions(overlay) });
        // A diagram keeps the stones that were captured: they are not on the board.
        const plain = overlay === "numbers" ? picture(ahead ?? game, options) : made;
        ahead?.dispose();
        return { ...made, places: placesOf(plain.svg), view: viewOf(made.svg) };
    });

    readonly fault = $derived.by(() => this.#own ?? this.#props().complaint ?? null);

    /** The complete turn that must be confirmed. */
    readonly whole = $derived(this.input?.complete(this.hand) ?? null);

    readonly marks = $derived.by((): Mark[] => {
        const { input, hand } = this;
        const { places } = this.drawn;
        const { picked } = this.#props();
        if (this.marking) return marksOf("selected", picked ? [picked] : [], places);
        if (!input || this.#pending) return [];
        const loose = hand.from === null && adapterOf(this.#props().game.name).hasSteps;
        const aimed = this.place(this.aim);
        return [
            ...marksOf("source", loose ? input.sources(hand) : [], places),
            ...marksOf("selected", hand.from ? [hand.from] : [], places),
            ...marksOf("target", input.targets(hand), places),
            ...(aimed ? effectMarks(input.effects(hand, aimed), input, places) : []),
            ...complaintMarks(this.fault, input, places),
        ];
    });

    constructor(props: () => BoardProps, engine: () => Engine | undefined) {
        this.#props = props;
        this.#engine = engine;
        // An incomplete move belongs to one position of one game.
        $effect.pre(() => {
            void [this.input, this.#props().game];
            this.hand = empty;
            this.choice = null;
            this.hint = null;
            this.#pending = null;
            this.#own = null;
        });
        $effect.pre(() => {
            if (this.#props().complaint) this.#pending = null;
        });
    }

    /** A press marks a place instead of making a move. */
    get marking(): boolean {
        return this.#props().onplace !== undefined;
    }

    get waits(): boolean {
        return this.#pending !== null || this.choice !== null;
    }

    place(id: string | null): Place | null {
        return this.drawn.places.get(id ?? "") ?? null;
    }

    /** False if the move is rejected; the reason is shown. */
    attempt(move: string): boolean {
        const { game, mover, onmove } = this.#props();
        if (this.#pending) return false;
        this.#own = null;
        const by = mover === "both" || !mover ? undefined : mover;
        try {
            game.check(move, by);
        } catch (error) {
            if (!(error instanceof Refused)) throw error;
            this.#own = { code: error.code, sentence: error.sentence, data: error.data };
            this.hand = { ...this.hand, from: null };
            return false;
        }
        this.#pending = { move, by };
        this.hand = empty;
        onmove(move);
        return true;
    }

    /** Handles a press on a place. */
    press(place: Place) {
        const { onplace } = this.#props();
        if (onplace) return onplace(place.id);
        const result = this.input?.press(this.hand, place);
        if (!result || this.waits) return;
        if (result.kind === "move") this.attempt(result.move);
        else if (result.kind === "choose") this.choice = result;
        else if (result.kind === "hold") this.hold(result.hand);
    }

    hold(hand: Hand) {
        this.#own = null;
        this.hint = null;
        this.hand = hand;
        const from = this.place(hand.from);
        if (from && this.input) {
            const targets = [...this.input.targets(hand)].join(", ") || t.board.nowhere;
            announce(t.board.taken(this.words(from), targets));
        } else {
            announce(this.whole ? t.board.turnMade(this.whole) : t.board.putBack);
        }
    }

    /** One step back: the choice, the piece picked up, the last checker. */
    takeBack() {
        const { from, made } = this.hand;
        this.#own = null;
        if (this.choice) this.choice = null;
        else if (from) this.hand = { from: null, made };
        else if (made.length > 0) this.hand = { from, made: made.slice(0, -1) };
        else return;
        announce(t.board.putBack);
    }

    words(place: Place): string {
        const { game } = this.#props();
        return adapterOf(game.name).words(game, place);
    }

    /** The place in words, with the effect of a press here. */
    aimWords(place: Place): string {
        const { input, hand, drawn } = this;
        const words = this.words(place);
        if (!input || this.marking) return words;
        const taken = effectMarks(input.effects(hand, place), input, drawn.places)
            .filter(({ kind }) => kind === "taken")
            .map((mark) => mark.place.id);
        if (taken.length > 0) return t.board.wouldTake(words, taken.join(", "));
        return input.targets(hand).has(place.id) ? t.board.canGoHere(words) : words;
    }
}
