#include "server/games/bot_host.hpp"

#include <algorithm>
#include <random>

#include "players/bots/built_in.hpp"
#include "players/catalogue.hpp"
#include "players/turn.hpp"

namespace arbiter::server {

namespace {

using namespace std::chrono_literals;
using players::BuiltInInfo;

/// A turn is never thought about for longer, clock or no clock.
constexpr auto thinking_time_max = 5s;
constexpr auto retry_pause = 1s;
/// Two bots could play on for ever where the rules allow it.
constexpr std::size_t plies_max = 5'000;

const BuiltInInfo* built_in_named(std::string_view name) {
    const std::string_view kind = name.substr(0, name.find(':'));
    const auto all = players::built_ins();
    const auto found = std::ranges::find(all, kind, &BuiltInInfo::kind);
    return found == all.end() ? nullptr : &*found;
}

std::uint64_t any_seed() {
    std::random_device device;
    return std::uint64_t{device()} << 32U | device();
}

}  // namespace

House::House(const Options& options, Agenda& agenda, Log& log)
    : configured_(options.players.begin(), options.players.end()), agenda_(agenda), log_(log) {
    const std::size_t half = std::max(1U, std::thread::hardware_concurrency() / 2);
    const std::size_t count = options.threads != 0 ? options.threads : half;
    for (std::size_t i = 0; i < count; ++i) threads_.emplace_back([this] { work(); });
}

House::~House() { stop(); }

void House::stop() {
    {
        const std::lock_guard lock(mutex_);
        stopping_ = true;
        tasks_.clear();
        for (players::Player* player : thinking_) player->stop();
    }
    changed_.notify_all();
    threads_.clear();
}

std::string House::specification_of(std::string_view name) const {
    const auto found = configured_.find(name);
    return found == configured_.end() ? std::string(name) : found->second;
}

std::optional<std::string> House::title(std::string_view player, std::string_view game) const {
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

std::string House::catalogue() const {
    const auto write = [](JsonWriter& out, std::string_view name, std::string_view title,
                          std::string_view meaning, auto games, bool has_levels) {
        out.object([&] {
            out.member("name", name);
            out.member("title", title);
            out.member("meaning", meaning);
            out.key("games");
            out.array([&] { games(); });
            out.key("levels");
            if (!has_levels) return out.null();
            out.array([&] {
                out.value(players::level_min);
                out.value(players::level_max);
            });
        });
    };
    JsonWriter out;
    out.object([&] {
        out.key("players");
        out.array([&] {
            for (const BuiltInInfo& info : players::built_ins()) {
                write(
                    out, info.kind, info.title, info.meaning,
                    [&] {
                        for (const auto game : info.games) out.value(game);
                    },
                    info.has_levels);
            }
            for (const auto& [name, specification] : configured_) {
                write(
                    out, name, name, "A player of this server",
                    [&] {
                        for (const GameInfo& game : games()) out.value(game.name);
                    },
                    false);
            }
        });
    });
    return out.take();
}

void House::attend(std::shared_ptr<Room> room, const referee::Referee& state, Color seat) {
    {
        const std::lock_guard lock(mutex_);
        if (stopping_) return;
        tasks_.push_back({std::move(room), state, seat});
    }
    changed_.notify_one();
}

void House::work() {
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

void House::think(const Task& task) {
    if (task.room->version() != task.state.version()) return;  // things have moved on
    if (auto move = choose(task)) submit(task, std::move(*move));
}

std::unique_ptr<players::Player> House::take(const std::string& name) {
    {
        const std::lock_guard lock(mutex_);
        if (const auto found = resting_.find(name); found != resting_.end()) {
            return std::move(resting_.extract(found).mapped());
        }
    }
    auto seated = players::seat(specification_of(name), {.seed = any_seed(), .folder = {}});
    if (seated) return std::move(*seated);
    log_.warning("a player cannot sit down",
                 {{"player", name}, {"problem", seated.error().sentence}});
    return nullptr;
}

/// Nothing if it was stopped.
std::optional<std::string> House::choose(const Task& task) {
    if (const auto& wanted = task.state.undo_request(); wanted && wanted->by != task.seat) {
        return "accept_undo";
    }
    if (task.state.game().event_count() >= plies_max) return "resign";
    const std::string& name = task.state.terms().seats[task.seat].player;
    auto player = take(name);
    if (!player) return "resign";
    {
        const std::lock_guard lock(mutex_);
        if (stopping_) return std::nullopt;
        thinking_.push_back(player.get());
    }
    const auto taken = players::take_turn(*player, {task.state, task.seat},
                                          {.budget = {.time = thinking_time_max, .nodes = {}}});
    if (const auto& failure = taken.report.failure) {
        log_.warning("a player failed", {{"player", name}, {"problem", failure->sentence}});
    }
    const std::lock_guard lock(mutex_);
    std::erase(thinking_, player.get());
    if (!taken.report.failure) resting_.emplace(name, std::move(player));
    if (!taken.decision) return std::nullopt;
    return taken.report.answer.empty() ? "resign" : taken.report.answer;
}

void House::submit(const Task& task, std::string move) {
    const auto again = [this, weak = std::weak_ptr(task.room)](const Response& answer) {
        if (answer.status < 500) return;
        agenda_.at(now() + retry_pause, [weak] {
            if (const auto room = weak.lock()) room->ask_again();
        });
    };
    task.room->submit({.by = task.seat,
                       .move = std::move(move),
                       .at = now(),
                       .version = task.state.version(),
                       .ply = {},
                       .repeatable = {},
                       .reply = again});
}

}  // namespace arbiter::server
