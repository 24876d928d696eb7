#include <mutex>

#include "bindings/python/batch/batch.hpp"
#include "bindings/python/convert.hpp"

namespace arbiter::python {

namespace {

/// A row of memory that numpy owns.
template <class T>
std::span<T> span_of(const py::buffer_info& info, std::size_t size) {
    if (static_cast<std::size_t>(info.size) != size || info.itemsize != sizeof(T))
        throw py::value_error("an array has another size than the batch");
    return {static_cast<T*>(info.ptr), size};
}

/// A batch with its arrays. The lock is taken without the GIL: threads that share a batch take turns.
class BatchObject {
public:
    BatchObject(std::string_view game, const py::dict& options, const batch::Settings& settings)
        : settings_(settings),
          batch_(value_of(batch::make_batch(game, options_of(options), settings))) {}

    py::tuple shape() const {
        const batch::Shape shape = batch_->shape();
        return py::make_tuple(shape.channels, shape.height, shape.width, shape.actions);
    }

    void begin(const std::vector<py::buffer>& arrays, std::uint64_t seed) {
        std::vector<py::buffer_info> infos;
        for (const py::buffer& array : arrays) infos.push_back(array.request(true));
        const std::size_t n = settings_.size;
        const batch::Shape shape = batch_->shape();
        const batch::Arrays spans{
            span_of<std::uint8_t>(infos.at(0), n * shape.bytes()),
            span_of<std::uint8_t>(infos.at(1), n * static_cast<std::size_t>(shape.actions)),
            span_of<float>(infos.at(2), 2 * n),
            span_of<std::uint8_t>(infos.at(3), n),
            span_of<std::uint8_t>(infos.at(4), n),
            span_of<std::uint8_t>(infos.at(5), n)};
        without_gil([&] { batch_->begin(spans, seed); });
        infos_ = std::move(infos);
    }

    void step(const py::buffer& actions) {
        const py::buffer_info info = actions.request();
        const auto chosen = span_of<std::int64_t>(info, settings_.size);
        std::size_t wrong = 0;
        without_gil([&] { wrong = batch_->step(chosen); });
        if (wrong == settings_.size) return;
        throw py::value_error("action " + std::to_string(chosen[wrong]) + " is not legal in game " +
                              std::to_string(wrong));
    }

    void sample(const py::buffer& actions) {
        const py::buffer_info info = actions.request(true);
        const auto chosen = span_of<std::int64_t>(info, settings_.size);
        without_gil([&] { batch_->sample(chosen); });
    }

    void restart(std::size_t game, std::string_view start) {
        Faults faults;
        without_gil([&] { faults = batch_->restart(checked(game), start); });
        if (faults.fatal()) raise_faults(faults);
    }

    void observe(std::size_t game, std::string_view side, const py::buffer& planes) {
        const py::buffer_info info = planes.request(true);
        const auto seen = span_of<std::uint8_t>(info, batch_->shape().bytes());
        const Color color = *color_of(side);
        without_gil([&] { batch_->observe(checked(game), color, seen); });
    }

    std::string state(std::size_t game) {
        std::string text;
        without_gil([&] { text = batch_->state(checked(game)); });
        return text;
    }

    std::string name(std::size_t game, std::int64_t action) {
        if (action < 0 || action >= batch_->shape().actions)
            throw py::value_error("there is no such action");
        std::string text;
        without_gil(
            [&] { text = batch_->name(checked(game), static_cast<batch::Action>(action)); });
        return text;
    }

private:
    std::size_t checked(std::size_t game) const {
        if (game >= settings_.size) throw py::index_error("the batch has no such game");
        return game;
    }

    template <class Work>
    void without_gil(Work work) {
        const py::gil_scoped_release others_run;
        const std::scoped_lock one_at_a_time(mutex_);
        work();
    }

    batch::Settings settings_;
    std::unique_ptr<batch::Batch> batch_;
    std::vector<py::buffer_info> infos_;  // keep the arrays
    std::mutex mutex_;
};

}  // namespace

void bind_batches(py::module_& module) {
    py::class_<BatchObject>(module, "Batch")
        .def(py::init([](std::string_view game, const py::dict& options, std::size_t size,
                         std::size_t threads, std::uint32_t moves_max, bool restarts,
                         std::vector<std::string> starts, std::optional<int> opponent,
                         std::string_view side) {
                 if (size < 1 || threads < 1 || threads > 1024)
                     throw py::value_error("a batch has at least one game and one thread");
                 return std::make_unique<BatchObject>(
                     game, options,
                     batch::Settings{.size = size,
                                     .threads = std::min(threads, size),
                                     .moves_max = moves_max,
                                     .restarts = restarts,
                                     .starts = std::move(starts),
                                     .opponent = opponent,
                                     .side = *color_of(side)});
             }),
             py::arg("game"), py::arg("options"), py::arg("size"), py::arg("threads") = 1,
             py::arg("moves_max") = 0, py::arg("restarts") = true,
             py::arg("starts") = std::vector<std::string>{}, py::arg("opponent") = py::none(),
             py::arg("side") = "white")
        .def_property_readonly("shape", &BatchObject::shape)
        .def("begin", &BatchObject::begin)
        .def("step", &BatchObject::step)
        .def("sample", &BatchObject::sample)
        .def("restart", &BatchObject::restart)
        .def("observe", &BatchObject::observe)
        .def("state", &BatchObject::state)
        .def("name", &BatchObject::name);
}

}  // namespace arbiter::python
