// The checker that the tests of pictures rely on must itself be able to fail.
#include "tests/support/xml.hpp"

#include <gtest/gtest.h>

namespace arbiter {

namespace {

std::string error_of(std::string_view text) {
    const auto parsed = xml::parse(text);
    return parsed ? "none" : parsed.error();
}

TEST(Xml, ReadsElementsInOrder) {
    const auto parsed = xml::parse(
        "<svg width=\"4\" class=\"a bc\">\n<title id=\"t\">1 &lt; 2 &amp; &#39;x&#39;</title>"
        "<g><use href=\"#t\"/></g></svg>\n");
    ASSERT_TRUE(parsed) << parsed.error();
    ASSERT_EQ(parsed->size(), 4);
    EXPECT_EQ((*parsed)[0].attribute("width"), "4");
    EXPECT_TRUE((*parsed)[0].has_class("bc"));
    EXPECT_FALSE((*parsed)[0].has_class("b"));
    EXPECT_EQ((*parsed)[1].text, "1 < 2 & 'x'");
    EXPECT_EQ((*parsed)[3].name, "use");
    EXPECT_EQ((*parsed)[3].parent, 2);
    EXPECT_TRUE(xml::dangling_references(*parsed).empty());
}

TEST(Xml, RefusesWhatIsNotWellFormed) {
    EXPECT_EQ(error_of("<a><b></a></b>"), "a tag that closes another at byte 9");
    EXPECT_EQ(error_of("<a>"), "unexpected end at byte 3");
    EXPECT_EQ(error_of("<a/><b/>"), "text after the root at byte 4");
    EXPECT_EQ(error_of("<a x=1/>"), "expected \" at byte 6");
    EXPECT_EQ(error_of("<a x=\"1\"y=\"2\"/>"), "expected > at byte 9");
    EXPECT_EQ(error_of("<a x=\"1\" x=\"2\"/>"), "the attribute x twice at byte 14");
    EXPECT_EQ(error_of("<a x=\"<\"/>"), "a bare < at byte 7");
    EXPECT_EQ(error_of("<a>x & y</a>"), "an endless entity at byte 10");
    EXPECT_EQ(error_of("<a>&nbsp;</a>"), "the unknown entity nbsp at byte 9");
    EXPECT_EQ(error_of("<a>\x01</a>"), "a control character at byte 4");
    EXPECT_EQ(error_of("<a id=\"i\"><b id=\"i\"/></a>"), "the id i twice at byte 19");
}

TEST(Xml, FindsReferencesThatLeadNowhere) {
    const auto parsed = xml::parse("<a id=\"i\" aria-labelledby=\"i j\"><b href=\"#k\"/></a>");
    ASSERT_TRUE(parsed) << parsed.error();
    EXPECT_EQ(xml::dangling_references(*parsed), (std::vector<std::string>{"j", "k"}));
}

}  // namespace

}  // namespace arbiter
