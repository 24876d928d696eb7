#pragma once

#include <filesystem>
#include <string>

#include <sys/types.h>

namespace arbiter::test {

/// A PostgreSQL server of the tests' own, in a temporary folder, reached through a socket there. It
/// ends with the test program, however that ends. Whatever goes wrong is a std::runtime_error.
class PostgresServer {
public:
    PostgresServer();
    PostgresServer(const PostgresServer&) = delete;
    PostgresServer& operator=(const PostgresServer&) = delete;
    ~PostgresServer();

    /// One for the whole test program, started when it is first asked for.
    static PostgresServer& shared();

    /// The address of a new, empty database.
    std::string create_database();

    void start();
    void stop();  ///< as an administrator would
    void kill();  ///< as a failing machine would

private:
    std::string address_of(const std::string& database) const;
    void wait_until_ready() const;
    void end(int signal);

    std::filesystem::path folder_;
    pid_t process_ = 0;
    int databases_ = 0;
};

}  // namespace arbiter::test
