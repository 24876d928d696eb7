// Runs clang-tidy over every C++ source of the preset `lint`, on all cores.
//
// Most of its time goes into headers, so it is given several files at a time: libraries as CMake joins them
// (the preset is a unity build), tests as they are joined here. Files that declare the same name stay apart;
// files that do not compile together all the same are looked at one by one.
//
// Usage: node tools/tidy.mjs [PATTERN]      only what has a file that matches, as in tools/tidy.mjs /store/
import { spawn } from "node:child_process";
import { mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { availableParallelism } from "node:os";
import { basename, dirname, join, relative } from "node:path";
import { fileURLToPath } from "node:url";

const root = join(dirname(fileURLToPath(import.meta.url)), "..");
const build = join(root, "build/lint");
const pattern = new RegExp(process.argv[2] ?? "");
const joinedMax = 8;

const commands = new Map();
for (const command of JSON.parse(readFileSync(join(build, "compile_commands.json"), "utf8"))) {
  const inRoot = relative(root, command.file);
  if (/\/Unity\/|^(src|bindings|tests)\/.*\.cpp$/.test(inRoot) && !commands.has(command.file)) {
    commands.set(command.file, command);
  }
}

// Every fuzz target defines these; joined, each gets its own.
const fuzzed = ["LLVMFuzzerTestOneInput", "look_at", "size_max"];

// The names that a source declares outside of functions and classes, where lines are not indented, each with
// what it stands for: a name of another namespace, or something of this file alone.
function namesIn(file) {
  const names = new Map();
  for (const line of readFileSync(file, "utf8").split("\n")) {
    if (!/^[A-Za-z]/.test(line) || /^(namespace|TEST|INSTANTIATE|RC_GTEST|extern)/.test(line)) continue;
    const borrowed = /^using ([\w:]*::(\w+));/.exec(line);
    const own = /^(?:struct|class|enum class|using|MATCHER\w*\() ?(\w+)|(\w+)(?:\(|\{| = |;)/.exec(line);
    if (borrowed !== null) names.set(borrowed[2], borrowed[1]);
    else if (own !== null && !line.startsWith("using namespace")) names.set(own[1] ?? own[2], file);
  }
  fuzzed.forEach((name) => names.delete(name));
  return names;
}

// What is compiled alike, apart from the paths of the file itself.
const flagsOf = ({ command }) => command.replace(/^.*?\bclang\+\+\S*/, "").replace(/ -o \S+ -c \S+$/, "");

// Tests of one folder that are compiled alike and declare different names.
function joined(files) {
  const groups = [];
  for (const file of files) {
    const key = dirname(file) + flagsOf(commands.get(file));
    const names = namesIn(file);
    let group = groups.find(
      (each) =>
        each.key === key &&
        each.files.length < joinedMax &&
        ![...names].some(([name, meaning]) => (each.names.get(name) ?? meaning) !== meaning),
    );
    if (group === undefined) groups.push((group = { key, files: [], names: new Map() }));
    group.files.push(file);
    names.forEach((meaning, name) => group.names.set(name, meaning));
  }
  return groups.map(({ files }) => files);
}

const units = join(build, "units");
const database = [...commands.values()];
function unitOf(files, index) {
  if (files.length === 1) return { file: files[0], files };
  const file = join(units, `${index}_${basename(dirname(files[0]))}.cpp`);
  const includes = files.map(
    (each, number) =>
      fuzzed.map((name) => `#define ${name} ${name}_${number}\n`).join("") +
      `#include "${each}"\n` +
      fuzzed.map((name) => `#undef ${name}\n`).join(""),
  );
  writeFileSync(file, `// NOLINTBEGIN\n${includes.join("")}// NOLINTEND\n`);
  const { command, directory } = commands.get(files[0]);
  database.push({ directory, file, command: command.replace(/ -o \S+ -c \S+$/, ` -Wno-shadow -c ${file}`) });
  return { file, files };
}

// Its output, without the counts of what was found in the system's headers.
function tidy(file) {
  const config = file.startsWith(units) ? [`--config-file=${join(root, "tests/.clang-tidy")}`] : [];
  const child = spawn("clang-tidy-19", ["--quiet", "-p", units, ...config, file], { cwd: root });
  let text = "";
  child.stdout.on("data", (piece) => (text += piece));
  child.stderr.on("data", (piece) => (text += piece));
  return new Promise((resolve) => {
    child.on("error", (error) => resolve(`${error.message}\n`));
    child.on("close", () => resolve(text.replace(/^\d+ warnings?( and \d+ errors?)? generated\.\n/gm, "")));
  });
}

async function judged({ file, files }) {
  const text = await tidy(file);
  if (files.length === 1 || !text.includes("[clang-diagnostic-error]")) return text;
  let singly = "";
  for (const each of files) singly += await tidy(each);
  return singly;
}

rmSync(units, { recursive: true, force: true });
mkdirSync(units, { recursive: true });
const sources = [...commands.keys()].filter((file) => pattern.test(file));
const tests = sources.filter((file) => relative(root, file).startsWith("tests/"));
const libraries = sources.filter((file) => !tests.includes(file));
const waiting = [...libraries.map((file) => [file]), ...joined(tests)].map(unitOf);
writeFileSync(join(units, "compile_commands.json"), JSON.stringify(database));

let findings = 0;
let done = 0;
const total = waiting.length;
async function work() {
  for (let unit = waiting.shift(); unit !== undefined; unit = waiting.shift()) {
    const started = performance.now();
    const text = await judged(unit);
    done += 1;
    findings += text.match(/: (error|warning): /g)?.length ?? 0;
    if (text !== "") process.exitCode = 1;
    const seconds = Math.round((performance.now() - started) / 1000);
    console.log(`[${done}/${total}] ${relative(root, unit.file)}, ${seconds} s\n${text}`.trimEnd());
  }
}
await Promise.all(Array.from({ length: availableParallelism() }, work));
console.log(`${sources.length} sources in ${total} units, ${findings} findings`);
