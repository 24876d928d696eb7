#include <filesystem>

#include "store/memory_store.hpp"
#include "store/postgres_store.hpp"
#include "store/sqlite_store.hpp"
#include "store/store.hpp"
#include "store/store_exception.hpp"

namespace arbiter::store {

namespace {

constexpr std::string_view sqlite_scheme = "sqlite:";
constexpr std::string_view memory_address = "memory:";

/// One name per file, even if links lead to it.
std::string resolved(const std::string& file) {
    std::error_code error;
    const auto path = std::filesystem::weakly_canonical(std::filesystem::absolute(file), error);
    if (error) throw StoreException(file + ": " + error.message());
    if (std::filesystem::is_directory(path, error)) throw StoreException(file + " is a folder");
    return path.string();
}

bool is_postgres(std::string_view address) {
    return address.starts_with("postgresql://") || address.starts_with("postgres://");
}

std::unique_ptr<Store> opened(const std::string& address) {
    if (is_postgres(address)) return std::make_unique<PostgresStore>(address);
    if (address == memory_address) return std::make_unique<MemoryStore>();
    const bool is_sqlite = address.starts_with(sqlite_scheme);
    const std::string file = is_sqlite ? address.substr(sqlite_scheme.size()) : address;
    if (file.empty()) throw StoreException("the store has no file name");
    if (!is_sqlite && file.contains("://")) {
        throw StoreException(address.substr(0, file.find("://")) +
                             " is not a kind of store: sqlite:FILE, postgresql://... or memory:");
    }
    return std::make_unique<SqliteStore>(resolved(file));
}

}  // namespace

std::expected<std::unique_ptr<Store>, StoreError> open(const std::string& address) {
    return attempt([&] { return opened(address); });
}

}  // namespace arbiter::store
