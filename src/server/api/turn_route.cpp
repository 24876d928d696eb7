#include <chrono>
#include <mutex>

#include "core/games/to_json.hpp"
#include "server/api/moves.hpp"
#include "server/api/problem.hpp"
#include "server/api/rendering.hpp"
#include "server/api/routes.hpp"
#include "server/api/view.hpp"

namespace arbiter::server {

namespace {

using referee::Referee;

constexpr std::chrono::milliseconds wait_max{50'000};  // less than a transport waits for an answer
constexpr std::size_t last_moves = 8;

/// What somebody needs to move, and no more.
std::string turn_json(const Referee& referee, const Form& form, referee::Moment now) {
    const AnyGame& game = referee.game();
    const NotationInfo& notation = notation_in(form, game);
    auto moves = *game.history(notation.name);
    if (moves.size() > last_moves) moves.erase(moves.begin(), moves.end() - last_moves);
    JsonWriter out;
    out.object([&] {
        out.member("id", referee.terms().id);
        out.member("game", game.name());
        write_now(out, referee, now);
        out.key("last_moves");
        write_moves(out, moves, notation);
        write_legal(out, game, notation);
        write_actions(out, referee);
        const std::string_view compact = game.traits().agents.compact_format;
        write_state_in(out, {{}, form.format.empty() ? std::string(compact) : form.format}, game);
    });
    return out.take();
}

/// Who waits for a turn: whoever shows the key of a seat for its turn, others for the next event.
struct Wanted {
    std::optional<Color> seat;
    std::uint64_t after;  ///< the ply that is known

    bool is_met_by(const Referee& referee) const {
        if (referee.game().outcome()) return true;
        if (seat) return referee.awaited() == seat;
        return referee.game().event_count() > after;
    }
};

/// Answers once, when what is wanted has come or the time is up.
class TurnWait final : public Watcher {
public:
    using Look = std::function<void(TurnWait&)>;

    TurnWait(std::optional<Color> seat, platform::Scheduler& scheduler, Look look)
        : Watcher(event_stream_rendering(), seat), scheduler_(scheduler), look_(std::move(look)) {}

    void expect(std::weak_ptr<TurnWait> self, Reply reply) {
        self_ = std::move(self);
        reply_ = std::move(reply);
    }
    bool send(Text) override {
        scheduler_.soon([weak = self_] {
            if (const auto waiting = weak.lock()) waiting->look_(*waiting);
        });
        return !is_done();
    }
    void close(std::string_view) override {
        finish(response(problem(503, "stopping", "the server stops")));
    }
    void finish(Response response) {
        std::unique_lock lock(mutex_);
        if (!reply_) return;
        Reply reply = std::exchange(reply_, nullptr);
        lock.unlock();
        reply(std::move(response));
    }
    bool is_done() {
        const std::scoped_lock lock(mutex_);
        return !reply_;
    }

private:
    platform::Scheduler& scheduler_;
    Look look_;
    std::weak_ptr<TurnWait> self_;
    std::mutex mutex_;
    Reply reply_;
};

}  // namespace

void Api::Implementation::turn(const Call& call, Reply reply) {
    const auto visited = visit(call);
    if (!visited) return reply(response(visited.error()));
    const auto form = form_of(call, *visited);
    if (!form) return reply(response(form.error()));
    const auto after = query_number(call.target, "ply", visited->state->game().event_count());
    if (!after) return reply(response(after.error()));
    const auto wait = query_number(call.target, "wait_ms", 0);
    if (!wait) return reply(response(wait.error()));

    const Wanted wanted{visited->seat, *after};
    if (*wait == 0 || wanted.is_met_by(*visited->state)) {
        return reply(json_response(turn_json(*visited->state, *form, call.request.at)));
    }
    const auto answer = [this, id = call.id(), key = std::string(call.key()), form = *form](
                            TurnWait& waiting, const auto& is_enough) {
        const auto now = games_.visit(id, key);
        if (!now) return waiting.finish(response(now.error()));
        if (!is_enough(*now->state)) return;
        waiting.finish(json_response(turn_json(*now->state, form, clock_.now())));
    };
    const auto look = [answer, wanted](TurnWait& waiting) {
        answer(waiting, [&](const Referee& state) { return wanted.is_met_by(state); });
    };
    const auto waiting = std::make_shared<TurnWait>(visited->seat, scheduler_, look);
    waiting->expect(waiting, std::move(reply));
    if (!visited->room->watch(waiting, visited->state->version(), {})) {
        return waiting->finish(response(unavailable("the game cannot be watched")));
    }
    const auto time = std::min(std::chrono::milliseconds(*wait), wait_max);
    scheduler_.at(clock_.now() + time, [waiting, answer, room = visited->room] {
        answer(*waiting, [](const Referee&) { return true; });
        room->leave(waiting);
    });
}

}  // namespace arbiter::server
