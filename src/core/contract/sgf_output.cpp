#include "core/contract/sgf_output.hpp"

#include <algorithm>

#include "core/base/sgf_text.hpp"

namespace arbiter {

namespace {

/// A node that would begin after this column begins a new line.
constexpr std::size_t sgf_line_length = 72;

constexpr bool is_capital(char c) { return c >= 'A' && c <= 'Z'; }

/// Whether the character may end a value, or a line that looks like a game.
constexpr bool needs_care(char c) { return c == ']' || c == '\\' || c == '\n'; }

bool is_sgf_identifier(std::string_view name) {
    return !name.empty() && is_capital(name[0]) && std::ranges::all_of(name, [](char c) {
        return is_capital(c) || (c >= '0' && c <= '9');
    });
}

}  // namespace

/// At the beginning of a line, a variation that begins with a root property would be read as the next
/// game.
void SgfOutput::begin_node(Place place, std::span<const Annotation> annotations) {
    const auto* first = annotations.empty() ? nullptr : std::get_if<Property>(annotations.data());
    const bool like_a_game = first != nullptr && is_root_property(first->name);
    if (!like_a_game && text_.size() - line_begin_ > sgf_line_length) write_line({});
    text_ += place == Place::in_parentheses ? "(;" : ";";
}

void SgfOutput::write(const Property& property) {
    if (!is_sgf_identifier(property.name)) return;
    text_ += property.name;
    for (const std::string& raw : property.values) {
        text_ += '[';
        if (std::ranges::none_of(raw, needs_care)) {
            text_ += raw;
        } else {
            text_ += sgf_closed(raw);
        }
        text_ += ']';
    }
    if (property.values.empty()) text_ += "[]";
}

void SgfOutput::write_line(std::string_view text) {
    text_.append(text).append("\n");
    line_begin_ = text_.size();
}

}  // namespace arbiter
