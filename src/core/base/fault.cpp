#include "core/base/fault.hpp"

#include <algorithm>

namespace arbiter {

/// RFC 6901: `~` and `/` inside a key become ~0 and ~1.
void JsonPointer::descend(std::string_view key) {
    path += '/';
    for (const char character : key) {
        if (character == '~') {
            path += "~0";
        } else if (character == '/') {
            path += "~1";
        } else {
            path += character;
        }
    }
}

void JsonPointer::descend(std::size_t index) {
    path += '/';
    path += std::to_string(index);
}

TextPlace place_in(std::string_view text, std::size_t offset) {
    const std::string_view before = text.substr(0, offset);
    std::size_t line = 1;
    std::size_t line_start = 0;
    for (auto end = before.find('\n'); end != before.npos; end = before.find('\n', line_start)) {
        ++line;
        line_start = end + 1;
    }
    return {line, offset - line_start + 1};
}

std::string to_string(const Place& place) {
    if (const auto* pointer = std::get_if<JsonPointer>(&place)) {
        return pointer->path.empty() ? "the document" : pointer->path;
    }
    if (const auto* text = std::get_if<TextPlace>(&place)) {
        return "line " + std::to_string(text->line) + ", column " + std::to_string(text->column);
    }
    if (const auto* token = std::get_if<TokenPlace>(&place)) {
        return "token " + std::to_string(token->number);
    }
    return {};
}

void Faults::add(Fault fault) {
    const bool is_first_error = !fatal_ && fault.severity == Severity::error;
    fatal_ = fatal_ || is_first_error;
    if (faults_.size() >= limit) {
        // Whoever reads the faults one by one must learn that there is no value.
        if (is_first_error) faults_.back() = std::move(fault);
        return;
    }
    // Places tell most faults apart, and sooner than sentences that begin alike.
    const auto* place = std::get_if<TextPlace>(&fault.place);
    const auto is_known = [&](const Fault& known) {
        const auto* other = std::get_if<TextPlace>(&known.place);
        const bool may_be = place == nullptr || (other != nullptr && *other == *place);
        return may_be && known == fault;
    };
    if (std::ranges::any_of(faults_, is_known)) return;
    faults_.push_back(std::move(fault));
}

void Faults::add(std::string_view code, std::string sentence, Place place) {
    add(Fault{code, std::move(sentence), std::move(place), Severity::error});
}

void Faults::warn(std::string_view code, std::string sentence, Place place) {
    add(Fault{code, std::move(sentence), std::move(place), Severity::warning});
}

void Faults::merge(Faults other) {
    if (empty()) {
        *this = std::move(other);
    } else {
        for (Fault& fault : other.faults_) add(std::move(fault));
    }
}

void Faults::be_strict() {
    for (Fault& fault : faults_) fault.severity = Severity::error;
    fatal_ = fatal_ || !faults_.empty();
}

}  // namespace arbiter
