#include "core/base/json.hpp"

#include <algorithm>
#include <array>
#include <limits>

#include <nlohmann/json.hpp>

#include "core/base/excerpt.hpp"
#include "core/base/quick_json.hpp"

namespace arbiter {

namespace {

/// Builds the tree from the events of nlohmann's parser, whose names the public functions bear.
/// Each of them answers whether to go on.
class TreeBuilder {
public:
    explicit TreeBuilder(std::string_view text) : text_(text) {}

    Reading<Json> finish() {
        Reading<Json> reading{std::nullopt, std::move(faults_)};
        if (!reading.faults.fatal()) reading.value = std::move(root_);
        return reading;
    }

    bool null() { return add(nullptr); }
    bool boolean(bool truth) { return add(truth); }
    bool number_integer(std::int64_t number) { return add(number); }
    bool number_unsigned(std::uint64_t number) {
        constexpr auto max = std::numeric_limits<std::int64_t>::max();
        if (number > static_cast<std::uint64_t>(max)) return add_out_of_range();
        return add(static_cast<std::int64_t>(number));
    }
    /// Also called for integers that 64 bits cannot hold.
    bool number_float(double number, const std::string& digits) {
        if (digits.find_first_of(".eE") == std::string::npos) return add_out_of_range();
        return add(number);
    }
    bool string(std::string& text) { return add(std::move(text)); }
    bool binary(nlohmann::json::binary_t&) { return false; }  // JSON text has none

    bool start_object(std::size_t) { return open(Json::Object()); }
    bool start_array(std::size_t) { return open(Json::Array()); }
    bool key(std::string& name) {
        if (name.size() > json_key_size_max) {
            faults_.add("too_large",
                        "a key is longer than " + std::to_string(json_key_size_max) + " bytes",
                        place_of_innermost());
            return false;
        }
        innermost<Json::Object>()->push_back({std::move(name), {}});
        return true;
    }
    bool end_object() {
        find_duplicates(*innermost<Json::Object>());
        open_.pop_back();
        return true;
    }
    bool end_array() {
        open_.pop_back();
        return true;
    }

    bool parse_error(std::size_t bytes_read, const std::string& token,
                     const nlohmann::json::exception& error) {
        constexpr int number_overflow = 406;
        // What the parser says, without the piece of the text that it quotes.
        const std::string_view message = error.what();
        const std::string_view words = message.substr(0, message.find("; last read"));
        if (error.id == number_overflow) {
            add_out_of_range();
        } else if (bytes_read > text_.size()) {
            faults_.add("json_syntax", unfinished(words), place_in(text_, text_.size()));
        } else {
            // A string or number that is out of place was read to its end; other things are short.
            const bool literal = words.find("unexpected string") != std::string_view::npos ||
                                 words.find("unexpected number") != std::string_view::npos;
            const std::size_t offset = bytes_read - (literal ? token.size() : 1);
            faults_.add("json_syntax", misplaced(words), place_in(text_, offset));
        }
        return false;
    }

private:
    template <class Container>
    Container* innermost() {
        return std::get_if<Container>(&open_.back()->value);
    }

    bool add(Json::Value value) {
        if (++values_ > json_values_max) {
            faults_.add("too_large", "the document has more than " +
                                         std::to_string(json_values_max) + " values");
            return false;
        }
        slot().value = std::move(value);
        return true;
    }

    bool open(Json::Value container) {
        if (open_.size() == json_depth_max) {
            faults_.add("too_deep",
                        "the document is deeper than " + std::to_string(json_depth_max) + " levels",
                        place_of_next());
            return false;
        }
        if (!add(std::move(container))) return false;
        open_.push_back(last_);
        return true;
    }

    /// Where the next value goes. A container does not grow while one of its values is open, so
    /// the addresses in `open_` stay good.
    Json& slot() {
        if (open_.empty()) {
            last_ = &root_;
        } else if (auto* elements = innermost<Json::Array>()) {
            last_ = &elements->emplace_back();
        } else {
            last_ = &innermost<Json::Object>()->back().value;
        }
        return *last_;
    }

    /// The number is left out, the rest is still worth looking at.
    bool add_out_of_range() {
        faults_.add("number_out_of_range", "this number is too large to be kept exactly",
                    place_of_next());
        return add(nullptr);
    }

    void find_duplicates(const Json::Object& members) {
        keys_.clear();
        for (const auto& member : members) keys_.push_back(member.key);
        std::ranges::sort(keys_);
        for (auto at = std::ranges::adjacent_find(keys_); at != keys_.end();
             at = std::adjacent_find(at + 1, keys_.end())) {
            JsonPointer place = place_of_innermost();
            place.descend(*at);
            faults_.add("duplicate_key", "the key \"" + excerpt(*at) + "\" stands here twice",
                        std::move(place));
        }
    }

