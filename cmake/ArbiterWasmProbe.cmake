# tests/wasm/*.cpp -> arbiter_probe.wasm, the core as a module that the tests load in node.

file(GLOB sources CONFIGURE_DEPENDS ${PROJECT_SOURCE_DIR}/tests/wasm/*.cpp)
if(NOT EXISTS ${PROJECT_SOURCE_DIR}/tests/wasm/probe.cpp)
    return()
endif()

add_executable(arbiter_probe ${sources})
target_link_libraries(arbiter_probe PRIVATE arbiter::core)
set_target_properties(arbiter_probe PROPERTIES
    SUFFIX .wasm
    RUNTIME_OUTPUT_DIRECTORY ${PROJECT_BINARY_DIR})
