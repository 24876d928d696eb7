#!/usr/bin/env bash
# The packages of PyPI that second opinions come from, in a virtual environment: build/peers-env.
# Says so and fails where they cannot be had. Usage: tools/peers_env.sh [PACKAGE...], which may be missing.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."

packages=(chess open_spiel pettingzoo gymnasium pygame sgfmill mypy)
stamp=build/peers-env/.installed
if [[ ! -e $stamp || $(<"$stamp") != "${packages[*]}" ]]; then
    /usr/bin/python3 -m venv build/peers-env
    build/peers-env/bin/pip install --quiet "${packages[@]}" || {
        echo "tools/peers_env.sh: the packages cannot be installed from PyPI: ${packages[*]}" >&2
        exit 1
    }
    echo "${packages[*]}" >"$stamp"
fi
if (($#)); then
    build/peers-env/bin/pip install --quiet "$@" || echo "tools/peers_env.sh: not installed: $*" >&2
fi
