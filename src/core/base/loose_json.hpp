/// JSON as people and other programs write it: with comments, with a comma after the last element,
/// or as a Python dictionary. States and records are read so; what a program sends to another one
/// (the body of a request) is read by `read_json`.
#pragma once

#include <cstddef>
#include <string_view>
#include <vector>

#include "core/base/json.hpp"

namespace arbiter {

/// Reads one document. Beside the faults of `read_json`, warnings at the first place of each:
/// `json_comment`; `trailing_comma`; `python_syntax` for 'text', None, True, False, (1, 2) and
/// `state = {...}`.
Reading<Json> read_loose_json(std::string_view text);

/// A member of the outermost object of a text, as far as it can be seen without reading it.
struct OutlineMember {
    std::string_view key;    ///< without its quotation marks, escapes as they stand
    std::string_view value;  ///< the text from the beginning of the value on
};

/// The members of the object that a text begins with, also of one that breaks off or has errors.
/// Only the first `outline_members_max` are listed.
inline constexpr std::size_t outline_members_max = 256;
std::vector<OutlineMember> outline_of(std::string_view text);

/// How a value begins, one letter for each bracket or string: "[[" for a list of lists, "\"" for a
/// string. Any value begins with an empty text.
bool opens_with(std::string_view value, std::string_view brackets);

}  // namespace arbiter
