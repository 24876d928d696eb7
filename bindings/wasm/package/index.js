// The engine with the module beside this file.

import { loadEngine as loadFrom } from "./engine.js";

export { Document, EngineFailed, Engine, Game, Refused, Unreadable } from "./engine.js";

export function loadEngine(source = new URL("arbiter.wasm", import.meta.url)) {
    return loadFrom(source);
}
