#!/usr/bin/env bash
# All that is checked without running the program: format, dependency rule, JavaScript, clang-tidy.
# Usage: tools/lint.sh [PATTERN]      clang-tidy only for sources that match, as in tools/lint.sh /store/
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."

pattern=${1:-.}
failed=()
step=0
step() {
    local name=$1
    shift
    step=$((step + 1))
    echo "==> $step/4 $name (${SECONDS} s)"
    "$@" || failed+=("$name")
}

# Libraries are looked at several files at a time (the preset `lint` is a unity build), since most of the
# time goes into headers. These take longest and come first.
sources() {
    node -e '
        const commands = JSON.parse(fs.readFileSync("build/lint/compile_commands.json"));
        const files = commands.map(({ file }) => file);
        const inOrder = [...files.filter((file) => file.includes("/Unity/")), ...files];
        const chosen = inOrder.filter((file) => /Unity|\/(src|bindings|tests)\/.*\.cpp$/.test(file));
        console.log([...new Set(chosen)].filter((file) => new RegExp(process.argv[1]).test(file)).join("\n"));
    ' "$pattern"
}

show() {
    if [[ -t 1 ]]; then printf '\r%-100.100s' "$1"; fi
}

tidy() {
    tools/configure.sh lint
    local log=build/lint/tidy.log list=build/lint/sources.txt done=0 findings total
    sources >"$list"
    total=$(wc -l <"$list")
    : >"$log"
    while IFS= read -r line; do
        if [[ $line == "done "* ]]; then
            done=$((done + 1))
            show "[$done/$total] ${line#"done $PWD/"}"
        elif [[ -n $line && ! $line =~ ^[0-9]+\ warnings?\ generated\.$ ]]; then
            echo "$line" >>"$log"
        fi
    done < <(xargs -P "$(nproc)" -I '{}' sh -c 'clang-tidy-19 --quiet -p build/lint "{}" 2>&1; echo "done {}"' <"$list")
    show ""
    show $'\r'
    cat "$log"
    findings=$(grep -cE ': (error|warning): ' "$log" || true)
    echo "$total sources, $findings findings"
    [[ ! -s $log ]]
}

step "format of the C++ files" tools/format.sh --check
step "dependency rule" node tools/check_includes.mjs
step "JavaScript, TypeScript and Svelte" npm run --prefix tools/lint --silent lint
step "clang-tidy" tidy

if ((${#failed[@]})); then
    printf 'make lint: FAILED'
    printf ', %s' "${failed[@]}"
    echo " (${SECONDS} s)"
    exit 1
fi
echo "make lint: passed in ${SECONDS} s"
