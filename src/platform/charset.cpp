#include "platform/charset.hpp"

#include <algorithm>
#include <array>
#include <cerrno>
#include <limits>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <utility>
#include <vector>

#include <iconv.h>

#include "core/base/charset.hpp"
#include "core/base/text.hpp"
#include "core/base/utf8.hpp"

namespace arbiter::platform {

namespace {

constexpr std::size_t head_size = std::size_t{64} << 10;
constexpr std::string_view replacement = "\xEF\xBF\xBD";  // U+FFFD

/// Every byte is looked at, so that the compiler can take many at once.
bool is_ascii(std::string_view text) {
    unsigned char all = 0;
    for (const char c : text) all |= byte_of(c);
    return all < 0x80;
}

bool is_beyond_ascii(char c) { return byte_of(c) >= 0x80; }

/// Where the web's charsets have more characters than those of that name in the C library.
std::string library_name(std::string_view charset) {
    using Names = std::pair<std::string_view, std::string_view>;
    constexpr std::array larger{Names{"Big5", "BIG5-HKSCS"}, Names{"Shift_JIS", "CP932"},
                                Names{"EUC-JP", "EUC-JP-MS"}, Names{"EUC-KR", "CP949"}};
    const auto* found = std::ranges::find(larger, charset, &Names::first);
    return std::string(found == larger.end() ? charset : found->second);
}

/// The usual name; an unusual one remains as it is if the C library knows it.
std::string charset_called(std::string_view name) {
    constexpr std::size_t name_size_max = 40;
    if (std::string known = charset_named(name); !known.empty()) return known;
    const auto is_plain = [](char c) {
        return is_letter(c) || is_digit(c) || c == '-' || c == '_' || c == '.' || c == ':';
    };
    const bool is_word =
        !name.empty() && name.size() <= name_size_max && std::ranges::all_of(name, is_plain);
    return std::string(is_word ? name : std::string_view());
}

class Iconv {
public:
    explicit Iconv(std::string_view charset)
        : handle_(iconv_open("UTF-8", library_name(charset).c_str())),
          unit_(charset.starts_with("UTF-16") ? 2 : 1) {}
    ~Iconv() {
        if (is_open()) iconv_close(handle_);
    }
    Iconv(const Iconv&) = delete;
    Iconv& operator=(const Iconv&) = delete;
    Iconv(Iconv&&) = delete;
    Iconv& operator=(Iconv&&) = delete;

    // The C library's sign of failure is this address.
    // NOLINTNEXTLINE(performance-no-int-to-ptr,cppcoreguidelines-pro-type-*)
    bool is_open() const { return handle_ != reinterpret_cast<iconv_t>(-1); }
    std::size_t replaced() const { return replaced_; }

