#!/usr/bin/env bash
# Installs what is missing for the named sets: build, wasm, web, python, docs, test, bench, peers, fuzz, lint, package, gate.
# Prints nothing when all is there. `--list` prints the packages instead. ARBITER_SKIP_INSTALL=1 leaves the machine as it is.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."

[[ ${ARBITER_SKIP_INSTALL:-} == 1 ]] && exit 0

build=(g++ cmake ninja-build make
    nlohmann-json3-dev libcli11-dev libfmt-dev libtomlplusplus-dev libjemalloc-dev libssl-dev
    libcurl4-openssl-dev libsqlite3-dev libpq-dev libboost1.81-dev)
# The last three are for tests and benchmarks.
python=(python3-dev pybind11-dev python3-numpy python3-pytest python3-hypothesis)
# ccache helps those who build often; it makes a first build slower.
clang=(clang-19 libclang-rt-19-dev ccache)
wasm=(clang-19 lld-19 wasi-libc libc++-19-dev-wasm32 libc++abi-19-dev-wasm32 libclang-rt-19-dev-wasm32)

list=0
if [[ ${1:-} == --list ]]; then
    list=1
    shift
fi
packages=()
needs_node=0
npm_folders=()
for set in "$@"; do
    case $set in
    build) packages+=("${build[@]}") ;;
    wasm) packages+=("${wasm[@]}" cmake ninja-build make nlohmann-json3-dev) ;;
    web)
        needs_node=1
        npm_folders+=(web)
        ;;
    python) packages+=(g++ cmake ninja-build nlohmann-json3-dev python3-dev python3-venv) ;;
    test)
        packages+=("${build[@]}" "${clang[@]}" "${wasm[@]}" "${python[@]}" libgtest-dev libgmock-dev librapidcheck-dev
            clang-format-19 git librsvg2-2 libpq5 groff-base zsh fish stockfish gnugo gnubg postgresql curl jq openssl python3
            chromium-headless-shell doxygen)
        needs_node=1
        npm_folders+=(web tests docs/site)
        ;;
    docs)
        packages+=(doxygen)
        needs_node=1
        npm_folders+=(docs/site)
        ;;
    bench)
        packages+=("${build[@]}" "${wasm[@]}" "${python[@]}" python3-venv stockfish pgn-extract valgrind
            chromium-headless-shell postgresql)
        needs_node=1
        npm_folders+=(tests)
        ;;
    peers) packages+=("${build[@]}" "${python[@]}" python3-venv) ;;
    fuzz) packages+=("${build[@]}" "${clang[@]}" libgtest-dev libgmock-dev librapidcheck-dev) ;;
    lint)
        packages+=("${build[@]}" "${clang[@]}" libgtest-dev libgmock-dev librapidcheck-dev
            clang-format-19 clang-tidy-19 git)
        needs_node=1
        npm_folders+=(web tools/lint)
        ;;
    package) packages+=(dpkg-dev file) ;;
    gate) packages+=(debootstrap curl) ;;
    *)
        echo "tools/install.sh: unknown set '$set' (build, wasm, web, python, docs, test, bench, peers, fuzz, lint, package, gate)" >&2
        exit 2
        ;;
    esac
done

node_is_recent() {
    command -v node >/dev/null && (($(node -p 'parseInt(process.versions.node)') >= 18))
}
if ((list)); then
    ((needs_node)) && packages+=(nodejs ca-certificates)
    printf '%s\n' "${packages[@]}" | sort -u
    exit
fi
if ((needs_node)) && ! node_is_recent; then packages+=(nodejs ca-certificates); fi

if ! command -v dpkg-query >/dev/null; then
    echo "tools/install.sh: this is not a Debian system. Install the equivalents of: ${packages[*]}" >&2
    echo "and run again with ARBITER_SKIP_INSTALL=1." >&2
    exit 1
fi

# dpkg-query fails when it does not know one of the packages; the others are still listed.
installed=" $({ dpkg-query -W -f '${db:Status-Status} ${Package}\n' "${packages[@]}" 2>/dev/null || true; } |
    sed -n 's/^installed //p' | tr '\n' ' ')"
missing=()
for package in "${packages[@]}"; do
    [[ $installed == *" $package "* ]] && continue
    missing+=("$package")
    installed+="$package "
done

if ((${#missing[@]})); then
    as_root=()
    if ((EUID != 0)); then
        command -v sudo >/dev/null || {
            echo "tools/install.sh: missing ${missing[*]}; run as root, or install sudo" >&2
            exit 1
        }
        as_root=(sudo)
    fi
    echo "Installing ${missing[*]}"
    export DEBIAN_FRONTEND=noninteractive
    "${as_root[@]}" apt-get update -qq
    "${as_root[@]}" apt-get install -y -qq --no-install-recommends "${missing[@]}" >/dev/null
fi

for folder in "${npm_folders[@]}"; do
    stamp=$folder/node_modules/.installed-lock
    if ! cmp -s "$folder/package-lock.json" "$stamp"; then
        echo "Installing the npm packages of $folder/package.json"
        tools/npm.sh ci --prefix "$folder" --silent
        cp "$folder/package-lock.json" "$stamp"
    fi
done
