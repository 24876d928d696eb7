// A separate server for each test, and a client for it.
//
//   const server = await startServer();
//   const games = api(server.url);
//   const { id, keys } = (await games.create({ game: "chess" })).body;
//   const answer = await games.move(id, keys.white, { move: "e4", ply: 0 });
//   await server.stop();

import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import http from "node:http";
import net from "node:net";
import { tmpdir } from "node:os";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";

import { WebSocket } from "ws";

// Processes that are still running are killed when the test ends.
const running = new Set();
process.on("exit", () => {
  for (const child of running) child.kill("SIGKILL");
});

export function temporaryFolder() {
  const folder = mkdtempSync(path.join(tmpdir(), "arbiter-server-"));
  process.on("exit", () => rmSync(folder, { recursive: true, force: true, maxRetries: 10 }));
  return folder;
}

// A port for a server that will be restarted. It is below the ephemeral ports of the system:
// otherwise a client that reconnects could get the same port and connect to itself.
export async function freePort() {
  for (;;) {
    const port = 10_000 + Math.floor(Math.random() * 20_000);
    const listener = net.createServer();
    try {
      await new Promise((resolve, reject) => {
        listener.on("error", reject);
        listener.listen(port, "127.0.0.1", resolve);
      });
      await new Promise((resolve) => listener.close(resolve));
      return port;
    } catch {
      // The port is taken: try another one.
    }
  }
}

// Without rate limits, and without a log line per request. Flags in
// `args` override these.
const generous = {
  ARBITER_REQUESTS_PER_SECOND: "1000000",
  ARBITER_REQUESTS_BURST: "1000000",
  ARBITER_CREATIONS_PER_SECOND: "1000000",
  ARBITER_CREATIONS_BURST: "1000000",
  ARBITER_BOT_GAMES_PER_SECOND: "1000000",
  ARBITER_BOT_GAMES_BURST: "1000000",
  ARBITER_WORK_MS_PER_SECOND: "1000000",
  ARBITER_WORK_MS_BURST: "1000000",
  ARBITER_COSTLY_WAITING_MAX: "10000",
  ARBITER_COSTLY_WAITING_OF_ONE_MAX: "10000",
  ARBITER_ACCESS_LOG: "off",
  XDG_CONFIG_HOME: "/nonexistent", // a developer's own options do not count
};

// `store` is a file or a URL, or null for the program's own choice; default: a temporary folder.
// `port` 0 is any free port; a restarted server may request its previous one. `onSpawn` gets
// the process before it is ready.
export async function startServer({
  store = path.join(temporaryFolder(), "games.db"),
  port = 0,
  args = [],
  env = {},
  program = process.env.ARBITER_PROGRAM,
  patience = 30_000,
  onSpawn = () => {},
} = {}) {
  const child = spawn(program, ["serve", "--port", String(port), ...(store ? ["--store", store] : []), ...args], {
    stdio: ["ignore", "pipe", "pipe"],
    env: { ...process.env, ...generous, ...env },
  });
  onSpawn(child);
  running.add(child);
  const log = [];
  const exited = once(child, "exit").then(([code, signal]) => {
    running.delete(child);
    return { code, signal };
  });

  const address = new Promise((resolve, reject) => {
    for (const stream of [child.stdout, child.stderr]) {
      readLines(stream, (line) => {
        log.push(line);
        const found = /https?:\/\/[^\s"]+:\d+|unix:[^\s",]+/.exec(line);
        if (found) resolve(found[0]);
      });
    }
    child.on("error", reject);
    exited.then(() => reject(new Error(`the server ended at once:\n${log.join("\n")}`)));
  });
  const url = await Promise.race([address, sleep(patience, undefined, { ref: false })]);
  if (url === undefined) {
    child.kill("SIGKILL");
    throw new Error(`the server says no address:\n${log.join("\n")}`);
  }

  return {
    url,
    port: Number(new URL(url).port),
    store,
    child,
    log,
    exited,
    // Stops it cleanly and returns {code, signal}.
    stop() {
      child.kill("SIGTERM");
      return exited;
    },
    // Kills it at once.
    kill() {
      child.kill("SIGKILL");
      return exited;
    },
  };
}

