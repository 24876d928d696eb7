#!/usr/bin/env bash
# Runs one fuzz target: replays its seeds, then looks for new inputs.
# Usage: tools/fuzz.sh PROGRAM SECONDS [SEED]   PROGRAM is build/fuzz/fuzz/fuzz_NAME
#                                               SECONDS 0 only replays the seeds
#
# With a random SEED given the same inputs are tried in every run, from an empty corpus, and no more on a quicker machine:
# a test does not fail by chance. `make fuzz` gives none.
# Found crashes and the growing corpus stay next to the program, in NAME.crashes/ and NAME.corpus/.
# A crash belongs into tests/fuzz/seeds/NAME/ once it is understood.
set -euo pipefail

program=$1
seconds=$2
seed=${3:-}
name=$(basename "$program")
name=${name#fuzz_}
source_dir=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
seeds=$source_dir/tests/fuzz/seeds/$name
corpus=$(dirname "$program")/$name.corpus
crashes=$(dirname "$program")/$name.crashes
if [[ -n $seed ]]; then
    corpus=$corpus.seeded
    rm -rf "$corpus"
fi
mkdir -p "$corpus" "$crashes"

export UBSAN_OPTIONS=print_stacktrace=1:halt_on_error=1
options=(-timeout=10 -rss_limit_mb=2048 -max_len=65536 "-artifact_prefix=$crashes/")
# Weighing inputs by how rare their features are took a third of the time, and more.
options+=(-entropic=0)
# The seeds stay, also where nothing is counted that would tell them apart.
[[ -n $seed ]] && options+=("-seed=$seed" -keep_seed=1)
dictionary=$source_dir/tests/fuzz/$name.dict
[[ -f $dictionary ]] && options+=("-dict=$dictionary")

seed_files=()
[[ -d $seeds ]] && mapfile -d '' -t seed_files < <(find "$seeds" -type f -print0 | sort -z)
fuzz() {
    if ((${#seed_files[@]})); then
        "$program" "${options[@]}" "${seed_files[@]}" || return
    fi
    # To libFuzzer 0 means for ever.
    ((seconds == 0)) && return
    local corpora=("$corpus")
    ((${#seed_files[@]})) && corpora+=("$seeds")
    [[ -n $seed ]] && options+=(-runs=20000)
    "$program" "${options[@]}" "-max_total_time=$seconds" -print_final_stats=1 "${corpora[@]}"
}
if [[ -n $seed ]] || ((seconds == 0)); then
    fuzz
    exit
fi

# `make fuzz` runs several at a time: each has a log, and one line here.
log=$(dirname "$program")/$name.log
if fuzz >"$log" 2>&1; then
    final() { sed -n "s/^stat::$1: *//p" "$log"; }
    printf '%-16s %10d inputs, %6d a second; corpus %5d\n' "$name" "$(final number_of_executed_units)" \
        "$(final average_exec_per_sec)" "$(find "$corpus" -type f | wc -l)"
else
    printf '%-16s FAILED, see %s\n' "$name" "$log"
    grep -E '^(broken promise|==[0-9]+== ?ERROR|SUMMARY|Running:)|Test unit written' "$log" | tail -n 5
    exit 1
fi
