// Compiles a WebAssembly module from its source. Nothing else is fetched.

export async function instantiate(source) {
    const module = await compile(source);
    return WebAssembly.instantiate(module, silentImports(module));
}

/** The C++ library imports functions to print a message before it aborts. They do nothing here. */
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
    throw new TypeError("a module must be bytes, a URL, a Response or a WebAssembly.Module");
}

/** Also accepts servers that send .wasm files with another type. */
async function compileResponse(response) {
    if (!response.ok) throw new Error(`${response.url || "the module"}: HTTP status ${response.status}`);
    const type = response.headers.get("Content-Type") ?? "";
    if (type.startsWith("application/wasm")) return WebAssembly.compileStreaming(response);
    return WebAssembly.compile(await response.arrayBuffer());
}

async function compileAt(address) {
    const url = String(address);
    if (!url.startsWith("file:") || !isNode()) return compileResponse(await fetch(url));
    // In a variable, so that bundlers for browsers do not try to resolve it.
    const files = "node:fs/promises";
    const { readFile } = await import(/* @vite-ignore */ /* webpackIgnore: true */ files);
    return WebAssembly.compile(await readFile(new URL(url)));
}

function isNode() {
    return typeof globalThis.process?.versions?.node === "string";
}
