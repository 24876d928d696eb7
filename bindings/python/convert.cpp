#include "bindings/python/convert.hpp"

namespace arbiter::python {

namespace {

[[noreturn]] void raise(const char* name, const py::tuple& arguments) {
    const py::object type = py::module_::import("arbiter.errors").attr(name);
    const py::object error = type(*arguments);
    PyErr_SetObject(type.ptr(), error.ptr());
    throw py::error_already_set();
}

}  // namespace

py::object from_json(std::string_view text) {
    return py::module_::import("json").attr("loads")(py::str(text.data(), text.size()));
}

std::string to_json(const py::object& value) {
    return py::cast<std::string>(py::module_::import("json").attr("dumps")(value));
}

std::string move_text(const py::object& move) {
    if (PyUnicode_Check(move.ptr())) return py::cast<std::string>(move);
    return to_json(move);
}

std::optional<Color> color_of(const std::optional<std::string_view>& name) {
    if (!name) return std::nullopt;
    const auto color = color_named(*name);
    if (!color) throw py::value_error("a side is \"white\" or \"black\"");
    return color;
}

Options options_of(const py::dict& options) {
    Options texts;
    for (const auto& [name, value] : options) {
        if (value.is_none()) continue;
        std::string text = PyBool_Check(value.ptr()) ? (py::cast<bool>(value) ? "on" : "off")
                                                     : std::string(py::str(value));
        texts.push_back({std::string(py::str(name)), std::move(text)});
    }
    return texts;
}

py::dict tags_of(const Tags& tags) {
    py::dict dict;
    for (const auto& [name, value] : tags) dict[py::str(name)] = py::str(value);
    return dict;
}

void raise_rejection(const Rejection& rejection, const std::vector<std::string>& legal) {
    raise("Rejection", py::make_tuple(converted(rejection), legal));
}

void raise_faults(const Faults& faults) { raise("Unreadable", py::make_tuple(converted(faults))); }

}  // namespace arbiter::python
