#include "tables/terms.hpp"

#include <array>

#include "core/base/excerpt.hpp"
#include "core/games/any_game.hpp"
#include "tables/names.hpp"
#include "tables/table_json.hpp"

namespace arbiter::tables {

namespace {

constexpr std::array<std::string_view, 7> terms_keys{"id",        "game", "options", "players",
                                                     "createdAt", "dice", "clock"};
constexpr std::array<std::string_view, 2> clock_keys{"daysPerMove", "movedAt"};
constexpr std::array<std::string_view, 2> color_keys{"white", "black"};
constexpr std::array<std::string_view, 4> dice_keys{"commitment", "nonce", "seed", "follow"};

constexpr std::string_view what_rolls_follow = "moves";
constexpr std::size_t nonce_digits = 32;
constexpr std::size_t seed_digits = 64;

class TermsReader : TableFileReader {
public:
    explicit TermsReader(const Json& document) : TableFileReader(document) {}

    Reading<Terms> read() {
        if (root.object(faults) == nullptr) return {std::nullopt, std::move(faults)};
        root.refuse_unknown(terms_keys, Severity::error, faults);
        read_id();
        read_game();
        read_options();
        read_players();
        const auto created = member("createdAt");
        if (created && read_moment(*created)) {
            terms_.created_at = *created->json().as<std::string>();
        }
        read_dice();
        read_clock();
        if (faults.fatal()) return {std::nullopt, std::move(faults)};
        return {std::move(terms_), std::move(faults)};
    }

private:
    Terms terms_;

    void read_id() {
        const auto view = member("id");
        const auto text = view ? read_text(*view) : std::nullopt;
        if (!text) return;
        if (!is_table_id(*text))
            add(*view, "bad_id", in_quotes(*text) + " is not a name of a table");
        terms_.id = *text;
    }

    void read_game() {
        const auto view = member("game");
        const auto text = view ? read_text(*view) : std::nullopt;
        if (!text) return;
        if (traits_named(*text) == nullptr)
            add(*view, "unknown_game", "there is no game " + in_quotes(*text));
        terms_.game = *text;
    }

    void read_options() {
        const auto view = member("options");
        const Json::Object* options = view ? view->object(faults) : nullptr;
        if (options == nullptr) return;
        for (const auto& [name, value] : *options) {
            const JsonView place = view->at(name, value);
            if (const std::string* text = place.string(faults)) {
                terms_.options.push_back({name, *text});
            }
        }
    }

    void read_players() {
        const auto view = member("players");
        if (!view || view->object(faults) == nullptr) return;
        view->refuse_unknown(color_keys, Severity::error, faults);
        for (const Color color : both_colors) {
            const auto side = member(*view, to_string(color));
            if (auto name = side ? read_text(*side) : std::nullopt) terms_.players[color] = *name;
        }
    }

    void read_dice() {
        const auto view = member("dice");
        if (!view || view->json().is_null() || view->object(faults) == nullptr) return;
        view->refuse_unknown(dice_keys, Severity::error, faults);
        const auto commitment = read_digits(*view, "commitment", seed_digits);
        const auto nonce = read_digits(*view, "nonce", nonce_digits);
        const auto seed = member(*view, "seed");
        if (!commitment || !nonce || !seed) return;
        terms_.dice = DiceTerms{*commitment, *nonce, std::nullopt, false};
        if (!seed->json().is_null()) terms_.dice->seed = read_hex(*seed, seed_digits);
        if (const Json* follow = view->json().find("follow")) {
            const JsonView place = view->at("follow", *follow);
            const std::string* what = place.string(faults);
            if (what != nullptr && *what != what_rolls_follow) {
                add(place, "unknown_value", "rolls follow " + in_quotes(what_rolls_follow));
            }
            terms_.dice->follow_moves = true;
        }
    }

    void read_clock() {
        const Json* clock = root.json().find("clock");
        if (clock == nullptr) return;
        const JsonView view = root.at("clock", *clock);
        if (view.object(faults) == nullptr) return;
        view.refuse_unknown(clock_keys, Severity::error, faults);
        const auto days = member(view, "daysPerMove");
        const auto number = days ? read_integer(*days, {1, ClockTerms::days_max}) : std::nullopt;
        const auto moved = member(view, "movedAt");
        if (!number || !moved || !read_moment(*moved)) return;
        terms_.clock = ClockTerms{*number, *moved->json().as<std::string>()};
    }

    std::optional<std::string> read_digits(const JsonView& object, std::string_view key,
                                           std::size_t digits) {
        const auto view = member(object, key);
        return view ? read_hex(*view, digits) : std::nullopt;
    }
};

void write_dice_terms(JsonWriter& out, const std::optional<DiceTerms>& dice) {
    if (!dice) return out.null();
    out.object([&] {
        out.member("commitment", dice->commitment);
        out.member("nonce", dice->nonce);
        write_optional(out, "seed", dice->seed);
        if (dice->follow_moves) out.member("follow", what_rolls_follow);
    });
}

}  // namespace

bool is_late(const ClockTerms& clock, std::string_view now) {
    constexpr std::int64_t day = 86'400;
    const auto since = read_date_time(clock.moved_at);
    const auto until = read_date_time(now);
    return since && until && until->second - since->second >= day * clock.days_per_move;
}

Reading<Terms> read_terms(std::string_view json) {
    Reading<Json> document = read_json(json);
    if (!document) return {std::nullopt, std::move(document.faults)};
    return TermsReader(*document).read();
}

std::string write_terms(const Terms& terms) {
    JsonWriter out(JsonWriter::Style::lines);
    out.object([&] {
        out.member("id", terms.id);
        out.member("game", terms.game);
        out.key("options");
        out.object([&] {
            for (const Option& option : terms.options) out.member(option.name, option.value);
        });
        out.key("players");
        out.object([&] {
            for (const Color color : both_colors)
                out.member(to_string(color), terms.players[color]);
        });
        out.member("createdAt", terms.created_at);
        out.key("dice");
        write_dice_terms(out, terms.dice);
        if (!terms.clock) return;
        out.key("clock");
        out.object([&] {
            out.member("daysPerMove", terms.clock->days_per_move);
            out.member("movedAt", terms.clock->moved_at);
        });
    });
    return out.take() + "\n";
}

}  // namespace arbiter::tables
