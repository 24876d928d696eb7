#include "bindings/wasm/abi.hpp"

#include <algorithm>
#include <functional>
#include <memory>
#include <new>
#include <string>
#include <vector>

#include "bindings/wasm/handle_table.hpp"
#include "bindings/wasm/settings.hpp"
#include "core/base/charset.hpp"
#include "core/base/text.hpp"
#include "core/games/any_document.hpp"
#include "core/games/to_json.hpp"
#include "players/analysis/review.hpp"
#include "players/bots/game_analyst.hpp"

namespace arbiter::wasm {

namespace {

/// Two texts of 16 MiB, the limit of a text. JavaScript reserves memory before it knows the length of a
/// text in UTF-8: at most three bytes per UTF-16 code unit.
constexpr std::size_t request_size_max = 8 * json_size_max;
/// Memory that is kept from one call to the next.
constexpr std::size_t request_size_kept = std::size_t{1} << 20;
constexpr std::size_t request_size_min = 4096;
constexpr std::size_t tag_size_max = std::size_t{1} << 16;
constexpr int perft_depth_max = 20;

/// The texts of a call, in the order in which they were written.
class Request {
public:
    Request() { make_room(request_size_min); }

    char* make_room(std::size_t size) {
        taken_ = 0;
        if (size > request_size_max) return nullptr;
        if (size <= size_ && size_ <= request_size_kept) return bytes_.get();
        size_ = std::max(size, request_size_min);
        bytes_.reset(new (std::nothrow) char[size_]);
        if (!bytes_) size_ = 0;
        return bytes_.get();
    }

    /// What is there for the next call without being asked for.
    std::size_t size_kept() const { return size_ <= request_size_kept ? size_ : 0; }
    char* bytes() const { return bytes_.get(); }

    std::string_view take(std::size_t size) {
        const std::string_view text =
            std::string_view(bytes_.get(), size_).substr(taken_).substr(0, size);
        taken_ += text.size();
        return text;
    }
    void begin_again() { taken_ = 0; }

private:
    std::unique_ptr<char[]> bytes_;
    std::size_t size_ = 0;
    std::size_t taken_ = 0;
};

/// Effects that were answered lately. Many moves do the same, and to write and read JSON takes longer than
/// to copy what it was read to.
class RecentEffects {
public:
    /// Sets the members about the place of effects, and returns whether the caller has them already.
    bool place(const Effects& effects, Exchange& exchange) {
        const Digest digest = digest_of(effects);
        exchange.is_there = 0;
        exchange.place = 0;
        if (digest.letters > letters_max) return false;
        if (places_.empty()) places_.resize(places_max);
        const std::uint32_t index = (digest.hash ^ digest.hash >> 16) % places_max;
        exchange.place = index + 1;
        exchange.is_there = places_[index] == effects ? 1 : 0;
        if (exchange.is_there == 0) places_[index] = effects;
        return exchange.is_there != 0;
    }

private:
    static constexpr std::uint32_t places_max = 4096;
    static constexpr std::uint32_t letters_max = 1024;

    /// The same on every machine, as what is answered depends on it.
    struct Digest {
        std::uint32_t hash = 0;
        std::uint32_t letters = 0;

        void add(std::uint32_t part) { hash = (hash ^ part) * 0x9E3779B1U; }
        void add(std::string_view text) {
            letters += static_cast<std::uint32_t>(text.size());
            for (const char c : text) add(std::uint32_t{byte_of(c)});
        }
        void add(const DetailValue& value) {
            if (const auto* number = std::get_if<std::int64_t>(&value)) {
                add(static_cast<std::uint32_t>(*number));
            } else if (const auto* word = std::get_if<std::string>(&value)) {
                add(std::string_view(*word));
            } else {
                for (const std::string& each : std::get<std::vector<std::string>>(value))
                    add(std::string_view(each));
            }
        }
    };

    static Digest digest_of(const Effects& effects) {
        Digest digest;
        for (const auto& [kind, data] : effects) {
            digest.add(kind);
            for (const Detail& detail : data) digest.add(detail.value);
        }
        return digest;
    }

    std::vector<Effects> places_;
};

/// The state between two calls.
struct Module {
    Request request;
    std::string answer;
    Exchange exchange{};
    RecentEffects effects;
    Reading<SourceText> source = read_source({});  ///< where texts come from
    HandleTable<AnyGame> games;
    HandleTable<AnyDocument> documents;
    HandleTable<std::unique_ptr<Stream<AnyDocument>>> readers;

