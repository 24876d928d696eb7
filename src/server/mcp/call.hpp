#pragma once

#include <array>
#include <string>
#include <string_view>
#include <utility>

#include "server/http/problem.hpp"
#include "server/mcp/machine.hpp"

/// What the methods of the machine share: a request, its results and its errors.
namespace arbiter::server::mcp {

// JSON-RPC 2.0, 5.1
inline constexpr int parse_error = -32700;
inline constexpr int invalid_request = -32600;
inline constexpr int method_not_found = -32601;
inline constexpr int invalid_params = -32602;
inline constexpr int internal_error = -32603;
// MCP
inline constexpr int resource_not_found = -32002;  // up to 2025-11-25; then invalid_params
inline constexpr int header_mismatch = -32020;
inline constexpr int unsupported_version = -32022;

inline constexpr std::int64_t hour_ms = 3'600'000;

inline constexpr std::string_view version_key = "io.modelcontextprotocol/protocolVersion";
inline constexpr std::string_view capabilities_key = "io.modelcontextprotocol/clientCapabilities";
inline constexpr std::string_view server_key = "io.modelcontextprotocol/serverInfo";

/// Nothing if it is missing or not a string.
inline const std::string* text(const Json& object, std::string_view key) {
    const Json* found = object.find(key);
    return found != nullptr ? found->as<std::string>() : nullptr;
}

/// The entries of a list; none if it is not one, or null.
inline const Json::Array& entries_of(const Json* json) {
    static const Json::Array none;
    const auto* list = json != nullptr ? json->as<Json::Array>() : nullptr;
    return list != nullptr ? *list : none;
}

/// How the watches of a request are called.
inline std::string name_of(const Json& id) {
    JsonWriter out;
    out.value(id);
    return out.take();
}

/// Every revision that is spoken here, as JSON.
void write_versions(JsonWriter& out);

inline void write_server(JsonWriter& out) {
    out.object([&] {
        out.member("name", "arbiter");
        out.member("title", "Arbiter");
        out.member("version", ARBITER_VERSION);
    });
}

/// Since 2026-07-28: how long a result stays valid, and for whom.
enum class Freshness : std::uint8_t {
    none,       ///< not stated
    passing,    ///< may differ the next time
    permanent,  ///< the same for everybody with this program
};

/// A request that waits for its answer.
struct Machine::Call {
    Json id;
    std::string method;
    Json params;
    Caller caller;

    const Json* meta() const { return params.find("_meta"); }
    /// Whether it names its revision itself.
    bool is_modern() const { return meta() != nullptr && meta()->find(version_key) != nullptr; }

    /// On behalf of the caller.
    Request of_caller(Request request) const {
        request.address = caller.address;
        request.at = caller.at;
        request.given_up = caller.given_up;
        return request;
    }

    template <class Members>
    Answer result(Freshness freshness, Members members) const {
        JsonWriter out;
        out.object([&] {
            out.member("jsonrpc", "2.0");
            out.member("id", id);
            out.key("result");
            out.object([&] {
                if (is_modern()) write_modern_members(out, freshness);
                members(out);
            });
        });
        return {.message = out.take()};
    }

private:
    static void write_modern_members(JsonWriter& out, Freshness freshness) {
        out.member("resultType", "complete");
        out.key("_meta");
        out.object([&] {
            out.key(server_key);
            write_server(out);
        });
        if (freshness == Freshness::none) return;
        const bool lasts = freshness == Freshness::permanent;
        out.member("ttlMs", lasts ? hour_ms : 0);
        out.member("cacheScope", lasts ? "public" : "private");
    }
};

/// Why a message is not processed.
struct Machine::Fault {
    int code;
    std::string sentence;
    int status = 200;
    std::string data{};  ///< JSON; empty: none

    Answer to(const Json& id) const {
        JsonWriter out;
        out.object([&] {
            out.member("jsonrpc", "2.0");
            out.member("id", id);
            out.key("error");
            out.object([&] {
                out.member("code", code);
                out.member("message", sentence);
                if (data.empty()) return;
                out.key("data");
                out.raw(data);
            });
        });
        return {.message = out.take(), .status = status};
    }

    /// For a resource: the problem that the API reported.
    static Fault unread(const Call& call, std::string_view uri, const Problem& why) {
        const int not_found = call.is_modern() ? invalid_params : resource_not_found;
        const int wrong = why.status == 404 ? not_found : invalid_params;
        const auto document = read_json(why.document);
        const auto* detail = document ? text(*document, "detail") : nullptr;
        JsonWriter out;
        out.object([&] {
            out.member("uri", uri);
            if (document) out.member("problem", *document);
        });
        return {why.status < 500 ? wrong : internal_error,
                detail != nullptr ? *detail : "the resource cannot be read", 200, out.take()};
    }

    static Fault unsupported(std::string_view requested) {
        JsonWriter out;
        out.object([&] {
            out.key("supported");
            write_versions(out);
            out.member("requested", requested);
        });
        return {unsupported_version, "this revision of the protocol is not spoken here", 400,
                out.take()};
    }
};

}  // namespace arbiter::server::mcp
