# tests/wasm/ -> arbiter_probe.wasm, the core as a module that the tests load in node. The native
# program that it is compared with is built by tests/CMakeLists.txt.

set(folder ${PROJECT_SOURCE_DIR}/tests/wasm)
if(NOT EXISTS ${folder}/probe.cpp)
    return()
endif()

add_executable(arbiter_probe ${folder}/probe.cpp ${folder}/script.cpp)
target_link_libraries(arbiter_probe PRIVATE arbiter::core)
set_target_properties(arbiter_probe PROPERTIES
    SUFFIX .wasm
    RUNTIME_OUTPUT_DIRECTORY ${PROJECT_BINARY_DIR})
