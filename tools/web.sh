#!/usr/bin/env bash
# Builds the page into build/web, from web/ and the engine in build/wasm/package. Does nothing if
# what is there is newer than all it is made from.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."

made=build/web/index.html
is_older_than_its_sources() {
    [[ -n $(find web build/wasm/package -path web/node_modules -prune -o \
        -type f -newer "$made" -print -quit) ]]
}
if [[ ! -f $made ]] || is_older_than_its_sources; then
    tools/npm.sh run --prefix web --silent build -- --logLevel warn
fi
