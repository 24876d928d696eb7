#include "cli/opened_store.hpp"

#include <fmt/format.h>

#include "cli/command_error.hpp"

namespace arbiter::cli {

std::string without_password(const std::string& address) {
    const auto scheme = address.find("://");
    const auto at = address.find('@');
    if (scheme == address.npos || at == address.npos) return address.substr(0, address.find('?'));
    return address.substr(0, scheme + 3) + address.substr(at + 1, address.find('?', at) - at - 1);
}

std::unique_ptr<store::Store> opened_store(const std::string& address) {
    auto opened = store::open(address);
    if (opened) return std::move(*opened);
    throw CommandError(
        {.kind = "system",
         .code = "store_unavailable",
         .sentence = fmt::format("cannot keep games in {}: {}", without_password(address),
                                 opened.error().sentence)});
}

}  // namespace arbiter::cli
