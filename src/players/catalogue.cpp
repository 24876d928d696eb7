#include "players/catalogue.hpp"

#include <algorithm>
#include <array>
#include <cstdlib>
#include <functional>
#include <optional>

#include "core/base/excerpt.hpp"
#include "core/base/sha256.hpp"
#include "players/agents/http_player.hpp"
#include "players/agents/stdio_player.hpp"
#include "players/bots/built_in.hpp"
#include "players/engines/gnubg_player.hpp"
#include "players/engines/gtp_player.hpp"
#include "players/engines/uci_player.hpp"
#include "players/models/model_player.hpp"
#include "players/specification.hpp"

namespace arbiter::players {

namespace {

using Seated = std::expected<std::unique_ptr<Player>, Fault>;
/// A specification that was understood.
using Plan = std::function<Seated(const Settings&)>;
using Planned = std::expected<Plan, Fault>;

Planned plan_built_in(const Specification& specification, OptionReader&) {
    const std::string text = specification.argument.empty()
                                 ? specification.kind
                                 : specification.kind + ":" + specification.argument;
    if (built_in(text, 0) == nullptr) {
        return std::unexpected(Fault{
            "unknown_player",
            "there is no built-in player " + in_quotes(text) + "; the levels of bot are 1 to 8",
            {}});
    }
    return [text](const Settings& settings) -> Seated { return built_in(text, settings.seed); };
}

Fault fault_of(const PlayerError& error) { return {"cannot_start", error.sentence, {}}; }

/// The words behind the colon, where a kind runs a program that the user names.
std::expected<std::vector<std::string>, Fault> command_in(const Specification& specification) {
    auto words = platform::words_of(specification.argument);
    if (!words) {
        return std::unexpected(
            Fault{"bad_specification",
                  "a quotation mark is left open in " + in_quotes(specification.argument),
                  {}});
    }
    if (words->empty()) {
        return std::unexpected(
            Fault{"bad_specification",
                  "the program is missing: " + specification.kind + ":PROGRAM [ARGUMENT...]",
                  {}});
    }
    return *std::move(words);
}

ProgramTerms program_terms(std::vector<std::string> command, OptionReader& options) {
    ProgramTerms terms{{std::move(command), {}, {}}};
    terms.silence = options.time("silence_ms").value_or(terms.silence);
    return terms;
}

/// A plan that starts a player of this kind with its program running in the folder of the settings.
template <class P, class... Arguments>
Plan plan_program(const ProgramTerms& terms, const Arguments&... arguments) {
    return [=](const Settings& settings) -> Seated {
        ProgramTerms here = terms;
        here.command.folder = settings.folder;
        auto player = begun(std::make_unique<P>(std::move(here), arguments...));
        if (!player) return std::unexpected(fault_of(player.error()));
        return *std::move(player);
    };
}

bool is_one_line(std::string_view text) {
    return std::ranges::none_of(text, [](char c) { return static_cast<unsigned char>(c) < ' '; });
}

Planned plan_uci(const Specification& specification, OptionReader& options) {
    auto command = command_in(specification);
    if (!command) return std::unexpected(std::move(command.error()));
    const ProgramTerms terms = program_terms(*std::move(command), options);
    const Options rest = options.rest();
    for (const Option& option : rest) {
        if (is_one_line(option.name + option.value)) continue;
        return std::unexpected(
            Fault{"bad_option", "the option " + in_quotes(option.name) + " has a line break", {}});
    }
    return plan_program<UciPlayer>(terms, rest);
}

Planned plan_gtp(const Specification& specification, OptionReader& options) {
    auto command = command_in(specification);
    if (!command) return std::unexpected(std::move(command.error()));
    return plan_program<GtpPlayer>(program_terms(*std::move(command), options));
}

/// In text mode, without sounds, without the user's own settings.
Planned plan_gnubg(const Specification& specification, OptionReader& options) {
    const std::string program = specification.argument.empty() ? "gnubg" : specification.argument;
    const auto plies = options.whole("plies", 0, GnubgPlayer::plies_max).value_or(2);
    return plan_program<GnubgPlayer>(program_terms({program, "-t", "-q", "-r"}, options),
                                     static_cast<int>(plies));
}

AgentTerms agent_terms(OptionReader& options) {
    AgentTerms terms;
    terms.format = options.text("format").value_or("");
    terms.notation = options.text("notation").value_or("");
    terms.legal_moves = options.on_off("legal").value_or(true);
    terms.history = options.on_off("history").value_or(true);
    return terms;
}

Planned plan_stdio(const Specification& specification, OptionReader& options) {
    auto command = command_in(specification);
    if (!command) return std::unexpected(std::move(command.error()));
    const AgentTerms terms = agent_terms(options);
    return plan_program<StdioPlayer>(program_terms(*std::move(command), options), terms,
                                     specification.argument);
}

Fault bad_url(std::string_view text) {
    return {"bad_specification",
            in_quotes(text) + " is not an address such as http://127.0.0.1:8000/agent",
            {}};
}

Planned plan_http(const Specification& specification, OptionReader& options) {
    const std::string text = specification.kind + ":" + specification.argument;
    const auto url = platform::read_url(text);
    if (!url) return std::unexpected(bad_url(text));
    const AgentTerms terms = agent_terms(options);
    const auto silence = options.time("silence_ms").value_or(std::chrono::seconds(60));
    return [=](const Settings&) -> Seated {
        return std::make_unique<HttpPlayer>(*url, terms, silence);
    };
}

/// The environment variable in which a key is looked for.
constexpr std::string_view key_variable = "ARBITER_LLM_KEY";

PromptTerms prompt_terms(OptionReader& options) {
    PromptTerms terms;
    terms.state = static_cast<StateForm>(options.one_of("state", state_form_names()).value_or(0));
    terms.notation = options.text("notation").value_or("");
    terms.legal_moves = options.on_off("legal").value_or(true);
    terms.history = options.on_off("history").value_or(true);
    terms.position_history = options.on_off("position_history").value_or(false);
    terms.doubles = options.on_off("doubles").value_or(false);
    terms.instructions = options.text("instructions").value_or("");
    return terms;
}

std::optional<TokenPrices> prices(OptionReader& options) {
    constexpr double most = 1e6;
    const auto in = options.number("price_in", 0, most);
    const auto out = options.number("price_out", 0, most);
    if (!in && !out) return std::nullopt;
    return TokenPrices{in.value_or(0), out.value_or(0)};
}

/// An object in JSON, as the option of that name has it; a fault if it is not one.
std::expected<Json::Object, Fault> object_in(OptionReader& options, std::string_view name) {
    const auto text = options.text(name);
    if (!text) return Json::Object{};
    auto json = read_json(*text);
    auto* members = json ? std::get_if<Json::Object>(&json->value) : nullptr;
    if (members != nullptr) return std::move(*members);
    return std::unexpected(
        Fault{"bad_option", std::string(name) + " must be an object, not " + in_quotes(*text), {}});
}

/// "$NAME" is the value of an environment variable: a secret does not stand in a journal.
std::string from_environment(const std::string& value) {
    if (!value.starts_with('$')) return value;
    const char* const found = std::getenv(value.c_str() + 1);
    return found != nullptr ? found : "";
}

using Headers = std::vector<std::pair<std::string, std::string>>;

std::expected<Headers, Fault> headers_in(OptionReader& options) {
    const auto members = object_in(options, "headers");
    if (!members) return std::unexpected(members.error());
    Headers headers;
    for (const auto& [name, value] : *members) {
        const auto* text = value.as<std::string>();
        if (text == nullptr || !is_one_line(name + *text)) {
            return std::unexpected(
                Fault{"bad_option", "the header " + in_quotes(name) + " must be one line", {}});
        }
        headers.emplace_back(name, *text);
    }
    return headers;
}

/// llm:MODEL@URL. A model's name may have an @ in it, an address may not.
Planned plan_model(const Specification& specification, OptionReader& options) {
    const std::string& text = specification.argument;
    const auto at = text.rfind('@');
    if (at == text.npos || at == 0) {
        return std::unexpected(Fault{"bad_specification",
                                     "a model is written as llm:MODEL@URL, not " + in_quotes(text),
                                     {}});
    }
    const auto url = platform::read_url(text.substr(at + 1));
    if (!url) return std::unexpected(bad_url(text.substr(at + 1)));
    ModelTerms terms{url->below("/chat/completions"), {text.substr(0, at)}, prompt_terms(options)};
    terms.chat.temperature = options.number("temperature", 0, 10);
    terms.chat.tokens_max = options.whole("max_tokens", 1, 1'000'000);
    terms.chat.completion_tokens_max = options.whole("max_completion_tokens", 1, 1'000'000);
    terms.chat.reasoning_effort = options.text("reasoning_effort").value_or("");
    auto body = object_in(options, "body");
    if (!body) return std::unexpected(std::move(body.error()));
    terms.chat.body = *std::move(body);
    auto headers = headers_in(options);
    if (!headers) return std::unexpected(std::move(headers.error()));
    terms.headers = *std::move(headers);
    terms.samples = options.whole("samples", 1, 99).value_or(terms.samples);
    terms.retries = options.whole("retries", 0, 20).value_or(terms.retries);
    terms.patience = options.time("patience_ms").value_or(terms.patience);
    terms.silence = options.time("silence_ms").value_or(terms.silence);
    terms.prices = prices(options);
    const std::string variable = options.text("key").value_or(std::string(key_variable));
    return [=](const Settings&) -> Seated {
        ModelTerms with_key = terms;
        const char* const key = std::getenv(variable.c_str());
        with_key.key = key != nullptr ? key : "";
        for (auto& [name, value] : with_key.headers) value = from_environment(value);
        return std::make_unique<ModelPlayer>(std::move(with_key));
    };
}

struct Kind {
    KindInfo info;
    Planned (*plan)(const Specification&, OptionReader&);
};

// clang-format off
constexpr std::array kind_list{
    Kind{{"random", "random", "plays any legal move", false}, plan_built_in},
    Kind{{"bot", "bot, bot:LEVEL", "Arbiter's own bot, on a level from 1 to 8", false}, plan_built_in},
    Kind{{"uci", "uci:PROGRAM [ARGUMENT...]", "a chess engine that speaks UCI; its options in brackets", true}, plan_uci},
    Kind{{"gtp", "gtp:PROGRAM [ARGUMENT...]", "a Go engine that speaks GTP", true}, plan_gtp},
    Kind{{"gnubg", "gnubg", "GNU Backgammon, looking `plies` ahead", true}, plan_gnubg},
    Kind{{"stdio", "stdio:PROGRAM [ARGUMENT...]", "an agent that reads and writes lines of JSON", true}, plan_stdio},
    Kind{{"http", "http://HOST/PATH", "an agent that gets JSON by POST", true}, plan_http},
    Kind{{"https", "https://HOST/PATH", "the same over TLS", true}, plan_http},
    Kind{{"llm", "llm:MODEL@URL", "a language model behind an OpenAI-compatible chat endpoint", true, true}, plan_model},
};
// clang-format on

Fault unknown_kind(std::string_view kind) {
    std::string known;
    for (const Kind& each : kind_list) known += " " + std::string(each.info.kind);
    return {"unknown_player",
            "there are no players of the kind " + in_quotes(kind) + ", only" + known,
            TextPlace{1, 1}};
}

Planned plan(const PlayerTerms& terms) {
    auto specification = read_specification(terms.specification);
    if (!specification) return std::unexpected(std::move(specification.error()));
    const auto kind = std::ranges::find(kind_list, std::string_view(specification->kind),
                                        [](const Kind& each) { return each.info.kind; });
    if (kind == kind_list.end()) return std::unexpected(unknown_kind(specification->kind));
    std::ranges::copy(terms.options, std::back_inserter(specification->options));
    OptionReader options(specification->options);
    auto planned = kind->plan(*specification, options);
    if (planned && options.fault()) return std::unexpected(*options.fault());
    return planned;
}

/// A player under another name.
class Renamed final : public Player {
public:
    Renamed(std::string name, std::unique_ptr<Player> player)
        : name_(std::move(name)), player_(std::move(player)) {}

