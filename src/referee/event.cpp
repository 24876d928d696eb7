#include "referee/event.hpp"

#include <algorithm>
#include <array>
#include <charconv>
#include <concepts>
#include <limits>
#include <type_traits>
#include <vector>

#include "core/base/date_time.hpp"
#include "core/base/excerpt.hpp"
#include "core/base/object_reader.hpp"

namespace arbiter::referee {

namespace {

/// In the order of the variant.
constexpr std::array<std::string_view, std::variant_size_v<Content>> type_names{
    "created", "played",         "rolled",        "flagged",
    "aborted", "undo_requested", "undo_accepted", "undo_declined"};

constexpr Moment first_moment = std::chrono::sys_days(std::chrono::year(0) / 1 / 1);
constexpr Moment last_moment =
    std::chrono::sys_days(std::chrono::year(10000) / 1 / 1) - Duration(1);

template <class T>
concept IsCreated = std::same_as<std::remove_const_t<T>, Created>;

/// The members of an event's content in their order, for writing and for reading.
template <class Members, class T>
void list_members(Members& members, T& content) {
    if constexpr (requires { content.by; }) members.color("by", content.by);
    if constexpr (requires { content.side; }) members.color("side", content.side);
    if constexpr (requires { content.number; }) members.count("number", content.number, 1);
    if constexpr (requires { content.ply; }) members.count("ply", content.ply, 0);
    if constexpr (requires { content.event; }) members.notation("event", content.event);
}

template <class Members, IsCreated T>
void list_members(Members& members, T& created) {
    members.name("id", created.id);
    members.notation("record", created.record);
    members.document("document", created.document);
    members.seats("seats", created.seats);
    members.clock("clock", created.clock);
    members.watch_hash("watch_hash", created.watch_hash);
    members.owner_hash("owner_hash", created.owner_hash);
    members.seed("seed", created.seed);
}

/// Everything, as the journal keeps it.
class JournalWriter {
public:
    explicit JournalWriter(JsonWriter& out) : out_(out) {}

    void color(std::string_view key, Color color) { out_.member(key, to_string(color)); }
    void count(std::string_view key, std::uint64_t count, std::int64_t) { out_.member(key, count); }
    void name(std::string_view key, const std::string& name) { out_.member(key, name); }
    /// A string even where it is JSON, so that it comes back byte for byte.
    void notation(std::string_view key, const std::string& text) { out_.member(key, text); }
    void seats(std::string_view key, const PerColor<Seat>& seats) {
        for_each_seat(key, [&](Color side) {
            out_.member("name", seats[side].name);
            out_.member("key_hash", seats[side].key_hash);
            if (!seats[side].player.empty()) out_.member("player", seats[side].player);
        });
    }
    void clock(std::string_view key, const TimeControl& control) {
        out_.key(key);
        write(out_, control);
    }
    void document(std::string_view key, const std::string& text) {
        if (!text.empty()) out_.member(key, text);
    }
    void watch_hash(std::string_view key, const std::optional<std::string>& hash) {
        if (hash) out_.member(key, *hash);
    }
    void owner_hash(std::string_view key, const std::optional<std::string>& hash) {
        if (hash) out_.member(key, *hash);
    }
    void seed(std::string_view key, const std::optional<Seed>& seed) {
        if (seed) out_.member(key, seed->hex());
    }

protected:
    template <class Body>
    void for_each_seat(std::string_view key, Body body) {
        out_.key(key);
        out_.object([&] {
            for (const Color side : both_colors) {
                out_.key(to_string(side));
                out_.object([&] { body(side); });
            }
        });
    }

    JsonWriter& out_;
};

/// What everyone may see. The seed is replaced by the promise that is made of it.
class PublicWriter : public JournalWriter {
public:
    using JournalWriter::JournalWriter;

