#include "render/draw.hpp"

#include "core/assert.hpp"
#include "core/hash.hpp"
#include "core/parallel.hpp"
#include "core/random.hpp"
#include "render/film.hpp"
#include "render/sampling.hpp"

#include <pliant/error.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <optional>

namespace pliant::render {
namespace {

constexpr int largest_side = 16384;
constexpr int tile = 16;

void check(const DrawSettings& s) {
    if (s.width < 1 || s.height < 1 || s.width > largest_side || s.height > largest_side) {
        throw InputError({.what = "the picture's size is out of range",
                          .file = {},
                          .path = {},
                          .value = fmt::format("{} x {}", s.width, s.height),
                          .allowed = fmt::format("1 to {} pixels each way", largest_side),
                          .hint = {}});
    }
    PLIANT_ASSERT(s.antialias >= 1 && s.sky_samples >= 1);
}

struct Eye {
    Vec3f position, right, up, forward;  // right and up reach from the middle of the picture to its sides
};

FilmPixel expose(const World& world, const Eye& eye, const DrawSettings& settings, int x, int y) {
    const int side = settings.antialias;
    const std::uint32_t first = window_rank(x, y) * static_cast<std::uint32_t>(side * side);
    Hash seed;
    seed.add_value(x);
    seed.add_value(y);
    Random random(seed.value());
    PixelSum sum;
    for (int s = 0; s < side * side; ++s) {
        const double px = x + (s % side + random.uniform()) / side;
        const double py = y + (s / side + random.uniform()) / side;
        const auto across = static_cast<float>(2 * px / settings.width - 1);
        const auto above = static_cast<float>(1 - 2 * py / settings.height);
        const Vec3f direction = (eye.forward + across * eye.right + above * eye.up).normalized();
        sum.add(shade(world, eye.position, direction, first + static_cast<std::uint32_t>(s)));
    }
    return sum.mean(world.light, eye.position, eye.forward);
}

void expose_tile(const World& world, const Eye& eye, const DrawSettings& settings, int left, int top, Film& film) {
    for (int y = top; y < std::min(top + tile, film.height); ++y) {
        for (int x = left; x < std::min(left + tile, film.width); ++x) {
            const std::size_t at =
                static_cast<std::size_t>(y) * static_cast<std::size_t>(film.width) + static_cast<std::size_t>(x);
            film.pixels[at] = expose(world, eye, settings, x, y);
        }
    }
}

}  // namespace

Drawing draw(const Stage& stage, const View& view, const DrawSettings& settings) {
    check(settings);
    const Camera camera = make_camera(view, static_cast<double>(settings.width) / settings.height);
    const auto pixel = static_cast<float>(2 * camera.half_height / settings.height);
    const Tracer tracer(stage, view.target, pixel);
    std::optional<Tracer> ghosts;
    if (!stage.ghosts.empty()) ghosts.emplace(stage, view.target, pixel, true);
    const double scale = (view.eye - view.target).norm();
    World world{tracer, ghosts ? &*ghosts : nullptr, {}, make_light(camera, view), pixel, settings.sky_samples};
    for (const Plane& plane : stage.planes) world.floors.emplace_back(plane, view.target, scale);
    const Eye eye{(view.eye - view.target).cast<float>(), (camera.half_width * camera.right).cast<float>(),
                  (camera.half_height * camera.up).cast<float>(), camera.forward.cast<float>()};

    Film film{settings.width, settings.height, world.pixel, {}};
    film.pixels.resize(static_cast<std::size_t>(film.width) * static_cast<std::size_t>(film.height));
    const int columns = (film.width + tile - 1) / tile;
    const int rows = (film.height + tile - 1) / tile;
    for_chunks(static_cast<std::size_t>(columns * rows), 1, settings.parallel, [&](std::size_t i, std::size_t) {
        const int t = static_cast<int>(i);
        expose_tile(world, eye, settings, tile * (t % columns), tile * (t / columns), film);
    });
    std::vector<std::uint8_t> things;
    for (const FilmPixel& at : film.pixels) things.push_back(at.thing ? 1 : 0);
    return {develop(film, world.light, settings.parallel), std::move(things), tracer.skipped()};
}

}  // namespace pliant::render
