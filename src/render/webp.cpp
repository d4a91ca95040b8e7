#include "render/webp.hpp"

#include "core/write_file.hpp"

#include <pliant/error.hpp>

#include <fmt/format.h>
#include <webp/encode.h>
#include <webp/mux.h>

#include <cmath>
#include <new>

namespace pliant::render {
namespace {

constexpr float quality = 85;  // of 100: artefacts stay below what is seen in a moving picture

[[noreturn]] void refuse(std::string what, std::string value, std::string allowed) {
    throw InputError({.what = std::move(what),
                      .file = {},
                      .path = {},
                      .value = std::move(value),
                      .allowed = std::move(allowed),
                      .hint = {}});
}

}  // namespace

struct WebpAnimation::Encoder {
    int width = 0;
    int height = 0;
    double fps = 0;
    int frames = 0;
    WebPConfig config{};
    std::unique_ptr<WebPAnimEncoder, decltype(&WebPAnimEncoderDelete)> handle{nullptr, &WebPAnimEncoderDelete};

    /// When frame number `frame` starts, in milliseconds; rounded from exact times so that the errors do not add up.
    int start(int frame) const { return static_cast<int>(std::lround(1000.0 * frame / fps)); }
};

WebpAnimation::WebpAnimation(int width, int height, double fps) : encoder_(std::make_unique<Encoder>()) {
    if (!(fps > 0) || fps > 1000)
        refuse("the frame rate does not fit an animation", fmt::format("{}", fps), "above 0, at most 1000 per second");
    if (width < 1 || height < 1 || width > WEBP_MAX_DIMENSION || height > WEBP_MAX_DIMENSION) {
        refuse("the picture's size does not fit WebP", fmt::format("{} x {}", width, height),
               fmt::format("1 to {} pixels", WEBP_MAX_DIMENSION));
    }
    Encoder& e = *encoder_;
    e.width = width;
    e.height = height;
    e.fps = fps;
    WebPAnimEncoderOptions options;
    if (!WebPAnimEncoderOptionsInit(&options) || !WebPConfigPreset(&e.config, WEBP_PRESET_DRAWING, quality))
        throw std::bad_alloc();
    e.handle.reset(WebPAnimEncoderNew(width, height, &options));
    if (!e.handle) throw std::bad_alloc();
}

WebpAnimation::~WebpAnimation() = default;

void WebpAnimation::add(const Picture& frame) {
    Encoder& e = *encoder_;
    if (frame.width != e.width || frame.height != e.height) {
        refuse("a frame has another size than the animation", fmt::format("{} x {}", frame.width, frame.height),
               fmt::format("{} x {}", e.width, e.height));
    }
    WebPPicture picture;
    if (!WebPPictureInit(&picture)) throw std::bad_alloc();
    const std::unique_ptr<WebPPicture, decltype(&WebPPictureFree)> guard(&picture, &WebPPictureFree);
    picture.width = e.width;
    picture.height = e.height;
    picture.use_argb = 1;
    if (!WebPPictureImportRGB(&picture, frame.rgb.data(), 3 * e.width)) throw std::bad_alloc();
    if (!WebPAnimEncoderAdd(e.handle.get(), &picture, e.start(e.frames), &e.config)) {
        refuse("the frame cannot be stored as WebP", WebPAnimEncoderGetError(e.handle.get()), {});
    }
    ++e.frames;
}

void WebpAnimation::write(const std::filesystem::path& path) {
    Encoder& e = *encoder_;
    if (e.frames == 0) refuse("an animation needs a frame", "none", "at least one");
    WebPData data;
    WebPDataInit(&data);
    const std::unique_ptr<WebPData, decltype(&WebPDataClear)> guard(&data, &WebPDataClear);
    if (!WebPAnimEncoderAdd(e.handle.get(), nullptr, e.start(e.frames), nullptr) ||
        !WebPAnimEncoderAssemble(e.handle.get(), &data)) {
        refuse("the animation cannot be stored as WebP", WebPAnimEncoderGetError(e.handle.get()), {});
    }
    write_file(path, data.bytes, data.size);
}

void write_webp_animation(const std::filesystem::path& path, const std::vector<Picture>& frames, double fps) {
    if (frames.empty()) refuse("an animation needs a frame", "none", "at least one");
    WebpAnimation animation(frames.front().width, frames.front().height, fps);
    for (const Picture& frame : frames) animation.add(frame);
    animation.write(path);
}

}  // namespace pliant::render
