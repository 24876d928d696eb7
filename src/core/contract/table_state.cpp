#include "core/contract/table_state.hpp"

#include <algorithm>
#include <array>
#include <charconv>

#include "core/base/excerpt.hpp"
#include "core/base/object_reader.hpp"

namespace arbiter {

namespace {

constexpr std::array<std::string_view, 3> type_names{"error", "info", "warning"};
constexpr std::array<std::string_view, 3> reference_keys{"sequence", "player", "file"};
constexpr std::array<std::string_view, 3> message_keys{"type", "text", "timestamp"};

}  // namespace

std::optional<MoveFileName> read_move_file_name(std::string_view text) {
    constexpr std::size_t sequence_digits = 4;
    constexpr std::string_view extension = ".json";
    int sequence = 0;
    const char* const end = text.data() + std::min(text.size(), sequence_digits);
    if (std::from_chars(text.data(), end, sequence).ptr != text.data() + sequence_digits ||
        sequence < 1) {
        return std::nullopt;
    }
    text.remove_prefix(sequence_digits);
    if (!text.ends_with(extension)) return std::nullopt;
    text.remove_suffix(extension.size());
    for (const Color player : both_colors) {
        const std::string middle = "-" + std::string(to_string(player)) + "-";
        if (!text.starts_with(middle)) continue;
        const std::string_view hex = text.substr(middle.size());
        if (hex.empty() || !is_hex(hex)) return std::nullopt;
        return MoveFileName{sequence, player, std::string(hex)};
    }
    return std::nullopt;
}

std::string to_string(const MoveFileName& name) {
    std::string digits = std::to_string(name.sequence);
    digits.insert(0, 4 - std::min<std::size_t>(digits.size(), 4), '0');
    return digits + "-" + std::string(to_string(name.player)) + "-" + name.hex + ".json";
}

std::string_view to_string(Message::Type type) {
    return type_names[static_cast<std::size_t>(type)];
}

std::optional<Message::Type> message_type_named(std::string_view name) {
    const auto found = std::ranges::find(type_names, name);
    if (found == type_names.end()) return std::nullopt;
    return static_cast<Message::Type>(found - type_names.begin());
}

void add_message(std::vector<Message>& messages, Message message) {
    messages.push_back(std::move(message));
    if (messages.size() > table_messages_max) messages.erase(messages.begin());
}

bool is_hex(std::string_view text) {
    return text.find_first_not_of("0123456789abcdef") == std::string_view::npos;
}

void TableJsonReader::add(const JsonView& place, std::string_view code, std::string sentence) {
    faults.add(code, std::move(sentence), place.pointer());
}

std::optional<JsonView> TableJsonReader::member(const JsonView& object, std::string_view key) {
    return ObjectReader(object, faults).require(key);
}

std::optional<int> TableJsonReader::read_integer(const JsonView& view, Range range) {
    const auto number = ObjectReader(view, faults).integer(view, range);
    return number ? std::optional(static_cast<int>(*number)) : std::nullopt;
}

std::optional<Color> TableJsonReader::read_color(const JsonView& view) {
    const std::string* name = view.string(faults);
    if (name == nullptr) return std::nullopt;
    const auto color = color_named(*name);
    if (!color) add(view, "unknown_color", in_quotes(*name) + " is neither white nor black");
    return color;
}

std::optional<std::string> TableJsonReader::read_text(const JsonView& view) {
    const std::string* text = view.string(faults);
    if (text == nullptr) return std::nullopt;
    if (!text->empty()) return *text;
    add(view, "empty_text", "this text is empty");
    return std::nullopt;
}

std::optional<Instant> TableJsonReader::read_moment(const JsonView& view) {
    const std::string* text = view.string(faults);
    if (text == nullptr) return std::nullopt;
    const auto instant = read_date_time(*text);
    if (!instant) {
        add(view, "bad_date_time", in_quotes(*text) + " is not a date and time of ISO 8601");
    }
    return instant;
}

std::optional<MoveFileName> TableJsonReader::read_move_reference(const JsonView& view) {
    if (view.object(faults) == nullptr) return std::nullopt;
    view.refuse_unknown(reference_keys, Severity::error, faults);
    const auto number = member(view, "sequence");
    const auto sequence =
        number ? read_integer(*number, {1, MoveFileName::sequence_max}) : std::nullopt;
    const auto mover = member(view, "player");
    const auto player = mover ? read_color(*mover) : std::nullopt;
    auto file = read_file_name(view);
    if (!sequence || !player || !file) return std::nullopt;
    const auto contradict = [&](const std::string& what) {
        add(view.at("file", *view.json().find("file")), "file_name_contradicts",
            "the file's " + what);
    };
    if (file->sequence != *sequence) {
        contradict("number is not the sequence " + std::to_string(*sequence));
    }
    if (file->player != *player) {
        contradict("player is not " + std::string(to_string(*player)));
    }
    return file;
}

std::optional<MoveFileName> TableJsonReader::read_file_name(const JsonView& reference) {
    const auto view = member(reference, "file");
    const std::string* text = view ? view->string(faults) : nullptr;
    if (text == nullptr) return std::nullopt;
    auto name = read_move_file_name(*text);
    if (!name) {
        add(*view, "bad_file_name", in_quotes(*text) + " is not like \"0012-black-a1b2c3.json\"");
    }
    return name;
}

std::vector<Message> TableJsonReader::read_messages(const JsonView& view) {
    std::vector<Message> messages;
    const Json::Array* list = view.array(faults);
    if (list == nullptr) return messages;
    std::optional<Instant> before;
    for (std::size_t i = 0; i < list->size(); ++i) {
        const JsonView place = view.at(i, (*list)[i]);
        auto message = read_message(place);
        if (!message) continue;
        const auto moment = read_date_time(message->timestamp);
        if (moment && before && *moment < *before) {
            faults.warn("messages_out_of_order", "this message is older than the one before it",
                        place.pointer());
        }
        before = moment;
        messages.push_back(std::move(*message));
    }
    const std::size_t kept = std::min(messages.size(), table_messages_max);
    messages.erase(messages.begin(), messages.end() - static_cast<std::ptrdiff_t>(kept));
    return messages;
}

std::optional<Message> TableJsonReader::read_message(const JsonView& view) {
    if (view.object(faults) == nullptr) return std::nullopt;
    view.refuse_unknown(message_keys, Severity::error, faults);
    const auto type = read_message_type(view);
    const auto text_view = member(view, "text");
    const auto text = text_view ? read_text(*text_view) : std::nullopt;
    const auto time = member(view, "timestamp");
    const bool dated = time && read_moment(*time);
    if (!type || !text || !dated) return std::nullopt;
    return Message{*type, *text, *time->json().as<std::string>()};
}

std::optional<Message::Type> TableJsonReader::read_message_type(const JsonView& message) {
    const auto view = member(message, "type");
    const std::string* name = view ? view->string(faults) : nullptr;
    if (name == nullptr) return std::nullopt;
    const auto type = message_type_named(*name);
    if (!type) {
        add(*view, "unknown_message_type", in_quotes(*name) + " is not error, info or warning");
    }
    return type;
}

void write_move_reference(JsonWriter& out, const std::optional<MoveFileName>& name) {
    if (!name) return out.null();
    out.object([&] {
        out.member("sequence", name->sequence);
        out.member("player", to_string(name->player));
        out.member("file", to_string(*name));
    });
}

void write_messages(JsonWriter& out, const std::vector<Message>& messages) {
    out.array([&] {
        for (const Message& message : messages) {
            out.object([&] {
                out.member("type", to_string(message.type));
                out.member("text", message.text);
                out.member("timestamp", message.timestamp);
            });
        }
    });
}

}  // namespace arbiter
