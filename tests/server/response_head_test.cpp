#include "server/http/response_head.hpp"

#include <gtest/gtest.h>

#include "server/api/problem.hpp"

namespace arbiter::server {
namespace {

using namespace std::chrono;

constexpr sys_seconds date = sys_days(1994y / November / 6) + 8h + 49min + 37s;

TEST(ResponseHead, IsWrittenAsRfc9112Says) {
    const Response response{.status = 404, .headers = {{"X-Test", "yes"}}, .body = "hello"};
    EXPECT_EQ(head_of(response, {.date = date}),
              "HTTP/1.1 404 Not Found\r\n"
              "Date: Sun, 06 Nov 1994 08:49:37 GMT\r\n"
              "X-Test: yes\r\n"
              "Content-Length: 5\r\n"
              "Connection: keep-alive\r\n"
              "\r\n");
}

TEST(ResponseHead, ALengthThatIsNotKnown) {
    const std::string chunked =
        head_of({}, {.framing = Framing::chunked, .afterwards = Afterwards::close, .date = date});
    EXPECT_TRUE(chunked.contains("Transfer-Encoding: chunked\r\nConnection: close\r\n\r\n"));
    EXPECT_FALSE(chunked.contains("Content-Length"));
    const std::string until_close = head_of({}, {.framing = Framing::until_close, .date = date});
    EXPECT_FALSE(until_close.contains("Transfer-Encoding"));
    EXPECT_FALSE(until_close.contains("Content-Length"));
}

TEST(ResponseHead, AHeaderCannotSmuggleInAnother) {
    const Response response{
        .headers = {{"Location", "/x\r\nSet-Cookie: a=b"}, {"Bad\r\nName", "x"}, {"", "x"}}};
    const std::string head = head_of(response, {.date = date});
    EXPECT_TRUE(head.contains("Location: /x  Set-Cookie: a=b\r\n"));
    EXPECT_FALSE(head.contains("\nSet-Cookie"));
    EXPECT_FALSE(head.contains("Name"));
}

TEST(ResponseHead, SomeStatusesHaveNoBody) {
    EXPECT_FALSE(head_of({.status = 304}, {.date = date}).contains("Content-Length"));
    EXPECT_TRUE(head_of({.status = 200}, {.date = date}).contains("Content-Length: 0"));
}

TEST(ResponseHead, UnknownStatusesAreWrittenToo) {
    EXPECT_TRUE(head_of({.status = 299}, {.date = date}).starts_with("HTTP/1.1 299 Unknown\r\n"));
}

TEST(ResponseHead, AComplaintIsAProblemDocument) {
    const Response response = complaint(503, "overloaded", "too many \"requests\"");
    EXPECT_EQ(response.body,
              R"({"type":"/problems/overloaded","title":"Service Unavailable","status":503,)"
              R"("detail":"too many \"requests\"","code":"overloaded"})");
    EXPECT_EQ(response.headers,
              (Headers{{"Content-Type", "application/problem+json"}, {"Retry-After", "1"}}));
}

}  // namespace
}  // namespace arbiter::server
