#include "core/go/formats/sgf_game.hpp"

#include <algorithm>

namespace arbiter::go {

const SgfProperty* find_property(const std::vector<SgfProperty>& properties,
                                 std::string_view name) {
    const auto found = std::ranges::find(properties, name, &SgfProperty::name);
    return found == properties.end() ? nullptr : &*found;
}

std::optional<SgfGame::Number> SgfGame::parent(Number number) const {
    return number == 0 ? std::nullopt : std::optional(parents_[number]);
}

/// Children have greater numbers than their parents, so one pass over the nodes is enough.
std::vector<SgfGame::Number> SgfGame::main_line() const {
    std::vector<Number> line{0};
    for (Number number = 1; number < nodes_.size(); ++number) {
        if (parents_[number] == line.back()) line.push_back(number);
    }
    return line;
}

SgfGame::Number SgfGame::add(Number parent, SgfNode node) {
    nodes_.push_back(std::move(node));
    parents_.push_back(parent);
    return static_cast<Number>(nodes_.size() - 1);
}

}  // namespace arbiter::go
