#!/usr/bin/env bash
# Configures build/PRESET; speaks only if that fails or warns.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."

preset=$1
shift
mkdir -p "build/$preset"
log=build/$preset/configure.log
cmake --preset "$preset" "$@" >"$log" || {
    cat "$log"
    exit 1
}