    /// JSON as JSON, any other notation as a string.
    void notation(std::string_view key, const std::string& text) {
        const auto json = text.starts_with('{') ? read_json(text) : Reading<Json>();
        json ? out_.member(key, *json) : out_.member(key, text);
    }
    void seats(std::string_view key, const PerColor<Seat>& seats) {
        for_each_seat(key, [&](Color side) {
            out_.member("name", seats[side].name);
            if (!seats[side].player.empty()) out_.member("player", seats[side].player);
        });
    }
    /// An export has it.
    void document(std::string_view, const std::string&) {}
    void watch_hash(std::string_view, const std::optional<std::string>& hash) {
        out_.member("private", hash.has_value());
    }
    void owner_hash(std::string_view, const std::optional<std::string>&) {}
    void seed(std::string_view, const std::optional<Seed>& seed) {
        if (seed) out_.member("commitment", seed->commitment());
    }
};

template <class Members>
void write_members(JsonWriter& out, const Event& event) {
    out.member("type", type_of(event.content));
    out.member("at", to_string(event.at));
    Members members(out);
    std::visit([&](const auto& content) { list_members(members, content); }, event.content);
}

/// As this program writes a SHA-256 and a seed.
bool is_hex_of_32_bytes(std::string_view text) {
    return text.size() == 64 &&
           text.find_first_not_of("0123456789abcdef") == std::string_view::npos;
}

/// Only as `to_string` writes it: there is one text for each moment.
std::optional<Moment> read_moment(std::string_view text) {
    const auto instant = read_date_time(text);
    if (!instant) return std::nullopt;
    const auto fraction = std::chrono::nanoseconds(instant->nanosecond);
    const Moment moment = first_moment + std::chrono::seconds(instant->second) +
                          std::chrono::floor<Duration>(fraction);
    if (to_string(moment) != text) return std::nullopt;
    return moment;
}

/// Reads the members that `list_members` names. A value whose member is missing or wrong stays as it
/// was, and there is a fault.
class MemberReader {
public:
    MemberReader(const JsonView& object, Faults& faults) : reader_(object, faults) {}
    MemberReader(JsonView&& object, Faults& faults) = delete;

    void color(std::string_view key, Color& color) {
        read_word(key, color, "unknown_color", "neither white nor black", color_named);
    }
    void count(std::string_view key, std::uint64_t& count, std::int64_t min) {
        const auto number =
            reader_.integer(member(key), {min, std::numeric_limits<std::int64_t>::max()});
        if (number) count = static_cast<std::uint64_t>(*number);
    }
    void name(std::string_view key, std::string& name) {
        read_word(key, name, "empty_name", "not a name", [](const std::string& text) {
            return text.empty() ? std::nullopt : std::optional(text);
        });
    }
    void notation(std::string_view key, std::string& text) {
        if (const std::string* content = reader_.text(member(key))) text = *content;
    }
    void document(std::string_view key, std::string& text) {
        if (has(key)) notation(key, text);
    }
    void seats(std::string_view key, PerColor<Seat>& seats) {
        within(key, [&](MemberReader& sides) {
            for (const Color side : both_colors) {
                sides.within(to_string(side), [&](MemberReader& seat) {
                    seat.notation("name", seats[side].name);
                    seat.hash("key_hash", seats[side].key_hash);
                    if (seat.has("player")) seat.name("player", seats[side].player);
                });
            }
        });
    }
    /// Where there is none, the game has none.
    void clock(std::string_view key, TimeControl& control) {
        if (!has(key)) return;
        const Reading<TimeControl> reading = read_time_control(*member(key));
        reader_.faults().merge(reading.faults);
        if (reading) control = *reading;
    }
    void watch_hash(std::string_view key, std::optional<std::string>& watch_hash) {
        if (has(key)) hash(key, watch_hash.emplace());
    }
    void owner_hash(std::string_view key, std::optional<std::string>& owner_hash) {
        watch_hash(key, owner_hash);
    }
    void seed(std::string_view key, std::optional<Seed>& seed) {
        if (!has(key)) return;
        std::string digits;
        hash(key, digits);
        seed = Seed::of_hex(digits);
    }
    void moment(std::string_view key, Moment& moment) {
        read_word(key, moment, "bad_moment", "not a moment like 2026-11-16T09:30:00.250Z",
                  read_moment);
    }
    /// The number of an event's type.
    std::optional<std::size_t> type() {
        std::optional<std::size_t> type;
        read_word("type", type, "unknown_event", "not a type of event", [](std::string_view name) {
            const auto found = std::ranges::find(type_names, name);
            const auto index = static_cast<std::size_t>(found - type_names.begin());
            return found == type_names.end() ? std::nullopt : std::optional(index);
        });
        return type;
    }

    /// Every member that has not been read is unknown.
    void refuse_the_rest() { reader_.refuse_unknown(known_); }

private:
    bool has(std::string_view key) {
        known_.push_back(key);
        return reader_.has(key);
    }
    ObjectReader::Member member(std::string_view key) {
        known_.push_back(key);
        return reader_.require(key);
    }
    template <class Body>
    void within(std::string_view key, Body body) {
        const auto view = member(key);
        if (!view || view->object(reader_.faults()) == nullptr) return;
        MemberReader inner(*view, reader_.faults());
        body(inner);
        inner.refuse_the_rest();
    }
    template <class T, class Meaning>
    void read_word(std::string_view key, T& value, std::string_view code,
                   std::string_view otherwise, Meaning meaning_of) {
        const auto view = member(key);
        const std::string* word = reader_.text(view);
        if (word == nullptr) return;
        if (const auto meaning = meaning_of(*word)) {
            value =
                *meaning;  // NOLINT(bugprone-optional-value-conversion): T may be optional itself
        } else {
            reader_.add(*view, code, in_quotes(*word) + " is " + std::string(otherwise));
        }
    }
    void hash(std::string_view key, std::string& digits) {
        read_word(key, digits, "bad_hash", "not 64 hexadecimal digits in lower case",
                  [](const std::string& text) {
                      return is_hex_of_32_bytes(text) ? std::optional(text) : std::nullopt;
                  });
    }

