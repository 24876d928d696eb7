#include "server/http/response_head.hpp"

#include <algorithm>
#include <array>
#include <utility>

#include <fmt/compile.h>

namespace arbiter::server {

namespace {

constexpr auto reasons = std::to_array<std::pair<int, std::string_view>>({
    {101, "Switching Protocols"},
    {200, "OK"},
    {201, "Created"},
    {202, "Accepted"},
    {204, "No Content"},
    {206, "Partial Content"},
    {301, "Moved Permanently"},
    {302, "Found"},
    {303, "See Other"},
    {304, "Not Modified"},
    {307, "Temporary Redirect"},
    {308, "Permanent Redirect"},
    {400, "Bad Request"},
    {401, "Unauthorized"},
    {403, "Forbidden"},
    {404, "Not Found"},
    {405, "Method Not Allowed"},
    {406, "Not Acceptable"},
    {408, "Request Timeout"},
    {409, "Conflict"},
    {410, "Gone"},
    {411, "Length Required"},
    {412, "Precondition Failed"},
    {413, "Content Too Large"},
    {414, "URI Too Long"},
    {415, "Unsupported Media Type"},
    {416, "Range Not Satisfiable"},
    {417, "Expectation Failed"},
    {422, "Unprocessable Content"},
    {426, "Upgrade Required"},
    {428, "Precondition Required"},
    {429, "Too Many Requests"},
    {431, "Request Header Fields Too Large"},
    {500, "Internal Server Error"},
    {501, "Not Implemented"},
    {502, "Bad Gateway"},
    {503, "Service Unavailable"},
    {504, "Gateway Timeout"},
    {505, "HTTP Version Not Supported"},
});

constexpr std::array<std::string_view, 7> week_days = {"Sun", "Mon", "Tue", "Wed",
                                                       "Thu", "Fri", "Sat"};
constexpr std::array<std::string_view, 12> months = {"Jan", "Feb", "Mar", "Apr", "May", "Jun",
                                                     "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"};

/// The characters of a name (RFC 9110 5.6.2).
constexpr std::array<bool, 256> token_bytes = [] {
    constexpr std::string_view marks = "!#$%&'*+-.^_`|~";
    std::array<bool, 256> is_allowed{};
    for (char c = '!'; c <= '~'; ++c) {
        is_allowed[static_cast<unsigned char>(c)] = (c >= '0' && c <= '9') ||
                                                    (c >= 'a' && c <= 'z') ||
                                                    (c >= 'A' && c <= 'Z') || marks.contains(c);
    }
    return is_allowed;
}();

bool is_token(std::string_view name) {
    return !name.empty() &&
           std::ranges::all_of(name, [](unsigned char byte) { return token_bytes[byte]; });
}

void append(std::string& out, std::string_view name, std::string_view value) {
    out.append(name).append(": ");
    const std::size_t begin = out.size();
    out.append(value);
    const auto is_control = [](unsigned char byte) { return byte < ' ' || byte == 0x7F; };
    std::ranges::replace_if(out.begin() + static_cast<std::ptrdiff_t>(begin), out.end(), is_control,
                            ' ');
    out += "\r\n";
}

}  // namespace

bool may_have_body(int status) { return status >= 200 && status != 204 && status != 304; }

std::string_view reason_phrase(int status) {
    const auto found = std::ranges::lower_bound(reasons, status, {},
                                                [](const auto& reason) { return reason.first; });
    return found != reasons.end() && found->first == status ? found->second : "Unknown";
}

std::string http_date(std::chrono::sys_seconds moment) {
    using namespace std::chrono;
    const auto day = floor<days>(moment);
    const year_month_day date(day);
    const hh_mm_ss time(moment - day);
    const auto month = static_cast<unsigned>(date.month());
    return fmt::format(FMT_COMPILE("{}, {:02} {} {:04} {:02}:{:02}:{:02} GMT"),
                       week_days[weekday(day).c_encoding()], static_cast<unsigned>(date.day()),
                       months[month - 1], static_cast<int>(date.year()), time.hours().count(),
                       time.minutes().count(), time.seconds().count());
}

std::string head_of(const Response& response, const HeadOptions& options) {
    const std::string_view reason = reason_phrase(response.status);
    constexpr std::size_t usual_size = 768;
    std::string out;
    out.reserve(usual_size);
    out.append("HTTP/1.1 ").append(std::to_string(response.status)).append(" ");
    out.append(reason).append("\r\n");
    append(out, "Date", http_date(options.date));
    for (const auto& [name, value] : response.headers) {
        if (is_token(name)) append(out, name, value);
    }
    if (options.framing == Framing::chunked) append(out, "Transfer-Encoding", "chunked");
    if (options.framing == Framing::length && may_have_body(response.status)) {
        append(out, "Content-Length", std::to_string(response.body.size()));
    }
    const bool closes = options.afterwards == Afterwards::close;
    append(out, "Connection", closes ? "close" : "keep-alive");
    out += "\r\n";
    return out;
}

void set_common_headers(Response& response) {
    const auto has = [&](std::string_view name) {
        return std::ranges::any_of(response.headers,
                                   [&](const auto& header) { return header.first == name; });
    };
    constexpr std::size_t more_later = 12;  // of the transport and for other sites
    response.headers.reserve(response.headers.size() + more_later);
    response.headers.emplace_back("X-Content-Type-Options", "nosniff");
    response.headers.emplace_back("Referrer-Policy", "no-referrer");
    if (!has("Cache-Control")) response.headers.emplace_back("Cache-Control", "no-store");
    if (!has("Content-Security-Policy")) {
        response.headers.emplace_back("Content-Security-Policy",
                                      "default-src 'none'; style-src 'unsafe-inline'");
    }
}

}  // namespace arbiter::server
