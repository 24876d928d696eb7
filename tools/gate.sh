#!/usr/bin/env bash
# From `apt install ./arbiter.deb` to the first answered request, in a bare Debian 12 in build/gate: seconds and
# megabytes beside Debian's base. Runs the steps of packaging/Containerfile. Needs root.
#
#   tools/gate.sh          the package in build/packages
#   tools/gate.sh clone    what `make run` from a clone takes: Debian's packages, and megabytes with npm's and build/
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."

seconds_max=90
megabytes_max=120
# Half of what it was at first.
clone_packages_max=338
clone_megabytes_max=1450
base=$PWD/build/gate/base
root=$PWD/build/gate/root

if [[ ! -f $base/complete ]]; then
    rm -rf "$base"
    mkdir -p "$base"
    debootstrap --variant=minbase bookworm "$base" ${DEBIAN_MIRROR:+"$DEBIAN_MIRROR"} >build/gate/log
    cp /etc/resolv.conf "$base/etc/resolv.conf"
    echo 'APT::Sandbox::User "root";' >"$base/etc/apt/apt.conf.d/gate"
    chroot "$base" apt-get update -qq
    touch "$base/complete"
fi
rm -rf "$root"
cp -a "$base" "$root"
mkdir -p "$root/dev" "$root/proc"
server=
leave() {
    [[ -z $server ]] || kill "$server" 2>/dev/null || true
    umount "$root/proc" 2>/dev/null || true
}
trap leave EXIT
mount -t proc proc "$root/proc"
for device in null urandom random; do
    [[ -e $root/dev/$device ]] || cp -a "/dev/$device" "$root/dev/$device"
done

export DEBIAN_FRONTEND=noninteractive LC_ALL=C.UTF-8
megabytes() { (cd "$root" && du -smx --exclude=./var/cache/apt --exclude=./var/lib/apt . | cut -f 1); }
packages() { chroot "$root" dpkg-query -W -f '${db:Status-Status}\n' | grep -c '^installed$'; }

if [[ ${1:-} == clone ]]; then
    megabytes_before=$(megabytes)
    packages_before=$(packages)
    mkdir "$root/clone"
    git archive HEAD | tar -x -C "$root/clone"
    # Where a machine knows more certificates than Debian, npm's registry may need them.
    if [[ -n ${NODE_EXTRA_CA_CERTS:-} ]]; then
        cp "$NODE_EXTRA_CA_CERTS" "$root/clone/certificates"
        export NODE_EXTRA_CA_CERTS=/clone/certificates
    fi
    chroot "$root" /clone/tools/install.sh build wasm web >build/gate/log 2>&1 || {
        cat build/gate/log
        exit 1
    }
    installed=$(($(megabytes) - megabytes_before))
    # To build in there as well would take as long again. Other targets than that of `make run` have folders of their own.
    built=$(du -cm --apparent-size --exclude={_CPack_Packages,bench,tests,fuzz,python,share} build/release build/wasm build/web |
        tail -1 | cut -f 1)
    more=$(($(packages) - packages_before))
    echo "a clone: $more packages (at most $clone_packages_max), $((installed + built)) MB (at most" \
        "$clone_megabytes_max): $installed of packages and sources, $built of build/"
    exit $((more > clone_packages_max || installed + built > clone_megabytes_max))
fi

deb=$(echo build/packages/arbiter_*_amd64.deb)
megabytes_before=$(megabytes)
packages_before=$(packages)
begun=$(date +%s.%N)
cp "$deb" "$root/tmp/arbiter.deb"
sed -n 's/^RUN //p' packaging/Containerfile | chroot "$root" bash -e >build/gate/log 2>&1 || {
    cat build/gate/log
    exit 1
}
port=$((20000 + RANDOM % 10000))
chroot --userspec=arbiter:arbiter "$root" \
    /usr/bin/arbiter serve --port "$port" --store /var/lib/arbiter/arbiter.db >build/gate/server.log 2>&1 &
server=$!
until answer=$(curl --silent --fail -H 'Content-Type: application/json' -d '{"game": "chess"}' \
    "http://127.0.0.1:$port/api/games"); do
    kill -0 "$server" 2>/dev/null || {
        cat build/gate/server.log
        exit 1
    }
    sleep 0.05
done
seconds=$(echo "$(date +%s.%N) $begun" | awk '{ printf "%.1f", $1 - $2 }')
more=$(($(megabytes) - megabytes_before))
echo "from apt install to the first answered request: $seconds s (at most $seconds_max), $more MB (at most" \
    "$megabytes_max), $(($(packages) - packages_before)) packages"
[[ $answer == *'"id"'* ]]
for page in / /docs/; do curl --silent --fail --output /dev/null "http://127.0.0.1:$port$page"; done
chroot "$root" arbiter doctor
awk -v s="$seconds" -v m="$more" "BEGIN { exit !(s <= $seconds_max && m <= $megabytes_max) }"
