#include <mutex>

#include "server/api/moves.hpp"
#include "server/api/problem.hpp"
#include "server/api/routes.hpp"

namespace arbiter::server {

namespace {

using players::Review;
using players::ReviewedMove;

constexpr std::uint64_t wait_usual_ms = 20'000;
constexpr std::uint64_t wait_max_ms = 50'000;  // less than a transport waits for an answer

void write_progress(JsonWriter& out, const Review& review, bool is_complete) {
    out.member("complete", is_complete);
    out.member("events", review.game.event_count());
}

Response whole_review(const Review& review, bool is_complete) {
    JsonWriter out;
    out.object([&] {
        write_progress(out, review, is_complete);
        write(out, review);
    });
    return json_response(out.take());
}

/// Server-sent events: one `move` for each that is judged, whose id is the number of events up to it,
/// then `review`, whose id is one more than there are events.
class StreamingReader final : public ReviewReader {
public:
    StreamingReader(std::string address, std::shared_ptr<Feed> feed, std::uint64_t after)
        : ReviewReader(std::move(address)), feed_(std::move(feed)), after_(after) {}

    void add(std::span<const ReviewedMove> moves) override {
        for (const ReviewedMove& move : moves) {
            if (move.ply < after_) continue;
            send(move.ply + 1, "move", [&](JsonWriter& out) { write(out, move); });
        }
    }
    void finish(const Review& review) override {
        send(review.game.event_count() + 1, "review", [&](JsonWriter& out) {
            out.object([&] {
                write_progress(out, review, true);
                write_summary(out, review);
            });
        });
        feed_->close("complete");
    }
    void close(std::string_view reason) override { feed_->close(reason); }

private:
    template <class Body>
    void send(std::uint64_t id, std::string_view type, Body body) {
        JsonWriter out;
        body(out);
        feed_->send(std::make_shared<const std::string>("id: " + std::to_string(id) +
                                                        "\nevent: " + std::string(type) +
                                                        "\ndata: " + out.text() + "\n\n"));
    }

    std::shared_ptr<Feed> feed_;
    std::uint64_t after_;
};

/// Answers once: with the whole review, or with what there is when the time is up.
class WaitingReader final : public ReviewReader {
public:
    WaitingReader(std::string address, Reply reply)
        : ReviewReader(std::move(address)), reply_(std::move(reply)) {}

    void add(std::span<const ReviewedMove>) override {}
    void finish(const Review& review) override { answer(whole_review(review, true)); }
    void close(std::string_view reason) override {
        answer(response(problem(503, "stopping", reason)));
    }
    void answer(Response response) {
        std::unique_lock lock(mutex_);
        Reply reply = std::exchange(reply_, nullptr);
        lock.unlock();
        if (reply) reply(std::move(response));
    }
    /// Leaves when nobody waits for the answer.
    void heed(const std::stop_token& given_up, std::function<void()> leave) {
        given_up_.emplace(given_up, std::move(leave));
    }

private:
    std::mutex mutex_;
    Reply reply_;
    std::optional<std::stop_callback<std::function<void()>>> given_up_;
};

Response streamed(const std::shared_ptr<GameReview>& review, std::string address,
                  std::uint64_t after) {
    // Tells a browser that connects again by itself that nothing follows.
    if (after > review->event_count()) return {204, {}, {}, {}};
    Response opened{200, {{"Content-Type", "text/event-stream"}}, {}, {}};
    opened.stream = [review, after, client = std::move(address)](
                        const std::shared_ptr<Feed>& feed) -> std::shared_ptr<void> {
        const auto reader = std::make_shared<StreamingReader>(client, feed, after);
        review->join(reader);
        return {reader.get(), [review, reader](const void*) { review->leave(reader); }};
    };
    return opened;
}

}  // namespace

/// Only of a finished game: nobody is helped while it is played.
void Api::Implementation::analysis(const Call& call, Reply reply) {
    const auto visited = visit(call);
    if (!visited) return reply(response(visited.error()));
    const referee::Referee& state = *visited->state;
    if (!state.game().outcome()) {
        return reply(complaint(409, "being_played", "a game is analysed when it is over"));
    }
    const auto after = query_number(call.target, "after", 0);
    const auto wait = query_number(call.target, "wait_ms", wait_usual_ms);
    if (!after) return reply(response(after.error()));
    if (!wait) return reply(response(wait.error()));
    if (stopping_) return reply(complaint(503, "stopping", "the server is stopping"));
    const auto review = reviews_.of({call.id(), state.version(), state.game()});
    if (!review) {
        return reply(complaint(422, "cannot_analyse",
                               "nobody analyses " + std::string(state.game().title())));
    }
    const std::string& address = call.request.address;
    if (call.request.header("Accept").contains("text/event-stream")) {
        const auto seen = number_in(call.request.header("Last-Event-ID"));
        return reply(streamed(review, address, seen.value_or(*after)));
    }
    const auto reader = std::make_shared<WaitingReader>(address, std::move(reply));
    const auto leave = [review](const std::weak_ptr<WaitingReader>& weak, Response last) {
        const auto leaving = weak.lock();
        if (!leaving) return;
        review->leave(leaving);
        leaving->answer(std::move(last));
    };
    reader->heed(call.request.given_up,
                 [leave, weak = std::weak_ptr(reader)] { leave(weak, response(given_up())); });
    review->join(reader);
    const std::chrono::milliseconds time(std::min(*wait, wait_max_ms));
    scheduler_.at(clock_.now() + time,
                  [leave, review, reader] { leave(reader, review->look(whole_review)); });
}

Answer Api::Implementation::analyse(const Call& call) {
    return tools::analyse(call.request,
                          [this](const AnyGame& game) { return rooms_.are_playing(game); });
}

}  // namespace arbiter::server
