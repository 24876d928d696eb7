#include "arena/toml.hpp"

#include <algorithm>
#include <charconv>
#include <cmath>

#include "core/base/utf8.hpp"

// toml++ 3.3 takes it for granted, and without assertions assumes it, that a name stands behind a "[".
struct TomlNamesNothing {};
constexpr void toml_require(bool condition) {
    if (!condition) throw TomlNamesNothing();
}
#undef NDEBUG
#define TOML_ASSERT(condition) toml_require(static_cast<bool>(condition))
#define TOML_ENABLE_FORMATTERS 0
#include <toml++/toml.h>

namespace arbiter::arena {

namespace {

/// toml++ 3.3 also looks characters up in tables that do not know them all. It gets to see ASCII alone:
/// other bytes, and "~" itself, are written as "~8~" and two digits. That is legal wherever other
/// characters are, in strings and comments.
constexpr std::string_view mark = "~8~";
constexpr std::size_t mark_size = mark.size() + 2;

std::string in_ascii(std::string_view text) {
    constexpr std::string_view digits = "0123456789abcdef";
    std::string ascii;
    for (const char c : text) {
        const auto byte = static_cast<unsigned char>(c);
        if (byte < 0x80 && c != '~') {
            ascii += c;
            continue;
        }
        ascii += mark;
        ascii += {digits[byte >> 4U], digits[byte & 15U]};
    }
    return ascii;
}

std::string from_ascii(std::string_view ascii) {
    std::string text;
    while (!ascii.empty()) {
        const std::string_view plain = ascii.substr(0, ascii.find(mark));
        text += plain;
        ascii.remove_prefix(plain.size());
        if (ascii.empty()) break;
        unsigned byte = '~';
        const char* const digits = ascii.data() + mark.size();
        if (ascii.size() >= mark_size) std::from_chars(digits, digits + 2, byte, 16);
        text += static_cast<char>(byte);
        ascii.remove_prefix(std::min(mark_size, ascii.size()));
    }
    return text;
}

std::vector<std::string_view> lines_of(std::string_view text) {
    std::vector<std::string_view> lines;
    while (!text.empty()) {
        lines.push_back(text.substr(0, text.find('\n')));
        text.remove_prefix(std::min(lines.back().size() + 1, text.size()));
    }
    return lines;
}

}  // namespace

class TomlReader {
public:
    explicit TomlReader(std::string_view text) : ascii_(in_ascii(text)), lines_(lines_of(ascii_)) {}

    Reading<Toml> read() {
        try {
            toml_.json_ = converted(toml::parse(std::string_view(ascii_)), {});
        } catch (const toml::parse_error& error) {
            return Reading<Toml>::failure("toml_syntax", from_ascii(error.description()),
                                          place_of(error.source()));
        } catch (const TomlNamesNothing&) {
            return Reading<Toml>::failure("toml_syntax", "expected the name of a table",
                                          nameless_table());
        }
        std::ranges::sort(toml_.spots_, {}, &Toml::Spot::pointer);
        Reading<Toml> reading{std::nullopt, std::move(faults_)};
        if (!reading.faults.fatal()) reading.value = std::move(toml_);
        return reading;
    }

private:
    TextPlace place_of(const toml::source_region& region) const {
        const auto& [line, column] = region.begin;
        if (line == 0 || line > lines_.size() || column == 0) return {line, column};
        return {line, from_ascii(lines_[line - 1].substr(0, column - 1)).size() + 1};
    }

    /// The first "[" at the beginning of a line that has no name behind it.
    Place nameless_table() const {
        constexpr std::string_view name_begins =
            "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_-\"'";
        for (std::size_t i = 0; i < lines_.size(); ++i) {
            const auto open = lines_[i].find_first_not_of(" \t");
            if (open == std::string_view::npos || lines_[i][open] != '[') continue;
            const auto name = lines_[i].find_first_not_of(" \t[", open);
            if (name == std::string_view::npos || !name_begins.contains(lines_[i][name])) {
                return TextPlace{i + 1, open + 1};
            }
        }
        return {};
    }

    Json converted(const toml::node& node, const JsonPointer& pointer) {
        toml_.spots_.push_back({pointer.path, place_of(node.source())});
        if (const auto* table = node.as_table()) return object_of(*table, pointer);
        if (const auto* array = node.as_array()) return array_of(*array, pointer);
        if (const auto* text = node.as_string()) return Json{from_ascii(text->get())};
        if (const auto* number = node.as_integer()) return Json{number->get()};
        if (const auto* truth = node.as_boolean()) return Json{truth->get()};
        if (const auto* number = node.as_floating_point(); number && std::isfinite(number->get())) {
            return Json{number->get()};
        }
        faults_.add("wrong_type", "dates, times and infinities mean nothing here",
                    place_of(node.source()));
        return {};
    }

    Json object_of(const toml::table& table, const JsonPointer& pointer) {
        Json::Object object;
        for (const auto& [key, value] : table) {
            const std::string name = from_ascii(key.str());
            JsonPointer below = pointer;
            below.descend(name);
            object.push_back({name, converted(value, below)});
        }
        return Json{std::move(object)};
    }

    Json array_of(const toml::array& array, const JsonPointer& pointer) {
        Json::Array list;
        for (const toml::node& value : array) {
            JsonPointer below = pointer;
            below.descend(list.size());
            list.push_back(converted(value, below));
        }
        return Json{std::move(list)};
    }

    std::string ascii_;
    std::vector<std::string_view> lines_;
    Toml toml_;
    Faults faults_;
};

Reading<Toml> Toml::read(std::string_view text) {
    if (!is_utf8(text)) return Reading<Toml>::failure("toml_syntax", "the text is not UTF-8");
    return TomlReader(text).read();
}

Faults Toml::in_text(const Faults& faults) const {
    Faults told;
    for (Fault fault : faults) {
        if (const auto* pointer = std::get_if<JsonPointer>(&fault.place)) {
            const auto spot = std::ranges::lower_bound(spots_, pointer->path, {}, &Spot::pointer);
            if (spot != spots_.end() && spot->pointer == pointer->path) fault.place = spot->place;
        }
        told.add(std::move(fault));
    }
    return told;
}

}  // namespace arbiter::arena