    std::string_view name() const override { return name_; }
    std::expected<Choice, PlayerError> choose(const Turn& turn) override {
        return player_->choose(turn);
    }
    std::expected<Question, PlayerError> question(const Turn& turn) const override {
        return player_->question(turn);
    }
    std::expected<void, PlayerError> preflight() override { return player_->preflight(); }
    std::string caveat(const AnyGame& game) const override { return player_->caveat(game); }
    std::string identity() const override { return player_->identity(); }
    void stop() noexcept override { player_->stop(); }

private:
    std::string name_;
    std::unique_ptr<Player> player_;
};

}  // namespace

Seated seat(const PlayerTerms& terms, const Settings& settings) {
    const auto planned = plan(terms);
    if (!planned) return std::unexpected(planned.error());
    auto player = (*planned)(settings);
    if (player && !terms.name.empty()) {
        return std::make_unique<Renamed>(terms.name, *std::move(player));
    }
    return player;
}

Seated seat(std::string_view specification, const Settings& settings) {
    return seat(PlayerTerms{std::string(specification), {}, {}}, settings);
}

std::optional<Fault> check_specification(const PlayerTerms& terms) {
    auto planned = plan(terms);
    if (planned) return std::nullopt;
    return std::move(planned.error());
}

const KindInfo* kind_of(const PlayerTerms& terms) {
    const auto specification = read_specification(terms.specification);
    if (!specification) return nullptr;
    const auto all = kinds();
    const auto found = std::ranges::find(all, specification->kind, &KindInfo::kind);
    return found == all.end() ? nullptr : &*found;
}

std::optional<std::string> prompt_hash(const PlayerTerms& terms, const AnyGame& start) {
    const KindInfo* const kind = kind_of(terms);
    if (kind == nullptr || !kind->is_model) return std::nullopt;
    const auto player = seat(terms, {});
    if (!player) return std::nullopt;
    const auto question = (*player)->question({.game = start,
                                               .seat = start.turn(),
                                               .actions = {},
                                               .now = {},
                                               .budget = {},
                                               .refusals = {}});
    if (!question) return std::nullopt;
    return to_hex(
        sha256("arbiter prompt " + std::string(prompt_version) + "\n" + question->prompt));
}

std::span<const KindInfo> kinds() {
    static constexpr auto infos = [] {
        std::array<KindInfo, kind_list.size()> list{};
        std::ranges::transform(kind_list, list.begin(), &Kind::info);
        return list;
    }();
    return infos;
}

}  // namespace arbiter::players
