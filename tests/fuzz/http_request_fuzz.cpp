// What a client may send: requests of HTTP/1.1, one after another, as the server reads them.

#include <algorithm>
#include <string>
#include <vector>

#include "server/http/request_parser.hpp"
#include "tests/fuzz/oracles.hpp"
#include "tests/fuzz/target.hpp"

namespace arbiter::server::http_request_fuzz {
namespace {

using fuzz::require;

constexpr std::size_t size_max = 1024;
constexpr RequestLimits limits{
    .header_size_max = 16 << 10, .target_size_max = 256, .body_size_max = 512};

/// The requests that are understood before the first fault or the end. As the session of a
/// connection does it, with `piece` bytes at a time.
std::vector<Request> read(std::string_view bytes, std::size_t piece) {
    std::vector<Request> requests;
    RequestParser parser(limits);
    std::string input;
    while (!bytes.empty() || !input.empty()) {
        const bool head_done = parser.head_done();
        const auto used = parser.put(input);
        if (!used) {
            require(used.error().status >= 400 && used.error().status < 600,
                    "a fault has a status");
            require(!used.error().detail.empty(), "a fault is told in words");
            return requests;
        }
        require(*used <= input.size(), "nothing is used that is not there");
        input.erase(0, *used);
        if (parser.done()) {
            requests.push_back(parser.take());
            parser = RequestParser(limits);
        } else if (*used == 0 && head_done == parser.head_done()) {
            if (bytes.empty()) break;
            input += bytes.substr(0, piece);
            bytes.remove_prefix(std::min(piece, bytes.size()));
        }
    }
    return requests;
}

bool is_one_line(std::string_view text) {
    return text.find_first_of(std::string_view("\r\n\0", 3)) == text.npos;
}

void require_sound(const Request& request) {
    require(!request.method.empty() && is_one_line(request.method), "a request has a method");
    require(request.target.starts_with('/') || request.target == "*", "a target is a path or all");
    require(request.target.size() <= limits.target_size_max + 1, "a target is not too long");
    require(is_one_line(request.target) && !request.target.contains(' '), "a target is one word");
    require(request.body.size() <= limits.body_size_max, "a body is not too large");
    for (const auto& [name, value] : request.headers) {
        require(!name.empty() && is_one_line(name) && is_one_line(value), "a header is one line");
        require(!request.header(name).empty() || request.header(name).data() != nullptr,
                "a header is found by its name");
    }
}

bool same(const Request& a, const Request& b) {
    return a.method == b.method && a.target == b.target && a.headers == b.headers &&
           a.body == b.body;
}

/// In the plainest way, without what says how long the body is.
std::string written(const Request& request) {
    std::string text = request.method + ' ' + request.target + " HTTP/1.1\r\n";
    bool has_host = false;
    for (const auto& [name, value] : request.headers) {
        const Request one{.headers = {{name, value}}};
        const auto is = [&](std::string_view other) { return one.header(other).data() != nullptr; };
        if (is("Content-Length") || is("Transfer-Encoding")) continue;
        has_host = has_host || is("Host");
        text += name + ": " + value + "\r\n";
    }
    if (!has_host) text += "Host: \r\n";
    text += "Content-Length: " + std::to_string(request.body.size()) + "\r\n\r\n";
    return text + request.body;
}

void look_at(std::string_view bytes) {
    const auto whole = read(bytes, bytes.size());
    std::ranges::for_each(whole, require_sound);
    fuzz::require_one(
        bytes,
        [&] {
            for (const Request& request : whole) {
                const std::string text = written(request);
                const auto again = read(text, text.size());
                require(again.size() == 1, "what is written is read again");
                require(again[0].body == request.body && again[0].target == request.target,
                        "what is written is read as itself");
            }
        },
        [&] {
            const auto dribbled = read(bytes, 1);
            require(std::ranges::equal(whole, dribbled, same),
                    "pieces make no difference to requests");
        });
}

const arbiter::fuzz::Target target({.name = "http_request", .size_max = size_max, .look = look_at});

}  // namespace
}  // namespace arbiter::server::http_request_fuzz
