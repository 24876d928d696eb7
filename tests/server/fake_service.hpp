#pragma once

#include <condition_variable>
#include <memory>
#include <mutex>
#include <string>
#include <thread>
#include <vector>

#include "server/http/message.hpp"
#include "server/http/observer.hpp"

namespace arbiter::server {

/// A gate that a test opens.
class Door {
public:
    void open();
    /// False if nobody opened it within five seconds.
    bool wait();

private:
    std::mutex mutex_;
    std::condition_variable changed_;
    bool open_ = false;
};

/// A service for tests of the transport.
///
///     /hello          "hello"
///     /echo           the body
///     /request        method, target and address, and the header X-Test
///     /big            2 MB
///     /later          answers from another thread
///     /door           enters, waits until `door` opens, answers
///     /never          does not answer
///     /work           works on another thread until the request is given up, then opens `door`
///     /throw          throws
///     /nothing        204
///     /events         server-sent events: whatever is sent to feeds()
///     /ws             WebSocket: "boom" throws, others are echoed
class FakeService final : public Service {
public:
    ~FakeService() override;

    void handle(Request request, Reply reply) override;
    std::expected<std::unique_ptr<Conversation>, Response> converse(
        const Request& request, std::shared_ptr<Feed> feed) override;

    /// The feed that was opened as the nth, waited for; null if it does not come.
    std::shared_ptr<Feed> feed(std::size_t index);
    /// How many conversations and streams live; waits until it is that many.
    bool becomes_alive(int count);

    Door entered;
    Door door;

private:
    friend class Life;
    void keep(std::shared_ptr<Feed> feed);

    std::mutex mutex_;
    std::condition_variable changed_;
    std::vector<std::shared_ptr<Feed>> feeds_;
    std::vector<std::jthread> threads_;
    std::vector<Reply> unanswered_;
    int alive_ = 0;
};

/// Remembers what it is told.
class FakeObserver final : public Observer {
public:
    struct Told {
        std::string method;
        std::string path;
        int status;
        std::size_t bytes;
        std::string address;
        std::string id;
    };

    void opened(Channel) override {}
    void closed(Channel) override {}
    void answered(const Exchange& exchange) override;
    void received(std::size_t) override {}
    void sent(std::size_t) override {}
    void waiting(int) override {}
    void turned_away(std::string_view address) override;
    void dropped_slow_reader(Channel channel, std::string_view address) override;
    void failed(std::string_view what, std::string_view why) override;

    std::vector<Told> exchanges() const;
    int turned_away_count() const;
    /// Waits until there was one.
    bool drops_slow_reader();
    std::vector<std::string> failures() const;

private:
    mutable std::mutex mutex_;
    std::condition_variable changed_;
    std::vector<Told> exchanges_;
    std::vector<std::string> failures_;
    int turned_away_ = 0;
    int slow_readers_ = 0;
};

}  // namespace arbiter::server
