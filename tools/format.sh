#!/usr/bin/env bash
# Formats the C++ files in place; with --check only says which are not formatted.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."

mode=(-i)
[[ ${1:-} == --check ]] && mode=(--dry-run -Werror)

# Files git tracks or would track. The checkout may belong to another user, as in a CI container.
git -c safe.directory='*' ls-files -z --cached --others --exclude-standard -- '*.cpp' '*.hpp' |
    while IFS= read -r -d '' file; do
        [[ -f $file ]] && printf '%s\0' "$file"
    done |
    xargs -0 -r -n 16 -P "$(nproc)" clang-format-19 "${mode[@]}"
