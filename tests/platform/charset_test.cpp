#include "platform/charset.hpp"

#include <array>
#include <string>

#include <gtest/gtest.h>
#include <iconv.h>
#include <rapidcheck.h>

#include "core/base/charset.hpp"
#include "core/base/utf8.hpp"

namespace arbiter::platform {
namespace {

/// The bytes of a text in a charset, by the C library.
std::string in(const char* charset, std::string text) {
    // NOLINTNEXTLINE(performance-no-int-to-ptr): the C library's sign of failure
    const iconv_t handle = iconv_open(charset, "UTF-8");
    std::string bytes(4 * text.size() + 4, '\0');
    char* from = text.data();
    char* to = bytes.data();
    std::size_t left = text.size();
    std::size_t room = bytes.size();
    EXPECT_EQ(iconv(handle, &from, &left, &to, &room), 0U) << charset << ": " << text;
    iconv_close(handle);
    bytes.resize(bytes.size() - room);
    return bytes;
}

struct Seen {
    std::string text;
    std::string charset;
    bool guessed = false;
    std::size_t replaced = 0;
};

Seen read(std::string_view bytes, std::size_t piece_size = std::string::npos,
          std::string_view charset = {}) {
    TextDecoder decoder(charset);
    Seen seen;
    for (; !bytes.empty(); bytes.remove_prefix(std::min(piece_size, bytes.size()))) {
        seen.text += decoder.feed(std::string(bytes.substr(0, piece_size)));
    }
    seen.text += decoder.finish();
    seen.charset = decoder.charset();
    seen.guessed = decoder.guessed();
    seen.replaced = decoder.replaced();
    return seen;
}

std::string sgf(std::string_view name, std::string_view comment) {
    const std::string root =
        "(;GM[1]FF[4]SZ[19]" + (name.empty() ? "" : "CA[" + std::string(name) + "]");
    return root + "C[" + std::string(comment) + "];B[pd];W[dd])";
}

struct Sample {
    const char* bytes;    ///< the C library's name of the charset
    const char* charset;  ///< ours
    const char* text;
};

/// Names of players, which is all that many records have, and a few words.
constexpr std::array samples{
    Sample{"GBK", "GB18030", "李昌镐"},
    Sample{"GB2312", "GB18030", "聂卫平 九段"},
    Sample{"GBK", "GB18030", "第五届春兰杯决赛"},
    Sample{"GBK", "GB18030", "柯洁 (黑) 对 古力 (白)"},
    Sample{"GB18030", "GB18030", "黑棋在这里犯了一个错误，白棋吃掉三子之后形势大优"},
    Sample{"BIG5", "Big5", "周俊勳"},
    Sample{"BIG5", "Big5", "黑中盤勝"},
    Sample{"BIG5", "Big5", "應氏盃決賽，許功蓋"},  // second bytes like a backslash
    Sample{"CP932", "Shift_JIS", "小林光一"},
    Sample{"CP932", "Shift_JIS", "本因坊秀策"},
    Sample{"CP932", "Shift_JIS", "第26期棋聖戦七番勝負第1局、黒中押し勝ち"},
    Sample{"CP932", "Shift_JIS", "ソ連、表示"},  // second bytes like a backslash
    Sample{"EUC-JP", "EUC-JP", "趙治勲"},
    Sample{"EUC-JP", "EUC-JP", "武宮正樹"},
    Sample{"EUC-JP", "EUC-JP", "持ち時間 8時間"},
    Sample{"EUC-KR", "EUC-KR", "이창호"},
    Sample{"EUC-KR", "EUC-KR", "제3회 응씨배 결승"},
    Sample{"CP949", "EUC-KR", "흑불계승"},
    Sample{"CP1252", "windows-1252", "Müller"},
    Sample{"CP1252", "windows-1252", "José Raúl Capablanca – Réti"},
    Sample{"ISO-8859-1", "windows-1252", "C'est à vous, Größe 1½"},
    Sample{"ISO-8859-1", "windows-1252", "Fichier créé par un élève"},
    Sample{"CP1251", "windows-1251", "Каспаров Гарри, Москва"},
    Sample{"KOI8-R", "KOI8-R", "Владимир Крамник"},
    Sample{"CP1250", "windows-1250", "Łukasz Kamiński"},
};

TEST(Charset, NamesOfOneCharsetAreOneName) {
    EXPECT_EQ(charset_named("gb2312"), "GB18030");
    EXPECT_EQ(charset_named("GBK"), "GB18030");
    EXPECT_EQ(charset_named("Shift-JIS"), "Shift_JIS");
    EXPECT_EQ(charset_named("ISO8859_1"), "windows-1252");
    EXPECT_EQ(charset_named("latin1"), "windows-1252");
    EXPECT_EQ(charset_named("cp1251"), "windows-1251");
    EXPECT_EQ(charset_named("iso-8859-15"), "ISO-8859-15");
    EXPECT_EQ(charset_named("iso-8859-99"), "");
    EXPECT_EQ(charset_named(""), "");
    EXPECT_TRUE(is_charset("sjis"));
    EXPECT_TRUE(is_charset("TIS-620")) << "the C library knows more";
    EXPECT_FALSE(is_charset("no-such-charset"));
    EXPECT_FALSE(is_charset("UTF-8//IGNORE"));
    EXPECT_FALSE(is_charset(""));
}

TEST(Charset, TheNameStandsInTheRootOfAnSgf) {
    EXPECT_EQ(charset_named_in("(;GM[1]CA[gb2312]PB[x])"), "gb2312");
    EXPECT_EQ(charset_named_in("mail header (of mine)\n\n( \n;CA[ Big5 ])"), "Big5");
    EXPECT_EQ(charset_named_in("(;PCA[x]CA[y])"), "y");
    EXPECT_EQ(charset_named_in("(;CA["), "");
    EXPECT_EQ(charset_named_in("[Event \"CA[x]\"]"), "") << "not an SGF";
}

TEST(Charset, IsFoundWithoutAName) {
    for (const Sample& sample : samples) {
        const Seen seen = read(in(sample.bytes, sample.text));
        EXPECT_EQ(seen.text, sample.text);
        EXPECT_EQ(seen.charset, sample.charset) << sample.text;
        EXPECT_TRUE(seen.guessed);
        EXPECT_EQ(seen.replaced, 0U);
    }
}

TEST(Charset, IsTheOneThatTheTextNames) {
    for (const Sample& sample : samples) {
        const Seen seen = read(in(sample.bytes, sgf(sample.bytes, sample.text)));
        EXPECT_EQ(seen.text, sgf(sample.bytes, sample.text));
        EXPECT_EQ(seen.charset, sample.charset) << sample.text;
        EXPECT_FALSE(seen.guessed) << sample.text;
    }
    // No plausible text, but it is named and can be.
    const std::string greek = in("CP1253", sgf("windows-1253", "Ελλάδα"));
    EXPECT_EQ(read(greek).text, sgf("windows-1253", "Ελλάδα"));
    const std::string chance = sgf("gb2312", "时越");
    EXPECT_EQ(read(in("GBK", chance)).text, chance) << "bytes that are UTF-8 by chance";
    EXPECT_EQ(read(sgf("gb2312", "Müller")).text, sgf("gb2312", "Müller"));
    const std::string rare = in("BIG5", sgf("big5", "龜鑰"));
    EXPECT_EQ(read(rare).charset, "Big5");
}

TEST(Charset, AWrongNameIsNotBelieved) {
    for (const char* wrong : {"UTF-8", "ISO-8859-1", "no-such-charset", "UTF-16", "IBM037", "  "}) {
        for (const Sample& sample : samples) {
            const std::string text = sgf(wrong, sample.text);
            const Seen seen = read(in(sample.bytes, text));
            EXPECT_EQ(seen.text, text) << wrong;
            EXPECT_EQ(seen.charset, sample.charset) << wrong;
        }
    }
    const std::string chinese = sgf("Shift_JIS", "黑棋在这里犯了一个错误");
    EXPECT_EQ(read(in("GBK", chinese)).text, chinese);
    const std::string japanese = sgf("gb2312", "第26期棋聖戦、黒の中押し勝ち");
    EXPECT_EQ(read(in("CP932", japanese)).text, japanese);
    const std::string unicode = sgf("gb2312", "李昌镐");
    EXPECT_EQ(read(unicode).text, unicode) << "what is UTF-8 is UTF-8";
    EXPECT_FALSE(read(unicode).guessed);
}

TEST(Charset, AMarkOrZerosTellUnicode) {
    const std::string text = "[White \"李昌镐\"]\n\n1. e4 𝄞 *\n";
    EXPECT_EQ(read("\xEF\xBB\xBF" + text).text, text);
    EXPECT_EQ(read("\xFF\xFE" + in("UTF-16LE", text)).text, text);
    EXPECT_EQ(read("\xFE\xFF" + in("UTF-16BE", text)).text, text);
    EXPECT_FALSE(read("\xFE\xFF" + in("UTF-16BE", text)).guessed);
    EXPECT_EQ(read(in("UTF-16LE", text)).text, text);
    EXPECT_EQ(read(in("UTF-16BE", text)).text, text);
    EXPECT_EQ(read(in("UTF-16BE", text)).charset, "UTF-16BE");
    EXPECT_TRUE(read(in("UTF-16BE", text)).guessed);
    EXPECT_EQ(read("\xFF\xFE" + in("UTF-16LE", text), 1, "big5").text, text)
        << "a mark counts more than a name";
}

TEST(Charset, TheCallerIsBelieved) {
    const std::string bytes = in("GBK", "李昌镐");
    EXPECT_EQ(read(bytes, 1, "gb2312").text, "李昌镐");
    EXPECT_FALSE(read(bytes, 1, "gb2312").guessed);
    EXPECT_EQ(read(bytes, 1, "latin1").text, "Àî²ý¸ä");
    EXPECT_EQ(read(bytes, 1, "UTF-8").replaced, bytes.size());
    EXPECT_EQ(read(in("UTF-16LE", "e4"), 1, "utf-16").text, "e4");
}

TEST(Charset, PiecesMakeNoDifference) {
    for (const Sample& sample : samples) {
        for (const std::string& text : {std::string(sample.text), sgf(sample.bytes, sample.text)}) {
            const std::string bytes = in(sample.bytes, text);
            for (const std::size_t size : {1U, 2U, 3U, 7U}) EXPECT_EQ(read(bytes, size).text, text);
        }
    }
    std::string text;
    for (int i = 0; i < 20'000; ++i) text += "1. e4 {好棋！Müller} e5 ";
    for (const std::size_t size : {1000U, 65536U, 65537U}) {
        EXPECT_EQ(read(text, size).text, text);
        EXPECT_EQ(read(in("GB18030", text), size).text, text);
        EXPECT_EQ(read(in("UTF-16LE", text), size).text, text);
    }
}

TEST(Charset, WhatComesLateIsDecidedWhenItComes) {
    const std::string ascii(200'000, 'a');
    EXPECT_EQ(read(ascii, 65'536).charset, "UTF-8");
    const Seen seen = read(in("GBK", ascii + "李昌镐 黑中盘胜 " + ascii + "聂卫平"), 65'536);
    EXPECT_EQ(seen.text, ascii + "李昌镐 黑中盘胜 " + ascii + "聂卫平");
    const std::string named = "(;CA[gbk]C[" + ascii + "龜龟])";
    EXPECT_EQ(read(in("GBK", named), 65'536).text, named);
    EXPECT_FALSE(read(in("GBK", named), 65'536).guessed);
    // The games of an archive in UTF-8 that are not are the reader's business.
    const std::string mixed = "Réti" + ascii + "M\xFCller";
    EXPECT_EQ(read(mixed, 65'536).text, mixed);
}

TEST(Charset, WesternTextMayBeMixedWithUtf8) {
    const Seen seen =
        read("M\xFCller - R\xC3\xA9ti, \xD0\x9C\xD0\xBE\xD1\x81\xD0\xBA\xD0\xB2\xD0\xB0");
    EXPECT_EQ(seen.text, "Müller - Réti, Москва");
    EXPECT_EQ(seen.charset, "windows-1252");
}

TEST(Charset, UndecodableBytesAreReplacedAndCounted) {
    const std::string text = in("GBK", "黑棋在这里犯了一个错误");
    const Seen broken = read(text + "\xFF" + text);
    EXPECT_EQ(broken.charset, "GB18030");
    EXPECT_EQ(broken.replaced, 1U);
    EXPECT_TRUE(broken.text.contains("错误\uFFFD黑棋"));
    const Seen half = read(text + "\xBA");
    EXPECT_EQ(half.replaced, 1U);
    EXPECT_TRUE(half.text.ends_with("错误\uFFFD"));
}

TEST(Charset, AnyBytesBecomeUtf8InAnyPieces) {
    EXPECT_TRUE(rc::check("any bytes", [](const std::string& bytes, const std::string& more) {
        const auto size = *rc::gen::inRange<std::size_t>(1, 9);
        const auto charset = *rc::gen::element<std::string_view>(
            "", "", "gb2312", "big5", "sjis", "euc-jp", "euc-kr", "utf-16", "utf-8", "latin1");
        const std::string all = bytes + "\xB0" + more;
        const Seen seen = read(all, std::string::npos, charset);
        RC_ASSERT(read(all, size, charset).text == seen.text);
        RC_ASSERT(is_utf8(decoded(all, charset)));
        if (charset.empty())
            RC_ASSERT(seen.charset != "UTF-8" || is_utf8(all) || all.starts_with(byte_order_mark));
    }));
}

}  // namespace
}  // namespace arbiter::platform
