// The built-in bot, in a worker: it needs no server.

import { Thinker } from "./thinker";

export class Bot {
    #thinker = new Thinker();

    /** What it plays in this position. Nothing is heard of a thought that is stopped. */
    think(record: string, level: number): Promise<string> {
        const [seed = 0] = crypto.getRandomValues(new Uint32Array(1));
        return this.#thinker.ask<string>(record, { kind: "move", level, seed });
    }

    stop() {
        this.#thinker.stop();
    }
}
