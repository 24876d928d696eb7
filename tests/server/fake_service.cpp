#include "tests/server/fake_service.hpp"

#include <stdexcept>

namespace arbiter::server {

namespace {

constexpr std::chrono::seconds patience{5};

Response plain(std::string body) {
    return {.headers = {{"Content-Type", "text/plain"}}, .body = std::move(body)};
}

}  // namespace

void Door::open() {
    const std::lock_guard lock(mutex_);
    open_ = true;
    changed_.notify_all();
}

bool Door::wait() {
    std::unique_lock lock(mutex_);
    return changed_.wait_for(lock, patience, [&] { return open_; });
}

/// Counts as alive while it is.
class Life {
public:
    explicit Life(FakeService& service) : service_(service) { change(1); }
    ~Life() { change(-1); }
    Life(const Life&) = delete;
    Life& operator=(const Life&) = delete;

private:
    void change(int by) {
        const std::lock_guard lock(service_.mutex_);
        service_.alive_ += by;
        service_.changed_.notify_all();
    }

    FakeService& service_;
};

namespace {

class Echo final : public Conversation {
public:
    Echo(FakeService& service, std::shared_ptr<Feed> feed)
        : feed_(std::move(feed)), life_(service) {}

    void receive(std::string_view message, platform::Moment) override {
        if (message == "boom") throw std::runtime_error("boom");
        feed_->send(std::make_shared<std::string>(message));
    }

private:
    std::shared_ptr<Feed> feed_;
    Life life_;
};

}  // namespace

FakeService::~FakeService() { door.open(); }

void FakeService::handle(Request request, Reply reply) {
    const std::string& target = request.target;
    if (target == "/hello") {
        reply(plain("hello"));
    } else if (target == "/echo") {
        reply(plain(request.body));
    } else if (target.starts_with("/request")) {
        reply(plain(request.method + ' ' + target + ' ' + request.address + ' ' +
                    std::string(request.header("x-test"))));
    } else if (target == "/big") {
        reply(plain(std::string(2'000'000, 'x')));
    } else if (target == "/later") {
        const std::lock_guard lock(mutex_);
        threads_.emplace_back([reply = std::move(reply)]() mutable { reply(plain("later")); });
    } else if (target == "/door") {
        entered.open();
        reply(plain(door.wait() ? "opened" : "nobody came"));
    } else if (target == "/never") {
        const std::lock_guard lock(mutex_);
        unanswered_.push_back(std::move(reply));
    } else if (target == "/work") {
        const std::lock_guard lock(mutex_);
        threads_.emplace_back([this, token = request.given_up, reply = std::move(reply)]() mutable {
            entered.open();
            for (int i = 0; i < 500 && !token.stop_requested(); ++i) {
                std::this_thread::sleep_for(std::chrono::milliseconds(10));
            }
            if (token.stop_requested()) door.open();
            reply(plain("worked"));
        });
    } else if (target == "/throw") {
        throw std::runtime_error("thrown on purpose");
    } else if (target == "/nothing") {
        reply({.status = 204});
    } else if (target == "/events") {
        Response response{.headers = {{"Content-Type", "text/event-stream"}}};
        response.stream = [this](std::shared_ptr<Feed> feed) -> std::shared_ptr<void> {
            keep(std::move(feed));
            return std::make_shared<Life>(*this);
        };
        reply(std::move(response));
    } else {
        reply({.status = 404});
    }
}

std::expected<std::unique_ptr<Conversation>, Response> FakeService::converse(
    const Request& request, std::shared_ptr<Feed> feed) {
    if (request.target != "/ws") return std::unexpected(Response{.status = 404});
    keep(feed);
    return std::make_unique<Echo>(*this, std::move(feed));
}

void FakeService::keep(std::shared_ptr<Feed> feed) {
    const std::lock_guard lock(mutex_);
    feeds_.push_back(std::move(feed));
    changed_.notify_all();
}

std::shared_ptr<Feed> FakeService::feed(std::size_t index) {
    std::unique_lock lock(mutex_);
    const bool there = changed_.wait_for(lock, patience, [&] { return feeds_.size() > index; });
    return there ? feeds_[index] : nullptr;
}

bool FakeService::becomes_alive(int count) {
    std::unique_lock lock(mutex_);
    return changed_.wait_for(lock, patience, [&] { return alive_ == count; });
}

void FakeObserver::answered(const Exchange& exchange) {
    const std::lock_guard lock(mutex_);
    exchanges_.push_back({std::string(exchange.method), std::string(exchange.path), exchange.status,
                          exchange.bytes, std::string(exchange.address), std::string(exchange.id)});
}

void FakeObserver::turned_away(std::string_view) {
    const std::lock_guard lock(mutex_);
    ++turned_away_;
}

void FakeObserver::dropped_slow_reader(Channel, std::string_view) {
    const std::lock_guard lock(mutex_);
    ++slow_readers_;
    changed_.notify_all();
}

void FakeObserver::failed(std::string_view what, std::string_view why) {
    const std::lock_guard lock(mutex_);
    failures_.push_back(std::string(what) + ": " + std::string(why));
}

std::vector<FakeObserver::Told> FakeObserver::exchanges() const {
    const std::lock_guard lock(mutex_);
    return exchanges_;
}

int FakeObserver::turned_away_count() const {
    const std::lock_guard lock(mutex_);
    return turned_away_;
}

bool FakeObserver::drops_slow_reader() {
    std::unique_lock lock(mutex_);
    return changed_.wait_for(lock, patience, [&] { return slow_readers_ > 0; });
}

std::vector<std::string> FakeObserver::failures() const {
    const std::lock_guard lock(mutex_);
    return failures_;
}

}  // namespace arbiter::server
