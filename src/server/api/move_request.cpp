#include "server/api/move_request.hpp"

#include <array>

#include "server/api/moves.hpp"
#include "server/api/stateless.hpp"

namespace arbiter::server {

namespace {

using Keys = std::span<const std::string_view>;
using Number = std::optional<std::uint64_t>;

/// A move that is the body itself. An action may have a move of its own: the one that a draw is
/// claimed with.
bool is_bare(const Json& body) {
    if (const auto* list = body.as<Json::Array>()) return !list->empty();
    const auto* members = body.as<Json::Object>();
    if (members == nullptr) return !body.is_null();
    const auto has = [&](std::string_view key) { return body.find(key) != nullptr; };
    return !members->empty() && !has("ply") && !has("version") && (has("action") || !has("move"));
}

/// An object with the member `move` and none but the known ones; a bare move is put into one.
std::expected<Json, Problem> read_enveloped(std::string_view text, Keys keys) {
    auto body = read_any_body(text);
    if (!body) return body;
    if (!is_bare(*body)) return read_body(text, keys);
    Json::Object envelope;
    envelope.push_back({"move", *std::move(body)});
    return Json{std::move(envelope)};
}

/// A member of the body, or a parameter of the query.
std::expected<std::string, Problem> read_setting(const Json& body, const Target& target,
                                                 std::string_view key) {
    auto value = read_word(body, key);
    if (value && value->empty()) return std::string(target.text(key));
    return value;
}

std::expected<Form, Problem> read_form(const Json& body, const Target& target) {
    auto notation = read_setting(body, target, "notation");
    auto format = read_setting(body, target, "format");
    if (!notation) return std::unexpected(notation.error());
    if (!format) return std::unexpected(format.error());
    return Form{*std::move(notation), *std::move(format)};
}

std::expected<Number, Problem> read_number(const Json& body, std::string_view key) {
    const Json* member = body.find(key);
    if (member == nullptr || member->is_null()) return std::nullopt;
    const auto* value = member->as<std::int64_t>();
    if (value == nullptr || *value < 0) {
        return wrong("bad_parameter", std::string(key) + " is a whole number");
    }
    return static_cast<std::uint64_t>(*value);
}

std::expected<Number, Problem> read_ply(const Json& body, const Target& target) {
    auto ply = read_number(body, "ply");
    const auto parameter = target.parameter("ply");
    if (!ply || !parameter) return ply;
    const auto named = number_in(*parameter);
    if (!named) return wrong("bad_parameter", "ply is a whole number");
    if (*ply && **ply != *named) {
        return wrong("bad_parameter", "the query and the body name different plies");
    }
    return named;
}

std::expected<Number, Problem> read_version(const Json& body, const Request& request) {
    auto version = read_number(body, "version");
    const auto if_match = request.header("If-Match");
    if (!version || if_match.empty()) return version;
    const auto named = version_in(if_match);
    if (!named) {
        return std::unexpected(
            problem(400, "bad_if_match", "If-Match names a version in quotes, as ETag does"));
    }
    if (*version && **version != *named) {
        return std::unexpected(
            problem(400, "bad_if_match", "If-Match and the body name different versions"));
    }
    return named;
}

}  // namespace

std::expected<ReadMove, Problem> read_move_request(const Request& request, const Target& target) {
    static constexpr std::array<std::string_view, 5> keys{"move", "ply", "version", "notation",
                                                          "format"};
    const auto body = read_enveloped(request.body, keys);
    if (!body) return std::unexpected(body.error());
    auto move = read_move(*body);
    const auto ply = read_ply(*body, target);
    const auto version = read_version(*body, request);
    auto form = read_form(*body, target);
    if (!move) return std::unexpected(move.error());
    if (!ply) return std::unexpected(ply.error());
    if (!version) return std::unexpected(version.error());
    if (!form) return std::unexpected(form.error());
    return ReadMove{*std::move(move), {.version = *version, .ply = *ply}, *std::move(form)};
}

std::expected<ReadCheck, Problem> read_check_request(const Request& request, const Target& target) {
    static constexpr std::array<std::string_view, 4> keys{"move", "by", "notation", "format"};
    const auto body = read_enveloped(request.body, keys);
    if (!body) return std::unexpected(body.error());
    auto move = read_move(*body);
    const auto by = read_side(*body);
    auto form = read_form(*body, target);
    if (!move) return std::unexpected(move.error());
    if (!by) return std::unexpected(by.error());
    if (!form) return std::unexpected(form.error());
    return ReadCheck{*std::move(move), *by, *std::move(form)};
}

}  // namespace arbiter::server
