// A small forge: it answers the calls of the referee and keeps them, and describes issues and comments as GitHub does.

import { createServer } from "node:http";
import test from "node:test";

const moment = () => new Date().toISOString().replace(/\.\d+/, "");
export const user = (login, type = "User") => ({ login, id: 1, type });

export async function startForge() {
  const calls = [];
  const issues = new Map();
  const repository = { full_name: "owner/club" };
  const server = createServer((request, response) => {
    let body = "";
    request.on("data", (piece) => {
      body += piece;
    });
    request.on("end", () => {
      const { method, url, headers } = request;
      calls.push({ method, path: url, token: headers.authorization, ...JSON.parse(body) });
      response.writeHead(method === "POST" ? 201 : 200, { "Content-Type": "application/json" }).end("{}");
    });
  });
  await new Promise((ready) => server.listen(0, "127.0.0.1", ready));
  test.after(() => server.close());
  return {
    calls,
    address: `http://127.0.0.1:${server.address().port}`,
    comments: () => calls.filter(({ method }) => method === "POST"),
    closed: () => calls.filter(({ method, state }) => method === "PATCH" && state === "closed").map(({ path }) => path),
    issueEvent(number, login, body, action = "opened") {
      issues.set(number, { number, title: "a game", body, state: "open", user: user(login), created_at: moment() });
      return { action, issue: issues.get(number), repository, sender: user(login) };
    },
    commentEvent(number, login, body, created_at = moment()) {
      const comment = { id: 7, body, user: user(login), created_at, author_association: "NONE" };
      return { action: "created", issue: issues.get(number), comment, repository, sender: user(login) };
    },
  };
}
