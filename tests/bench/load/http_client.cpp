#include "tests/bench/load/http_client.hpp"

#include <charconv>
#include <stdexcept>
#include <utility>

namespace arbiter::bench::load {

namespace {

std::size_t number_at(std::string_view text, std::size_t place) {
    std::size_t number = 0;
    std::from_chars(text.data() + place, text.data() + text.size(), number);
    return number;
}

}  // namespace

HttpFrame http_frame(std::string_view input) {
    constexpr std::string_view end_of_head = "\r\n\r\n";
    constexpr std::string_view length = "\r\nContent-Length: ";
    const auto end = input.find(end_of_head);
    if (end == std::string_view::npos) return {};
    const std::string_view head = input.substr(0, end);
    const auto named = head.find(length);
    const auto body = named == std::string_view::npos ? 0 : number_at(head, named + length.size());
    const auto size = end + end_of_head.size() + body;
    if (input.size() < size) return {};
    const auto status = number_at(head, std::string_view("HTTP/1.1 ").size());
    return {size, {static_cast<int>(status), input.substr(size - body, body)}};
}

void HttpClient::ask(const Request& request, Answered answered) {
    if (answered_) throw std::logic_error("the request before has not been answered yet");
    answered_ = std::move(answered);
    std::string text(request.method);
    text.append(" ").append(request.target).append(" HTTP/1.1\r\nHost: 127.0.0.1\r\n");
    if (!request.key.empty()) {
        text.append("Authorization: Bearer ").append(request.key).append("\r\n");
    }
    if (!request.body.empty()) {
        text.append("Content-Type: application/json\r\nContent-Length: ");
        text.append(std::to_string(request.body.size())).append("\r\n");
    }
    send(text.append("\r\n").append(request.body));
}

std::size_t HttpClient::receive(std::string_view input) {
    const HttpFrame frame = http_frame(input);
    if (frame.size == 0) return 0;
    if (!answered_) throw std::runtime_error("the server answered what nobody asked");
    // What it leads to may be the next request.
    std::exchange(answered_, nullptr)(frame.reply);
    return frame.size;
}

}  // namespace arbiter::bench::load
