#include <atomic>
#include <chrono>
#include <condition_variable>
#include <memory>
#include <mutex>

#include <unistd.h>

#include "cli/arguments.hpp"
#include "cli/command_error.hpp"
#include "cli/commands.hpp"
#include "cli/lines.hpp"
#include "cli/opened_store.hpp"
#include "cli/sink.hpp"
#include "core/base/text.hpp"
#include "platform/clock.hpp"
#include "server/api/api.hpp"
#include "server/mcp/machine.hpp"

namespace arbiter::cli {

namespace {

constexpr std::size_t message_size_max = std::size_t{4} << 20;

/// There is one client, which started the program.
constexpr server::RateLimit unlimited{.per_second = 1e9, .burst = 1e9};

struct Mcp {
    std::string store = "memory:";
    std::string log_level = "warning";

    void add_to(CLI::App& command) {
        command.add_option("--store", store, "Keep games here: a file, or postgresql://...")
            ->type_name("STORE");
        command
            .add_option("--log-level", log_level, "How much to log: debug, info, warning, error")
            ->capture_default_str()
            ->check(one_of({"debug", "info", "warning", "error"}))
            ->type_name("LEVEL");
    }

    /// Only the protocol goes to standard output; the log goes to standard error.
    void run(const Console&) const {
        if (isatty(STDIN_FILENO) != 0) {
            tell(
                "arbiter mcp waits for messages of the Model Context Protocol; `arbiter mcp "
                "--help` "
                "tells more, and Ctrl-D ends it.");
        }
        server::Metrics metrics;
        server::Log log(*server::log_level_named(log_level));
        server::Api service({.requests = unlimited, .creations = unlimited}, opened_store(store),
                            metrics, log);
        const server::mcp::Machine machine([&](server::Request request, server::Reply reply) {
            service.handle(std::move(request), std::move(reply));
        });
        Conversation(machine).hold();
        service.stop("the input has ended");
    }

private:
    /// Requests are answered one after another, except that nobody waits for one that takes long: it
    /// may be waiting for a turn.
    class Conversation {
    public:
        explicit Conversation(const server::mcp::Machine& machine) : machine_(machine) {}

        void hold() {
            const auto subscriptions = std::make_shared<server::mcp::Subscriptions>(
                [this](const std::string& message) { return write(message); });
            Lines lines(message_size_max);
            while (!is_closed_) {
                const auto line = lines.next();
                if (!line) break;
                if (!trimmed(*line).empty()) receive(*line, subscriptions);
            }
            std::unique_lock lock(mutex_);
            answered_.wait(lock, [&] { return open_ == 0; });
        }

    private:
        void receive(const std::string& line,
                     const std::shared_ptr<server::mcp::Subscriptions>& subscriptions) {
            constexpr std::chrono::milliseconds patience{500};
            std::unique_lock lock(mutex_);
            ++open_;
            const std::size_t others = open_ - 1;
            const server::mcp::Caller caller{.address = "standard input",
                                             .authorization = {},
                                             .at = platform::system_clock().now(),
                                             .agreed = agreed_,
                                             .mirror = {},
                                             .subscriptions = subscriptions};
            lock.unlock();
            machine_.receive(line, caller, [this](const server::mcp::Answer& answer) {
                if (!answer.message.empty()) write(answer.message);
                const std::scoped_lock answered(mutex_);
                if (answer.agreed) agreed_ = answer.agreed;
                --open_;
                answered_.notify_all();
            });
            lock.lock();
            answered_.wait_for(lock, patience, [&] { return open_ <= others; });
        }

        /// From any thread. False if nobody reads it any more.
        bool write(const std::string& message) {
            const std::scoped_lock lock(output_);
            try {
                sink_.write_line(message);
                sink_.flush();
            } catch (const std::exception&) {
                is_closed_ = true;
            }
            return !is_closed_;
        }

        const server::mcp::Machine& machine_;
        std::mutex output_;
        Sink sink_;
        std::atomic<bool> is_closed_ = false;
        std::mutex mutex_;
        std::condition_variable answered_;
        std::size_t open_ = 0;
        std::optional<server::mcp::Version> agreed_;
    };
};

}  // namespace

void add_mcp_command(CLI::App& program, const Console& console) {
    add_command<Mcp>(program, console,
                     {"mcp", "Serve the Model Context Protocol, for models that play and ask",
                      "Uses standard input and output. Games last as long as the program runs,\n"
                      "unless --store keeps them. To share games between several programs, start\n"
                      "`arbiter serve` and connect them to http://127.0.0.1:8080/mcp.\n"
                      "\n"
                      "Examples:\n"
                      "  arbiter mcp\n"
                      "  arbiter mcp --store games.db"});
}

}  // namespace arbiter::cli
