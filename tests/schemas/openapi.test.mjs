// The OpenAPI document itself: it is valid, its examples match its schemas, and
// it has every route of the server.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import path from "node:path";
import test from "node:test";

import { Validator } from "@seriousme/openapi-schema-validator";

import { Document } from "../support/openapi.mjs";

const root = process.env.ARBITER_SOURCE_DIR;
const document = new Document(JSON.parse(readFileSync(path.join(root, "schemas", "openapi.json"), "utf8")));

test("the document is OpenAPI 3.1", async () => {
  const { valid, errors } = await new Validator().validate(structuredClone(document.document));
  assert.ok(valid, JSON.stringify(errors, null, 1));
});

test("its examples match its schemas", () => {
  const { paths, components } = document.document;
  for (const [name, schema] of Object.entries(components.schemas)) {
    for (const example of schema.examples ?? []) document.assertIs(name, example);
  }
  for (const methods of Object.values(paths)) {
    for (const { operationId, requestBody } of Object.values(methods)) {
      for (const { schema, examples } of Object.values(requestBody?.content ?? {})) {
        assert.ok(examples, `${operationId} has no example`);
        for (const { value } of Object.values(examples)) document.assertMatches(schema, value, operationId);
      }
    }
  }
});

test("every operation has a unique name, a tag and a summary", () => {
  const names = [...document.operations.keys()];
  assert.equal(new Set(names).size, names.length);
  const tags = document.document.tags.map(({ name }) => name);
  for (const {
    operationId,
    tags: [tag],
    summary,
  } of document.operations.values()) {
    assert.ok(tags.includes(tag), operationId);
    assert.ok(summary, operationId);
  }
});

test("it has exactly the routes of the server", () => {
  const source = readFileSync(path.join(root, "src", "server", "api", "api.cpp"), "utf8");
  const routes = [...source.matchAll(/^\s*\{"([A-Z]+)", "(\/[^"]*)", &I::/gm)].map(
    ([, method, route]) => `${method} ${route}`,
  );
  const documented = [...document.operations.values()].map(({ method, path: route }) => `${method} ${route}`);
  assert.deepEqual(documented.sort(), routes.sort());
});
