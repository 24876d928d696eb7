// From whatever holds a WebAssembly module to the module. Nothing is fetched but what is named.

export async function instantiate(source) {
    const module = await compile(source);
    return WebAssembly.instantiate(module, silentImports(module));
}

/** The module brings along what the C++ library would say before it stops. Nobody listens. */
function silentImports(module) {
    const imports = {};
    for (const { module: from, name } of WebAssembly.Module.imports(module)) {
        imports[from] ??= {};
        imports[from][name] = () => 0;
    }
    return imports;
}

async function compile(source) {
    const given = await source;
    if (given instanceof WebAssembly.Module) return given;
    if (given instanceof ArrayBuffer || ArrayBuffer.isView(given)) return WebAssembly.compile(given);
    if (typeof Response === "function" && given instanceof Response) return compileResponse(given);
    if (given instanceof URL || typeof given === "string") return compileAt(given);
    throw new TypeError("a module is given as bytes, a URL, a Response or a WebAssembly.Module");
}

/** A server that does not know the type of .wasm files is no reason to fail. */
async function compileResponse(response) {
    if (!response.ok) throw new Error(`${response.url || "the module"}: HTTP status ${response.status}`);
    const type = response.headers.get("Content-Type") ?? "";
    if (type.startsWith("application/wasm")) return WebAssembly.compileStreaming(response);
    return WebAssembly.compile(await response.arrayBuffer());
}

async function compileAt(address) {
    const url = String(address);
    if (!url.startsWith("file:") || !isNode()) return compileResponse(await fetch(url));
    // Named by a variable, so that a bundler for browsers does not look for it.
    const files = "node:fs/promises";
    const { readFile } = await import(/* @vite-ignore */ /* webpackIgnore: true */ files);
    return WebAssembly.compile(await readFile(new URL(url)));
}

function isNode() {
    return typeof globalThis.process?.versions?.node === "string";
}
