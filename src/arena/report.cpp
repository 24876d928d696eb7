#include "arena/report.hpp"

#include <algorithm>
#include <array>

#include "core/base/json.hpp"

namespace arbiter::arena {

namespace {

struct Count {
    std::string_view key;
    std::uint64_t SideReport::* member;
};
constexpr std::array counts{
    Count{"turns", &SideReport::turns},
    Count{"refusals", &SideReport::refusals},
    Count{"random_moves", &SideReport::random_moves},
    Count{"exchanges", &SideReport::exchanges},
    Count{"tokens_in", &SideReport::tokens_in},
    Count{"tokens_out", &SideReport::tokens_out},
};
struct Amount {
    std::string_view key;
    double SideReport::* member;
};
constexpr std::array amounts{
    Amount{"cost", &SideReport::cost},
    Amount{"time_ms", &SideReport::time_ms},
    Amount{"time_max_ms", &SideReport::time_max_ms},
};

void write(JsonWriter& out, const SideReport& side) {
    out.object([&] {
        for (const auto& [key, member] : counts) out.member(key, side.*member);
        for (const auto& [key, member] : amounts) out.member(key, side.*member);
    });
}

class ReportReader {
public:
    explicit ReportReader(const Json& json) : root_(json) {}

    Reading<GameReport> read() {
        if (root_.object(faults_) != nullptr) {
            report_.number = whole(root_, "number");
            report_.plies = whole(root_, "plies");
            report_.result = word<GameResult>("result", [](std::string_view name) {
                for (const auto result :
                     {GameResult::win, GameResult::draw, GameResult::no_result}) {
                    if (name == to_string(result)) return std::optional(result);
                }
                return std::optional<GameResult>();
            });
            if (report_.result == GameResult::win) {
                report_.winner = word<Color>("winner", color_named);
            }
            report_.reason = text(root_, "reason");
            report_.began = text(root_, "began");
            report_.ended = text(root_, "ended");
            report_.record = text(root_, "record");
            read_forfeit();
            read_sides();
        }
        Reading<GameReport> reading{std::nullopt, std::move(faults_)};
        if (!reading.faults.fatal()) reading.value = std::move(report_);
        return reading;
    }

private:
    std::uint64_t whole(const JsonView& object, std::string_view key) {
        const Json* member = object.require(key, faults_);
        if (member == nullptr) return 0;
        const auto number = object.at(key, *member).integer(faults_);
        if (number && *number >= 0) return static_cast<std::uint64_t>(*number);
        if (number) faults_.add("out_of_range", "less than 0", object.at(key, *member).pointer());
        return 0;
    }

    double amount(const JsonView& object, std::string_view key) {
        const Json* member = object.require(key, faults_);
        if (member == nullptr) return 0;
        if (const auto* number = member->as<double>()) return *number;
        return static_cast<double>(whole(object, key));
    }

    std::string text(const JsonView& object, std::string_view key) {
        const Json* member = object.require(key, faults_);
        if (member == nullptr) return {};
        const std::string* text = object.at(key, *member).string(faults_);
        return text == nullptr ? std::string() : *text;
    }

    template <class Value, class Meaning>
    Value word(std::string_view key, Meaning meaning_of) {
        const std::string name = text(root_, key);
        const auto value = meaning_of(name);
        if (!value && root_.json().find(key) != nullptr) {
            faults_.add("unknown_word", "\"" + name + "\" means nothing here",
                        root_.at(key, *root_.json().find(key)).pointer());
        }
        return value.value_or(Value{});
    }

    void read_forfeit() {
        const Json* member = root_.require("forfeit", faults_);
        if (member == nullptr || member->is_null()) return;
        const JsonView view = root_.at("forfeit", *member);
        if (view.object(faults_) == nullptr) return;
        const auto by = color_named(text(view, "by"));
        if (!by) faults_.add("unknown_word", "by is white or black", view.pointer());
        report_.forfeit =
            Forfeit{by.value_or(Color::white), text(view, "reason"), text(view, "sentence")};
    }

    void read_sides() {
        const Json* member = root_.require("sides", faults_);
        if (member == nullptr) return;
        const JsonView sides = root_.at("sides", *member);
        if (sides.object(faults_) == nullptr) return;
        for (const Color color : both_colors) {
            const Json* side = sides.require(to_string(color), faults_);
            if (side == nullptr) continue;
            const JsonView view = sides.at(to_string(color), *side);
            if (view.object(faults_) == nullptr) continue;
            for (const auto& [key, field] : counts) report_.sides[color].*field = whole(view, key);
            for (const auto& [key, field] : amounts) {
                report_.sides[color].*field = amount(view, key);
            }
        }
    }

    JsonView root_;
    Faults faults_;
    GameReport report_;
};

}  // namespace

SideReport& SideReport::operator+=(const SideReport& other) {
    for (const auto& [key, member] : counts) this->*member += other.*member;
    cost += other.cost;
    time_ms += other.time_ms;
    time_max_ms = std::max(time_max_ms, other.time_max_ms);
    return *this;
}

std::optional<double> GameReport::points(Color color) const {
    if (result == GameResult::no_result) return std::nullopt;
    if (!winner) return 0.5;
    return winner == color ? 1 : 0;
}

std::string to_json(const GameReport& report) {
    JsonWriter out;
    out.object([&] {
        out.member("number", report.number);
        out.member("result", to_string(report.result));
        if (report.winner) out.member("winner", to_string(*report.winner));
        out.member("reason", report.reason);
        out.key("forfeit");
        if (!report.forfeit) out.null();
        if (report.forfeit) {
            out.object([&] {
                out.member("by", to_string(report.forfeit->by));
                out.member("reason", report.forfeit->reason);
                out.member("sentence", report.forfeit->sentence);
            });
        }
        out.member("plies", report.plies);
        out.key("sides");
        out.object([&] {
            for (const Color color : both_colors) {
                out.key(to_string(color));
                write(out, report.sides[color]);
            }
        });
        out.member("began", report.began);
        out.member("ended", report.ended);
        out.member("record", report.record);
    });
    return out.take();
}

Reading<GameReport> read_report(std::string_view json) {
    const auto document = read_json(json);
    if (!document) return {std::nullopt, document.faults};
    return ReportReader(*document).read();
}

}  // namespace arbiter::arena
