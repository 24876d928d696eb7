// `arbiter serve`: the sources of its options, start and shutdown.

import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { writeFileSync } from "node:fs";
import net from "node:net";
import path from "node:path";
import test from "node:test";

import { request, startServer, temporaryFolder } from "../support/server.mjs";

const folder = temporaryFolder();

function serve(args, env = {}) {
  const run = spawnSync(process.env.ARBITER_PROGRAM, ["serve", ...args], {
    cwd: folder,
    encoding: "utf8",
    env: { ...process.env, XDG_CONFIG_HOME: folder, XDG_DATA_HOME: folder, ...env },
    timeout: 20_000,
  });
  return { code: run.status, out: run.stdout, complaint: run.stderr };
}

function fileWith(name, text) {
  writeFileSync(path.join(folder, name), text);
  return name;
}

const printed = (args, env) => {
  const { code, out } = serve([...args, "--print-config"], env);
  assert.equal(code, 0);
  return Object.fromEntries(
    out
      .split("\n")
      .filter((line) => /^[a-z]/.test(line))
      .map((line) => line.split(" = ")),
  );
};

test("the defaults are a local server with its games in a file", () => {
  const config = printed([]);
  assert.equal(config.address, '"127.0.0.1"');
  assert.equal(config.port, "8080");
  assert.equal(config.store, `"${folder}/arbiter/arbiter.db"`);
});

test("flags override the environment, which overrides the file", () => {
  const config = fileWith("order.toml", 'port = 1\nthreads = 1\nworkers = 1\nlog-level = "debug"\n');
  const env = { ARBITER_PORT: "2", ARBITER_THREADS: "2", ARBITER_CONFIG: config };
  const { port, threads, workers, "log-level": level } = printed(["--port", "3"], env);
  assert.deepEqual({ port, threads, workers, level }, { port: "3", threads: "2", workers: "1", level: '"debug"' });
});

test("a file may have a section for the command", () => {
  const config = fileWith("section.toml", '[serve]\nport = 5\ntrusted-proxy = ["127.0.0.1", "::1"]\n');
  const { port, "trusted-proxy": proxies } = printed(["--config", config]);
  assert.deepEqual({ port, proxies }, { port: "5", proxies: '["127.0.0.1", "::1"]' });
});

test("the printed configuration can be read again", () => {
  const args = ["--port", "7", "--heartbeat-ms", "1234", "--trusted-proxy", "::1", "--requests-per-second", "0.5"];
  const first = serve([...args, "--print-config"]).out;
  assert.equal(serve(["--config", fileWith("again.toml", first), "--print-config"]).out, first);
});

test("keys are not printed", () => {
  const { out } = serve(["--create-key", "secret", "--print-config"]);
  assert.doesNotMatch(out, /secret/);
});

test("an invalid option is rejected with its place", () => {
  const refused = [
    [["--port", "x"], {}, /--port: "x" is not a whole number from 0 to 65535/],
    [["--prot", "1"], {}, /no option "--prot"; did you mean --port/],
    [[], { ARBITER_PORT: "70000" }, /ARBITER_PORT: .*"70000" is not a whole number/],
    [["--config", fileWith("typo.toml", "prot = 1\n")], {}, /option in typo.toml "prot"; did you mean "port"/],
    [["--config", fileWith("value.toml", "port = -1\n")], {}, /value.toml: port: .*"-1" is not a whole number/],
    [["--log-level", "loud"], {}, /"loud" is none of debug, info, warning, error/],
  ];
  for (const [args, env, complaint] of refused) {
    const run = serve(args, env);
    assert.equal(run.code, 2, args.join(" "));
    assert.match(run.complaint, complaint);
  }
});

test("unusable settings are reported in a sentence", async () => {
  const other = net.createServer().listen(0, "127.0.0.1");
  await new Promise((resolve) => other.on("listening", resolve));
  const { port } = other.address();
  const refused = [
    [["--port", String(port)], /cannot listen at 127.0.0.1:\d+: Address already in use/],
    [["--address", "192.0.2.1"], /cannot listen at 192.0.2.1/],
    [["--store", path.join(folder, "none", "games.db")], /cannot keep games in .*No such file/],
    [["--store", fileWith("no.db", "this is not a database\n")], /cannot keep games in no.db/],
    [["--config", "none.toml"], /cannot read none.toml: No such file/],
  ];
  for (const [args, complaint] of refused) {
    const run = serve(args);
    assert.equal(run.code, 1, args.join(" "));
    assert.match(run.complaint, complaint);
  }
  other.close();
});

test("it prints its address, logs without keys, and ends on a signal", async () => {
  for (const signal of ["SIGTERM", "SIGINT"]) {
    const server = await startServer({ args: ["--access-log", "on"] });
    const answer = await request(`${server.url}/healthz?pass=secret`, { headers: { Authorization: "Bearer secret" } });
    assert.equal(answer.status, 200);
    server.child.kill(signal);
    assert.deepEqual(await server.exited, { code: 0, signal: null });
    const log = server.log.join("\n");
    assert.match(log, /"method":"GET","path":"\/healthz","status":200/);
    assert.match(log, new RegExp(`"message":"stopping","signal":"${signal}"`));
    assert.match(log, /"message":"stopped"/);
    assert.doesNotMatch(log, /secret/);
  }
});

test("request logging can be turned off", async () => {
  const server = await startServer({ args: ["--access-log", "off"] });
  await request(`${server.url}/healthz`);
  await server.stop();
  assert.doesNotMatch(server.log.join("\n"), /healthz/);
});