    /// Takes off `bytes` what it has converted: all but an incomplete character at the end.
    std::string convert(std::string& bytes, bool last) {
        std::string text;
        char* from = bytes.data();
        std::size_t left = bytes.size();
        while (left > 0) {
            std::array<char, 4096> piece{};
            char* to = piece.data();
            std::size_t room = piece.size();
            const bool done =
                iconv(handle_, &from, &left, &to, &room) != static_cast<std::size_t>(-1);
            const int problem = errno;
            text.append(piece.data(), to);
            if (done || problem == E2BIG) continue;
            if (problem == EINVAL && !last) break;
            // A wrong byte after the first of a character may begin the next one, or end a text.
            const std::size_t skipped = std::min(left, unit_);
            from += skipped;
            left -= skipped;
            text += replacement;
            ++replaced_;
        }
        bytes.erase(0, bytes.size() - left);
        return text;
    }

private:
    iconv_t handle_;
    std::size_t unit_;
    std::size_t replaced_ = 0;
};

/// What the bytes from 0x80 on stand for.
using Characters = std::array<std::string, 128>;

/// Kept for good: to ask the C library takes longer than to convert most texts, and there are few such charsets.
const Characters& characters_of(std::string_view charset) {
    static std::mutex mutex;
    static std::map<std::string, Characters, std::less<>> known;
    const std::scoped_lock lock(mutex);
    const auto [found, is_new] = known.try_emplace(std::string(charset));
    if (!is_new) return found->second;
    Iconv iconv(charset);
    for (std::size_t i = 0; i < found->second.size(); ++i) {
        std::string byte(1, static_cast<char>(0x80 + i));
        found->second[i] = iconv.convert(byte, true);
    }
    return found->second;
}

/// As long as one is open, the C library does not load its tables anew for each text.
void keep_likely_charsets() {
    static const std::vector<std::unique_ptr<Iconv>> kept = [] {
        std::vector<std::unique_ptr<Iconv>> all;
        for (const std::string_view charset : likely_charsets()) {
            if (!is_single_byte(charset)) all.push_back(std::make_unique<Iconv>(charset));
        }
        return all;
    }();
}

struct Mark {
    std::string_view charset;
    std::size_t size = 0;
};

std::optional<Mark> byte_order_mark_of(std::string_view text) {
    if (text.starts_with(byte_order_mark)) return Mark{"UTF-8", byte_order_mark.size()};
    if (text.starts_with("\xFF\xFE")) return Mark{"UTF-16LE", 2};
    if (text.starts_with("\xFE\xFF")) return Mark{"UTF-16BE", 2};
    return std::nullopt;
}

/// UTF-16 without a mark: every other byte of ASCII in it is zero.
std::string_view zeros_say(std::string_view text) {
    constexpr std::size_t looked_at = 1024;
    std::array<std::size_t, 2> zeros{};
    text = text.substr(0, looked_at);
    for (std::size_t i = 0; i < text.size(); ++i) {
        if (text[i] == '\0') ++zeros[i % 2];
    }
    const auto many = [&](std::size_t count) { return count > 0 && 6 * count >= text.size(); };
    if (many(zeros[1]) && zeros[0] == 0) return "UTF-16LE";
    if (many(zeros[0]) && zeros[1] == 0) return "UTF-16BE";
    return {};
}

/// The end may be that of a piece, not of the text.
bool is_utf8_so_far(std::string_view text, bool last) {
    constexpr std::size_t incomplete_max = 3;
    for (std::size_t cut = 0; cut <= (last ? 0 : std::min(incomplete_max, text.size())); ++cut) {
        if (is_utf8(text.substr(0, text.size() - cut))) return true;
    }
    return false;
}

bool is_likely(std::string_view charset) {
    return std::ranges::find(likely_charsets(), charset) != likely_charsets().end();
}

/// Of a character of UTF-8 with more than two bytes.
bool is_long_lead(char c) { return byte_of(c) >= 0xE0; }

}  // namespace

class TextDecoder::Conversion {
public:
    virtual ~Conversion() = default;
    virtual std::string convert(std::string bytes, bool last) = 0;
    std::size_t replaced() const { return replaced_; }

protected:
    std::size_t replaced_ = 0;
};

/// As the charset says.
class TextDecoder::Exact final : public Conversion {
public:
    explicit Exact(std::string_view charset) : iconv_(charset) {}

    std::string convert(std::string bytes, bool last) override {
        held_ += bytes;
        std::string text = iconv_.convert(held_, last);
        replaced_ = iconv_.replaced();
        return text;
    }

private:
    Iconv iconv_;
    std::string held_;
};

/// A byte is a character, except in stretches of UTF-8.
class TextDecoder::Mixed final : public Conversion {
public:
    explicit Mixed(std::string_view charset) : characters_(characters_of(charset)) {}

    std::string convert(std::string bytes, bool last) override {
        constexpr std::size_t held_max = 256;
        held_ += bytes;
        std::string text;
        std::string_view rest = held_;
        while (!rest.empty()) {
            const auto* first = std::ranges::find_if(rest, is_beyond_ascii);
            const auto* end = std::find_if_not(first, rest.end(), is_beyond_ascii);
            const std::string_view run(first, end);
            text.append(rest.begin(), first);
            rest = rest.substr(static_cast<std::size_t>(first - rest.begin()));
            if (end == rest.end() && !last && run.size() < held_max) break;
            add(run, text);
            rest.remove_prefix(run.size());
        }
        held_.erase(0, held_.size() - rest.size());
        return text;
    }

private:
    void add(std::string_view run, std::string& text) {
        if (is_utf8(run)) {
            text += run;
            return;
        }
        for (const char c : run) {
            const std::string& character = characters_[byte_of(c) - 0x80U];
            text += character;
            if (character == replacement) ++replaced_;
        }
    }

