# What every target is compiled with. The presets in CMakePresets.json choose among these options. All of
# it holds in this project's directories only: a project that adds this one keeps its own settings.

set(ARBITER_ARCH "" CACHE STRING "The only processor to compile for, as in -march; empty is the compiler's default")
option(ARBITER_CODE_PATHS "Compile what computes for AVX-512, AVX2 and any x86-64 (g++ only); the program chooses" OFF)
option(ARBITER_SANITIZE "Compile with the address and undefined-behaviour sanitizers" OFF)
option(ARBITER_WERROR "Treat warnings as errors" OFF)
# Names in the anonymous namespaces of neighbours have to differ then.
option(ARBITER_UNITY "Compile several files of a library as one, which takes half the time" OFF)
option(ARBITER_CORE_ONLY "Build the library arbiter::core alone, which needs only nlohmann-json" OFF)
option(ARBITER_PYTHON "Build the Python package, which needs pybind11" OFF)
option(ARBITER_TESTS "Build the tests, which need GoogleTest and rapidcheck" ${PROJECT_IS_TOP_LEVEL})
option(ARBITER_INSTALL "Define what `cmake --install` installs" ${PROJECT_IS_TOP_LEVEL})
option(ARBITER_FUZZ "Build the fuzz targets (clang only)" OFF)
option(ARBITER_FUZZ_COUNTERS "Compile with the counters by which fuzzers find their way" OFF)
set(ARBITER_FUZZ_SECONDS 1 CACHE STRING "How long ctest runs each fuzz target")

set(CMAKE_CXX_STANDARD 23)
set(CMAKE_CXX_STANDARD_REQUIRED ON)
set(CMAKE_CXX_EXTENSIONS OFF)
set(CMAKE_CXX_SCAN_FOR_MODULES OFF)
set(CMAKE_EXPORT_COMPILE_COMMANDS ON)
# Larger than the default of 8: most of the time goes into what files have in common.
set(CMAKE_UNITY_BUILD_BATCH_SIZE 25)
# For targets with UNITY_BUILD_MODE GROUP: the files of each folder are compiled as one.
function(arbiter_group_by_folder files)
    foreach(file IN LISTS files)
        cmake_path(GET file PARENT_PATH folder)
        cmake_path(GET folder FILENAME group)
        set_source_files_properties(${file} PROPERTIES UNITY_GROUP ${group})
    endforeach()
endfunction()

if(PROJECT_IS_TOP_LEVEL AND NOT CMAKE_BUILD_TYPE)
    set(CMAKE_BUILD_TYPE Release CACHE STRING "Build type" FORCE)
endif()

find_program(ARBITER_CCACHE ccache)
mark_as_advanced(ARBITER_CCACHE)
if(ARBITER_CCACHE AND NOT CMAKE_CXX_COMPILER_LAUNCHER)
    # Otherwise it does not keep what is compiled with precompiled headers. And what is not there yet it would
    # preprocess first, only to compile it from the source again.
    set(CMAKE_CXX_COMPILER_LAUNCHER env CCACHE_SLOPPINESS=pch_defines,time_macros CCACHE_DEPEND=1 ${ARBITER_CCACHE})
endif()

# What nearly every file includes is compiled once for each library. Not so in the preset `lint`, where a
# missing include is noticed.
set(ARBITER_HEADERS <algorithm> <array> <charconv> <chrono> <expected> <functional> <memory> <optional>
    <span> <string> <string_view> <utility> <variant> <vector>)
if(CMAKE_CXX_COMPILER_ID STREQUAL "Clang")
    # So that ccache knows a precompiled header again.
    add_compile_options("SHELL:-Xclang -fno-pch-timestamp")
else()
    # The heap at which g++ begins to collect garbage, in kilobytes. With its default of 128 MB the
    # collector takes a twentieth of the time.
    add_compile_options("SHELL:--param ggc-min-heapsize=1000000")
endif()

# Dozens of test programs are linked, each with everything.
find_program(ARBITER_LLD ld.lld-19)
mark_as_advanced(ARBITER_LLD)
if(ARBITER_LLD AND CMAKE_CXX_COMPILER_ID STREQUAL "Clang" AND NOT ARBITER_WASM)
    add_link_options(--ld-path=${ARBITER_LLD})
endif()

if(ARBITER_ARCH)
    add_compile_options(-march=${ARBITER_ARCH})
endif()
if(ARBITER_WASM)
    # Every browser that runs the page's JavaScript has these instructions.
    add_compile_options(-mbulk-memory -mnontrapping-fptoint)
