#include <future>

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
        converse(machine);
        service.stop("the input has ended");
    }

private:
    static void converse(const server::mcp::Machine& machine) {
        std::optional<server::mcp::Version> agreed;
        Lines lines(message_size_max);
        Sink sink;
        while (const auto line = lines.next()) {
            if (trimmed(*line).empty()) continue;
            const auto answer = answer_to(*line, machine, agreed);
            if (answer.agreed) agreed = answer.agreed;
            if (answer.message.empty()) continue;
            sink.write_line(answer.message);
            sink.flush();
        }
    }

    static server::mcp::Answer answer_to(const std::string& line,
                                         const server::mcp::Machine& machine,
                                         std::optional<server::mcp::Version> agreed) {
        std::promise<server::mcp::Answer> promise;
        auto answer = promise.get_future();
        machine.receive(line,
                        {.address = "standard input",
                         .authorization = {},
                         .at = platform::system_clock().now(),
                         .agreed = agreed,
                         .mirror = {}},
                        [&](server::mcp::Answer made) { promise.set_value(std::move(made)); });
        return answer.get();
    }
};

}  // namespace

void add_mcp_command(CLI::App& program, const Console& console) {
    add_command<Mcp>(program, console,
                     {"mcp", "Let a model play and ask, over the Model Context Protocol",
                      "Uses standard input and output. Games last as long as the program runs,\n"
                      "unless --store keeps them. To share games between several programs, start\n"
                      "`arbiter serve` and connect them to http://127.0.0.1:8080/mcp.\n"
                      "\n"
                      "Examples:\n"
                      "  arbiter mcp\n"
                      "  arbiter mcp --store games.db"});
}

}  // namespace arbiter::cli
