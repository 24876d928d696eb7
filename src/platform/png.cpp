#include "platform/png.hpp"

#include <cmath>
#include <memory>
#include <stdexcept>

#include <cairo.h>
#include <librsvg/rsvg.h>

namespace arbiter::platform {

namespace {

template <auto Release>
struct Releaser {
    template <class T>
    void operator()(T* object) const {
        Release(object);
    }
};
using Picture = std::unique_ptr<RsvgHandle, Releaser<g_object_unref>>;
using Surface = std::unique_ptr<cairo_surface_t, Releaser<cairo_surface_destroy>>;
using Context = std::unique_ptr<cairo_t, Releaser<cairo_destroy>>;
using Error = std::unique_ptr<GError, Releaser<g_error_free>>;

void require(bool good, GError* error) {
    const Error owned(error);
    if (!good) throw std::runtime_error(owned ? owned->message : "the picture cannot be drawn");
}

cairo_status_t append(void* text, const unsigned char* bytes, unsigned int length) {
    static_cast<std::string*>(text)->append(bytes, bytes + length);
    return CAIRO_STATUS_SUCCESS;
}

}  // namespace

std::string png_of(const std::string& svg) {
    GError* error = nullptr;
    const auto* bytes = reinterpret_cast<const guint8*>(svg.data());
    const Picture picture(rsvg_handle_new_from_data(bytes, svg.size(), &error));
    require(picture != nullptr, error);

    RsvgRectangle area{};
    require(rsvg_handle_get_intrinsic_size_in_pixels(picture.get(), &area.width, &area.height) != 0,
            nullptr);
    const auto pixels = [](double length) { return static_cast<int>(std::lround(length)); };
    const Surface surface(
        cairo_image_surface_create(CAIRO_FORMAT_ARGB32, pixels(area.width), pixels(area.height)));
    const Context context(cairo_create(surface.get()));
    require(rsvg_handle_render_document(picture.get(), context.get(), &area, &error) != 0, error);

    std::string png;
    require(cairo_surface_write_to_png_stream(surface.get(), append, &png) == CAIRO_STATUS_SUCCESS,
            nullptr);
    return png;
}

}  // namespace arbiter::platform