function readLines(stream, take) {
  let rest = "";
  stream.setEncoding("utf8");
  stream.on("data", (piece) => {
    const lines = (rest + piece).split("\n");
    rest = lines.pop();
    for (const line of lines) take(line);
  });
}

const agent = new http.Agent({ keepAlive: true });

// One request: {status, headers, type, bytes, text, body}, where `type` is the media type alone and
// `body` the JSON, if it is JSON. A `body` that is not a string is sent as JSON. Rejects if there is no
// complete response.
// `socketPath` is a Unix domain socket; then only the path of `url` is used.
export function request(url, { method = "GET", headers = {}, body, socketPath, patience = 30_000 } = {}) {
  const text = body === undefined || typeof body === "string" || Buffer.isBuffer(body) ? body : JSON.stringify(body);
  const type = text === undefined ? {} : { "Content-Type": "application/json" };
  return new Promise((resolve, reject) => {
    const sent = http.request(url, { method, agent, socketPath, headers: { ...type, ...headers } }, (response) => {
      const pieces = [];
      response.on("data", (piece) => pieces.push(piece));
      response.on("error", reject);
      response.on("end", () => {
        if (!response.complete) return reject(new Error("the answer was cut off"));
        resolve(answerOf(response, Buffer.concat(pieces)));
      });
    });
    sent.setTimeout(patience, () => sent.destroy(new Error(`no answer to ${method} ${url}`)));
    sent.on("error", reject);
    sent.end(text);
  });
}

function answerOf({ statusCode: status, headers }, bytes) {
  const type = (headers["content-type"] ?? "").split(";")[0];
  const text = bytes.toString("utf8");
  const isJson = /[/+]json$/.test(type) && text !== "";
  return { status, headers, type, bytes, text, body: isJson ? JSON.parse(text) : undefined };
}

const bearer = (key) => (key === undefined ? {} : { Authorization: `Bearer ${key}` });

function withQuery(address, query = {}) {
  const given = Object.entries(query).filter(([, value]) => value !== undefined);
  return given.length === 0 ? address : `${address}?${new URLSearchParams(given)}`;
}

// Every operation by its name. `options` are {key, query, headers}; the result is that of `request`.
export function api(url) {
  const get = (address, { key, query, headers } = {}) =>
    request(url + withQuery(address, query), { headers: { ...bearer(key), ...headers } });
  const post = (address, body, { key, query, headers } = {}) =>
    request(url + withQuery(address, query), { method: "POST", body, headers: { ...bearer(key), ...headers } });
  const game = (id, rest = "") => `/api/games/${encodeURIComponent(id)}${rest}`;
  return {
    get,
    post,
    health: () => get("/healthz"),
    ready: () => get("/readyz"),
    metrics: () => get("/metrics"),
    rules: (name) => get(name === undefined ? "/api/rules" : `/api/rules/${encodeURIComponent(name)}`),

    create: (body, options) => post("/api/games", body, options),
    list: (query, options) => get("/api/games", { ...options, query }),
    game: (id, options) => get(game(id), options),
    legal: (id, options) => get(game(id, "/legal"), options),
    // {move, ply} or {move, version}; `repeat` is an Idempotency-Key, `version` goes into If-Match.
    move: (id, key, body, { repeat, version, headers, ...options } = {}) =>
      post(game(id, "/moves"), body, {
        ...options,
        key,
        headers: {
          ...(repeat === undefined ? {} : { "Idempotency-Key": repeat }),
          ...(version === undefined ? {} : { "If-Match": `"${version}"` }),
          ...headers,
        },
      }),
    check: (id, body, options) => post(game(id, "/check"), body, options),
    history: (id, options) => get(game(id, "/history"), options),
    events: (id, after, options = {}) => get(game(id, "/events"), { ...options, query: { after, ...options.query } }),
    export: (id, format, options = {}) => get(game(id, "/export"), { ...options, query: { format, ...options.query } }),
    // `kind` is svg, png or txt.
    board: (id, kind, options) => get(game(id, `/board.${kind}`), options),
    ask: (id, question, argument, options = {}) =>
      get(game(id, "/ask"), { ...options, query: { question, argument, ...options.query } }),

    // `tool` is validate, convert, legal, check, play or render.
    tool: (tool, body, options) => post(`/api/${tool}`, body, options),
  };
}

