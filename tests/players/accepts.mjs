// accepts.mjs SCHEMA: the schema must accept each line of standard input, which is JSON, and
// its own examples.

import { readFileSync } from "node:fs";

import Ajv from "ajv/dist/2020.js";

const schema = JSON.parse(readFileSync(new URL(`../../schemas/${process.argv[2]}.schema.json`, import.meta.url)));
const validate = new Ajv({ allErrors: true, allowUnionTypes: true }).compile(schema);
const lines = readFileSync(0, "utf8")
  .split("\n")
  .filter((line) => line !== "");
for (const value of [...lines.map((line) => JSON.parse(line)), ...schema.examples]) {
  if (validate(value)) continue;
  console.error(JSON.stringify(value), validate.errors);
  process.exitCode = 1;
}
