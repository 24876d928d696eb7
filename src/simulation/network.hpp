#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "simulation/checker.hpp"
#include "simulation/machine.hpp"

namespace arbiter::simulation {

/// What lies between clients and machines: messages are late, some are lost, connections are cut.
class Network {
public:
    struct Parts {
        Loop& loop;
        Checker& checker;
        std::vector<std::unique_ptr<Machine>>& machines;
        Span calm_from;  ///< every request after this moment is answered
    };
    Network(const Parts& parts, Draws draws) : parts_(parts), draws_(draws) {}

    int trouble = 0;  ///< how many faults there are at present

    /// Sends a request to some machine. `done` is called once: with nothing if no answer came.
    using Done = std::move_only_function<void(std::optional<server::Response>)>;
    struct Question {
        server::Request request;
        std::string game{};          ///< whose version the answer shows; empty: none's
        Attempt* attempt = nullptr;  ///< told when it arrived; outlives the answer
    };
    void ask(Question question, Done done);

    /// Messages from a server to one client.
    class Stream;
    struct Listener {
        std::function<void(const std::string& message)> receive;
        std::function<void()> ended;
        std::function<Span()> reading_max;  ///< for a message, at present
    };
    std::shared_ptr<Stream> listen(server::Request request, Listener listener);
    /// A WebSocket, over which `first` is said.
    std::shared_ptr<Stream> talk(server::Request request, std::string first, Listener listener);
    /// The client leaves.
    static void leave(Stream& stream);

private:
    class Exchange;
    Machine& any_machine();
    Span delay();
    bool loses();
    void handle(Machine& machine, const std::shared_ptr<Exchange>& exchange, Question question);
    void check(const Checker::Source& source, const server::Response& response,
               const std::string& game, std::uint64_t least);

    Parts parts_;
    Draws draws_;
};

}  // namespace arbiter::simulation
