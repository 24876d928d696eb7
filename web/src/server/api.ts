// The server's REST API. Errors are thrown as Problem.

import type { Arena, ArenaGame, ArenaGames } from "../arena/types";
import type { GameInfo, GameName } from "../engine";
import { gamePath, query } from "./picture";
import type { CreatedGame, GameList, GameView, MoveMade, MoveRequest, NewGame, PlayerInfo, ProblemBody } from "./types";

export type * from "./types";

/** An error response, or no response (status 0). */
export class Problem extends Error {
    override readonly name = "Problem";

    constructor(readonly body: ProblemBody) {
        super(body.detail);
    }

    get status() {
        return this.body.status;
    }
    /** Stable: "version_conflict", "no_such_game", or the code of a rejection. */
    get code() {
        return this.body.code;
    }
}

/** The last request and its response, shown to developers. */
export interface Exchange {
    method: string;
    path: string;
    /** Without keys. */
    body: string | null;
    status: number;
}

interface Request {
    method?: "GET" | "POST";
    body?: unknown;
    key?: string | undefined;
    idempotencyKey?: string | undefined;
    signal?: AbortSignal | undefined;
}

let listener: (exchange: Exchange) => void = () => {};

/** Reports every exchange to one listener at a time. */
export function onExchange(tell: (exchange: Exchange) => void) {
    listener = tell;
}

const unreachable: ProblemBody = {
    type: "about:blank",
    title: "No answer",
    status: 0,
    detail: "the server does not answer",
    code: "unreachable",
};

async function problemOf(response: Response): Promise<ProblemBody> {
    try {
        const body = (await response.json()) as Partial<ProblemBody>;
        if (typeof body.code === "string" && typeof body.detail === "string") return body as ProblemBody;
    } catch {
        // Not JSON: a proxy has responded instead of the server.
    }
    return {
        type: "about:blank",
        title: response.statusText,
        status: response.status,
        detail: `the server answers ${response.status} ${response.statusText}`.trimEnd(),
        code: "unknown_problem",
    };
}

async function send(path: string, request: Request = {}): Promise<Response> {
    const { method = "GET", key, idempotencyKey, signal = null } = request;
    const headers = new Headers();
    const body = request.body === undefined ? null : JSON.stringify(request.body);
    if (body !== null) headers.set("Content-Type", "application/json");
    if (key) headers.set("Authorization", `Bearer ${key}`);
    if (idempotencyKey) headers.set("Idempotency-Key", idempotencyKey);
    const response = await fetch(path, { method, headers, body, signal }).catch((error: unknown) => {
        throw error instanceof DOMException && error.name === "AbortError" ? error : new Problem(unreachable);
    });
    listener({ method, path, body, status: response.status });
    if (!response.ok) throw new Problem(await problemOf(response));
    return response;
}

const json = async <T>(path: string, request: Request = {}) => (await send(path, request)).json() as Promise<T>;

export interface ListFilter {
    game?: GameName | undefined;
    status?: "running" | "finished" | undefined;
    player?: string | undefined;
    result?: "white" | "black" | "draw" | "no_result" | undefined;
    limit?: number | undefined;
    before?: string | undefined;
}

/**
 * The newest version of each game that this page was told of. Several servers may share the games: with it, none of
 * them answers with an older one.
 */
const versions = new Map<string, number>();

const leastOf = (id: string) => ({ min_version: versions.get(id) });

/** Notes that a version was seen: in an answer, or in an event. */
export function sawVersion(id: string, version: number) {
    if (version > (versions.get(id) ?? 0)) versions.set(id, version);
}

function seen<T extends { version: number }>(answer: T, id: string): T {
    sawVersion(id, answer.version);
    return answer;
}

export const api = {
    createGame: (game: NewGame, idempotencyKey?: string) =>
        json<CreatedGame>("/api/games", { method: "POST", body: game, idempotencyKey }),

    games: (filter: ListFilter = {}, signal?: AbortSignal) =>
        json<GameList>(`/api/games${query({ ...filter })}`, { signal }),

    game: async (id: string, key?: string, notation?: string) =>
        seen(await json<GameView>(gamePath(id) + query({ notation, ...leastOf(id) }), { key }), id),

    move: async (id: string, key: string, request: MoveRequest, idempotencyKey?: string) =>
        seen(await json<MoveMade>(`${gamePath(id)}/moves`, { method: "POST", body: request, key, idempotencyKey }), id),

    /** The game in a format, with names and dates. */
    export: async (id: string, format: string, key?: string) =>
        (await send(`${gamePath(id)}/export${query({ format, ...leastOf(id) })}`, { key })).text(),

    /** Every game with its options, as in `engine.games()`. */
    rules: async () => (await json<{ games: GameInfo[] }>("/api/rules")).games,

    /** The bots and engines that can take a seat. */
    players: async () => (await json<{ players: PlayerInfo[] }>("/api/players")).players,

    /** The tournament shown by the server. */
    arena: (signal?: AbortSignal) => json<Arena>("/api/arena", { signal }),

    /** Its finished games between two players, the newest first. */
    arenaGames: (pair: { first: string; second: string }, limit: number, signal?: AbortSignal) =>
        json<ArenaGames>(`/api/arena/games${query({ ...pair, limit })}`, { signal }),

    arenaGame: (number: number, signal?: AbortSignal) => json<ArenaGame>(`/api/arena/games/${number}`, { signal }),
};
