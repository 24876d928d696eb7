// Which tests are compiled together: most of their time goes into headers. Files that declare the same name stay
// apart.
//
// Usage: node tools/join_tests.mjs FILE...      prints the groups: the files of one on one line, between bars
import { readFileSync } from "node:fs";
import { argv } from "node:process";

const joinedMax = 8;

// The names that a source declares outside of functions and classes, where lines are not indented, each with
// what it stands for: a name of another namespace, or something of this file alone.
function namesIn(file) {
  const names = new Map();
  for (const line of readFileSync(file, "utf8").split("\n")) {
    if (!/^[A-Za-z]/.test(line) || /^(namespace|TEST|INSTANTIATE|RC_GTEST|extern)/.test(line)) continue;
    const borrowed = /^using ([\w:]*::(\w+));/.exec(line);
    const own = /^(?:struct|class|enum class|using|MATCHER\w*\() ?(\w+)|(\w+)(?:\(|\{| = |;)/.exec(line);
    if (borrowed !== null) names.set(borrowed[2], borrowed[1]);
    else if (own !== null && !line.startsWith("using namespace")) names.set(own[1] ?? own[2], file);
  }
  return names;
}

/** Groups of files whose names do not clash. */
function joined(files) {
  const groups = [];
  for (const file of files) {
    const names = namesIn(file);
    let group = groups.find(
      (each) =>
        each.files.length < joinedMax &&
        ![...names].some(([name, meaning]) => (each.names.get(name) ?? meaning) !== meaning),
    );
    if (group === undefined) groups.push((group = { files: [], names: new Map() }));
    group.files.push(file);
    names.forEach((meaning, name) => group.names.set(name, meaning));
  }
  return groups.map(({ files }) => files);
}

for (const group of joined(argv.slice(2))) console.log(group.join("|"));
