// accepts.mjs SCHEMA: each line on standard input must be JSON that the schema accepts, and so must
// the schema's own examples.

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
