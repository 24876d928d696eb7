#pragma once

#include <memory>
#include <string>

#include <gtest/gtest.h>

#include "store/store.hpp"
#include "tests/store/scribe.hpp"
#include "tests/support/temporary_folder.hpp"

namespace arbiter::test {

/// Opens, or fails with the reason.
std::unique_ptr<store::Store> opened(const std::string& address);

/// What must hold for every store.
class StoreTest : public testing::TestWithParam<std::string> {
protected:
    StoreTest();

    /// Where something is kept beyond the process.
    void reopen();
    store::Store& store() { return *store_; }
    /// That the store holds exactly what was written of the game.
    void expect_kept(const Scribe& game);

    TemporaryFolder folder_;
    std::string address_;
    std::unique_ptr<store::Store> store_;
};

/// For INSTANTIATE_TEST_SUITE_P.
inline const auto every_store = testing::Values("sqlite", "postgresql", "memory");
inline const auto every_lasting_store = testing::Values("sqlite", "postgresql");
inline std::string store_name(const testing::TestParamInfo<std::string>& info) {
    return info.param;
}

}  // namespace arbiter::test
