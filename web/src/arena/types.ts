// A tournament as the server sends it; schemas/arena-results.schema.json is complete.

import type { Color, GameName, Outcome } from "../engine";

export interface Score {
    wins: number;
    draws: number;
    losses: number;
}

export interface Contestant extends Score {
    name: string;
    /** Its specification: "bot:3". */
    player: string;
    elo: number;
    error_95: number;
    games: number;
    points: number;
    forfeits: Record<string, number>;
    refusal_rate: number;
    time_per_turn_ms: number;
    tokens_in: number;
    tokens_out: number;
}

export interface Results {
    name: string;
    game: GameName;
    stage: "running" | "stopped" | "over";
    games_finished: number;
    games_planned: number;
    /** The best first. */
    players: Contestant[];
    /** The results of each player, a row, against each other player. */
    crosstable: (Score | null)[][];
}

export interface LiveGame {
    number: number;
    white: string;
    black: string;
    record: Record<string, unknown>;
}

export interface Arena {
    results: Results;
    games: LiveGame[];
}

/** How a game ended; without `result` it is still played. */
export interface ArenaSummary {
    number: number;
    white: string;
    black: string;
    result?: Outcome["result"];
    winner?: Color;
    reason?: string;
    forfeit?: { by: Color; reason: string; sentence: string } | null;
    plies?: number;
    ended?: string;
}

export interface ArenaGames {
    games: ArenaSummary[];
    next: number | null;
}

export interface SideReport {
    turns: number;
    refusals: number;
    tokens_in: number;
    tokens_out: number;
    time_ms: number;
}

/** What was asked and answered in one turn. */
export interface ArenaTurn {
    /** The number of events before it. */
    ply: number;
    seat: Color;
    player: string;
    end: string;
    /** What was accepted. */
    answer: string;
    time_ms: number;
    score?: number;
    refusals: { answer: string; rejection: { code: string; sentence: string } }[];
    failure?: { kind: string; sentence: string } | null;
    exchanges: { sent: string; received: string; latency_ms: number; tokens_in?: number; tokens_out?: number }[];
}

export interface ArenaGame extends ArenaSummary {
    sides?: Record<Color, SideReport>;
    /** A text in the game's archive format; a game in progress is an object. */
    record: string | Record<string, unknown>;
    turns: ArenaTurn[] | null;
}
