# What `cmake --install` installs, in two components:
#
#   development  arbiter::core: library, headers, CMake package, pkg-config file
#   program      arbiter, its manual pages and completions

include(CMakePackageConfigHelpers)
include(GNUInstallDirs)

install(TARGETS arbiter_core EXPORT arbiter
    ARCHIVE DESTINATION ${CMAKE_INSTALL_LIBDIR} COMPONENT development
    INCLUDES DESTINATION ${CMAKE_INSTALL_INCLUDEDIR}/arbiter)
install(DIRECTORY ${PROJECT_SOURCE_DIR}/src/core
    DESTINATION ${CMAKE_INSTALL_INCLUDEDIR}/arbiter COMPONENT development
    FILES_MATCHING PATTERN *.hpp)

# The core depends on no other package, so its targets are the whole configuration.
set(package ${CMAKE_INSTALL_LIBDIR}/cmake/arbiter)
install(EXPORT arbiter FILE arbiterConfig.cmake NAMESPACE arbiter::
    DESTINATION ${package} COMPONENT development)
write_basic_package_version_file(${PROJECT_BINARY_DIR}/arbiterConfigVersion.cmake
    COMPATIBILITY SameMinorVersion)
install(FILES ${PROJECT_BINARY_DIR}/arbiterConfigVersion.cmake
    DESTINATION ${package} COMPONENT development)

# Relative, so that what is installed can be moved.
file(RELATIVE_PATH from_pkgconfig_to_prefix /${CMAKE_INSTALL_LIBDIR}/pkgconfig /)
configure_file(${PROJECT_SOURCE_DIR}/cmake/arbiter.pc.in ${PROJECT_BINARY_DIR}/arbiter.pc @ONLY)
install(FILES ${PROJECT_BINARY_DIR}/arbiter.pc
    DESTINATION ${CMAKE_INSTALL_LIBDIR}/pkgconfig COMPONENT development)

if(TARGET arbiter)
    install(TARGETS arbiter RUNTIME DESTINATION ${CMAKE_INSTALL_BINDIR} COMPONENT program)
    if(PROJECT_IS_TOP_LEVEL)
        include(ArbiterPackage)
    endif()
endif()
