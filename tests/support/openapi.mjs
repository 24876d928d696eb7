// A client that calls operations by their operationId and validates every response against the document.

import assert from "node:assert/strict";

import Ajv from "ajv/dist/2020.js";
import addFormats from "ajv-formats";

import { request } from "./server.mjs";

export class Document {
  constructor(document) {
    this.document = document;
    this.operations = new Map();
    for (const [path, methods] of Object.entries(document.paths)) {
      for (const [method, operation] of Object.entries(methods)) {
        this.operations.set(operation.operationId, { ...operation, path, method: method.toUpperCase() });
      }
    }
    this.ajv = new Ajv({ allErrors: true, strictTypes: false, strictRequired: false });
    addFormats.default(this.ajv);
    this.ajv.addVocabulary(["openapi", "info", "servers", "tags", "paths", "components", "example"]);
    this.ajv.addSchema(document, "document");
    this.compiled = new Map();
  }

  // Resolves a reference.
  resolved(value) {
    return value?.$ref === undefined ? value : at(this.document, value.$ref);
  }

  // Why a value does not match a schema of the document; undefined if it does.
  faultOf(schema, value) {
    const text = JSON.stringify(schema);
    if (!this.compiled.has(text)) this.compiled.set(text, this.ajv.compile(absolute(text)));
    const validate = this.compiled.get(text);
    return validate(value) ? undefined : JSON.stringify(validate.errors, null, 1);
  }

  assertMatches(schema, value, what) {
    const fault = this.faultOf(schema, value);
    assert.equal(fault, undefined, `${what}: ${fault}\n${JSON.stringify(value, null, 1)}`);
  }

  // Validates a value against the schema with this name.
  assertIs(name, value) {
    this.assertMatches({ $ref: `#/components/schemas/${name}` }, value, name);
  }
}

const at = (document, pointer) =>
  pointer
    .slice(2)
    .split("/")
    .reduce((value, key) => value[key.replaceAll("~1", "/").replaceAll("~0", "~")], document);

// Converts references within the document to absolute ones.
function absolute(text) {
  return JSON.parse(text, (key, value) => (key === "$ref" ? `document${value}` : value));
}

// Their responses are any JSON format of a game, which has its own schema.
const open = new Set(["getGame", "exportGame", "getOpenApi"]);

export class Client {
  constructor(url, document) {
    this.url = url;
    this.document = document;
    this.seen = new Set(); // "getGame 200"
  }

  // Calls an operation and returns its response, which must be documented: status, media type,
  // headers, body. `answers` is the expected status.
  async call(operationId, { answers = 200, key, headers = {}, body, query = {}, ...parts } = {}) {
    const operation = this.document.operations.get(operationId);
    assert.ok(operation, `there is no operation ${operationId}`);
    const path = operation.path.replace(/\{(\w+)\}/g, (_, name) => encodeURIComponent(parts[name]));
    const search = new URLSearchParams(query).toString();
    if (answers < 300) this.#assertAllowed(operation, { query, headers, body });

    const answer = await request(`${this.url}${path}${search ? `?${search}` : ""}`, {
      method: operation.method,
      headers: { ...(key === undefined ? {} : { Authorization: `Bearer ${key}` }), ...headers },
      body,
    });
    const what = `${operation.method} ${path}?${search} ${JSON.stringify(body)} -> ${answer.status}`;
    assert.equal(answer.status, answers, `${what}\n${answer.text}`);
    this.#assertDocumented(operation, answer, what);
    this.seen.add(`${operationId} ${answer.status}`);
    return answer;
  }

  async create(body) {
    return (await this.call("createGame", { answers: 201, body })).body;
  }

  // Plays the first legal move, or rolls, for the side to move.
  async goOn({ id, keys }) {
    const { turn, ply, legal } = (await this.call("getLegalMoves", { id })).body;
    const move = legal[0] ?? "roll";
    return (await this.call("postMove", { id, key: keys[turn], body: { move, ply } })).body;
  }

  // A successful request must be allowed by the document.
  #assertAllowed(operation, { query, headers, body }) {
    const known = (operation.parameters ?? []).map((parameter) => this.document.resolved(parameter));
    for (const [place, given] of [
      ["query", query],
      ["header", headers],
    ]) {
      for (const [name, value] of Object.entries(given)) {
        if (name === "Accept") continue;
        const parameter = known.find((candidate) => candidate.in === place && candidate.name === name);
        assert.ok(parameter, `${operation.operationId} has no parameter ${name}`);
        const { type } = this.document.resolved(parameter.schema);
        this.document.assertMatches(parameter.schema, type === "integer" ? Number(value) : value, name);
      }
    }
    if (body === undefined) return assert.ok(!operation.requestBody?.required);
    this.document.assertMatches(operation.requestBody.content["application/json"].schema, body, operation.operationId);
  }

  #assertDocumented(operation, answer, what) {
    const listed = operation.responses[answer.status] ?? operation.responses.default;
    const response = this.document.resolved(listed);
    if (answer.text === "" && response.content === undefined) return;
    const media = response.content?.[answer.type];
    assert.ok(media, `${what}: undocumented ${answer.type}`);
    if (answer.body !== undefined) {
      this.document.assertMatches(media.schema, answer.body, what);
      const more = { ...answer.body, surprise: 1 };
      const isOpen = open.has(operation.operationId);
      assert.ok(isOpen || this.document.faultOf(media.schema, more), `${what}: anything would be documented`);
    }
    for (const [name, header] of Object.entries(response.headers ?? {})) {
      const value = answer.headers[name.toLowerCase()];
      if (value !== undefined)
        this.document.assertMatches(this.document.resolved(header).schema, value, `${what}: ${name}`);
    }
    for (const name of [
      "etag",
      "location",
      "retry-after",
      "idempotency-replayed",
      "content-disposition",
      "www-authenticate",
    ]) {
      const documented = Object.keys(response.headers ?? {}).some((header) => header.toLowerCase() === name);
      // A 503 of the transport has Retry-After, wherever it is documented.
      if (name in answer.headers && answer.status !== 503)
        assert.ok(documented, `${what}: undocumented header ${name}`);
    }
  }
}
