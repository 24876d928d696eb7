#include "server/api/site.hpp"

#include <algorithm>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "server/http/assets.hpp"

// The page is part of what is tested: `make test` builds it first, by hand it is `make web`.

namespace arbiter::server {
namespace {

using ::testing::HasSubstr;

Request asking(std::string_view encoding) {
    Request request;
    request.method = "GET";
    request.headers.emplace_back("Accept-Encoding", encoding);
    return request;
}

std::string header(const Response& response, std::string_view name) {
    const auto found =
        std::ranges::find(response.headers, name, [](const auto& one) { return one.first; });
    return found == response.headers.end() ? "" : found->second;
}

/// The first file that the page asks for.
std::string script_of(const std::string& page) {
    const auto begin = page.find("/assets/");
    return page.substr(begin, page.find('"', begin) - begin);
}

TEST(Site, ShowsThePageAtEachOfItsAddresses) {
    for (const std::string_view path :
         {"/", "/games/abc", "/inspect", "/arena", "/go", "/go/", "/go/19x19,A9b,B12w",
          "/game/19x19,A9b,B12w", "/chess/e4", "/chess/4k3/8/8/8/8/8/4P3/4K3 w - - 0 1",
          "/backgammon/4HPwATDgc/ABMA"}) {
        const auto page = site(asking(""), path);
        ASSERT_TRUE(page) << path;
        EXPECT_EQ(header(*page, "Content-Type"), "text/html; charset=utf-8");
        EXPECT_EQ(header(*page, "Cache-Control"), "no-cache");
        EXPECT_THAT(page->body, HasSubstr("<div id=\"app\">"));
    }
}

TEST(Site, HasNothingElsewhere) {
    for (const std::string_view path :
         {"", "/gox", "/games/", "/games", "/assets/", "/assets/../openapi.json", "/assets/none.js",
          "/index.html", "/web/index.html", "/api/none"}) {
        EXPECT_FALSE(site(asking(""), path)) << path;
    }
}

TEST(Site, LetsThePageReachNobodyElse) {
    const auto page = site(asking(""), "/");
    ASSERT_TRUE(page);
    const std::string policy = header(*page, "Content-Security-Policy");
    EXPECT_THAT(policy, HasSubstr("default-src 'none'"));
    EXPECT_THAT(policy, HasSubstr("script-src 'self' 'wasm-unsafe-eval';"));
    EXPECT_EQ(policy.find("unsafe-inline"), std::string::npos);
    EXPECT_EQ(policy.find('*'), std::string::npos);
    EXPECT_EQ(page->body.find("://"), std::string::npos);
}

TEST(Site, FilesMayBeKeptAndComeCompressedToWhoCanTakeThat) {
    const auto page = site(asking(""), "/");
    ASSERT_TRUE(page);
    const std::string script = script_of(page->body);
    const auto plain = site(asking("identity"), script);
    const auto packed = site(asking("br, gzip"), script);
    ASSERT_TRUE(plain && packed) << script;
    EXPECT_THAT(header(*plain, "Cache-Control"), HasSubstr("immutable"));
    EXPECT_EQ(header(*plain, "Content-Encoding"), "");
    EXPECT_EQ(header(*packed, "Content-Encoding"), "gzip");
    EXPECT_EQ(header(*packed, "Vary"), "Accept-Encoding");
    EXPECT_EQ(header(*packed, "Content-Type"), header(*plain, "Content-Type"));
    EXPECT_LT(packed->body.size(), plain->body.size());
    EXPECT_TRUE(packed->body.starts_with("\x1f\x8b"));
}

}  // namespace
}  // namespace arbiter::server
