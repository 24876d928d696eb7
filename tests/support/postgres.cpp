#include "tests/support/postgres.hpp"

#include <chrono>
#include <csignal>
#include <cstdlib>
#include <fstream>
#include <iterator>
#include <stdexcept>
#include <thread>
#include <vector>

#include <fcntl.h>
#include <grp.h>
#include <pwd.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include "store/postgres_connection.hpp"
#include "tests/support/temporary_folder.hpp"

namespace arbiter::test {

namespace {

namespace fs = std::filesystem;

/// Where Debian keeps the server's programs: the newest version of them.
fs::path program(const std::string& name) {
    fs::path newest;
    std::error_code error;
    for (const auto& version : fs::directory_iterator("/usr/lib/postgresql", error)) {
        const fs::path candidate = version.path() / "bin" / name;
        if (fs::exists(candidate) && candidate > newest) newest = candidate;
    }
    if (newest.empty()) throw std::runtime_error("PostgreSQL's " + name + " is not installed");
    return newest;
}

/// The server refuses to be run by root.
const passwd* other_user() {
    if (::geteuid() != 0) return nullptr;
    for (const char* name : {"postgres", "nobody"}) {
        if (const passwd* user = ::getpwnam(name)) return user;
    }
    throw std::runtime_error("there is no user who may run PostgreSQL");
}

[[noreturn]] void become(const passwd* user, const fs::path& log, std::vector<char*> arguments) {
    const int output = ::open(log.c_str(), O_WRONLY | O_CREAT | O_APPEND, 0644);
    ::dup2(output, STDOUT_FILENO);
    ::dup2(output, STDERR_FILENO);
    if (user != nullptr && (::setgroups(0, nullptr) != 0 || ::setgid(user->pw_gid) != 0 ||
                            ::setuid(user->pw_uid) != 0)) {
        ::_exit(126);
    }
    ::prctl(PR_SET_PDEATHSIG, SIGQUIT);
    arguments.push_back(nullptr);
    ::execv(arguments[0], arguments.data());
    ::_exit(127);
}

pid_t launch(std::vector<std::string> words, const fs::path& log) {
    std::vector<char*> arguments;
    for (std::string& word : words) arguments.push_back(word.data());
    const passwd* user = other_user();
    const pid_t child = ::fork();
    if (child == 0) become(user, log, std::move(arguments));
    if (child < 0) throw std::runtime_error("PostgreSQL could not be started");
    return child;
}

std::string contents(const fs::path& file) {
    std::ifstream stream(file);
    return {std::istreambuf_iterator<char>(stream), {}};
}

fs::path temporary_folder() {
    std::string name = (temporary_place() / "arbiter-postgres-XXXXXX").string();
    if (::mkdtemp(name.data()) == nullptr) throw std::runtime_error("no temporary folder");
    if (const passwd* user = other_user()) {
        if (::chown(name.c_str(), user->pw_uid, user->pw_gid) != 0) {
            throw std::runtime_error("the temporary folder cannot be given away");
        }
    }
    return name;
}

}  // namespace

PostgresServer::PostgresServer() : folder_(temporary_folder()) {
    const fs::path log = folder_ / "log";
    const pid_t child =
        launch({program("initdb"), "--pgdata", folder_ / "data", "--no-sync", "--auth=trust",
                "--username=arbiter", "--encoding=UTF8", "--locale=C"},
               log);
    int status = 0;
    ::waitpid(child, &status, 0);
    if (status != 0) throw std::runtime_error("initdb failed:\n" + contents(log));
    start();
}

PostgresServer::~PostgresServer() {
    kill();
    std::error_code error;
    fs::remove_all(folder_, error);
}

PostgresServer& PostgresServer::shared() {
    static PostgresServer server;
    return server;
}

std::string PostgresServer::create_database() {
    const std::string name = "test_" + std::to_string(++databases_);
    store::PostgresConnection(address_of("postgres")).execute("CREATE DATABASE " + name);
    return address_of(name);
}

std::string PostgresServer::address_of(const std::string& database) const {
    return "postgresql://arbiter@/" + database + "?host=" + folder_.string();
}

void PostgresServer::start() {
    // The machine outlives the server in every test: what was written need not be synced.
    process_ = launch({program("postgres"), "-D", folder_ / "data", "-k", folder_, "-F", "-c",
                       "listen_addresses=", "-c", "autovacuum=off", "-c", "shared_buffers=16MB"},
                      folder_ / "log");
    wait_until_ready();
}

void PostgresServer::wait_until_ready() const {
    const auto deadline = std::chrono::steady_clock::now() + std::chrono::seconds(30);
    while (true) {
        const auto connected =
            store::attempt([&] { return store::PostgresConnection(address_of("postgres")), true; });
        if (connected) return;
        if (std::chrono::steady_clock::now() > deadline) {
            throw std::runtime_error("PostgreSQL does not start: " + connected.error().sentence +
                                     "\n" + contents(folder_ / "log"));
        }
        std::this_thread::sleep_for(std::chrono::milliseconds(20));
    }
}

void PostgresServer::stop() { end(SIGINT); }
void PostgresServer::kill() { end(SIGQUIT); }

void PostgresServer::end(int signal) {
    if (process_ == 0) return;
    ::kill(process_, signal);
    ::waitpid(process_, nullptr, 0);
    process_ = 0;
}

}  // namespace arbiter::test
