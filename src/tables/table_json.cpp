#include "tables/table_json.hpp"

#include "core/base/excerpt.hpp"
#include "core/base/utf8.hpp"
#include "tables/fingerprint.hpp"

namespace arbiter::tables {

namespace {

constexpr std::size_t commit_digits = 40;

std::size_t characters(std::string_view text) {
    std::size_t count = 0;
    for (; !text.empty(); ++count) {
        const std::size_t length = utf8_length(text);
        text.remove_prefix(length == 0 ? 1 : length);
    }
    return count;
}

}  // namespace

std::optional<std::string> TableFileReader::read_hex(const JsonView& view, std::size_t digits) {
    const std::string* text = view.string(faults);
    if (text == nullptr) return std::nullopt;
    if (text->size() == digits && is_hex(*text)) return *text;
    add(view, "bad_hex",
        in_quotes(*text) + " is not " + std::to_string(digits) + " hex digits in lower case");
    return std::nullopt;
}

MoveNote TableFileReader::read_note() {
    MoveNote note;
    const auto time = member("timestamp");
    if (time && read_moment(*time)) note.timestamp = *time->json().as<std::string>();
    const auto expected = member("expectedState");
    const auto state = expected ? read_hex(*expected, fingerprint_digits) : std::nullopt;
    if (state) note.expected_state = *state;
    note.comment = read_comment();
    note.commit_sha = read_commit_sha();
    return note;
}

std::optional<std::string> TableFileReader::read_comment() {
    const auto view = member("comment");
    if (!view || view->json().is_null()) return std::nullopt;
    const std::string* text = view->string(faults);
    if (text == nullptr) return std::nullopt;
    if (characters(*text) > MoveNote::comment_max) {
        add(*view, "too_long", "a comment has at most 280 characters");
    }
    return *text;
}

std::optional<std::string> TableFileReader::read_commit_sha() {
    const auto view = member("commitSha");
    if (!view || view->json().is_null()) return std::nullopt;
    return read_hex(*view, commit_digits);
}

void write_optional(JsonWriter& out, std::string_view key, const std::optional<std::string>& text) {
    out.key(key);
    text ? out.value(*text) : out.null();
}

}  // namespace arbiter::tables
