// Thinks beside the page, which sends the compiled engine as it does to inspect/reader.worker.ts.

import { loadEngine, type Engine, type Game } from "arbiter-engine/engine.js";
import type { Request, Task } from "./thinker";

const scope = self as unknown as {
    onmessage: (event: MessageEvent<Request>) => Promise<void>;
    postMessage(answer: unknown): void;
};

let engine: Promise<Engine>;

function answer(game: Game, task: Task): unknown {
    if (task.kind === "move") return game.botMove(task);
    return task.kind === "analyse" ? game.analyse(task.options) : game.reviewEvent(task.ply, task.options);
}

scope.onmessage = async ({ data }) => {
    if ("module" in data) {
        engine = loadEngine(data.module);
        return;
    }
    const game = (await engine).load(data.record, { format: "record" });
    scope.postMessage(answer(game, data.task));
    game.dispose();
};
