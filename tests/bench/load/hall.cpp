#include "tests/bench/load/hall.hpp"

#include <algorithm>
#include <stdexcept>

namespace arbiter::bench::load {

namespace {

constexpr std::chrono::seconds warm_up_max{3};
/// Who watches sits elsewhere and takes no time of the server's machine. Here they do: they look at
/// several events at once.
constexpr std::chrono::milliseconds look_pause{250};

Clock::time_point after(Seconds time) {
    return Clock::now() + std::chrono::duration_cast<Clock::duration>(time);
}

/// The smallest that at least this share of them does not exceed.
Seconds quantile(std::vector<Clock::duration>& times, double share) {
    if (times.empty()) return Seconds(0);
    const auto rank = static_cast<std::size_t>(share * static_cast<double>(times.size()));
    const auto place =
        times.begin() + static_cast<std::ptrdiff_t>(std::min(rank, times.size() - 1));
    std::ranges::nth_element(times, place);
    return *place;
}

}  // namespace

Pace pace_of(std::vector<Clock::duration>& times, Seconds time) {
    return {.moves = times.size(),
            .time = time,
            .median = quantile(times, 0.5),
            .p99 = quantile(times, 0.99)};
}

Hall::Hall(Poller& poller, const Servers& servers, Size size, const std::string& history)
    : poller_(poller),
      events_{.ready = [this](Table& table) { next_move(table); },
              .new_game =
                  [this](Table& table) {
                      for (const auto& watcher : watchers_[table.number()]) watcher->look_on();
                  },
              .played = [this](Clock::duration time) { times_.push_back(time); }},
      watchers_(size.tables) {
    if (!history.empty()) {
        history_.open(history);
        events_.history = [this](const std::string& line) { history_ << line << "\n"; };
    }
    for (std::size_t i = 0; i < size.tables; ++i) {
        tables_.push_back(std::make_unique<Table>(poller, servers.play, i, events_));
    }
    for (std::size_t i = 0; i < size.watchers; ++i) {
        const std::size_t table = i % size.tables;
        watchers_[table].push_back(
            std::make_unique<Watcher>(gallery_, servers.watch, *tables_[table]));
    }
    begin_all();
}

void Hall::begin_all() {
    for (const auto& table : tables_) table->begin();
    settle();
    if (!wait_for([&] { return left_behind() == 0; }, after(patience))) {
        throw std::runtime_error("not every watcher sees its game");
    }
}

template <class Condition>
bool Hall::wait_for(Condition condition, Clock::time_point until) {
    while (!condition()) {
        if (Clock::now() >= until) return false;
        wait(until);
    }
    return true;
}

void Hall::wait(Clock::time_point until) {
    poller_.wait(std::min(until, next_look_));
    if (Clock::now() < next_look_) return;
    while (gallery_.wait(Clock::now())) continue;
    next_look_ = Clock::now() + look_pause;
}

void Hall::settle() {
    if (!wait_for([&] { return ready_.size() == tables_.size(); }, after(patience))) {
        throw std::runtime_error("not every request was answered");
    }
}

void Hall::next_move(Table& table) {
    if (in_haste_) return table.play(Clock::now());
    ready_.push_back(&table);
}

Pace Hall::play_fast(Seconds time) {
    in_haste_ = true;
    for (Table* table : std::exchange(ready_, {})) table->play(Clock::now());
    wait_for([] { return false; }, after(std::min<Seconds>(time / 4, warm_up_max)));
    times_.clear();
    const auto begin = Clock::now();
    wait_for([] { return false; }, after(time));
    const Pace measured = pace_of(times_, Clock::now() - begin);
    in_haste_ = false;
    settle();
    return measured;
}

Pace Hall::play_at(double moves_a_second, Seconds time) {
    std::exponential_distribution<double> pause(moves_a_second);
    times_.clear();
    const auto begin = Clock::now();
    const auto end = after(time);
    for (auto due = begin; due < end;) {
        wait(ready_.empty() ? end : due);
        while (!ready_.empty() && due <= std::min(Clock::now(), end)) {
            Table* table = ready_.front();
            ready_.pop_front();
            table->play(due);
            due += std::chrono::duration_cast<Clock::duration>(Seconds(pause(random_)));
        }
        if (Clock::now() > end + patience) throw std::runtime_error("the server cannot keep up");
    }
    settle();
    return pace_of(times_, Clock::now() - begin);
}

std::size_t Hall::left_behind() const {
    std::size_t count = 0;
    for (const auto& group : watchers_) {
        count += static_cast<std::size_t>(std::ranges::count_if(
            group, [](const auto& watcher) { return !watcher->is_up_to_date(); }));
    }
    return count;
}

Witness Hall::witness() {
    wait_for([&] { return left_behind() == 0; }, after(patience));
    Witness witness{.left_behind = left_behind()};
    for (const auto& group : watchers_) {
        for (const auto& watcher : group) {
            witness.events += watcher->events();
            witness.gaps += watcher->gaps();
        }
    }
    return witness;
}

}  // namespace arbiter::bench::load
