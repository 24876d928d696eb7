#include <array>
#include <csignal>
#include <map>
#include <random>

#include <sys/wait.h>
#include <unistd.h>

#include "tests/store/store_fixture.hpp"

namespace arbiter::test {
namespace {

using store::Change;

constexpr int games = 8;

/// What a writer tells its parent once it was told itself.
struct Acknowledged {
    int game;
    std::uint64_t version;
};

std::string id_of(int game) { return "game " + std::to_string(game); }

/// What every game contains at this version, whichever process writes it.
Scribe game_at(int game, std::uint64_t version) {
    Scribe scribe(id_of(game));
    if (version > 0) scribe.keep(scribe.next(version));
    return scribe;
}

/// Writes one change after the other to each game, as fast as the store takes them.
class Writer {
public:
    Writer(store::Store& store, int pipe) : store_(store), pipe_(pipe) {}

    [[noreturn]] void run() {
        for (int game = 0; game < games; ++game) {
            scribes_.push_back(game_at(game, store_.read(id_of(game), 0)->size()));
        }
        for (int game = 0; game < games; ++game) write_next(game);
        while (true) ::pause();
    }

private:
    void write_next(int game) {
        Scribe& scribe = scribes_[static_cast<std::size_t>(game)];
        const Change change = scribe.next();
        scribe.keep(change);
        store_.write(change, [this, game, version = change.summary.version](const auto& result) {
            if (result.status != store::CommitStatus::stored) ::_exit(1);
            const Acknowledged news{game, version};
            if (::write(pipe_, &news, sizeof news) != sizeof news) ::_exit(1);
            write_next(game);
        });
    }

    store::Store& store_;
    int pipe_;
    std::vector<Scribe> scribes_;
};

class KillTest : public StoreTest {
protected:
    /// Starts a writer, kills it after that many acknowledgements and collects all of them.
    void kill_after(std::size_t count) {
        std::array<int, 2> pipe{};
        ASSERT_EQ(::pipe(pipe.data()), 0);
        const pid_t child = ::fork();
        ASSERT_GE(child, 0);
        if (child == 0) {
            ::close(pipe[0]);
            const auto store = store::open(address_);
            if (!store) ::_exit(1);
            Writer(**store, pipe[1]).run();
        }
        ::close(pipe[1]);
        Acknowledged news{};
        for (std::size_t seen = 0; ::read(pipe[0], &news, sizeof news) == sizeof news; ++seen) {
            acknowledged_[news.game] = news.version;
            if (seen == count) ::kill(child, SIGKILL);
        }
        ::close(pipe[0]);
        int status = 0;
        ::waitpid(child, &status, 0);
        EXPECT_TRUE(WIFSIGNALED(status) && WTERMSIG(status) == SIGKILL) << status;
    }

    std::map<int, std::uint64_t> acknowledged_;
};

INSTANTIATE_TEST_SUITE_P(Every, KillTest, every_lasting_store, store_name);

TEST_P(KillTest, NothingAcknowledgedIsLost) {
    std::mt19937 random(23);
    for (int kill = 0; kill < 20; ++kill) {
        store_.reset();
        kill_after(random() % 60);
        store_ = opened(address_);
        for (int game = 0; game < games; ++game) {
            const auto entries = store().read(id_of(game), 0);
            ASSERT_TRUE(entries) << entries.error().sentence;
            ASSERT_GE(entries->size(), acknowledged_[game]);
            // At most one more: the next is written once this one is acknowledged.
            ASSERT_LE(entries->size(), acknowledged_[game] + 1);
            acknowledged_[game] = entries->size();
            expect_kept(game_at(game, entries->size()));
        }
    }
    EXPECT_GT(acknowledged_[0], 20U);
}

}  // namespace
}  // namespace arbiter::test
