#include "core/games/any_game.hpp"

#include <algorithm>

#include "core/base/excerpt.hpp"
#include "core/base/text.hpp"
#include "core/games/address.hpp"
#include "core/games/game_type.hpp"
#include "core/games/questions.hpp"

namespace arbiter {

Fault unknown(std::string_view what, std::string_view name, const Traits& traits) {
    const std::string_view code = what == "notation" ? "unknown_notation" : "unknown_format";
    return {code,
            std::string(traits.name) + " has no " + std::string(what) + " " + in_quotes(name),
            {},
            Severity::error};
}

namespace {

bool is_unreadable(const Rejection& rejection) {
    return rejection.code->kind == RejectionKind::unreadable;
}

std::vector<std::string_view> words_between(std::string_view text, std::string_view separators) {
    std::vector<std::string_view> words;
    for (auto at = text.find_first_not_of(separators); at != text.npos;) {
        const auto end = std::min(text.find_first_of(separators, at), text.size());
        words.push_back(text.substr(at, end - at));
        at = text.find_first_not_of(separators, end);
    }
    return words;
}

/// The main lines of documents.
class MainLines final : public Stream<AnyGame> {
public:
    explicit MainLines(std::unique_ptr<Stream<AnyDocument>> documents)
        : documents_(std::move(documents)) {}
    void feed(std::string_view piece) override { documents_->feed(piece); }
    void finish() override { documents_->finish(); }
    std::optional<Reading<AnyGame>> next() override {
        auto document = documents_->next();
        if (!document) return std::nullopt;
        Reading<AnyGame> game{std::nullopt, std::move(document->faults)};
        if (*document && !game.faults.fatal()) game.value = (*document)->game();
        return game;
    }

private:
    std::unique_ptr<Stream<AnyDocument>> documents_;
};

/// As `detect`, but of a text that is not an address.
std::optional<Detected> guessed(std::string_view text, std::string_view game,
                                std::string_view format) {
    const Glance glance(text);
    std::optional<Detected> best;
    Likeness likeness = Likeness::none;
    for (const GameType* type : game_types()) {
        if (!game.empty() && game != type->traits().name) continue;
        const auto guess = type->guess(glance, format);
        if (guess.format == nullptr || (best && guess.likeness <= likeness)) continue;
        likeness = guess.likeness;
        best = Detected{type->traits().name, guess.format->name};
    }
    return best;
}

}  // namespace

const GameType* type_named(std::string_view game) {
    const auto types = game_types();
    const auto found =
        std::ranges::find(types, game, [](const GameType* type) { return type->traits().name; });
    return found == types.end() ? nullptr : *found;
}

const GameType* type_with_format(std::string_view game, std::string_view format) {
    for (const GameType* type : game_types()) {
        if ((game.empty() || game == type->traits().name) && type->has_format(format)) return type;
    }
    return nullptr;
}

AnyGame::AnyGame(std::unique_ptr<Model> model, std::string_view format)
    : model_(std::move(model)), notation_(&notation_with(format)) {}
AnyGame::AnyGame(const AnyGame& other)
    : model_(other.model_->clone()), notation_(other.notation_), is_set_(other.is_set_) {}
AnyGame::AnyGame(AnyGame&&) noexcept = default;
AnyGame& AnyGame::operator=(AnyGame&&) noexcept = default;
AnyGame::~AnyGame() = default;
AnyGame& AnyGame::operator=(const AnyGame& other) {
    if (this != &other) *this = AnyGame(other);
    return *this;
}

Reading<AnyGame> AnyGame::create(std::string_view game, const Options& options) {
    if (const GameType* type = type_named(game)) return type->create(options);
    return Reading<AnyGame>::failure("unknown_game", "there is no game " + in_quotes(game));
}

Reading<AnyGame> AnyGame::read(std::string_view text, const Source& source) {
    Reading<AnyGame> reading = read_tolerantly(text, source);
    if (source.strict) reading.be_strict();
    return reading;
}

Reading<AnyGame> AnyGame::read_tolerantly(std::string_view text, const Source& source) {
    if (text.size() > json_size_max) {
        return Reading<AnyGame>::failure("too_large", "a text may have at most 16 MiB");
    }
    if (const auto address = address_in(text)) return read_address(*address, source);
    const GameType* type = source.format.empty() ? nullptr : type_named(source.game);
    if (type != nullptr && type->has_format(source.format)) {
        return type->read(source.format, text, source.options);
    }
    const auto found = guessed(text, source.game, source.format);
    if (found) return type_named(found->game)->read(found->format, text, source.options);
    if (source.format.empty()) return {std::nullopt, Faults(unrecognised(text, source.game))};
    return Reading<AnyGame>::failure("unknown_format",
                                     "there is no format " + in_quotes(source.format));
}

const Traits& AnyGame::traits() const { return model_->traits(); }
const void* AnyGame::held(const Traits& traits) const {
    return &model_->traits() == &traits ? model_->held() : nullptr;
}

Color AnyGame::turn() const { return model_->turn(); }
Awaits AnyGame::awaits() const { return model_->awaits(); }
const std::optional<Outcome>& AnyGame::outcome() const { return model_->outcome(); }
std::size_t AnyGame::event_count() const { return model_->event_count(); }
std::uint64_t AnyGame::hash() const { return model_->hash(); }
bool AnyGame::operator==(const AnyGame& other) const { return model_->equals(*other.model_); }

std::expected<const NotationInfo*, Fault> AnyGame::notation_named(std::string_view name) const {
    if (name.empty()) return notation_;
    const auto known = model_->notations();
    const auto found = std::ranges::find(known, name, &NotationInfo::name);
    if (found == known.end()) return std::unexpected(unknown("notation", name, traits()));
    return &*found;
}
std::expected<void, Fault> AnyGame::set_notation(std::string_view notation) {
    const auto named = notation_named(notation);
    if (!named) return std::unexpected(named.error());
    notation_ = *named;
    is_set_ = true;
    return {};
}
const NotationInfo& AnyGame::notation_with(std::string_view format) const {
    const std::string_view name = model_->format_notation(format).value_or("");
    return name.empty() ? model_->notations().front() : **notation_named(name);
}
const NotationInfo& AnyGame::notation_for(std::string_view move, std::string_view format) const {
    if (is_set_) return *notation_;
    const std::string_view name = model_->notation_of(move);
    return name.empty() && !format.empty() ? notation_with(format) : **notation_named(name);
}

Details AnyGame::spelled(Details details, const NotationInfo& notation) const {
    for (auto& [key, value, is_json] : details) {
        std::span<std::string> words;
        if (auto* word = std::get_if<std::string>(&value)) words = {word, 1};
        if (auto* list = std::get_if<std::vector<std::string>>(&value)) words = *list;
        std::vector<std::string> others;
        for (const std::string& word : words) {
            auto other = model_->spelled(key, word, notation.name);
            if (other) others.push_back(*std::move(other));
        }
        // Words that are not all JSON are not written as such.
        if (others.empty() || others.size() != words.size()) continue;
        std::ranges::move(others, words.begin());
        is_json = notation.is_json;
    }
    return details;
}
std::vector<std::string> AnyGame::events_of(std::string_view move, std::optional<Color> by,
                                            const NotationInfo& notation) const {
    return model_->events_of(move, by, notation.name);
}
Rejection AnyGame::spelled(Rejection rejection, const NotationInfo& notation) const {
    return {rejection.code, spelled(std::move(rejection.data), notation)};
}
Effects AnyGame::spelled(Effects effects, const NotationInfo& notation) const {
    for (Effect& effect : effects) effect.data = spelled(std::move(effect.data), notation);
    return effects;
}

std::vector<std::string> AnyGame::legal() const { return model_->legal(notation_->name); }
std::expected<std::vector<std::string>, Fault> AnyGame::legal(std::string_view notation) const {
    const auto named = notation_named(notation);
    if (!named) return std::unexpected(named.error());
    return model_->legal((*named)->name);
}
std::vector<Action> AnyGame::actions(Color by) const { return model_->actions(by); }
std::vector<std::string_view> AnyGame::moves_in(std::string_view text,
                                                std::optional<Color> by) const {
    const auto is_readable = [&](std::string_view word) {
        const auto meaning = model_->understand(word, by);
        return meaning || !is_unreadable(meaning.error());
    };
    if (is_readable(text)) return {text};
    auto words = words_between(text, " \t\r\n,");
    if (words.size() < 2 || !is_readable(words.front())) return {text};
    return words;
}
Result<Effects> AnyGame::check(std::string_view text, std::optional<Color> by) const {
    const NotationInfo& notation = notation_for(text);
    auto effects = model_->check(text, by);
    // A game words its effects in its first notation.
    if (effects && &notation == &model_->notations().front()) return effects;
    if (effects) return spelled(*std::move(effects), notation);
    if (is_unreadable(effects.error()) && moves_in(text, by).size() > 1) {
        return AnyGame(*this).play(text, by);
    }
    return std::unexpected(spelled(std::move(effects.error()), notation));
}
Result<Effects> AnyGame::play(std::string_view text, std::optional<Color> by) {
    const NotationInfo& notation = notation_for(text);
    auto effects = model_->play(text, by);
    // A game words its effects in its first notation.
    if (effects && &notation == &model_->notations().front()) return effects;
    if (effects) return spelled(*std::move(effects), notation);
    if (is_unreadable(effects.error())) {
        if (const auto moves = moves_in(text, by); moves.size() > 1) return play_all(moves, by);
    }
    return std::unexpected(spelled(std::move(effects.error()), notation));
}
Result<Effects> AnyGame::play_all(std::span<const std::string_view> moves,
                                  std::optional<Color> by) {
    Effects effects;
    const std::size_t before = event_count();
    for (const std::string_view move : moves) {
        auto next = play(move, by);
        if (!next) {
            rewind(before);
            return next;
        }
        effects.insert(effects.end(), next->begin(), next->end());
    }
    return effects;
}
bool AnyGame::undo() {
    const std::size_t count = event_count();
    if (count > 0) rewind(count - 1);
    return count > 0;
}
void AnyGame::rewind(std::size_t count) { model_->rewind(count); }
Result<AnyGame::Meaning> AnyGame::understand(std::string_view move, std::optional<Color> by) const {
    auto meaning = model_->understand(move, by);
    if (meaning) return meaning;
    return std::unexpected(spelled(std::move(meaning.error()), notation_for(move)));
}
std::vector<Mention> AnyGame::mentions(std::string_view prose) const {
    return model_->mentions(prose);
}
std::string AnyGame::chance_event(std::span<const std::uint8_t> rolled) const {
    return model_->chance_event(rolled);
}
std::optional<std::string> AnyGame::forced() const { return model_->forced(); }
std::optional<Provisional> AnyGame::provisional() const {
    auto outcome = model_->provisional();
    if (outcome) outcome->data = spelled(std::move(outcome->data), *notation_);
    return outcome;
}
void AnyGame::set_tag(std::string_view name, std::string_view value) {
    model_->set_tag(name, value);
}
const Tags& AnyGame::tags() const { return model_->tags(); }
std::vector<std::string> AnyGame::history() const { return model_->history(notation_->name); }
std::expected<std::vector<std::string>, Fault> AnyGame::history(std::string_view notation) const {
    const auto named = notation_named(notation);
    if (!named) return std::unexpected(named.error());
    return model_->history((*named)->name);
}
std::expected<std::string, Fault> AnyGame::ask(std::string_view question,
                                               std::string_view argument) const {
    if (auto answer = answer_common(*this, question, argument)) return *std::move(answer);
    return model_->ask(question, argument, notation_for(argument).name);
}
std::expected<std::string, Fault> AnyGame::write(std::string_view format) const {
    return model_->write(format);
}
std::string AnyGame::beside_state() const { return model_->beside_state(); }
MoveRange AnyGame::numbered_moves() const { return model_->numbered_moves(); }
std::string AnyGame::svg(const RenderOptions& options) const { return model_->svg(options); }
std::string AnyGame::text(const RenderOptions& options) const { return model_->text(options); }
std::vector<PerftRow> AnyGame::perft(int depth, PerftTable* table) const {
    return model_->perft(depth, table);
}

std::vector<GameInfo> games() {
    std::vector<GameInfo> list;
    for (const GameType* type : game_types()) list.push_back(type->info());
    return list;
}

const Traits* traits_named(std::string_view game) {
    const GameType* type = type_named(game);
    return type == nullptr ? nullptr : &type->traits();
}

std::optional<Detected> detect(std::string_view text, std::string_view game,
                               std::string_view format) {
    if (const auto address = address_in(text)) {
        if (!game.empty() && game != address->game) return std::nullopt;
        return Detected{address->game, address_format};
    }
    return guessed(text, game, format);
}

Fault unrecognised(std::string_view text, std::string_view game) {
    const auto other = game.empty() ? std::nullopt : detect(text);
    std::string sentence = "the text is not in any ";
    sentence += game.empty() ? "known format" : "format of " + std::string(game);
    if (other) {
        sentence +=
            "; it looks like " + std::string(other->format) + " of " + std::string(other->game);
    } else if (trimmed(text).starts_with("http")) {
        sentence = "only the address of a board holds a game, such as http://.../chess/e4,e5";
    }
    return {"unknown_format", std::move(sentence), {}};
}

bool holds_many(std::string_view game, std::string_view format) {
    const GameType* type = type_with_format(game, format);
    return type != nullptr && type->stream(format, {}) != nullptr;
}

std::unique_ptr<Stream<AnyGame>> open_stream(const AnyGame::Source& source) {
    return std::make_unique<MainLines>(open_documents(source));
}

}  // namespace arbiter
