// Runs clang-tidy over every C++ source of the preset `lint`, on all cores.
//
// Most of its time goes into headers, so it is given several files at a time: as CMake joins them (the preset is
// a unity build), and fuzz targets as they are joined here.
//
// Usage: node tools/tidy.mjs [PATTERN]      only what has a file that matches, as in tools/tidy.mjs /store/
import { spawn } from "node:child_process";
import { mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { availableParallelism } from "node:os";
import { dirname, join, relative } from "node:path";
import { fileURLToPath } from "node:url";

import { joined } from "./join_tests.mjs";

const root = join(dirname(fileURLToPath(import.meta.url)), "..");
const build = join(root, "build/lint");
const pattern = new RegExp(process.argv[2] ?? "");

const commands = new Map();
for (const command of JSON.parse(readFileSync(join(build, "compile_commands.json"), "utf8"))) {
  const inRoot = relative(root, command.file);
  if (/\/Unity\/|^(src|bindings|tests)\/.*\.cpp$/.test(inRoot) && !commands.has(command.file)) {
    commands.set(command.file, command);
  }
}

// Every fuzz target defines these; joined, each gets its own.
const fuzzed = ["LLVMFuzzerTestOneInput", "look_at", "size_max"];

const units = join(build, "units");
const database = [...commands.values()];
function fuzzUnit(files, index) {
  const file = join(units, `fuzz_${index}.cpp`);
  const includes = files.map(
    (each, number) =>
      fuzzed.map((name) => `#define ${name} ${name}_${number}\n`).join("") +
      `#include "${each}"\n` +
      fuzzed.map((name) => `#undef ${name}\n`).join(""),
  );
  writeFileSync(file, `// NOLINTBEGIN\n${includes.join("")}// NOLINTEND\n`);
  const { command, directory } = commands.get(files[0]);
  database.push({ directory, file, command: command.replace(/ -o \S+ -c \S+$/, ` -Wno-shadow -c ${file}`) });
  return file;
}

// Its output, without the counts of what was found in the system's headers.
function tidy(file) {
  const isTest = file.startsWith(units) || file.startsWith(join(build, "tests"));
  const config = isTest ? [`--config-file=${join(root, "tests/.clang-tidy")}`] : [];
  const child = spawn("clang-tidy-19", ["--quiet", "-p", units, ...config, file], { cwd: root });
  let text = "";
  child.stdout.on("data", (piece) => (text += piece));
  child.stderr.on("data", (piece) => (text += piece));
  return new Promise((resolve) => {
    child.on("error", (error) => resolve(`${error.message}\n`));
    child.on("close", () => resolve(text.replace(/^\d+ warnings?( and \d+ errors?)? generated\.\n/gm, "")));
  });
}

rmSync(units, { recursive: true, force: true });
mkdirSync(units, { recursive: true });
const named = (file) => (file.includes("/Unity/") ? readFileSync(file, "utf8") : file);
const sources = [...commands.keys()].filter((file) => pattern.test(named(file)));
const isFuzz = (file) => file.endsWith("_fuzz.cpp");
const waiting = [
  ...sources.filter((file) => !isFuzz(file)),
  ...joined(sources.filter(isFuzz), { apart: fuzzed }).map(fuzzUnit),
];
writeFileSync(join(units, "compile_commands.json"), JSON.stringify(database));

let findings = 0;
let done = 0;
const total = waiting.length;
async function work() {
  for (let file = waiting.shift(); file !== undefined; file = waiting.shift()) {
    const started = performance.now();
    const text = await tidy(file);
    done += 1;
    findings += text.match(/: (error|warning): /g)?.length ?? 0;
    if (text !== "") process.exitCode = 1;
    const seconds = Math.round((performance.now() - started) / 1000);
    console.log(`[${done}/${total}] ${relative(root, file)}, ${seconds} s\n${text}`.trimEnd());
  }
}
await Promise.all(Array.from({ length: availableParallelism() }, work));
console.log(`${total} units, ${findings} findings`);
