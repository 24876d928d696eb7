#include "core/go/formats/sgf_quick.hpp"

#include <algorithm>
#include <utility>

namespace arbiter::go {

namespace {

bool repetition_matters(const Rules& rules) {
    return rules.long_cycle == LongCycle::voids_the_game ||
           (rules.ko != KoRule::none && rules.ko != KoRule::simple);
}

}  // namespace

QuickBoard::QuickBoard(const Game& game)
    : position_(game.position()),
      account_(game.account()),
      moves_(game.move_count()),
      passes_(game.passes()) {
    if (repetition_matters(game.rules())) static_cast<void>(is_new(position_.key()));
}

std::optional<QuickBoard> QuickBoard::at_start(const Game& game) {
    const bool placing =
        game.events().size() < static_cast<std::size_t>(game.start().free_handicap);
    if (game.phase() != Phase::play || placing) return std::nullopt;
    return QuickBoard(game);
}

std::optional<QuickBoard> QuickBoard::at_present(const Game& game) {
    return repetition_matters(game.rules()) ? std::nullopt : at_start(game);
}

bool QuickBoard::play(const Event& move, const Rules& rules) {
    if (const auto* play = std::get_if<Play>(&move)) return put({play->by, play->point}, rules);
    const auto* pass = std::get_if<Pass>(&move);
    if (pass == nullptr || is_marking()) return false;
    const bool marking_is_next =
        rules.dead_stones == DeadStones::agreed && rules.ending != Ending::two_passes_white_last;
    if (passes_ == 1 && !marking_is_next) return false;
    if (rules.turns != Turns::free && pass->by != position_.turn()) return false;
    position_.pass(pass->by);
    if (rules.pass_stones == PassStones::given) ++account_.pass_stones[opponent(pass->by)];
    ++passes_;
    ++moves_;
    return true;
}

bool QuickBoard::put(Stone stone, const Rules& rules) {
    if (is_marking() || (rules.turns != Turns::free && stone.color != position_.turn()))
        return false;
    if (!contains(position_.size(), stone.point) || !position_.is_empty(stone.point)) return false;
    if (position_.ko() == stone.point || position_.is_suicide(stone)) return false;
    account_.prisoners[stone.color] += static_cast<int>(position_.play(stone).size());
    passes_ = 0;
    ++moves_;
    if (position_.full()) return false;
    return !repetition_matters(rules) || is_new(position_.key());
}

/// Keys are random numbers: the lowest bits serve as the hash, and none is 0.
bool QuickBoard::is_new(std::uint64_t key) {
    if (keys_.size() <= 2 * key_count_) make_room();
    const std::size_t mask = keys_.size() - 1;
    const std::uint64_t wanted = key | (std::uint64_t{1} << 63);
    std::size_t place = key & mask;
    while (keys_[place] != 0 && keys_[place] != wanted) place = (place + 1) & mask;
    if (keys_[place] != 0) return false;
    keys_[place] = wanted;
    ++key_count_;
    return true;
}

void QuickBoard::make_room() {
    constexpr std::size_t least = 512;
    const auto before =
        std::exchange(keys_, std::vector<std::uint64_t>(std::max(least, 2 * keys_.size())));
    key_count_ = 0;
    for (const std::uint64_t key : before) {
        if (key != 0) static_cast<void>(is_new(key));
    }
}

}  // namespace arbiter::go
