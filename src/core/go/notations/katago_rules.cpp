#include "core/go/notations/katago_rules.hpp"

#include <algorithm>
#include <array>
#include <utility>

#include "core/base/json.hpp"

namespace arbiter::go {

namespace {

/// A part of KataGo's rules: a key before its value, "koSIMPLE".
struct KataGoPart {
    std::string_view text;
    std::string_view fields;  ///< what it means; empty: nothing that there is a field for
};
constexpr std::array katago_parts{
    KataGoPart{"koSIMPLE", "ko=simple long_cycle=void"},
    KataGoPart{"koPOSITIONAL", "ko=positional"},
    KataGoPart{"koSITUATIONAL", "ko=situational"},
    KataGoPart{"koSPIGHT", "ko=situational"},
    KataGoPart{"scoreAREA", "scoring=area"},
    KataGoPart{"scoreTERRITORY", "scoring=territory"},
    KataGoPart{"taxNONE", ""},
    KataGoPart{"taxSEKI", ""},
    KataGoPart{"taxALL", ""},
    KataGoPart{"sui0", "suicide=forbidden"},
    KataGoPart{"sui1", "suicide=allowed"},
    KataGoPart{"button0", ""},
    KataGoPart{"button1", ""},
    KataGoPart{"whb0", "compensation=none"},
    KataGoPart{"whbN-1", "compensation=each_stone_but_one"},
    KataGoPart{"whbN", "compensation=each_stone"},
    KataGoPart{"fpok0", ""},
    KataGoPart{"fpok1", ""},
};

}  // namespace

std::optional<Rules> read_katago_rules(std::string_view text) {
    constexpr std::string_view profile = "katago:";
    if (text.starts_with(profile)) text.remove_prefix(profile.size());
    if (!text.starts_with("ko")) return std::nullopt;
    std::string fields = "chinese compensation=none";
    while (!text.empty() && !text.starts_with("komi")) {
        const auto part = std::ranges::find_if(
            katago_parts, [&](const KataGoPart& known) { return text.starts_with(known.text); });
        if (part == katago_parts.end()) return std::nullopt;
        fields.append(part->fields.empty() ? "" : " ").append(part->fields);
        text.remove_prefix(part->text.size());
    }
    if (!text.empty()) fields.append(" komi=").append(text.substr(std::string_view("komi").size()));
    const auto rules = read_rules(fields);
    return rules ? std::optional(*rules) : std::nullopt;
}

namespace {

std::string_view katago_ko(const Rules& rules) {
    switch (rules.ko) {
        case KoRule::none:
        case KoRule::simple: return "SIMPLE";
        case KoRule::situational: return "SITUATIONAL";
        default: return "POSITIONAL";
    }
}

std::string_view katago_bonus(const Rules& rules) {
    switch (rules.compensation) {
        case Compensation::each_stone: return "N";
        case Compensation::each_stone_but_one: return "N-1";
        default: return "0";
    }
}

/// The members of the object, with what begins the same part of the string.
constexpr std::array<std::pair<std::string_view, std::string_view>, 7> katago_members{{
    {"ko", "ko"},
    {"scoring", "score"},
    {"tax", "tax"},
    {"suicide", "sui"},
    {"hasButton", "button"},
    {"whiteHandicapBonus", "whb"},
    {"friendlyPassOk", "fpok"},
}};

}  // namespace

std::string katago_json(const Rules& rules) {
    const bool territory = rules.scoring == Scoring::territory;
    JsonWriter out;
    out.object([&] {
        out.member("friendlyPassOk", rules.dead_stones == DeadStones::agreed);
        out.member("hasButton", false);
        out.member("ko", katago_ko(rules));
        out.member("scoring", territory ? "TERRITORY" : "AREA");
        out.member("suicide", rules.suicide == Suicide::allowed);
        out.member("tax", territory ? "SEKI" : "NONE");
        out.member("whiteHandicapBonus", katago_bonus(rules));
    });
    return out.take();
}

std::optional<std::string> read_katago_json(std::string_view text) {
    const auto json = read_json(text);
    if (!json || json->as<Json::Object>() == nullptr) return std::nullopt;
    std::string rules;
    for (const auto& [name, start] : katago_members) {
        const Json* value = json->find(name);
        if (value == nullptr) {
            if (name == "ko") rules = "koPOSITIONAL";
            continue;
        }
        const auto* word = value->as<std::string>();
        const auto* flag = value->as<bool>();
        if (word == nullptr && flag == nullptr) return std::nullopt;
        rules.append(start).append(word != nullptr ? std::string_view(*word) : *flag ? "1" : "0");
    }
    return rules;
}

std::string write_katago_rules(const Rules& rules) {
    const bool territory = rules.scoring == Scoring::territory;
    std::string text = "ko" + std::string(katago_ko(rules));
    text.append(territory ? "scoreTERRITORYtaxSEKI" : "scoreAREAtaxNONE");
    text.append(rules.suicide == Suicide::allowed ? "sui1" : "sui0");
    text.append("whb").append(katago_bonus(rules));
    return text + "komi" + to_string(rules.komi);
}

}  // namespace arbiter::go
