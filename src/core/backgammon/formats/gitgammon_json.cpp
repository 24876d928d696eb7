#include "core/backgammon/formats/gitgammon_json.hpp"

#include <algorithm>
#include <array>

#include "core/base/excerpt.hpp"
#include "core/base/utf8.hpp"

namespace arbiter::backgammon {

namespace {

constexpr std::size_t dice_max = 4;
constexpr std::size_t fingerprint_digits = 16;
constexpr std::size_t commit_digits = 40;

constexpr std::array<std::string_view, 3> reference_keys{"sequence", "player", "file"};
constexpr std::array<std::string_view, 3> message_keys{"type", "text", "timestamp"};

std::size_t characters(std::string_view text) {
    std::size_t count = 0;
    for (; !text.empty(); ++count) {
        const std::size_t length = utf8_length(text);
        text.remove_prefix(length == 0 ? 1 : length);
    }
    return count;
}

}  // namespace

bool is_hex(std::string_view text) {
    return text.find_first_not_of("0123456789abcdef") == std::string_view::npos;
}

void TableJsonReader::add(const JsonView& place, std::string_view code, std::string sentence) {
    faults.add(code, std::move(sentence), place.pointer());
}

std::optional<JsonView> TableJsonReader::member(const JsonView& object, std::string_view key) {
    const Json* value = object.require(key, faults);
    if (value == nullptr) return std::nullopt;
    return object.at(key, *value);
}

std::optional<int> TableJsonReader::read_integer(const JsonView& view, Range range) {
    const auto number = view.integer(faults);
    if (!number) return std::nullopt;
    if (*number >= range.min && *number <= range.max) return static_cast<int>(*number);
    add(view, "out_of_range",
        std::to_string(*number) + " is not between " + std::to_string(range.min) + " and " +
            std::to_string(range.max));
    return std::nullopt;
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
        add(view, "bad_date_time", in_quotes(*text) + " is no date and time of ISO 8601");
    }
    return instant;
}

std::optional<std::string> TableJsonReader::read_hex(const JsonView& view, std::size_t digits) {
    const std::string* text = view.string(faults);
    if (text == nullptr) return std::nullopt;
    if (text->size() == digits && is_hex(*text)) return *text;
    add(view, "bad_hex",
        in_quotes(*text) + " is not " + std::to_string(digits) + " hex digits in lower case");
    return std::nullopt;
}

std::optional<std::vector<Die>> TableJsonReader::read_dice_list(const JsonView& view) {
    const Json::Array* list = view.array(faults);
    if (list == nullptr) return std::nullopt;
    if (list->size() > dice_max) {
        add(view, "wrong_length", "there are never more than four dice");
        return std::nullopt;
    }
    std::vector<Die> dice;
    for (std::size_t i = 0; i < list->size(); ++i) {
        if (const auto pips = read_integer(view.at(i, (*list)[i]), {1, 6})) {
            dice.push_back(*Die::showing(*pips));
        }
    }
    if (dice.size() < list->size()) return std::nullopt;
    return dice;
}

std::optional<TableDice> TableJsonReader::read_roll(const JsonView& view) {
    const auto dice = read_dice_list(view);
    if (!dice) return std::nullopt;
    if (dice->size() == 2) return TableDice{dice->front(), dice->back()};
    if (dice->size() < 2) {
        add(view, "wrong_length", "a roll has two dice, a double four");
        return std::nullopt;
    }
    if (dice->size() == 4 && std::ranges::count(*dice, dice->front()) == 4) {
        return TableDice{dice->front(), dice->front()};
    }
    add(view, "not_a_roll", "a roll has two dice, or as a double four equal ones");
    return std::nullopt;
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
        contradict("player is not " + std::string(arbiter::to_string(*player)));
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
    const std::size_t kept = std::min(messages.size(), Table::messages_max);
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

MoveNote TableJsonReader::read_note() {
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

std::optional<std::string> TableJsonReader::read_comment() {
    const auto view = member("comment");
    if (!view || view->json().is_null()) return std::nullopt;
    const std::string* text = view->string(faults);
    if (text == nullptr) return std::nullopt;
    if (characters(*text) > MoveNote::comment_max) {
        add(*view, "too_long", "a comment has at most 280 characters");
    }
    return *text;
}

std::optional<std::string> TableJsonReader::read_commit_sha() {
    const auto view = member("commitSha");
    if (!view || view->json().is_null()) return std::nullopt;
    return read_hex(*view, commit_digits);
}

void write_dice_list(JsonWriter& out, const std::vector<Die>& dice) {
    out.on_one_line([&] {
        out.array([&] {
            for (const Die die : dice) out.value(die.pips());
        });
    });
}

void write_move_reference(JsonWriter& out, const std::optional<MoveFileName>& name) {
    if (!name) return out.null();
    out.object([&] {
        out.member("sequence", name->sequence);
        out.member("player", arbiter::to_string(name->player));
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

void write_optional(JsonWriter& out, std::string_view key, const std::optional<std::string>& text) {
    out.key(key);
    if (text) {
        out.value(*text);
    } else {
        out.null();
    }
}

}  // namespace arbiter::backgammon
