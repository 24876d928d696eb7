#include "server/games/bot_host.hpp"

#include <algorithm>
#include <bit>

#include "platform/thread.hpp"
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
/// How many of its usual moves a player waits behind quicker ones.
constexpr int thoughts_of_delay = 20;
/// A player is quick whose moves usually take less.
constexpr auto quick_thought = 500ms;
/// Some rules let two bots play on for ever.
constexpr std::size_t plies_max = 5'000;
/// Whose thinking time is remembered.
constexpr std::size_t games_max = 10'000;

const BuiltInInfo* built_in_named(std::string_view name) {
    const std::string_view kind = name.substr(0, name.find(':'));
    const auto all = players::built_ins();
    const auto found = std::ranges::find(all, kind, &BuiltInInfo::kind);
    return found == all.end() ? nullptr : &*found;
}

}  // namespace

BotHost::BotHost(const Options& options, const Parts& parts)
    : configured_(options.players.begin(), options.players.end()), parts_(parts) {
    if (!options.has_threads) return;
    const std::size_t half = std::max(2U, std::thread::hardware_concurrency() / 2);
    const std::size_t count = options.threads != 0 ? options.threads : half;
    for (std::size_t i = 0; i < count; ++i) {
        const bool is_second = i == 1;
        threads_.emplace_back([this, is_second] { work(is_second ? Work::quick : Work::any); });
    }
}

BotHost::~BotHost() { stop(); }

void BotHost::stop() {
    {
        const std::lock_guard lock(mutex_);
        stopping_ = true;
        tasks_.clear();
        for (const Thought& thought : thinking_) thought.player->stop();
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

BotHost::Load BotHost::load() const {
    const std::lock_guard lock(mutex_);
    return {thinking_.size(), tasks_.size()};
}

bool BotHost::Task::is_among_machines() const {
    const auto& seats = state->terms().seats;
    return !seats.white.player.empty() && !seats.black.player.empty();
}

void BotHost::attend(std::shared_ptr<Room> room, State state, Color seat) {
    {
        const std::lock_guard lock(mutex_);
        if (stopping_) return;
        tasks_.push_back({std::move(room), std::move(state), seat, parts_.clock.elapsed()});
        if (!tasks_.back().is_among_machines()) make_room_for_people();
    }
    if (threads_.empty()) parts_.scheduler.soon([this] { work_once(); });
    changed_.notify_all();
}

/// A game in which somebody waits interrupts one in which nobody does.
void BotHost::make_room_for_people() {
    const std::size_t for_quick_ones = threads_.size() > 1 ? 1 : 0;
    if (thinking_.size() + for_quick_ones < threads_.size()) return;
    for (Thought& thought : thinking_) {
        if (!thought.task->is_among_machines() || thought.is_interrupted) continue;
        thought.is_interrupted = true;
        return thought.player->stop();
    }
}

void BotHost::moved_on(std::string_view game, std::uint64_t version) {
    const auto is_past = [&](const Task& task) {
        return task.game() == game && task.state->version() < version;
    };
    const std::lock_guard lock(mutex_);
    std::erase_if(tasks_, is_past);
    for (const Thought& thought : thinking_) {
        if (is_past(*thought.task)) thought.player->stop();
    }
}

BotHost::Span BotHost::usual_time(const Task& task) const {
    const auto found = usual_.find(task.player());
    return found == usual_.end() ? Span::zero() : found->second;
}

/// People go before machines. Among equals, quick players go before those who think long, and whoever has
/// used the least goes first; to have waited counts as not having used. So many games with a strong
/// player hold up nobody who plays a weak one.
std::optional<BotHost::Task> BotHost::next(Work kind) {
    const Span now = parts_.clock.elapsed();
    const auto rank = [&](const Task& task) {
        const auto used = used_.find(task.game());
        auto cost = thoughts_of_delay * usual_time(task) - (now - task.since);
        if (used != used_.end()) cost += used->second;
        return std::pair(task.is_among_machines(), cost);
    };
    auto first = tasks_.end();
    for (auto task = tasks_.begin(); task != tasks_.end(); ++task) {
        if (kind == Work::quick && usual_time(*task) >= quick_thought) continue;
        if (first == tasks_.end() || rank(*task) < rank(*first)) first = task;
    }
    if (first == tasks_.end()) return std::nullopt;
    Task task = std::move(*first);
    tasks_.erase(first);
    return task;
}

void BotHost::work(Work kind) {
    platform::step_back();
    std::unique_lock lock(mutex_);
    while (true) {
        std::optional<Task> task;
        changed_.wait(lock, [&] { return stopping_ || (task = next(kind)); });
        if (stopping_) return;
        do_task(lock, *task);
    }
}

void BotHost::work_once() {
    std::unique_lock lock(mutex_);
    if (const auto task = next(Work::any)) do_task(lock, *task);
}

/// The lock is not held while a player thinks.
void BotHost::do_task(std::unique_lock<std::mutex>& lock, const Task& task) {
    lock.unlock();
    const Span begun = parts_.clock.elapsed();
    think(task);
    lock.lock();
    if (used_.size() >= games_max) used_.clear();
    const Span took = parts_.clock.elapsed() - begun;
    used_[task.game()] += took;
    const auto [usual, is_new] = usual_.try_emplace(task.player(), took);
    if (!is_new) usual->second = (3 * usual->second + took) / 4;
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

/// Nothing if it was stopped; a task that was interrupted waits again.
std::optional<std::string> BotHost::choose(const Task& task) {
    if (const auto& wanted = task.state->undo_request(); wanted && wanted->by != task.seat) {
        return "accept_undo";
    }
    if (task.state->game().event_count() >= plies_max) return "resign";
    const std::string& name = task.player();
    auto player = take(name);
    if (!player) return "resign";
    std::list<Thought>::iterator thought;
    {
        const std::lock_guard lock(mutex_);
        if (stopping_) return std::nullopt;
        thought = thinking_.insert(thinking_.end(), {.player = player.get(), .task = &task});
    }
    const auto taken = players::take_turn(*player, {*task.state, task.seat},
                                          {.budget = {.time = thinking_time_max, .nodes = {}}});
    if (const auto& error = taken.report.error; error && taken.decision) {
        parts_.log.warning("a player failed", {{"player", name}, {"reason", error->sentence}});
    }
    const std::lock_guard lock(mutex_);
    const bool is_interrupted = thought->is_interrupted;
    thinking_.erase(thought);
    if (!taken.report.error || !taken.decision) resting_.emplace(name, std::move(player));
    if (!taken.decision && is_interrupted && !stopping_) {
        tasks_.push_back(task);
        changed_.notify_all();
    }
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
