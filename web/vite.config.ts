import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { gzipSync } from "node:zlib";
import { svelte } from "@sveltejs/vite-plugin-svelte";
import { defineConfig, type Plugin } from "vite";

const root = fileURLToPath(new URL("..", import.meta.url));
const server = process.env.ARBITER_SERVER ?? "http://127.0.0.1:8080";

/** Writes a compressed copy of each file if that is smaller; the server sends it unchanged. */
function compressed(): Plugin {
    return {
        name: "compressed",
        apply: "build",
        writeBundle({ dir }, bundle) {
            for (const name of Object.keys(bundle)) {
                const file = join(dir!, name);
                const plain = readFileSync(file);
                const packed = gzipSync(plain, { level: 9 });
                if (packed.length < plain.length * 0.9) writeFileSync(`${file}.gz`, packed);
            }
        },
    };
}

export default defineConfig({
    plugins: [svelte(), compressed()],
    resolve: {
        alias: { "arbiter-engine": join(root, "build/wasm/package") },
    },
    build: {
        outDir: join(root, "build/web"),
        emptyOutDir: true,
        // The Content-Security-Policy forbids data: URLs.
        assetsInlineLimit: 0,
        modulePreload: { polyfill: false },
        target: "es2022",
    },
    server: {
        fs: { allow: [root] },
        proxy: {
            "/api": server,
            "/docs": server,
            "/openapi.json": server,
            "/ws": { target: server, ws: true },
        },
    },
});
