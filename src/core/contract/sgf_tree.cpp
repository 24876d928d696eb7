#include "core/contract/sgf_tree.hpp"

#include <algorithm>
#include <array>
#include <ranges>

#include "core/base/excerpt.hpp"
#include "core/base/sgf_lexer.hpp"
#include "core/base/sgf_text.hpp"
#include "core/base/text.hpp"
#include "core/base/utf8.hpp"

namespace arbiter {

namespace {

/// FF[3] allowed lower-case letters, which are ignored: "Black" is B, "GaMe" is GM.
std::string name_of(std::string_view identifier) {
    std::string name(identifier);
    std::erase_if(name, [](char c) { return c >= 'a' && c <= 'z'; });
    return name;
}

bool is_name(std::string_view name) { return !name.empty() && name[0] >= 'A' && name[0] <= 'Z'; }

/// Files that call themselves Latin-1 are read as windows-1252, as on the web: where the two differ,
/// Latin-1 has nothing but control characters.
bool is_latin1(std::string_view charset) {
    constexpr std::array<std::string_view, 7> names{
        "iso88591", "latin1", "isolatin1", "windows1252", "cp1252", "usascii", "ascii"};
    return std::ranges::find(names, folded(charset)) != names.end();
}

bool is_utf8_name(std::string_view charset) { return folded(charset) == "utf8"; }

/// The values of all properties of all nodes.
auto all_values(SgfTree& tree) {
    const auto values = [](Annotation& annotation) -> std::vector<std::string>& {
        return std::get<Property>(annotation).values;
    };
    return tree.nodes | std::views::transform(&SgfTreeNode::properties) | std::views::join |
           std::views::transform(values) | std::views::join;
}

/// Builds a game from its tokens.
class Assembly {
public:
    /// Whether this token belongs to the next game: a root property in the first node of a variation
    /// at the beginning of a line.
    bool ends_before(const SgfToken& token) const;
    void add(const SgfToken& token);
    /// Checks the size of the game while its next token is incomplete.
    void measure(const TextSpan& span);

    bool begun() const { return depth_ > 0; }
    bool complete() const { return complete_; }

    /// Returns the present game.
    Reading<SgfTree> take();
    void set_preface(std::string_view text) {
        text = sgf_trimmed(text);
        while (text.starts_with(byte_order_mark)) {
            text = sgf_trimmed(without_byte_order_mark(text));
        }
        preface_ = text;
    }
    /// The same without the variation that turned out to be the next game, which is then the present
    /// one.
    Reading<SgfTree> take_before_variation();
    /// The same at the end of the text.
    Reading<SgfTree> take_unfinished(TextPlace end);

private:
    /// A token without its text.
    struct Step {
        TextSpan span;
        SgfToken::Kind kind;
    };

    void build(const SgfToken& token);
    void follow(const SgfToken& token);
    void add_node(const SgfToken& token);
    void open_tree(const SgfToken& token);
    void close_tree(const SgfToken& token);
    void add_identifier(const SgfToken& token);
    void add_value(const SgfToken& token);
    void end_property();

    void fail(std::string_view code, std::string_view sentence, TextPlace place);
    /// The rest of the game can be read.
    void error(std::string_view code, std::string_view sentence, TextPlace place) {
        faults_.add(code, in_sgf_game(number_, sentence), place);
    }
    void warn(std::string_view code, std::string_view sentence, TextPlace place);
    bool count_part(TextPlace place);

    SgfTreeNode& present_node() { return nodes_.back(); }

    std::uint64_t number_ = 1;
    std::string preface_;

    // The structure, known even if the game has faults.
    bool complete_ = false;
    std::size_t depth_ = 0;
    TextSpan begin_;
    std::optional<Step> last_;
    std::optional<TextSpan> last_opening_;  // the parenthesis just before the last node

