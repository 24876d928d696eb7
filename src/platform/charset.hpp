#pragma once

#include <cstddef>
#include <memory>
#include <string>
#include <string_view>

namespace arbiter::platform {

/// Whether texts can be converted from a charset of that name.
bool is_charset(std::string_view name);

/// Turns the bytes of a file, piece by piece, into UTF-8.
///
/// A byte order mark says what the text is, then the name given here. Otherwise ASCII and UTF-8 pass
/// as they are, whatever the text says about itself, and so does what is not UTF-8 after a long
/// stretch that is. What is left is in the charset that the text names (`charset_named_in`), unless its
/// bytes contradict that, or in the most plausible one (`likely_charsets`). This is decided once, from
/// the first bytes beyond ASCII and the 64 KiB that follow them; until then nothing comes out.
class TextDecoder {
public:
    /// `charset` overrides what the text says; if there is no such charset it is ignored.
    explicit TextDecoder(std::string_view charset = {});
    ~TextDecoder();
    TextDecoder(TextDecoder&&) noexcept;
    TextDecoder& operator=(TextDecoder&&) noexcept;
    TextDecoder(const TextDecoder&) = delete;
    TextDecoder& operator=(const TextDecoder&) = delete;

    std::string feed(std::string bytes);
    /// What was held back.
    std::string finish();

    /// "UTF-8", also as long as there is only ASCII.
    std::string_view charset() const;
    /// Whether neither the caller nor the text named it.
    bool guessed() const;
    /// How many U+FFFD stand for bytes that the charset does not have.
    std::size_t replaced() const;

private:
    class Conversion;
    class Exact;
    class Mixed;
    static std::unique_ptr<Conversion> conversion_from(std::string_view charset);

    std::string decided(bool last);
    void decide(std::string_view head, bool last);
    bool fits(std::string_view head, bool last) const;

    std::string wanted_;
    std::string named_;
    std::string held_;
    bool begun_ = false;
    bool passing_ = false;
    std::unique_ptr<Conversion> conversion_;
    std::string charset_ = "UTF-8";
    bool guessed_ = false;
};

/// A whole text, which is UTF-8 in any case.
std::string decoded(std::string bytes, std::string_view charset = {});

}  // namespace arbiter::platform
