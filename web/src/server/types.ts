// The types of requests and responses, as in schemas/openapi.json.

import type { Color, Effect, Fault, GameName, Move, Outcome, RefusalKind } from "../engine";

export type TimeControl =
    | { kind: "none" }
    | { kind: "fischer"; base_ms: number; increment_ms: number }
    | { kind: "bronstein"; base_ms: number; delay_ms: number }
    | { kind: "byo_yomi"; base_ms: number; period_ms: number; periods: number }
    | { kind: "canadian"; base_ms: number; period_ms: number; moves: number }
    | { kind: "correspondence"; per_move_ms: number };

export interface ClockFace {
    /** Until the flag falls; null without a limit. */
    left_ms: number | null;
    main_ms: number;
    period_ms?: number;
    periods_left?: number;
    moves_left?: number;
}

export interface ClockView {
    control: TimeControl;
    running: Color | null;
    white: ClockFace;
    black: ClockFace;
    flag_falls_at: string | null;
}

export type Awaits = "move" | "roll" | "agreement" | "nothing";

/** The current state of a game: part of every response about it. */
export interface Standing {
    version: number;
    ply: number;
    turn: Color;
    awaits: Awaits;
    outcome: Outcome | null;
    clock: ClockView | null;
}

export interface Seat {
    name: string;
    /** The bot or engine in the seat, such as "bot:3"; absent for people. */
    player?: string;
}

/** What the players can do about a game. */
export interface Choices {
    draw_offer: Color | null;
    undo_request: { by: Color; ply: number } | null;
    dice?: { commitment: string; game: string; seed: string | null };
    actions: Record<Color, string[]>;
}

export interface GameView extends Standing, Choices {
    id: string;
    game: GameName;
    private: boolean;
    created_at: string;
    updated_at: string;
    seats: Record<Color, Seat>;
    moves: string[];
    legal: string[];
    state: { format: string; value: Record<string, unknown> } | null;
}

export interface GameSummary {
    id: string;
    game: GameName;
    white: string;
    black: string;
    created_at: string;
    updated_at: string;
    version: number;
    ply: number;
    turn: Color;
    status: "running" | "finished";
    outcome: Omit<Outcome, "sentence"> | null;
}

export interface GameList {
    games: GameSummary[];
    /** For `before` of the next page; null on the last page. */
    next: string | null;
}

export interface NewGame {
    game?: GameName;
    options?: Record<string, string | number | boolean>;
    /** A text in any format. */
    start?: string | { text: string; format: string };
    seats?: Partial<Record<Color, { name?: string; player?: string }>>;
    clock?: TimeControl;
    private?: boolean;
}

export interface Keys {
    white?: string;
    black?: string;
    watch?: string;
}

export interface CreatedGame {
    id: string;
    keys: Keys;
    links: Keys;
    game: GameView;
}

export interface MoveRequest {
    move: Move;
    ply?: number;
    version?: number;
}

interface Happened {
    at: string;
}

/** One entry in the journal of a game. */
export type GameEvent = Happened &
    (
        | {
              type: "created";
              id: string;
              record: unknown;
              seats: Record<Color, Seat>;
              clock: TimeControl;
              private: boolean;
              commitment?: string;
          }
        | { type: "played"; by: Color; event: unknown }
        | { type: "rolled"; number: number; event: unknown }
        | { type: "flagged"; side: Color }
        | { type: "aborted"; by: Color }
        | { type: "undo_requested"; by: Color; ply: number }
        | { type: "undo_accepted"; by: Color; ply: number }
        | { type: "undo_declined"; by: Color }
    );

export interface MoveMade extends Standing {
    effects: Effect[];
    events: (GameEvent & { version: number })[];
}

/** The bots and engines that can take a seat. */
export interface PlayerInfo {
    /** With a colon and a level, the `player` of a seat. */
    name: string;
    title: string;
    meaning: string;
    games: GameName[];
    levels: [lowest: number, highest: number] | null;
}

/** RFC 9457, with the members of rejections and conflicts. */
export interface ProblemBody {
    type: string;
    title: string;
    status: number;
    detail: string;
    code: string;
    faults?: Fault[];
    kind?: RefusalKind;
    data?: Record<string, unknown>;
    legal?: string[];
}

export type SocketRequest = { id?: number } & (
    | { type: "subscribe"; game: string; after?: number; key?: string; notation?: string }
    | { type: "unsubscribe"; game: string }
    | ({ type: "play"; game: string; key: string; idempotency_key?: string } & MoveRequest)
    | { type: "ping" }
);

export type SocketMessage = { id?: number } & (
    | { type: "subscribed"; game: string; version: number; seat: Color | null; view: GameView }
    | { type: "unsubscribed"; game: string }
    | { type: "event"; game: string; version: number; event: GameEvent; now?: Standing & Choices }
    | { type: "presence"; game: string; watchers: number; white: boolean; black: boolean }
    | { type: "played"; game: string; status: 200; body: MoveMade }
    | { type: "problem"; game?: string; status: number; body: ProblemBody }
    | { type: "pong" }
);
