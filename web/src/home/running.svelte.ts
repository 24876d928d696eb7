// The games that are being played, followed live. The list is asked for now and then, and tells of
// games that are new; one socket tells what happens in those that are shown.

import { api, type ClockView, type GameSummary, type SocketMessage } from "../server/api";

export interface RunningGame extends GameSummary {
    clock: ClockView | null;
    /** When `clock` was so, by this browser's own clock. */
    seenAt: number;
}

type Change = Partial<RunningGame>;

const pollPause_ms = 5000;
/** However quick the games are: no picture is asked for more often than this. */
const showPause_ms = 700;
/** What is told about a game that has just appeared comes sooner. */
const firstPause_ms = 50;
const reconnectPause_ms = 3000;
/** As many as fit on a page; a socket may follow a hundred. */
const shownAtOnce = 24;

export class RunningGames {
    games = $state.raw<RunningGame[]>([]);
    /** There are more than are shown. */
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

    /** `onend` is called when one of the games is over. */
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

    /** In the order they were begun: a game keeps its place while it is played. */
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

    /** Subscribes to what is shown and to nothing else. */
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
        if ([...changes.values()].some(({ outcome }) => outcome)) this.#onend();
    }
}
