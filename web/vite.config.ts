import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { brotliCompressSync, gzipSync } from "node:zlib";
import { svelte } from "@sveltejs/vite-plugin-svelte";
import { defineConfig, type Plugin } from "vite";
import type { GameName } from "arbiter-engine/engine.js";
import { backgammon } from "./src/board/backgammon/about";
import { chess } from "./src/board/chess/about";
import { go } from "./src/board/go/about";

const root = fileURLToPath(new URL("..", import.meta.url));
const server = process.env.ARBITER_SERVER ?? "http://127.0.0.1:8080";

/** The page loads `src/first.ts` beside its main script, not as a part of it: it is small, and shows the first board. */
function firstScript(): Plugin {
    return {
        name: "first-script",
        transformIndexHtml: {
            order: "post",
            handler: (_, { bundle = {} }) => {
                const built = Object.values(bundle).find((one) => one.type === "chunk" && one.name === "first");
                const src = built ? `/${built.fileName}` : "/src/first.ts";
                return [
                    { tag: "script", attrs: { type: "module", async: true, crossorigin: true, src }, injectTo: "body" },
                ];
            },
        },
    };
}

const home = "home.html";

/** The page as it is sent for the home page: the browser loads its files at once, not one after another. */
function homePage(): Plugin {
    return {
        name: "home-page",
        apply: "build",
        writeBundle({ dir }, bundle) {
            const chunks = Object.values(bundle).filter((one) => one.type === "chunk");
            const page = chunks.find(({ facadeModuleId }) => facadeModuleId?.endsWith("/Home.svelte"));
            const names = page ? [page.fileName, ...page.imports] : [];
            const links = names
                .filter((name) => !chunks.some(({ fileName, isEntry }) => isEntry && fileName === name))
                .map((name) => `<link rel="modulepreload" crossorigin href="/${name}">`);
            const html = readFileSync(join(dir!, "index.html"), "utf8");
            writeFileSync(join(dir!, home), html.replace("</head>", `${links.join("")}</head>`));
        },
    };
}

/** Writes compressed copies of each file if they are smaller; the server sends them unchanged. */
function compressed(): Plugin {
    return {
        name: "compressed",
        apply: "build",
        writeBundle({ dir }, bundle) {
            for (const name of [...Object.keys(bundle), home]) {
                const file = join(dir!, name);
                const plain = readFileSync(file);
                for (const [suffix, packed] of [
                    ["gz", gzipSync(plain, { level: 9 })],
                    ["br", brotliCompressSync(plain)],
                ] as const) {
                    if (packed.length < plain.length * 0.9) writeFileSync(`${file}.${suffix}`, packed);
                }
            }
        },
    };
}

const boards = "virtual:first-boards";

/**
 * The boards of the home page, drawn by the engine while the page is built: they are there before the engine is.
 * `import drawn from "virtual:first-boards"`; `drawn.chess.light` is an SVG.
 */
function firstBoards(): Plugin {
    return {
        name: "first-boards",
        resolveId: (id) => (id === boards ? `\0${boards}` : null),
        async load(id) {
            if (id !== `\0${boards}`) return null;
            const folder = join(root, "build/wasm/package");
            const { loadEngine } = (await import(
                join(folder, "engine.js")
            )) as typeof import("arbiter-engine/engine.js");
            const engine = await loadEngine(readFileSync(join(folder, "arbiter.wasm")));
            const drawn = Object.entries({ chess, go, backgammon }).map(([name, { ready }]) => {
                const game = engine.new(name as GameName, ready.options);
                for (const move of ready.moves ?? []) game.play(move);
                const svg = (theme: "light" | "dark") => game.svg({ theme, bottom: "white", coordinates: false });
                return [name, { light: svg("light"), dark: svg("dark") }];
            });
            return `export default ${JSON.stringify(Object.fromEntries(drawn))};`;
        },
    };
}

const looks = "virtual:looks.css";

/** The colours of the core's table, as properties: `var(--chess-light)`. */
function looksOfCore(): Plugin {
    const table = join(root, "src/core/base/looks.hpp");
    const properties = (theme: number) =>
        [...readFileSync(table, "utf8").matchAll(/\{"([\w-]+)", "([^"]+)", "([^"]+)"\}/g)]
            .map((look) => `--${look[1]}:${look[theme]};`)
            .join("");
    return {
        name: "looks",
        resolveId: (id) => (id === looks ? looks : null),
        // What the reader's system prefers, until the page knows what the reader does.
        load: (id) =>
            id === looks
                ? `:root{${properties(2)}}:root[data-theme="dark"]{${properties(3)}}` +
                  `@media(prefers-color-scheme:dark){:root:not([data-theme]){${properties(3)}}}`
                : null,
    };
}

/** The service worker, with the names of all files that it keeps. */
function serviceWorker(): Plugin {
    return {
        name: "service-worker",
        apply: "build",
        generateBundle(_, bundle) {
            const names = Object.keys(bundle).filter((name) => name.startsWith("assets/"));
            const source = readFileSync(join(root, "web/src/service_worker.js"), "utf8");
            const files = names.sort().map((name) => `/${name}`);
            this.emitFile({
                type: "asset",
                fileName: "sw.js",
                source: source.replace('["FILES"]', JSON.stringify(files)),
            });
        },
    };
}

export default defineConfig({
    plugins: [svelte(), looksOfCore(), firstBoards(), firstScript(), serviceWorker(), homePage(), compressed()],
    resolve: {
        alias: { "arbiter-engine": join(root, "build/wasm/package") },
    },
    build: {
        outDir: join(root, "build/web"),
        emptyOutDir: true,
        // The Content-Security-Policy forbids data: URLs.
        assetsInlineLimit: 0,
        modulePreload: { polyfill: false },
        // On a slow line each request costs a round trip: few files, and one for the styles.
        cssCodeSplit: false,
        rollupOptions: {
            input: { index: join(root, "web/index.html"), first: join(root, "web/src/first.ts") },
            output: { experimentalMinChunkSize: 16_000 },
        },
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
