#pragma once

#include <cstdint>
#include <expected>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/json.hpp"
#include "platform/signature.hpp"
#include "store/journal.hpp"

namespace arbiter::store {

/// What the server signs when it acknowledges a change: that this game had this entry. Its hash chains
/// all before it, so the whole record up to there is the one that was acknowledged.
struct Receipt {
    std::string game;
    std::uint64_t version = 0;
    std::string hash;       ///< of the entry
    std::string key;        ///< public, of the server
    std::string signature;  ///< Ed25519, of `signed_text`

    bool operator==(const Receipt&) const = default;
};

/// "arbiter receipt\nGAME\nVERSION\nHASH"
std::string signed_text(const Receipt& receipt);

/// Without the key and the signature, which are added.
Receipt signed_with(const platform::SigningKey& key, Receipt receipt);

/// {"game": ..., "version": ..., "hash": ..., "key": ..., "signature": ...}
void write(JsonWriter& out, const Receipt& receipt);

/// One in each line: a receipt, or an answer of the server with a member `receipt`.
std::expected<std::vector<Receipt>, std::string> read_receipts(std::string_view lines);

/// Nothing if the receipt is genuine and the store holds what it acknowledges. `key` is the public key
/// that is trusted; empty: that of the receipt.
std::optional<Damage> compare(Store& store, const Receipt& receipt, std::string_view key);

}  // namespace arbiter::store
