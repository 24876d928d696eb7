// Switches on one mistake after another and runs what must notice it: the simulation from several seeds, or unit
// tests. A crash counts as noticed, a hang does not.
//
// Usage: node tests/mutants/run.mjs BUILD [WORD]     only mistakes of that folder, or whose name has the word
import { spawn, spawnSync } from "node:child_process";
import { availableParallelism } from "node:os";
import { join } from "node:path";
import { mistakes } from "./mistakes.mjs";

const [build, word = ""] = process.argv.slice(2);
const share_to_notice = 0.95;
/// Of a processor, so that a busy machine is not taken for a hang; who sleeps gets ten times as long.
const seconds_max = 120;
/// Where the search for a mistake begins, each time anew: the median of these is told.
const first_seeds = [1, 1001, 2001];

const program = (name) => join(build, "tests", name);
const unitTests = (tests) => {
  const [name, filter] = tests.split(" ");
  return [program(`test_${name}`), [`--gtest_filter=${filter}`, "--gtest_brief=1", "--gtest_fail_fast"]];
};

/// The exit code, or "hang".
function run([path, words], mistake) {
  const environment = { ...process.env, ARBITER_MUTANT: mistake, RC_PARAMS: "seed=1", GTEST_COLOR: "no" };
  return new Promise((resolve) => {
    const limited = [`--cpu=${seconds_max}`, path, ...words];
    const child = spawn("prlimit", limited, { env: environment, stdio: ["ignore", "pipe", "ignore"] });
    let output = "";
    child.stdout.on("data", (text) => (output += text));
    const timer = setTimeout(() => child.kill("SIGKILL"), 10 * seconds_max * 1000);
    child.on("close", (code, signal) => {
      clearTimeout(timer);
      resolve({ code: signal === "SIGKILL" ? "hang" : (code ?? signal), output });
    });
  });
}

const median = (numbers) => numbers.toSorted((a, b) => a - b)[Math.floor(numbers.length / 2)];

async function simulate({ name, seeds }) {
  const took = [];
  for (const first of first_seeds) {
    const { code, output } = await run([program("mutants_simulate"), [String(first), String(seeds)]], name);
    if (code !== 1)
      return { noticed: false, how: code === "hang" ? "hang" : `not within ${seeds} seeds from ${first} on` };
    took.push({ seeds: Number(output.split(" ")[0]), promise: /^\d+ (\w+)/.exec(output)[1] });
  }
  const seedsTaken = took.map((each) => each.seeds);
  return {
    noticed: true,
    seeds: median(seedsTaken),
    how: `after ${seedsTaken.join(", ")} seeds: ${[...new Set(took.map((each) => each.promise))].join(", ")}`,
  };
}

async function test({ name, tests }) {
  const { code, output } = await run(unitTests(tests), name);
  const failed = /\[ {2}FAILED {2}\] ([\w/.]+)/.exec(output);
  return { noticed: code !== 0 && code !== "hang", how: failed ? failed[1] : String(code) };
}

const folderOf = ({ tests = "simulation" }) => tests.split(" ")[0];
const isFolder = mistakes.some((mistake) => folderOf(mistake) === word);
const wanted = mistakes.filter((mistake) => (isFolder ? folderOf(mistake) === word : mistake.name.includes(word)));
// Without a mistake nothing may fail: otherwise nothing is said by what fails with one.
for (const tests of new Set(wanted.map((mistake) => mistake.tests).filter(Boolean))) {
  const { status, stdout } = spawnSync(...unitTests(tests), {
    encoding: "utf8",
    env: { ...process.env, RC_PARAMS: "seed=1" },
  });
  if (status !== 0 || /Running 0 tests/.test(stdout)) {
    console.error(`${tests}: fails without any mistake, or there is no such test\n${stdout}`);
    process.exit(1);
  }
}

const results = new Map();
const waiting = [...wanted];
const work = async () => {
  for (let mistake = waiting.shift(); mistake; mistake = waiting.shift()) {
    const result = await (mistake.seeds ? simulate(mistake) : test(mistake));
    results.set(mistake, result);
    console.log(`${result.noticed ? "noticed    " : "NOT NOTICED"} ${mistake.name}: ${result.how}`);
  }
};
await Promise.all(Array.from({ length: availableParallelism() }, work));

const noticed = [...results.values()].filter((result) => result.noticed);
const medians = noticed.map((result) => result.seeds).filter(Boolean);
const folders = {};
for (const [mistake, result] of results) {
  const folder = (folders[folderOf(mistake)] ??= { noticed: 0, all: 0 });
  folder.noticed += result.noticed;
  ++folder.all;
}
for (const [folder, { noticed, all }] of Object.entries(folders)) console.log(`${folder}: ${noticed} of ${all}`);
console.log(`${noticed.length} of ${results.size} noticed`);
if (medians.length)
  console.log(`the simulation took ${median(medians)} seeds in the median, ${Math.max(...medians)} at most`);
process.exit(noticed.length >= share_to_notice * results.size ? 0 : 1);
