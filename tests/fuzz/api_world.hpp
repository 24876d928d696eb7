#pragma once

#include <string_view>

#include "core/base/json.hpp"
#include "server/api/api.hpp"
#include "store/memory_store.hpp"
#include "tests/fuzz/require.hpp"
#include "tests/server/simulation.hpp"

namespace arbiter::fuzz {

/// An API with a few games, the same for every input. Their ids are "chess", "go", "backgammon" and
/// "hidden"; the last is private. The keys of all are "white", "black" and "watch". There are no threads, and
/// time passes only while somebody waits.
class ApiWorld {
public:
    /// To set one up takes longer than most inputs: the same one is given again, with its first games as they were and
    /// no others.
    static ApiWorld& for_next_input();
    ~ApiWorld();
    ApiWorld(const ApiWorld&) = delete;
    ApiWorld& operator=(const ApiWorld&) = delete;

    platform::Moment now() const { return time_.now(); }
    void handle(server::Request request, server::Reply reply);
    std::unique_ptr<server::Conversation> converse(std::shared_ptr<server::Feed> feed);

    /// Lets time pass until it is so. `what` is required to come within a minute.
    template <class Condition>
    void wait_until(Condition condition, std::string_view what) {
        time_.pass();
        for (int i = 0; i < 600 && !condition(); ++i) time_.pass(std::chrono::milliseconds(100));
        require(condition(), what);
    }

    /// Every game replays from its journal. Checked after some of the inputs that changed something.
    void require_sound_journals(std::string_view input);

private:
    ApiWorld();

    /// Of the games that are not as they were at first.
    std::vector<std::string> changed_games();
    void restore();

    server::VirtualTime time_;
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
