// A disk that is full or fails to sync: nothing is acknowledged, nothing is seen, and all goes on when
// the disk does.

#include <gtest/gtest.h>

#include "tests/server/api_fixture.hpp"
#include "tests/support/faulty_vfs.hpp"

namespace arbiter::server {
namespace {

constexpr std::string_view e4 = R"({"move":"e4","ply":0})";

class Fault : public ::testing::Test {
protected:
    Asking white() const {
        return {.key = game_.white,
                .headers = {{"Idempotency-Key", "4f9a6e2c-3b1d-4c55-9a77-0000000000ff"}}};
    }

    void expect_refused_until_healed(std::string_view code = "store_unavailable") {
        const Response refused = server_.post(game_.path() + "/moves", e4, white());
        EXPECT_EQ(refused.status, 503) << refused.body;
        EXPECT_EQ(text(json_of(refused), "/code"), code);
        EXPECT_NE(header(refused, "Retry-After"), "");
        EXPECT_EQ(server_.post("/api/games", R"({"game":"go"})").status, 503);
        EXPECT_EQ(number(json_of(server_.get(game_.path())), "/ply"), 0);

        disk_.heal();
        const Response accepted = server_.post(game_.path() + "/moves", e4, white());
        EXPECT_EQ(accepted.status, 200) << accepted.body;
        server_.restart();
        EXPECT_EQ(number(json_of(server_.get(game_.path())), "/ply"), 1);
        EXPECT_EQ(server_.post(game_.path() + "/moves", e4, white()).body, accepted.body);
    }

    test::FaultyVfs disk_;
    TestServer server_;
    TestServer::NewGame game_ = server_.create(R"({"game":"chess"})");
};

TEST_F(Fault, AFullDisk) {
    disk_.fail_writes(SQLITE_FULL);
    expect_refused_until_healed();
}

TEST_F(Fault, AFailingWrite) {
    disk_.fail_writes(SQLITE_IOERR_WRITE);
    expect_refused_until_healed();
}

TEST_F(Fault, AFailingSync) {
    disk_.fail_syncs(SQLITE_IOERR_FSYNC);
    expect_refused_until_healed("outcome_unknown");
}

}  // namespace
}  // namespace arbiter::server
