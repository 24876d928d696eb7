#include <algorithm>
#include <charconv>
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
#include "platform/folders.hpp"
#include "platform/process.hpp"
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
    void days(const std::string& name, std::chrono::days& value, const std::string& meaning) {
        const auto set = [&value](std::int32_t count) { value = std::chrono::days(count); };
        command_.add_option_function<std::int32_t>("--" + name, set, meaning)
            ->default_str(std::to_string(value.count()))
            ->check(whole_number(0, 36'500))
            ->type_name("DAYS");
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

/// Whether only programs on this machine can connect, browsers among them.
bool is_loopback(const std::string& address) {
    return address == "localhost" || address == "::1" || address.starts_with("127.");
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
    std::string admin_address;
    std::string store = default_store();
    std::vector<std::string> players;
    std::string receipt_key;
    std::string log_level = "info";
    std::string access_log = "on";
    std::string games_between_bots = "off";
    milliseconds grace{10'000};
    bool open = false;

    void add_to(CLI::App& command) {
        configuration.add_to(command);
        command.add_flag("--open", open, "Open the page in a browser once the server is ready");
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
        api.has_admin = !admin_address.empty();
        api.games_between_bots = games_between_bots == "on";
        api.door.checks_host = is_loopback(transport.address);
        api.receipt_key = receipt_signer(log);
        if (api.docs.empty()) api.docs = platform::share_folder() / "docs";
        server::Api service(api, opened_store(store), metrics, log);
        const auto access = access_log == "on" ? server::AccessLog::on : server::AccessLog::off;
        server::Bookkeeper bookkeeper(metrics, log, access);
        transport.clock = &service.clock();
        const auto listening = listen(transport, service, bookkeeper);
        const auto admin =
            api.has_admin ? listen(admin_transport(), service.admin(), bookkeeper) : nullptr;

        const std::string url =
            transport.is_unix() ? transport.address : url_of(transport.address, listening->port());
        tell_ready(url, console);
        if (open) open_page(url);
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
                 "Where to listen: an address (0.0.0.0 or :: for all), or unix:PATH for a Unix "
                 "domain socket")
            .type_name("ADDRESS");
        add.number("port", transport.port, "The port; 0: any free port", {0, 65'535});
        add.text(
               "admin-address", admin_address,
               "Where to serve probes and metrics, apart from the rest: ADDRESS:PORT or unix:PATH")
            .type_name("ADDRESS");
        add.text("store", store, "Where games are kept: a file, or postgresql://...")
            .type_name("STORE");
        add.text("receipt-key", receipt_key,
                 "The PEM file of the key that signs receipts of games and moves; made if it is "
                 "not there")
            .type_name("FILE");
        add.list("create-key", api.create_keys, "Keys that may create games; none: anyone may")
            .group(Configuration::secrets)
            ->type_name("KEY");
        add.list("operator-key", api.operator_keys,
                 "Who shows one of these keys may delete any game; none: nobody")
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
                   "Threads that think for the server's players; 0: half of the cores, at least 2",
                   {0, 1'024});
        add.text("games-between-bots", games_between_bots,
                 "Let anyone create games between two players of the server: on, off")
            .check(one_of({"on", "off"}))
            ->type_name("ON|OFF");
        add.list("trusted-proxy", transport.trusted_proxies,
                 "Address of a proxy whose X-Forwarded-For is believed; unix for a socket's")
            .type_name("ADDRESS");
        command
            .add_option(
                "--arena", api.arena,
                "The folder of a tournament that the page shows: of `arbiter arena --output`")
            ->type_name("FOLDER");
        command
            .add_option("--docs", api.docs,
                        "The folder of the documentation that is shown at /docs; default: "
                        "share/arbiter/docs where the program is installed")
            ->type_name("FOLDER");
        add.list("host", api.door.hosts, "Another host name of this server, such as a proxy's")
            .type_name("NAME");
        add.list("origin", api.door.origins,
                 "Pages elsewhere that may create games and move, such as https://example.org")
            .type_name("URL");
        add.text("log-level", log_level, "How much to log: debug, info, warning, error")
            .check(one_of({"debug", "info", "warning", "error"}))
            ->type_name("LEVEL");
        add.text("access-log", access_log, "Log one line per request: on, off")
            .check(one_of({"on", "off"}))
            ->type_name("ON|OFF");
        add.number("threads", transport.threads, "Threads for sockets; 0: one per core",
                   {0, 1'024});
        add.number("workers", transport.workers, "Threads for requests; 0: two per core",
                   {0, 1'024});
        add.number("costly-threads", api.costly_threads,
                   "Threads for pictures, exports and questions; 0: half of the cores", {0, 1'024});
    }

    void add_limits(CLI::App& command) {
        constexpr std::int64_t count_max = 10'000'000;
        Adder add(command);
        add.rate("requests-per-second", api.requests.per_second, "Requests of one address");
        add.rate("requests-burst", api.requests.burst, "Burst");
        add.rate("creations-per-second", api.creations.per_second, "New games of one address");
        add.rate("creations-burst", api.creations.burst, "Burst");
        add.rate("stored-bytes-per-second", api.stored_bytes.per_second,
                 "Bytes that new games and moves of one address add to the store");
        add.rate("stored-bytes-burst", api.stored_bytes.burst, "Burst");
        add.rate("bot-games-per-second", api.bot_games.per_second,
                 "New games of one address with a player of the server");
        add.rate("bot-games-burst", api.bot_games.burst, "Burst");
        add.rate("work-ms-per-second", api.work.per_second,
                 "Milliseconds of computing for one address");
        add.rate("work-ms-burst", api.work.burst, "Burst");
        add.number("costly-waiting-max", api.costly_waiting_max,
                   "Pictures, exports and questions that may wait for a thread", {1, count_max});
        add.number("costly-waiting-of-one-max", api.costly_waiting_of_one_max,
                   "The same, for one address", {1, count_max});
        add.number("rooms-bytes-max", api.rooms_bytes_max, "Bytes of the games in memory",
                   {1, std::int64_t{1} << 40});
        add.number("events-max", api.events_max, "Events of a game", {1, count_max});
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
        add.time("idle-timeout-ms", transport.idle_timeout, "Time between two requests");
        add.time("header-timeout-ms", transport.header_timeout,
                 "Time for a request's head to arrive");
        add.time("body-timeout-ms", transport.body_timeout, "Time for a request's body to arrive");
        add.time("answer-timeout-ms", transport.answer_timeout, "Time to compute a response");
        add.time("write-timeout-ms", transport.write_timeout,
                 "Time for the client to read part of a response");
        add.time("heartbeat-ms", transport.heartbeat, "Time between pings on a quiet connection");
        add.time("room-idle-ms", api.room_idle, "Time after which an unused game leaves memory");
        add.time("clock-skew-max-ms", api.clock_skew_max,
                 "Difference from the database's clock at which /readyz fails");
        add.days("keep-finished-days", api.finished_kept,
                 "Days after which a finished game is deleted; 0 is never");
        add.days("keep-running-days", api.running_kept,
                 "Days without a move after which a running game is deleted; 0 is never");
        add.time("grace-ms", grace, "Time for open requests to be answered when the server stops");
    }

    std::shared_ptr<const platform::SigningKey> receipt_signer(server::Log& log) const {
        if (receipt_key.empty()) return nullptr;
        auto key = platform::SigningKey::in_file(receipt_key);
        if (!key) {
            throw CommandError({.kind = "system",
                                .code = "receipt_key",
                                .sentence = std::move(key.error().sentence)});
        }
        log.info("signs receipts", {{"public_key", key->public_key()}});
        return std::make_shared<const platform::SigningKey>(std::move(*key));
    }

    /// "127.0.0.1:9090", "[::1]:9090" or "unix:PATH".
    server::TransportOptions admin_transport() const {
        server::TransportOptions options = transport;
        options.address = admin_address;
        options.threads = 1;
        options.workers = 1;
        if (options.is_unix()) return options;
        const auto colon = admin_address.rfind(':');
        const std::string port =
            admin_address.substr(std::min(colon, admin_address.size() - 1) + 1);
        const auto [end, error] =
            std::from_chars(port.data(), port.data() + port.size(), options.port);
        if (colon == admin_address.npos || colon == 0 || port.empty() || error != std::errc() ||
            end != port.data() + port.size()) {
            throw CLI::ValidationError(
                "--admin-address",
                fmt::format("{} is neither ADDRESS:PORT nor unix:PATH", admin_address));
        }
        options.address = admin_address.substr(0, colon);
        if (options.address.starts_with('[')) {
            options.address = options.address.substr(1, options.address.size() - 2);
        }
        return options;
    }

    static std::unique_ptr<server::Transport> listen(const server::TransportOptions& options,
                                                     server::Service& service,
                                                     server::Observer& observer) {
        try {
            return std::make_unique<server::Transport>(options, service, observer);
        } catch (const std::system_error& error) {
            const bool taken = error.code() == std::errc::address_in_use;
            const bool in_file = options.is_unix();
            const std::string where =
                in_file ? options.address : fmt::format("{}:{}", options.address, options.port);
            throw CommandError(
                {.kind = "system",
                 .code = taken ? "address_in_use" : "cannot_listen",
                 .sentence = fmt::format("cannot listen at {}: {}", where, error.code().message()),
                 .hint = taken && !in_file ? "--port names another; 0 is any that is free" : ""});
        }
    }

    /// The person asked for it: what keeps the browser away is told, and the server goes on.
    static void open_page(const std::string& url) {
        if (const auto opened = platform::launch({{"xdg-open", url}, {}, {}}); !opened) {
            tell(fmt::format("The page was not opened: {}\n", opened.error().sentence));
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