endif()
if(ARBITER_ARCH OR NOT CMAKE_CXX_COMPILER_ID STREQUAL "GNU" OR NOT CMAKE_SYSTEM_PROCESSOR MATCHES "^(x86_64|AMD64)$")
    set(ARBITER_CODE_PATHS OFF)
endif()
if(ARBITER_CODE_PATHS)
    # The order and the alignment of instructions, not which there are. With the default, which suits much older
    # processors, some operations take up to 5 % longer than with -march=native.
    add_compile_options(-mtune=znver3)
endif()

# `vptr` asks for type information, which the core does without.
set(ARBITER_SANITIZERS -fsanitize=address,undefined -fno-sanitize=vptr -fno-sanitize-recover=all
    -fno-omit-frame-pointer)
if(ARBITER_SANITIZE)
    add_compile_options(${ARBITER_SANITIZERS})
    add_link_options(${ARBITER_SANITIZERS})
    add_compile_definitions(_GLIBCXX_ASSERTIONS)
endif()
# For what has much to do in the tests: under sanitizers it would be too slow without.
set(ARBITER_CHECKED_SPEED $<$<BOOL:${ARBITER_SANITIZE}>:-O1>)
if(ARBITER_FUZZ_COUNTERS)
    # Sizes and single characters, which make up most of what is compared, are not among what libFuzzer learns from
    # comparisons; it sees those of whole words in the C library's functions anyway. Who calls whom through a pointer it
    # uses only with -use_value_profile. The depth of the stack tells apart inputs that do the same.
    add_compile_options(-fsanitize=fuzzer-no-link -fno-sanitize-coverage=trace-cmp,indirect-calls,stack-depth)
    # Blocks are counted, not the ways between them: a third fewer counters, and as much is found.
    add_compile_options(-fno-sanitize-coverage=edge -fsanitize-coverage=bb)
    # Checks of every pointer that is used, each with a counter of its own on the way. A null pointer, a small object and
    # an address that wraps end at the address sanitizer; nothing in src/core casts bytes to what has to be aligned.
    add_compile_options(-fno-sanitize=null,alignment,object-size,pointer-overflow)
    # The runtime check is off (tests/fuzz/program.cpp); this leaves out the code for it. A trap has no words for what
    # is undefined, but the preset `debug` does.
    add_compile_options(-fsanitize-address-use-after-return=never -fsanitize-trap=undefined)
    # libFuzzer looks at every counter after every input: none is linked that a target cannot reach.
    add_compile_options(-ffunction-sections -fdata-sections)
    add_link_options(-fsanitize=fuzzer-no-link -Wl,--gc-sections)
endif()

# Tables are computed by the compiler, which would otherwise give up: clang soon, g++ under sanitizers.
if(CMAKE_CXX_COMPILER_ID STREQUAL "Clang")
    add_compile_options(-fconstexpr-steps=200000000)
else()
    add_compile_options(-fconstexpr-ops-limit=1000000000)
endif()

add_compile_options(
    -Wall
    -Wextra
    -Wpedantic
    -Wshadow
    -Wconversion
    -Wsign-conversion
    -Wold-style-cast
    -Wnon-virtual-dtor
    -Woverloaded-virtual
    -Wcast-align
    -Wcast-qual
    -Wformat=2
    -Wextra-semi
    -Wvla)
# Designated initialisers leave fields at their defaults on purpose. g++ has no switch for these alone.
if(CMAKE_CXX_COMPILER_ID STREQUAL "Clang")
    add_compile_options(
        -Wno-missing-designated-field-initializers
        -Wimplicit-fallthrough
        -Wunreachable-code
        -Wrange-loop-analysis)
else()
    add_compile_options(-Wno-missing-field-initializers -Wduplicated-cond -Wlogical-op)
    # g++ 12 takes `"text" + string` for overlapping or endless memory, and an optional that is only
    # copied for one that is read. clang's analysis has none of these mistakes.
    add_compile_options(-Wno-restrict -Wno-stringop-overflow -Wno-array-bounds -Wno-maybe-uninitialized)
endif()
# How a wide vector is passed depends on the processor that a file is compiled for: none leaves its code path.
add_compile_options(-Wno-psabi)
if(ARBITER_UNITY AND CMAKE_CXX_COMPILER_ID STREQUAL "GNU")
    # It takes the files that are compiled as one for headers.
    add_compile_options(-Wno-subobject-linkage)
endif()
if(ARBITER_WERROR)
    add_compile_options(-Werror)
endif()
