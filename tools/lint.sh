#!/usr/bin/env bash
# All that is checked without running the program: format, dependency rule, JavaScript, clang-tidy.
# Usage: tools/lint.sh [PATTERN]      clang-tidy only for sources that match, as in tools/lint.sh /store/
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."

failed=()
step=0
step() {
    local name=$1
    shift
    step=$((step + 1))
    echo "==> $step/4 $name (${SECONDS} s)"
    "$@" || failed+=("$name")
}

tidy() {
    tools/configure.sh lint
    # What the tests include most is parsed once.
    local log=build/lint/build.log headers=cmake_pch.hxx.pch
    cmake --build build/lint --target \
        "tests/CMakeFiles/arbiter_test_headers.dir/$headers" \
        "fuzz/CMakeFiles/targets_of_core.dir/$headers" \
        "fuzz/CMakeFiles/targets_above_core.dir/$headers" >"$log" || {
        cat "$log"
        return 1
    }
    node tools/tidy.mjs "$@"
}

# It keeps one core busy, so it runs beside the others.
mkdir -p build/lint
{
    # Types, with those of the server, and warnings of components.
    npm run --prefix web --silent check && npm run --prefix tools/lint --silent lint
} >build/lint/javascript.log 2>&1 &
javascript=$!
javascript() {
    wait "$javascript" || {
        cat build/lint/javascript.log
        return 1
    }
}

step "format of the C++ files" tools/format.sh --check
step "dependency rule" node tools/check_includes.mjs
step "clang-tidy" tidy "$@"
step "JavaScript, TypeScript and Svelte" javascript

if ((${#failed[@]})); then
    printf 'make lint: FAILED'
    printf ', %s' "${failed[@]}"
    echo " (${SECONDS} s)"
    exit 1
fi
echo "make lint: passed in ${SECONDS} s"
