#include "tests/support/xml.hpp"

#include <cctype>
#include <set>
#include <sstream>

namespace arbiter::xml {

namespace {

bool is_name_character(char c) {
    return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '-' || c == '_' || c == ':';
}

bool is_space(char c) { return c == ' ' || c == '\n' || c == '\t' || c == '\r'; }

/// Thrown inside the parser only.
struct Malformed {
    std::string what;
};

class Parser {
public:
    explicit Parser(std::string_view text) : text_(text) {}

    Elements parse() {
        expect('<');
        open();
        while (!path_.empty()) {
            read_text();
            expect('<');
            if (peek() == '/')
                close();
            else
                open();
        }
        skip_space();
        if (at_ < text_.size()) fail("text after the root");
        return std::move(elements_);
    }

    std::size_t at() const { return at_; }

private:
    [[noreturn]] static void fail(const std::string& what) { throw Malformed{what}; }

    char peek() const {
        if (at_ == text_.size()) fail("unexpected end");
        return text_[at_];
    }
    char next() {
        const char c = peek();
        ++at_;
        return c;
    }
    void expect(char c) {
        if (next() != c) fail(std::string("expected ") + c);
    }
    void skip_space() {
        while (at_ < text_.size() && is_space(text_[at_])) ++at_;
    }

    std::string name() {
        std::string name;
        while (is_name_character(peek())) name += next();
        if (name.empty() || std::isdigit(static_cast<unsigned char>(name[0])) != 0) fail("no name");
        return name;
    }

    void open() {
        Element element{.name = name(), .attributes = {}, .text = {}, .parent = {}};
        if (!path_.empty()) element.parent = path_.back();
        while (is_space(peek())) {
            skip_space();
            if (peek() == '>' || peek() == '/') break;
            read_attribute(element);
        }
        elements_.push_back(std::move(element));
        const bool leaf = peek() == '/';
        if (leaf) ++at_;
        expect('>');
        if (!leaf) path_.push_back(elements_.size() - 1);
    }

    void close() {
        expect('/');
        if (name() != elements_[path_.back()].name) fail("a tag that closes another");
        expect('>');
        path_.pop_back();
    }

    void read_attribute(Element& element) {
        const std::string key = name();
        expect('=');
        expect('"');
        std::string value;
        while (peek() != '"') value += character();
        expect('"');
        if (key == "id" && !ids_.insert(value).second) fail("the id " + value + " twice");
        if (!element.attributes.emplace(key, value).second) fail("the attribute " + key + " twice");
    }

    void read_text() {
        while (peek() != '<') elements_[path_.back()].text += character();
    }

    char character() {
        const char c = next();
        if (c == '<') fail("a bare <");
        if (c == '&') return entity();
        if (static_cast<unsigned char>(c) < 0x20 && !is_space(c)) fail("a control character");
        return c;
    }

    char entity() {
        static const std::map<std::string, char> known{
            {"amp", '&'}, {"lt", '<'}, {"gt", '>'}, {"quot", '"'}, {"#39", '\''}};
        std::string name;
        while (peek() != ';') {
            if (name.size() == 4) fail("an endless entity");
            name += next();
        }
        expect(';');
        const auto found = known.find(name);
        if (found == known.end()) fail("the unknown entity " + name);
        return found->second;
    }

    std::string_view text_;
    std::size_t at_ = 0;
    Elements elements_;
    std::vector<std::size_t> path_;  // the elements that are open
    std::set<std::string> ids_;
};

}  // namespace

std::string Element::attribute(const std::string& key) const {
    const auto found = attributes.find(key);
    return found == attributes.end() ? "" : found->second;
}

bool Element::has_class(std::string_view wanted) const {
    std::istringstream classes(attribute("class"));
    for (std::string word; classes >> word;) {
        if (word == wanted) return true;
    }
    return false;
}

std::expected<Elements, std::string> parse(std::string_view text) {
    Parser parser(text);
    try {
        return parser.parse();
    } catch (const Malformed& malformed) {
        return std::unexpected(malformed.what + " at byte " + std::to_string(parser.at()));
    }
}

std::vector<std::string> dangling_references(const Elements& elements) {
    std::set<std::string> ids;
    for (const Element& element : elements) ids.insert(element.attribute("id"));

    std::vector<std::string> dangling;
    const auto check = [&](const std::string& id) {
        if (!ids.contains(id)) dangling.push_back(id);
    };
    for (const Element& element : elements) {
        const std::string href = element.attribute("href");
        if (href.starts_with('#')) check(href.substr(1));
        std::istringstream labels(element.attribute("aria-labelledby"));
        for (std::string id; labels >> id;) check(id);
    }
    return dangling;
}

}  // namespace arbiter::xml
