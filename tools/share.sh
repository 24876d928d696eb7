#!/usr/bin/env bash
# Writes the manual pages and completions that the program prints: tools/share.sh PROGRAM FOLDER
set -euo pipefail

program=$1
folder=$2
rm -rf "$folder"
mkdir -p "$folder"/{man/man1,bash-completion/completions,zsh/vendor-completions,fish/vendor_completions.d}

"$program" manual | gzip -9n >"$folder/man/man1/arbiter.1.gz"
for command in $("$program" --help | sed -n '/^Commands:/,/^$/s/^  \([a-z]\+\) .*/\1/p'); do
    "$program" manual "$command" | gzip -9n >"$folder/man/man1/arbiter-$command.1.gz"
done
"$program" completion bash >"$folder/bash-completion/completions/arbiter"
"$program" completion zsh >"$folder/zsh/vendor-completions/_arbiter"
"$program" completion fish >"$folder/fish/vendor_completions.d/arbiter.fish"
touch "$folder/made"
