#include "render/picture.hpp"
#include "core/write_file.hpp"

#include <pliant/error.hpp>

#include <png.h>

namespace pliant::render {

void write_png(const std::filesystem::path& path, const Picture& picture) {
    png_image image{};
    image.version = PNG_IMAGE_VERSION;
    image.width = static_cast<png_uint_32>(picture.width);
    image.height = static_cast<png_uint_32>(picture.height);
    image.format = PNG_FORMAT_RGB;
    std::vector<std::uint8_t> bytes(PNG_IMAGE_PNG_SIZE_MAX(image));
    png_alloc_size_t size = bytes.size();
    if (png_image_write_to_memory(&image, bytes.data(), &size, 0, picture.rgb.data(), 0, nullptr) == 0) {
        throw InputError({.what = std::string("the picture cannot be stored as PNG: ") + image.message,
                          .file = path.string(),
                          .path = {},
                          .value = {},
                          .allowed = "at least one pixel",
                          .hint = {}});
    }
    write_file(path, bytes.data(), size);
}

}  // namespace pliant::render