// The server-sent events of a game, one after another:
//
//   for await (const { id, event, data } of readEvents(url, game, { after: 0 })) ...
//
// `data` is read as JSON. Leaving the loop closes the connection. `onOpen` gets status and headers.
export async function* readEvents(
  url,
  game,
  { route = "events", after, format, lastEventId, key, onOpen = () => {} } = {},
) {
  const address = url + withQuery(`/api/games/${encodeURIComponent(game)}/${route}`, { after, format });
  const headers = {
    Accept: "text/event-stream",
    ...bearer(key),
    ...(lastEventId === undefined ? {} : { "Last-Event-ID": String(lastEventId) }),
  };
  const sent = http.request(address, { headers, agent: false });
  sent.end();
  const [response] = await once(sent, "response");
  onOpen({ status: response.statusCode, headers: response.headers });
  response.setEncoding("utf8");
  let rest = "";
  try {
    for await (const piece of response) {
      const blocks = (rest + piece).split("\n\n");
      rest = blocks.pop();
      for (const block of blocks) {
        const event = eventOf(block);
        if (event.data !== undefined) yield event;
      }
    }
  } finally {
    sent.destroy();
  }
}

function eventOf(block) {
  const event = {};
  for (const line of block.split("\n")) {
    const [, name, value] = /^(\w+): ?(.*)$/.exec(line) ?? [];
    if (name === "data") event.data = JSON.parse(value);
    else if (name) event[name] = value;
  }
  return event;
}

// A WebSocket with JSON messages, which are queued until they are read.
//
//   const socket = await openSocket(url);
//   socket.send({ type: "ping", id: 1 });
//   const pong = await socket.next();
//   const event = await socket.next((message) => message.type === "event");
export async function openSocket(url, { headers = {}, patience = 30_000 } = {}) {
  const raw = new WebSocket(`${url.replace(/^http/, "ws")}/ws`, { headers });
  const inbox = [];
  const waiters = [];
  let ended;

  const closed = new Promise((resolve) => {
    raw.on("close", (code, reason) => {
      ended = { code, reason: reason.toString() };
      for (const waiter of waiters.splice(0)) waiter.fail(new Error(`the socket is closed: ${code} ${reason}`));
      resolve(ended);
    });
  });
  raw.on("message", (data) => {
    const message = JSON.parse(data.toString());
    const index = waiters.findIndex((waiter) => waiter.wants(message));
    if (index < 0) inbox.push(message);
    else waiters.splice(index, 1)[0].take(message);
  });
  await new Promise((resolve, reject) => {
    raw.on("open", resolve);
    raw.on("error", reject);
    raw.on("unexpected-response", (_, response) => {
      reject(Object.assign(new Error(`refused with ${response.statusCode}`), { status: response.statusCode }));
    });
  });
  raw.on("error", () => {}); // "close" follows

  return {
    raw,
    inbox,
    closed,
    // Everything but strings is sent as JSON.
    send: (message) => raw.send(typeof message === "string" ? message : JSON.stringify(message)),
    // The next matching message; the others stay in the queue.
    next(wants = () => true) {
      const index = inbox.findIndex(wants);
      if (index >= 0) return Promise.resolve(inbox.splice(index, 1)[0]);
      if (ended) return Promise.reject(new Error(`the socket is closed: ${ended.code} ${ended.reason}`));
      return new Promise((resolve, reject) => {
        const giveUp = setTimeout(() => waiter.fail(new Error("no such message came")), patience);
        const waiter = {
          wants,
          take: (message) => (clearTimeout(giveUp), resolve(message)),
          fail: (error) => {
            clearTimeout(giveUp);
            const place = waiters.indexOf(waiter);
            if (place >= 0) waiters.splice(place, 1);
            reject(error);
          },
        };
        waiters.push(waiter);
      });
    },
    // Sends a message and waits for the response with the same id.
    ask(message) {
      const id = `q${++asked}`;
      this.send({ ...message, id });
      return this.next((answer) => answer.id === id);
    },
    close() {
      raw.close();
      return closed;
    },
  };
}

let asked = 0;
