#include "cli/opened_store.hpp"

#include <filesystem>

#include <fmt/format.h>

#include "cli/command_error.hpp"
#include "platform/folders.hpp"

namespace arbiter::cli {

std::string without_password(const std::string& address) {
    const auto scheme = address.find("://");
    const auto at = address.find('@');
    if (scheme == address.npos || at == address.npos) return address.substr(0, address.find('?'));
    return address.substr(0, scheme + 3) + address.substr(at + 1, address.find('?', at) - at - 1);
}

std::string default_store() { return (platform::data_folder() / "arbiter.db").string(); }

std::unique_ptr<store::Store> opened_store(const std::string& address) {
    std::error_code error;  // the store will say that there is no folder
    if (address == default_store() && !platform::data_folder().empty()) {
        std::filesystem::create_directories(platform::data_folder(), error);
    }
    auto opened = store::open(address);
    if (opened) return std::move(*opened);
    throw CommandError(
        {.kind = "system",
         .code = "store_unavailable",
         .sentence = fmt::format("cannot keep games in {}: {}", without_password(address),
                                 opened.error().sentence)});
}

}  // namespace arbiter::cli
