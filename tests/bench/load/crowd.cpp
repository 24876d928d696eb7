#include "tests/bench/load/crowd.hpp"

#include <algorithm>
#include <stdexcept>

#include "tests/bench/load/machine.hpp"

namespace arbiter::bench::load {

namespace {

/// Fewer than a server lets wait to be accepted.
constexpr std::size_t at_once = 64;

}  // namespace

Crowd::Crowd(const std::string& address, int process)
    : address_(address),
      process_(process),
      events_{.ready = [this](Table&) { is_ready_ = true; },
              .new_game =
                  [this](Table&) {
                      for (const auto& watcher : watchers_) watcher->look_on();
                  },
              .played = [this](Clock::duration time) { took_ = time; }},
      watched_(players_, address, 0, events_),
      other_(players_, address, 3, events_) {}

Crowd::Result Crowd::measure(Size size) {
    for (Table* table : {&watched_, &other_}) {
        is_ready_ = false;
        table->begin();
        while (!is_ready_) players_.wait(Clock::now() + patience);
    }
    std::vector<Clock::duration> alone;
    std::vector<Clock::duration> watched;
    std::vector<Clock::duration> beside;
    for (std::size_t i = 0; i < size.moves; ++i) play(watched_, alone);
    const std::uint64_t before = resident_bytes(process_);
    admit(size.watchers);
    for (std::size_t i = 0; i < size.moves; ++i) {
        play(watched_, watched);
        play(other_, beside);
        look();
    }
    const auto after = static_cast<double>(resident_bytes(process_));
    Result result{.alone = pace_of(alone, {}),
                  .watched = pace_of(watched, {}),
                  .beside = pace_of(beside, {}),
                  .bytes_a_watcher =
                      (after - static_cast<double>(before)) / static_cast<double>(size.watchers),
                  .witness = {.left_behind = left_behind()}};
    for (const auto& watcher : watchers_) {
        result.witness.events += watcher->events();
        result.witness.gaps += watcher->gaps();
    }
    return result;
}

void Crowd::play(Table& table, std::vector<Clock::duration>& times) {
    is_ready_ = false;
    table.play(Clock::now());
    while (!is_ready_) players_.wait(Clock::now() + patience);
    times.push_back(took_);
}

void Crowd::admit(std::size_t watchers) {
    while (watchers_.size() < watchers) {
        for (std::size_t i = 0; i < at_once && watchers_.size() < watchers; ++i) {
            watchers_.push_back(std::make_unique<Watcher>(gallery_, address_, watched_));
        }
        look();
    }
}

void Crowd::look() {
    const auto end = Clock::now() + patience;
    while (left_behind() > 0) {
        if (Clock::now() > end) throw std::runtime_error("not every watcher sees its game");
        gallery_.wait(end);
    }
}

std::size_t Crowd::left_behind() const {
    return static_cast<std::size_t>(std::ranges::count_if(
        watchers_, [](const auto& watcher) { return !watcher->is_up_to_date(); }));
}

}  // namespace arbiter::bench::load
