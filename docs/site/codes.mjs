// Writes docs/codes.md: every rejection and fault with an example, each made by running it.
//
//   node docs/site/codes.mjs PROGRAM > docs/codes.md
//
// Fails if the program has a code without an example, or an example gives another code.

import { execFile } from "node:child_process";
import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";

import { faults, others, rejections } from "./examples.mjs";

const run = promisify(execFile);
const root = fileURLToPath(new URL("../..", import.meta.url));

// What a command of the shell complains about, as the program says it in JSON: each with code, kind and sentence. Bash takes
// a socket as its input for a remote login, and would read ~/.bashrc, which may write anything.
async function complaints(program, command) {
  const env = { ...process.env, PATH: `${path.dirname(path.resolve(program))}:${process.env.PATH}` };
  const { stdout, stderr } = await run("bash", ["--norc", "-c", `${command} --json`], { env }).catch((error) => error);
  const lines = [stdout, stderr].flatMap((text) => text.split("\n").filter(Boolean)).map((line) => JSON.parse(line));
  return lines.flatMap(({ error, faulty = [] }) => [
    ...(error ? [{ ...error, severity: "error" }, ...(error.faults ?? [])] : []),
    ...faulty.flatMap((game) => game.faults),
  ]);
}

// Codes of faults that the core names where it finds them.
function codesInSource(folder = path.join(root, "src/core")) {
  const call =
    /(?:\.add|\b(?:warn|failure|error|warning|fault|Faults?))\s*[({]\s*(?:[\w.&*>-]+(?:\(\))?,\s*)*"([a-z0-9]+(?:_[a-z0-9]+)+)"/g;
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    const name = path.join(folder, entry.name);
    if (entry.isDirectory()) return codesInSource(name);
    return /\.[ch]pp$/.test(name) ? [...readFileSync(name, "utf8").matchAll(call)].map(([, code]) => code) : [];
  });
}

const cell = (text) => text.replaceAll("|", "\\|");
const example = (command) => (command.includes("`") ? `\`\` ${cell(command)} \`\`` : `\`${cell(command)}\``);

async function row(program, code, command, column) {
  const found = (await complaints(program, command)).find((one) => one.code === code);
  if (!found) throw new Error(`${code}: not what this gives: ${command}`);
  return `| \`${code}\` | ${found[column]} | ${cell(found.sentence)} | ${example(command)} |`;
}

// One after another would take twice as long.
async function rows(program, examples, column) {
  const made = [];
  const entries = Object.entries(examples);
  for (let begin = 0; begin < entries.length; begin += 8) {
    const some = entries.slice(begin, begin + 8);
    made.push(...(await Promise.all(some.map(([code, command]) => row(program, code, command, column)))));
  }
  return made;
}

export async function page(program) {
  const { games } = JSON.parse((await run(program, ["rules", "--codes", "--json"])).stdout);
  const known = new Set([...Object.keys(faults), ...Object.keys(others)]);
  const lines = [
    "# Rejections and faults",
    "",
    "A **rejection** says why a move or an action was not accepted, a **fault** what is wrong with a text. Programs branch on",
    "the code, which does not change; the sentence is for people. Each example is a command that gives the code; its last part",
    "takes `--json`, which prints the code and the data ([the output of commands](commands.md#errors)). A script wrote this page",
    "by running all of them; `arbiter rules --codes` lists the rejections.",
    "",
  ];
  for (const { name, title, codes } of games) {
    for (const code of codes) {
      known.add(code.name);
      if (!rejections[name]?.[code.name]) throw new Error(`${name}: ${code.name} has no example`);
    }
    lines.push(`## Rejections in ${title === "Go" ? title : title.toLowerCase()}`, "");
    lines.push("| code | kind | sentence | example |", "| --- | --- | --- | --- |");
    lines.push(...(await rows(program, rejections[name], "kind")), "");
  }
  lines.push("## Faults", "", "A warning does not keep a text from being read; `--strict` makes it an error.", "");
  lines.push("| code | severity | sentence | example |", "| --- | --- | --- | --- |");
  lines.push(...(await rows(program, faults, "severity")), "");
  lines.push(
    "## Faults without an example",
    "",
    "They take a large text, or a program that calls the library, to meet.",
    "",
  );
  lines.push("| code | when |", "| --- | --- |");
  lines.push(...Object.entries(others).map(([code, when]) => `| \`${code}\` | ${when} |`), "");
  const missing = [...new Set(codesInSource())].filter((code) => !known.has(code));
  if (missing.length > 0) throw new Error(`docs/site/examples.mjs has nothing for ${missing.join(", ")}`);
  return lines.join("\n");
}

if (process.argv[1] === fileURLToPath(import.meta.url)) process.stdout.write(await page(process.argv[2]));
