#include "players/catalogue.hpp"

#include <algorithm>
#include <array>
#include <functional>
#include <optional>

#include "core/contract/excerpt.hpp"
#include "players/bots/built_in.hpp"
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

struct Kind {
    KindInfo info;
    Planned (*plan)(const Specification&, Wishes&);
};

// clang-format off
constexpr std::array kind_list{
    Kind{{"random", "random", "plays any legal move", false}, plan_built_in},
    Kind{{"bot", "bot, bot:LEVEL", "Arbiter's own bot, on a level from 1 to 8", false}, plan_built_in},
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
