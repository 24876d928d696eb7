# What `cpack` packs (tools/package.sh): `arbiter` (components program and service) and `arbiter-dev`
# (component development) for Debian, and an archive of the program that runs from anywhere.

set(share ${PROJECT_BINARY_DIR}/share)
add_custom_command(OUTPUT ${share}/made
    COMMAND ${PROJECT_SOURCE_DIR}/tools/share.sh $<TARGET_FILE:arbiter> ${share}
    DEPENDS arbiter ${PROJECT_SOURCE_DIR}/tools/share.sh)
add_custom_target(arbiter_share DEPENDS ${share}/made)
install(DIRECTORY ${share}/ DESTINATION ${CMAKE_INSTALL_DATADIR} COMPONENT program
    OPTIONAL PATTERN made EXCLUDE)
# `arbiter serve` finds the documentation there (tools/docs.sh).
install(DIRECTORY ${PROJECT_SOURCE_DIR}/build/docs/ DESTINATION ${CMAKE_INSTALL_DATADIR}/arbiter/docs
    COMPONENT program OPTIONAL)
set(packaging ${PROJECT_SOURCE_DIR}/packaging)
install(FILES ${PROJECT_SOURCE_DIR}/LICENSE ${PROJECT_SOURCE_DIR}/CHANGELOG.md ${packaging}/nginx.conf
    DESTINATION ${CMAKE_INSTALL_DATADIR}/doc/arbiter COMPONENT program)
# Only as a package for the system: elsewhere these have no place.
install(FILES ${packaging}/arbiter.service DESTINATION /lib/systemd/system
    COMPONENT service EXCLUDE_FROM_ALL)
install(FILES ${packaging}/arbiter.toml DESTINATION /etc/arbiter COMPONENT service EXCLUDE_FROM_ALL)

set(CPACK_PACKAGE_NAME arbiter)
set(CPACK_PACKAGE_VENDOR Arbiter)
set(CPACK_PACKAGE_CONTACT "Arbiter <arbiter@localhost>")
set(CPACK_PACKAGE_DESCRIPTION_SUMMARY "referee for Go, chess and backgammon")
set(CPACK_RESOURCE_FILE_LICENSE ${PROJECT_SOURCE_DIR}/LICENSE)
set(CPACK_OUTPUT_FILE_PREFIX ${PROJECT_SOURCE_DIR}/build/packages)
set(CPACK_STRIP_FILES ON)
set(CPACK_COMPONENTS_GROUPING ONE_PER_GROUP)
set(CPACK_COMPONENT_PROGRAM_GROUP program)
set(CPACK_COMPONENT_SERVICE_GROUP program)
set(CPACK_COMPONENT_DEVELOPMENT_GROUP development)

set(CPACK_DEB_COMPONENT_INSTALL ON)
set(CPACK_DEBIAN_FILE_NAME DEB-DEFAULT)
set(CPACK_DEBIAN_PACKAGE_SECTION games)
set(CPACK_DEBIAN_COMPRESSION_TYPE xz)
set(CPACK_DEBIAN_PROGRAM_PACKAGE_NAME arbiter)
set(CPACK_DEBIAN_PROGRAM_PACKAGE_SHLIBDEPS ON)
set(CPACK_DEBIAN_PROGRAM_PACKAGE_RECOMMENDS "libcurl4, ca-certificates")
set(CPACK_DEBIAN_PROGRAM_PACKAGE_SUGGESTS
    "librsvg2-2, libpq5, git, xdg-utils, nginx, stockfish, gnugo, gnubg")
set(CPACK_DEBIAN_PROGRAM_PACKAGE_CONTROL_EXTRA
    ${packaging}/postinst ${packaging}/prerm ${packaging}/postrm ${packaging}/conffiles)
set(CPACK_DEBIAN_PROGRAM_DESCRIPTION
"It says which moves are legal and why a move is not, keeps the record, reads and
 writes the files people have, and serves games to agents, engines and people.")
set(CPACK_DEBIAN_DEVELOPMENT_PACKAGE_NAME arbiter-dev)
set(CPACK_DEBIAN_DEVELOPMENT_PACKAGE_SECTION libdevel)
set(CPACK_DEBIAN_DEVELOPMENT_DESCRIPTION
"The rules as a C++ library: headers, the static library arbiter::core, a CMake package and a pkg-config file.")

set(CPACK_ARCHIVE_COMPONENT_INSTALL ON)
string(TOLOWER ${CMAKE_SYSTEM_NAME}-${CMAKE_SYSTEM_PROCESSOR} machine)
set(CPACK_ARCHIVE_PROGRAM_FILE_NAME arbiter-${PROJECT_VERSION}-${machine})
include(CPack)