    JsonPointer place_of_innermost() const {
        JsonPointer place;
        for (std::size_t i = 0; i + 1 < open_.size(); ++i) {
            if (const auto* elements = open_[i]->as<Json::Array>()) {
                place.descend(elements->size() - 1);
            } else {
                place.descend(open_[i]->as<Json::Object>()->back().key);
            }
        }
        return place;
    }

    JsonPointer place_of_next() const {
        JsonPointer place = place_of_innermost();
        if (open_.empty()) return place;
        if (const auto* elements = open_.back()->as<Json::Array>()) {
            place.descend(elements->size());
        } else {
            place.descend(open_.back()->as<Json::Object>()->back().key);
        }
        return place;
    }

    std::string unfinished(std::string_view words) const {
        if (words.find("missing closing quote") != std::string_view::npos) {
            return "the text ends inside a string";
        }
        if (open_.empty()) return "the text ends before there is a value";
        return "the text ends inside " + std::string(open_.back()->type_name());
    }

    /// "[json.exception...] parse error at ...: syntax error while parsing value - unexpected '}'"
    /// becomes "unexpected '}'".
    std::string misplaced(std::string_view words) const {
        if (open_.empty() && values_ > 0) return "there is more text after the value";
        constexpr std::string_view dash = " - ";
        if (const auto at = words.find(dash); at != std::string_view::npos) {
            words.remove_prefix(at + dash.size());
        }
        return std::string(words);
    }

    std::string_view text_;
    Json root_;
    Json* last_ = &root_;
    std::vector<Json*> open_;  // the containers around the next value, outermost first
    std::size_t values_ = 0;
    std::vector<std::string_view> keys_;
    Faults faults_;
};

/// Builds the tree of a text in which `QuickJson` finds nothing unusual.
class QuickTree {
public:
    explicit QuickTree(std::string_view text) : json_(text) {}

    std::optional<Json> read() {
        Json root;
        read(root, 0);
        return json_.finished() ? std::optional(std::move(root)) : std::nullopt;
    }

private:
    void read(Json& place, std::size_t depth) {
        const char first = json_.next();
        const bool too_deep = depth == json_depth_max && (first == '{' || first == '[');
        if (++values_ > json_values_max || too_deep) return json_.give_up();
        switch (first) {
            case '{': return read_object(place.value.emplace<Json::Object>(), depth + 1);
            case '[': return read_array(place.value.emplace<Json::Array>(), depth + 1);
            case '"': place.value.emplace<std::string>(json_.escaped_string()); return;
            case 't':
            case 'f': place.value = json_.boolean(); return;
            case 'n': return json_.take_null() ? void() : json_.give_up();
            default: std::visit([&](auto number) { place.value = number; }, json_.number());
        }
    }

    void read_object(Json::Object& members, std::size_t depth) {
        json_.object([&](std::string_view key) {
            const bool known = std::ranges::find(members, key, &Json::Member::key) != members.end();
            if (known || members.size() == few || key.size() > json_key_size_max) {
                return json_.give_up();
            }
            read(members.emplace_back(std::string(key), Json()).value, depth);
        });
    }

    void read_array(Json::Array& elements, std::size_t depth) {
        json_.array([&] { read(elements.emplace_back(), depth); });
    }

    static constexpr std::size_t few = 64;  // members whose keys are quickly compared
    QuickJson json_;
    std::size_t values_ = 0;
};

}  // namespace

const Json* Json::find(std::string_view key) const {
    const auto* members = as<Object>();
    if (members == nullptr) return nullptr;
    const auto found = std::ranges::find(*members, key, &Member::key);
    return found == members->end() ? nullptr : &found->value;
}

std::string_view Json::type_name() const {
    constexpr std::array<std::string_view, 7> names{
        "null", "a boolean", "an integer", "a decimal number", "a string", "an array", "an object"};
    static_assert(names.size() == std::variant_size_v<Value>);
    return names[value.index()];
}

bool Json::operator==(const Json&) const = default;

Reading<Json> read_json(std::string_view text) {
    if (text.size() > json_size_max) {
        return Reading<Json>::failure(
            "too_large", "the text is longer than " + std::to_string(json_size_max) + " bytes");
    }
    if (auto tree = QuickTree(text).read()) return {std::move(tree), {}};
    // The parser takes a zero byte for the end of the text.
    if (const auto zero = text.find('\0'); zero != std::string_view::npos) {
        return Reading<Json>::failure("json_syntax", "a zero byte stands in the text",
                                      place_in(text, zero));
    }
    TreeBuilder builder(text);
    nlohmann::json::sax_parse(text.begin(), text.end(), &builder);
    return builder.finish();
}

}  // namespace arbiter
