// The games in progress, live. The list is polled to find new games; one WebSocket reports the events
// of the games shown.

import { api, type ClockView, type GameSummary, type SocketMessage } from "../server/api";

export interface RunningGame extends GameSummary {
    clock: ClockView | null;
    /** When `clock` was received, by the browser's clock. */
    seenAt: number;
}

type Change = Partial<RunningGame>;

const pollPause_ms = 5000;
/** The shortest interval between two pictures of a game. */
const showPause_ms = 700;
/** The interval for a game that has just appeared. */
const firstPause_ms = 50;
const reconnectPause_ms = 3000;
/** The number of games shown; a WebSocket can follow a hundred. */
const shownAtOnce = 24;

export class RunningGames {
    games = $state.raw<RunningGame[]>([]);
    /** Whether there are more games than are shown. */
    hasMore = $state(false);
    loaded = $state(false);
    reachable = $state(true);

    #limit = shownAtOnce;
    #socket: WebSocket | undefined;
    #followed = new Set<string>();
    #changes = new Map<string, Change>();
    #timers = new Set<ReturnType<typeof setTimeout>>();
    #polling: ReturnType<typeof setTimeout> | undefined;
    #stopped = false;
    readonly #onend: () => void;

    /** `onend` is called when a game ends. */
    constructor(onend: () => void) {
        this.#onend = onend;
    }

    start(): () => void {
        const visible = () => {
            if (document.visibilityState === "visible") void this.#poll();
        };
        document.addEventListener("visibilitychange", visible);
        void this.#poll();
        this.#connect();
        return () => {
            this.#stopped = true;
            document.removeEventListener("visibilitychange", visible);
            clearTimeout(this.#polling);
            for (const timer of this.#timers) clearTimeout(timer);
            this.#socket?.close();
        };
    }

    showMore() {
        this.#limit = Math.min(this.#limit + shownAtOnce, 96);
        void this.#poll();
    }

    #later(task: () => void, pause_ms: number) {
        const timer = setTimeout(() => {
            this.#timers.delete(timer);
            task();
        }, pause_ms);
        this.#timers.add(timer);
    }

    async #poll() {
        clearTimeout(this.#polling);
        try {
            const page = await api.games({ status: "running", limit: this.#limit });
            if (this.#stopped) return;
            this.#merge(page.games);
            this.hasMore = page.next !== null && this.#limit < 96;
            this.reachable = true;
            this.loaded = true;
        } catch {
            this.reachable = false;
        }
        if (this.#stopped || document.visibilityState === "hidden") return;
        this.#polling = setTimeout(() => void this.#poll(), pollPause_ms);
    }

    /** In the order of creation, so that a game keeps its place. */
    #merge(list: GameSummary[]) {
        const known = new Map(this.games.map((game) => [game.id, game]));
        this.games = list
            .map((game) => {
                const old = known.get(game.id);
                if (!old) return { ...game, clock: null, seenAt: 0 };
                return old.version >= game.version ? old : { ...old, ...game };
            })
            .sort((a, b) => b.created_at.localeCompare(a.created_at) || a.id.localeCompare(b.id));
        this.#follow();
    }

    #connect() {
        const socket = new WebSocket(new URL("/ws", location.href.replace(/^http/, "ws")));
        this.#socket = socket;
        this.#followed.clear();
        socket.addEventListener("open", () => this.#follow());
        socket.addEventListener("message", ({ data }: MessageEvent<string>) =>
            this.#hear(JSON.parse(data) as SocketMessage),
        );
        socket.addEventListener("close", () => {
            if (!this.#stopped) this.#later(() => this.#connect(), reconnectPause_ms);
        });
    }

    /** Subscribes to exactly the games shown. */
    #follow() {
        if (this.#socket?.readyState !== WebSocket.OPEN) return;
        const wanted = new Set(this.games.map((game) => game.id));
        const tell = (type: string, game: string) => this.#socket?.send(JSON.stringify({ type, game }));
        for (const id of this.#followed) if (!wanted.has(id)) tell("unsubscribe", id);
        for (const id of wanted) if (!this.#followed.has(id)) tell("subscribe", id);
        this.#followed = wanted;
    }

    #hear(message: SocketMessage) {
        if (message.type === "subscribed") this.#note(message.game, message.view);
        else if (message.type === "event" && message.now) this.#note(message.game, message.now);
    }

    #note(id: string, now: Pick<RunningGame, "version" | "ply" | "turn" | "outcome" | "clock">) {
        const { version, ply, turn, outcome, clock } = now;
        const pause_ms = this.games.some(({ seenAt }) => seenAt === 0) ? firstPause_ms : showPause_ms;
        if (this.#changes.size === 0) this.#later(() => this.#apply(), pause_ms);
        this.#changes.set(id, { version, ply, turn, outcome, clock, seenAt: Date.now() });
    }

    #apply() {
        const changes = this.#changes;
        this.#changes = new Map();
        this.games = this.games.map((game) => ({ ...game, ...changes.get(game.id) }));
        if (![...changes.values()].some(({ outcome }) => outcome)) return;
        this.#onend();
        void this.#poll();
    }
}
