#include "platform/png.hpp"

#include <cmath>
#include <cstdint>
#include <memory>
#include <stdexcept>
#include <utility>

#include "platform/library.hpp"

// The few declarations of librsvg, cairo and GLib that are needed: their development packages bring
// a hundred others along. None of these has changed since librsvg 2.52.
extern "C" {
struct RsvgHandle;
struct cairo_surface_t;
struct cairo_t;
struct GError {
    std::uint32_t domain;
    int code;
    char* message;
};
struct RsvgRectangle {
    double x;
    double y;
    double width;
    double height;
};
using WritePng = int(void* target, const unsigned char* bytes, unsigned int length);
}

namespace arbiter::platform {

namespace {

constexpr int argb32 = 0;           // CAIRO_FORMAT_ARGB32
constexpr int status_success = 0;   // CAIRO_STATUS_SUCCESS
constexpr int status_failure = 11;  // CAIRO_STATUS_WRITE_ERROR

struct Drawing {
    Library library{librsvg};
    RsvgHandle* (*read)(const std::uint8_t* bytes, std::size_t size,
                        GError** error) = library["rsvg_handle_new_from_data"];
    int (*size)(RsvgHandle* picture, double* width,
                double* height) = library["rsvg_handle_get_intrinsic_size_in_pixels"];
    int (*render)(RsvgHandle* picture, cairo_t* context, const RsvgRectangle* area,
                  GError** error) = library["rsvg_handle_render_document"];
    cairo_surface_t* (*new_surface)(int format, int width,
                                    int height) = library["cairo_image_surface_create"];
    int (*write_png)(cairo_surface_t* surface, WritePng* write,
                     void* target) = library["cairo_surface_write_to_png_stream"];
    cairo_t* (*new_context)(cairo_surface_t* surface) = library["cairo_create"];
    void (*save)(cairo_t* context) = library["cairo_save"];
    void (*restore)(cairo_t* context) = library["cairo_restore"];
    void (*clip)(cairo_t* context) = library["cairo_clip"];
    void (*rectangle)(cairo_t* context, double x, double y, double width,
                      double height) = library["cairo_rectangle"];
    void (*free_object)(void* object) = library["g_object_unref"];
    void (*free_error)(GError* error) = library["g_error_free"];
    void (*free_surface)(cairo_surface_t* surface) = library["cairo_surface_destroy"];
    void (*free_context)(cairo_t* context) = library["cairo_destroy"];
};

const Drawing& rsvg() {
    static const Drawing functions;
    return functions;
}

struct Release {
    void operator()(RsvgHandle* picture) const { rsvg().free_object(picture); }
    void operator()(GError* error) const { rsvg().free_error(error); }
    void operator()(cairo_surface_t* surface) const { rsvg().free_surface(surface); }
    void operator()(cairo_t* context) const { rsvg().free_context(context); }
};
template <class T>
using Owned = std::unique_ptr<T, Release>;

void require(bool good, GError* error) {
    const Owned<GError> owned(error);
    if (!good) throw std::runtime_error(owned ? owned->message : "the picture cannot be drawn");
}

/// What the encoder writes to. Encoding takes longer than drawing, and stops here.
struct Output {
    const std::stop_token& stop;
    std::string png{};
};

int append(void* target, const unsigned char* bytes, unsigned int length) {
    auto& output = *static_cast<Output*>(target);
    if (output.stop.stop_requested()) return status_failure;
    output.png.append(bytes, bytes + length);
    return status_success;
}

int pixels(double length) { return static_cast<int>(std::lround(length)); }

/// Draws one band after another, so that there is a place to stop between them.
void draw(RsvgHandle* picture, cairo_t* context, const RsvgRectangle& area,
          const std::stop_token& stop) {
    constexpr int band = 512;
    for (int top = 0; top < pixels(area.height); top += band) {
        if (stop.stop_requested()) throw Stopped();
        rsvg().save(context);
        rsvg().rectangle(context, 0, top, area.width, band);
        rsvg().clip(context);
        GError* error = nullptr;
        require(rsvg().render(picture, context, &area, &error) != 0, error);
        rsvg().restore(context);
    }
}

}  // namespace

std::string png_of(const std::string& svg, const std::stop_token& stop) {
    GError* error = nullptr;
    const auto* bytes = reinterpret_cast<const std::uint8_t*>(svg.data());
    const Owned<RsvgHandle> picture(rsvg().read(bytes, svg.size(), &error));
    require(picture != nullptr, error);

    RsvgRectangle area{};
    require(rsvg().size(picture.get(), &area.width, &area.height) != 0, nullptr);
    const Owned<cairo_surface_t> surface(
        rsvg().new_surface(argb32, pixels(area.width), pixels(area.height)));
    const Owned<cairo_t> context(rsvg().new_context(surface.get()));
    draw(picture.get(), context.get(), area, stop);

    Output output{stop};
    const auto status = rsvg().write_png(surface.get(), append, &output);
    if (stop.stop_requested()) throw Stopped();
    require(status == status_success, nullptr);
    return std::move(output.png);
}

}  // namespace arbiter::platform
