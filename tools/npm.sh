#!/usr/bin/env bash
# npm: the installed one, otherwise one from its own registry, in build/npm. Debian's package would bring 335 others,
# so it is only downloaded, for the address of the registry.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."

command -v npm >/dev/null && exec npm "$@"

version=10.9.2
sha512=iriPEPIkoMYUy3F6f3wwSZAU93E0Eg6cHwIR6jzzOXWSy+SD/rOODEs74cVONHKSx2obXtuUoyidVEhISrisgQ==
folder=$PWD/build/npm/$version
registry() {
    (cd "$folder" && apt-get download -qq npm >/dev/null 2>&1 && dpkg-deb --fsys-tarfile npm_*.deb) |
        tar -xO ./usr/share/nodejs/npm/lib/utils/config/definitions.js |
        grep -A 1 "^define('registry'" | grep -o "https://[^']*"
}

if [[ ! -f $folder/bin/npm-cli.js ]]; then
    rm -rf "$folder"
    mkdir -p "$folder"
    registry=${npm_config_registry:-$(registry)} || {
        echo "tools/npm.sh: the address of the npm registry is unknown: set npm_config_registry" >&2
        exit 1
    }
    node --input-type=module - "$version" "$sha512" "$folder.tgz" "$registry" <<'EOF'
import { createHash } from "node:crypto";
import { writeFileSync } from "node:fs";
const [version, sha512, file, registry] = process.argv.slice(2);
const answer = await fetch(new URL(`npm/-/npm-${version}.tgz`, registry.replace(/\/*$/, "/")));
if (!answer.ok) throw new Error(`${answer.url}: ${answer.status} ${answer.statusText}`);
const bytes = Buffer.from(await answer.arrayBuffer());
const found = createHash("sha512").update(bytes).digest("base64");
if (found !== sha512) throw new Error(`${answer.url} is not the expected file: its SHA-512 is ${found}`);
writeFileSync(file, bytes);
EOF
    tar -xzf "$folder.tgz" --strip-components=1 -C "$folder"
    rm "$folder.tgz"
fi
# What it downloads is unpacked at once and not needed again.
export npm_config_cache=$folder/cache
trap 'rm -rf "$npm_config_cache"' EXIT
# Scripts of packages call `npm` themselves.
PATH=$folder/bin:$PATH node "$folder/bin/npm-cli.js" "$@"
