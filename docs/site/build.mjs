// Builds the documentation as a static site: the pages in pages.mjs as they stand in the repository, and references
// that the program and the engine's types are asked for.
//
//   node docs/site/build.mjs PROGRAM [FOLDER]
//
// FOLDER: build/docs. With DOCS_BASE=/ the site stands at the root of its host; default: /docs/.

import { execFileSync, spawnSync } from "node:child_process";
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { gzipSync } from "node:zlib";

import { pages } from "./pages.mjs";

const here = path.dirname(fileURLToPath(import.meta.url));
const root = path.join(here, "../..");
const program = path.resolve(process.argv[2]);
const output = path.resolve(process.argv[3] ?? path.join(root, "build/docs"));
const stage = path.join(root, "build/docs-source");
// Copied into the site as they are.
const files = path.join(stage, "public");

const read = (file) => readFileSync(path.join(root, file), "utf8");
const ask = (parameters, input = "") =>
  execFileSync(program, parameters, { encoding: "utf8", input, env: { ...process.env, NO_COLOR: "1" } });

function write(name, text) {
  const file = path.join(stage, name);
  mkdirSync(path.dirname(file), { recursive: true });
  writeFileSync(file, text);
}

// --- Pages of the repository -----------------------------------------------------------------

const pageOf = new Map(pages.filter(({ file }) => file).map(({ file, name }) => [file, name]));

// A link to a file of the repository, as a link of the site.
function linkTo(file) {
  if (pageOf.has(file)) return `/${pageOf.get(file)}.md`;
  if (!existsSync(path.join(root, file))) throw new Error(`there is no ${file}`);
  if (file === "README.md") return "/index.md";
  if (file === "schemas/openapi.json") return "/openapi.json";
  if (file.startsWith("schemas/")) return `/schemas.md#${path.basename(file, ".schema.json")}`;
  if (/\.(svg|png)$/.test(file)) {
    cpSync(path.join(root, file), path.join(stage, "images", path.basename(file)));
    return `/images/${path.basename(file)}`;
  }
  cpSync(path.join(root, file), path.join(files, "files", `${file}.txt`));
  return `/files/${file}.txt`;
}

// A link is what is outside of code.
function staged(file) {
  const folder = path.dirname(file);
  return read(file).replaceAll(/^```.*?^```|`[^`\n]*`|\]\(([^)\s]+)\)/gms, (whole, target) => {
    if (!target || /^(\w+:|#)/.test(target)) return whole;
    const [name, anchor] = target.split("#");
    const link = linkTo(path.normalize(path.join(folder, name)));
    return `](${link}${anchor && !link.includes("#") ? `#${anchor}` : ""})`;
  });
}

// --- References ------------------------------------------------------------------------------

const fenced = (text, language = "") => `\`\`\`\`${language}\n${text.trimEnd()}\n\`\`\`\`\n`;

// The names in the list of commands that a help text has: "  play    Play moves".
const commandsIn = (help) =>
  [...(/^Commands:\n(.*?)(?:\n\n|$(?![\s\S]))/ms.exec(help)?.[1] ?? "").matchAll(/^ {2}(\w[\w-]*) /gm)].map(
    ([, name]) => name,
  );

function commandReference() {
  const sections = ["# Every command\n", "What `arbiter COMMAND --help` prints.\n"];
  const describe = (words) => {
    const help = ask([...words, "--help"]);
    sections.push(`${words.length > 1 ? "###" : "##"} arbiter ${words.join(" ")}\n`, fenced(help));
    for (const name of commandsIn(help)) describe([...words, name]);
  };
  for (const name of commandsIn(ask(["--help"]))) describe([name]);
  return sections.join("\n");
}

const samples = {
  chess: { options: [], moves: ["e4", "e5", "Nf3", "Nc6", "Bb5"] },
  go: { options: ["--size", "9"], moves: ["E5", "C3", "G7", "D5"] },
  backgammon: { options: [], moves: ["opening 3-1", "8/5 6/5", "roll 42"] },
};

