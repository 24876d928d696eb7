// The engine's code, compiled once for the page and its workers. It may be asked for before anything uses it.

import module from "arbiter-engine/arbiter.wasm?url";

let compiling: Promise<WebAssembly.Module> | undefined;

/** A failed attempt can be repeated. */
export function engineModule(): Promise<WebAssembly.Module> {
    compiling ??= WebAssembly.compileStreaming(fetch(module)).catch((error: unknown) => {
        compiling = undefined;
        throw error;
    });
    return compiling;
}
