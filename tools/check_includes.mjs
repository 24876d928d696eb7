// Checks the dependency rule of ARCHITECTURE.md: includes go only downward through the folders, core/ is
// free of I/O, clocks, randomness, threads and exceptions, above core/ nobody knows a game by name, and
// what can be simulated gets time, randomness and threads from outside.
// Prints FILE:LINE of each violation; exits 1 if there is any.
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
  ["platform", "referee"],
  ["store"],
  ["players"],
  ["arena", "tables", "server/assets", "server/telemetry", "server/http", "server/games", "server/mcp", "server/api"],
  ["simulation"],
  ["cli"],
];
// The same inside the server.
const serverLayers = [
  ["server/assets", "server/telemetry"],
  ["server/http", "server/games"],
  ["server/mcp"],
  ["server/api"],
];
// Folders outside the ladder, and what each may include besides itself.
const beside = {
  // The bots are pure functions of a game.
  bindings: /^(core|players\/(analysis|bots))\//,
  tests: /./,
};
const folders = [...layers.flat(), ...Object.keys(beside)];

// A game's folder, lowest first; what stands on one line may include each other. A source file of
// `start` or `events` implements functions of Game and stands above it, unlike its header.
const gameLayers = [
  ["board/"],
  ["setup", "position", "codes", "rules", "notations/", "dead", "eyes", "territory", "score", "playouts/"],
  ["start.hpp", "events.hpp"],
  ["game"],
  ["start", "events", "options", "event_json", "mentions", "questions"],
  ["formats/", "picture/"],
  ["formats"],
];

