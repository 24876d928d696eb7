#include "core/games/any_document.hpp"

#include <algorithm>
#include <utility>

#include "core/games/game_type.hpp"
#include "core/games/to_json.hpp"

namespace arbiter {

namespace {

Reading<AnyDocument> read_whole(std::string_view text, const AnyGame::Source& source) {
    auto game = AnyGame::read(text, source);
    Reading<AnyDocument> reading{std::nullopt, std::move(game.faults)};
    if (game) reading.value = AnyDocument::of(*game);
    return reading;
}

/// A text that is read as a whole once it has ended.
class WholeText final : public Stream<AnyDocument> {
public:
    explicit WholeText(AnyGame::Source source)
        : game_(source.game), format_(source.format), source_(std::move(source)) {}

    /// Keeps one byte more than is allowed, so that the reader sees that there is too much.
    void feed(std::string_view piece) override {
        text_ += piece.substr(0, json_size_max + 1 - text_.size());
    }
    void finish() override { finished_ = true; }
    std::optional<Reading<AnyDocument>> next() override {
        if (!finished_ || given_) return std::nullopt;
        given_ = true;
        source_.game = game_;
        source_.format = format_;
        return read_whole(text_, source_);
    }

private:
    std::string game_;
    std::string format_;
    AnyGame::Source source_;
    std::string text_;
    bool finished_ = false;
    bool given_ = false;
};

class StrictStream final : public Stream<AnyDocument> {
public:
    explicit StrictStream(std::unique_ptr<Stream<AnyDocument>> inner) : inner_(std::move(inner)) {}
    void feed(std::string_view piece) override { inner_->feed(piece); }
    void finish() override { inner_->finish(); }
    std::optional<Reading<AnyDocument>> next() override {
        auto document = inner_->next();
        if (document) document->be_strict();
        return document;
    }

private:
    std::unique_ptr<Stream<AnyDocument>> inner_;
};

}  // namespace

AnyDocument::AnyDocument(std::unique_ptr<Model> model, std::string_view format)
    : model_(std::move(model)), format_(format) {}
AnyDocument::AnyDocument(const AnyDocument& other)
    : model_(other.model_->clone()), format_(other.format_), notation_(other.notation_) {}
AnyDocument::AnyDocument(AnyDocument&&) noexcept = default;
AnyDocument& AnyDocument::operator=(AnyDocument&&) noexcept = default;
AnyDocument& AnyDocument::operator=(const AnyDocument& other) {
    if (this != &other) *this = AnyDocument(other);
    return *this;
}
AnyDocument::~AnyDocument() = default;

AnyDocument AnyDocument::of(const AnyGame& game) {
    AnyDocument document(game.model_->document(), {});
    document.notation_ = game.notation_;
    return document;
}

Reading<AnyDocument> AnyDocument::read(std::string_view text, const AnyGame::Source& source) {
    const auto found = detect(text, source.game, source.format);
    if (!found || !holds_many(found->game, found->format)) return read_whole(text, source);
    AnyGame::Source known = source;
    known.game = found->game;
    known.format = found->format;
    const auto stream = open_documents(known);
    stream->feed(text);
    stream->finish();
    if (auto document = stream->next()) return *std::move(document);
    return {std::nullopt, Faults(no_game_in_text())};
}

const Traits& AnyDocument::traits() const { return model_->traits(); }
bool AnyDocument::operator==(const AnyDocument& other) const {
    return model_->equals(*other.model_);
}
AnyGame AnyDocument::game() const { return game(model_->last()); }
AnyGame AnyDocument::game(NodeId id) const {
    AnyGame game = model_->game(id, format_);
    if (notation_ != nullptr) game.notation_ = notation_;
    return game;
}
bool AnyDocument::contains(NodeId id) const { return model_->contains(id); }
NodeId AnyDocument::parent(NodeId id) const { return model_->parent(id); }
NodeId AnyDocument::last() const { return model_->last(); }
std::vector<NodeId> AnyDocument::children(NodeId id) const { return model_->children(id); }
NodeId AnyDocument::node_at(std::size_t ply) const { return model_->node_at(ply); }
std::vector<Remark> AnyDocument::remarks(NodeId id) const { return model_->remarks(id); }
Result<NodeId> AnyDocument::add(NodeId parent, std::string_view move) {
    const std::string text(move);
    return model_->add(parent, {&text, 1});
}
Result<NodeId> AnyDocument::add(NodeId parent, std::span<const std::string> moves) {
    return model_->add(parent, moves);
}
void AnyDocument::remove(NodeId id) { model_->remove(id); }
void AnyDocument::promote(NodeId id) { model_->promote(id); }
void AnyDocument::annotate(NodeId id, std::span<const Remark> remarks) {
    model_->annotate(id, remarks);
}
void AnyDocument::set_tag(std::string_view name, std::string_view value) {
    arbiter::set_tag(model_->tags(), name, value);
}
const Tags& AnyDocument::tags() const { return model_->tags(); }

std::expected<std::string, Fault> AnyDocument::tree(std::string_view notation) const {
    const AnyGame start = game(0);
    const auto named = start.notation_named(notation);
    if (!named) return std::unexpected(named.error());
    JsonWriter out;
    out.object([&] {
        out.member("game", traits().name);
        record::write_tags(out, tags());
        out.key("nodes");
        model_->write_tree(out, (*named)->name);
    });
    return out.take();
}
std::expected<std::string, Fault> AnyDocument::write(std::string_view format) const {
    return model_->write(format);
}

std::string AnyDocument::left_out_by(std::string_view format) const {
    const LeftOut left = model_->left_out_by(format);
    std::string text;
    const auto add = [&](std::size_t count, std::string_view what) {
        if (count == 0) return;
        if (!text.empty()) text += ", ";
        text += std::to_string(count) + ' ' + std::string(what) + (count == 1 ? "" : "s");
    };
    add(left.variations, "variation");
    add(left.remarks, "annotation");
    add(left.unplayed, "word");
    return text;
}

std::unique_ptr<Stream<AnyDocument>> open_documents(const AnyGame::Source& source) {
    std::unique_ptr<Stream<AnyDocument>> stream;
    if (const GameType* type = type_with_format(source.game, source.format)) {
        stream = type->stream(source.format, source.options);
    }
    if (!stream) return std::make_unique<WholeText>(source);
    if (source.strict) stream = std::make_unique<StrictStream>(std::move(stream));
    return stream;
}

}  // namespace arbiter
