// Checks that includes go only downward through the folders, and that core/ stays free of I/O,
// clocks, randomness, threads and exceptions. Prints FILE:LINE of each violation; exits 1 if any.
//
// Usage: node tools/check_includes.mjs [ROOT]
import { readdirSync, readFileSync } from "node:fs";
import { dirname, join, relative, sep } from "node:path";
import { fileURLToPath } from "node:url";

const root = process.argv[2] ?? join(dirname(fileURLToPath(import.meta.url)), "..");

// Lowest first. Folders on one line may not include each other.
const layers = [
  ["core/base"],
  ["core/contract"],
  ["core/chess", "core/go", "core/backgammon"],
  ["core/games"],
  ["referee", "platform"],
  ["store"],
  ["players"],
  ["arena"],
  ["tables"],
  ["server/telemetry"],
  ["server/http", "server/games"],
  ["server/mcp"],
  ["server/api"],
  ["cli"],
];
// Folders outside the ladder, and what each may include besides itself.
const beside = {
  bindings: /^core\//,
  tests: /./,
};
const folders = [...layers.flat(), ...Object.keys(beside)];

const forbiddenInCore = new Map(
  Object.entries({
    "input and output":
      "iostream istream ostream fstream sstream spanstream syncstream streambuf iomanip ios print " +
      "cstdio stdio.h filesystem locale clocale locale.h unistd.h fcntl.h",
    threads: "thread stop_token mutex shared_mutex condition_variable future semaphore latch barrier pthread.h",
    randomness: "random",
    "the clock": "chrono ctime time.h",
    exceptions: "exception stdexcept csetjmp setjmp.h csignal signal.h",
    "run-time type information": "typeinfo typeindex any",
    regex: "regex",
  }).flatMap(([what, headers]) => headers.split(" ").map((header) => [header, what])),
);
const jsonReader = "core/base/json.cpp";

const layerOf = (folder) => layers.findIndex((layer) => layer.includes(folder));
const folderOf = (path) => folders.find((folder) => path.startsWith(folder + "/"));

function faultOf(file, quote, header) {
  const from = folderOf(file);
  if (from === undefined) return "this folder is not in the list of tools/check_includes.mjs";

  const to = folderOf(header);
  if (to !== undefined) {
    if (to === from) return undefined;
    if (from in beside) return beside[from].test(header) ? undefined : `${from}/ may not include ${to}/`;
    if (to in beside) return `${from}/ may not include ${to}/`;
    if (layerOf(to) < layerOf(from)) return undefined;
    return layerOf(to) === layerOf(from)
      ? `${from}/ and ${to}/ may not include each other`
      : `${from}/ lies below ${to}/ and may not include it`;
  }
  if (quote === '"' && !(from in beside)) return "write the path from src/";

  if (!file.startsWith("core/")) return undefined;
  if (header.startsWith("nlohmann/"))
    return file === jsonReader ? undefined : `nlohmann-json is for ${jsonReader} alone`;
  if (forbiddenInCore.has(header)) return `core/ has nothing to do with ${forbiddenInCore.get(header)}`;
  if (header.includes("/")) return "core/ uses the standard library alone";
  return undefined;
}

function* sourcesIn(directory) {
  for (const entry of readdirSync(directory, { withFileTypes: true })) {
    if (entry.name.startsWith(".") || entry.name === "node_modules") continue;
    const path = join(directory, entry.name);
    if (entry.isDirectory()) yield* sourcesIn(path);
    else if (/\.(cpp|hpp|h|cc|inc)$/.test(entry.name)) yield path;
  }
}

let violations = 0;
for (const top of ["src", ...Object.keys(beside)]) {
  for (const path of sourcesIn(join(root, top))) {
    const file = relative(root, path)
      .split(sep)
      .join("/")
      .replace(/^src\//, "");
    readFileSync(path, "utf8")
      .split("\n")
      .forEach((line, index) => {
        const include = /^\s*#\s*include\s*([<"])([^>"]+)[>"]/.exec(line);
        if (include === null) return;
        const fault = faultOf(file, include[1], include[2]);
        if (fault === undefined) return;
        console.error(`${file}:${index + 1}: includes ${include[2]}: ${fault}`);
        violations += 1;
      });
  }
}
process.exitCode = violations === 0 ? 0 : 1;
