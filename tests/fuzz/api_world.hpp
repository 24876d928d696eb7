#pragma once

#include <string_view>

#include "core/base/json.hpp"
#include "server/api/api.hpp"
#include "store/memory_store.hpp"

namespace arbiter::fuzz {

/// An API with a few games, the same for every input. Their ids are "chess", "go", "backgammon" and
/// "hidden"; the last is private. The keys of all are "white", "black" and "watch".
class ApiWorld {
public:
    ApiWorld();
    ~ApiWorld();
    ApiWorld(const ApiWorld&) = delete;
    ApiWorld& operator=(const ApiWorld&) = delete;

    server::Api& api() { return *api_; }

    /// Every game that there is now can be replayed from its journal.
    void require_sound_journals();

private:
    server::Metrics metrics_;
    server::Log log_;
    store::MemoryStore* store_ = nullptr;  // of the API
    std::unique_ptr<server::Api> api_;
};

/// A problem as RFC 9457 writes it, and nobody's fault but the client's.
void require_problem(std::string_view document, int status);

/// JSON that everyone can read.
Json require_json(std::string_view text);

}  // namespace arbiter::fuzz
