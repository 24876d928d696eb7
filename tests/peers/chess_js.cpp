#include "tests/peers/chess_js.hpp"

#include <ostream>
#include <stdexcept>

#include "core/base/json.hpp"

namespace arbiter::chess::testing {

namespace {

constexpr const char* script = ARBITER_SOURCE_DIR "/tests/peers/chess_js.mjs";

/// The answers have a known form: anything else is a defect of the script, not a case to handle.
template <class T>
const T& expect(const Json* json) {
    const T* value = json == nullptr ? nullptr : json->as<T>();
    if (value == nullptr) throw std::runtime_error("an answer of another form than expected");
    return *value;
}

const std::string& text(const Json& json, std::string_view key) {
    return expect<std::string>(json.find(key));
}

std::vector<std::string> texts(const Json& json, std::string_view key) {
    std::vector<std::string> list;
    for (const Json& item : expect<Json::Array>(json.find(key))) {
        list.push_back(expect<std::string>(&item));
    }
    return list;
}

std::map<std::string, std::string> text_map(const Json& json, std::string_view key) {
    std::map<std::string, std::string> map;
    for (const auto& [name, value] : expect<Json::Object>(json.find(key))) {
        map[name] = expect<std::string>(&value);
    }
    return map;
}

View view(const Json& json) {
    const std::vector<std::string> facts = texts(json, "facts");
    return {text(json, "fen"), text_map(json, "moves"), {facts.begin(), facts.end()}};
}

std::string to_json(const ChessJs::Question& question) {
    JsonWriter out;
    out.object([&] {
        out.member("start", question.start);
        out.key("moves");
        out.array([&] {
            for (const std::string& move : question.moves) out.value(move);
        });
        out.member("pgn", question.pgn);
    });
    return out.take();
}

}  // namespace

void PrintTo(const View& view, std::ostream* out) {
    *out << view.fen;
    for (const std::string& fact : view.facts) *out << ' ' << fact;
    for (const auto& [uci, san] : view.moves) *out << ' ' << uci << '=' << san;
}

ChessJs::ChessJs() try : process_({"node", script}) {
} catch (const std::runtime_error& error) {
    throw std::runtime_error(std::string(error.what()) +
                             "\nThis test needs node and chess.js, which `make test` installs.");
}

ChessJs::Answer ChessJs::ask(const Question& question) {
    process_.write_line(to_json(question));
    const Reading<Json> json = read_json(process_.read_line());
    if (!json) throw std::runtime_error("an answer that is not JSON");
    Answer answer;
    for (const Json& position : expect<Json::Array>(json->find("positions"))) {
        answer.positions.push_back(view(position));
    }
    answer.pgn = text(*json, "pgn");
    const Json* read = json->find("read");
    expect<Json::Object>(read);
    answer.read_fen = text(*read, "fen");
    answer.read_moves = texts(*read, "moves");
    answer.read_tags = text_map(*read, "tags");
    return answer;
}

}  // namespace arbiter::chess::testing
