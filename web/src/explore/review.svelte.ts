// The review of a game: what every move has cost, first roughly, then better.

import type { Game, Review, ReviewedMove } from "../engine";
import { effortOf } from "./effort";
import { Thinker } from "./thinker";

// The page itself has little to do meanwhile.
const thinkers = () => Math.min(2, navigator.hardwareConcurrency);

export class GameReview {
    /** What is known so far, in the order of the game. */
    review = $state.raw<Review | null>(null);
    /** Events that need no more thought. */
    done = $state(0);
    total = $state(0);
    failed = $state(false);

    #thinkers: Thinker[] = [];
    #moves: (ReviewedMove | null)[] = [];
    #game: Game | null = null;

    get isRunning(): boolean {
        return this.done < this.total && !this.failed;
    }

    /** Reviews a game from its first event to its last. The game is copied. */
    async run(game: Game) {
        this.clear();
        this.#game = game.copy();
        this.total = game.eventCount;
        this.#thinkers = Array.from({ length: thinkers() }, () => new Thinker());
        const own = this.#thinkers;
        try {
            const { quick, full } = effortOf(game.name);
            await this.#pass(own, quick, () => {});
            await this.#pass(own, full, () => (this.done += 1));
        } catch {
            this.failed = own === this.#thinkers;
        }
        own.forEach((one) => one.close());
    }

    /** One look at every event, each thinker at the next that nobody has. */
    async #pass(own: readonly Thinker[], options: object, told: () => void) {
        const record = this.#game!.write("record");
        let next = 0;
        const work = async (thinker: Thinker) => {
            while (next < this.total) {
                const ply = next++;
                const move = await thinker.ask<ReviewedMove | null>(record, { kind: "review", ply, options });
                this.#moves[ply] = move;
                told();
                this.#sumUp();
            }
        };
        await Promise.all(own.map(work));
    }

    #due = false;
    /** At most once in a while: a curve need not grow by single moves. */
    #sumUp() {
        if (this.#due) return;
        this.#due = true;
        setTimeout(() => {
            this.#due = false;
            const known = this.#moves.filter((move) => move);
            if (this.#game) this.review = this.#game.review(known as ReviewedMove[]);
        }, 200);
    }

    clear() {
        this.#thinkers.forEach((one) => one.close());
        this.#thinkers = [];
        this.#game?.dispose();
        this.#game = null;
        this.#moves = [];
        this.review = null;
        this.failed = false;
        this.done = this.total = 0;
    }
}

export const whiteChance = ({ by, chance }: ReviewedMove): number => (by === "white" ? chance : 1 - chance);

const decimals = { centipawns: 2, points: 1, equity: 3 };

/** "+0.35", "−M4", "−0.123" */
export function valueWords(
    unit: Review["unit"],
    { value, mate_in: mate }: { value: number; mate_in?: number },
): string {
    const sign = (mate ?? value) < 0 ? "−" : "+";
    if (mate !== undefined) return `${sign}M${Math.abs(mate)}`;
    return sign + lossWords(unit, Math.abs(value));
}

/** In pawns, points or equity, without a sign. */
export const lossWords = (unit: Review["unit"], loss: number): string =>
    (unit === "centipawns" ? loss / 100 : loss).toFixed(decimals[unit]);
