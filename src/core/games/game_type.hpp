/// The bridge from the contract of a game, which is a concept, to `AnyGame`, which works by name.
/// Only a list of games (all_games.cpp) needs it: everybody else asks `AnyGame`.
///
/// ```cpp
/// #include "core/chess/game.hpp"
/// #include "core/games/game_type.hpp"
/// #include "core/go/game.hpp"
///
/// const auto types = types_of(GameList<chess::Game, go::Game>{});
/// assert(types.back()->create({})->name() == "go");
/// ```
#pragma once

#include <algorithm>
#include <array>
#include <expected>
#include <iterator>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <tuple>
#include <utility>
#include <vector>

#include "core/contract/record.hpp"
#include "core/games/any_document.hpp"
#include "core/games/any_game.hpp"
#include "core/games/questions.hpp"

namespace arbiter {

/// The interface between `AnyDocument` and a game's documents.
struct AnyDocument::Model {
    virtual ~Model() = default;
    virtual std::unique_ptr<Model> clone() const = 0;
    virtual bool equals(const Model& other) const = 0;
    virtual const Traits& traits() const = 0;
    virtual AnyGame game(NodeId id, std::string_view format) const = 0;
    virtual bool contains(NodeId id) const = 0;
    virtual NodeId parent(NodeId id) const = 0;
    virtual NodeId last() const = 0;
    virtual std::vector<NodeId> children(NodeId id) const = 0;
    virtual NodeId node_at(std::size_t ply) const = 0;
    virtual LeftOut left_out_by(std::string_view format) const = 0;
    virtual std::vector<Remark> remarks(NodeId id) const = 0;
    virtual Result<NodeId> add(NodeId parent, std::span<const std::string> moves) = 0;
    virtual void remove(NodeId id) = 0;
    virtual void promote(NodeId id) = 0;
    virtual void annotate(NodeId id, std::span<const Remark> remarks) = 0;
    virtual Tags& tags() = 0;
    virtual void write_tree(JsonWriter& out, std::string_view notation) const = 0;
    virtual std::expected<std::string, Fault> write(std::string_view format) const = 0;
};

/// The interface between `AnyGame` and a game: one virtual call per request.
struct AnyGame::Model {
    virtual ~Model() = default;
    virtual std::unique_ptr<Model> clone() const = 0;
    virtual bool equals(const Model& other) const = 0;
    virtual const Traits& traits() const = 0;
    virtual const void* held() const = 0;
    virtual std::unique_ptr<AnyDocument::Model> document() const = 0;
    virtual Color turn() const = 0;
    virtual Awaits awaits() const = 0;
    virtual const std::optional<Outcome>& outcome() const = 0;
    virtual std::size_t event_count() const = 0;
    virtual std::uint64_t hash() const = 0;
    virtual std::span<const NotationInfo> notations() const = 0;
    virtual std::string_view notation_of(std::string_view move) const = 0;
    /// Of a format's moves; nothing if the game does not have the format.
    virtual std::optional<std::string_view> format_notation(std::string_view format) const = 0;
    virtual std::optional<std::string> spelled(std::string_view key, std::string_view word,
                                               std::string_view notation) const = 0;
    virtual std::vector<std::string> legal(std::string_view notation) const = 0;
    virtual std::vector<Action> actions(Color by) const = 0;
    virtual Result<Effects> check(std::string_view move, std::optional<Color> by) const = 0;
    virtual Result<Effects> play(std::string_view move, std::optional<Color> by) = 0;
    virtual void rewind(std::size_t count) = 0;
    virtual Result<Meaning> understand(std::string_view move, std::optional<Color> by) const = 0;
    virtual void set_tag(std::string_view name, std::string_view value) = 0;
    virtual const Tags& tags() const = 0;
    virtual std::vector<std::string> history(std::string_view notation) const = 0;
    virtual std::vector<Mention> mentions(std::string_view prose) const = 0;
    virtual std::string chance_event(std::span<const std::uint8_t> rolled) const = 0;
    virtual std::optional<std::string> forced() const = 0;
    virtual std::optional<Provisional> provisional() const = 0;
    virtual std::string beside_state() const = 0;
    virtual std::vector<std::string> events_of(std::string_view move, std::optional<Color> by,
                                               std::string_view notation) const = 0;
    virtual std::expected<std::string, Fault> ask(std::string_view question,
                                                  std::string_view argument,
                                                  std::string_view notation) const = 0;
    virtual std::expected<std::string, Fault> write(std::string_view format) const = 0;
    virtual MoveRange numbered_moves() const = 0;
    virtual std::string svg(const RenderOptions& options) const = 0;
    virtual std::string text(const RenderOptions& options) const = 0;
    virtual std::vector<PerftRow> perft(int depth, PerftTable* table) const = 0;
};

/// "chess has no notation "klingon"", with the code `unknown_notation`.
Fault unknown(std::string_view what, std::string_view name, const Traits& traits);

template <Game G>
const Format<G>* format_named(std::string_view name) {
    const auto formats = G::formats();
    const auto found = std::ranges::find(formats, name, [](const auto& f) { return f.info.name; });
    return found == formats.end() ? nullptr : &*found;
}

/// The members of a node: its move, an object where the notation writes one; its verdict and
/// annotations.
void write_move(JsonWriter& out, std::string_view move);
void write_node(JsonWriter& out, const Verdict* verdict, std::span<const Remark> remarks);

template <Game G>
struct DocumentModelOf final : AnyDocument::Model {
    Document<G> document;

