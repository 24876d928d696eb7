#include "store/receipt.hpp"

#include <algorithm>

namespace arbiter::store {

namespace {

std::expected<Receipt, std::string> receipt_in(const Json& json) {
    const Json* nested = json.find("receipt");
    const Json& object = nested != nullptr ? *nested : json;
    const auto text = [&](std::string_view name) {
        const Json* member = object.find(name);
        const auto* value = member != nullptr ? member->as<std::string>() : nullptr;
        return value != nullptr ? *value : std::string();
    };
    const Json* version = object.find("version");
    const auto* number = version != nullptr ? version->as<std::int64_t>() : nullptr;
    Receipt receipt{
        .game = text("game"),
        .version = number != nullptr && *number > 0 ? static_cast<std::uint64_t>(*number) : 0,
        .hash = text("hash"),
        .key = text("key"),
        .signature = text("signature")};
    if (receipt.game.empty() || receipt.version == 0 || receipt.hash.empty() ||
        receipt.key.empty() || receipt.signature.empty()) {
        return std::unexpected("not a receipt: game, version, hash, key and signature are needed");
    }
    return receipt;
}

}  // namespace

std::string signed_text(const Receipt& receipt) {
    return "arbiter receipt\n" + receipt.game + "\n" + std::to_string(receipt.version) + "\n" +
           receipt.hash;
}

Receipt signed_with(const platform::SigningKey& key, Receipt receipt) {
    receipt.key = key.public_key();
    receipt.signature = key.sign(signed_text(receipt));
    return receipt;
}

void write(JsonWriter& out, const Receipt& receipt) {
    out.object([&] {
        out.member("game", receipt.game);
        out.member("version", receipt.version);
        out.member("hash", receipt.hash);
        out.member("key", receipt.key);
        out.member("signature", receipt.signature);
    });
}

std::expected<std::vector<Receipt>, std::string> read_receipts(std::string_view lines) {
    std::vector<Receipt> receipts;
    for (std::size_t number = 1; !lines.empty(); ++number) {
        const std::size_t end = std::min(lines.find('\n'), lines.size());
        const std::string_view line = lines.substr(0, end);
        lines.remove_prefix(std::min(end + 1, lines.size()));
        if (line.find_first_not_of(" \t\r") == line.npos) continue;
        const auto json = read_json(line);
        auto receipt = json ? receipt_in(*json.value)
                            : std::expected<Receipt, std::string>(std::unexpected("not JSON"));
        if (!receipt) {
            return std::unexpected("line " + std::to_string(number) + ": " + receipt.error());
        }
        receipts.push_back(*std::move(receipt));
    }
    return receipts;
}

std::optional<Damage> compare(Store& store, const Receipt& receipt, std::string_view key) {
    const auto damage = [&](std::string sentence) {
        return Damage{receipt.game, receipt.version, std::move(sentence)};
    };
    if (!key.empty() && key != receipt.key) return damage("the receipt is of another server");
    if (!platform::is_signed(signed_text(receipt), receipt.signature, receipt.key)) {
        return damage("the signature of the receipt is wrong");
    }
    const auto entries = store.read(receipt.game, receipt.version - 1);
    if (!entries) return damage(entries.error().sentence);
    if (entries->empty()) return damage("it was acknowledged, and is not there");
    if (entries->front().hash == receipt.hash) return std::nullopt;
    return damage("the record up to here is not the one that was acknowledged");
}

}  // namespace arbiter::store
