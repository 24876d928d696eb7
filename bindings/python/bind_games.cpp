#include <functional>
#include <set>

#include <pybind11/operators.h>

#include "bindings/python/convert.hpp"
#include "bindings/wasm/settings.hpp"
#include "core/base/charset.hpp"
#include "players/bots/bot.hpp"

namespace arbiter::python {

namespace {

constexpr int perft_depth_max = 20;

Result<Effects> checked(const AnyGame& game, const py::object& move, std::optional<Color> by) {
    return game.check(move_text(move), by);
}

Effects done(Result<Effects> effects, const AnyGame& game) {
    if (!effects) raise_rejection(effects.error(), game.legal());
    return std::move(*effects);
}

py::list check(const GameObject& game, const py::object& move,
               const std::optional<std::string_view>& by) {
    return converted(done(checked(game.value, move, color_of(by)), game.value));
}

py::object play(py::object self, const py::object& move,
                const std::optional<std::string_view>& by) {
    auto& game = py::cast<GameObject&>(self);
    game.effects = done(game.value.play(move_text(move), color_of(by)), game.value);
    return self;
}

/// `play` as the interpreter calls it best: one text and nothing else goes straight to the core, and the
/// rest to the function above. pybind11's way there takes longer than the move itself.
PyObject* play_directly(PyObject* self, PyObject* const* arguments, Py_ssize_t count,
                        PyObject* names) {
    if (count != 1 || names != nullptr || !PyUnicode_Check(arguments[0])) {
        const py::object method =
            py::reinterpret_steal<py::object>(PyObject_GetAttrString(self, "_play"));
        if (!method) return nullptr;
        return PyObject_Vectorcall(method.ptr(), arguments, static_cast<std::size_t>(count), names);
    }
    auto* instance = reinterpret_cast<py::detail::instance*>(self);
    auto* game = static_cast<GameObject*>(instance->get_value_and_holder().value_ptr());
    Py_ssize_t size = 0;
    const char* text = PyUnicode_AsUTF8AndSize(arguments[0], &size);
    if (text == nullptr || game == nullptr) {
        if (text != nullptr) PyErr_SetString(PyExc_TypeError, "the game was not constructed");
        return nullptr;
    }
    try {
        auto effects = game->value.play({text, static_cast<std::size_t>(size)});
        game->effects = done(std::move(effects), game->value);
    } catch (py::error_already_set& error) {
        error.restore();
        return nullptr;
    }
    Py_INCREF(self);
    return self;
}

bool is_legal(const GameObject& game, const py::object& move) {
    return checked(game.value, move, std::nullopt).has_value();
}

py::dict understand(const GameObject& game, const py::object& move,
                    const std::optional<std::string_view>& by) {
    const auto meaning = game.value.understand(move_text(move), color_of(by));
    if (!meaning) raise_rejection(meaning.error(), game.value.legal());
    py::dict dict;
    dict["author"] = to_string(meaning->author);
    dict["event"] = meaning->event;
    return dict;
}

GameObject create(std::string_view name, const py::dict& options) {
    auto reading = AnyGame::create(name, options_of(options));
    Faults faults = reading.faults;
    return {{value_of(std::move(reading)), std::move(faults)}};
}

GameObject read(std::string_view text, std::string_view game, std::string_view format,
                const py::dict& options, bool strict) {
    auto reading = AnyGame::read(text, {game, format, options_of(options), strict});
    Faults faults = reading.faults;
    return {{value_of(std::move(reading)), std::move(faults)}};
}

using Draw = std::string (AnyGame::*)(const RenderOptions&) const;

template <Draw draw>
std::string drawn(const GameObject& game, const py::kwargs& options) {
    const std::string text = options.empty() ? "" : to_json(options);
    const auto drawing = value_of(wasm::read_drawing(text));
    if (!drawing.preview.empty()) {
        const auto meaning = game.value.understand(drawing.preview);
        if (!meaning) raise_rejection(meaning.error(), game.value.legal());
    }
    return (game.value.*draw)(drawing.view());
}

py::dict perft(const GameObject& game, int depth) {
    if (depth < 0 || depth > perft_depth_max) throw py::value_error("depth must be 0 to 20");
    const AnyGame copy = game.value;
    std::vector<PerftRow> rows;
    {
        const py::gil_scoped_release others_run;
        rows = copy.perft(depth);
    }
    py::dict leaves;
    for (const auto& row : rows) leaves[py::str(row.move)] = row.leaves;
    return leaves;
}

std::string bot_move(const GameObject& game, int level, std::uint64_t seed,
                     std::optional<std::uint64_t> nodes) {
    const players::GameBot* bot = players::bot_for(game.value.traits());
    if (bot == nullptr || game.value.outcome())
        throw py::value_error("no bot can move in this game");
    if (level < players::level_min || level > players::level_max)
        throw py::value_error("level must be 1 to 8");
    const AnyGame copy = game.value;
    const py::gil_scoped_release others_run;
    return bot->answer(copy, {.level = level, .seed = seed}, {.nodes = nodes}).move;
}

/// The record, and what answers are written in.
py::tuple pickled(const GameObject& game) {
    py::dict tags = tags_of(game.value.tags());
    return py::make_tuple(value_of(game.value.write("record")), game.value.name(),
                          game.value.notation().name, tags);
}

GameObject unpickled(const py::tuple& state) {
    GameObject game =
        read(py::cast<std::string>(state[0]), py::cast<std::string>(state[1]), "record", {}, false);
    static_cast<void>(game.value.set_notation(py::cast<std::string>(state[2])));
    for (const auto& [name, value] : py::cast<py::dict>(state[3]))
        game.value.set_tag(py::cast<std::string>(name), py::cast<std::string>(value));
    return game;
}

py::tuple pickled_outcome(const Outcome& outcome) {
    return py::make_tuple(
        static_cast<int>(outcome.result),
        outcome.winner ? py::object(py::str(to_string(*outcome.winner))) : py::object(py::none()),
        outcome.reason);
}

Outcome unpickled_outcome(const py::tuple& state) {
    static std::set<std::string, std::less<>> reasons;  // what an outcome points to
    const auto winner = py::cast<std::optional<std::string_view>>(state[1]);
    return {static_cast<GameResult>(py::cast<int>(state[0])), color_of(winner),
            *reasons.insert(py::cast<std::string>(state[2])).first};
}

std::uint64_t hashed(const GameObject& game) {
    return game.value.hash() ^ std::hash<std::string_view>()(game.value.name()) ^
           game.value.event_count();
}

py::object game_infos() {
    JsonWriter out;
    out.array([&] {
        for (const GameInfo& info : games()) out.object([&] { write_members(out, info); });
    });
    return from_json(out.take());
}

/// What the text names, and how plausible each charset is that it could be in.
py::object named_charset(std::string_view text) {
    const std::string_view named = charset_named_in(text);
    if (named.empty()) return py::none();
    const std::string known = charset_named(named);
    return py::str(known.empty() ? std::string(named) : known);
}

void bind_values(py::module_& module) {
    py::class_<Outcome>(module, "Outcome", "How a game ended.")
        .def_property_readonly("result", [](const Outcome& o) { return to_string(o.result); })
        .def_property_readonly("winner",
                               [](const Outcome& o) {
                                   return o.winner ? std::optional(to_string(*o.winner))
                                                   : std::nullopt;
                               })
        .def_property_readonly("reason", [](const Outcome& o) { return o.reason; })
        .def_property_readonly("sentence", [](const Outcome& o) { return sentence(o); })
        .def(py::self == py::self)
        .def("__hash__", [](const Outcome& o) { return py::hash(py::str(sentence(o))); })
        .def(py::pickle(&pickled_outcome, &unpickled_outcome))
        .def("__repr__", [](const Outcome& o) { return "<Outcome: " + sentence(o) + ">"; })
        .def("__str__", [](const Outcome& o) { return sentence(o); });
}

void bind_game_state(py::class_<GameObject>& game) {
    game.def_property_readonly("name", [](const GameObject& g) { return g.value.name(); })
        .def_property_readonly("title", [](const GameObject& g) { return g.value.title(); })
        .def_property_readonly(
            "turn", [](const GameObject& g) { return to_string(g.value.turn()); },
            "\"white\" or \"black\".")
        .def_property_readonly(
            "awaits", [](const GameObject& g) { return to_string(g.value.awaits()); },
            "What comes next: move, roll, agreement ... or nothing.")
        .def_property_readonly(
            "outcome", [](const GameObject& g) { return g.value.outcome(); },
            "How the game ended; None while it is on.")
        .def_property_readonly(
            "effects", [](const GameObject& g) { return converted(g.effects); },
            "What the last play did: moved, captured, check, game_over ...")
        .def_property_readonly(
            "warnings", [](const GameObject& g) { return converted(g.faults); },
            "What was found while the game was read.")
        .def_property_readonly(
            "position_hash", [](const GameObject& g) { return g.value.hash(); },
            "The same for the same position.")
        .def_property(
            "notation", [](const GameObject& g) { return g.value.notation().name; },
            [](GameObject& g, std::string_view name) {
                if (auto set = g.value.set_notation(name); !set)
                    raise_faults(Faults(std::move(set.error())));
            },
            "In which moves, effects and rejections are written.")
        .def_property_readonly("tags", [](const GameObject& g) { return tags_of(g.value.tags()); })
        .def(
            "set_tag",
            [](GameObject& g, std::string_view name, std::string_view value) {
                g.value.set_tag(name, value);
            },
            py::arg("name"), py::arg("value"))
        .def_property_readonly(
            "legal", [](const GameObject& g) { return g.value.legal(); }, "Every legal move.")
        .def(
            "legal_in",
            [](const GameObject& g, std::string_view notation) {
                return value_of(g.value.legal(notation));
            },
            py::arg("notation"), "Every legal move, in another notation.")
        .def_property_readonly(
            "history", [](const GameObject& g) { return g.value.history(); }, "Every event so far.")
        .def(
            "history_in",
            [](const GameObject& g, std::string_view notation) {
                return value_of(g.value.history(notation));
            },
            py::arg("notation"), "Every event so far, in another notation.")
        .def("__len__", [](const GameObject& g) { return g.value.event_count(); })
        .def(
            "actions",
            [](const GameObject& g, std::string_view by) {
                std::vector<std::string_view> texts;
                for (const Action& action : g.value.actions(*color_of(by)))
                    texts.push_back(action.text);
                return texts;
            },
            py::arg("by"), "What this side can do beside its moves: resign, offer_draw ...");
}

void bind_game_moves(py::class_<GameObject>& game) {
    static PyMethodDef direct{
        "play", nullptr, METH_FASTCALL | METH_KEYWORDS,
        "play(self, move: Move, by: Optional[str] = None) -> Game\n\n"
        "One or more moves in any notation, all of them or none. Raises Rejection."};
    direct.ml_meth = reinterpret_cast<PyCFunction>(reinterpret_cast<void (*)()>(&play_directly));
    game.attr("play") = py::reinterpret_steal<py::object>(
        PyDescr_NewMethod(reinterpret_cast<PyTypeObject*>(game.ptr()), &direct));
    game.def("_play", &play, py::arg("move"), py::arg("by") = py::none())
        .def("check", &check, py::arg("move"), py::arg("by") = py::none(),
             "The effects that a move would have. Raises Rejection.")
        .def("is_legal", &is_legal, py::arg("move"))
        .def("understand", &understand, py::arg("move"), py::arg("by") = py::none(),
             "Whose event it is, and how a record writes it. Raises Rejection.")
        .def(
            "undo", [](GameObject& g) { return g.value.undo(); },
            "Takes the last event back; False at the start.")
        .def(
            "rewind", [](GameObject& g, std::size_t count) { g.value.rewind(count); },
            py::arg("count"), "Takes events back until no more than `count` are left.")
        .def(
            "chance_event",
            [](const GameObject& g, const std::vector<std::uint8_t>& dice) {
                if (g.value.awaits() != Awaits::chance)
                    throw py::value_error("the game does not wait for a roll");
                return g.value.chance_event(dice);
            },
            py::arg("dice"), "The event with these dice, for `play`.")
        .def_property_readonly(
            "forced", [](const GameObject& g) { return g.value.forced(); },
            "The only event there is, where nobody has anything to decide; else None.")
        .def("bot_move", &bot_move, py::kw_only(), py::arg("level") = players::level_default,
             py::arg("seed") = 0, py::arg("nodes") = py::none(),
             "What the built-in bot would play, at level 1 to 8.");
}

void bind_game_texts(py::class_<GameObject>& game) {
    game.def(
            "ask",
            [](const GameObject& g, std::string_view question, const py::object& argument) {
                return from_json(value_of(g.value.ask(question, move_text(argument))));
            },
            py::arg("question"), py::arg("argument") = "",
            "What only one game can tell: `game_infos()` lists the questions.")
        .def(
            "write",
            [](const GameObject& g, std::string_view format) {
                return value_of(g.value.write(format));
            },
            py::arg("format"), "The game in one of its formats: pgn, sgf, fen, record ...")
        .def("svg", &drawn<&AnyGame::svg>, "A picture: theme, size, coordinates ...")
        .def("text", &drawn<&AnyGame::text>, "The board for a terminal.")
        .def("_repr_svg_", [](const GameObject& g) { return g.value.svg(); })
        .def("__str__", [](const GameObject& g) { return g.value.text(); })
        .def("__repr__",
             [](const GameObject& g) {
                 return "<" + std::string(g.value.title()) + ": " +
                        std::to_string(g.value.event_count()) + " events, " +
                        (g.value.outcome() ? sentence(*g.value.outcome())
                                           : word(g.value.turn()) + " to move") +
                        ">";
             })
        .def("perft", &perft, py::arg("depth"),
             "Counts the positions after this many moves, by the first move.")
        .def("copy", [](const GameObject& g) { return g; })
        .def("__copy__", [](const GameObject& g) { return g; })
        .def("__deepcopy__", [](const GameObject& g, const py::dict&) { return g; })
        .def(
            "__eq__",
            [](const GameObject& one, const GameObject& other) { return one.value == other.value; },
            py::is_operator())
        .def("__hash__", &hashed)
        .def(py::pickle(&pickled, &unpickled));
}

}  // namespace

void bind_games(py::module_& module) {
    bind_values(module);
    py::class_<GameObject> game(module, "Game", "A game: its start and its events.");
    bind_game_state(game);
    bind_game_moves(game);
    bind_game_texts(game);
    module.def("create", &create, py::arg("name"), py::arg("options"));
    module.def("read", &read, py::arg("text"), py::arg("game") = "", py::arg("format") = "",
               py::arg("options") = py::dict(), py::arg("strict") = false);
    module.def("game_infos", &game_infos);
    module.def("detect", [](std::string_view text) { return converted(detect(text)); });
    module.def("named_charset", &named_charset);
    module.def("likely_charsets", [] {
        return std::vector<std::string_view>(likely_charsets().begin(), likely_charsets().end());
    });
    module.def("plausibility", &plausibility);
}

}  // namespace arbiter::python