    ObjectReader reader_;
    std::vector<std::string_view> known_;
};

/// The content of that type, which is an index of the variant.
template <std::size_t Index = 0>
Content read_content(std::size_t type, MemberReader& members) {
    if constexpr (Index + 1 < std::variant_size_v<Content>) {
        if (type != Index) return read_content<Index + 1>(type, members);
    }
    std::variant_alternative_t<Index, Content> content{};
    list_members(members, content);
    return content;
}

/// A move or a roll exactly as `to_json` writes it, which nearly every event of a journal is. At
/// anything else there is nothing: `read_event` can tell what it is.
std::optional<Event> read_usual_event(std::string_view json) {
    const auto take = [&](std::string_view literal) {
        const bool has = json.starts_with(literal);
        if (has) json.remove_prefix(literal.size());
        return has;
    };
    /// Up to the next quotation mark, which is taken as well.
    const auto text = [&] {
        const std::string_view found = json.substr(0, json.find('"'));
        json.remove_prefix(std::min(found.size() + 1, json.size()));
        return found;
    };
    if (!take(R"({"type":")")) return std::nullopt;
    const std::string_view type = text();
    if (!take(R"(,"at":")")) return std::nullopt;
    const auto at = read_moment(text());
    std::optional<Color> by;
    std::uint64_t number = 0;
    if (type == "played") {
        if (!take(R"(,"by":")")) return std::nullopt;
        by = color_named(text());
    } else if (type == "rolled") {
        constexpr std::size_t digits_max = 18;
        if (!take(R"(,"number":)")) return std::nullopt;
        const std::size_t digits = std::min(json.find(','), json.size());
        const auto* end = json.data() + digits;
        const auto [stop, error] = std::from_chars(json.data(), end, number);
        if (digits == 0 || digits > digits_max || error != std::errc() || stop != end ||
            json[0] == '0') {
            return std::nullopt;
        }
        json.remove_prefix(digits);
    }
    if (!at || (!by && number == 0) || !take(R"(,"event":")")) return std::nullopt;
    const std::string_view event = text();
    const auto is_plain = [](char c) { return c >= ' ' && c <= '~' && c != '\\'; };
    if (json != "}" || !std::ranges::all_of(event, is_plain)) return std::nullopt;
    if (by) return Event{*at, Played{*by, std::string(event)}};
    return Event{*at, Rolled{number, std::string(event)}};
}

void append_padded(std::string& text, std::size_t width, std::int64_t number) {
    std::array<char, 24> digits;
    const auto end = std::to_chars(digits.begin(), digits.end(), number).ptr;
    const auto size = static_cast<std::size_t>(end - digits.data());
    text.append(width - std::min(width, size), '0').append(digits.data(), size);
}

}  // namespace

std::string_view type_of(const Content& content) { return type_names[content.index()]; }

std::string to_json(const Event& event) {
    JsonWriter out;
    out.object([&] { write_members<JournalWriter>(out, event); });
    return out.take();
}

Reading<Event> read_event(std::string_view json) {
    if (auto usual = read_usual_event(json)) return {std::move(usual), {}};
    const Reading<Json> document = read_json(json);
    Reading<Event> reading{std::nullopt, document.faults};
    if (!document) return reading;
    const JsonView root(*document);
    if (root.object(reading.faults) == nullptr) return reading;
    MemberReader members(root, reading.faults);
    const auto type = members.type();
    Moment at;
    members.moment("at", at);
    if (!type) return reading;
    Content content = read_content(*type, members);
    members.refuse_the_rest();
    if (!reading.faults.fatal()) reading.value = Event{at, std::move(content)};
    return reading;
}

void write_public(JsonWriter& out, const Event& event) { write_members<PublicWriter>(out, event); }

std::string to_string(Moment moment) {
    const Moment written = std::clamp(moment, first_moment, last_moment);
    const auto day = std::chrono::floor<std::chrono::days>(written);
    const std::chrono::year_month_day date(day);
    const std::chrono::hh_mm_ss time(written - day);
    std::string text;
    append_padded(text, 4, static_cast<int>(date.year()));
    text += '-';
    append_padded(text, 2, static_cast<unsigned>(date.month()));
    text += '-';
    append_padded(text, 2, static_cast<unsigned>(date.day()));
    text += 'T';
    append_padded(text, 2, time.hours().count());
    text += ':';
    append_padded(text, 2, time.minutes().count());
    text += ':';
    append_padded(text, 2, time.seconds().count());
    text += '.';
    append_padded(text, 3, time.subseconds().count());
    text += 'Z';
    return text;
}

}  // namespace arbiter::referee
