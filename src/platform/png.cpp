#include "platform/png.hpp"

#include <cmath>
#include <memory>
#include <stdexcept>
#include <utility>

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

/// What the encoder writes to. Encoding takes longer than drawing, and stops here.
struct Output {
    const std::stop_token& stop;
    std::string png{};
};

cairo_status_t append(void* target, const unsigned char* bytes, unsigned int length) {
    auto& output = *static_cast<Output*>(target);
    if (output.stop.stop_requested()) return CAIRO_STATUS_WRITE_ERROR;
    output.png.append(bytes, bytes + length);
    return CAIRO_STATUS_SUCCESS;
}

int pixels(double length) { return static_cast<int>(std::lround(length)); }

/// Draws one band after another, so that there is a place to stop between them.
void draw(RsvgHandle* picture, cairo_t* context, const RsvgRectangle& area,
          const std::stop_token& stop) {
    constexpr int band = 512;
    for (int top = 0; top < pixels(area.height); top += band) {
        if (stop.stop_requested()) throw Stopped();
        cairo_save(context);
        cairo_rectangle(context, 0, top, area.width, band);
        cairo_clip(context);
        GError* error = nullptr;
        require(rsvg_handle_render_document(picture, context, &area, &error) != 0, error);
        cairo_restore(context);
    }
}

}  // namespace

std::string png_of(const std::string& svg, const std::stop_token& stop) {
    GError* error = nullptr;
    const auto* bytes = reinterpret_cast<const guint8*>(svg.data());
    const Picture picture(rsvg_handle_new_from_data(bytes, svg.size(), &error));
    require(picture != nullptr, error);

    RsvgRectangle area{};
    require(rsvg_handle_get_intrinsic_size_in_pixels(picture.get(), &area.width, &area.height) != 0,
            nullptr);
    const Surface surface(
        cairo_image_surface_create(CAIRO_FORMAT_ARGB32, pixels(area.width), pixels(area.height)));
    const Context context(cairo_create(surface.get()));
    draw(picture.get(), context.get(), area, stop);

    Output output{stop};
    const auto status = cairo_surface_write_to_png_stream(surface.get(), append, &output);
    if (stop.stop_requested()) throw Stopped();
    require(status == CAIRO_STATUS_SUCCESS, nullptr);
    return std::move(output.png);
}

}  // namespace arbiter::platform
