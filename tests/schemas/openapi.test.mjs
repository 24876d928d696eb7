// The OpenAPI document itself: it is valid, its examples match its schemas, and
// it has every route of the server.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import path from "node:path";
import test from "node:test";

import { createConfig, lintFromString } from "@redocly/openapi-core";
import { Validator } from "@seriousme/openapi-schema-validator";
import spectralCore from "@stoplight/spectral-core";
import spectralRulesets from "@stoplight/spectral-rulesets";

import { Document } from "../support/openapi.mjs";

const { Spectral } = spectralCore;
const { oas } = spectralRulesets;

const root = process.env.ARBITER_SOURCE_DIR;
const file = path.join(root, "schemas", "openapi.json");
const text = readFileSync(file, "utf8");
const document = new Document(JSON.parse(text));

test("the document is OpenAPI 3.1", async () => {
  const { valid, errors } = await new Validator().validate(structuredClone(document.document));
  assert.ok(valid, JSON.stringify(errors, null, 1));
});

test("Redocly finds nothing to complain about", async () => {
  const config = await createConfig({ extends: ["recommended"] });
  const problems = await lintFromString({ source: text, absoluteRef: file, config });
  assert.deepEqual(
    problems.map(({ ruleId, message, location }) => [ruleId, message, location[0].pointer]),
    [],
  );
});

test("Spectral finds nothing to complain about", async () => {
  const spectral = new Spectral();
  spectral.setRuleset({ extends: [oas] });
  const problems = (await spectral.run(text)).map(({ code, path: place }) => [code, ...place].join(" "));
  // A WebSocket is answered with 101, which the rule does not know as a success.
  assert.deepEqual(problems, ["operation-success-response paths /ws get responses"]);
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
