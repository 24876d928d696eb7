#!/usr/bin/env bash
# Configures and builds targets of a preset: progress on one line in a terminal, otherwise only a heading
# and, if it fails, the log.
# Usage: tools/build.sh PRESET TARGET... [-- SETTING...]     as in tools/build.sh release arbiter -- -DARBITER_TESTS=OFF
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."

preset=$1
shift
targets=()
while (($#)) && [[ $1 != -- ]]; do
    targets+=("$1")
    shift
done
shift || true
tools/configure.sh "$preset" "$@"

if [[ -t 1 ]]; then
    exec cmake --build --preset "$preset" --target "${targets[@]}"
fi
log=build/$preset/build.log
cmake --build --preset "$preset" --target "${targets[@]}" >"$log" 2>&1 || {
    grep -vE '^\[[0-9]+/[0-9]+\] ' "$log" || true
    exit 1
}
