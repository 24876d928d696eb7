// The engine of the page: the rules, running in the browser.

import { loadEngine as load, type Engine, type GameInfo, type GameName } from "arbiter-engine/engine.js";
import module from "arbiter-engine/arbiter.wasm?url";

export * from "arbiter-engine/engine.js";

let compiling: Promise<WebAssembly.Module> | undefined;

/** The engine's code, compiled once for the page and its workers. */
export function engineModule(): Promise<WebAssembly.Module> {
    compiling ??= WebAssembly.compileStreaming(fetch(module)).catch((error: unknown) => {
        compiling = undefined;
        throw error;
    });
    return compiling;
}

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
