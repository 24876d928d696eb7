#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

#include "core/base/fault.hpp"

namespace arbiter {

/// A stretch of a text that arrives in pieces.
struct TextSpan {
    TextPlace place;
    std::uint64_t begin = 0;  ///< in bytes from the start of the text
    std::uint64_t end = 0;
};

/// The part that lexers share: it buffers the pieces of a text, counts lines, and knows where the
/// current token begins. A lexer derives from it and looks at each byte once:
///
///     at_ ........ scan_ ........ buffer_.size()
///     |  current    |  not looked
///     |  token      |  at yet
class TextFeed {
public:
    void feed(std::string_view piece);
    void finish() { finished_ = true; }
    bool finished() const { return finished_; }

    /// What has been seen of the token that is not complete yet.
    TextSpan incomplete() const;

protected:
    /// Whether a scan has come to the end of its token, or of the text.
    enum class Scan : std::uint8_t { complete, unfinished };

    /// A token that grows longer loses its text, but neither its kind nor its place.
    explicit TextFeed(std::size_t token_size_max) : token_size_max_(token_size_max) {}

    bool exhausted() const { return scan_ == buffer_.size(); }
    Scan at_text_end() const { return finished_ ? Scan::complete : Scan::unfinished; }
    std::uint64_t offset(std::size_t index) const { return base_ + index; }
    TextPlace present_place() const {
        return {line_, static_cast<std::size_t>(offset(scan_) - line_begin_) + 1};
    }
    /// What has been scanned of the current token.
    std::string_view scanned() const { return ahead(at_).substr(0, scan_ - at_); }
    std::string_view ahead(std::size_t index) const {
        return std::string_view(buffer_).substr(index);
    }

    /// The line after the byte at `index`, which ends one.
    void begin_line(std::size_t index) { ++line_, line_begin_ = offset(index) + 1; }
    void begin_token() {
        span_ = {present_place(), offset(scan_), 0};
        in_token_ = true;
    }
    void end_token() {
        span_.end = offset(scan_);
        at_ = scan_;
        in_token_ = false;
    }
    /// To be called when a token needs more text: keeps what is buffered of it within the limit.
    void drop_oversized_token() {
        if (scan_ - at_ > token_size_max_) at_ = scan_;
    }

    std::string buffer_;
    std::size_t at_ = 0;    // where the current token's text begins; everything before it is done
    std::size_t scan_ = 0;  // the first byte that has not been looked at
    std::uint64_t line_begin_ = 0;
    TextSpan span_;  // of the current token
    bool in_token_ = false;
    bool finished_ = false;

private:
    std::size_t token_size_max_;
    std::uint64_t base_ = 0;  // the text's offset of the buffer's first byte
    std::size_t line_ = 1;
};

}  // namespace arbiter
