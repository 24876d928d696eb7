// A tournament as the server sends it; schemas/arena-results.schema.json is complete.

import type { GameName } from "../engine";

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