    bool failed_ = false;  // the rest of the game is skipped
    std::size_t parts_ = 0;
    std::vector<SgfTreeNode> nodes_;
    std::vector<TextPlace> places_;
    std::vector<std::uint32_t> branches_;  // for each open parenthesis: the node it follows
    std::optional<std::uint32_t> parent_;  // of the next node
    std::optional<std::size_t> property_;  // of the present node: values are added to it
    bool discards_values_ = false;         // of something that is not a property
    bool inside_node_ = false;             // properties are allowed
    bool variation_closed_ = false;        // no node should follow in this sequence
    Faults faults_;
};

void Assembly::fail(std::string_view code, std::string_view sentence, TextPlace place) {
    if (failed_) return;
    error(code, sentence, place);
    failed_ = true;
    nodes_ = {};
    places_ = {};
    branches_ = {};
}

/// Keeps the first warnings if there are very many.
void Assembly::warn(std::string_view code, std::string_view sentence, TextPlace place) {
    if (faults_.size() < Faults::limit) faults_.warn(code, in_sgf_game(number_, sentence), place);
}

bool Assembly::count_part(TextPlace place) {
    if (++parts_ <= SgfTreeReader::part_count_max) return true;
    fail("too_many_parts", "too many nodes, properties and values", place);
    return false;
}

bool Assembly::ends_before(const SgfToken& token) const {
    return token.kind == SgfToken::Kind::identifier && depth_ > 1 && last_opening_ &&
           last_opening_->place.column == 1 && last_->kind == SgfToken::Kind::node &&
           is_root_property(token.text);
}

void Assembly::add(const SgfToken& token) {
    measure(token.span);
    if (!failed_) build(token);
    follow(token);
}

void Assembly::measure(const TextSpan& span) {
    if (!begun()) begin_ = span;
    if (span.end - begin_.begin <= SgfTreeReader::game_size_max) return;
    constexpr std::size_t mebibyte = std::size_t{1} << 20;
    const std::string limit = std::to_string(SgfTreeReader::game_size_max / mebibyte);
    fail("game_too_large", "larger than " + limit + " MiB", begin_.place);
}

void Assembly::follow(const SgfToken& token) {
    using enum SgfToken::Kind;
    if (token.kind == node) {
        const bool opens = last_ && last_->kind == tree_begin;
        last_opening_ = opens ? std::optional(last_->span) : std::nullopt;
    }
    if (token.kind == tree_begin) ++depth_;
    if (token.kind == tree_end) --depth_;
    complete_ = depth_ == 0 || token.kind == unterminated_value;
    last_ = Step{token.span, token.kind};
}

void Assembly::build(const SgfToken& token) {
    using enum SgfToken::Kind;
    if (token.kind != value && token.kind != unterminated_value) end_property();
    switch (token.kind) {
        case tree_begin: return open_tree(token);
        case tree_end: return close_tree(token);
        case node: return add_node(token);
        case identifier: return add_identifier(token);
        case value: return add_value(token);
        case unterminated_value:
            error("unterminated_value", "a value has no closing bracket", token.span.place);
            return add_value(token);
        case stray:
            return error("stray_character", "unexpected character " + in_quotes(token.text),
                         token.span.place);
    }
}

void Assembly::open_tree(const SgfToken& token) {
    if (branches_.size() == SgfTreeReader::variation_depth_max) {
        const std::string limit = std::to_string(SgfTreeReader::variation_depth_max);
        return fail("variations_too_deep", "variations deeper than " + limit, token.span.place);
    }
    branches_.push_back(parent_.value_or(0));
    inside_node_ = false;
    variation_closed_ = false;
}

void Assembly::close_tree(const SgfToken& token) {
    if (last_->kind == SgfToken::Kind::tree_begin) {
        warn("empty_variation", "a variation without nodes", token.span.place);
    }
    parent_ = branches_.back();
    branches_.pop_back();
    inside_node_ = false;
    variation_closed_ = true;
}

void Assembly::add_node(const SgfToken& token) {
    if (!count_part(token.span.place)) return;
    if (variation_closed_) {
        warn("node_after_variation", "a node after variations is read as another variation",
             token.span.place);
    }
    constexpr std::size_t nodes_expected = 256;
    if (nodes_.empty()) nodes_.reserve(nodes_expected), places_.reserve(2 * nodes_expected);
    const auto number = static_cast<std::uint32_t>(nodes_.size());
    nodes_.push_back(
        {.parent = parent_.value_or(0), .first_place = places_.size(), .place = token.span.place});
    parent_ = number;
    inside_node_ = true;
    variation_closed_ = false;
}

void Assembly::add_identifier(const SgfToken& token) {
    if (!count_part(token.span.place)) return;
    std::string name = name_of(token.text);
    discards_values_ = !is_name(name);
    if (!is_name(name)) {
        return error("malformed_property", "not the name of a property: " + in_quotes(token.text),
                     token.span.place);
    }
    if (!inside_node_) {
        warn("missing_semicolon", "a node begins without a semicolon", token.span.place);
        add_node(token);
        if (failed_) return;
    }
    auto& properties = present_node().properties;
    if (find_property(properties, name) != nullptr) {
        warn("duplicate_property", excerpt(name) + " occurs twice in a node", token.span.place);
    }
    if (properties.size() == SgfTreeReader::properties_in_node_max) {
        const std::string limit = std::to_string(SgfTreeReader::properties_in_node_max);
        return fail("too_many_properties", "more than " + limit + " properties", token.span.place);
    }
    if (properties.empty()) properties.reserve(2);
    property_ = properties.size();
    properties.emplace_back(Property{std::move(name), {}});
    places_.push_back(token.span.place);
}

void Assembly::add_value(const SgfToken& token) {
    if (discards_values_) return;
    if (!property_) {
        return error("value_without_property", "a value without a property", token.span.place);
    }
    if (!count_part(token.span.place)) return;
    auto& property = std::get<Property>(present_node().properties[*property_]);
    const bool closed = token.kind == SgfToken::Kind::value;
    property.values.push_back(closed ? std::string(token.text) : sgf_closed(token.text));
}

void Assembly::end_property() {
    discards_values_ = false;
    if (!property_) return;
    if (last_->kind == SgfToken::Kind::identifier) {
        error("property_without_value", "a property has no value", last_->span.place);
        present_node().properties.pop_back();
        places_.pop_back();
    }
    property_.reset();
}

Reading<SgfTree> Assembly::take() {
    Reading<SgfTree> reading{std::nullopt, std::move(faults_)};
    if (!failed_)
        reading.value =
            SgfTree{number_, std::move(nodes_), std::move(places_), std::move(preface_)};
    const std::uint64_t next = number_ + 1;
    *this = {};
    number_ = next;
    return reading;
}

Reading<SgfTree> Assembly::take_before_variation() {
    const TextSpan opening = *last_opening_;
    const TextSpan node = last_->span;
    warn("missing_parenthesis", "the game does not end before the next one", opening.place);
    if (!failed_) nodes_.pop_back();
    Reading<SgfTree> reading = take();
    add({opening, SgfToken::Kind::tree_begin, {}});
    add({node, SgfToken::Kind::node, {}});
    return reading;
}

Reading<SgfTree> Assembly::take_unfinished(TextPlace end) {
    if (!failed_) end_property();
    warn("missing_parenthesis", "the game does not end before the text does", end);
    return take();
}

}  // namespace

const Property* find_property(std::span<const Annotation> properties, std::string_view name) {
    for (const Annotation& annotation : properties) {
        const auto* property = std::get_if<Property>(&annotation);
        if (property != nullptr && property->name == name) return property;
    }
    return nullptr;
}

std::optional<SgfRootProperty> find_in_root(const SgfTree& tree, std::string_view name) {
    const SgfTreeNode& root = tree.nodes[0];
    for (std::size_t i = 0; i < root.properties.size(); ++i) {
        const auto& property = std::get<Property>(root.properties[i]);
        if (property.name == name) return SgfRootProperty{&property, tree.places_of(root)[i]};
    }
    return std::nullopt;
}

void make_utf8(SgfTree& tree, Faults& faults) {
    if (is_utf8(tree.preface) && std::ranges::all_of(all_values(tree), is_utf8)) return;
    if (const auto charset = find_in_root(tree, "CA")) {
        const std::string& name = charset->property->values[0];
        if (is_utf8_name(name)) {
            faults.warn("not_utf8",
                        in_sgf_game(tree.number, "the text is not UTF-8: read as Latin-1"),
                        charset->place);
        } else if (!is_latin1(name)) {
            faults.warn(
                "unknown_charset",
                in_sgf_game(tree.number, "unknown charset, read as Latin-1: " + excerpt(name)),
                charset->place);
        }
    }
    for (std::string& value : all_values(tree)) value = windows_1252_to_utf8(value);
    tree.preface = windows_1252_to_utf8(tree.preface);
}

std::string in_sgf_game(std::uint64_t number, std::string_view sentence) {
    return "game " + std::to_string(number) + ": " + std::string(sentence);
}

struct SgfTreeReader::State {
    SgfLexer lexer{SgfTreeReader::game_size_max};
    Assembly assembly;
    std::optional<Reading<SgfTree>> ready;

    /// Reads until a game is ready or the text is used up.
    void run() {
        while (!ready) {
            const bool begins = !assembly.begun();
            const auto token = begins ? lexer.next_game() : lexer.next();
            if (!token) return pause();
            if (begins) assembly.set_preface(lexer.take_skipped());
            if (assembly.ends_before(*token)) ready = assembly.take_before_variation();
            assembly.add(*token);
            if (assembly.complete()) ready = assembly.take();
        }
    }

    void pause() {
        if (!assembly.begun()) return;
        const TextSpan rest = lexer.incomplete();
        assembly.measure(rest);
        if (lexer.finished()) ready = assembly.take_unfinished(rest.place);
    }
};

SgfTreeReader::SgfTreeReader() : state_(std::make_unique<State>()) {}
SgfTreeReader::~SgfTreeReader() = default;

void SgfTreeReader::feed(std::string_view piece) {
    state_->lexer.feed(piece);
    state_->run();
}

void SgfTreeReader::finish() {
    state_->lexer.finish();
    state_->run();
}

std::optional<Reading<SgfTree>> SgfTreeReader::next() {
    auto tree = std::move(state_->ready);
    state_->ready.reset();
    if (tree) state_->run();
    return tree;
}

}  // namespace arbiter
