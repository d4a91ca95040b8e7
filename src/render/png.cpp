#include "core/write_file.hpp"
#include "render/picture.hpp"

#include <pliant/error.hpp>

#include <png.h>

namespace pliant::render {

std::string png_bytes(const Picture& picture) {
    png_image image{};
    image.version = PNG_IMAGE_VERSION;
    image.width = static_cast<png_uint_32>(picture.width);
    image.height = static_cast<png_uint_32>(picture.height);
    image.format = PNG_FORMAT_RGB;
    std::string bytes(PNG_IMAGE_PNG_SIZE_MAX(image), '\0');
    png_alloc_size_t size = bytes.size();
    if (png_image_write_to_memory(&image, bytes.data(), &size, 0, picture.rgb.data(), 0, nullptr) == 0)
        throw InputError({.what = std::string("the picture cannot be stored as PNG: ") + image.message,
                          .allowed = "at least one pixel"});
    bytes.resize(size);
    return bytes;
}

void write_png(const std::filesystem::path& path, const Picture& picture) {
    std::string bytes;
    try {
        bytes = png_bytes(picture);
    } catch (const InputError& error) {
        throw error.at(path.string(), {});
    }
    write_file(path, bytes.data(), bytes.size());
}

Picture read_png(const std::filesystem::path& path) {
    const auto refuse = [&](const std::string& what) {
        throw InputError({.what = what, .file = path.string(), .allowed = "a PNG file"});
    };
    std::error_code error;
    if (!std::filesystem::is_regular_file(path, error)) refuse("the picture does not exist");
    png_image image{};
    image.version = PNG_IMAGE_VERSION;
    if (png_image_begin_read_from_file(&image, path.c_str()) == 0)
        refuse(std::string("the picture cannot be read: ") + image.message);
    image.format = PNG_FORMAT_RGB;
    Picture picture(static_cast<int>(image.width), static_cast<int>(image.height));
    const png_color white = {255, 255, 255};
    if (png_image_finish_read(&image, &white, picture.rgb.data(), 0, nullptr) == 0)
        refuse(std::string("the picture is damaged: ") + image.message);
    return picture;
}

}  // namespace pliant::render
