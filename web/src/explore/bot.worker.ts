// Thinks beside the page, which sends the compiled engine as it does to inspect/reader.worker.ts.

import { loadEngine, type Engine } from "arbiter-engine/engine.js";
import type { Request } from "./bot";

const scope = self as unknown as {
    onmessage: (event: MessageEvent<Request>) => Promise<void>;
    postMessage(move: string): void;
};

let engine: Promise<Engine>;

scope.onmessage = async ({ data }) => {
    if ("module" in data) {
        engine = loadEngine(data.module);
        return;
    }
    const game = (await engine).load(data.record, { format: "record" });
    scope.postMessage(game.botMove(data));
    game.dispose();
};
