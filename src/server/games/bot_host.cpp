#include "server/games/bot_host.hpp"

#include <algorithm>
#include <bit>

#include "players/bots/built_in.hpp"
#include "players/catalogue.hpp"
#include "players/turn.hpp"

namespace arbiter::server {

namespace {

using namespace std::chrono_literals;
using players::BuiltInInfo;

/// For a turn, with or without a clock.
constexpr auto thinking_time_max = 5s;
constexpr auto retry_pause = 1s;
/// Some rules let two bots play on for ever.
constexpr std::size_t plies_max = 5'000;

const BuiltInInfo* built_in_named(std::string_view name) {
    const std::string_view kind = name.substr(0, name.find(':'));
    const auto all = players::built_ins();
    const auto found = std::ranges::find(all, kind, &BuiltInInfo::kind);
    return found == all.end() ? nullptr : &*found;
}

}  // namespace

BotHost::BotHost(const Options& options, const Parts& parts)
    : configured_(options.players.begin(), options.players.end()), parts_(parts) {
    const std::size_t half = std::max(1U, std::thread::hardware_concurrency() / 2);
    const std::size_t count = options.threads != 0 ? options.threads : half;
    for (std::size_t i = 0; i < count; ++i) threads_.emplace_back([this] { work(); });
}

BotHost::~BotHost() { stop(); }

void BotHost::stop() {
    {
        const std::lock_guard lock(mutex_);
        stopping_ = true;
        tasks_.clear();
        for (players::Player* player : thinking_) player->stop();
    }
    changed_.notify_all();
    threads_.clear();
}

std::string BotHost::specification_of(std::string_view name) const {
    const auto found = configured_.find(name);
    return found == configured_.end() ? std::string(name) : found->second;
}

std::optional<std::string> BotHost::title(std::string_view player, std::string_view game) const {
    if (configured_.contains(player)) return std::string(player);
    const BuiltInInfo* info = built_in_named(player);
    if (info == nullptr || std::ranges::find(info->games, game) == info->games.end()) {
        return std::nullopt;
    }
    if (players::built_in(player, 0) == nullptr) return std::nullopt;
    const auto colon = player.find(':');
    std::string title(info->title);
    if (colon != player.npos) title += " " + std::string(player.substr(colon + 1));
    return title;
}

std::vector<PlayerInfo> BotHost::catalogue() const {
    std::vector<PlayerInfo> players;
    for (const BuiltInInfo& info : players::built_ins()) {
        players.push_back({.name = std::string(info.kind),
                           .title = std::string(info.title),
                           .meaning = std::string(info.meaning),
                           .games = {info.games.begin(), info.games.end()},
                           .has_levels = info.has_levels});
    }
    std::vector<std::string_view> every_game;
    for (const GameInfo& game : games()) every_game.push_back(game.name);
    for (const auto& [name, specification] : configured_) {
        players.push_back({.name = name,
                           .title = name,
                           .meaning = "A player of this server",
                           .games = every_game});
    }
    return players;
}

void BotHost::attend(std::shared_ptr<Room> room, State state, Color seat) {
    {
        const std::lock_guard lock(mutex_);
        if (stopping_) return;
        tasks_.push_back({std::move(room), std::move(state), seat});
    }
    changed_.notify_one();
}

void BotHost::work() {
    std::unique_lock lock(mutex_);
    while (true) {
        changed_.wait(lock, [&] { return stopping_ || !tasks_.empty(); });
        if (stopping_) return;
        const Task task = std::move(tasks_.front());
        tasks_.pop_front();
        lock.unlock();
        think(task);
        lock.lock();
    }
}

void BotHost::think(const Task& task) {
    if (task.room->version() != task.state->version()) return;  // another move was made
    if (auto move = choose(task)) submit(task, std::move(*move));
}

std::unique_ptr<players::Player> BotHost::take(const std::string& name) {
    {
        const std::lock_guard lock(mutex_);
        if (const auto found = resting_.find(name); found != resting_.end()) {
            return std::move(resting_.extract(found).mapped());
        }
    }
    const auto seed = std::bit_cast<std::uint64_t>(parts_.entropy.bytes<sizeof(std::uint64_t)>());
    auto seated = players::seat(specification_of(name), {.seed = seed, .folder = {}});
    if (seated) return std::move(*seated);
    parts_.log.warning("a player cannot sit down",
                       {{"player", name}, {"reason", seated.error().sentence}});
    return nullptr;
}

/// Nothing if it was stopped.
std::optional<std::string> BotHost::choose(const Task& task) {
    if (const auto& wanted = task.state->undo_request(); wanted && wanted->by != task.seat) {
        return "accept_undo";
    }
    if (task.state->game().event_count() >= plies_max) return "resign";
    const std::string& name = task.state->terms().seats[task.seat].player;
    auto player = take(name);
    if (!player) return "resign";
    {
        const std::lock_guard lock(mutex_);
        if (stopping_) return std::nullopt;
        thinking_.push_back(player.get());
    }
    const auto taken = players::take_turn(*player, {*task.state, task.seat},
                                          {.budget = {.time = thinking_time_max, .nodes = {}}});
    if (const auto& error = taken.report.error) {
        parts_.log.warning("a player failed", {{"player", name}, {"reason", error->sentence}});
    }
    const std::lock_guard lock(mutex_);
    std::erase(thinking_, player.get());
    if (!taken.report.error) resting_.emplace(name, std::move(player));
    if (!taken.decision) return std::nullopt;
    return taken.report.answer.empty() ? "resign" : taken.report.answer;
}

void BotHost::submit(const Task& task, std::string move) {
    MoveRequest request{.by = task.seat,
                        .text = std::move(move),
                        .at = parts_.clock.now(),
                        .expected = {.version = task.state->version(), .ply = {}},
                        .repeat = {}};
    task.room->submit(std::move(request),
                      [this, weak = std::weak_ptr(task.room)](const MoveResult& result) {
                          if (!std::holds_alternative<NotStored>(result)) return;
                          parts_.scheduler.at(parts_.clock.now() + retry_pause, [weak] {
                              if (const auto room = weak.lock()) room->ask_again();
                          });
                      });
}

}  // namespace arbiter::server
