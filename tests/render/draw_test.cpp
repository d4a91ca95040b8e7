#include "scenes.hpp"

#include "core/random.hpp"
#include "render/light.hpp"
#include "render/palette.hpp"
#include "render/solids.hpp"

#include <pliant/error.hpp>

#include <gtest/gtest.h>
#include <tbb/global_control.h>
#include <tbb/task_arena.h>

#include <limits>

namespace pliant::render {
namespace {

/// A heap of balls, some in exactly the same place: which of them is seen must not depend on threads.
Stage heap(double scale = 1, const Vec3& shift = Vec3::Zero()) {
    Random random(11);
    Spheres balls;
    for (int i = 0; i < 3000; ++i) {
        const Vec3 p(random.uniform(-1, 1), random.uniform(0, 1), random.uniform(-1, 1));
        for (int twin = 0; twin < (i % 10 == 0 ? 2 : 1); ++twin) {
            balls.centers.push_back(shift + scale * p);
            balls.radii.push_back(static_cast<float>(0.05 * scale));
            balls.colors.push_back(categorical(i + 5 * twin));
        }
    }
    Stage stage;
    stage.spheres.push_back(std::move(balls));
    stage.meshes.push_back(placed(box_solid(Vec3::Constant(0.5 * scale)),
                                  Eigen::Affine3d(Eigen::Translation3d(shift + scale * Vec3(1.3, 0.25, 0))), red));
    return stage;
}

View heap_view(double scale = 1, const Vec3& shift = Vec3::Zero()) {
    const Box box{shift + scale * Vec3(-1, 0, -1), shift + scale * Vec3(1.6, 1, 1)};
    return frame_view(box, 16.0 / 9);
}

TEST(Draw, gives_the_same_bytes_for_any_number_of_threads) {
    const tbb::global_control allow(tbb::global_control::max_allowed_parallelism, 8);
    Stage stage = heap();
    stage.planes.emplace_back();
    DrawSettings settings = small(160, 90);
    settings.parallel = false;
    const Picture alone = draw(stage, heap_view(), settings).picture;
    settings.parallel = true;
    for (int threads : {1, 2, 3, 8}) {
        tbb::task_arena arena(threads);
        const Picture together = arena.execute([&] { return draw(stage, heap_view(), settings).picture; });
        EXPECT_EQ(alone, together) << threads << " threads";
    }
}

TEST(Draw, an_empty_stage_is_a_light_backdrop_paler_towards_the_horizon) {
    View view;
    view.eye = Vec3(0, 0, 5);
    const Drawing drawing = draw({}, view, small());
    EXPECT_EQ(drawing.skipped, 0u);
    EXPECT_EQ(drawing.picture.rgb.size(), 3u * 96 * 54);
    const double top = brightness(drawing.picture, {48, 0});
    const double middle = brightness(drawing.picture, {48, 27});
    EXPECT_GT(top, 0.5);
    EXPECT_GT(middle, top);
    EXPECT_LT(middle, 1);
}

TEST(Draw, a_sphere_appears_where_it_is_projected_and_nowhere_else) {
    Random random(3);
    const View view = frame_view(Box{Vec3::Constant(-1), Vec3::Constant(1)}, 16.0 / 9);
    const Picture empty = draw({}, view, small()).picture;
    for (int trial = 0; trial < 20; ++trial) {
        const Vec3 center(random.uniform(-0.8, 0.8), random.uniform(-0.8, 0.8), random.uniform(-0.8, 0.8));
        Stage stage;
        stage.spheres.push_back(one_sphere(center, 0.15));
        const Picture picture = draw(stage, view, small()).picture;
        const auto [x, y] = pixel_of(view, picture, center);
        const std::uint8_t* p = picture.pixel(x, y);
        EXPECT_GT(p[0], p[1] + 20) << center.transpose();
        EXPECT_GT(p[0], p[2] + 20) << center.transpose();
        for (int cx : {0, picture.width - 1}) {
            for (int cy : {0, picture.height - 1}) {
                for (int k = 0; k < 3; ++k) EXPECT_EQ(picture.pixel(cx, cy)[k], empty.pixel(cx, cy)[k]);
            }
        }
    }
}

TEST(Draw, a_sphere_darkens_the_ground_in_its_shadow) {
    View view;
    view.eye = Vec3(0, 3, 6);
    const Camera camera = make_camera(view, 16.0 / 9);
    const Vec3 to_sun = make_light(camera, view).to_sun.cast<double>();
    const Vec3 center(0, 1.2, 0);
    const Vec3 shadow = center - center.y() / to_sun.y() * to_sun;
    Stage stage;
    stage.planes.emplace_back();
    const Picture bare = draw(stage, view, small()).picture;
    stage.spheres.push_back(one_sphere(center, 0.3));
    const Picture shaded = draw(stage, view, small()).picture;
    const auto at = pixel_of(view, bare, shadow);
    EXPECT_LT(brightness(shaded, at), 0.8 * brightness(bare, at));
    EXPECT_GT(brightness(shaded, at), 0.1) << "the sky still lights it";
    const auto sunny = pixel_of(view, bare, Vec3(-1.5, 0, 0.5));
    EXPECT_NEAR(brightness(shaded, sunny), brightness(bare, sunny), 0.03);
}

TEST(Draw, a_ground_seen_from_below_is_not_there) {
    View view;
    view.eye = Vec3(0, -1, 5);
    view.target = Vec3(0, -1, 0);
    Stage stage;
    stage.planes.emplace_back();
    EXPECT_EQ(draw(stage, view, small()).picture, draw({}, view, small()).picture);
}

TEST(Draw, a_tessellated_sphere_looks_like_a_sphere) {
    View view;
    view.eye = Vec3(2, 2, 4);
    Stage round;
    round.planes.push_back({Vec3(0, -0.7, 0), Vec3::UnitY(), {0.8f, 0.8f, 0.8f}});
    Stage facets = round;
    round.spheres.push_back(one_sphere(Vec3::Zero(), 0.7));
    facets.meshes.push_back(placed(sphere_solid(0.7), Eigen::Affine3d::Identity(), red));
    const Picture a = draw(round, view, small()).picture;
    const Picture b = draw(facets, view, small()).picture;
    EXPECT_LT(share_different(a, b, 6), 0.005);
    EXPECT_LT(share_different(a, b, 24), 0.0005);
}

TEST(Draw, a_scene_looks_the_same_at_every_scale) {
    Stage metres = heap();
    metres.planes.emplace_back();
    const Picture expected = draw(metres, heap_view(), small()).picture;
    for (double scale : {1e-3, 1e3}) {
        Stage scaled = heap(scale);
        scaled.planes.emplace_back();
        const Picture picture = draw(scaled, heap_view(scale), small()).picture;
        EXPECT_LT(share_different(expected, picture, 6), 0.01) << scale;
    }
}

TEST(Draw, a_scene_looks_the_same_far_from_the_origin) {
    const Vec3 far(3e6, -2e6, 1e6);
    const Picture here = draw(heap(), heap_view(), small()).picture;
    const Picture there = draw(heap(1, far), heap_view(1, far), small()).picture;
    EXPECT_LT(share_different(here, there, 6), 0.01);
}

TEST(Draw, leaves_out_and_counts_what_has_no_place_or_size) {
    constexpr double nan = std::numeric_limits<double>::quiet_NaN();
    constexpr float nan_radius = std::numeric_limits<float>::quiet_NaN();
    constexpr double inf = std::numeric_limits<double>::infinity();
    View view;
    Stage stage;
    stage.spheres.push_back(one_sphere(Vec3::Zero(), 0.5));
    const Drawing clean = draw(stage, view, small());
    EXPECT_EQ(clean.skipped, 0u);

    Spheres bad;
    bad.centers = {{nan, 0, 0}, {0, inf, 0}, {1, 0, 0}, {0, 1, 0}, {0, 0, 1}, {1e30, 0, 0}};
    bad.radii = {0.5f, 0.5f, 0, -1, nan_radius, 0.5f};
    bad.colors = {red};
    stage.spheres.push_back(bad);
    Mesh torn = placed(box_solid(Vec3::Ones()), Eigen::Affine3d(Eigen::Translation3d(50, 50, 50)), red);
    torn.positions[0] = Vec3::Constant(nan);  // shared by the two triangles of one side
    stage.meshes.push_back(torn);
    const Drawing drawing = draw(stage, view, small());
    EXPECT_EQ(drawing.skipped, 6u + 2u);
    EXPECT_EQ(drawing.picture, clean.picture);
}

TEST(Draw, blends_the_colours_of_a_mesh_between_its_corners) {
    Stage stage;
    Mesh wall;
    wall.positions = {{-1, -1, 0}, {1, -1, 0}, {1, 1, 0}, {-1, 1, 0}};
    wall.triangles = {{0, 1, 2}, {0, 2, 3}};
    wall.colors = {{0.9f, 0.1f, 0.1f}, {0.1f, 0.1f, 0.9f}, {0.1f, 0.1f, 0.9f}, {0.9f, 0.1f, 0.1f}};
    stage.meshes.push_back(wall);
    View view;
    view.eye = Vec3(0, 0, 5);
    const Picture picture = draw(stage, view, small()).picture;
    const auto redness = [&](double x) {
        const auto [px, py] = pixel_of(view, picture, Vec3(x, 0, 0));
        return picture.pixel(px, py)[0] - picture.pixel(px, py)[2];
    };
    EXPECT_GT(redness(-0.9), redness(-0.4));
    EXPECT_GT(redness(-0.4), redness(0.4));
    EXPECT_GT(redness(0.4), redness(0.9));
}

TEST(Draw, refuses_sizes_that_are_no_picture) {
    for (const auto& [width, height] : {std::pair(0, 10), std::pair(10, -1), std::pair(20000, 10)}) {
        EXPECT_THROW(draw({}, View{}, small(width, height)), InputError) << width << " x " << height;
    }
}

}  // namespace
}  // namespace pliant::render
