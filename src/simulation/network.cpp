#include "simulation/network.hpp"

#include <utility>

#include "simulation/answers.hpp"

namespace arbiter::simulation {

namespace {

using namespace std::chrono_literals;

/// How long a client waits for an answer.
constexpr Span patience = 12s;
/// Bytes that wait for a slow reader.
constexpr std::size_t feed_bytes_max = 48 << 10;

}  // namespace

class Network::Exchange final : public Connection, public std::enable_shared_from_this<Exchange> {
public:
    Exchange(Network& network, Done done) : network_(network), done_(std::move(done)) {}
    void cut() override { finish(std::nullopt); }
    void finish(std::optional<server::Response> response) {
        if (!std::exchange(is_open, false)) return;
        network_.parts_.loop.after(
            network_.delay(), [self = shared_from_this(), held = std::move(response)]() mutable {
                self->done_(std::move(held));
            });
    }

private:
    Network& network_;
    Done done_;
};

/// The messages of a feed, one after another.
class Network::Stream final : public Connection, public std::enable_shared_from_this<Stream> {
public:
    Stream(Network& network, Machine& machine, Listener listener)
        : network_(network), machine_(machine), listener_(std::move(listener)) {}

    const std::shared_ptr<server::FeedQueue>& queue() const { return queue_; }
    /// What the server keeps for this connection.
    std::shared_ptr<void> kept;
    std::unique_ptr<server::Conversation> conversation;

    void begin() {
        queue_->attend([weak = weak_from_this()] {
            if (const auto self = weak.lock()) self->take_later();
        });
        take_later();
    }
    void cut() override {
        if (!is_open) return;
        leave();
        network_.parts_.loop.after(network_.delay(),
                                   [self = shared_from_this()] { self->listener_.ended(); });
    }
    void let_go() override {
        queue_->abandon();
        kept.reset();
        conversation.reset();
    }
    void leave() {
        is_open = false;
        machine_.run([self = shared_from_this()] { self->let_go(); });
    }

private:
    void take_later() {
        if (std::exchange(is_taking_, true)) return;
        const Span reading = network_.draws_.between(0us, listener_.reading_max());
        network_.parts_.loop.after(reading + network_.delay(),
                                   [self = shared_from_this()] { self->take(); });
    }
    void take() {
        is_taking_ = false;
        if (!is_open) return;
        if (network_.trouble > 0 && network_.draws_.chance(3)) return cut();
        const auto item = queue_->take();
        if (std::holds_alternative<server::Ending>(item)) return cut();
        if (const auto* message = std::get_if<server::FeedQueue::Message>(&item)) {
            listener_.receive(**message);
            take_later();
        }
    }

    Network& network_;
    Machine& machine_;
    Listener listener_;
    std::shared_ptr<server::FeedQueue> queue_ = std::make_shared<server::FeedQueue>(feed_bytes_max);
    bool is_taking_ = false;
};

/// Who sends requests on does not always know which machines are up.
Machine& Network::any_machine() {
    Machine* machine = draws_.one_of(parts_.machines).get();
    for (int i = 0; i < 3 && !machine->is_up(); ++i) machine = draws_.one_of(parts_.machines).get();
    return *machine;
}

Span Network::delay() {
    const Span usual = draws_.between(100us, 15ms);
    return trouble > 0 && draws_.chance(20) ? usual + draws_.between(0s, 2s) : usual;
}

bool Network::loses() { return trouble > 0 && draws_.chance(10); }

void Network::ask(Question question, Done done) {
    const auto exchange = std::make_shared<Exchange>(*this, std::move(done));
    const bool is_calm = parts_.loop.now() >= parts_.calm_from;
    parts_.loop.after(patience, [this, exchange, is_calm] {
        parts_.checker.require(!exchange->is_open || !is_calm, "answered",
                               "a request got no answer, and nothing was broken");
        exchange->cut();
    });
    if (loses()) return;
    Machine& machine = any_machine();
    parts_.loop.after(delay(), [this, &machine, exchange, held = std::move(question)]() mutable {
        if (!exchange->is_open) return;
        if (!machine.is_up()) return exchange->cut();
        machine.add(exchange);
        machine.run([this, &machine, exchange, asked = std::move(held)]() mutable {
            handle(machine, exchange, std::move(asked));
        });
    });
}

void Network::handle(Machine& machine, const std::shared_ptr<Exchange>& exchange,
                     Question question) {
    auto& [request, game, attempt] = question;
    request.at = machine.api().clock().now();
    if (attempt != nullptr) {
        // Also where nobody waits any more: what was cut off is still handled.
        const std::int64_t at_ms = request.at.time_since_epoch().count();
        parts_.checker.arrived(game, at_ms);
        if (exchange->is_open) attempt->at_ms = at_ms;
    }
    const Checker::Source source{machine.number(), machine.life()};
    const std::uint64_t least = parts_.checker.shown_by(source, game);
    machine.api().handle(std::move(request),
                         [this, exchange, source, least, game](server::Response response) {
                             if (!game.empty()) check(source, response, game, least);
                             if (!loses()) exchange->finish(std::move(response));
                         });
}

void Network::check(const Checker::Source& source, const server::Response& response,
                    const std::string& game, std::uint64_t least) {
    if (response.stream || response.header("Idempotency-Replayed") == "true") return;
    const auto body = read_json(response.body);
    const auto version = body ? number_in(*body, "version") : std::nullopt;
    if (version) parts_.checker.shown(source, game, *version, least);
}

std::shared_ptr<Network::Stream> Network::listen(server::Request request, Listener listener) {
    Machine& machine = any_machine();
    auto stream = std::make_shared<Stream>(*this, machine, std::move(listener));
    parts_.loop.after(delay(), [this, &machine, stream, held = std::move(request)]() mutable {
        if (!machine.is_up() || loses()) return stream->cut();
        machine.add(stream);
        machine.run([&machine, stream, asked = std::move(held)]() mutable {
            if (!stream->is_open) return;
            asked.at = machine.api().clock().now();
            machine.api().handle(std::move(asked), [stream](server::Response response) {
                if (!response.stream) return stream->cut();
                stream->begin();
                stream->kept = response.stream(stream->queue());
            });
        });
    });
    return stream;
}

std::shared_ptr<Network::Stream> Network::talk(server::Request request, std::string first,
                                               Listener listener) {
    Machine& machine = any_machine();
    auto stream = std::make_shared<Stream>(*this, machine, std::move(listener));
    parts_.loop.after(delay(), [this, &machine, stream, held = std::move(request),
                                said = std::move(first)]() mutable {
        if (!machine.is_up() || loses()) return stream->cut();
        machine.add(stream);
        machine.run([&machine, stream, asked = std::move(held), said = std::move(said)]() mutable {
            if (!stream->is_open) return;
            asked.at = machine.api().clock().now();
            auto begun = machine.api().converse(asked, stream->queue());
            if (!begun) return stream->cut();
            stream->conversation = std::move(*begun);
            stream->begin();
            stream->conversation->receive(said, asked.at);
        });
    });
    return stream;
}

void Network::leave(Stream& stream) { stream.leave(); }

}  // namespace arbiter::simulation
