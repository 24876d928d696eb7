#include <algorithm>
#include <array>
#include <span>
#include <string>

#include "core/base/excerpt.hpp"
#include "core/base/object_reader.hpp"
#include "referee/clock.hpp"

namespace arbiter::referee {

namespace {

constexpr std::int64_t day_ms = Duration(std::chrono::days(1)).count();
constexpr std::int64_t year_days = 365;

using Range = ObjectReader::Range;

/// Where it is all the time that a side has.
constexpr Range needed_ms{1, year_days* day_ms};
constexpr Range optional_ms{0, year_days* day_ms};
/// Smaller than the others, since it can add up over a long game.
constexpr Range each_turn_ms{0, day_ms};
constexpr Range count_range{1, 1000};

/// Reads the members of a control. Where one is missing or wrong there is a fault, and any number.
class Members : public ObjectReader {
public:
    using ObjectReader::ObjectReader;

    std::int64_t number(std::string_view key, Range range) const {
        return integer(require(key), range).value_or(range.min);
    }
    Duration time(std::string_view key, Range range) const { return Duration(number(key, range)); }
    std::int32_t count(std::string_view key) const {
        return static_cast<std::int32_t>(number(key, count_range));
    }
    void refuse_both(std::string_view key, std::string_view other) const {
        add(object(), "conflicting_keys",
            "\"" + std::string(key) + "\" and \"" + std::string(other) +
                "\" say the same: give one of them");
    }
};

TimeControl read_unlimited(const Members&) { return Unlimited{}; }

TimeControl read_fischer(const Members& members) {
    return Fischer{.base = members.time("base_ms", needed_ms),
                   .increment = members.time("increment_ms", each_turn_ms)};
}

TimeControl read_bronstein(const Members& members) {
    return Bronstein{.base = members.time("base_ms", needed_ms),
                     .delay = members.time("delay_ms", each_turn_ms)};
}

TimeControl read_byo_yomi(const Members& members) {
    return ByoYomi{.base = members.time("base_ms", optional_ms),
                   .period = members.time("period_ms", needed_ms),
                   .periods = members.count("periods")};
}

TimeControl read_canadian(const Members& members) {
    return Canadian{.base = members.time("base_ms", optional_ms),
                    .period = members.time("period_ms", needed_ms),
                    .moves = members.count("moves")};
}

TimeControl read_correspondence(const Members& members) {
    if (!members.has("days_per_move")) {
        return Correspondence{members.time("per_move_ms", needed_ms)};
    }
    if (members.has("per_move_ms")) members.refuse_both("per_move_ms", "days_per_move");
    return Correspondence{std::chrono::days(members.number("days_per_move", {1, year_days}))};
}

/// The first key is that of the kind itself.
struct Kind {
    std::string_view name;
    TimeControl (*read)(const Members&);
    std::array<std::string_view, 4> keys;
};

/// In the order of the variant.
constexpr std::array<Kind, std::variant_size_v<TimeControl>> kinds{{
    {"none", read_unlimited, {"kind"}},
    {"fischer", read_fischer, {"kind", "base_ms", "increment_ms"}},
    {"bronstein", read_bronstein, {"kind", "base_ms", "delay_ms"}},
    {"byo_yomi", read_byo_yomi, {"kind", "base_ms", "period_ms", "periods"}},
    {"canadian", read_canadian, {"kind", "base_ms", "period_ms", "moves"}},
    {"correspondence", read_correspondence, {"kind", "per_move_ms", "days_per_move"}},
}};

std::span<const std::string_view> keys_of(const Kind& kind) {
    const auto end = std::ranges::find(kind.keys, std::string_view());
    return {kind.keys.begin(), end};
}

const Kind* read_kind(const Members& members) {
    const auto member = members.require("kind");
    const std::string* name = members.text(member);
    if (name == nullptr) return nullptr;
    const auto kind = std::ranges::find(kinds, *name, &Kind::name);
    if (kind != kinds.end()) return kind;
    std::string sentence = in_quotes(*name) + " is none of";
    for (const Kind& known : kinds) sentence += " " + std::string(known.name);
    members.add(*member, "unknown_clock", std::move(sentence));
    return nullptr;
}

class MemberWriter {
public:
    explicit MemberWriter(JsonWriter& out) : out_(out) {}

    void operator()(const Unlimited&) const {}
    void operator()(const Fischer& control) const {
        time("base_ms", control.base);
        time("increment_ms", control.increment);
    }
    void operator()(const Bronstein& control) const {
        time("base_ms", control.base);
        time("delay_ms", control.delay);
    }
    void operator()(const ByoYomi& control) const {
        time("base_ms", control.base);
        time("period_ms", control.period);
        out_.member("periods", control.periods);
    }
    void operator()(const Canadian& control) const {
        time("base_ms", control.base);
        time("period_ms", control.period);
        out_.member("moves", control.moves);
    }
    void operator()(const Correspondence& control) const { time("per_move_ms", control.per_move); }

private:
    void time(std::string_view key, Duration duration) const { out_.member(key, duration.count()); }

    JsonWriter& out_;
};

}  // namespace

Reading<TimeControl> read_time_control(JsonView json) {
    Reading<TimeControl> reading;
    const Members members(json, reading.faults);
    if (!members.is_object()) return reading;
    const Kind* kind = read_kind(members);
    if (kind == nullptr) return reading;
    members.refuse_unknown(keys_of(*kind));
    const TimeControl control = kind->read(members);
    if (!reading.faults.fatal()) reading.value = control;
    return reading;
}

void write(JsonWriter& out, const TimeControl& control) {
    out.object([&] {
        out.member("kind", kinds[control.index()].name);
        std::visit(MemberWriter(out), control);
    });
}

}  // namespace arbiter::referee
