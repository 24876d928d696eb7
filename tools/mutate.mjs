// Writes copies of source files with mistakes in them, each of which can be switched on at run time. So one
// build has them all, and the product has none.
//
// Usage: node tools/mutate.mjs LIST OUTPUT
// LIST is a module that exports `mutants`: name, file (from src/), find (a text that occurs once), and put, which
// takes its place: `$on` there is true while the mistake is on. OUTPUT/names.inc lists the names.
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";

const [list, output] = process.argv.slice(2);
const root = join(dirname(fileURLToPath(import.meta.url)), "..");
const { mutants } = await import(pathToFileURL(resolve(list)).href);

const texts = new Map();
for (const { name, file, find, put } of mutants) {
  const text = texts.get(file) ?? readFileSync(join(root, "src", file), "utf8");
  if (text.split(find).length !== 2) {
    console.error(`${list}: ${name}: what it changes does not occur once in ${file}: ${find}`);
    process.exit(1);
  }
  texts.set(
    file,
    text.replace(find, () => put.replaceAll("$on", `::arbiter::mutants::is_on("${name}")`)),
  );
}
for (const [file, text] of texts) {
  const path = join(output, file);
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, `#include "tests/mutants/mutant.hpp"\n${text}`);
}
writeFileSync(join(output, "names.inc"), mutants.map(({ name, seeds }) => `{"${name}", ${seeds}},\n`).join(""));
