#include "cli/console.hpp"

#include <algorithm>
#include <cctype>
#include <cstdlib>

#include <fmt/format.h>
#include <unistd.h>

namespace arbiter::cli {

namespace {

constexpr std::size_t line_width = 79;
constexpr std::size_t bar_width = 30;

std::string_view environment(const char* name) {
    const char* value = std::getenv(name);
    return value == nullptr ? std::string_view() : std::string_view(value);
}

/// The name alone is asked: the locale itself may not be installed.
bool speaks_utf8() {
    for (const char* name : {"LC_ALL", "LC_CTYPE", "LANG"}) {
        std::string locale(environment(name));
        if (locale.empty()) continue;
        std::ranges::transform(locale, locale.begin(),
                               [](unsigned char c) { return std::tolower(c); });
        return locale.contains("utf-8") || locale.contains("utf8");
    }
    return false;
}

Screen screen_of(int descriptor) {
    const bool terminal = isatty(descriptor) == 1;
    const bool color = environment("NO_COLOR").empty() && environment("TERM") != "dumb";
    return {.terminal = terminal, .color = terminal && color, .unicode = terminal && speaks_utf8()};
}

}  // namespace

std::string Screen::bar(std::size_t done, std::size_t all) const {
    const std::size_t full = std::min(bar_width, bar_width * done / std::max<std::size_t>(all, 1));
    std::string drawn;
    for (std::size_t i = 0; i < bar_width; ++i) {
        drawn += i < full ? (unicode ? "█" : "#") : (unicode ? "░" : ".");
    }
    return drawn;
}

Console Console::of(std::span<const std::string> arguments) {
    return {.out = screen_of(STDOUT_FILENO),
            .err = screen_of(STDERR_FILENO),
            .json = std::ranges::find(arguments, "--json") != arguments.end()};
}

std::vector<std::string> words_of(std::string_view text) {
    std::vector<std::string> words;
    while (!text.empty()) {
        const std::size_t end = std::min(text.find(' '), text.size());
        if (end > 0) words.emplace_back(text.substr(0, end));
        text.remove_prefix(std::min(end + 1, text.size()));
    }
    return words;
}

std::string wrapped(const std::vector<std::string>& words, std::string_view indent) {
    std::string text;
    std::size_t column = 0;
    for (const std::string& word : words) {
        const bool fits = column > 0 && column + 1 + word.size() <= line_width;
        if (column > 0) text += fits ? ' ' : '\n';
        if (!fits) {
            text += indent;
            column = indent.size();
        }
        text += word;
        column += word.size() + (fits ? 1 : 0);
    }
    return words.empty() ? text : text + '\n';
}

std::string counted(std::size_t count, std::string_view noun) {
    return fmt::format("{} {}{}", count, noun, count == 1 ? "" : "s");
}

void tell(std::string_view message) {
    while (!message.empty()) {
        const ssize_t written = ::write(STDERR_FILENO, message.data(), message.size());
        if (written <= 0) return;
        message.remove_prefix(static_cast<std::size_t>(written));
    }
}

}  // namespace arbiter::cli
