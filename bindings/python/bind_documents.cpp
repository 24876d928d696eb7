#include "bindings/python/convert.hpp"

namespace arbiter::python {

namespace {

/// Nodes are numbers here; what is not one of the document's is a KeyError.
NodeId known(const DocumentObject& document, NodeId node) {
    if (!document.value.contains(node)) throw py::key_error("the document has no such node");
    return node;
}

DocumentObject read_document(std::string_view text, std::string_view game, std::string_view format,
                             const py::dict& options, bool strict) {
    auto reading = AnyDocument::read(text, {game, format, options_of(options), strict});
    Faults faults = reading.faults;
    return {value_of(std::move(reading)), std::move(faults)};
}

NodeId add(DocumentObject& document, NodeId parent, const py::object& move) {
    const auto node = document.value.add(known(document, parent), move_text(move));
    if (!node) raise_rejection(node.error(), document.value.game(parent).legal());
    return *node;
}

void annotate(DocumentObject& document, NodeId node, const py::object& annotations) {
    auto [list, faults] = read_json(to_json(annotations));
    std::vector<Remark> remarks;
    if (list) remarks = read_remarks(JsonView(*list), faults);
    if (faults.fatal()) raise_faults(faults);
    document.value.annotate(known(document, node), remarks);
}

/// A stream of games or documents that keeps what its source names.
template <class T, class Held>
class Reader {
public:
    Reader(std::string game, std::string format, const py::dict& options)
        : game_(std::move(game)), format_(std::move(format)), options_(options_of(options)) {
        if constexpr (std::is_same_v<T, AnyGame>) {
            stream_ = open_stream({game_, format_, options_});
        } else {
            stream_ = open_documents({game_, format_, options_});
        }
    }

    void feed(std::string_view piece) { stream_->feed(piece); }
    void finish() { stream_->finish(); }

    /// Nothing if more text is needed; an unreadable one is raised.
    std::optional<Held> next() {
        auto reading = stream_->next();
        if (!reading) return std::nullopt;
        Faults faults = reading->faults;
        return Held{Read<T>{value_of(std::move(*reading)), std::move(faults)}};
    }

private:
    std::string game_;
    std::string format_;
    Options options_;
    std::unique_ptr<Stream<T>> stream_;
};

template <class T, class Held>
void bind_reader(py::module_& module, const char* name) {
    using Type = Reader<T, Held>;
    py::class_<Type>(module, name)
        .def(py::init<std::string, std::string, const py::dict&>(), py::arg("game"),
             py::arg("format"), py::arg("options") = py::dict())
        .def("feed", &Type::feed)
        .def("finish", &Type::finish)
        .def("next", &Type::next);
}

}  // namespace

void bind_documents(py::module_& module) {
    py::class_<DocumentObject>(module, "Document", "The tree of a file, with nodes as numbers.")
        .def_property_readonly("name",
                               [](const DocumentObject& d) { return d.value.traits().name; })
        .def_property_readonly("faults",
                               [](const DocumentObject& d) { return converted(d.faults); })
        .def_property_readonly("tags",
                               [](const DocumentObject& d) { return tags_of(d.value.tags()); })
        .def("set_tag", [](DocumentObject& d, std::string_view name,
                           std::string_view value) { d.value.set_tag(name, value); })
        .def("contains", [](const DocumentObject& d, NodeId n) { return d.value.contains(n); })
        .def("parent",
             [](const DocumentObject& d, NodeId n) { return d.value.parent(known(d, n)); })
        .def("children",
             [](const DocumentObject& d, NodeId n) { return d.value.children(known(d, n)); })
        .def(
            "tree",
            [](const DocumentObject& d, std::string_view notation) {
                return from_json(value_of(d.value.tree(notation)));
            },
            py::arg("notation") = "")
        .def("game", [](const DocumentObject& d) { return GameObject{{d.value.game()}}; })
        .def("game_at", [](const DocumentObject& d,
                           NodeId n) { return GameObject{{d.value.game(known(d, n))}}; })
        .def("add", &add)
        .def("remove",
             [](DocumentObject& d, NodeId n) {
                 if (n == 0) throw py::value_error("the root cannot be removed");
                 d.value.remove(known(d, n));
             })
        .def("promote", [](DocumentObject& d, NodeId n) { d.value.promote(known(d, n)); })
        .def("annotate", &annotate)
        .def("write", [](const DocumentObject& d,
                         std::string_view format) { return value_of(d.value.write(format)); })
        .def("left_out_by", [](const DocumentObject& d,
                               std::string_view format) { return d.value.left_out_by(format); })
        .def("copy", [](const DocumentObject& d) { return d; });
    module.def("read_document", &read_document, py::arg("text"), py::arg("game") = "",
               py::arg("format") = "", py::arg("options") = py::dict(), py::arg("strict") = false);
    module.def("document_of",
               [](const GameObject& game) { return DocumentObject{AnyDocument::of(game.value)}; });
    bind_reader<AnyGame, GameObject>(module, "GameReader");
    bind_reader<AnyDocument, DocumentObject>(module, "DocumentReader");
}

}  // namespace arbiter::python
