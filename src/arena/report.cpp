#include "arena/report.hpp"

#include <algorithm>
#include <array>
#include <ranges>

#include "core/base/json.hpp"

namespace arbiter::arena {

namespace {

struct Count {
    std::string_view key;
    std::uint64_t SideReport::* member;
    bool is_required = true;
};
constexpr std::array counts{
    Count{"turns", &SideReport::turns},
    Count{"refusals", &SideReport::refusals},
    Count{"random_moves", &SideReport::random_moves},
    Count{"exchanges", &SideReport::exchanges},
    Count{"tokens_in", &SideReport::tokens_in},
    Count{"tokens_out", &SideReport::tokens_out},
    Count{"decisions", &SideReport::decisions, false},
    Count{"blunders", &SideReport::blunders, false},
};
struct Amount {
    std::string_view key;
    double SideReport::* member;
    bool is_required = true;
};
constexpr std::array amounts{
    Amount{"cost", &SideReport::cost},
    Amount{"time_ms", &SideReport::time_ms},
    Amount{"time_max_ms", &SideReport::time_max_ms},
    Amount{"loss", &SideReport::loss, false},
    Amount{"luck", &SideReport::luck, false},
};

void write(JsonWriter& out, const SideReport& side) {
    out.object([&] {
        const auto write_all = [&](const auto& fields) {
            for (const auto& [key, member, is_required] : fields) {
                if (is_required || side.decisions > 0) out.member(key, side.*member);
            }
        };
        write_all(counts);
        write_all(amounts);
    });
}

void write(JsonWriter& out, std::string_view key, const std::optional<Forfeit>& forfeit) {
    out.key(key);
    if (!forfeit) return out.null();
    out.object([&] {
        out.member("by", to_string(forfeit->by));
        out.member("reason", forfeit->reason);
        out.member("sentence", forfeit->sentence);
    });
}

class ReportReader {
public:
    explicit ReportReader(const Json& json) : root_(json) {}

    Reading<GameReport> read() {
        if (root_.object(faults_) != nullptr) {
            report_.number = whole(root_, "number");
            for (const Color color : both_colors) {
                report_.names[color] = text(root_, to_string(color));
            }
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
            report_.forfeit = forfeit("forfeit");
            report_.failure = forfeit("failure");
            if (root_.json().find("stake") != nullptr) report_.stake = whole(root_, "stake");
            read_sides();
            read_identities();
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
        return member == nullptr ? 0 : object.at(key, *member).number(faults_).value_or(0);
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

    std::optional<Forfeit> forfeit(std::string_view key) {
        const Json* member = root_.json().find(key);
        if (member == nullptr || member->is_null()) return std::nullopt;
        const JsonView view = root_.at(key, *member);
        if (view.object(faults_) == nullptr) return std::nullopt;
        const auto by = color_named(text(view, "by"));
        if (!by) faults_.add("unknown_word", "by is white or black", view.pointer());
        return Forfeit{by.value_or(Color::white), text(view, "reason"), text(view, "sentence")};
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
            const auto is_there = [&](const auto& field) {
                return field.is_required || side->find(field.key) != nullptr;
            };
            for (const Count& field : counts | std::views::filter(is_there)) {
                report_.sides[color].*field.member = whole(view, field.key);
            }
            for (const Amount& field : amounts | std::views::filter(is_there)) {
                report_.sides[color].*field.member = amount(view, field.key);
            }
        }
    }

    void read_identities() {
        const Json* identities = root_.json().find("identities");
        if (identities == nullptr) return;
        const JsonView view = root_.at("identities", *identities);
        if (view.object(faults_) == nullptr) return;
        for (const Color color : both_colors) {
            report_.identities[color] = text(view, to_string(color));
        }
    }

    JsonView root_;
    Faults faults_;
    GameReport report_;
};

}  // namespace

SideReport& SideReport::operator+=(const SideReport& other) {
    for (const Count& field : counts) this->*field.member += other.*field.member;
    cost += other.cost;
    time_ms += other.time_ms;
    loss += other.loss;
    luck += other.luck;
    time_max_ms = std::max(time_max_ms, other.time_max_ms);
    return *this;
}

std::optional<double> GameReport::points(Color color) const {
    if (result == GameResult::no_result) return std::nullopt;
    if (!winner) return 0.5;
    return winner == color ? 1 : 0;
}

double GameReport::net_points(Color color) const {
    if (result != GameResult::win) return 0;
    const auto points = static_cast<double>(stake);
    return winner == color ? points : -points;
}

std::optional<double> GameReport::points_less_luck(Color color) const {
    if (sides.white.decisions + sides.black.decisions == 0) return std::nullopt;
    return net_points(color) - sides[color].luck + sides[opponent(color)].luck;
}

std::string to_json(const GameReport& report) {
    JsonWriter out;
    out.object([&] {
        out.member("number", report.number);
        for (const Color color : both_colors) out.member(to_string(color), report.names[color]);
        out.member("result", to_string(report.result));
        if (report.winner) out.member("winner", to_string(*report.winner));
        out.member("reason", report.reason);
        write(out, "forfeit", report.forfeit);
        write(out, "failure", report.failure);
        out.member("stake", report.stake);
        out.member("plies", report.plies);
        out.key("sides");
        out.object([&] {
            for (const Color color : both_colors) {
                out.key(to_string(color));
                write(out, report.sides[color]);
            }
        });
        out.key("identities");
        out.object([&] {
            for (const Color color : both_colors) {
                out.member(to_string(color), report.identities[color]);
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
