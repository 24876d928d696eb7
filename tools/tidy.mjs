// Runs clang-tidy over every C++ source of the preset `lint`, on all cores.
//
// Most of its time goes into headers, so it is given several files at a time, as CMake joins them: the preset is
// a unity build.
//
// Usage: node tools/tidy.mjs [PATTERN]      only what has a file that matches, as in tools/tidy.mjs /store/
import { spawn } from "node:child_process";
import { readFileSync } from "node:fs";
import { availableParallelism } from "node:os";
import { dirname, join, relative } from "node:path";
import { fileURLToPath } from "node:url";

const root = join(dirname(fileURLToPath(import.meta.url)), "..");
const build = join(root, "build/lint");
const pattern = new RegExp(process.argv[2] ?? "");

const files = new Set();
for (const { file } of JSON.parse(readFileSync(join(build, "compile_commands.json"), "utf8"))) {
  if (/\/Unity\/|^(src|bindings|tests)\/.*\.cpp$/.test(relative(root, file))) files.add(file);
}

// Its output, without the counts of what was found in the system's headers.
function tidy(file) {
  const isTest = ["tests", "fuzz"].some((folder) => file.startsWith(join(build, folder)));
  const config = isTest ? [`--config-file=${join(root, "tests/.clang-tidy")}`] : [];
  const child = spawn("clang-tidy-19", ["--quiet", "-p", build, ...config, file], { cwd: root });
  let text = "";
  child.stdout.on("data", (piece) => (text += piece));
  child.stderr.on("data", (piece) => (text += piece));
  return new Promise((resolve) => {
    child.on("error", (error) => resolve(`${error.message}\n`));
    child.on("close", () => resolve(text.replace(/^\d+ warnings?( and \d+ errors?)? generated\.\n/gm, "")));
  });
}

const named = (file) => (file.includes("/Unity/") ? readFileSync(file, "utf8") : file);
const waiting = [...files].filter((file) => pattern.test(named(file)));

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
