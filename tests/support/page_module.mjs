// Modules of the page that do not need a browser, bundled for tests in Node.
//
//   const { openAddress } = await pageModule("explore/open.ts");

import { mkdtempSync, rmSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import path from "node:path";
import { pathToFileURL } from "node:url";

const web = path.join(process.env.ARBITER_SOURCE_DIR, "web");
const { build } = createRequire(path.join(web, "package.json"))("esbuild");
const engine = path.join(process.env.ARBITER_ENGINE, "index.js");

// The page loads the engine by URL; here it comes from its package.
const engineOfNode = {
  name: "engine",
  setup({ onResolve }) {
    onResolve({ filter: /\/engine$/ }, () => ({ path: pathToFileURL(engine).href, external: true }));
  },
};

export async function pageModule(file) {
  const folder = mkdtempSync(path.join(tmpdir(), "arbiter-page-"));
  process.on("exit", () => rmSync(folder, { recursive: true, force: true }));
  const outfile = path.join(folder, "module.mjs");
  const entry = path.join(web, "src", file);
  await build({
    entryPoints: [entry],
    outfile,
    bundle: true,
    format: "esm",
    logLevel: "warning",
    plugins: [engineOfNode],
  });
  return import(pathToFileURL(outfile).href);
}

export const loadEngine = async () => (await import(pathToFileURL(engine).href)).loadEngine();
