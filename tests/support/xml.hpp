#pragma once

#include <cstddef>
#include <expected>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace arbiter::xml {

struct Element {
    std::string name;
    std::map<std::string, std::string> attributes;  ///< entities decoded
    std::string text;                               ///< its own text, entities decoded
    std::optional<std::size_t> parent;              ///< its place in the list

    /// Empty if there is none of that name.
    std::string attribute(const std::string& key) const;
    bool has_class(std::string_view wanted) const;
};

/// The elements in document order; the first is the root.
using Elements = std::vector<Element>;

/// Reads the XML that a picture needs, and is strict about it: one root, balanced tags, quoted
/// attributes that occur once, known entities, legal characters, and ids that are unique.
/// No declarations, comments or CDATA. The error says what is wrong and at which byte.
std::expected<Elements, std::string> parse(std::string_view text);

/// References such as href="#id" and aria-labelledby="id id" that lead nowhere.
std::vector<std::string> dangling_references(const Elements& elements);

}  // namespace arbiter::xml
