#include "core/base/base64.hpp"

namespace arbiter {

namespace {

std::string encoded(std::string_view bytes, std::string_view alphabet) {
    std::string text;
    text.reserve((bytes.size() + 2) / 3 * 4);
    unsigned bits = 0;
    unsigned count = 0;
    for (const char byte : bytes) {
        bits = (bits << 8U) | static_cast<unsigned char>(byte);
        count += 8;
        while (count >= 6) {
            count -= 6;
            text += alphabet[(bits >> count) & 63U];
        }
    }
    if (count > 0) text += alphabet[(bits << (6 - count)) & 63U];
    return text;
}

}  // namespace

std::string base64(std::string_view bytes) {
    std::string text =
        encoded(bytes, "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/");
    text.append((4 - text.size() % 4) % 4, '=');
    return text;
}

std::string base64url(std::string_view bytes) {
    return encoded(bytes, "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_");
}

}  // namespace arbiter
