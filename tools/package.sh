#!/usr/bin/env bash
# Makes everything that a release has, in build/packages, from what `make docs` and `make python` built.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."

folder=build/packages
rm -rf "$folder"
mkdir -p "$folder"
tools/build.sh release arbiter arbiter_core arbiter_share -- -DARBITER_TESTS=OFF

pack() {
    (cd "build/release" && cpack --config CPackConfig.cmake "$@") >"$folder/cpack.log" 2>&1 || {
        cat "$folder/cpack.log"
        exit 1
    }
}
# /etc and /lib belong to the system: what goes there is placed as if the machine were the folder.
pack -G DEB -D CPACK_SET_DESTDIR=ON -D CPACK_INSTALL_PREFIX=/usr \
    -D "CPACK_COMPONENTS_ALL=program;service;development"
pack -G TGZ -D CPACK_COMPONENT_INCLUDE_TOPLEVEL_DIRECTORY=ON -D CPACK_COMPONENTS_ALL=program
rm -rf "$folder/_CPack_Packages" "$folder/cpack.log"

# The program alone, under the name by which the workflow of `arbiter table init` looks for it.
name=arbiter-$(uname -s | tr '[:upper:]' '[:lower:]')-$(uname -m)
cp "build/release/cli/arbiter" "$folder/$name"
strip "$folder/$name"
(cd "$folder" && sha256sum "$name" >"$name.sha256")

tools/npm.sh pack --silent --pack-destination "$PWD/$folder" ./build/wasm/package >/dev/null
cp build/wheel/*.whl "$folder/"
cp packaging/Containerfile "$folder/"
(cd "$folder" && sha256sum -- *[!6] >SHA256SUMS) # not of the file .sha256
ls -l "$folder" | awk 'NR > 1 { printf "%9.1f MB  %s\n", $5 / 1e6, $9 }'