    const Characters& characters_;
    std::string held_;
};

bool is_charset(std::string_view name) {
    const std::string charset = charset_called(name);
    return !charset.empty() && Iconv(charset).is_open();
}

TextDecoder::TextDecoder(std::string_view charset)
    : wanted_(is_charset(charset) ? charset_called(charset) : std::string()) {}
TextDecoder::~TextDecoder() = default;
TextDecoder::TextDecoder(TextDecoder&&) noexcept = default;
TextDecoder& TextDecoder::operator=(TextDecoder&&) noexcept = default;

std::string_view TextDecoder::charset() const { return charset_; }
bool TextDecoder::guessed() const { return guessed_; }
std::size_t TextDecoder::replaced() const { return conversion_ ? conversion_->replaced() : 0; }

std::string TextDecoder::feed(std::string bytes) {
    if (passing_) return bytes;
    if (conversion_) return conversion_->convert(std::move(bytes), false);
    held_.empty() ? held_.swap(bytes) : void(held_ += bytes);
    return held_.size() < head_size ? std::string() : decided(false);
}

std::string TextDecoder::finish() {
    if (!passing_ && !conversion_) return decided(true);
    return conversion_ ? conversion_->convert({}, true) : std::string();
}

/// What is held, as soon as it is known what it is.
std::string TextDecoder::decided(bool last) {
    if (!begun_) {
        begun_ = true;
        named_ = charset_called(charset_named_in(held_));
        const auto mark = byte_order_mark_of(held_);
        if (mark) held_.erase(0, mark->size);
        const std::string_view zeros =
            mark || !wanted_.empty() ? std::string_view() : zeros_say(held_);
        guessed_ = !zeros.empty();
        if (mark && mark->charset == "UTF-8") {
            passing_ = true;
        } else if (mark || guessed_ || !wanted_.empty()) {
            charset_ = mark ? mark->charset : guessed_ ? zeros : std::string_view(wanted_);
            conversion_ = std::make_unique<Exact>(charset_);
        }
    }
    if (!passing_ && !conversion_) {
        if (is_ascii(held_)) return std::exchange(held_, {});
        const auto first = std::ranges::find_if(held_, is_beyond_ascii) - held_.begin();
        if (!last && held_.size() < head_size + static_cast<std::size_t>(first)) return {};
        decide(held_, last);
    }
    std::string bytes = std::exchange(held_, {});
    return conversion_ ? conversion_->convert(std::move(bytes), last) : bytes;
}

/// A text that names no charset is in the most plausible one; so is a text whose name is wrong.
void TextDecoder::decide(std::string_view head, bool last) {
    keep_likely_charsets();
    const auto plausibility_in = [&](std::string_view charset) {
        const std::string text = conversion_from(charset)->convert(std::string(head), last);
        return plausibility(text, charset);
    };
    const bool fitting = fits(head, last);
    const bool comparable = is_likely(named_);
    if (is_utf8_so_far(head, last)) {
        // A few characters of GBK can be UTF-8 by chance: then they are letters that nobody writes.
        const bool chance = fitting && comparable && !is_single_byte(named_) &&
                            std::ranges::none_of(head, is_long_lead) &&
                            plausibility_in(named_) > plausibility(head, "windows-1252");
        if (!chance) {
            passing_ = true;
            return;
        }
    }
    std::string_view best;
    int best_plausibility = std::numeric_limits<int>::min();
    for (const std::string_view charset : likely_charsets()) {
        const int found = plausibility_in(charset);
        if (found > best_plausibility) {
            best = charset;
            best_plausibility = found;
        }
    }
    const bool believed =
        named_ == best ||
        (fitting &&
         (!comparable || plausibility_in(named_) + plausibility_doubt >= best_plausibility));
    guessed_ = !believed;
    charset_ = believed ? named_ : best;
    conversion_ = conversion_from(charset_);
}

/// Whether a text can be in the charset that it names. Programs name Latin-1 without knowing, and any
/// bytes are Latin-1.
bool TextDecoder::fits(std::string_view head, bool last) const {
    if (named_.empty() || named_ == "windows-1252" || !Iconv(named_).is_open()) return false;
    constexpr std::string_view ascii = "(;CA[]\\AZaz09";
    Exact exact(named_);
    return exact.convert(std::string(ascii), false) == ascii &&
           (exact.convert(std::string(head), last), exact.replaced() == 0);
}

std::unique_ptr<TextDecoder::Conversion> TextDecoder::conversion_from(std::string_view charset) {
    if (is_single_byte(charset)) return std::make_unique<Mixed>(charset);
    return std::make_unique<Exact>(charset);
}

std::string decoded(std::string bytes, std::string_view charset) {
    TextDecoder decoder(charset);
    const std::string text = decoder.feed(std::move(bytes));
    return to_utf8(text + decoder.finish());
}

}  // namespace arbiter::platform
