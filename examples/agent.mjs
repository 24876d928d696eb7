// An agent in JavaScript. Use it as the player `stdio:node examples/agent.mjs`, or start
// `node examples/agent.mjs 8000` and use it as `http://127.0.0.1:8000/`.
//
// It plays random moves; replace `choose` with your own code.

import { createServer } from "node:http";
import { createInterface } from "node:readline";

function choose(request) {
  for (const refusal of request.refusals) console.error(refusal.answer, refusal.rejection.sentence);
  const { legal } = request;
  if (legal.length > 0) return { move: legal[Math.floor(Math.random() * legal.length)] };
  return { action: "roll" }; // backgammon, before the dice
}

const port = process.argv[2];
if (port === undefined) {
  for await (const line of createInterface({ input: process.stdin })) {
    console.log(JSON.stringify(choose(JSON.parse(line))));
  }
} else {
  createServer(async (request, response) => {
    const body = (await request.toArray()).join("");
    response.setHeader("content-type", "application/json");
    response.end(JSON.stringify(choose(JSON.parse(body))));
  }).listen(Number(port), "127.0.0.1", function () {
    console.log(`http://127.0.0.1:${this.address().port}/`);
  });
}
