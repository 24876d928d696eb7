// A language model that is a script: an OpenAI-compatible endpoint that plays the first legal move of
// the prompt.
//
//   const url = await endpoint(t, { answer: (number) => (number > 2 ? { status: 429, body: "" } : undefined) });

import http from "node:http";

function legalMove(body) {
  const prompt = JSON.parse(body).messages.at(-1).content;
  return /^Legal moves: ([^,\n]+)/m.exec(prompt)?.[1] ?? "ready";
}
const whole = (move) => ({
  model: "scripted-1",
  choices: [{ message: { content: JSON.stringify({ move }) }, finish_reason: "stop" }],
  usage: { prompt_tokens: 10, completion_tokens: 2 },
});
// How an answer can be written.
export const shapes = {
  plain: (move) => JSON.stringify(whole(move)),
  stream: (move) =>
    `data: ${JSON.stringify({ choices: [{ delta: { content: `{"move": "${move}"}` } }] })}\n\ndata: ${JSON.stringify({ choices: [{ delta: {}, finish_reason: "stop" }] })}\n\ndata: [DONE]\n\n`,
  tool: (move) =>
    JSON.stringify({
      choices: [
        {
          message: { content: null, tool_calls: [{ function: { name: "play", arguments: JSON.stringify({ move }) } }] },
        },
      ],
    }),
};

// An endpoint whose `answer(number, body)` gives {status, headers, body}, or nothing for a proper move.
export async function endpoint(t, { answer = () => undefined, shape = "plain" } = {}) {
  let count = 0;
  const server = http.createServer(async (request, response) => {
    let body = "";
    for await (const piece of request) body += piece;
    const given = answer(++count, body) ?? { status: 200, body: shapes[shape](legalMove(body)) };
    response.writeHead(given.status, given.headers);
    response.end(given.body);
  });
  await new Promise((resolve) => server.listen(0, "127.0.0.1", resolve));
  t.after(() => server.close());
  return `http://127.0.0.1:${server.address().port}`;
}
