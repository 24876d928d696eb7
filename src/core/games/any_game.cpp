#include "core/games/any_game.hpp"

#include <algorithm>

#include "core/contract/record.hpp"
#include "core/games/all_games.hpp"

namespace arbiter {

/// One virtual call between the door and a game.
struct AnyGame::Model {
    virtual ~Model() = default;
    virtual std::unique_ptr<Model> clone() const = 0;
    virtual bool equals(const Model& other) const = 0;
    virtual std::string_view name() const = 0;
    virtual std::string_view title() const = 0;
    virtual Color turn() const = 0;
    virtual Awaits awaits() const = 0;
    virtual const std::optional<Outcome>& outcome() const = 0;
    virtual std::size_t event_count() const = 0;
    virtual std::uint64_t hash() const = 0;
    virtual std::vector<std::string> legal(std::string_view notation) const = 0;
    virtual Result<Effects> check(std::string_view move, std::optional<Color> by) const = 0;
    virtual Result<Effects> play(std::string_view move, std::optional<Color> by) = 0;
    virtual bool undo() = 0;
    virtual Result<Meaning> understand(std::string_view move, std::optional<Color> by) const = 0;
    virtual void set_tag(std::string_view name, std::string_view value) = 0;
    virtual std::vector<std::string> history(std::string_view notation) const = 0;
    virtual std::expected<std::string, Fault> ask(std::string_view question,
                                                  std::string_view argument) const = 0;
    virtual std::expected<std::string, Fault> write(std::string_view format) const = 0;
    virtual std::string svg(const RenderOptions& options) const = 0;
    virtual std::string text(const RenderOptions& options) const = 0;
    virtual std::vector<PerftRow> perft(int depth) const = 0;
};

namespace {

template <Game G>
const Format<G>* format_named(std::string_view name) {
    const auto formats = G::formats();
    const auto found = std::ranges::find(formats, name, [](const auto& f) { return f.info.name; });
    return found == formats.end() ? nullptr : &*found;
}

template <Game G>
struct ModelOf final : AnyGame::Model {
    G game;

    explicit ModelOf(G held) : game(std::move(held)) {}

    std::unique_ptr<Model> clone() const override { return std::make_unique<ModelOf>(game); }
    bool equals(const Model& other) const override {
        return other.name() == G::name && static_cast<const ModelOf&>(other).game == game;
    }
    std::string_view name() const override { return G::name; }
    std::string_view title() const override { return G::title; }
    Color turn() const override { return game.turn(); }
    Awaits awaits() const override { return game.awaits(); }
    const std::optional<Outcome>& outcome() const override { return game.outcome(); }
    std::size_t event_count() const override { return game.events().size(); }
    std::uint64_t hash() const override { return game.hash(); }