    explicit DocumentModelOf(Document<G> held) : document(std::move(held)) {}

    std::unique_ptr<Model> clone() const override {
        return std::make_unique<DocumentModelOf>(document);
    }
    bool equals(const Model& other) const override {
        return &other.traits() == &G::traits &&
               static_cast<const DocumentModelOf&>(other).document == document;
    }
    const Traits& traits() const override { return G::traits; }
    AnyGame game(NodeId id, std::string_view format) const override;
    bool contains(NodeId id) const override { return document.contains(id); }
    NodeId parent(NodeId id) const override { return document.parent(id); }
    NodeId last() const override { return document.last(); }
    std::vector<NodeId> children(NodeId id) const override {
        std::vector<NodeId> found;
        for (NodeId child = document.first_child(id); child != 0;
             child = document.next_sibling(child)) {
            found.push_back(child);
        }
        return found;
    }
    /// Counted from the last change of the position without a move: there the game begins.
    NodeId node_at(std::size_t ply) const override {
        NodeId found = 0;
        std::size_t events = 0;
        for (const NodeId id : document.path(document.last())) {
            const auto& content = document.node(id).content;
            if (std::holds_alternative<typename G::Edit>(content)) {
                events = 0;
                found = id;
                continue;
            }
            events += std::holds_alternative<typename G::Event>(content) ? 1U : 0U;
            if (events <= ply) found = id;
        }
        return found;
    }
    LeftOut left_out_by(std::string_view format) const override {
        const auto* found = format_named<G>(format);
        return found == nullptr ? LeftOut{} : document.left_out_by(found->info.keeps);
    }
    std::vector<Remark> remarks(NodeId id) const override {
        std::vector<Remark> said;
        for (const Annotation& annotation : document.node(id).annotations) {
            std::ranges::move(document.start().remarks(annotation), std::back_inserter(said));
        }
        return said;
    }
    Result<NodeId> add(NodeId parent, std::span<const std::string> moves) override {
        G game = document.game(parent);
        const bool goes_on = parent == document.last();
        NodeId last = parent;
        NodeId first_added = 0;
        for (const std::string& move : moves) {
            const auto event = game.read_event(move, std::nullopt);
            const auto played = event ? game.play(*event) : std::unexpected(event.error());
            if (!played) {
                document.remove(first_added);
                return std::unexpected(played.error());
            }
            const NodeId same = child_with(last, game.events().back());
            last = same != 0 ? same : document.add(last, game.events().back());
            if (same == 0 && first_added == 0) first_added = last;
        }
        // What the file stated was the result of an unfinished game.
        if (goes_on && game.outcome()) document.result.clear();
        return last;
    }
    /// 0 if there is none.
    NodeId child_with(NodeId parent, const typename G::Event& event) const {
        for (const NodeId child : children(parent)) {
            const auto* held = std::get_if<typename G::Event>(&document.node(child).content);
            if (held != nullptr && *held == event) return child;
        }
        return 0;
    }
    void remove(NodeId id) override { document.remove(id); }
    void promote(NodeId id) override { document.promote(id); }
    void annotate(NodeId id, std::span<const Remark> remarks) override {
        document.node(id).annotations = document.start().annotations(remarks);
    }
    Tags& tags() override { return document.tags(); }

    void write_tree(JsonWriter& out, std::string_view notation) const override {
        Cursor<G> cursor(document);
        out.array([&] {
            NodeId id = 0;
            do {
                while (cursor.at() != document.parent(id) && cursor.at() != 0) cursor.leave();
                out.object([&] {
                    out.member("id", id);
                    if (id != 0) out.member("parent", document.parent(id));
                    const auto& content = document.node(id).content;
                    if (const auto* event = std::get_if<typename G::Event>(&content)) {
                        write_move(out, cursor.game().write_event(*event, notation));
                    }
                    write_node(out, document.verdict(id), remarks(id));
                });
                if (id != 0) static_cast<void>(cursor.enter(id));
                id = document.next(id);
            } while (id != 0);
        });
    }
    std::expected<std::string, Fault> write(std::string_view format) const override {
        const auto* found = format_named<G>(format);
        if (found == nullptr) return std::unexpected(unknown("format", format, G::traits));
        if (found->write_document != nullptr) return found->write_document(document);
        return found->write(document.game());
    }
};

template <Game G>
struct ModelOf final : AnyGame::Model {
    G game;

