// A game in this browser: its state on the server, the game folded from the events, and the seats
// played here. The server decides.

import { announce } from "../announce.svelte";
import type { Complaint } from "../board/types";
import type { Color, Engine, Game } from "../engine";
import { api, onExchange, Problem, type Exchange, type GameEvent, type GameView } from "../server/api";
import { keepKeys, keyOf, keysOf, type Held, type SeatHere } from "../server/keys";
import { LiveLine, type LineState } from "../server/live";
import type { Choices, ClockView, SocketMessage, Standing } from "../server/types";
import { t } from "../text.svelte";
import { eventWords } from "./events";
import { fold, type Folded, type Ply } from "./fold";
import { grave } from "./offers";
import { sound, type Tone } from "./sound";

type Presence = Omit<Extract<SocketMessage, { type: "presence" }>, "type" | "id" | "game">;

/** How often a move is sent if there is no response. The server makes it only once. */
const triesMax = 4;
const pause_ms = 1000;
/** How long the events that a conflict tells of may take to come. */
const patience_ms = 10_000;

const sleep = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

export class Session {
    line = $state.raw<LineState>({ state: "connecting" });
    /** Why the game cannot be shown. */
    refused = $state.raw<Complaint | null>(null);
    /** Without members that the game in this browser knows. */
    view = $state.raw<Omit<GameView, "moves" | "legal" | "state"> | null>(null);
    standing = $state.raw<Standing | null>(null);
    presence = $state.raw<Presence>({ watchers: 0, white: false, black: false });
    clock = $state.raw<{ view: ClockView; heard: number } | null>(null);
    complaint = $state.raw<Complaint | null>(null);
    sending = $state(false);
    /** A move was made here that the server has not got yet. */
    unsent = $state(false);
    held = $state.raw<Held>({});
    exchange = $state.raw<Exchange | null>(null);
    /** The key in the link is not valid for this game. */
    keyUnknown = $state(false);
    /** Changes whenever the game does, which is one object changed in place. */
    revision = $state(0);

    #folded: Folded | null = null;
    #version = 0;
    /** Events up to this version are repeated, and are not announced. */
    #news = 0;
    #line: LiveLine;
    #key: string | undefined;
    /** Settles when all that was sent here is answered. */
    #sent: Promise<void> = Promise.resolve();

    constructor(
        private readonly engine: Engine,
        readonly id: string,
        key: string | undefined,
    ) {
        this.held = keysOf(id);
        this.#key = key ?? keyOf(this.held);
        onExchange((exchange) => {
            if (exchange.method === "POST") this.exchange = exchange;
        });
        this.#line = this.#follow();
    }

    get game(): Game | null {
        void this.revision;
        return this.#folded?.game ?? null;
    }

    get plies(): readonly Ply[] {
        void this.revision;
        return this.#folded?.plies ?? [];
    }

    /** The sides played here. */
    get sides(): readonly Color[] {
        const { seat } = this.held;
        const chosen: Color[] = seat === "both" ? ["white", "black"] : seat ? [seat] : [];
        return chosen.filter((color) => this.held[color]);
    }

    get mover(): SeatHere | null {
        const [first, second] = this.sides;
        return second ? "both" : (first ?? null);
    }

    close() {
        this.#line.close();
        onExchange(() => {});
        this.#folded?.game.dispose();
        this.#folded = null;
    }

    sit(seat: SeatHere) {
        keepKeys(this.id, { seat });
        this.held = { ...this.held, seat };
        this.#key = keyOf(this.held);
        // Presence depends on the key of the connection.
        this.#line.close();
        this.#line = this.#follow(this.#version);
    }

