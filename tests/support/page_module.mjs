// Modules of the page that need no page: TypeScript whose imports are types alone, for node.

import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";

import ts from "typescript";

const source = path.join(process.env.ARBITER_SOURCE_DIR ?? ".", "web", "src");
const folder = mkdtempSync(path.join(tmpdir(), "arbiter-page-"));
process.on("exit", () => rmSync(folder, { recursive: true, force: true }));

export async function pageModule(name) {
  const text = readFileSync(path.join(source, name), "utf8");
  const compilerOptions = { target: "ES2022", module: "ESNext", verbatimModuleSyntax: true };
  const file = path.join(folder, `${name.replaceAll("/", "_")}.mjs`);
  writeFileSync(file, ts.transpileModule(text, { compilerOptions }).outputText);
  return import(file);
}
