# arbiter_embed(TARGET NAME FILE MEDIA_TYPE [NAME FILE MEDIA_TYPE ...])
#
# Builds files into a program. server/assets.hpp finds them by name.

function(arbiter_embed target)
    set(source ${CMAKE_CURRENT_BINARY_DIR}/assets.cpp)
    set(symbols "")
    set(rows "")
    set(files "")
    set(index 0)
    list(LENGTH ARGN count)
    while(index LESS count)
        math(EXPR second "${index} + 1")
        math(EXPR third "${index} + 2")
        list(GET ARGN ${index} name)
        list(GET ARGN ${second} file)
        list(GET ARGN ${third} media_type)
        math(EXPR index "${index} + 3")
        string(MAKE_C_IDENTIFIER "arbiter_asset_${name}" symbol)
        string(APPEND symbols
            "asm(R\"(.section .rodata\n.global ${symbol}\n.global ${symbol}_end\n"
            "${symbol}:\n.incbin \"${file}\"\n${symbol}_end:\n.byte 0\n.previous\n)\");\n"
            "extern \"C\" const char ${symbol}[];\nextern \"C\" const char ${symbol}_end[];\n")
        string(APPEND rows
            "    if (name == \"${name}\") {\n"
            "        return Asset{{${symbol}, static_cast<std::size_t>(${symbol}_end - ${symbol})},\n"
            "                     \"${media_type}\"};\n    }\n")
        list(APPEND files ${file})
    endwhile()
    file(GENERATE OUTPUT ${source} CONTENT
"#include \"server/assets.hpp\"

${symbols}
namespace arbiter::server {

std::optional<Asset> asset(std::string_view name) {
${rows}    return std::nullopt;
}

}  // namespace arbiter::server
")
    set_source_files_properties(${source} PROPERTIES OBJECT_DEPENDS "${files}")
    target_sources(${target} PRIVATE ${source})
endfunction()
