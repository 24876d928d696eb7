#!/usr/bin/env bash
# Second opinions from PyPI (tests/peers), each in a process of its own. Prints what was compared and every
# difference with its reason; fails at the first one that has none.
# Usage: tools/peers.sh PROGRAM
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."

tools/peers_env.sh
python=build/peers-env/bin/python
export PYTHONPATH=build/release/python:tests/peers PYTHONDONTWRITEBYTECODE=1

# The stubs say what the module has, and the package is typed throughout.
$python -m mypy --config-file pyproject.toml --cache-dir build/mypy bindings/python/arbiter
$python -m mypy.stubtest --mypy-config-file pyproject.toml arbiter._core --allowlist tests/peers/stubtest.txt

mkdir -p build/peers/inputs
echo 'inputs 200 build/peers/inputs' | build/release/bench/arbiter_bench >/dev/null
$python tests/peers/python_chess.py "$1" build/peers/inputs/*.pgn tests/chess/data/classics.pgn
for script in chess go backgammon environment; do
    $python "tests/peers/${script}_peers.py"
done