    static std::string_view or_first(std::string_view notation) {
        return notation.empty() ? G::notations().front().name : notation;
    }
    std::vector<std::string> legal(std::string_view notation) const override {
        std::vector<std::string> moves;
        for (const auto& event : game.legal()) {
            moves.push_back(game.write_event(event, or_first(notation)));
        }
        return moves;
    }
    Result<Effects> check(std::string_view move, std::optional<Color> by) const override {
        const auto event = game.read_event(move, by);
        return event ? game.check(*event) : std::unexpected(event.error());
    }
    Result<Effects> play(std::string_view move, std::optional<Color> by) override {
        const auto event = game.read_event(move, by);
        return event ? game.play(*event) : std::unexpected(event.error());
    }
    bool undo() override { return game.undo(); }
    Result<AnyGame::Meaning> understand(std::string_view move,
                                        std::optional<Color> by) const override {
        const auto event = game.read_event(move, by);
        if (!event) return std::unexpected(event.error());
        return AnyGame::Meaning{G::author(*event), game.write_event(*event, G::record_notation)};
    }
    void set_tag(std::string_view name, std::string_view value) override {
        if constexpr (Tagged<G>) {
            const auto found = std::ranges::find(game.tags, name, &Tags::value_type::first);
            if (found != game.tags.end()) {
                found->second = value;
            } else {
                game.tags.emplace_back(name, value);
            }
        }
    }
    std::vector<std::string> history(std::string_view notation) const override {
        return game.history(or_first(notation));
    }
    std::expected<std::string, Fault> ask(std::string_view question,
                                          std::string_view argument) const override {
        return game.ask(question, argument);
    }
    std::expected<std::string, Fault> write(std::string_view format) const override {
        if (const auto* found = format_named<G>(format)) return found->write(game);
        return std::unexpected(
            Fault{"unknown_format",
                  std::string(G::name) + " has no format \"" + std::string(format) + "\"",
                  {},
                  Severity::error});
    }
    std::string svg(const RenderOptions& options) const override { return game.svg(options); }
    std::string text(const RenderOptions& options) const override { return game.text(options); }
    std::vector<PerftRow> perft(int depth) const override { return game.perft(depth); }
};

template <Game G>
Reading<AnyGame> erased(Reading<G> reading) {
    Reading<AnyGame> any{std::nullopt, std::move(reading.faults)};
    if (reading) any.value.emplace(std::make_unique<ModelOf<G>>(std::move(*reading.value)));
    return any;
}

/// Calls `body.operator()<G>()` for each game until one returns true.
template <class Body>
bool for_some_game(Body body) {
    return [&]<Game... G>(GameList<G...>) {
        return (body.template operator()<G>() || ...);
    }(AllGames{});
}

/// Several games may have a format of that name, as all have the record. Empty if the text looks
/// like none of them.
std::string_view game_that_recognises(std::string_view text, std::string_view format) {
    std::string_view game;
    for_some_game([&]<Game G>() {
        const auto* found = format_named<G>(format);
        if (found == nullptr || !found->recognises(text)) return false;
        game = G::name;
        return true;
    });
    return game;
}

template <Game G>
GameInfo info_of() {
    GameInfo info{G::name, G::title,        G::options(),  G::notations(),
                  {},      G::rejections(), G::questions()};
    for (const auto& format : G::formats()) info.formats.push_back(format.info);
    return info;
}

template <Game G>
class ErasedStream final : public Stream<AnyGame> {
public:
    explicit ErasedStream(std::unique_ptr<Stream<G>> inner) : inner_(std::move(inner)) {}
    void feed(std::string_view piece) override { inner_->feed(piece); }
    void finish() override { inner_->finish(); }
    std::optional<Reading<AnyGame>> next() override {
        auto game = inner_->next();
        if (!game) return std::nullopt;
        return erased(std::move(*game));
    }

private:
    std::unique_ptr<Stream<G>> inner_;
};

/// A text that is read as a whole once it has ended.
class WholeText final : public Stream<AnyGame> {
public:
    explicit WholeText(AnyGame::Source source)
        : game_(source.game), format_(source.format), options_(std::move(source.options)) {}