const schemaOf = (format) => (format === "gitgammon" ? "gitgammon-state" : format);
const hasSchema = (name) => existsSync(path.join(root, "schemas", `${name}.schema.json`));

function formatReference() {
  const { formats } = JSON.parse(ask(["formats", "--json"]));
  const sections = ["# Every format\n", "One position of each game, in every format that can hold it.\n"];
  for (const [game, { options, moves }] of Object.entries(samples)) {
    const record = ask(["play", ...moves], ask(["new", game, ...options]));
    write(`images/sample-${game}.svg`, ask(["render", "--svg"], record));
    sections.push(`## ${game[0].toUpperCase()}${game.slice(1)}\n`);
    sections.push(`![The board after ${moves.join(", ")}](/images/sample-${game}.svg)\n`);
    for (const { name, holds, meaning, cannot_carry: lost } of formats.filter((one) => one.game === game)) {
      const schema = schemaOf(name);
      sections.push(`### ${name} (${game})\n`, `Holds a ${holds.replace("games", "file of games")}: ${meaning}.\n`);
      if (lost) sections.push(`It cannot carry: ${lost}.\n`);
      if (hasSchema(schema)) sections.push(`Its schema is [${schema}](/schemas.md#${schema}).\n`);
      sections.push(fenced(ask(["convert", "--to", name], record)));
    }
  }
  return sections.join("\n");
}

function schemaReference() {
  const sections = ["# JSON Schemas\n", "They follow draft 2020-12.\n"];
  for (const file of readdirSync(path.join(root, "schemas")).filter((name) => name.endsWith(".schema.json"))) {
    const text = read(`schemas/${file}`);
    cpSync(path.join(root, "schemas", file), path.join(files, "schemas", file));
    sections.push(`## ${path.basename(file, ".schema.json")}\n`, `${JSON.parse(text).description}\n`);
    sections.push(`The file: [${file}](/schemas/${file})\n`, fenced(text));
  }
  return sections.join("\n");
}

// Where doxygen is installed: every class, function and concept of the public headers.
function hasClassReference() {
  const input = `${read("docs/site/Doxyfile")}OUTPUT_DIRECTORY = ${files}\n`;
  const { error, status, stderr } = spawnSync("doxygen", ["-"], { cwd: root, input, encoding: "utf8" });
  if (error?.code === "ENOENT") return false;
  if (status !== 0) throw new Error(`doxygen: ${error ?? stderr}`);
  return true;
}

// What a public header is for, with its example, and what it declares.
function headerReference() {
  const sections = [
    "# C++ headers\n",
    "The public headers of the library, lowest first; the tests compile and run their examples.\n",
  ];
  if (hasClassReference()) {
    sections.push('[Every class](./cpp/annotated.html){target="_self"}, function and concept on a page of its own.\n');
  }
  for (const folder of ["src/core/contract", "src/core/games"]) {
    for (const name of readdirSync(path.join(root, folder)).filter((one) => one.endsWith(".hpp"))) {
      const [about, declared] = read(`${folder}/${name}`).split("#pragma once\n");
      sections.push(`## ${folder.slice("src/".length)}/${name}\n`, about.replaceAll(/^\/\/\/ ?/gm, ""));
      sections.push(fenced(declared.trim(), "cpp"));
    }
  }
  return sections.join("\n");
}

