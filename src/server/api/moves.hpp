#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

#include "platform/signature.hpp"
#include "server/api/form.hpp"
#include "server/games/move.hpp"
#include "server/http/message.hpp"
#include "server/http/target.hpp"

/// What a room answers, as HTTP says it.
namespace arbiter::server {

/// What the answer is about, and how it is written.
struct Answering {
    std::string move;
    Form form;
    const platform::SigningKey* receipt_key = nullptr;  ///< null: no receipts
    /// What `complete_answer` made last, which the first answer then need not make and sign again.
    std::shared_ptr<std::string> completed = nullptr;
};
Response response_to(const MoveResult& result, const Answering& answering);

/// Adds to an answer what a repetition of the request gets.
void complete_answer(store::Answer& answer, const Accepted& accepted, const Answering& answering);

/// The version as an ETag: "12" in quotes.
std::string etag_of(std::uint64_t version);
/// The version that an If-Match header names: "12", W/"12" or 12.
std::optional<std::uint64_t> version_in(std::string_view if_match);
/// Digits and nothing else.
std::optional<std::uint64_t> number_in(std::string_view text);
/// A number in the query; `otherwise` if it is missing.
std::expected<std::uint64_t, Problem> query_number(const Target& query, std::string_view name,
                                                   std::uint64_t otherwise);

}  // namespace arbiter::server
