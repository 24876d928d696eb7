#include "core/base/text_feed.hpp"

namespace arbiter {

/// The part that is done is erased once it is the larger one, so that on average no byte moves twice.
void TextFeed::feed(std::string_view piece) {
    if (finished_) return;
    if (at_ >= buffer_.size() - at_) {
        buffer_.erase(0, at_);
        base_ += at_;
        scan_ -= at_;
        at_ = 0;
    }
    buffer_ += piece;
}

TextSpan TextFeed::incomplete() const {
    if (!in_token_) return {present_place(), offset(scan_), offset(scan_)};
    return {span_.place, span_.begin, offset(scan_)};
}

}  // namespace arbiter