// What a module declares, with its words and without its code: types, classes, functions, and methods.
function outline(source) {
  const type = String.raw`[A-Z][a-z]\w* = .*(?:\n""".*""")?`;
  const head = String.raw`( {4})?((?:@.*\n\2)*(?:class|def) (?!_(?!_init__))[^]*?):\n(\2? {4}"""[^]*?""")?`;
  return [...source.matchAll(new RegExp(`^(?:(${type})|${head})`, "gm"))]
    .filter(([, , indent, declared]) => !indent || /\(\s*self\b/.test(declared))
    .map(([, alias, indent = "", declared, words]) => alias ?? `${indent}${declared}:${words ? `\n${words}` : " ..."}`)
    .join("\n\n");
}

function pythonReference() {
  const folder = "bindings/python/arbiter";
  const sections = [
    "# Python modules\n",
    "What each module declares. [Python](/python.md) describes it with examples.\n",
  ];
  for (const file of readdirSync(path.join(root, folder)).filter((name) => name.endsWith(".py"))) {
    const name = file === "__init__.py" ? "arbiter" : `arbiter.${path.basename(file, ".py")}`;
    const [, words, code] = /^"""(.*?)(?:\n[^]*?)?"""\n([^]*)$/.exec(read(`${folder}/${file}`));
    sections.push(`## ${name}\n`, `${words}\n`, fenced(outline(code), "python"));
  }
  sections.push("## Game and Outcome\n", "The types of the compiled module, which `arbiter` exports.\n");
  return [...sections, fenced(read(`${folder}/_core.pyi`), "python")].join("\n");
}

async function typeReference() {
  const { Application } = await import("typedoc");
  const types = path.join(stage, "types");
  const folder = path.join(root, "bindings/wasm/package");
  for (const name of readdirSync(folder).filter((one) => one.endsWith(".d.ts"))) {
    cpSync(path.join(folder, name), path.join(types, name));
  }
  writeFileSync(path.join(types, "tsconfig.json"), JSON.stringify({ compilerOptions: { lib: ["ES2022", "DOM"] } }));
  const application = await Application.bootstrapWithPlugins({
    plugin: ["typedoc-plugin-markdown"],
    entryPoints: ["index.d.ts", "server.d.ts"].map((name) => path.join(types, name)),
    tsconfig: path.join(types, "tsconfig.json"),
    outputs: [{ name: "markdown", path: path.join(stage, "typescript") }],
    name: "JavaScript and TypeScript",
    readme: "none",
    entryFileName: "index",
    disableSources: true,
    hideBreadcrumbs: true,
    hidePageHeader: true,
    logLevel: "Warn",
  });
  const project = await application.convert();
  if (!project) throw new Error("the types of the engine cannot be read");
  await application.generateOutputs(project);
  rmSync(types, { recursive: true });
}

// --- The site --------------------------------------------------------------------------------

// The server sends compressed copies unchanged.
function compress(folder) {
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    const file = path.join(folder, entry.name);
    if (entry.isDirectory()) compress(file);
    else if (/\.(html|js|css|svg|json|txt)$/.test(file)) {
      const plain = readFileSync(file);
      if (plain.length > 2000) writeFileSync(`${file}.gz`, gzipSync(plain, { level: 9 }));
    }
  }
}

const unlisted = readdirSync(path.join(root, "docs"))
  .filter((name) => name.endsWith(".md"))
  .filter((name) => !pageOf.has(`docs/${name}`));
if (unlisted.length > 0) throw new Error(`docs/site/pages.mjs does not list ${unlisted.join(", ")}`);

rmSync(stage, { recursive: true, force: true });
mkdirSync(files, { recursive: true });
symlinkSync(path.join(here, "node_modules"), path.join(stage, "node_modules"));
for (const name of ["config.mjs", "pages.mjs", "theme"]) {
  cpSync(path.join(here, name), path.join(stage, ".vitepress", name), { recursive: true });
}
for (const { file, name } of pages) if (file) write(`${name}.md`, staged(file));
write("command-reference.md", commandReference());
write("format-reference.md", formatReference());
write("schemas.md", schemaReference());
write("cpp-reference.md", headerReference());
write("python-reference.md", pythonReference());
await typeReference();
// It stands among the other pages, on any host.
const api = read("src/server/assets/docs.html")
  .replace(
    /<nav class="site".*?<\/nav>/s,
    '<nav class="site" aria-label="Main"><a class="brand" href="./">Arbiter</a></nav>',
  )
  .replaceAll('href="/openapi.json"', 'href="openapi.json"');
writeFileSync(path.join(files, "api.html"), api);
cpSync(path.join(root, "schemas/openapi.json"), path.join(files, "openapi.json"));

process.env.DOCS_OUTPUT = output;
const { build } = await import("vitepress");
await build(stage);
compress(output);
