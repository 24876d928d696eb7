#pragma once

#include <expected>
#include <filesystem>
#include <memory>
#include <string>
#include <string_view>

#include "platform/files.hpp"

/// Ed25519 (RFC 8032). Keys and signatures are in hexadecimal.
namespace arbiter::platform {

class SigningKey {
public:
    /// From a PEM file, which is made if it is not there; only its owner may read it then.
    static std::expected<SigningKey, FileError> in_file(const std::filesystem::path& path);
    /// A new one that is kept nowhere.
    static SigningKey generate();

    SigningKey(SigningKey&&) noexcept;
    SigningKey& operator=(SigningKey&&) noexcept;
    SigningKey(const SigningKey&) = delete;
    SigningKey& operator=(const SigningKey&) = delete;
    ~SigningKey();

    std::string sign(std::string_view text) const;
    const std::string& public_key() const { return public_key_; }

private:
    struct Secret;
    explicit SigningKey(std::unique_ptr<Secret> secret);

    std::unique_ptr<Secret> secret_;
    std::string public_key_;
};

/// Whether the owner of the key signed this text.
bool is_signed(std::string_view text, std::string_view signature, std::string_view public_key);

}  // namespace arbiter::platform
