#!/usr/bin/env bash
# The headers of Boost that the server includes, in build/boost: a fifth of Debian's package, which is only downloaded.
# Does nothing where the package is installed.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."

folder=$PWD/build/boost
[[ -f /usr/include/boost/version.hpp || -f $folder/include/boost/version.hpp ]] && exit
names=(asio assert beast config container_hash core date_time describe detail endian exception intrusive io move mp11 mpl
    numeric optional preprocessor smart_ptr static_string system type_traits utility)
rm -rf "$folder"
mkdir -p "$folder"
(
    cd "$folder"
    apt-get download -qq -o APT::Sandbox::User=root libboost1.81-dev >/dev/null
    dpkg-deb --fsys-tarfile libboost*.deb | tar -x --strip-components=2 --wildcards --no-wildcards-match-slash \
        './usr/include/boost/*.hpp' "${names[@]/#/./usr/include/boost/}"
    rm libboost*.deb
)
