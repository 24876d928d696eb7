// The live connection to one game: a WebSocket that reconnects and loses no events. It knows the last
// version that it has delivered, and requests the events after it.

import { sawVersion } from "./api";
import type { SocketMessage, SocketRequest } from "./types";

type MessageOf<T extends SocketMessage["type"]> = Extract<SocketMessage, { type: T }>;

export type LineState =
    | { state: "connecting" }
    | { state: "live" }
    /** Disconnected; the next attempt is at this time of `Date.now()`. */
    | { state: "waiting"; until: number };

export interface Listener {
    line(state: LineState): void;
    subscribed(message: MessageOf<"subscribed">): void;
    event(message: MessageOf<"event">): void;
    presence(message: MessageOf<"presence">): void;
    /** The server does not allow this browser to follow the game: retrying is pointless. */
    refused(message: MessageOf<"problem">): void;
}

const delayFirst_ms = 400;
const delayMax_ms = 15_000;
const pingEvery_ms = 20_000;
const silenceMax_ms = 35_000;

/** Exponential backoff with jitter, so that clients do not reconnect all at once. */
export function retryDelay(attempt: number, chance: number): number {
    return Math.min(delayMax_ms, delayFirst_ms * 2 ** attempt) * (0.75 + chance / 2);
}

export class LiveLine {
    #socket: WebSocket | null = null;
    #version: number;
    #attempt = 0;
    #retry: ReturnType<typeof setTimeout> | undefined;
    #pulse: ReturnType<typeof setInterval> | undefined;
    #heard = 0;
    #closed = false;

    constructor(
        private readonly game: string,
        private readonly key: string | undefined,
        /** The last known version; 0: none. */
        after: number,
        private readonly listener: Listener,
    ) {
        this.#version = after;
        addEventListener("online", this.#hurry);
        document.addEventListener("visibilitychange", this.#hurry);
        this.#connect();
    }

    close() {
        this.#closed = true;
        removeEventListener("online", this.#hurry);
        document.removeEventListener("visibilitychange", this.#hurry);
        this.#drop();
    }

    /** Reconnects at once if it is waiting. */
    readonly #hurry = () => {
        if (this.#socket || this.#closed || document.hidden) return;
        this.#connect();
    };

    #connect() {
        this.#drop();
        this.listener.line({ state: "connecting" });
        const socket = new WebSocket(`${location.origin.replace(/^http/, "ws")}/ws`);
        this.#socket = socket;
        socket.onopen = () => this.#subscribe();
        socket.onmessage = ({ data }: MessageEvent<string>) => this.#hear(JSON.parse(data) as SocketMessage);
        socket.onclose = () => this.#socket === socket && this.#wait();
        this.#heard = Date.now();
        this.#pulse = setInterval(() => this.#beat(), pingEvery_ms);
    }

    #drop() {
        clearTimeout(this.#retry);
        clearInterval(this.#pulse);
        const socket = this.#socket;
        this.#socket = null;
        socket?.close();
    }

    #wait() {
        this.#drop();
        if (this.#closed) return;
        const delay = retryDelay(this.#attempt++, Math.random());
        this.#retry = setTimeout(() => this.#connect(), delay);
        this.listener.line({ state: "waiting", until: Date.now() + delay });
    }

    /** Detects a dead connection by its silence. */
    #beat() {
        if (Date.now() - this.#heard > silenceMax_ms) this.#wait();
        else if (this.#socket?.readyState === WebSocket.OPEN) this.#send({ type: "ping" });
    }

    #send(request: SocketRequest) {
        this.#socket?.send(JSON.stringify(request));
    }

    #subscribe() {
        const key = this.key ? { key: this.key } : {};
        this.#send({ type: "subscribe", game: this.game, after: this.#version, ...key });
    }

    #hear(message: SocketMessage) {
        this.#heard = Date.now();
        switch (message.type) {
            case "subscribed":
                this.#attempt = 0;
                this.listener.line({ state: "live" });
                sawVersion(this.game, message.version);
                return this.listener.subscribed(message);
            case "event":
                return this.#take(message);
            case "presence":
                return this.listener.presence(message);
            case "problem":
                // The only request here is to subscribe; after an overload it can be repeated.
                if (message.status >= 500 || message.status === 429) return this.#wait();
                this.close();
                return this.listener.refused(message);
        }
    }

    #take(message: MessageOf<"event">) {
        if (message.version <= this.#version) return;
        if (message.version > this.#version + 1) return this.#subscribe();
        this.#version = message.version;
        sawVersion(this.game, message.version);
        this.listener.event(message);
    }
}
