#!/usr/bin/env bash
# Builds the documentation into build/docs, with a program that prints its commands, formats and codes: tools/docs.sh PROGRAM
# Does nothing if what is there is newer than the texts.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."

made=build/docs/index.html
sources=(docs ./*.md src/core/*/RULES.md src/core/{contract,games} src/referee/CLOCKS.md schemas bindings/wasm/package
    bindings/python/arbiter src/server/assets/docs.html)
is_older_than_its_sources() {
    [[ -n $(find "${sources[@]}" -path docs/site/node_modules -prune -o -type f -newer "$made" -print -quit) ]]
}
if [[ ! -f $made ]] || is_older_than_its_sources; then
    node docs/site/build.mjs "$1" >build/docs.log 2>&1 || {
        cat build/docs.log
        exit 1
    }
fi
