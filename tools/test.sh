#!/usr/bin/env bash
# Builds every preset, runs the tests of each, and sums up in one line.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."

cores=$(nproc)
summary=()
failed=0
step=0

steps=6
heading() {
    step=$((step + 1))
    echo "==> $step/$steps $* (${SECONDS} s)"
}

build() {
    heading "build $1"
    tools/build.sh "$@" -- -DARBITER_TESTS=ON || {
        echo "make test: FAILED, $1 does not build"
        exit 1
    }
}

# How many tests passed inside of the programs that were run.
unit_tests() {
    grep -oE '^\[  PASSED  \] [0-9]+ test' "build/$1/Testing/Temporary/LastTest.log" |
        awk '{ sum += $4 } END { if (sum) print " with " sum " unit tests" }'
}

# Shows failures and totals; the full log of a run stays in build/PRESET/ctest.log.
run() {
    local preset=$1 jobs=$2 log=build/$1/ctest.log status=0
    heading "test $preset"
    ctest --preset "$preset" --parallel "$jobs" >"$log" 2>&1 || status=$?
    if ((status != 0)); then
        grep -vE '^ *Start +[0-9]+: | Passed +[0-9.]+ sec$' "$log" || true
        failed=1
    fi
    summary+=("$preset $(grep -oE '[0-9]+ tests failed out of [0-9]+' "$log" |
        awk '{ print $6 - $1 "/" $6 }' || true)$(unit_tests "$preset")")
}

build wasm all
heading "build the page"
tools/web.sh
build debug all fuzzers
build release all
# The documentation keeps one core busy, and only the release tests look at it.
tools/docs.sh build/release/cli/arbiter &
documentation=$!
# Many tests wait now and then, for a browser or for a clock.
run debug $((cores + 1))
wait "$documentation" || {
    echo "make test: FAILED, the documentation does not build"
    exit 1
}
run release $((cores + 1))

verdict=passed
((failed)) && verdict=FAILED
joined=$(printf ', %s' "${summary[@]}")
echo "make test: $verdict (${joined:2}) in ${SECONDS} s"
exit "$failed"