    explicit ModelOf(G held) : game(std::move(held)) {}

    std::unique_ptr<Model> clone() const override { return std::make_unique<ModelOf>(game); }
    bool equals(const Model& other) const override {
        return &other.traits() == &G::traits && static_cast<const ModelOf&>(other).game == game;
    }
    const Traits& traits() const override { return G::traits; }
    const void* held() const override { return &game; }
    std::unique_ptr<AnyDocument::Model> document() const override {
        return std::make_unique<DocumentModelOf<G>>(Document<G>::of(game));
    }
    Color turn() const override { return game.turn(); }
    Awaits awaits() const override { return game.awaits(); }
    const std::optional<Outcome>& outcome() const override { return game.outcome(); }
    std::size_t event_count() const override { return game.events().size(); }
    std::uint64_t hash() const override { return game.hash(); }

    std::span<const NotationInfo> notations() const override { return G::notations(); }
    std::string_view notation_of(std::string_view move) const override {
        return G::notation_of(move);
    }
    std::optional<std::string_view> format_notation(std::string_view format) const override {
        const auto* found = format_named<G>(format);
        if (found == nullptr) return std::nullopt;
        return found->info.notation;
    }
    std::optional<std::string> spelled(std::string_view key, std::string_view word,
                                       std::string_view notation) const override {
        return game.spelled(key, word, notation);
    }
    std::vector<std::string> legal(std::string_view notation) const override {
        std::vector<std::string> moves;
        for (const auto& event : game.legal()) moves.push_back(game.write_event(event, notation));
        return moves;
    }
    std::vector<Action> actions(Color by) const override { return game.actions(by); }
    Result<Effects> check(std::string_view move, std::optional<Color> by) const override {
        const auto event = game.read_event(move, by);
        return event ? game.check(*event) : std::unexpected(event.error());
    }
    Result<Effects> play(std::string_view move, std::optional<Color> by) override {
        const auto event = game.read_event(move, by);
        return event ? game.play(*event) : std::unexpected(event.error());
    }
    void rewind(std::size_t count) override { game.rewind(count); }
    Result<AnyGame::Meaning> understand(std::string_view move,
                                        std::optional<Color> by) const override {
        const auto event = game.read_event(move, by);
        if (!event) return std::unexpected(event.error());
        return AnyGame::Meaning{G::author(*event),
                                game.write_event(*event, G::traits.record_notation)};
    }
    void set_tag(std::string_view name, std::string_view value) override {
        arbiter::set_tag(game.tags, name, value);
    }
    const Tags& tags() const override { return game.tags; }
    std::vector<std::string> history(std::string_view notation) const override {
        return game.history(notation);
    }
    std::vector<Mention> mentions(std::string_view prose) const override {
        return game.mentions(prose);
    }
    std::string chance_event(std::span<const std::uint8_t> rolled) const override {
        return game.chance_event(rolled);
    }
    std::optional<std::string> forced() const override {
        const auto event = game.forced();
        if (!event) return std::nullopt;
        return game.write_event(*event, G::traits.record_notation);
    }
    std::optional<Provisional> provisional() const override { return game.provisional(); }
    std::string beside_state() const override { return game.beside_state(); }
    std::vector<std::string> events_of(std::string_view move, std::optional<Color> by,
                                       std::string_view notation) const override {
        const auto event = game.read_event(move, by);
        const auto effects = event ? game.check(*event) : std::unexpected(event.error());
        if (!effects) return {};
        std::vector<std::string> words{game.write_event(*event, notation)};
        std::ranges::move(game.implied(*effects, notation), std::back_inserter(words));
        return words;
    }
    std::expected<std::string, Fault> ask(std::string_view question, std::string_view argument,
                                          std::string_view notation) const override {
        return game.ask(question, argument, notation);
    }
    std::expected<std::string, Fault> write(std::string_view format) const override {
        if (const auto* found = format_named<G>(format)) return found->write(game);
        return std::unexpected(unknown("format", format, G::traits));
    }
    MoveRange numbered_moves() const override {
        if constexpr (requires { game.numbered_moves(); }) return game.numbered_moves();
        return {1, 0};
    }
    std::string svg(const RenderOptions& options) const override { return game.svg(options); }
    std::string text(const RenderOptions& options) const override { return game.text(options); }
    std::vector<PerftRow> perft(int depth, [[maybe_unused]] PerftTable* table) const override {
        if constexpr (requires { game.perft(depth, table); }) {
            return game.perft(depth, table);
        } else {
            return game.perft(depth);
        }
    }
};

/// `format` is what it was read from; empty: a new game.
template <Game G>
Reading<AnyGame> erased(Reading<G> reading, std::string_view format = {}) {
    Reading<AnyGame> any{std::nullopt, std::move(reading.faults)};
    if (reading) any.value.emplace(std::make_unique<ModelOf<G>>(std::move(*reading.value)), format);
    return any;
}

template <Game G>
AnyGame DocumentModelOf<G>::game(NodeId id, std::string_view format) const {
    return AnyGame(std::make_unique<ModelOf<G>>(document.game(id)), format);
}

template <Game G>
class ErasedStream final : public Stream<AnyDocument> {
public:
    ErasedStream(std::unique_ptr<Stream<Document<G>>> inner, std::string_view format)
        : inner_(std::move(inner)), format_(format) {}
    void feed(std::string_view piece) override { inner_->feed(piece); }
    void finish() override { inner_->finish(); }
    std::optional<Reading<AnyDocument>> next() override {
        auto document = inner_->next();
        if (!document) return std::nullopt;
        Reading<AnyDocument> any{std::nullopt, std::move(document->faults)};
        if (*document) {
            any.value.emplace(std::make_unique<DocumentModelOf<G>>(*std::move(document->value)),
                              format_);
        }
        return any;
    }

private:
    std::unique_ptr<Stream<Document<G>>> inner_;
    std::string_view format_;  // the game's own name of it
};

/// A game type: what can be done with it by name. A format is named by one of the game's.
class GameType {
public:
    virtual ~GameType() = default;
    virtual const Traits& traits() const = 0;
    virtual GameInfo info() const = 0;
    virtual Reading<AnyGame> create(const Options& options) const = 0;
    /// The format that the text looks like most, the first of several; null if it looks like none.
    /// The format of that name, if there is one, however little the text looks like it.
    struct Guess {
        const FormatInfo* format = nullptr;
        Likeness likeness = Likeness::none;
    };
    virtual Guess guess(const Glance& glance, std::string_view name = {}) const = 0;
    virtual bool has_format(std::string_view format) const = 0;
    virtual Reading<AnyGame> read(std::string_view format, std::string_view text,
                                  const Options& options) const = 0;
    /// Null if the format holds one game.
    virtual std::unique_ptr<Stream<AnyDocument>> stream(std::string_view format,
                                                        const Options& options) const = 0;
};

template <Game G>
class GameTypeOf final : public GameType {
public:
    const Traits& traits() const override { return G::traits; }

