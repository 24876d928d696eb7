// The attackers of siege.test.mjs, in a process of their own: costly requests, slow clients, bot games and
// junk sockets, each from addresses of its own. Attackers have processors of their own; here they compute with
// what the others leave.

import { once } from "node:events";
import http from "node:http";
import net from "node:net";
import os from "node:os";
import { setTimeout as sleep } from "node:timers/promises";

import { WebSocket } from "ws";

os.setPriority(os.getPriority() + 5);
const [{ url, pictures, long, plies }] = await once(process, "message");
const { port } = new URL(url);
const agent = new http.Agent({ keepAlive: true });
const statuses = {}; // "picture 429" -> how often
let over = false;
process.on("message", () => (over = true));
process.on("disconnect", () => process.exit());

let isUnderWay = false;
function count(what, status) {
  statuses[`${what} ${status}`] = (statuses[`${what} ${status}`] ?? 0) + 1;
  if (isUnderWay || !statuses["bots only 403"] || !statuses["junk 400"]) return;
  isUnderWay = true;
  process.send("under way");
}

function send(what, path, address, { method = "GET", body } = {}) {
  return new Promise((resolve) => {
    const type = body === undefined ? {} : { "Content-Type": "application/json" };
    const headers = { "X-Forwarded-For": address, ...type };
    const sent = http.request(url + path, { method, agent, headers }, (response) => {
      const pieces = [];
      response.on("data", (piece) => pieces.push(piece));
      response.on("end", () => {
        count(what, response.statusCode);
        resolve({ status: response.statusCode, text: Buffer.concat(pieces).toString() });
      });
      response.on("error", () => resolve({ status: 0 }));
    });
    sent.on("error", () => {
      count(what, 0);
      resolve({ status: 0 });
    });
    sent.end(body);
  });
}

async function again(attack) {
  while (!over) {
    const { status } = await attack();
    await sleep(status === 200 || status === 201 ? 1 : 20);
  }
}

// A file of 1 MiB in which nothing is ever taken.
const shuffling = "1. Nf3 Nf6 2. Ng1 Ng8 ".repeat(45_000);
const reading = { method: "POST", body: JSON.stringify({ state: `${shuffling}*`, format: "pgn" }) };

const costly = [
  ...Array.from({ length: 12 }, (_, i) => [
    "picture",
    `/api/games/${pictures}/board.png?size=2048`,
    `198.51.100.${1 + (i % 2)}`,
  ]),
  ...Array.from({ length: 8 }, (_, i) => ["ply", `/api/games/${long}?ply=0`, `198.51.100.${10 + (i % 4)}`]),
  ...Array.from({ length: 4 }, (_, i) => ["export", `/api/games/${long}/export?format=sgf`, `198.51.100.${20 + i}`]),
  ...Array.from({ length: 4 }, (_, i) => [
    "ply",
    `/api/games/${long}?ply=${Math.floor((plies * i) / 4)}`,
    `198.51.100.${30 + i}`,
  ]),
  ...Array.from({ length: 4 }, (_, i) => ["reading", "/api/validate", `198.51.100.${40 + i}`, reading]),
  ["large picture", `/api/games/${pictures}/board.png?size=4096`, "198.51.100.50"],
];

const bots = Array.from({ length: 8 }, (_, i) => `203.0.113.${1 + i}`);
const botGame = (seats) => JSON.stringify({ game: "go", options: { size: 19 }, seats });

// A request whose head comes byte by byte, and an answer that nobody reads.
function slow(i) {
  const socket = net.connect(Number(port), "127.0.0.1");
  socket.on("error", () => {});
  socket.on("close", () => count("slow", "closed"));
  const head = `GET /api/games/${long}/export?format=sgf HTTP/1.1\r\nHost: 127.0.0.1\r\nX-Forwarded-For: 192.0.2.${i}\r\n\r\n`;
  if (i % 2 === 0) {
    socket.pause();
    socket.write(head.repeat(4));
    return socket;
  }
  let sent = 0;
  const timer = setInterval(() => socket.write(head[sent++ % (head.length - 4)]), 1_000);
  socket.on("close", () => clearInterval(timer));
  return socket;
}

// Junk, as fast as it is answered.
function junk(i) {
  const socket = new WebSocket(`${url.replace(/^http/, "ws")}/ws`, {
    headers: { "X-Forwarded-For": `192.0.2.${100 + (i % 4)}` },
  });
  let sent = 0;
  const more = () => {
    if (over || socket.readyState !== WebSocket.OPEN) return;
    for (let n = 0; n < 10; ++n) socket.send(sent++ % 2 ? "{]" : '{"type":"what","x":[[[[1]]]]}');
  };
  socket.on("error", () => {});
  socket.on("open", more);
  let answers = 0;
  socket.on("message", (data) => {
    count("junk", JSON.parse(data.toString()).status);
    if (++answers % 10 === 0) setTimeout(more, 10);
  });
  return socket;
}

// Sees the whole long game again and again.
function greedy(i) {
  const socket = new WebSocket(`${url.replace(/^http/, "ws")}/ws`, {
    headers: { "X-Forwarded-For": `192.0.2.${200 + i}` },
  });
  const more = () => {
    if (over || socket.readyState !== WebSocket.OPEN) return;
    socket.send(JSON.stringify({ type: "subscribe", game: long, after: 0, format: "go-rows" }));
  };
  socket.on("error", () => {});
  socket.on("open", more);
  socket.on("message", (data) => {
    const { type, status } = JSON.parse(data.toString());
    if (type !== "subscribed" && type !== "problem") return;
    count("greedy", status ?? 200);
    setTimeout(more, status ? 20 : 1);
  });
  return socket;
}

const sockets = [...Array.from({ length: 20 }, (_, i) => junk(i)), ...Array.from({ length: 4 }, (_, i) => greedy(i))];
const idlers = Array.from({ length: 60 }, (_, i) => slow(i));
await Promise.all([
  ...costly.map(([what, path, address, options]) => again(() => send(what, path, address, options))),
  ...bots.map((address) =>
    again(async () => {
      const body = botGame({ white: { player: "bot:8" }, black: { player: "bot:8" } });
      await send("bots only", "/api/games", address, { method: "POST", body });
      const one = botGame({ black: { player: "bot:8" } });
      const made = await send("bot game", "/api/games", address, { method: "POST", body: one });
      await sleep(100);
      return made;
    }),
  ),
]);
for (const socket of sockets) socket.terminate();
for (const socket of idlers) socket.destroy();
agent.destroy();
process.send(statuses, () => process.exit());
