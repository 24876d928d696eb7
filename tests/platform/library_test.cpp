#include "platform/library.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace arbiter::platform {
namespace {

using testing::AllOf;
using testing::HasSubstr;
using testing::ThrowsMessage;

constexpr Library::Description mathematics{"libm.so.6", "a root", "libc6"};

TEST(Library, GivesItsFunctions) {
    double (*root)(double) = Library{mathematics}["sqrt"];
    EXPECT_EQ(root(49), 7);
}

TEST(Library, ThatIsMissingIsNamedWithItsPackage) {
    EXPECT_THAT([] { Library({"libnowhere.so.1", "a test", "libnowhere1"}); },
                ThrowsMessage<LibraryError>(
                    AllOf(HasSubstr("a test needs a library that is not installed"),
                          HasSubstr("libnowhere.so.1"), HasSubstr("apt install libnowhere1"))));
}

TEST(Library, ThatIsTooOldIsNamedWithTheFunction) {
    EXPECT_THAT([] { Library{mathematics}["no_such_function"]; },
                ThrowsMessage<LibraryError>(
                    "a root needs a newer libm.so.6: this one has no no_such_function"));
}

}  // namespace
}  // namespace arbiter::platform
