// Polls the tournament while it is shown.

import { api, Problem } from "../server/api";
import type { Arena } from "./types";

const pauseMs = 2000;

export class Watched {
    arena: Arena | null = $state.raw(null);
    problem: Problem | null = $state.raw(null);

    /** To be called in an effect. Returns a function that stops it. */
    watch() {
        let timer: ReturnType<typeof setTimeout> | undefined;
        const end = new AbortController();
        const look = async () => {
            try {
                this.arena = await api.arena(end.signal);
                this.problem = null;
            } catch (error) {
                if (end.signal.aborted) return;
                if (!(error instanceof Problem)) throw error;
                this.problem = error;
            }
            if (!end.signal.aborted) timer = setTimeout(() => void look(), pauseMs);
        };
        void look();
        return () => {
            end.abort();
            clearTimeout(timer);
        };
    }
}
