// Writes the source files once more, with mistakes in them that can be switched on one at a time at run time. So
// one build has them all, and the product has none.
//
// Usage: node tools/mutate.mjs OUTPUT
// OUTPUT becomes a copy of the repository: src/ is written anew, everything else is a link.
// tests/mutants/*.mjs have the mistakes: name, file (from src/), find (a text that occurs once), and put, which takes
// its place. `$on` there is true while ARBITER_MUTANT names the mistake.
import {
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { dirname, join, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { mistakes } from "../tests/mutants/mistakes.mjs";

const output = resolve(process.argv[2]);
const root = join(dirname(fileURLToPath(import.meta.url)), "..");

const texts = new Map();
for (const { name, file, find, put } of mistakes) {
  const text = texts.get(file) ?? readFileSync(join(root, "src", file), "utf8");
  if (text.split(find).length !== 2) {
    console.error(`${name}: what it changes does not occur once in ${file}: ${find}`);
    process.exit(1);
  }
  const on = `[] { static const bool on = ::arbiter::mutants::is_on("${name}"); return on; }()`;
  texts.set(
    file,
    text.replace(find, () => put.replaceAll("$on", on)),
  );
}

// What has not changed keeps its time, and is not compiled again.
function write(path, bytes) {
  if (existsSync(path) && readFileSync(path).equals(bytes)) return;
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, bytes);
}

const filesIn = (folder) =>
  readdirSync(folder, { recursive: true }).filter((file) => lstatSync(join(folder, file)).isFile());
const files = filesIn(join(root, "src"));
for (const file of files) {
  const changed = texts.get(file);
  const bytes = changed
    ? Buffer.from(`#include "mutants/mutant.hpp"\n${changed}`)
    : readFileSync(join(root, "src", file));
  write(join(output, "src", file), bytes);
}
const switches = "mutants/mutant.hpp";
write(join(output, "src", switches), readFileSync(join(root, "tests", switches)));
for (const file of filesIn(join(output, "src"))) {
  if (!files.includes(file) && file !== switches) rmSync(join(output, "src", file));
}

function link(from, to) {
  if (lstatSync(to, { throwIfNoEntry: false })) return;
  mkdirSync(dirname(to), { recursive: true });
  symlinkSync(from, to);
}
for (const name of readdirSync(root)) {
  if (!["src", "build", ".git"].includes(name)) link(join(root, name), join(output, name));
}
if (existsSync(join(root, "build/web"))) link(join(root, "build/web"), join(output, "build/web"));