    GameInfo info() const override {
        GameInfo info{G::traits, G::options(), G::notations(), {}, G::rejections(), {}};
        for (const auto& format : G::formats()) info.formats.push_back(format.info);
        std::ranges::copy(G::questions(), std::back_inserter(info.questions));
        std::ranges::copy(common_questions, std::back_inserter(info.questions));
        return info;
    }

    Reading<AnyGame> create(const Options& options) const override {
        return erased(G::create(options));
    }

    Guess guess(const Glance& glance, std::string_view name) const override {
        Guess best;
        for (const auto& format : G::formats()) {
            if (!name.empty() && name != format.info.name) continue;
            const Likeness likeness = format.likeness(glance);
            if (likeness > best.likeness || !name.empty()) best = {&format.info, likeness};
        }
        return best;
    }

    bool has_format(std::string_view format) const override {
        return format_named<G>(format) != nullptr;
    }
    Reading<AnyGame> read(std::string_view format, std::string_view text,
                          const Options& options) const override {
        return erased(format_named<G>(format)->read(text, options), format);
    }
    std::unique_ptr<Stream<AnyDocument>> stream(std::string_view format,
                                                const Options& options) const override {
        const Format<G>& named = *format_named<G>(format);
        if (named.stream == nullptr) return nullptr;
        return std::make_unique<ErasedStream<G>>(named.stream(options), named.info.name);
    }
};

template <Game... G>
struct GameList {};

/// The types of a list, in its order.
template <Game... G>
std::span<const GameType* const> types_of(GameList<G...>) {
    static const std::tuple<GameTypeOf<G>...> types;
    static const std::array<const GameType*, sizeof...(G)> list{&std::get<GameTypeOf<G>>(types)...};
    return list;
}

/// Every game type there is. Defined in all_games.cpp alone, so that a program may link another list.
std::span<const GameType* const> game_types();

/// Null if there is none of that name.
const GameType* type_named(std::string_view game);
/// The game of that name, or the first one that has the format; null if there is none.
const GameType* type_with_format(std::string_view game, std::string_view format);

}  // namespace arbiter
