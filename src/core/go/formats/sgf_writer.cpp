#include "core/go/formats/sgf_writer.hpp"

#include <algorithm>

#include "core/go/formats/sgf_text.hpp"

namespace arbiter::go {

namespace {

using Number = SgfGame::Number;

/// A node that would begin after this column begins a new line.
constexpr std::size_t line_length = 72;

constexpr bool is_capital(char c) { return c >= 'A' && c <= 'Z'; }

bool is_identifier(std::string_view name) {
    return !name.empty() && is_capital(name[0]) && std::ranges::all_of(name, [](char c) {
        return is_capital(c) || (c >= '0' && c <= '9');
    });
}

/// At the beginning of a line, such a variation would be read as the next game.
bool seems_to_begin_a_game(const SgfNode& node) {
    const bool bare = node.setup.empty() && !node.move && !node.properties.empty();
    return bare && is_root_property(node.properties[0].name);
}

class Writer {
public:
    explicit Writer(const SgfGame& game);

    std::string text();

private:
    /// The first child, and the next child of the same parent.
    struct Links {
        std::optional<Number> first_child;
        std::optional<Number> next_sibling;
    };
    /// What remains to be written. The root and nodes with siblings are in parentheses.
    struct Task {
        enum class Kind : std::uint8_t { node, node_in_parentheses, close } kind;
        Number node;
    };

    void write_subtree(const Task& task);
    void write_node(Number number);
    void write_root_properties();
    void write_setup(const SgfSetup& setup);
    void write_points(std::string_view name, const std::vector<Point>& points);
    void write(std::string_view name, std::string_view raw);
    void write(const SgfProperty& property);
    void break_line();

    const SgfGame& game_;
    std::vector<Links> links_;
    std::vector<Task> tasks_;  // a stack: a tree may be deeper than the call stack
    std::string text_;
    std::size_t line_begin_ = 0;
};

Writer::Writer(const SgfGame& game) : game_(game), links_(game.nodes().size()) {
    for (auto child = static_cast<Number>(links_.size() - 1); child > 0; --child) {
        Links& parent = links_[*game.parent(child)];
        links_[child].next_sibling = parent.first_child;
        parent.first_child = child;
    }
}

std::string Writer::text() {
    tasks_.push_back({Task::Kind::node_in_parentheses, 0});
    while (!tasks_.empty()) {
        const Task task = tasks_.back();
        tasks_.pop_back();
        if (task.kind == Task::Kind::close) {
            text_ += ')';
        } else {
            write_subtree(task);
        }
    }
    return std::move(text_ += '\n');
}

void Writer::write_subtree(const Task& task) {
    using enum Task::Kind;
    if (!seems_to_begin_a_game(game_.node(task.node))) break_line();
    if (task.kind == node_in_parentheses) {
        if (const auto sibling = links_[task.node].next_sibling) {
            tasks_.push_back({node_in_parentheses, *sibling});
        }
        tasks_.push_back({close, task.node});
        text_ += '(';
    }
    write_node(task.node);
    if (const auto child = links_[task.node].first_child) {
        const bool alone = !links_[*child].next_sibling;
        tasks_.push_back({alone ? node : node_in_parentheses, *child});
    }
}

void Writer::break_line() {
    if (text_.size() - line_begin_ <= line_length) return;
    text_ += '\n';
    line_begin_ = text_.size();
}

void Writer::write_node(Number number) {
    const SgfNode& node = game_.node(number);
    text_ += ';';
    if (number == 0) write_root_properties();
    write_setup(node.setup);
    if (node.move) {
        const auto& [by, point] = *node.move;
        write(by == Color::black ? "B" : "W", point ? write_sgf_point(*point, game_.size()) : "");
    }
    for (const SgfProperty& property : node.properties) write(property);
}

void Writer::write_root_properties() {
    write("FF", "4");
    write("GM", "1");
    write("CA", "UTF-8");
    write("SZ", write_sgf_size(game_.size()));
}

void Writer::write_setup(const SgfSetup& setup) {
    write_points("AB", setup.black);
    write_points("AW", setup.white);
    write_points("AE", setup.cleared);
    if (setup.turn) write("PL", *setup.turn == Color::black ? "B" : "W");
}

void Writer::write_points(std::string_view name, const std::vector<Point>& points) {
    if (!points.empty()) text_ += name;
    for (const Point point : points) {
        text_.append("[").append(write_sgf_point(point, game_.size())).append("]");
    }
}

void Writer::write(std::string_view name, std::string_view raw) {
    text_.append(name).append("[").append(raw).append("]");
}

void Writer::write(const SgfProperty& property) {
    if (!is_identifier(property.name)) return;
    text_ += property.name;
    for (const std::string& raw : property.values) {
        text_.append("[").append(sgf_closed(raw)).append("]");
    }
    if (property.values.empty()) text_ += "[]";
}

}  // namespace

std::string write_sgf(const SgfGame& game) { return Writer(game).text(); }

}  // namespace arbiter::go
