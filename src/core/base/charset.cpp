#include "core/base/charset.hpp"

#include <algorithm>
#include <array>
#include <optional>
#include <vector>

#include "core/base/text.hpp"
#include "core/base/utf8.hpp"

namespace arbiter {

namespace {

// Names ------------------------------------------------------------------------------------------

struct Alias {
    std::string_view folded_name;
    std::string_view name;
};

constexpr std::array aliases{
    Alias{"utf8", "UTF-8"},
    Alias{"utf16", "UTF-16LE"},
    Alias{"utf16le", "UTF-16LE"},
    Alias{"utf16be", "UTF-16BE"},
    Alias{"ucs2", "UTF-16LE"},
    Alias{"unicode", "UTF-16LE"},
    Alias{"gb2312", "GB18030"},
    Alias{"gb231280", "GB18030"},
    Alias{"gbk", "GB18030"},
    Alias{"gb18030", "GB18030"},
    Alias{"euccn", "GB18030"},
    Alias{"cp936", "GB18030"},
    Alias{"ms936", "GB18030"},
    Alias{"windows936", "GB18030"},
    Alias{"big5", "Big5"},
    Alias{"big5hkscs", "Big5"},
    Alias{"cnbig5", "Big5"},
    Alias{"cp950", "Big5"},
    Alias{"windows950", "Big5"},
    Alias{"shiftjis", "Shift_JIS"},
    Alias{"sjis", "Shift_JIS"},
    Alias{"xsjis", "Shift_JIS"},
    Alias{"mskanji", "Shift_JIS"},
    Alias{"cp932", "Shift_JIS"},
    Alias{"ms932", "Shift_JIS"},
    Alias{"windows31j", "Shift_JIS"},
    Alias{"windows932", "Shift_JIS"},
    Alias{"eucjp", "EUC-JP"},
    Alias{"xeucjp", "EUC-JP"},
    Alias{"ujis", "EUC-JP"},
    Alias{"euckr", "EUC-KR"},
    Alias{"cp949", "EUC-KR"},
    Alias{"ms949", "EUC-KR"},
    Alias{"uhc", "EUC-KR"},
    Alias{"windows949", "EUC-KR"},
    Alias{"ksc5601", "EUC-KR"},
    Alias{"ksc56011987", "EUC-KR"},
    Alias{"ascii", "windows-1252"},
    Alias{"usascii", "windows-1252"},
    Alias{"ansi", "windows-1252"},
    Alias{"latin1", "windows-1252"},
    Alias{"isolatin1", "windows-1252"},
    Alias{"iso88591", "windows-1252"},
    Alias{"latin5", "windows-1254"},
    Alias{"iso88599", "windows-1254"},
    Alias{"koi8r", "KOI8-R"},
    Alias{"koi8u", "KOI8-U"},
    Alias{"latin2", "ISO-8859-2"},
    Alias{"latin9", "ISO-8859-15"},
};

/// Charsets that differ by a number.
struct Series {
    std::string_view prefix;
    std::string_view name;
    std::span<const std::string_view> numbers;
};

constexpr std::array<std::string_view, 9> windows_numbers{"1250", "1251", "1252", "1253", "1254",
                                                          "1255", "1256", "1257", "1258"};
constexpr std::array<std::string_view, 12> iso_numbers{"2", "3",  "4",  "5",  "6",  "7",
                                                       "8", "10", "13", "14", "15", "16"};
constexpr std::array all_series{
    Series{"windows", "windows-", windows_numbers},
    Series{"cp", "windows-", windows_numbers},
    Series{"iso8859", "ISO-8859-", iso_numbers},
};

/// Where the first game tree of an SGF begins.
std::size_t first_root(std::string_view text) {
    for (std::size_t at = text.find('('); at != std::string_view::npos;
         at = text.find('(', at + 1)) {
        const std::size_t next = text.find_first_not_of(" \t\r\n", at + 1);
        if (next == std::string_view::npos) return next;
        if (text[next] == ';') return at;
    }
    return std::string_view::npos;
}

// Scripts ----------------------------------------------------------------------------------------

/// Characters that are frequent in Chinese in both scripts, in names and in records of games.
constexpr std::u16string_view common_chinese =
    u"的一是不了人我在有他上大中到地出就要可以也你生而子那得于着下自之年作里用道行所然家事成方"
    u"多去法如都同工已看部面前起又定由性好小心其分加高本月明天主当回手日水老名文化公元三二四五"
    u"六七八九十百千零半目白先死活劫局筋布星位王李周吴徐林梁宋唐曹曾彭沈江卓杜石姚史金夏段武尹"
    u"秦崔孔左宏志永世平昌光清山海玉青立俊古力柯常昊少北京杭州河南西安吉第甲初赛杯友情和解";
/// Frequent ones that only the simplified script has.
constexpr std::u16string_view common_simplified =
    u"洁聂马罗薰铉镐赫俞斌芈昱廷睿羊邱峻胡耀宇檀啸范钰韦芮乃纪基羽根直树绅谞桓朴润溱锡瀚晟届兰"
    u"让规则银钱铸这来为说国们时会过个对没后样还发经现门开长问从两进无给气见头种点动间话业机车"
    u"东战员关应电产论设许证军总认达号结处图变运议统计级联组线称单责书学师报华围黑负胜盘执评贴"
    u"强职网络练习题错误边远选择该攻实张刘陈杨黄赵孙郑冯邓谢韩萧潘邹陆蒋谭贾钟卫苏叶阎卢丰龙云"
    u"飞晓丽伟庆荣贤刚静氏擂台亚决棋圣乐视乙";
/// Frequent ones that only the traditional script has.
constexpr std::u16string_view common_traditional =
    u"嘉銘琬栩勳薰鉉鎬峯赫浩諺詩淵均軒至涵豐猷簡靖庭紅佛屆蘭裡聖峰壓環這來為說國們時會過個對沒"
    u"後樣還發經現門開長問從兩進無給氣見頭當種點動間話業機車東戰員關應電產論設許證軍總認達號結"
    u"處圖變運議統計級聯組線規稱單責書學師報華圍黑負勝盤執讓評貼賽盃強職網絡練習題錯誤邊遠選擇"
    u"該攻實馬張劉陳楊黃趙吳孫鄭馮鄧謝韓羅蕭潘鄒陸蔣譚賈鍾衛蘇葉閻聶盧龍雲飛曉麗偉慶榮賢剛靜氏"
    u"擂臺台灣決則棋極譜紀錄";
/// Frequent kanji; kana tell Japanese by themselves.
constexpr std::u16string_view common_japanese =
    u"高尾紳路座阪杯坂栄男橋宇太郎木谷実呉岩薫格峰工山城宏淡修三彦直今村俊苑勇阿含桐関院裕臨川"
    u"介遼芝虎丸伊篤史余麒許克弥片岡芳竹鹿鳴館日一国人年大十二本中長出時行見月後前生五間上東四"
    u"金九入学円子外八六下来気小七話女北午百書先名千水半西電校語土聞食車何南万毎白天母火右読友"
    u"左休父雨会同事自社発者地業方新場員立開手力問代明動京目通言理体田主題意不作用度強公持野以"
    u"思家世多正安心界教文元重近考画海知道集別物使特始朝運終台広住真有口少町料建空急止送切転研"
    u"足究楽起着店質待試族早親験英医去味写字答夜音注古歌悪図室歩風紙黒花春赤青屋色走秋夏習旅服"
    u"勝負段碁棋局譜盤級位戦聖因坊秀策丈和節竜昭治勲光趙武宮加藤井林石樹清源梶原島張栩依紀基羽"
    u"根結聡敬吾謙敏淑泉倉吉杉健隆夫雄之助義信幸博弘昌込互定番押打掛決予選回期第制限解説";
/// Frequent syllables.
constexpr std::u16string_view common_korean =
    u"이다의에는을가고하지한도기로사그아리자서나어시있대인만수들해전정일보부제은것과거스를라여"
    u"주상원장면모성구우선신조실소오경문진공마무동국관방위명연안용화학내세계물비산당개말미적반"
    u"분중간람할결교년생월회단음식후점각발두입재남북되야민같았었겠습니까요네군바둑흑백승패불집"
    u"덤급왕배최강프김박윤임권황송류홍양손허심노곽차현석영호준창훈철희종태병환덕규길봉돌유찬혁"
    u"욱범건섭열목림온본커읽초울";
/// Punctuation and signs of all of them.
constexpr std::u16string_view east_asian_signs =
    u"·×—‘’“”…→■□▲△○◎●★☆　、。々〈〉《》「」『』【】〜・ー！（），：；？～￥";

constexpr char32_t replacement_character = 0xFFFD;

constexpr bool is_in(char32_t code, char32_t first, char32_t last) {
    return code >= first && code <= last;
}

constexpr bool is_in(char32_t code, std::u16string_view list) {
    return code <= 0xFFFF && list.contains(static_cast<char16_t>(code));
}

constexpr bool is_ascii_letter(char32_t code) {
    return code < 0x80 && is_letter(static_cast<char>(code));
}
constexpr bool is_cyrillic(char32_t code) { return is_in(code, 0x400, 0x45F); }
constexpr bool is_latin(char32_t code) {
    return is_in(code, 0xC0, 0x24F) && code != 0xD7 && code != 0xF7;
}
constexpr bool is_any_letter(char32_t code) {
    return is_ascii_letter(code) || is_latin(code) || is_cyrillic(code);
}

/// Of letters.
constexpr bool is_upper(char32_t code) {
    if (code < 0x100) return is_in(code, 'A', 'Z') || is_in(code, 0xC0, 0xDE);
    if (is_cyrillic(code)) return code < 0x430;
    const bool odd_is_upper = is_in(code, 0x139, 0x148) || is_in(code, 0x179, 0x17E);
    return (code % 2 == 1) == odd_is_upper;
}

/// A character with what stands around it.
struct Glimpse {
    char32_t before = ' ';
    char32_t here = ' ';
    char32_t after = ' ';
    std::size_t run = 1;    ///< how many characters beyond ASCII stand together
    bool attached = false;  ///< whether a letter of ASCII stands beside them
    /// "mOre": no one writes so, but half of a wrongly read text looks so.
    bool rises() const { return is_upper(here) && is_any_letter(before) && !is_upper(before); }
};

/// So that a character is found by halving.
template <const std::u16string_view& list>
constexpr auto in_order = [] {
    std::array<char16_t, list.size()> characters{};
    std::ranges::copy(list, characters.begin());
    std::ranges::sort(characters);
    return characters;
}();

struct Language {
    std::array<std::span<const char16_t>, 2> common;  ///< each in order
    int uncommon_han = 30;
    int kana = -50;
};

constexpr Language simplified{{in_order<common_chinese>, in_order<common_simplified>}};
constexpr Language traditional{{in_order<common_chinese>, in_order<common_traditional>}};
constexpr Language japanese{.common = {in_order<common_japanese>}, .kana = 90};
constexpr Language korean{.common = {in_order<common_korean>}, .uncommon_han = 0};

template <const Language& language>
int east_asian(const Glimpse& glimpse) {
    const char32_t code = glimpse.here;
    const auto holds = [&](std::span<const char16_t> list) {
        return std::ranges::binary_search(list, code);
    };
    if (std::ranges::any_of(language.common, holds)) return 100;
    if (is_in(code, east_asian_signs) || is_in(code, 0xFF01, 0xFF5E)) return 50;
    if (is_in(code, 0x4E00, 0x9FFF)) return language.uncommon_han;
    if (is_in(code, 0xAC00, 0xD7A3)) return 30;
    if (is_in(code, 0x3041, 0x30FE)) return language.kana;
    if (is_in(code, 0xFF61, 0xFF9F)) return -60;   // narrow katakana
    if (is_in(code, 0x3400, 0x4DBF)) return -100;  // rare characters
    if (is_in(code, 0xE000, 0xF8FF) || code >= 0x20000) return -200;
    return 0;
}

constexpr std::u16string_view western_signs = u"–—‘’“”„«»°½¼¾…•©®£€§²³·¿¡№";

int cyrillic(const Glimpse& glimpse) {
    if (is_in(glimpse.here, western_signs)) return 20;
    if (!is_cyrillic(glimpse.here)) return -100;
    const bool russian =
        is_in(glimpse.here, 0x410, 0x44F) || glimpse.here == 0x401 || glimpse.here == 0x451;
    if (!russian) return 0;
    const bool inner_capital = is_upper(glimpse.here) && is_any_letter(glimpse.before);
    const bool falls = is_any_letter(glimpse.after) && !is_upper(glimpse.after);
    if (glimpse.attached || (inner_capital && falls) || glimpse.rises()) return -100;
    if (glimpse.run == 1) return 20;
    const char32_t small = glimpse.here + (is_in(glimpse.here, 0x410, 0x42F) ? 0x20 : 0);
    return (inner_capital ? 50 : 60) + (is_in(small, u"оеаинтслврк") ? 20 : 0);
}

int latin_letter(const Glimpse& glimpse) {
    if (glimpse.run >= 3 || glimpse.rises()) return -80;
    const int alone = glimpse.attached ? 90 : is_upper(glimpse.here) ? 0 : 40;
    return glimpse.run == 1 ? alone : alone - 40;
}

int western(const Glimpse& glimpse) {
    const char32_t code = glimpse.here;
    if (is_latin(code)) return latin_letter(glimpse) - (is_in(code, u"ÿŒ") ? 40 : 0);
    if (is_in(code, western_signs)) {
        const bool inside = is_any_letter(glimpse.before) && is_any_letter(glimpse.after);
        return glimpse.run >= 3 || (inside && code != U'’') ? -50 : 60;
    }
    // Another script comes from a stretch of UTF-8.
    return code > 0x2FF && !is_in(code, 0x2000, 0x21FF) ? 90 : -50;
}

int central_european(const Glimpse& glimpse) {
    return western(glimpse) - (is_latin(glimpse.here) ? 5 : 0);
}

struct Likely {
    std::string_view charset;
    int (*weight)(const Glimpse&);
    bool single_byte = false;
};

constexpr std::array likely{
    Likely{"windows-1252", western, true},          Likely{"GB18030", east_asian<simplified>},
    Likely{"Big5", east_asian<traditional>},        Likely{"Shift_JIS", east_asian<japanese>},
    Likely{"EUC-KR", east_asian<korean>},           Likely{"EUC-JP", east_asian<japanese>},
    Likely{"windows-1251", cyrillic, true},         Likely{"KOI8-R", cyrillic, true},
    Likely{"windows-1250", central_european, true},
};

constexpr auto likely_names = [] {
    std::array<std::string_view, likely.size()> names{};
    std::ranges::transform(likely, names.begin(), &Likely::charset);
    return names;
}();

const Likely* find_likely(std::string_view charset) {
    const auto found = std::ranges::find(likely, charset, &Likely::charset);
    return found == likely.end() ? nullptr : &*found;
}

// Characters -------------------------------------------------------------------------------------

char32_t code_of(std::string_view character) {
    if (character.size() == 1) return byte_of(character[0]);
    char32_t code = byte_of(character[0]) & (0x7FU >> character.size());
    for (const char next : character.substr(1)) code = code << 6 | (byte_of(next) & 0x3F);
    return code;
}

/// After this number of characters beyond ASCII the guess no longer changes.
constexpr std::size_t sample_max = 4096;

std::vector<char32_t> sample_of(std::string_view text) {
    std::vector<char32_t> sample;
    sample.reserve(std::min(text.size(), sample_max) + 2);
    sample.push_back(' ');
    std::size_t beyond_ascii = 0;
    while (!text.empty() && beyond_ascii < sample_max) {
        const std::size_t length = std::max<std::size_t>(utf8_length(text), 1);
        const char32_t code = code_of(text.substr(0, length));
        text.remove_prefix(length);
        if (code >= 0x80) ++beyond_ascii;
        // Of a stretch of ASCII only its ends matter.
        const bool long_ascii = code < 0x80 && sample.back() < 0x80 && sample.size() > 1 &&
                                sample[sample.size() - 2] < 0x80;
        if (long_ascii) sample.pop_back();
        sample.push_back(code);
    }
    sample.push_back(' ');
    return sample;
}

}  // namespace

std::string charset_named(std::string_view name) {
    const std::string word = folded(name);
    const auto found = std::ranges::find(aliases, word, &Alias::folded_name);
    if (found != aliases.end()) return std::string(found->name);
    for (const Series& series : all_series) {
        if (!word.starts_with(series.prefix)) continue;
        const std::string number = word.substr(series.prefix.size());
        if (std::ranges::find(series.numbers, number) != series.numbers.end()) {
            return std::string(series.name) + number;
        }
    }
    return {};
}

std::string_view charset_named_in(std::string_view text) {
    constexpr std::string_view property = "CA[";
    constexpr std::size_t name_size_max = 64;
    const std::size_t start = first_root(text);
    if (start == std::string_view::npos) return {};
    for (std::size_t at = text.find(property, start); at != std::string_view::npos;
         at = text.find(property, at + 1)) {
        if (is_in(byte_of(text[at - 1]), 'A', 'Z')) continue;
        const std::string_view value = text.substr(at + property.size(), name_size_max);
        return trimmed(value.substr(0, value.find(']')));
    }
    return {};
}

std::span<const std::string_view> likely_charsets() { return likely_names; }

bool is_single_byte(std::string_view charset) {
    const Likely* found = find_likely(charset);
    return found != nullptr && found->single_byte;
}

int plausibility(std::string_view text, std::string_view charset) {
    const Likely* found = find_likely(charset);
    if (found == nullptr) return 0;
    const std::vector<char32_t> sample = sample_of(text);
    const auto is_ascii = [](char32_t code) { return code < 0x80; };
    int total = 0;
    int count = 0;
    for (auto at = sample.begin() + 1; at != sample.end() - 1;) {
        if (is_ascii(*at)) {
            ++at;
            continue;
        }
        const auto end = std::find_if(at, sample.end(), is_ascii);
        const auto run = static_cast<std::size_t>(end - at);
        const bool attached = is_ascii_letter(at[-1]) || is_ascii_letter(*end);
        for (; at != end; ++at, ++count) {
            const bool broken = *at == replacement_character || *at < 0xA0;
            total += broken ? -300 : found->weight({at[-1], *at, at[1], run, attached});
        }
    }
    return count == 0 ? 0 : 10 * total / count;
}

}  // namespace arbiter
