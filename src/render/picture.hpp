// A finished picture and the files it can be written to.
#pragma once

#include "render/color.hpp"

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <string>
#include <vector>

namespace pliant::render {

/// 8-bit sRGB, three bytes a pixel, rows from the top; rgb.size() == 3 · width · height.
struct Picture {
    Picture() = default;
    Picture(int width, int height, Color fill = {});

    int width = 0;
    int height = 0;
    std::vector<std::uint8_t> rgb;

    std::uint8_t* pixel(int x, int y) { return rgb.data() + offset(x, y); }
    const std::uint8_t* pixel(int x, int y) const { return rgb.data() + offset(x, y); }
    bool operator==(const Picture&) const = default;

  private:
    std::size_t offset(int x, int y) const {
        return 3 * (static_cast<std::size_t>(y) * static_cast<std::size_t>(width) + static_cast<std::size_t>(x));
    }
};

/// Lays `color` over the pixel with the given opacity in [0, 1]; outside the picture nothing happens.
void blend_pixel(Picture& picture, int x, int y, Color color, float opacity);

/// Blends a filled rectangle with rounded corners; `radius` in pixels.
void blend_rectangle(Picture& picture, int left, int top, int width, int height, float radius, Color color,
                     float opacity);

/// The bytes of a PNG file. Throws InputError for a picture without pixels.
std::string png_bytes(const Picture& picture);

/// Writes a PNG, under a temporary name that is renamed when complete. Throws InputError and leaves nothing behind.
void write_png(const std::filesystem::path& path, const Picture& picture);

/// Writes 16-bit channels, red green blue, as they are: for numbers, not for eyes. As write_png otherwise.
void write_png16(const std::filesystem::path& path, int width, int height, const std::vector<std::uint16_t>& rgb);

/// Reads a PNG of any kind as 8-bit sRGB; what is transparent is laid on white. Throws InputError.
Picture read_png(const std::filesystem::path& path);

}  // namespace pliant::render
