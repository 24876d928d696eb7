import type { Engine, ModuleSource } from "./engine.js";

export * from "./engine.js";

/** Loads the engine; without a source from `arbiter.wasm` beside this file. */
export function loadEngine(source?: ModuleSource | Promise<ModuleSource>): Promise<Engine>;
