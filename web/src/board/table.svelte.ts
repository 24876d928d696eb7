// The state of a board in use: the drawing, the incomplete move, the move sent, the last rejection.

import { announce } from "../announce.svelte";
import { Refused, type Color, type Engine } from "../engine";
import { preferences } from "../preferences.svelte";
import { t } from "../text.svelte";
import { empty, playedOn, type PressResult, type Hand } from "./input";
import { adapterOf } from "./adapters";
import {
    complaintLines,
    complaintMarks,
    effectMarks,
    hintsOf,
    marksOf,
    type Hint,
    type Line,
    type Mark,
} from "./marks";
import { overlayOptions, picture } from "./picture";
import { placesOf, viewOf, type Place } from "./places";
import type { BoardProps, Complaint } from "./types";

interface Pending {
    move: string;
    by: Color | undefined;
}

/** A move in advance: "e2e4". */
const ends = (move: string) => [move.slice(0, 2), move.slice(2, 4)] as const;

const isOffer = (text: string) => /"(offer|decline)_draw"/.test(text);

export class Table {
    hand = $state.raw<Hand>(empty);
    choice = $state.raw<Extract<PressResult, { kind: "choose" }> | null>(null);
    hint = $state<string | null>(null);
    /** The place under the pointer, finger or cursor. */
    aim = $state<string | null>(null);
    /** A move that was sent but is not confirmed; shown as if it were. */
    #pending = $state.raw<Pending | null>(null);
    #own = $state.raw<Complaint | null>(null);
    /** The pending move waits to be confirmed. */
    asks = $state(false);
    /** A move in advance. */
    planned = $state<string | null>(null);
    /** A complaint of the server that was read. */
    #forgotten = $state.raw<Complaint | null>(null);

    readonly #props: () => BoardProps;
    readonly #engine: () => Engine | undefined;

    readonly input = $derived.by(() => {
        const { game, bottom, mover, revision } = this.#props();
        void revision;
        const engine = this.#engine();
        if (!engine || !mover || game.outcome) return null;
        const view = { engine, game, bottom, mover };
        const adapter = adapterOf(game.name);
        return adapter.input(view) ?? adapter.ahead?.(view) ?? null;
    });

    /** The other side is to move: a move made here is one in advance. */
    readonly isAhead = $derived.by(() => {
        const { game, mover, revision } = this.#props();
        void revision;
        return this.input !== null && mover !== "both" && game.awaits === "move" && game.turn !== mover;
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

    /** Until one goes on. */
    readonly fault = $derived.by(() => {
        const { complaint = null } = this.#props();
        return this.#own ?? (complaint === this.#forgotten ? null : complaint);
    });

    /** From the places that break a move to what they break it against, and those that were asked for. */
    readonly lines = $derived.by((): Line[] => {
        const { places } = this.drawn;
        const asked = (this.#props().lines ?? []).flatMap(([one, other]) => {
            const [from, to] = [places.get(one), places.get(other)];
            return from && to ? [{ from, to }] : [];
        });
        return this.input && this.fault ? complaintLines(this.fault, this.input, places) : asked;
    });

    readonly hints = $derived.by((): Hint[] => {
        const { game, hints = [], revision } = this.#props();
        void revision;
        return hintsOf(game, hints, this.input, this.drawn.places);
    });

    /** The earlier position that a move would repeat, by the number of its events. */
    readonly repeated = $derived.by(() => {
        const { move_number } = this.fault?.data ?? {};
        return typeof move_number === "number" ? move_number : null;
    });

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
            ...marksOf("planned", this.planned ? ends(this.planned) : [], places),
        ];
    });

    constructor(props: () => BoardProps, engine: () => Engine | undefined) {
        this.#props = props;
        this.#engine = engine;
        // An incomplete move belongs to one position of one game; offers do not change it.
        const position = $derived.by(() => {
            const { game, mover, revision } = this.#props();
            void revision;
            return [mover, ...game.history().filter((text) => !isOffer(text))].join();
        });
        $effect.pre(() => {
            void [position, this.#props().game];
            this.hand = empty;
            this.choice = null;
            this.hint = null;
            this.#pending = null;
            this.asks = false;
            this.#own = null;
        });
        $effect(() => {
            if (this.planned && this.input && !this.isAhead) this.#playPlanned(this.planned);
        });
        $effect.pre(() => {
            if (this.#props().complaint) this.#pending = null;
        });
    }

    /** A press marks a place instead of making a move. */
    get marking(): boolean {
        return this.#props().onplace !== undefined;
    }

    /** Men are carried anywhere. */
    get editing(): boolean {
        return this.#props().onedit !== undefined;
    }

    edit(from: string, to: string | null) {
        this.#props().onedit?.(from, to);
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
        this.forget();
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
        // A turn of several steps was confirmed already.
        this.asks = this.#props().confirms === true && !adapterOf(game.name).hasSteps;
        if (!this.asks) onmove(move);
        return true;
    }

    /** Sends the move that waited for it. */
    confirm() {
        if (!this.asks || !this.#pending) return;
        this.asks = false;
        this.#props().onmove(this.#pending.move);
    }

    /** The move in advance, now that its time has come; a pawn becomes a queen. */
    #playPlanned(planned: string) {
        this.planned = null;
        const legal = this.#props().game.legal("uci");
        const move = [planned, `${planned}q`].find((one) => legal.includes(one));
        if (move) this.attempt(move);
        else announce(t.board.aheadFailed);
    }

    #plan(move: string) {
        this.planned = move;
        this.hand = empty;
        announce(t.board.ahead(ends(move).join(" – ")));
    }

    forget() {
        this.#own = null;
        this.#forgotten = this.#props().complaint ?? null;
    }

    /** Handles a press on a place. */
    press(place: Place) {
        const { onplace, onpressed } = this.#props();
        onpressed?.(place.id);
        if (onplace) return onplace(place.id);
        const result = this.input?.press(this.hand, place);
        if (!result || this.waits) return;
        if (result.kind === "move" && this.isAhead) this.#plan(result.move);
        else if (result.kind === "move") this.attempt(result.move);
        else if (result.kind === "choose") this.choice = result;
        else if (result.kind === "hold") this.hold(result.hand);
    }

    hold(hand: Hand) {
        this.forget();
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
        else if (this.asks) [this.#pending, this.asks] = [null, false];
        else if (this.planned) this.planned = null;
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
