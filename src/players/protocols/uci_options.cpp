#include "players/protocols/uci_options.hpp"

#include <algorithm>
#include <array>
#include <charconv>
#include <limits>

#include "core/base/excerpt.hpp"
#include "platform/files.hpp"

namespace arbiter::players {

namespace {

constexpr std::int64_t seed_max = std::numeric_limits<std::int32_t>::max();
constexpr std::size_t mebibyte = 1 << 20;
constexpr std::size_t book_bytes_max = 256 * mebibyte;

/// An option that is a number.
struct SpinOption {
    std::string_view name;
    std::int64_t usual;
    std::int64_t least;
    std::int64_t most;
};
const std::array<SpinOption, 6> spin_options{{
    {"Level", level_max, level_min, level_max},
    {"Seed", 0, 0, seed_max},
    {"Hash", 16, 1, 4096},
    {"Threads", 1, 1, 64},
    {"MultiPV", 1, 1, 218},
    {"UCI_Elo", chess_level(level_max).elo, chess_level(level_min).elo, chess_level(level_max).elo},
}};
constexpr std::array<std::string_view, 4> check_options{"Ponder", "UCI_LimitStrength",
                                                        "UCI_ShowWDL", "UCI_Chess960"};

std::string lower_case(std::string_view text) {
    std::string lower(text);
    std::ranges::transform(lower, lower.begin(),
                           [](char c) { return c >= 'A' && c <= 'Z' ? char(c - 'A' + 'a') : c; });
    return lower;
}

std::optional<std::int64_t> whole_number(std::string_view word) {
    std::int64_t value = 0;
    const auto end = word.data() + word.size();
    const auto [stop, fault] = std::from_chars(word.data(), end, value);
    if (fault != std::errc() || stop != end) return std::nullopt;
    return value;
}

}  // namespace

std::shared_ptr<ChessTable> UciOptions::table_of(std::size_t mebibytes) {
    return std::make_shared<ChessTable>(ChessTable::entries_in(mebibytes * mebibyte));
}

std::string UciOptions::introduction() {
    std::string text;
    for (const SpinOption& option : spin_options) {
        text.append("option name ").append(option.name).append(" type spin default ");
        text += std::to_string(option.usual) + " min " + std::to_string(option.least) + " max " +
                std::to_string(option.most) + "\n";
    }
    for (const std::string_view name : check_options) {
        text.append("option name ").append(name).append(" type check default false\n");
    }
    return text +
           "option name BookFile type string default <empty>\n"
           "option name Clear Hash type button\n";
}

void UciOptions::forget() { table = table_of(table->bytes() / mebibyte); }

ChessLevel UciOptions::strength() const {
    return elo ? chess_strength(*elo) : chess_level(bot.level);
}

std::string UciOptions::set(std::string_view name, const std::string& value) {
    const std::string lower = lower_case(name);
    if (lower == "bookfile") return set_book(value);
    if (lower == "clear hash") {
        forget();
        return {};
    }
    const bool is_flag = value == "true" || value == "false";
    if (is_flag && set_flag(lower, value == "true")) return {};
    const auto number = whole_number(value);
    if (number && set_number(lower, *number)) return {};
    return "no option " + excerpt(lower, 40) + " with the value " + excerpt(value, 40);
}

bool UciOptions::set_flag(std::string_view name, bool value) {
    if (name == "uci_chess960") chess960 = value;
    if (name == "uci_showwdl") shows_wdl = value;
    if (name == "uci_limitstrength") elo = value ? std::optional(elo_wanted) : std::nullopt;
    // `go ponder` says it again.
    return std::ranges::any_of(check_options,
                               [&](std::string_view each) { return lower_case(each) == name; });
}

bool UciOptions::set_number(std::string_view name, std::int64_t value) {
    const auto* option = std::ranges::find_if(
        spin_options, [&](const SpinOption& each) { return lower_case(each.name) == name; });
    if (option == spin_options.end() || value < option->least || value > option->most) return false;
    if (name == "level") bot.level = static_cast<int>(value);
    if (name == "seed") bot.seed = static_cast<std::uint64_t>(value);
    if (name == "multipv") lines = static_cast<int>(value);
    if (name == "threads") threads = static_cast<int>(value);
    if (name == "hash") table = table_of(static_cast<std::size_t>(value));
    if (name == "uci_elo") {
        elo_wanted = static_cast<int>(value);
        if (elo) elo = elo_wanted;
    }
    return true;
}

std::string UciOptions::set_book(const std::string& file) {
    book.reset();
    if (file.empty() || file == "<empty>") return {};
    auto bytes = platform::read_file(file, book_bytes_max);
    if (!bytes) return bytes.error().sentence;
    book = PolyglotBook::of(*std::move(bytes));
    return book ? "" : excerpt(file, 80) + " is not a PolyGlot book";
}

}  // namespace arbiter::players
