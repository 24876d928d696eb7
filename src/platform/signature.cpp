#include "platform/signature.hpp"

#include <array>
#include <charconv>
#include <cstring>
#include <optional>
#include <stdexcept>
#include <vector>

#include <fcntl.h>
#include <openssl/evp.h>
#include <openssl/pem.h>
#include <unistd.h>

#include "core/base/sha256.hpp"

namespace arbiter::platform {

namespace {

using Bytes = std::vector<std::uint8_t>;

struct Free {
    void operator()(EVP_PKEY* key) const { EVP_PKEY_free(key); }
    void operator()(EVP_MD_CTX* context) const { EVP_MD_CTX_free(context); }
    void operator()(BIO* bio) const { BIO_free(bio); }
};
using Key = std::unique_ptr<EVP_PKEY, Free>;
using Digest = std::unique_ptr<EVP_MD_CTX, Free>;
using Memory = std::unique_ptr<BIO, Free>;

constexpr std::size_t key_size = 32;
constexpr std::size_t signature_size = 64;

const std::uint8_t* bytes_of(std::string_view text) {
    return reinterpret_cast<const std::uint8_t*>(text.data());
}

std::optional<Bytes> bytes_in(std::string_view hex, std::size_t size) {
    if (hex.size() != 2 * size) return std::nullopt;
    Bytes bytes(size);
    for (std::size_t i = 0; i < size; ++i) {
        const char* pair = hex.data() + 2 * i;
        const auto [end, error] = std::from_chars(pair, pair + 2, bytes[i], 16);
        if (error != std::errc() || end != pair + 2) return std::nullopt;
    }
    return bytes;
}

void require(bool good) {
    if (!good) throw std::runtime_error("the cryptographic library failed");
}

std::string pem_of(EVP_PKEY* key) {
    const Memory memory(BIO_new(BIO_s_mem()));
    require(PEM_write_bio_PrivateKey(memory.get(), key, nullptr, nullptr, 0, nullptr, nullptr) ==
            1);
    char* text = nullptr;
    const auto size = BIO_get_mem_data(memory.get(), &text);
    return {text, static_cast<std::size_t>(size)};
}

FileError error_with(const std::filesystem::path& path, std::string_view what) {
    return {path.string() + ": " + std::string(what)};
}

/// Fails if the file is there already.
std::expected<void, FileError> write_secret(const std::filesystem::path& path,
                                            std::string_view text) {
    const int file = ::open(path.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0600);
    if (file < 0) return std::unexpected(error_with(path, std::strerror(errno)));
    const bool written = ::write(file, text.data(), text.size()) == std::ssize(text);
    const bool synced = written && ::fsync(file) == 0;
    ::close(file);
    if (synced) return {};
    return std::unexpected(error_with(path, "the key cannot be written"));
}

}  // namespace

struct SigningKey::Secret {
    Key key;
};

SigningKey::SigningKey(std::unique_ptr<Secret> secret) : secret_(std::move(secret)) {
    std::array<std::uint8_t, key_size> raw{};
    std::size_t size = raw.size();
    require(EVP_PKEY_get_raw_public_key(secret_->key.get(), raw.data(), &size) == 1);
    public_key_ = to_hex(raw);
}
SigningKey::SigningKey(SigningKey&&) noexcept = default;
SigningKey& SigningKey::operator=(SigningKey&&) noexcept = default;
SigningKey::~SigningKey() = default;

SigningKey SigningKey::generate() {
    Key key(EVP_PKEY_Q_keygen(nullptr, nullptr, "ED25519"));
    require(key != nullptr);
    return SigningKey(std::make_unique<Secret>(std::move(key)));
}

std::expected<SigningKey, FileError> SigningKey::in_file(const std::filesystem::path& path) {
    constexpr std::size_t size_max = 4096;
    if (!std::filesystem::exists(path)) {
        SigningKey made = generate();
        const auto written = write_secret(path, pem_of(made.secret_->key.get()));
        if (!written) return std::unexpected(written.error());
        return made;
    }
    const auto text = read_file(path, size_max);
    if (!text) return std::unexpected(text.error());
    const Memory memory(BIO_new_mem_buf(text->data(), static_cast<int>(text->size())));
    Key key(PEM_read_bio_PrivateKey(memory.get(), nullptr, nullptr, nullptr));
    if (!key || EVP_PKEY_get_id(key.get()) != EVP_PKEY_ED25519) {
        return std::unexpected(error_with(path, "not the PEM file of an Ed25519 key"));
    }
    return SigningKey(std::make_unique<Secret>(std::move(key)));
}

std::string SigningKey::sign(std::string_view text) const {
    const Digest context(EVP_MD_CTX_new());
    std::array<std::uint8_t, signature_size> signature{};
    std::size_t size = signature.size();
    require(EVP_DigestSignInit(context.get(), nullptr, nullptr, nullptr, secret_->key.get()) == 1);
    require(EVP_DigestSign(context.get(), signature.data(), &size, bytes_of(text), text.size()) ==
            1);
    return to_hex(signature);
}

bool is_signed(std::string_view text, std::string_view signature, std::string_view public_key) {
    const auto raw = bytes_in(public_key, key_size);
    const auto bytes = bytes_in(signature, signature_size);
    if (!raw || !bytes) return false;
    const Key key(EVP_PKEY_new_raw_public_key(EVP_PKEY_ED25519, nullptr, raw->data(), raw->size()));
    const Digest context(EVP_MD_CTX_new());
    return key && EVP_DigestVerifyInit(context.get(), nullptr, nullptr, nullptr, key.get()) == 1 &&
           EVP_DigestVerify(context.get(), bytes->data(), bytes->size(), bytes_of(text),
                            text.size()) == 1;
}

}  // namespace arbiter::platform
