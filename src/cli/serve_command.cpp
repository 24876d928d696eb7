#include <csignal>
#include <cstdint>
#include <limits>
#include <system_error>

#include <fmt/format.h>
#include <sys/resource.h>

#include "cli/arguments.hpp"
#include "cli/command_error.hpp"
#include "cli/commands.hpp"
#include "cli/configuration.hpp"
#include "cli/opened_store.hpp"
#include "cli/sink.hpp"
#include "players/catalogue.hpp"
#include "server/api/api.hpp"
#include "server/http/transport.hpp"

namespace arbiter::cli {

namespace {

using std::chrono::milliseconds;

constexpr std::int64_t day_ms = 86'400'000;
constexpr std::int64_t bytes_max = std::int64_t{1} << 30;

/// Adds the options of a server to a command, each with its default.
class Adder {
public:
    explicit Adder(CLI::App& command) : command_(command) {}

    CLI::Option& text(const std::string& name, std::string& value, const std::string& meaning) {
        return *command_.add_option("--" + name, value, meaning)->capture_default_str();
    }
    template <std::integral Number>
    void number(const std::string& name, Number& value, const std::string& meaning,
                std::pair<std::int64_t, std::int64_t> range) {
        command_.add_option("--" + name, value, meaning)
            ->capture_default_str()
            ->check(whole_number(range.first, range.second))
            ->type_name("N");
    }
    void bytes(const std::string& name, std::size_t& value, const std::string& meaning) {
        number(name, value, meaning, {1, bytes_max});
    }
    void time(const std::string& name, milliseconds& value, const std::string& meaning) {
        const auto set = [&value](std::int64_t count) { value = milliseconds(count); };
        command_.add_option_function<std::int64_t>("--" + name, set, meaning)
            ->default_str(std::to_string(value.count()))
            ->check(whole_number(1, day_ms))
            ->type_name("MS");
    }
    void rate(const std::string& name, double& value, const std::string& meaning) {
        command_.add_option("--" + name, value, meaning)
            ->capture_default_str()
            ->check(CLI::Validator(CLI::PositiveNumber).description(""))
            ->type_name("N");
    }
    CLI::Option& list(const std::string& name, std::vector<std::string>& values,
                      const std::string& meaning) {
        return *command_.add_option("--" + name, values, meaning)
                    ->delimiter(',')
                    ->type_size(1)
                    ->expected(1, std::numeric_limits<int>::max())
                    ->take_all();
    }

private:
    CLI::App& command_;
};

/// A process needs one file descriptor per connection; the system's default is often 1024.
void allow_many_connections() {
    rlimit limit{};
    if (getrlimit(RLIMIT_NOFILE, &limit) != 0) return;
    limit.rlim_cur = limit.rlim_max;
    setrlimit(RLIMIT_NOFILE, &limit);
}

/// SIGINT and SIGTERM are waited for, by every thread that comes from this one.
class StopSignals {
public:
    StopSignals() {
        sigemptyset(&set_);
        sigaddset(&set_, SIGINT);
        sigaddset(&set_, SIGTERM);
        pthread_sigmask(SIG_BLOCK, &set_, nullptr);
    }
    /// A second one, while the server stops, ends the program at once.
    int wait() const {
        int signal = 0;
        sigwait(&set_, &signal);
        pthread_sigmask(SIG_UNBLOCK, &set_, nullptr);
        return signal;
    }

private:
    sigset_t set_;
};

std::string url_of(const std::string& address, std::uint16_t port) {
    const bool v6 = address.contains(':');
    return fmt::format("http://{}{}{}:{}", v6 ? "[" : "", address, v6 ? "]" : "", port);
}

/// "Stockfish=uci:stockfish"
std::pair<std::string, std::string> read_player(const std::string& text) {
    const auto equals = text.find('=');
    if (equals == 0 || equals == text.npos) {
        throw CLI::ValidationError("--player", fmt::format("{} is not NAME=SPECIFICATION", text));
    }
    std::pair named(text.substr(0, equals), text.substr(equals + 1));
    const auto fault = players::check_specification({.specification = named.second, .name = {}});
    if (fault) throw CLI::ValidationError("--player", fault->sentence);
    return named;
}

struct Serve {
    Configuration configuration;
    server::TransportOptions transport;
    server::ApiOptions api;
    std::string store = "arbiter.db";
    std::vector<std::string> players;
    std::string log_level = "info";
    std::string access_log = "on";
    milliseconds grace{10'000};

    void add_to(CLI::App& command) {
        configuration.add_to(command);
        add_basics(command);
        add_limits(command);
        add_timeouts(command);
    }

    void run(const Console& console) {
        configuration.complete();
        if (configuration.asked_to_print()) return print(configuration.text());
        allow_many_connections();
        const StopSignals signals;
        server::Metrics metrics;
        server::Log log(*server::log_level_named(log_level));
        for (const std::string& text : players) api.players.push_back(read_player(text));
        server::Api service(api, opened_store(store), metrics, log);
        const auto access = access_log == "on" ? server::AccessLog::on : server::AccessLog::off;
        server::Bookkeeper bookkeeper(metrics, log, access);
        const auto listening = listen(service, bookkeeper);

        const std::string url =
            transport.is_unix() ? transport.address : url_of(transport.address, listening->port());
        tell_ready(url, console);
        log.info("ready", {{"url", url}, {"store", without_password(store)}});
        const int signal = signals.wait();
        log.info("stopping", {{"signal", signal == SIGINT ? "SIGINT" : "SIGTERM"}});
        listening->stop(grace);
        service.stop("the server is stopping");
        log.info("stopped");
    }

private:
    void add_basics(CLI::App& command) {
        Adder add(command);
        add.text("address", transport.address,
                 "Where to listen: 0.0.0.0 or :: is everywhere, unix:PATH a socket for a proxy")
            .type_name("ADDRESS");
        add.number("port", transport.port, "The port; 0 is any that is free", {0, 65'535});
        add.text("store", store, "Where games are kept: a file, or postgresql://...")
            .type_name("STORE");
        add.list("create-key", api.create_keys,
                 "Only who shows one of these keys may create games; none: anyone")
            .group(Configuration::secrets)
            ->type_name("KEY");
        command
            .add_option("--player", players,
                        "A player that may be seated, such as Stockfish=uci:stockfish")
            ->type_size(1)
            ->expected(1, std::numeric_limits<int>::max())
            ->take_all()
            ->type_name("NAME=PLAYER");
        add.number("player-threads", api.player_threads,
                   "Threads that think for the server's players; 0 is half of the cores",
                   {0, 1'024});
        add.list("trusted-proxy", transport.trusted_proxies,
                 "Address of a proxy whose X-Forwarded-For is believed; unix for a socket's")
            .type_name("ADDRESS");
        command
            .add_option(
                "--arena", api.arena,
                "The folder of a tournament that the page shows: of `arbiter arena --output`")
            ->type_name("FOLDER");
        add.list("mcp-origin", api.mcp_origins,
                 "Pages elsewhere that may use /mcp, such as https://example.org")
            .type_name("URL");
        add.text("log-level", log_level, "How much to log: debug, info, warning, error")
            .check(one_of({"debug", "info", "warning", "error"}))
            ->type_name("LEVEL");
        add.text("access-log", access_log, "Log a line a request: on, off")
            .check(one_of({"on", "off"}))
            ->type_name("ON|OFF");
        add.number("threads", transport.threads, "Threads for sockets; 0 is one a core",
                   {0, 1'024});
        add.number("workers", transport.workers, "Threads for requests; 0 is two a core",
                   {0, 1'024});
    }

    void add_limits(CLI::App& command) {
        constexpr std::int64_t count_max = 10'000'000;
        Adder add(command);
        add.rate("requests-per-second", api.requests.per_second, "Requests of one address");
        add.rate("requests-burst", api.requests.burst, "How many of them at once");
        add.rate("creations-per-second", api.creations.per_second, "New games of one address");
        add.rate("creations-burst", api.creations.burst, "How many of them at once");
        add.number("connections-max", transport.connections_max, "Connections in all",
                   {1, count_max});
        add.number("connections-per-address-max", transport.connections_per_address_max,
                   "Connections of one address", {1, count_max});
        add.number("waiting-requests-max", transport.waiting_requests_max,
                   "Requests that may wait for a thread", {1, count_max});
        add.bytes("header-size-max", transport.header_size_max, "Bytes of a request's headers");
        add.bytes("body-size-max", transport.body_size_max, "Bytes of a request's body");
        add.bytes("message-size-max", transport.message_size_max, "Bytes of a WebSocket message");
        add.bytes("feed-bytes-max", transport.feed_bytes_max,
                  "Bytes that may wait for a slow reader");
    }

    void add_timeouts(CLI::App& command) {
        Adder add(command);
        add.time("idle-timeout-ms", transport.idle_timeout, "Between two requests");
        add.time("header-timeout-ms", transport.header_timeout, "For a request's head to arrive");
        add.time("body-timeout-ms", transport.body_timeout, "For its body to arrive");
        add.time("answer-timeout-ms", transport.answer_timeout, "For an answer to be found");
        add.time("write-timeout-ms", transport.write_timeout, "For the client to read some of it");
        add.time("heartbeat-ms", transport.heartbeat, "Between signs of life on a quiet socket");
        add.time("room-idle-ms", api.room_idle, "Until a game that nobody asks for leaves memory");
        add.time("grace-ms", grace, "For open requests to be answered when the server stops");
    }

    std::unique_ptr<server::Transport> listen(server::Service& service,
                                              server::Observer& observer) const {
        try {
            return std::make_unique<server::Transport>(transport, service, observer);
        } catch (const std::system_error& error) {
            const bool taken = error.code() == std::errc::address_in_use;
            const bool in_file = transport.is_unix();
            const std::string where = in_file
                                          ? transport.address
                                          : fmt::format("{}:{}", transport.address, transport.port);
            throw CommandError(
                {.kind = "system",
                 .code = taken ? "address_in_use" : "cannot_listen",
                 .sentence = fmt::format("cannot listen at {}: {}", where, error.code().message()),
                 .hint = taken && !in_file ? "--port names another; 0 is any that is free" : ""});
        }
    }

    void tell_ready(const std::string& url, const Console& console) const {
        if (!console.json) {
            return print(fmt::format("Arbiter listens at {}, games are in {}", url,
                                     without_password(store)));
        }
        JsonWriter out;
        out.object([&] {
            out.member("url", url);
            out.member("store", without_password(store));
        });
        print(out.text());
    }
};

}  // namespace

void add_serve_command(CLI::App& program, const Console& console) {
    add_command<Serve>(
        program, console,
        {"serve", "Referee games over HTTP and WebSocket",
         "Each option can also be given in the environment (--port as ARBITER_PORT)\n"
         "or in a TOML file (port = 8080); the command line counts first, then the\n"
         "environment. Times are in milliseconds.\n"
         "\n"
         "Examples:\n"
         "  arbiter serve\n"
         "  arbiter serve --port 9000 --store games.db\n"
         "  arbiter serve --player 'Stockfish=uci:stockfish'\n"
         "  arbiter serve --print-config > arbiter.toml\n"
         "  arbiter serve --config arbiter.toml"});
}

}  // namespace arbiter::cli
