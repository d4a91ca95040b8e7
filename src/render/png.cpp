#include "core/assert.hpp"
#include "core/write_file.hpp"
#include "render/picture.hpp"

#include <pliant/error.hpp>

#include <png.h>

#include <csetjmp>

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

namespace {

void append_bytes(png_structp png, png_bytep bytes, png_size_t size) {
    static_cast<std::string*>(png_get_io_ptr(png))->append(reinterpret_cast<const char*>(bytes), size);
}
void nothing_to_flush(png_structp) {}

}  // namespace

void write_png16(const std::filesystem::path& path, int width, int height, const std::vector<std::uint16_t>& rgb) {
    PLIANT_ASSERT(rgb.size() == 3 * static_cast<std::size_t>(width) * static_cast<std::size_t>(height));
    std::string bytes;
    png_structp png = png_create_write_struct(PNG_LIBPNG_VER_STRING, nullptr, nullptr, nullptr);
    png_infop info = png_create_info_struct(png);
    if (setjmp(png_jmpbuf(png)) != 0) {
        png_destroy_write_struct(&png, &info);
        throw InputError({.what = "the picture cannot be stored as PNG", .file = path.string()});
    }
    png_set_write_fn(png, &bytes, append_bytes, nothing_to_flush);
    png_set_IHDR(png, info, static_cast<png_uint_32>(width), static_cast<png_uint_32>(height), 16, PNG_COLOR_TYPE_RGB,
                 PNG_INTERLACE_NONE, PNG_COMPRESSION_TYPE_DEFAULT, PNG_FILTER_TYPE_DEFAULT);
    png_write_info(png, info);
    png_set_swap(png);  // PNG is big-endian
    for (int y = 0; y < height; ++y)
        png_write_row(png, reinterpret_cast<png_const_bytep>(
                               &rgb[3 * static_cast<std::size_t>(y) * static_cast<std::size_t>(width)]));
    png_write_end(png, info);
    png_destroy_write_struct(&png, &info);
    write_file(path, bytes.data(), bytes.size());
}

Picture read_png(const std::filesystem::path& path) {
    const auto refuse = [&](const std::string& what) {
        throw InputError({.what = what,
                          .file = path.string(),
                          .allowed = "a PNG file",
                          .hint = "paths in a scene are relative to the scene's file"});
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
