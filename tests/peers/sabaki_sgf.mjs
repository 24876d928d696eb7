// @sabaki/sgf behind a line protocol. A request is an SGF text as a JSON string on one line. The
// answer, also on one line, is what the package reads and writes:
//
//   {"games": [[{"parent": NUMBER, "properties": [[NAME, [TEXT, ...]], ...]}, ...], ...],
//    "sgf": TEXT}
//
// A game is a list of nodes, each after its parent; the root is its own.

import { createInterface } from "node:readline";
import sgf from "@sabaki/sgf";

function list(root) {
  const nodes = [];
  const waiting = [[root, 0]];
  while (waiting.length > 0) {
    const [node, parent] = waiting.pop();
    const number = nodes.length;
    nodes.push({ parent, properties: Object.entries(node.data) });
    for (const child of node.children.slice().reverse()) waiting.push([child, number]);
  }
  return nodes;
}

for await (const line of createInterface({ input: process.stdin })) {
  const games = sgf.parse(JSON.parse(line));
  console.log(JSON.stringify({ games: games.map(list), sgf: sgf.stringify(games) }));
}
