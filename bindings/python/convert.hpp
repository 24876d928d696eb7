#pragma once

#include <optional>
#include <string>
#include <string_view>

#include <pybind11/pybind11.h>
#include <pybind11/stl.h>

#include "core/games/any_document.hpp"
#include "core/games/to_json.hpp"

/// Values of the core as values of Python, and back.
namespace arbiter::python {

namespace py = pybind11;

/// A JSON text as dictionaries, lists, strings and numbers.
py::object from_json(std::string_view text);
/// The reverse; what JSON has no words for is a TypeError.
std::string to_json(const py::object& value);

template <class T>
py::object converted(const T& value) {
    JsonWriter out;
    write(out, value);
    return from_json(out.take());
}

/// A move is a text, or a value that JSON has words for: (15, 3), {"from": "e2", "to": "e4"}.
std::string move_text(const py::object& move);
std::optional<Color> color_of(const std::optional<std::string_view>& name);
/// Every value as text: True is "on".
Options options_of(const py::dict& options);
py::dict tags_of(const Tags& tags);

/// Raises `arbiter.Rejection` with the legal moves of the game.
[[noreturn]] void raise_rejection(const Rejection& rejection,
                                  const std::vector<std::string>& legal);
/// Raises `arbiter.Unreadable`.
[[noreturn]] void raise_faults(const Faults& faults);

/// The value, or the fault as an exception.
template <class T>
T value_of(std::expected<T, Fault> result) {
    if (!result) raise_faults(Faults(std::move(result.error())));
    return std::move(*result);
}
template <class T>
T value_of(Reading<T> reading) {
    if (!reading) raise_faults(reading.faults);
    return std::move(*reading.value);
}

/// A game or a document as it was read, with what was found on the way.
template <class T>
struct Read {
    T value;
    Faults faults{};
};
using DocumentObject = Read<AnyDocument>;
struct GameObject : Read<AnyGame> {
    Effects effects{};  ///< of the last move that was played
};

void bind_games(py::module_& module);
void bind_documents(py::module_& module);
void bind_batches(py::module_& module);

}  // namespace arbiter::python
