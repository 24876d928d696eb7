// Somebody at a board: what is drawn, what the hand has begun, what is played and what was wrong with it.

import { announce } from "../announce.svelte";
import { Refused, type Color, type Engine } from "../engine";
import { preferences } from "../preferences.svelte";
import { t } from "../text.svelte";
import { empty, playedOn, type PressResult, type Hand } from "./input";
import { adapterOf } from "./adapters";
import { complaintMarks, effectMarks, marksOf, type Mark } from "./marks";
import { picture } from "./picture";
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
    /** The place that is aimed at, by whatever means. */
    aim = $state<string | null>(null);
    /** Played here, and not confirmed by whoever decides: shown as if it were. */
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
        const { game, bottom, overlay, revision } = this.#props();
        void revision;
        const pending = this.#pending;
        const ahead = pending ? playedOn(game, pending) : (this.input?.shown(this.hand) ?? null);
        const options = { bottom, theme: preferences.theme, ...(overlay ? { overlay } : {}) };
        const made = picture(ahead ?? game, options);
        ahead?.dispose();
        return { ...made, places: placesOf(made.svg), view: viewOf(made.svg) };
    });

    readonly fault = $derived.by(() => this.#own ?? this.#props().complaint ?? null);

    /** The turn that is made and waits to be confirmed. */
    readonly whole = $derived(this.input?.complete(this.hand) ?? null);

    readonly marks = $derived.by((): Mark[] => {
        const { input, hand } = this;
        const { places } = this.drawn;
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
        // What a hand has begun is about one position of one game.
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

    get waits(): boolean {
        return this.#pending !== null || this.choice !== null;
    }

    place(id: string | null): Place | null {
        return this.drawn.places.get(id ?? "") ?? null;
    }

    /** False, and the reason is shown, if it is refused. */
    attempt(move: string): boolean {
        const { game, mover, onmove } = this.#props();
        if (this.#pending) return false;
        this.#own = null;
        const by = this.input?.by ?? (mover === "both" || !mover ? undefined : mover);
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

    /** What a press on a place leads to. */
    press(place: Place) {
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

    /** One step back: what is to be chosen, what is in the hand, the last checker. */
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

    /** With what a press here would do. */
    aimWords(place: Place): string {
        const { input, hand, drawn } = this;
        const words = this.words(place);
        if (!input) return words;
        const taken = effectMarks(input.effects(hand, place), input, drawn.places)
            .filter(({ kind }) => kind === "taken")
            .map((mark) => mark.place.id);
        if (taken.length > 0) return t.board.wouldTake(words, taken.join(", "));
        return input.targets(hand).has(place.id) ? t.board.canGoHere(words) : words;
    }
}
