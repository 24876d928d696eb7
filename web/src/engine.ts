// The engine of the page: the rules, running in the browser.

import { loadEngine as load, type Engine, type GameInfo, type GameName } from "arbiter-engine/engine.js";
import { engineModule } from "./engine_module";

export * from "arbiter-engine/engine.js";

let loading: Promise<Engine> | undefined;

/** Loads the engine once; a failed attempt can be repeated. */
export function loadEngine(): Promise<Engine> {
    loading ??= load(engineModule()).catch((error: unknown) => {
        loading = undefined;
        throw error;
    });
    return loading;
}

let catalogue: readonly GameInfo[] | undefined;

export function infoOf(engine: Engine, game: GameName): GameInfo {
    catalogue ??= engine.games();
    const info = catalogue.find(({ name }) => name === game);
    if (!info) throw new Error(`the engine does not know the game ${game}`);
    return info;
}
