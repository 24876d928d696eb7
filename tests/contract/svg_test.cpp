#include "core/base/svg.hpp"

#include <array>

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <rapidcheck.h>

#include "core/base/utf8.hpp"
#include "tests/support/xml.hpp"

namespace arbiter {

namespace {

using namespace std::string_view_literals;

std::string written_number(double number) {
    SvgWriter out;
    out.leaf("a", {{"n", number}});
    return out.take();
}

constexpr std::array<CssRule, 1> common{{{".x", "stroke:none"}}};
constexpr std::array<CssRule, 1> themed{
    {{".x", "fill:$chess-light;opacity:$go-shadow-opacity;x:y"}}};
constexpr std::array<CssRule, 1> print{{{".x", "fill:none"}}};
constexpr StyleSheet sheet{common, themed, print};
static_assert(have_looks(themed));
static_assert(!have_looks(std::array<CssRule, 1>{{{".x", "fill:$chess-lite"}}}));

TEST(Svg, ThemesHaveNamesAndUnknownOnesAreLight) {
    for (const Theme theme : {Theme::light, Theme::dark, Theme::automatic, Theme::print}) {
        EXPECT_EQ(theme_named(to_string(theme)), theme);
    }
    EXPECT_EQ(theme_named("sepia"), Theme::light);
    EXPECT_EQ(theme_named(""), Theme::light);
}

TEST(Svg, EscapesMarkup) {
    EXPECT_EQ(escape_xml(R"(<a href="x">Tom & 'Jerry'</a>)"),
              "&lt;a href=&quot;x&quot;&gt;Tom &amp; &#39;Jerry&#39;&lt;/a&gt;");
    EXPECT_EQ(escape_xml("Дебют ♘f3 𝄞\n\t"), "Дебют ♘f3 𝄞\n\t");
}

TEST(Svg, ReplacesWhatXmlForbids) {
    EXPECT_EQ(escape_xml("a\0b\x1F"sv), "a\uFFFDb\uFFFD");
    EXPECT_EQ(escape_xml("\xFFz"), "\uFFFDz");
    EXPECT_EQ(escape_xml("\xC3"), "\uFFFD");
    EXPECT_EQ(escape_xml("\xEF\xBF\xBE"), "\uFFFD\uFFFD\uFFFD");
}

TEST(Svg, NumbersAreShort) {
    EXPECT_EQ(written_number(50), "<a n=\"50\"/>\n");
    EXPECT_EQ(written_number(-0.5), "<a n=\"-0.5\"/>\n");
    EXPECT_EQ(written_number(12.25), "<a n=\"12.25\"/>\n");
    EXPECT_EQ(written_number(1.005), "<a n=\"1\"/>\n");
    EXPECT_EQ(written_number(99.999), "<a n=\"100\"/>\n");
    EXPECT_EQ(written_number(-0.001), "<a n=\"0\"/>\n");
    EXPECT_EQ(written_number(0.07), "<a n=\"0.07\"/>\n");
}

TEST(Svg, RulesAreConfinedToGameAndTheme) {
    EXPECT_EQ(write_css(sheet, "go", Theme::light),
              ".arbiter-go.arbiter-light .x{stroke:none}\n"
              ".arbiter-go.arbiter-light .x{fill:#f0e3c8;opacity:.42;x:y}\n");
    EXPECT_EQ(write_css(sheet, "go", Theme::dark),
              ".arbiter-go.arbiter-dark .x{stroke:none}\n"
              ".arbiter-go.arbiter-dark .x{fill:#decdac;opacity:.55;x:y}\n");
    EXPECT_EQ(write_css(sheet, "go", Theme::automatic),
              ".arbiter-go.arbiter-auto .x{stroke:none}\n"
              ".arbiter-go.arbiter-auto .x{fill:#f0e3c8;opacity:.42;x:y}\n"
              "@media (prefers-color-scheme:dark){\n"
              ".arbiter-go.arbiter-auto .x{fill:#decdac;opacity:.55;x:y}\n"
              "}\n");
    EXPECT_EQ(write_css(sheet, "go", Theme::print),
              ".arbiter-go.arbiter-print .x{stroke:none}\n"
              ".arbiter-go.arbiter-print .x{fill:none}\n");
    EXPECT_EQ(scope_classes("go", Theme::automatic), "arbiter-go arbiter-auto");
}

TEST(Svg, ContentIdsDependOnTheContentAlone) {
    EXPECT_EQ(content_id("e4"), content_id("e4"));
    EXPECT_NE(content_id("e4"), content_id("e5"));
    EXPECT_THAT(content_id("e4"), ::testing::MatchesRegex("a[0-9a-z]{1,7}"));
}

TEST(Svg, PictureHasSizeBoxTitleAndDescription) {
    SvgWriter out;
    out.picture({.game = "go",
                 .theme = Theme::dark,
                 .id = "p",
                 .title = "Black & White",
                 .description = "An \"empty\" board.",
                 .width = 300,
                 .box = {-10, -10, 200, 100.5}},
                [&] {
                    out.style(write_css(sheet, "go", Theme::dark));
                    out.element("g", {{"class", "stones"}},
                                [&] { out.leaf("circle", {{"r", 9.5}}); });
                    out.text("text", {{"x", 1}}, "A<B");
                });
    const std::string svg = out.take();
    EXPECT_TRUE(svg.starts_with(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" class=\"arbiter-go arbiter-dark\" "
        "width=\"300\" height=\"151\" viewBox=\"-10 -10 200 100.5\" role=\"img\" "
        "aria-labelledby=\"p-title p-desc\">\n"
        "<title id=\"p-title\">Black &amp; White</title>\n"
        "<desc id=\"p-desc\">An &quot;empty&quot; board.</desc>\n"
        "<style>\n"))
        << svg;
    EXPECT_TRUE(
        svg.ends_with("</style>\n<g class=\"stones\">\n<circle r=\"9.5\"/>\n</g>\n"
                      "<text x=\"1\">A&lt;B</text>\n</svg>\n"))
        << svg;
    const auto parsed = xml::parse(svg);
    ASSERT_TRUE(parsed) << parsed.error();
    EXPECT_TRUE(xml::dangling_references(*parsed).empty());
}

TEST(Svg, WidthIsNeverBelowOne) {
    for (const int width : {0, -5}) {
        SvgWriter out;
        out.picture({.game = "go",
                     .id = "p",
                     .title = "",
                     .description = "",
                     .width = width,
                     .box = {0, 0, 10, 10}},
                    [] {});
        EXPECT_THAT(out.take(), ::testing::HasSubstr("width=\"1\" height=\"1\""));
    }
}

TEST(Svg, AnyTextGivesWellFormedXml) {
    EXPECT_TRUE(rc::check("any bytes", [](const std::string& content) {
        SvgWriter out;
        out.text("text", {{"data-name", content}}, content);
        const std::string svg = out.take();
        RC_ASSERT(is_utf8(svg));
        RC_ASSERT(xml::parse(svg).has_value());
    }));
    EXPECT_TRUE(rc::check("printable characters come back", [] {
        const auto content = *rc::gen::container<std::string>(rc::gen::inRange(' ', '\x7F'));
        SvgWriter out;
        out.text("text", {{"data-name", content}}, content);
        const auto parsed = xml::parse(out.take());
        RC_ASSERT(parsed.has_value());
        RC_ASSERT((*parsed)[0].text == content);
        RC_ASSERT((*parsed)[0].attribute("data-name") == content);
    }));
}

}  // namespace

}  // namespace arbiter
