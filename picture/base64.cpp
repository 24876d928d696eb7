#include <memory>

#include <glib.h>

#include "picture/png.hpp"

// Apart from what draws, so that who only needs this, the fuzzers for example, gets this alone.

namespace arbiter::picture {

std::string base64_of(std::string_view bytes) {
    const auto* data = reinterpret_cast<const guchar*>(bytes.data());
    const auto release = [](gchar* text) { g_free(text); };
    const std::unique_ptr<gchar, decltype(release)> text(g_base64_encode(data, bytes.size()),
                                                         release);
    return text.get();
}

}  // namespace arbiter::picture
