#include "players/specification.hpp"

#include <algorithm>
#include <charconv>

#include "core/base/excerpt.hpp"
#include "core/base/text.hpp"

namespace arbiter::players {

namespace {

std::unexpected<Fault> bad(std::string_view text, std::size_t index, std::string_view what) {
    return std::unexpected(Fault{"bad_specification",
                                 "the player " + in_quotes(text) + " " + std::string(what),
                                 TextPlace{1, index + 1}});
}

constexpr bool is_kind_letter(char c) { return (lower(c) >= 'a' && lower(c) <= 'z') || c == '-'; }

/// The whole of it is a number.
template <class Number>
std::optional<Number> number_in(std::string_view text) {
    Number number{};
    const char* const end = text.data() + text.size();
    const auto [stop, error] = std::from_chars(text.data(), end, number);
    if (error != std::errc() || stop != end) return std::nullopt;
    return number;
}

template <class Number>
std::string range(Number least, Number most) {
    return "a number from " + std::to_string(least) + " to " + std::to_string(most);
}

}  // namespace

std::expected<Specification, Fault> read_specification(std::string_view text) {
    Specification specification;
    std::size_t index = 0;
    while (index < text.size() && is_kind_letter(text[index])) ++index;
    specification.kind = text.substr(0, index);
    if (index == 0) return bad(text, 0, "does not begin with a kind, such as bot or uci");
    if (index < text.size() && text[index] == '[') {
        const std::size_t close = text.find(']', index);
        if (close == text.npos) return bad(text, index, "opens a bracket that is not closed");
        while (index < close) {
            const std::size_t begin = index + 1;
            index = std::min(text.find(',', begin), close);
            const std::string_view option = trimmed(text.substr(begin, index - begin));
            const std::size_t equals = option.find('=');
            if (equals == option.npos || equals == 0) {
                return bad(text, begin, "has options that are not written as name=value");
            }
            specification.options.push_back({std::string(trimmed(option.substr(0, equals))),
                                             std::string(trimmed(option.substr(equals + 1)))});
        }
        ++index;
    }
    if (index == text.size()) return specification;
    if (text[index] != ':') return bad(text, index, "should have a colon here");
    specification.argument = trimmed(text.substr(index + 1));
    return specification;
}

std::optional<std::string> OptionReader::text(std::string_view name) {
    const auto found = std::ranges::find(options_, name, &Option::name);
    if (found == options_.end()) return std::nullopt;
    std::string value = std::move(found->value);
    options_.erase(found);
    return value;
}

std::optional<bool> OptionReader::on_off(std::string_view name) {
    const auto word = one_of(name, {"off", "on"});
    if (!word) return std::nullopt;
    return *word == 1;
}

std::optional<std::int64_t> OptionReader::whole(std::string_view name, std::int64_t least,
                                                std::int64_t most) {
    const auto value = text(name);
    if (!value) return std::nullopt;
    const auto number = number_in<std::int64_t>(*value);
    if (number && *number >= least && *number <= most) return number;
    refuse(name, *value, range(least, most));
    return std::nullopt;
}

std::optional<double> OptionReader::number(std::string_view name, double least, double most) {
    const auto value = text(name);
    if (!value) return std::nullopt;
    const auto number = number_in<double>(*value);
    if (number && *number >= least && *number <= most) return number;
    refuse(name, *value, range(least, most));
    return std::nullopt;
}

std::optional<std::chrono::milliseconds> OptionReader::time(std::string_view name) {
    constexpr std::int64_t day_ms = 24LL * 60 * 60 * 1000;
    const auto time_ms = whole(name, 1, day_ms);
    if (!time_ms) return std::nullopt;
    return std::chrono::milliseconds(*time_ms);
}

std::optional<std::size_t> OptionReader::one_of(std::string_view name,
                                                const std::vector<std::string_view>& words) {
    const auto value = text(name);
    if (!value) return std::nullopt;
    const auto found = std::ranges::find(words, std::string_view(*value));
    if (found != words.end()) return static_cast<std::size_t>(found - words.begin());
    std::string wanted = "one of";
    for (const std::string_view word : words) wanted += " " + std::string(word);
    refuse(name, *value, wanted);
    return std::nullopt;
}

std::optional<Fault> OptionReader::fault() const {
    if (fault_ || options_.empty()) return fault_;
    return Fault{
        "unknown_option", "there is no option " + in_quotes(options_.front().name) + " here", {}};
}

void OptionReader::refuse(std::string_view name, std::string_view value, std::string_view wanted) {
    if (fault_) return;
    fault_ = Fault{"bad_option",
                   "the option " + std::string(name) + " is " + in_quotes(value) + " and must be " +
                       std::string(wanted),
                   {}};
}

}  // namespace arbiter::players