    void offer_request() {
        exchange.request = request.bytes();
        exchange.request_size = request.size_kept();
    }
};

Module& module() {
    static Module held;
    return held;
}

std::string_view take(std::size_t size) { return module().request.take(size); }

// Answers ------------------------------------------------------------------------------------------

Status answered(Status status, std::string text) {
    Module& now = module();
    now.answer = std::move(text);
    now.exchange.answer = now.answer.data();
    now.exchange.answer_size = now.answer.size();
    now.request.begin_again();
    now.offer_request();
    return status;
}

Status done(std::string answer) { return answered(Status::done, std::move(answer)); }

template <class T>
Status done_json(const T& value) {
    JsonWriter out;
    if constexpr (requires { out.value(value); }) {
        out.value(value);
    } else {
        write(out, value);
    }
    return done(out.take());
}

template <class Body>
Status done_object(Body body) {
    JsonWriter out;
    out.object([&] { body(out); });
    return done(out.take());
}

Status refused(const Rejection& rejection) {
    JsonWriter out;
    write(out, rejection);
    return answered(Status::refused, out.take());
}

Status faulty(const Faults& faults) {
    JsonWriter out;
    write(out, faults);
    return answered(Status::faulty, out.take());
}

Status faulty(Fault fault) {
    Faults faults;
    faults.add(std::move(fault));
    return faulty(faults);
}
Status faulty(std::string_view code, std::string sentence) {
    Faults faults;
    faults.add(code, std::move(sentence));
    return faulty(faults);
}

Status done_or_faulty(std::expected<std::string, Fault> text) {
    return text ? done(std::move(*text)) : faulty(std::move(text.error()));
}

Status done_or_refused(const Result<Effects>& effects) {
    if (!effects) return refused(effects.error());
    const bool is_there = module().effects.place(*effects, module().exchange);
    return is_there ? done({}) : done_json(*effects);
}

/// Calls `body` with the game of the handle.
template <class Body>
Status with_game(Handle handle, Body body) {
    AnyGame* game = module().games.find(handle);
    if (game == nullptr) return faulty("no_such_game", "the game does not exist or was freed");
    return body(*game);
}

/// Calls `body` with the document of the handle.
template <class Body>
Status with_document(Handle handle, Body body) {
    AnyDocument* document = module().documents.find(handle);
    if (document == nullptr) {
        return faulty("no_such_document", "the document does not exist or was freed");
    }
    return body(*document);
}

/// Calls `body` with the document, if it has the node.
template <class Body>
Status with_node(Handle handle, Node node, Body body) {
    return with_document(handle, [&](AnyDocument& document) {
        if (!document.contains(node))
            return faulty("no_such_node", "the document has no such node");
        return body(document);
    });
}

/// Calls `body` with the stream of the handle.
template <class Body>
Status with_reader(Handle handle, Body body) {
    auto* reader = module().readers.find(handle);
    if (reader == nullptr)
        return faulty("no_such_reader", "the reader does not exist or was freed");
    return body(**reader);
}

// Holding games ------------------------------------------------------------------------------------

/// Assigns a handle to a game or a document, if there is one left.
template <class T>
std::optional<Handle> hold(HandleTable<T>& table, Reading<T>& reading) {
    if (!reading) return std::nullopt;
    if (table.full()) {
        reading.faults.add("too_many_games",
                           "at most " + std::to_string(HandleTable<T>::capacity) +
                               " games can be held: free those that are done with");
        return std::nullopt;
    }
    return table.add(std::move(*reading.value));
}
std::optional<Handle> hold(Reading<AnyGame>& reading) { return hold(module().games, reading); }

void write_held(JsonWriter& out, std::optional<Handle> handle, const Faults& faults) {
    out.object([&] {
        out.key("handle");
        handle ? out.value(*handle) : out.null();
        out.key("faults");
        write(out, faults);
    });
}

/// Lets the game answer in a notation; empty: in that of its format.
Reading<AnyGame> speaking(Reading<AnyGame> reading, std::string_view notation) {
    if (!reading || notation.empty()) return reading;
    const auto set = reading.value->set_notation(notation);
    if (set) return reading;
    reading.faults.add(set.error());
    return {std::nullopt, std::move(reading.faults)};
}

template <class T>
Status held(HandleTable<T>& table, Reading<T> reading) {
    const auto handle = hold(table, reading);
    if (!handle) return faulty(reading.faults);
    module().exchange.held = *handle;
    if (reading.faults.empty()) return done({});
    return done_json(reading.faults);
}

Status held(Reading<AnyGame> reading) { return held(module().games, std::move(reading)); }
Status held(Reading<AnyDocument> reading) { return held(module().documents, std::move(reading)); }

Status hold_all(Stream<AnyGame>& games, std::string_view text, std::string_view notation) {
    constexpr std::size_t piece_size = std::size_t{1} << 16;
    JsonWriter out;
    const auto take_games = [&] {
        while (auto next = games.next()) {
            Reading<AnyGame> game = speaking(*std::move(next), notation);
            const auto handle = hold(game);
            write_held(out, handle, game.faults);
        }
    };
    out.array([&] {
        for (; !text.empty(); text.remove_prefix(std::min(piece_size, text.size()))) {
            games.feed(text.substr(0, piece_size));
            take_games();
        }
        games.finish();
        take_games();
    });
    return done(out.take());
}

// Words --------------------------------------------------------------------------------------------

std::optional<Color> color_of(Side side) {
    if (side == Side::white) return Color::white;
    if (side == Side::black) return Color::black;
    return std::nullopt;
}

/// An empty notation is the game's own.
using Words = std::expected<std::vector<std::string>, Fault>;

Status written_moves(const AnyGame& game, std::string_view notation,
                     Words (AnyGame::*list)(std::string_view) const) {
    const Words words = (game.*list)(notation);
    return words ? done_json(*words) : faulty(words.error());
}

/// A rejected move is drawn as such; a text that is not a move cannot be drawn.
Status drawn(const AnyGame& game, std::string_view text,
             std::string (AnyGame::*draw)(const RenderOptions&) const) {
    const auto drawing = read_drawing(text);
    if (!drawing) return faulty(drawing.faults);
    if (!drawing->preview.empty()) {
        const auto meaning = game.understand(drawing->preview);
        if (!meaning) return refused(meaning.error());
    }
    return done((game.*draw)(drawing->view()));
}

template <class Held>
Status tagged(Held& held, std::size_t name_size, std::size_t value_size) {
    const auto name = take(name_size);
    const auto value = take(value_size);
    if (name.size() > json_key_size_max || value.size() > tag_size_max) {
        return faulty("too_large", "a tag's name may have 1 KiB, its value 64 KiB");
    }
    held.set_tag(name, value);
    return done("null");
}

// Analysis -----------------------------------------------------------------------------------------

/// The built-in bot that judges a game.
struct Thinker {
    const players::GameAnalyst& analyst;
    AnalysisSettings settings;

