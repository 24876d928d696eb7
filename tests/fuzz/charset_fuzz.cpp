// Charsets: any bytes become UTF-8, whatever they are called and however they arrive.

#include <string>
#include <vector>

#include "core/base/utf8.hpp"
#include "platform/charset.hpp"
#include "tests/fuzz/oracles.hpp"
#include "tests/fuzz/target.hpp"

namespace arbiter::charset_fuzz {
namespace {

using arbiter::fuzz::require;
using platform::TextDecoder;

constexpr std::size_t size_max = 256;

/// The C library loads a charset's tables anew for each text, unless a converter is open.
void keep_converters_open() {
    static const std::vector<TextDecoder> kept = [] {
        std::vector<std::string> names{"GB18030", "Big5",   "Shift_JIS", "EUC-JP",
                                       "EUC-KR",  "KOI8-R", "KOI8-U"};
        for (int number = 1250; number <= 1258; ++number) {
            names.push_back("windows-" + std::to_string(number));
        }
        for (int part = 2; part <= 16; ++part) names.push_back("ISO-8859-" + std::to_string(part));
        std::vector<TextDecoder> all;
        for (const std::string& name : names) static_cast<void>(all.emplace_back(name).finish());
        return all;
    }();
}

struct Seen {
    std::string text;
    std::string charset;
    std::size_t replaced = 0;
};

Seen decoded_in_pieces(std::string_view bytes, std::string_view charset, std::size_t piece_size) {
    TextDecoder decoder(charset);
    Seen seen;
    for (; !bytes.empty(); bytes.remove_prefix(std::min(piece_size, bytes.size()))) {
        seen.text += decoder.feed(std::string(bytes.substr(0, piece_size)));
    }
    seen.text += decoder.finish();
    seen.charset = decoder.charset();
    seen.replaced = decoder.replaced();
    return seen;
}

/// The input is a name of a charset, or nothing, up to the first line break; then the bytes.
void look_at(std::string_view input) {
    keep_converters_open();
    const std::size_t end = std::min(input.find('\n'), input.size());
    const std::string_view charset = input.substr(0, end);
    const std::string_view bytes = input.substr(std::min(end + 1, input.size()));
    constexpr std::size_t head_size = std::size_t{64} << 10;
    const Seen whole = decoded_in_pieces(bytes, charset, head_size);
    require(platform::is_charset(whole.charset), "the charset is known");
    if (whole.charset != "UTF-8") require(is_utf8(whole.text), "what was converted is UTF-8");
    const auto require_pieces = [&](std::size_t piece_size) {
        const Seen pieces = decoded_in_pieces(bytes, charset, piece_size);
        require(pieces.charset == whole.charset || bytes.size() > head_size,
                "pieces do not change the charset");
        if (pieces.charset != whole.charset) return;
        require(pieces.text == whole.text && pieces.replaced == whole.replaced,
                "pieces make no difference");
    };
    arbiter::fuzz::require_one<4>(
        input,
        [&] {
            require(is_utf8(platform::decoded(std::string(bytes), charset)), "it becomes UTF-8");
        },
        [&] { require_pieces(1); }, [&] { require_pieces(1000); });
}

const arbiter::fuzz::Target target({.name = "charset", .size_max = size_max, .look = look_at});

}  // namespace
}  // namespace arbiter::charset_fuzz
