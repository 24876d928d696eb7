#pragma once

#include <memory>
#include <string>

#include "store/store.hpp"

namespace arbiter::cli {

/// Where games are kept if nobody says where: arbiter.db in the person's folder of data.
std::string default_store();

/// Where a server keeps its games, or an error that says why it cannot. The folder of
/// the default store is made.
std::unique_ptr<store::Store> opened_store(const std::string& address);

/// Of "postgresql://ada:secret@host/games" only what may be seen by anyone.
std::string without_password(const std::string& address);

}  // namespace arbiter::cli
