# arbiter_code_paths(TARGET NAME PATHS FILE...)
#
# Adds to a library the sources in which programs spend their time. With ARBITER_CODE_PATHS they are compiled for any
# x86-64 and again for each of PATHS: `avx2` (with BMI2), or `avx2;avx512`.
# cmake/join_code_paths.sh joins them into one object in which each function is chosen when the program starts
# (src/core/base/processor.cpp). All other sources are compiled for any x86-64.

set(ARBITER_OPTIONS_x86_64 "")
set(ARBITER_OPTIONS_avx2 -march=x86-64-v3)
set(ARBITER_OPTIONS_avx512 -march=x86-64-v4 -mavx512vpopcntdq)

function(arbiter_code_paths target name paths)
    if(NOT ARBITER_CODE_PATHS)
        target_sources(${target} PRIVATE ${ARGN})
        return()
    endif()
    set(inputs "")
    set(objects "")
    foreach(path x86_64 ${paths})
        set(copy arbiter_${name}_${path})
        add_library(${copy} OBJECT EXCLUDE_FROM_ALL ${ARGN})
        foreach(property COMPILE_DEFINITIONS COMPILE_OPTIONS INCLUDE_DIRECTORIES)
            set_property(TARGET ${copy} PROPERTY ${property} $<TARGET_PROPERTY:${target},${property}>)
        endforeach()
        # A Python module holds them too.
        set_target_properties(${copy} PROPERTIES POSITION_INDEPENDENT_CODE ON CXX_VISIBILITY_PRESET hidden
            UNITY_BUILD ${ARBITER_UNITY} UNITY_BUILD_MODE GROUP)
        target_compile_options(${copy} PRIVATE ${ARBITER_OPTIONS_${path}} -fno-gnu-unique)
        list(APPEND inputs ${path} $<TARGET_OBJECTS:${copy}>)
        list(APPEND objects $<TARGET_OBJECTS:${copy}>)
    endforeach()
    set(joined ${CMAKE_CURRENT_BINARY_DIR}/arbiter_${name}.o)
    set(script ${PROJECT_SOURCE_DIR}/cmake/join_code_paths.sh)
    add_custom_command(OUTPUT ${joined}
        COMMAND ${script} ${joined} ${inputs}
        DEPENDS ${script} ${objects}
        COMMAND_EXPAND_LISTS VERBATIM
        COMMENT "Joining the code paths of ${name}")
    set_source_files_properties(${joined} PROPERTIES EXTERNAL_OBJECT ON GENERATED ON)
    target_sources(${target} PRIVATE ${joined})
endfunction()
