# arbiter_embed(TARGET NAMESPACE NAME FILE [NAME FILE ...])
#
# Builds files into a library. They are found by name with
#
#     std::optional<std::string_view> NAMESPACE::asset(std::string_view name);
#
# which a header of the library declares.

function(arbiter_embed target namespace)
    set(source ${CMAKE_CURRENT_BINARY_DIR}/assets.cpp)
    set(symbols "")
    set(rows "")
    set(files "")
    set(number 0)
    while(ARGN)
        list(POP_FRONT ARGN name file)
        set(symbol "${target}_asset_${number}")
        math(EXPR number "${number} + 1")
        string(APPEND symbols
            "asm(R\"(.section .rodata\n.global ${symbol}\n.global ${symbol}_end\n"
            "${symbol}:\n.incbin \"${file}\"\n${symbol}_end:\n.byte 0\n.previous\n)\");\n"
            "extern \"C\" const char ${symbol}[];\nextern \"C\" const char ${symbol}_end[];\n")
        string(APPEND rows "    if (name == \"${name}\") return between(${symbol}, ${symbol}_end);\n")
        list(APPEND files ${file})
    endwhile()
    file(GENERATE OUTPUT ${source} CONTENT
"#include <optional>
#include <string_view>

${symbols}
namespace ${namespace} {

static std::string_view between(const char* begin, const char* end) {
    return {begin, static_cast<std::size_t>(end - begin)};
}

std::optional<std::string_view> asset(std::string_view name);
std::optional<std::string_view> asset(std::string_view name) {
${rows}    return std::nullopt;
}

}  // namespace ${namespace}
")
    set_source_files_properties(${source} PROPERTIES
        OBJECT_DEPENDS "${files}" SKIP_UNITY_BUILD_INCLUSION ON)
    target_sources(${target} PRIVATE ${source})
endfunction()