    /** Sends moves or an action of a side played here, after what is being sent already. */
    async play(move: string, by = this.#actor()) {
        const key = by && this.held[by];
        if (!key) return;
        const ply = this.standing?.ply ?? 0;
        const before = this.#sent.catch(() => {});
        this.complaint = null;
        this.sending = true;
        const sent = before.then(() => this.#send(move, ply, key));
        this.#sent = sent;
        await sent.finally(() => {
            if (this.#sent === sent) this.sending = false;
        });
    }

    async #send(move: string, ply: number, key: string) {
        const request = { move: readable(move), ply };
        let once = onceOf();
        try {
            for (let attempt = 1; ; ++attempt) {
                try {
                    await api.move(this.id, key, request, once);
                    return;
                } catch (error) {
                    if (!(error instanceof Problem)) throw error;
                    if (attempt === triesMax) return this.#complain(error);
                    if (
                        error.body.code === "version_conflict" &&
                        (await this.#isStillMeant(move, request.ply, error))
                    ) {
                        request.ply = error.body.ply ?? ply;
                        once = onceOf();
                        continue;
                    }
                    if (error.status !== 0) return this.#complain(error);
                    this.unsent = true;
                    await sleep(pause_ms * attempt);
                }
            }
        } finally {
            this.unsent = false;
        }
    }

    /** Whether a move or an action that came too late is meant in spite of what happened since. */
    async #isStillMeant(move: string, ply: number, { body }: Problem): Promise<boolean> {
        const action = actionIn(move) ?? "";
        if (grave(action)) return true;
        const present = body.ply ?? 0;
        for (let waited = 0; waited < patience_ms && this.plies.length < present; waited += 50) await sleep(50);
        const harmless = action === "agree" ? ["agree"] : ["offer_draw", "decline_draw"];
        const since = this.plies.slice(ply, present);
        // An offer may follow a move of one's own that was not heard of yet.
        const { white = [], black = [] } = this.view?.actions ?? {};
        const isOffer = [...white, ...black].includes(move);
        const isKnown = ({ text, by }: Ply) =>
            (isOffer && this.sides.includes(by)) || harmless.includes(actionIn(text) ?? "");
        return since.length > 0 && since.every(isKnown);
    }

    #actor(): Color | undefined {
        const turn = this.standing?.turn;
        return turn && this.sides.includes(turn) ? turn : this.sides[0];
    }

    #follow(after = 0): LiveLine {
        return new LiveLine(this.id, this.#key, after, {
            line: (state) => (this.line = state),
            subscribed: ({ version, seat, view }) => {
                this.#news = version;
                this.#keep(seat, view);
                this.#show(view);
            },
            event: ({ version, event, now }) => this.#take(version, event, now),
            presence: ({ watchers, white, black }) => (this.presence = { watchers, white, black }),
            refused: ({ body }) => (this.refused = { code: body.code, sentence: body.detail, data: {} }),
        });
    }

    /** Stores the key of the address, so that the seat is kept after a reload. */
    #keep(seat: Color | null, view: GameView) {
        const key = this.#key;
        if (!key || (seat && this.held[seat] === key)) return;
        if (!seat && !view.private) {
            this.keyUnknown = true;
            this.#key = undefined;
            return;
        }
        const found: Held = seat ? { [seat]: key, seat } : { watch: key };
        keepKeys(this.id, found);
        this.held = { ...this.held, ...found };
    }

    #show(view: NonNullable<typeof this.view>) {
        this.view = view;
        this.standing = view;
        this.clock = view.clock && { view: view.clock, heard: performance.now() };
    }

    #take(version: number, event: GameEvent, now: (Standing & Choices) | undefined) {
        try {
            this.#folded = fold(this.engine, this.#folded, event);
        } catch (error) {
            // The page has other rules than the server: it is older or newer, and must be reloaded.
            this.#line.close();
            this.refused = { code: "unknown_event", sentence: String(error), data: {} };
            throw error;
        }
        this.#version = version;
        this.revision += 1;
        if (version <= this.#news) return;
        this.complaint = null;
        if (now && this.view) this.#show({ ...this.view, ...now });
        this.#tell(event);
    }

    #tell(event: GameEvent) {
        const { game, plies, effects } = this.#folded!;
        announce(eventWords({ event, text: plies.at(-1)?.text ?? "", effects, outcome: game.outcome }));
        const kinds = new Set(effects.map(({ kind }) => kind));
        const tone: Tone = game.outcome
            ? "end"
            : kinds.has("check") || event.type === "undo_requested" || kinds.has("draw_offered")
              ? "alert"
              : kinds.has("captured") || kinds.has("hit")
                ? "capture"
                : "move";
        sound(tone);
    }

    #complain({ body }: Problem) {
        const sentence = body.code === "version_conflict" ? t.game.conflict : body.detail;
        this.complaint = { code: body.code, sentence, data: body.data ?? {} };
        sound("wrong");
    }
}

const onceOf = () => (isSecureContext ? crypto.randomUUID() : `${Date.now()}-${Math.random()}`);

const actionIn = (move: string) => (move.startsWith("{") ? (JSON.parse(move) as { action?: string }).action : move);

/** Actions in JSON are sent as objects. */
function readable(move: string) {
    return move.startsWith("{") ? (JSON.parse(move) as Record<string, unknown>) : move;
}
