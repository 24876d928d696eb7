#include "players/catalogue.hpp"

#include <algorithm>
#include <array>
#include <functional>
#include <optional>

#include "core/contract/excerpt.hpp"
#include "players/bots/built_in.hpp"
#include "players/engines/gnubg_player.hpp"
#include "players/engines/gtp_player.hpp"
#include "players/engines/uci_player.hpp"
#include "players/specification.hpp"

namespace arbiter::players {

namespace {

using Seated = std::expected<std::unique_ptr<Player>, Fault>;
/// A specification that was understood.
using Plan = std::function<Seated(const Settings&)>;
using Planned = std::expected<Plan, Fault>;

Planned plan_built_in(const Specification& specification, Wishes&) {
    const std::string text = specification.argument.empty()
                                 ? specification.kind
                                 : specification.kind + ":" + specification.argument;
    if (built_in(text, 0) == nullptr) {
        return std::unexpected(Fault{
            "unknown_player",
            "there is no built-in player " + in_quotes(text) + "; the levels of bot are 1 to 8",
            {}});
    }
    return [text](const Settings& settings) -> Seated { return built_in(text, settings.seed); };
}

Fault fault_of(const Failure& failure) { return {"cannot_start", failure.sentence, {}}; }

/// The words behind the colon, where a kind runs a program that the user names.
std::expected<std::vector<std::string>, Fault> command_in(const Specification& specification) {
    auto words = platform::words_of(specification.argument);
    if (!words) {
        return std::unexpected(
            Fault{"bad_specification",
                  "a quotation mark is left open in " + in_quotes(specification.argument),
                  {}});
    }
    if (words->empty()) {
        return std::unexpected(
            Fault{"bad_specification",
                  "the program is missing: " + specification.kind + ":PROGRAM [ARGUMENT...]",
                  {}});
    }
    return *std::move(words);
}

ProgramTerms program_terms(std::vector<std::string> command, Wishes& wishes) {
    ProgramTerms terms{{std::move(command), {}, {}}};
    terms.silence = wishes.time("silence_ms").value_or(terms.silence);
    return terms;
}

/// A plan that starts a player of this kind with its program running in the folder of the settings.
template <class P, class... Arguments>
Plan plan_program(const ProgramTerms& terms, const Arguments&... arguments) {
    return [=](const Settings& settings) -> Seated {
        ProgramTerms here = terms;
        here.command.folder = settings.folder;
        auto player = begun(std::make_unique<P>(std::move(here), arguments...));
        if (!player) return std::unexpected(fault_of(player.error()));
        return *std::move(player);
    };
}

bool is_one_line(std::string_view text) {
    return std::ranges::none_of(text, [](char c) { return static_cast<unsigned char>(c) < ' '; });
}

Planned plan_uci(const Specification& specification, Wishes& wishes) {
    auto command = command_in(specification);
    if (!command) return std::unexpected(std::move(command.error()));
    const ProgramTerms terms = program_terms(*std::move(command), wishes);
    const Options options = wishes.rest();
    for (const Option& option : options) {
        if (is_one_line(option.name + option.value)) continue;
        return std::unexpected(
            Fault{"bad_option", "the option " + in_quotes(option.name) + " has a line break", {}});
    }
    return plan_program<UciPlayer>(terms, options);
}

Planned plan_gtp(const Specification& specification, Wishes& wishes) {
    auto command = command_in(specification);
    if (!command) return std::unexpected(std::move(command.error()));
    return plan_program<GtpPlayer>(program_terms(*std::move(command), wishes));
}

/// In text mode, without sounds, without the user's own settings.
Planned plan_gnubg(const Specification& specification, Wishes& wishes) {
    const std::string program = specification.argument.empty() ? "gnubg" : specification.argument;
    const auto plies = wishes.whole("plies", 0, GnubgPlayer::plies_max).value_or(2);
    return plan_program<GnubgPlayer>(program_terms({program, "-t", "-q", "-r"}, wishes),
                                     static_cast<int>(plies));
}

struct Kind {
    KindInfo info;
    Planned (*plan)(const Specification&, Wishes&);
};

// clang-format off
constexpr std::array kind_list{
    Kind{{"random", "random", "plays any legal move", false}, plan_built_in},
    Kind{{"bot", "bot, bot:LEVEL", "Arbiter's own bot, on a level from 1 to 8", false}, plan_built_in},
    Kind{{"uci", "uci:PROGRAM [ARGUMENT...]", "a chess engine that speaks UCI; its options in brackets", true}, plan_uci},
    Kind{{"gtp", "gtp:PROGRAM [ARGUMENT...]", "a Go engine that speaks GTP", true}, plan_gtp},
    Kind{{"gnubg", "gnubg", "GNU Backgammon, looking `plies` ahead", true}, plan_gnubg},
};
// clang-format on

Fault unknown_kind(std::string_view kind) {
    std::string known;
    for (const Kind& each : kind_list) known += " " + std::string(each.info.kind);
    return {"unknown_player",
            "there are no players of the kind " + in_quotes(kind) + ", only" + known,
            TextPlace{1, 1}};
}

Planned plan(const PlayerTerms& terms) {
    auto specification = read_specification(terms.specification);
    if (!specification) return std::unexpected(std::move(specification.error()));
    const auto kind = std::ranges::find(kind_list, std::string_view(specification->kind),
                                        [](const Kind& each) { return each.info.kind; });
    if (kind == kind_list.end()) return std::unexpected(unknown_kind(specification->kind));
    std::ranges::copy(terms.options, std::back_inserter(specification->options));
    Wishes wishes(specification->options);
    auto planned = kind->plan(*specification, wishes);
    if (planned && wishes.fault()) return std::unexpected(*wishes.fault());
    return planned;
}

/// A player under another name.
class Renamed final : public Player {
public:
    Renamed(std::string name, std::unique_ptr<Player> player)
        : name_(std::move(name)), player_(std::move(player)) {}

    std::string_view name() const override { return name_; }
    std::expected<Choice, Failure> choose(const Turn& turn) override {
        return player_->choose(turn);
    }
    void stop() noexcept override { player_->stop(); }

private:
    std::string name_;
    std::unique_ptr<Player> player_;
};

}  // namespace

Seated seat(const PlayerTerms& terms, const Settings& settings) {
    const auto planned = plan(terms);
    if (!planned) return std::unexpected(planned.error());
    auto player = (*planned)(settings);
    if (player && !terms.name.empty()) {
        return std::make_unique<Renamed>(terms.name, *std::move(player));
    }
    return player;
}

Seated seat(std::string_view specification, const Settings& settings) {
    return seat(PlayerTerms{std::string(specification), {}, {}}, settings);
}

std::optional<Fault> check_specification(const PlayerTerms& terms) {
    auto planned = plan(terms);
    if (planned) return std::nullopt;
    return std::move(planned.error());
}

std::span<const KindInfo> kinds() {
    static constexpr auto infos = [] {
        std::array<KindInfo, kind_list.size()> list{};
        std::ranges::transform(kind_list, list.begin(), &Kind::info);
        return list;
    }();
    return infos;
}

}  // namespace arbiter::players