    players::Analysis analyse(const AnyGame& game, const players::AnalysisTask& task) const {
        return analyst.analyse(game, task, {.level = settings.level, .seed = game.hash()},
                               {.nodes = settings.nodes});
    }
};

template <class Body>
Status with_analyst(Handle handle, std::size_t options_size, Body body) {
    return with_game(handle, [&](const AnyGame& game) {
        const auto settings = read_analysis_settings(take(options_size));
        if (!settings) return faulty(settings.faults);
        const players::GameAnalyst* analyst = players::analyst_for(game.traits());
        if (analyst == nullptr) return faulty("cannot_analyse", "nobody analyses this game");
        return body(game, Thinker{*analyst, *settings});
    });
}

/// Calls `body` with the review that the moves make up.
template <class Body>
Status with_moves(const AnyGame& game, std::size_t moves_size, Body body) {
    auto json = read_json(take(moves_size));
    if (!json) return faulty(json.faults);
    const auto moves = players::read_reviewed_moves(JsonView(*json), json.faults);
    if (json.faults.fatal()) return faulty(json.faults);
    const players::GameAnalyst* analyst = players::analyst_for(game.traits());
    if (analyst == nullptr) return faulty("cannot_analyse", "nobody analyses this game");
    return body(players::Review{game, "bot", analyst->scale, moves});
}

}  // namespace

const Exchange* arbiter_exchange() {
    module().offer_request();
    return &module().exchange;
}

char* arbiter_request(std::size_t size) {
    char* const room = module().request.make_room(size);
    module().offer_request();
    return room;
}

Status arbiter_games() {
    JsonWriter out;
    out.array([&] {
        for (const GameInfo& info : games()) out.object([&] { write_members(out, info); });
    });
    return done(out.take());
}

Status arbiter_detect(std::size_t text_size, std::size_t game_size) {
    const auto text = take(text_size);
    return done_json(detect(text, take(game_size)));
}

Status arbiter_charsets(std::size_t text_size, std::size_t name_size) {
    const auto text = take(text_size);
    const auto name = take(name_size);
    const std::string_view called = name.empty() ? charset_named_in(text) : name;
    const std::string known = charset_named(called);
    return done_object([&](JsonWriter& out) {
        out.key("named");
        called.empty() ? out.null() : out.value(known.empty() ? called : std::string_view(known));
        out.key("likely");
        out.array([&] {
            for (const std::string_view charset : likely_charsets()) {
                out.object([&] {
                    out.member("name", charset);
                    out.member("single_byte", is_single_byte(charset));
                });
            }
        });
    });
}

Status arbiter_plausibility(std::size_t text_size, std::size_t charset_size) {
    const auto text = take(text_size);
    return done_json(plausibility(text, take(charset_size)));
}

Status arbiter_new(std::size_t game_size, std::size_t options_size) {
    const auto game = take(game_size);
    const auto options = read_options(take(options_size));
    if (!options) return faulty(options.faults);
    return held(AnyGame::create(game, *options));
}

Status arbiter_load(std::size_t text_size, std::size_t source_size) {
    const auto text = take(text_size);
    constexpr auto same_as_before = static_cast<std::size_t>(-1);
    auto& source = module().source;
    if (source_size != same_as_before) source = read_source(take(source_size));
    if (!source) return faulty(source.faults);
    return held(speaking(AnyGame::read(text, source->view()), source->notation));
}

Status arbiter_load_all(std::size_t text_size, std::size_t source_size) {
    const auto text = take(text_size);
    auto source = read_source(take(source_size));
    if (!source) return faulty(source.faults);
    if (text.size() > json_size_max) return faulty("too_large", "a text may have at most 16 MiB");
    const auto detected = source->format.empty() ? detect(text, source->game) : std::nullopt;
    if (detected) {
        source->game = detected->game;
        source->format = detected->format;
    }
    return hold_all(*open_stream(source->view()), text, source->notation);
}

std::size_t arbiter_held() { return module().games.size(); }

Status arbiter_copy(Handle handle) {
    return with_game(handle, [](const AnyGame& game) { return held(Reading<AnyGame>{game, {}}); });
}

void arbiter_free(Handle handle) { module().games.remove(handle); }

Status arbiter_state(Handle handle) {
    return with_game(handle, [](const AnyGame& game) {
        return done_object([&](JsonWriter& out) {
            out.member("game", game.name());
            out.member("title", game.title());
            out.member("turn", to_string(game.turn()));
            out.member("awaits", to_string(game.awaits()));
            out.key("outcome");
            write(out, game.outcome());
            out.member("events", game.event_count());
            out.member("hash", std::to_string(game.hash()));
        });
    });
}

Side arbiter_turn(Handle handle) {
    const AnyGame* game = module().games.find(handle);
    if (game == nullptr) return Side::nobody;
    return game->turn() == Color::white ? Side::white : Side::black;
}

Status arbiter_equal(Handle handle, Handle other) {
    return with_game(handle, [&](const AnyGame& one) {
        return with_game(other, [&](const AnyGame& two) { return done_json(one == two); });
    });
}

Status arbiter_legal(Handle handle, std::size_t notation_size) {
    return with_game(handle, [&](const AnyGame& game) {
        return written_moves(game, take(notation_size), &AnyGame::legal);
    });
}

Status arbiter_history(Handle handle, std::size_t notation_size) {
    return with_game(handle, [&](const AnyGame& game) {
        return written_moves(game, take(notation_size), &AnyGame::history);
    });
}

Status arbiter_check(Handle handle, std::size_t move_size, Side by) {
    return with_game(handle, [&](const AnyGame& game) {
        return done_or_refused(game.check(take(move_size), color_of(by)));
    });
}

Status arbiter_play(Handle handle, std::size_t move_size, Side by) {
    return with_game(handle, [&](AnyGame& game) {
        return done_or_refused(game.play(take(move_size), color_of(by)));
    });
}

Status arbiter_understand(Handle handle, std::size_t move_size, Side by) {
    return with_game(handle, [&](const AnyGame& game) {
        const auto meaning = game.understand(take(move_size), color_of(by));
        if (!meaning) return refused(meaning.error());
        return done_object([&](JsonWriter& out) {
            out.member("author", to_string(meaning->author));
            out.member("event", meaning->event);
        });
    });
}

Status arbiter_undo(Handle handle) {
    return with_game(handle, [](AnyGame& game) { return done_json(game.undo()); });
}

Status arbiter_set_tag(Handle handle, std::size_t name_size, std::size_t value_size) {
    return with_game(handle, [&](AnyGame& game) { return tagged(game, name_size, value_size); });
}

Status arbiter_ask(Handle handle, std::size_t question_size, std::size_t argument_size) {
    return with_game(handle, [&](const AnyGame& game) {
        const auto question = take(question_size);
        return done_or_faulty(game.ask(question, take(argument_size)));
    });
}

Status arbiter_beside_state(Handle handle) {
    return with_game(handle, [](const AnyGame& game) { return done(game.beside_state()); });
}

Status arbiter_write(Handle handle, std::size_t format_size) {
    return with_game(
        handle, [&](const AnyGame& game) { return done_or_faulty(game.write(take(format_size))); });
}

Status arbiter_svg(Handle handle, std::size_t options_size) {
    return with_game(handle, [&](const AnyGame& game) {
        return drawn(game, take(options_size), &AnyGame::svg);
    });
}

Status arbiter_text(Handle handle, std::size_t options_size) {
    return with_game(handle, [&](const AnyGame& game) {
        return drawn(game, take(options_size), &AnyGame::text);
    });
}

Status arbiter_perft(Handle handle, std::int32_t depth) {
    return with_game(handle, [&](const AnyGame& game) {
        if (depth < 0 || depth > perft_depth_max) {
            return faulty("number_out_of_range", "a perft is 0 to 20 moves deep");
        }
        const auto rows = game.perft(depth);
        std::uint64_t leaves = depth == 0 ? 1 : 0;
        for (const PerftRow& row : rows) leaves += row.leaves;
        return done_object([&](JsonWriter& out) {
            out.member("leaves", leaves);
            out.key("moves");
            write(out, rows);
        });
    });
}

Status arbiter_bot_move(Handle handle, std::int32_t level, std::uint32_t seed) {
    return with_game(handle, [&](const AnyGame& game) {
        if (level < players::level_min || level > players::level_max) {
            return faulty("number_out_of_range", "a bot has the levels 1 to 8");
        }
        const players::GameBot* bot = players::bot_for(game.traits());
        if (bot == nullptr || game.outcome()) return faulty("no_move", "no bot can move here");
        const auto answer = bot->answer(game, {.level = level, .seed = seed}, {});
        return done_object([&](JsonWriter& out) { out.member("move", answer.move); });
    });
}

Status arbiter_analyse(Handle handle, std::size_t options_size) {
    return with_analyst(handle, options_size, [](const AnyGame& game, const Thinker& thinker) {
        if (game.outcome()) return faulty("no_move", "the game is over");
        const players::Analysis analysis = thinker.analyse(game, {.lines = thinker.settings.lines});
        return done_object([&](JsonWriter& out) {
            out.member("unit", thinker.analyst.scale.unit);
            write(out, analysis, game);
        });
    });
}

Status arbiter_review_event(Handle handle, std::uint32_t ply, std::size_t options_size) {
    return with_analyst(handle, options_size, [&](const AnyGame& game, const Thinker& thinker) {
        if (ply >= game.event_count()) return faulty("no_such_ply", "the game has no such event");
        const auto question = players::question_at(game, ply);
        const auto analysis = thinker.analyse(question.game, question.task());
        const auto move = players::reviewed(question, analysis, thinker.analyst.scale);
        if (!move) return done("null");
        JsonWriter out;
        write(out, *move);
        return done(out.take());
    });
}

Status arbiter_review(Handle handle, std::size_t moves_size) {
    return with_game(handle, [&](const AnyGame& game) {
        return with_moves(game, moves_size,
                          [](const players::Review& review) { return done(review_json(review)); });
    });
}

Status arbiter_document_review(Handle handle, std::size_t moves_size) {
    return with_document(handle, [&](AnyDocument& document) {
        const AnyGame game = document.game();
        return with_moves(game, moves_size, [&](const players::Review& review) {
            annotate(document, review);
            return done("null");
        });
    });
}

Status arbiter_document_load(std::size_t text_size, std::size_t source_size) {
    const auto text = take(text_size);
    const auto source = read_source(take(source_size));
    if (!source) return faulty(source.faults);
    if (text.size() > json_size_max) return faulty("too_large", "a text may have at most 16 MiB");
    return held(AnyDocument::read(text, source->view()));
}

Status arbiter_documents_open(std::size_t source_size) {
    const auto source = read_source(take(source_size));
    if (!source) return faulty(source.faults);
    if (module().readers.full()) return faulty("too_many_readers", "too many texts are being read");
    return done_json(module().readers.add(open_documents(source->view())));
}

Status arbiter_documents_feed(Handle handle, std::size_t piece_size) {
    return with_reader(handle, [&](Stream<AnyDocument>& reader) {
        reader.feed(take(piece_size));
        return done("null");
    });
}

Status arbiter_documents_finish(Handle handle) {
    return with_reader(handle, [](Stream<AnyDocument>& reader) {
        reader.finish();
        return done("null");
    });
}

Status arbiter_documents_next(Handle handle) {
    return with_reader(handle, [](Stream<AnyDocument>& reader) {
        auto next = reader.next();
        if (!next) return done("null");
        const auto document = hold(module().documents, *next);
        JsonWriter out;
        write_held(out, document, next->faults);
        return done(out.take());
    });
}

void arbiter_documents_close(Handle handle) { module().readers.remove(handle); }

Status arbiter_document_of(Handle handle) {
    return with_game(handle, [](const AnyGame& game) {
        return held(Reading<AnyDocument>{AnyDocument::of(game), {}});
    });
}

void arbiter_document_free(Handle handle) { module().documents.remove(handle); }

Status arbiter_document_tree(Handle handle, std::size_t notation_size) {
    return with_document(handle, [&](const AnyDocument& document) {
        return done_or_faulty(document.tree(take(notation_size)));
    });
}

Status arbiter_document_tags(Handle handle) {
    return with_document(handle, [](const AnyDocument& document) {
        return done_object([&](JsonWriter& out) {
            for (const auto& [name, value] : document.tags()) out.member(name, value);
        });
    });
}

Status arbiter_document_game(Handle handle, Node node) {
    return with_node(handle, node, [&](const AnyDocument& document) {
        return held(Reading<AnyGame>{document.game(node), {}});
    });
}

Status arbiter_document_add(Handle handle, Node parent, std::size_t move_size) {
    return with_node(handle, parent, [&](AnyDocument& document) {
        const auto node = document.add(parent, take(move_size));
        return node ? done_json(*node) : refused(node.error());
    });
}

Status arbiter_document_remove(Handle handle, Node node) {
    return with_node(handle, node, [&](AnyDocument& document) {
        document.remove(node);
        return done("null");
    });
}

Status arbiter_document_promote(Handle handle, Node node) {
    return with_node(handle, node, [&](AnyDocument& document) {
        document.promote(node);
        return done("null");
    });
}

Status arbiter_document_annotate(Handle handle, Node node, std::size_t annotations_size) {
    return with_node(handle, node, [&](AnyDocument& document) {
        auto json = read_json(take(annotations_size));
        if (!json) return faulty(json.faults);
        const auto remarks = read_remarks(JsonView(*json), json.faults);
        if (json.faults.fatal()) return faulty(json.faults);
        document.annotate(node, remarks);
        return done("null");
    });
}

Status arbiter_document_set_tag(Handle handle, std::size_t name_size, std::size_t value_size) {
    return with_document(
        handle, [&](AnyDocument& document) { return tagged(document, name_size, value_size); });
}

Status arbiter_document_write(Handle handle, std::size_t format_size) {
    return with_document(handle, [&](const AnyDocument& document) {
        return done_or_faulty(document.write(take(format_size)));
    });
}

}  // namespace arbiter::wasm
