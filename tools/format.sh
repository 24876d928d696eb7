#!/usr/bin/env bash
# Formats the C++ files in place; with --check only says which are not formatted.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."

mode=(-i)
[[ ${1:-} == --check ]] && mode=(--dry-run -Werror)

# What git tracks or would track; in an unpacked archive, whatever is there. The checkout may belong
# to another user, as in a CI container.
sources() {
    if [[ -e .git ]]; then
        git -c safe.directory='*' ls-files -z --cached --others --exclude-standard -- '*.cpp' '*.hpp'
    else
        find . \( -path ./build -o -name node_modules \) -prune -o -name '*.[ch]pp' -print0
    fi
}

sources |
    while IFS= read -r -d '' file; do
        if [[ -f $file ]]; then printf '%s\0' "$file"; fi
    done |
    xargs -0 -r -n 16 -P "$(nproc)" clang-format-19 "${mode[@]}"
