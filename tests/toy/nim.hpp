#pragma once

#include <algorithm>
#include <variant>

#include "core/contract/event.hpp"
#include "core/contract/game.hpp"
#include "core/contract/game_base.hpp"

/// A game so small that its record can be written by hand: each takes some of a heap, and whoever
/// takes the last wins. It shows what a further game needs: these two files and its place in the list
/// of games.
namespace arbiter::nim {

struct Take {
    int count;
    bool operator==(const Take&) const = default;
};
using Event = std::variant<Take, Resign, LoseOnTime, Conclude>;

struct Start {
    int heap = 10;
    Color turn = Color::white;
    bool operator==(const Start&) const = default;
};

/// What a game keeps after an event.
struct Next {
    int heap;
};

class Game : public GameBase<Game, Event, Next> {
public:
    using Event = nim::Event;
    static constexpr int heap_max = 1'000'000;

    static const Traits traits;
    static std::span<const OptionInfo> options();
    static std::span<const NotationInfo> notations();
    static std::span<const Format<Game>> formats();
    static std::span<const RejectionCode* const> rejections();
    static std::span<const QuestionInfo> questions() { return {}; }

    /// The option `heap`.
    static Reading<Game> create(const Options& options);
    explicit Game(Start start = {}) : start_(start), heap_(start.heap) {}

    int heap() const { return heap_; }
    Color turn() const;
    Awaits awaits() const { return outcome_ ? Awaits::nothing : Awaits::move; }
    std::uint64_t hash() const { return static_cast<std::uint64_t>(heap_); }
    std::uint64_t recomputed_hash() const { return hash(); }

    std::vector<Event> legal() const;
    std::vector<Action> actions(Color by) const;
    static Author author(const Event& event);

    /// A number, which may stand in brackets; actions as JSON or as a word: `resign`.
    Result<Event> read_event(std::string_view text, std::optional<Color> by = {}) const;
    /// In "number" or "brackets"; an action is JSON in both.
    std::string write_event(const Event& event, std::string_view notation = "number") const;
    std::vector<std::string> history(std::string_view notation = "number") const;
    static std::string_view notation_of(std::string_view move);
    /// Every number.
    std::vector<Mention> mentions(std::string_view prose) const;
    /// No word of its effects and rejections is written in a notation.
    static std::optional<std::string> spelled(std::string_view, std::string_view,
                                              std::string_view) {
        return std::nullopt;
    }

    std::expected<std::string, Fault> ask(std::string_view question, std::string_view argument,
                                          std::string_view notation = {}) const;

    void write_start(JsonWriter& out) const;
    static Reading<Game> read_start(JsonView setup);

    std::string svg(const RenderOptions& options) const;
    std::string text(const RenderOptions& options) const;
    std::vector<PerftRow> perft(int depth) const;

    bool operator==(const Game& other) const {
        return start_ == other.start_ && std::ranges::equal(events(), other.events());
    }

private:
    friend GameBase;
    using Consequence = arbiter::Consequence<Event, Next>;
    Result<Consequence> judge(const Event& event) const;
    void adopt(Next&& next, const Event& event);
    void revert(const Event& event);

    Start start_;
    int heap_;
    std::size_t moves_ = 0;
};

}  // namespace arbiter::nim
