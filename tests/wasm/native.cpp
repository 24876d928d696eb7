// The functions of wasm/abi.hpp in a native build, to be compared with the module byte by byte.
//
// Reads one call a line, a JSON array of its name and its numbers and texts, and prints nothing but
// what these lines ask for:
//     ["digest"]   the SHA-256 of every status and answer since the last one, in hexadecimal
//     ["last"]     the status of the last call, and its answer as a JSON string

#include <algorithm>
#include <array>
#include <cstring>
#include <iostream>
#include <string>
#include <string_view>

#include "bindings/wasm/abi.hpp"
#include "core/base/json.hpp"
#include "core/base/sha256.hpp"

namespace arbiter::wasm {

namespace {

/// The numbers of a call: its own, and the size of each text in its place.
struct Call {
    std::array<std::int64_t, 3> numbers{};

    std::size_t size(std::size_t i) const { return static_cast<std::size_t>(numbers[i]); }
    Handle game(std::size_t i = 0) const { return static_cast<Handle>(numbers[i]); }
    Node node(std::size_t i) const { return static_cast<Node>(numbers[i]); }
    std::int32_t number(std::size_t i) const { return static_cast<std::int32_t>(numbers[i]); }
    Side side(std::size_t i) const { return Side{number(i)}; }
};

struct Function {
    std::string_view name;
    Status (*run)(const Call&);
};

constexpr std::array functions{
    Function{"arbiter_games", [](const Call&) { return arbiter_games(); }},
    Function{"arbiter_detect", [](const Call& c) { return arbiter_detect(c.size(0), c.size(1)); }},
    Function{"arbiter_charsets",
             [](const Call& c) { return arbiter_charsets(c.size(0), c.size(1)); }},
    Function{"arbiter_plausibility",
             [](const Call& c) { return arbiter_plausibility(c.size(0), c.size(1)); }},
    Function{"arbiter_new", [](const Call& c) { return arbiter_new(c.size(0), c.size(1)); }},
    Function{"arbiter_load", [](const Call& c) { return arbiter_load(c.size(0), c.size(1)); }},
    Function{"arbiter_load_all",
             [](const Call& c) { return arbiter_load_all(c.size(0), c.size(1)); }},
    Function{"arbiter_copy", [](const Call& c) { return arbiter_copy(c.game()); }},
    Function{"arbiter_state", [](const Call& c) { return arbiter_state(c.game()); }},
    Function{"arbiter_equal", [](const Call& c) { return arbiter_equal(c.game(), c.game(1)); }},
    Function{"arbiter_legal", [](const Call& c) { return arbiter_legal(c.game(), c.size(1)); }},
    Function{"arbiter_history", [](const Call& c) { return arbiter_history(c.game(), c.size(1)); }},
    Function{"arbiter_check",
             [](const Call& c) { return arbiter_check(c.game(), c.size(1), c.side(2)); }},
    Function{"arbiter_play",
             [](const Call& c) { return arbiter_play(c.game(), c.size(1), c.side(2)); }},
    Function{"arbiter_understand",
             [](const Call& c) { return arbiter_understand(c.game(), c.size(1), c.side(2)); }},
    Function{"arbiter_undo", [](const Call& c) { return arbiter_undo(c.game()); }},
    Function{"arbiter_set_tag",
             [](const Call& c) { return arbiter_set_tag(c.game(), c.size(1), c.size(2)); }},
    Function{"arbiter_ask",
             [](const Call& c) { return arbiter_ask(c.game(), c.size(1), c.size(2)); }},
    Function{"arbiter_beside_state", [](const Call& c) { return arbiter_beside_state(c.game()); }},
    Function{"arbiter_write", [](const Call& c) { return arbiter_write(c.game(), c.size(1)); }},
    Function{"arbiter_svg", [](const Call& c) { return arbiter_svg(c.game(), c.size(1)); }},
    Function{"arbiter_text", [](const Call& c) { return arbiter_text(c.game(), c.size(1)); }},
    Function{"arbiter_perft", [](const Call& c) { return arbiter_perft(c.game(), c.number(1)); }},
    Function{"arbiter_bot_move",
             [](const Call& c) {
                 return arbiter_bot_move(c.game(), c.number(1),
                                         static_cast<std::uint32_t>(c.number(2)));
             }},
    Function{"arbiter_document_load",
             [](const Call& c) { return arbiter_document_load(c.size(0), c.size(1)); }},
    Function{"arbiter_document_of", [](const Call& c) { return arbiter_document_of(c.game()); }},
    Function{"arbiter_document_tree",
             [](const Call& c) { return arbiter_document_tree(c.game(), c.size(1)); }},
    Function{"arbiter_document_game",
             [](const Call& c) { return arbiter_document_game(c.game(), c.node(1)); }},
    Function{"arbiter_document_add",
             [](const Call& c) { return arbiter_document_add(c.game(), c.node(1), c.size(2)); }},
    Function{"arbiter_document_remove",
             [](const Call& c) { return arbiter_document_remove(c.game(), c.node(1)); }},
    Function{"arbiter_document_promote",
             [](const Call& c) { return arbiter_document_promote(c.game(), c.node(1)); }},
    Function{
        "arbiter_document_annotate",
        [](const Call& c) { return arbiter_document_annotate(c.game(), c.node(1), c.size(2)); }},
    Function{
        "arbiter_document_set_tag",
        [](const Call& c) { return arbiter_document_set_tag(c.game(), c.size(1), c.size(2)); }},
    Function{"arbiter_document_write",
             [](const Call& c) { return arbiter_document_write(c.game(), c.size(1)); }},
};

Call handed_over(const Json::Array& line) {
    Call call;
    std::string texts;
    for (std::size_t i = 1; i < std::min(line.size(), call.numbers.size() + 1); ++i) {
        if (const auto* number = line[i].as<std::int64_t>()) call.numbers[i - 1] = *number;
        if (const auto* text = line[i].as<std::string>()) {
            call.numbers[i - 1] = static_cast<std::int64_t>(text->size());
            texts += *text;
        }
    }
    if (texts.empty()) return call;
    std::memcpy(arbiter_request(texts.size()), texts.data(), texts.size());
    return call;
}

std::string_view answer() {
    const Exchange& exchange = *arbiter_exchange();
    return {exchange.answer, exchange.answer_size};
}

class Session {
public:
    bool run(const Json::Array& line) {
        const auto* name = line.empty() ? nullptr : line[0].as<std::string>();
        if (name == nullptr) return false;
        if (*name == "digest") return print_digest(), true;
        if (*name == "last") return print_last(), true;
        const Call call = handed_over(line);
        if (*name == "arbiter_free") return arbiter_free(call.game()), true;
        if (*name == "arbiter_document_free") return arbiter_document_free(call.game()), true;
        const auto* known = std::ranges::find(functions, *name, &Function::name);
        if (known == functions.end()) return false;
        status_ = static_cast<int>(known->run(call));
        digested_ += std::to_string(status_);
        digested_ += answer();
        return true;
    }

private:
    void print_digest() {
        std::cout << to_hex(sha256(digested_)) << '\n';
        digested_.clear();
    }

    void print_last() const {
        JsonWriter out;
        out.value(answer());
        std::cout << status_ << ' ' << out.text() << '\n';
    }

    int status_ = 0;
    std::string digested_;
};

}  // namespace

}  // namespace arbiter::wasm

int main() {
    std::ios::sync_with_stdio(false);
    arbiter::wasm::Session session;
    for (std::string line; std::getline(std::cin, line);) {
        const auto document = arbiter::read_json(line);
        const auto* call = document ? document->as<arbiter::Json::Array>() : nullptr;
        if (call == nullptr || !session.run(*call)) {
            std::cerr << "no call: " << line.substr(0, 200) << '\n';
            return 1;
        }
    }
    return std::cout.flush() ? 0 : 1;
}
