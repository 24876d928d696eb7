#include "tests/peers/sabaki_sgf.hpp"

#include <ostream>
#include <stdexcept>

#include "core/base/json.hpp"

namespace arbiter::go::testing {

namespace {

constexpr const char* script = ARBITER_SOURCE_DIR "/tests/peers/sabaki_sgf.mjs";

/// The answers have a known form: anything else is a defect of the script, not a case to handle.
template <class T>
const T& expect(const Json* json) {
    const T* value = json == nullptr ? nullptr : json->as<T>();
    if (value == nullptr) throw std::runtime_error("an answer of another form than expected");
    return *value;
}

NodeView node_view(const Json& json) {
    NodeView node;
    node.parent = static_cast<std::size_t>(expect<std::int64_t>(json.find("parent")));
    for (const Json& property : expect<Json::Array>(json.find("properties"))) {
        const auto& pair = expect<Json::Array>(&property);
        auto& texts = node.properties[expect<std::string>(&pair.at(0))];
        for (const Json& text : expect<Json::Array>(&pair.at(1))) {
            texts.push_back(expect<std::string>(&text));
        }
    }
    return node;
}

}  // namespace

void PrintTo(const NodeView& node, std::ostream* out) {
    *out << "after " << node.parent << ':';
    for (const auto& [name, texts] : node.properties) {
        *out << ' ' << name;
        for (const std::string& text : texts) *out << '[' << text << ']';
    }
}

SabakiSgf::SabakiSgf() try : process_({"node", script}) {
} catch (const std::runtime_error& error) {
    throw std::runtime_error(std::string(error.what()) +
                             "\nThis test needs node and @sabaki/sgf, which `make test` installs.");
}

SabakiSgf::Answer SabakiSgf::ask(const std::string& sgf) {
    JsonWriter out;
    out.value(sgf);
    process_.write_line(out.take());
    const Reading<Json> json = read_json(process_.read_line());
    if (!json) throw std::runtime_error("an answer that is not JSON");
    Answer answer;
    for (const Json& game : expect<Json::Array>(json->find("games"))) {
        GameView& view = answer.games.emplace_back();
        for (const Json& node : expect<Json::Array>(&game)) view.push_back(node_view(node));
    }
    answer.sgf = expect<std::string>(json->find("sgf"));
    return answer;
}

}  // namespace arbiter::go::testing
