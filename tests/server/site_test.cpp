#include "server/api/site.hpp"

#include <filesystem>
#include <fstream>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "server/http/assets.hpp"
#include "tests/server/api_fixture.hpp"
#include "tests/support/temporary_folder.hpp"

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

/// The first file that the page asks for.
std::string script_of(const std::string& page) {
    const auto begin = page.find("/assets/");
    return page.substr(begin, page.find('"', begin) - begin);
}

TEST(Site, ShowsThePageAtEachOfItsAddresses) {
    for (const std::string_view path :
         {"/", "/games/abc", "/inspect", "/arena", "/go", "/go/", "/go/19x19,A9b,B12w",
          "/game/19x19,A9b,B12w", "/chess/e4", "/chess/4k3/8/8/8/8/8/4P3/4K3 w - - 0 1",
          "/backgammon/4HPwATDgc/ABMA", "/embed/games/abc"}) {
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

TEST(Site, OtherPagesMayFrameAnEmbeddedGameAlone) {
    const auto policy = [](std::string_view path) {
        return header(*site(asking(""), path), "Content-Security-Policy");
    };
    EXPECT_THAT(policy("/embed/games/abc"), HasSubstr("frame-ancestors *"));
    EXPECT_THAT(policy("/games/abc"), HasSubstr("frame-ancestors 'none'"));
    EXPECT_THAT(policy("/"), HasSubstr("frame-ancestors 'none'"));
}

TEST(Site, ALinkToAGameShowsItsBoard) {
    Request request = asking("gzip");
    request.headers.emplace_back("Host", "example.org:8080");
    const auto page = site(request, "/games/abc");
    ASSERT_TRUE(page);
    EXPECT_EQ(header(*page, "Content-Encoding"), "");
    EXPECT_THAT(page->body,
                HasSubstr("<meta property=\"og:image\" content=\"http://example.org:8080"
                          "/api/games/abc/board.png?size=600\">"));
    request.headers.back().second = "x\"><script>";
    EXPECT_THAT(site(request, "/games/abc")->body, ::testing::Not(HasSubstr("og:image")));
    EXPECT_THAT(site(request, "/games/a\"b")->body, ::testing::Not(HasSubstr("og:image")));
}

TEST(Site, WhoTypesAWrongAddressGetsThePageAndProgramsDoNot) {
    Request reader = asking("");
    EXPECT_FALSE(lost(reader, 404));
    reader.headers.emplace_back("Accept", "text/html,*/*;q=0.8");
    const auto page = lost(reader, 404);
    ASSERT_TRUE(page);
    EXPECT_EQ(page->status, 404);
    EXPECT_THAT(page->body, HasSubstr("<div id=\"app\">"));
    EXPECT_FALSE(header(*page, "Content-Security-Policy").empty());
    reader.method = "POST";
    EXPECT_FALSE(lost(reader, 404));
}

TEST(Site, HasTheFilesThatBrowsersAskForAtTheRoot) {
    EXPECT_EQ(header(*site(asking(""), "/favicon.ico"), "Content-Type"), "image/x-icon");
    EXPECT_EQ(header(*site(asking(""), "/manifest.webmanifest"), "Content-Type"),
              "application/manifest+json");
    const auto worker = site(asking(""), "/sw.js");
    EXPECT_EQ(header(*worker, "Cache-Control"), "no-cache");
    EXPECT_THAT(header(*worker, "Content-Security-Policy"), HasSubstr("connect-src 'self'"));
}

TEST(Site, FilesMayBeKeptAndComeCompressedToWhoCanTakeThat) {
    const auto page = site(asking(""), "/");
    ASSERT_TRUE(page);
    const std::string script = script_of(page->body);
    const auto plain = site(asking("identity"), script);
    const auto packed = site(asking("deflate, gzip"), script);
    const auto smallest = site(asking("gzip, br"), script);
    ASSERT_TRUE(plain && packed && smallest) << script;
    EXPECT_THAT(header(*plain, "Cache-Control"), HasSubstr("immutable"));
    EXPECT_EQ(header(*plain, "Content-Encoding"), "");
    EXPECT_EQ(header(*packed, "Content-Encoding"), "gzip");
    EXPECT_EQ(header(*packed, "Vary"), "Accept-Encoding");
    EXPECT_EQ(header(*packed, "Content-Type"), header(*plain, "Content-Type"));
    EXPECT_LT(packed->body.size(), plain->body.size());
    EXPECT_TRUE(packed->body.starts_with("\x1f\x8b"));
    EXPECT_EQ(header(*smallest, "Content-Encoding"), "br");
    EXPECT_LT(smallest->body.size(), packed->body.size());
}

TEST(Documentation, ShowsTheFilesOfItsFolderAlone) {
    const test::TemporaryFolder folder;
    std::filesystem::create_directory(folder.path() / "site");
    std::filesystem::create_directory(folder.path() / "site" / "assets");
    const auto write = [&](const char* name, const char* text) {
        std::ofstream(folder.path() / name) << text;
    };
    write("secret.txt", "secret");
    write("site/index.html", "home");
    write("site/index.html.gz", "packed");
    write("site/assets/a.js", "script");
    const Documentation documentation(folder.path() / "site");
    EXPECT_FALSE(documentation.empty());

    const auto home = documentation.at(asking("identity"), "/docs/");
    ASSERT_TRUE(home);
    EXPECT_EQ(home->body, "home");
    EXPECT_EQ(header(*home, "Content-Type"), "text/html; charset=utf-8");
    EXPECT_EQ(header(*home, "Cache-Control"), "no-cache");
    EXPECT_THAT(header(*home, "Content-Security-Policy"), HasSubstr("default-src 'none'"));
    EXPECT_EQ(documentation.at(asking("gzip"), "/docs/index.html")->body, "packed");
    const auto script = documentation.at(asking(""), "/docs/assets/a.js");
    ASSERT_TRUE(script);
    EXPECT_THAT(header(*script, "Cache-Control"), HasSubstr("immutable"));

    for (const std::string_view path :
         {"/docs", "/docs/none.html", "/docs/../secret.txt", "/docs//index.html", "/index.html"}) {
        EXPECT_FALSE(documentation.at(asking(""), path)) << path;
    }
    EXPECT_TRUE(Documentation(folder.path() / "none").empty());
}

}  // namespace
}  // namespace arbiter::server