    /// Keeps one byte more than is allowed, so that the reader sees that there is too much.
    void feed(std::string_view piece) override {
        text_ += piece.substr(0, json_size_max + 1 - text_.size());
    }
    void finish() override { finished_ = true; }
    std::optional<Reading<AnyGame>> next() override {
        if (!finished_ || given_) return std::nullopt;
        given_ = true;
        return AnyGame::read(text_, {game_, format_, options_});
    }

private:
    std::string game_;
    std::string format_;
    Options options_;
    std::string text_;
    bool finished_ = false;
    bool given_ = false;
};

}  // namespace

AnyGame::AnyGame(std::unique_ptr<Model> model) : model_(std::move(model)) {}
AnyGame::AnyGame(const AnyGame& other) : model_(other.model_->clone()) {}
AnyGame::AnyGame(AnyGame&&) noexcept = default;
AnyGame& AnyGame::operator=(AnyGame&&) noexcept = default;
AnyGame::~AnyGame() = default;
AnyGame& AnyGame::operator=(const AnyGame& other) {
    if (this != &other) model_ = other.model_->clone();
    return *this;
}

Reading<AnyGame> AnyGame::create(std::string_view game, const Options& options) {
    auto any =
        Reading<AnyGame>::failure("unknown_game", "there is no game \"" + std::string(game) + "\"");
    for_some_game([&]<Game G>() {
        if (game != G::name) return false;
        any = erased(G::create(options));
        return true;
    });
    return any;
}

Reading<AnyGame> AnyGame::read(std::string_view text, const Source& source) {
    if (text.size() > json_size_max) {
        return Reading<AnyGame>::failure("too_large", "a text may have at most 16 MiB");
    }
    const auto detected = source.format.empty() ? detect(text, source.game) : std::nullopt;
    const std::string_view format = detected ? detected->format : source.format;
    std::string_view game = detected ? detected->game : source.game;
    if (game.empty()) game = game_that_recognises(text, format);
    if (format.empty()) {
        return Reading<AnyGame>::failure("unknown_format",
                                         "the text looks like no format of any game");
    }
    auto any = Reading<AnyGame>::failure("unknown_format",
                                         "there is no format \"" + std::string(format) + "\"");
    for_some_game([&]<Game G>() {
        const auto* found = game.empty() || game == G::name ? format_named<G>(format) : nullptr;
        if (found == nullptr) return false;
        any = erased(found->read(text, source.options));
        return true;
    });
    return any;
}

std::string_view AnyGame::name() const { return model_->name(); }
std::string_view AnyGame::title() const { return model_->title(); }
template <class G>
const G* AnyGame::as() const {
    return name() == G::name ? &static_cast<const ModelOf<G>&>(*model_).game : nullptr;
}
template const backgammon::Game* AnyGame::as() const;
template const chess::Game* AnyGame::as() const;
template const go::Game* AnyGame::as() const;

Color AnyGame::turn() const { return model_->turn(); }
Awaits AnyGame::awaits() const { return model_->awaits(); }
const std::optional<Outcome>& AnyGame::outcome() const { return model_->outcome(); }
std::size_t AnyGame::event_count() const { return model_->event_count(); }
std::uint64_t AnyGame::hash() const { return model_->hash(); }
bool AnyGame::operator==(const AnyGame& other) const { return model_->equals(*other.model_); }

std::vector<std::string> AnyGame::legal(std::string_view notation) const {
    return model_->legal(notation);
}
Result<Effects> AnyGame::check(std::string_view move, std::optional<Color> by) const {
    return model_->check(move, by);
}
Result<Effects> AnyGame::play(std::string_view move, std::optional<Color> by) {
    return model_->play(move, by);
}
bool AnyGame::undo() { return model_->undo(); }
Result<AnyGame::Meaning> AnyGame::understand(std::string_view move, std::optional<Color> by) const {
    return model_->understand(move, by);
}
void AnyGame::set_tag(std::string_view name, std::string_view value) {
    model_->set_tag(name, value);
}
std::vector<std::string> AnyGame::history(std::string_view notation) const {
    return model_->history(notation);
}
std::expected<std::string, Fault> AnyGame::ask(std::string_view question,
                                               std::string_view argument) const {
    return model_->ask(question, argument);
}
std::expected<std::string, Fault> AnyGame::write(std::string_view format) const {
    return model_->write(format);
}
std::string AnyGame::svg(const RenderOptions& options) const { return model_->svg(options); }
std::string AnyGame::text(const RenderOptions& options) const { return model_->text(options); }
std::vector<PerftRow> AnyGame::perft(int depth) const { return model_->perft(depth); }

std::vector<GameInfo> games() {
    return []<Game... G>(GameList<G...>) {
        return std::vector<GameInfo>{info_of<G>()...};
    }(AllGames{});
}

std::optional<Detected> detect(std::string_view text, std::string_view game) {
    std::optional<Detected> detected;
    for_some_game([&]<Game G>() {
        if (!game.empty() && game != G::name) return false;
        for (const auto& format : G::formats()) {
            if (!format.recognises(text)) continue;
            detected = Detected{G::name, format.info.name};
            return true;
        }
        return false;
    });
    return detected;
}

bool holds_many(std::string_view game, std::string_view format) {
    return for_some_game([&]<Game G>() {
        const auto* found = game.empty() || game == G::name ? format_named<G>(format) : nullptr;
        return found != nullptr && found->stream != nullptr;
    });
}

std::unique_ptr<Stream<AnyGame>> open_stream(const AnyGame::Source& source) {
    std::unique_ptr<Stream<AnyGame>> stream;
    for_some_game([&]<Game G>() {
        const auto* found = source.game.empty() || source.game == G::name
                                ? format_named<G>(source.format)
                                : nullptr;
        if (found == nullptr || found->stream == nullptr) return false;
        stream = std::make_unique<ErasedStream<G>>(found->stream(source.options));
        return true;
    });
    if (!stream) stream = std::make_unique<WholeText>(source);
    return stream;
}

}  // namespace arbiter
