// What the packages bring along agrees with the program and the documents.

import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import test from "node:test";

const { ARBITER_PROGRAM: program, ARBITER_SOURCE_DIR: root } = process.env;
const read = (name) => readFileSync(path.join(root, name), "utf8");

test("the example for nginx is the one in docs/server.md", () => {
  assert.equal(/```nginx\n(.*?)```/s.exec(read("docs/server.md"))[1], read("packaging/nginx.conf"));
});

test("the program reads the options of the service", () => {
  const file = path.join(root, "packaging/arbiter.toml");
  const uncommented = read("packaging/arbiter.toml").replaceAll(/^# (?=[a-z-]+ = )/gm, "");
  const folder = mkdtempSync(path.join(tmpdir(), "arbiter-packaging-"));
  test.after(() => rmSync(folder, { recursive: true, force: true }));
  const whole = path.join(folder, "whole.toml");
  writeFileSync(whole, uncommented);
  for (const name of [file, whole]) {
    const { stdout, stderr, status } = spawnSync(program, ["serve", "--print-config", "--config", name], {
      encoding: "utf8",
    });
    assert.equal(stderr, "");
    assert.equal(status, 0);
    assert.match(stdout, /^store = "\/var\/lib\/arbiter\/arbiter\.db"$/m);
  }
});

test("the unit starts the program with these options, in the folder that it may write to", () => {
  const unit = read("packaging/arbiter.service");
  assert.match(unit, /^ExecStart=\/usr\/bin\/arbiter serve --config \/etc\/arbiter\/arbiter\.toml$/m);
  assert.match(unit, /^StateDirectory=arbiter$/m);
  assert.equal(read("packaging/conffiles"), "/etc/arbiter/arbiter.toml\n");
});

const hasSystemd = spawnSync("systemd-analyze", ["--version"]).status === 0;

test("systemd accepts the unit, and little is exposed to it", { skip: !hasSystemd }, () => {
  const folder = mkdtempSync(path.join(tmpdir(), "arbiter-unit-"));
  test.after(() => rmSync(folder, { recursive: true, force: true }));
  const unit = path.join(folder, "arbiter.service");
  writeFileSync(unit, read("packaging/arbiter.service").replace("/usr/bin/arbiter", program));
  const analyze = (...words) => spawnSync("systemd-analyze", [...words, unit], { encoding: "utf8" });
  const verified = analyze("verify", "--man=no");
  assert.equal(verified.stdout + verified.stderr, "");
  // From 0, nothing, to 100, everything; above the threshold it fails.
  const exposed = analyze("security", "--offline=true", "--threshold=15", "--no-pager");
  assert.equal(exposed.status, 0, exposed.stdout.split("\n").at(-2));
});

test("a release has the files that `arbiter table init` looks for", () => {
  const name = /^ *name="?(arbiter-\$\(.*\))"?$/m;
  const [, looked] = name.exec(read("src/tables/assets/action.yml"));
  const [, packed] = /^name=(arbiter-\$\(.*\))$/m.exec(read("tools/package.sh"));
  assert.equal(packed, looked);
  assert.match(read(".github/workflows/release.yml"), /gh release create .* build\/packages\/\*/);
});

test("one version everywhere", () => {
  const version = /VERSION (\S+)/.exec(read("CMakeLists.txt").split("project(")[1])[1];
  assert.match(read("pyproject.toml"), new RegExp(`^version = "${version}"$`, "m"));
  assert.equal(JSON.parse(read("bindings/wasm/package/package.json")).version, version);
  assert.match(read("CHANGELOG.md"), new RegExp(`^## ${version.replaceAll(".", "\\.")}$`, "m"));
});
