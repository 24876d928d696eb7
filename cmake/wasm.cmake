# WebAssembly with Debian's clang-19, lld-19, wasi-libc and libc++-19-dev-wasm32.

set(ARBITER_WASM ON)
set(CMAKE_SYSTEM_NAME Generic)
set(CMAKE_SYSTEM_PROCESSOR wasm32)
set(CMAKE_CXX_COMPILER clang++-19)
set(CMAKE_CXX_COMPILER_TARGET wasm32-wasi)
set(CMAKE_TRY_COMPILE_TARGET_TYPE STATIC_LIBRARY)

# Debian keeps the wasm files next to the host's, in /usr/include/wasm32-wasi and /usr/lib/wasm32-wasi,
# and clang goes on to search the host's own /usr/include. A sysroot of links holds the wasm files and
# nlohmann-json alone, so that a header of the host is never found by accident.
set(CMAKE_SYSROOT ${CMAKE_BINARY_DIR}/sysroot)
file(MAKE_DIRECTORY ${CMAKE_SYSROOT}/include ${CMAKE_SYSROOT}/lib)
foreach(path include/wasm32-wasi include/nlohmann lib/wasm32-wasi)
    if(NOT IS_SYMLINK ${CMAKE_SYSROOT}/${path})
        file(CREATE_LINK /usr/${path} ${CMAKE_SYSROOT}/${path} SYMBOLIC)
    endif()
endforeach()

set(CMAKE_CXX_FLAGS_INIT "-fno-exceptions -fno-rtti")
# A reactor has no main: the host calls its exports. The linker's own 64 KiB of stack are too few, and
# lie where an overflow would silently overwrite data; at the start of memory it traps instead.
set(CMAKE_EXE_LINKER_FLAGS_INIT
    "-mexec-model=reactor -Wl,-z,stack-size=1048576 -Wl,--stack-first -Wl,--strip-debug")