const games = ["chess", "go", "backgammon"];
// Who may know a game above core, and why.
const mayNameGames = [
  [/^players\/bots\//, "a game's own bot, and the list of them"],
  [/^players\/(engines|protocols)\//, "UCI, GTP and GNU Backgammon are made for one game each"],
  [/^cli\/(gtp|uci)_command/, "they serve those protocols"],
  [/^tables\/gitgammon\//, "a format of backgammon in git"],
  [/^web\/src\/(board|explore)\//, "how a game looks and is set up"],
  [/^web\/src\/text\//, "the words of the page"],
];

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
// Folders that run in a simulation (src/simulation), and what they may not use there.
const simulated = /^(referee|store|simulation|server\/(games|api))\//;
const direct = new RegExp(
  "\\b(system|steady|high_resolution)_clock::now\\b|\\bsystem_(clock|entropy)\\(|\\bclock_gettime\\b|" +
    "\\bstd::(thread|jthread)\\b(?!::hardware_concurrency)|\\bstd::(async|condition_variable|random_device)|" +
    "\\bthis_thread::|\\bRAND_bytes\\b|\\b(get)?random\\(",
);
const mayBeDirect = [
  [/^store\/(postgres|sqlite)_/, "they wait for a real database"],
  [/^store\/(group_commit|pool|copy|memory_store)\b/, "threads of real stores; a simulation starts none of them"],
  [/^server\/games\/bot_host\b/, "its threads are not started where a scheduler does the work"],
  [/^server\/api\/api\.hpp$/, "the defaults of its options"],
];

const jsonReader = "core/base/json.cpp";

const layerOf = (ladder, folder) => ladder.findIndex((layer) => layer.includes(folder));
const folderOf = (path) => folders.find((folder) => path.startsWith(folder + "/") || path.startsWith(folder + "."));

function climb(from, to, ladder) {
  if (layerOf(ladder, to) < layerOf(ladder, from)) return undefined;
  return layerOf(ladder, to) === layerOf(ladder, from)
    ? `${from} and ${to} may not include each other`
    : `${from} lies below ${to} and may not include it`;
}

// "core/chess/notations/san.hpp" -> the layer of "notations/"
function gameLayerOf(path) {
  const inside = path.split("/").slice(2).join("/");
  const names = [inside.replace(/\/.*/, "/"), inside, inside.replace(/\.\w+$/, "")];
  for (const name of names) {
    const layer = layerOf(gameLayers, name);
    if (layer >= 0) return layer;
  }
  return undefined;
}

function faultInGame(file, header) {
  const [from, to] = [gameLayerOf(file), gameLayerOf(header)];
  if (from === undefined) return "tools/check_includes.mjs does not say on which layer of a game this file is";
  if (to === undefined || to <= from) return undefined;
  return "lies higher in the folder of a game";
}

function faultOf(file, quote, header) {
  const from = folderOf(file);
  if (from === undefined) return "this folder is not in the list of tools/check_includes.mjs";

  const to = folderOf(header);
  if (to !== undefined) {
    if (games.some((game) => from === `core/${game}`) && to === from) return faultInGame(file, header);
    if (to === from) return undefined;
    if (from in beside) return beside[from].test(header) ? undefined : `${from}/ may not include ${to}/`;
    if (to in beside) return `${from}/ may not include ${to}/`;
    const inServer = from.startsWith("server/") && to.startsWith("server/");
    return climb(from, to, inServer ? serverLayers : layers);
  }
  if (quote === '"' && !(from in beside)) return "write the path from src/";

  if (!file.startsWith("core/")) return undefined;
  if (header.startsWith("nlohmann/"))
    return file === jsonReader ? undefined : `nlohmann-json is for ${jsonReader} alone`;
  if (forbiddenInCore.has(header)) return `core/ has nothing to do with ${forbiddenInCore.get(header)}`;
  if (header.includes("/")) return "core/ uses the standard library alone";
  return undefined;
}

// A game's headers or namespace, a literal that is its name or begins with it as formats do, or one
// that lists several. An example in a help text names one game, and harms no other.
function namedGame(line) {
  const names = games.join("|");
  const code = new RegExp(`core/(${names})/|\\b(${names})::|board/(${names})["'.]`).exec(line);
  if (code !== null) return code[0];
  for (const [, , literal] of line.matchAll(/(["'`])((?:\\.|(?!\1).)*)\1/g)) {
    const named = games.filter((game) => new RegExp(`\\b${game}\\b`, "i").test(literal));
    if (named.length > 1 || new RegExp(`^/?(${names})\\b`, "i").test(literal)) {
      if (named.length > 1 || !literal.includes(" ")) return literal;
    }
  }
  return undefined;
}

const withoutComments = (text) =>
  text.replace(
    /("(?:\\.|[^"\\\n])*"|'(?:\\.|[^'\\\n])*')|\/\/[^\n]*|\/\*[^]*?\*\/|<!--[^]*?-->/g,
    (all, literal) => literal ?? all.replace(/[^\n]/g, ""),
  );

function* sourcesIn(directory) {
  for (const entry of readdirSync(directory, { withFileTypes: true })) {
    if (entry.name.startsWith(".") || entry.name === "node_modules") continue;
    const path = join(directory, entry.name);
    if (entry.isDirectory()) yield* sourcesIn(path);
    else yield path;
  }
}

let violations = 0;
function report(file, index, sentence) {
  console.error(`${file}:${index + 1}: ${sentence}`);
  violations += 1;
}

for (const top of ["src", "web/src", ...Object.keys(beside)]) {
  for (const path of sourcesIn(join(root, top))) {
    const file = relative(root, path)
      .split(sep)
      .join("/")
      .replace(/^src\//, "");
    const isCpp = /\.(cpp|hpp|h|cc|inc)$/.test(file);
    if (!isCpp && !/^web\/.*\.(ts|svelte|js)$/.test(file)) continue;
    const text = readFileSync(path, "utf8");
    const isAbove = !/^(core|bindings|tests)\//.test(file);
    const checksNames = isAbove && !mayNameGames.some(([exception]) => exception.test(file));
    text.split("\n").forEach((line, index) => {
      const include = isCpp ? /^\s*#\s*include\s*([<"])([^>"]+)[>"]/.exec(line) : null;
      const fault = include === null ? undefined : faultOf(file, include[1], include[2]);
      if (fault !== undefined) report(file, index, `includes ${include[2]}: ${fault}`);
    });
    const isSimulated = simulated.test(file) && !mayBeDirect.some(([exception]) => exception.test(file));
    if (!checksNames && !isSimulated) continue;
    withoutComments(text)
      .split("\n")
      .forEach((line, index) => {
        const call = isSimulated ? direct.exec(line) : null;
        if (call !== null) report(file, index, `calls ${call[0]} itself: time, chance and threads come from outside`);
        const name = checksNames ? namedGame(line) : undefined;
        if (name !== undefined) report(file, index, `names a game: ${name}`);
      });
  }
}
process.exitCode = violations === 0 ? 0 : 1;
