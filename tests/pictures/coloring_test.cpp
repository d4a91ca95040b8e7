#include "pictures/coloring.hpp"

#include "render/palette.hpp"

#include <pliant/error.hpp>

#include <cmath>
#include <limits>

#include "pictures/frames.hpp"

namespace pliant {
namespace {

Coloring color(const Scene& scene, const Frame& frame, ColorBy by, double color_max = 0) {
    PictureSettings settings = small_picture(by);
    settings.color_max = color_max;
    return color_particles(scene, frame, settings, cluster_categories(frame));
}

TEST(Coloring, every_name_is_understood_and_others_are_answered_with_the_list) {
    const std::vector<std::string> names = color_names();
    for (std::size_t i = 0; i < names.size(); ++i) EXPECT_EQ(static_cast<std::size_t>(color_by(names[i])), i);
    for (const char* name : {"Plastic", "pieces", "Body", "", "strain "}) {
        try {
            color_by(name);
            FAIL() << name << " was accepted";
        } catch (const InputError& error) {
            EXPECT_EQ(error.problem().value, name);
            for (const std::string& known : names)
                EXPECT_NE(error.problem().allowed.find(known), std::string::npos) << known;
        }
    }
}

TEST(Coloring, bodies_differ_and_have_a_key_when_there_are_two_to_twelve) {
    for (const int bodies : {1, 2, 5, 12, 13}) {
        const Frame frame = blocks(bodies);
        const Scene scene = scene_of(bodies);
        const Coloring coloring = color(scene, frame, ColorBy::body);
        EXPECT_EQ(coloring.key.size(), bodies >= 2 && bodies <= 12 ? static_cast<std::size_t>(bodies) : 0u) << bodies;
        EXPECT_FALSE(coloring.scale);
        for (std::size_t i = 0; i < frame.bodies.size(); ++i) {
            EXPECT_EQ(coloring.colors[i], coloring.colors[64 * frame.bodies[i]]);
            if (coloring.key.empty()) continue;
            EXPECT_EQ(coloring.colors[i], coloring.key[frame.bodies[i]].color);
            EXPECT_EQ(coloring.key[frame.bodies[i]].label, scene.bodies[frame.bodies[i]].name);
        }
    }
}

TEST(Coloring, bodies_of_one_material_share_its_colour) {
    Scene scene = scene_of(4);
    scene.bodies[0].material.preset = "jelly";
    scene.bodies[1].material.preset = "rubber";
    scene.bodies[2].material.preset = "jelly";
    const Coloring coloring = color(scene, blocks(4), ColorBy::material);
    ASSERT_EQ(coloring.key.size(), 3u);
    EXPECT_EQ(coloring.key[0].label, "jelly");
    EXPECT_EQ(coloring.key[1].label, "rubber");
    EXPECT_EQ(coloring.key[2].label, "own");
    EXPECT_EQ(coloring.colors[0], coloring.colors[2 * 64]);
    EXPECT_NE(coloring.colors[0], coloring.colors[64]);
    EXPECT_NE(coloring.colors[0], coloring.colors[3 * 64]);
}

TEST(Coloring, numbers_use_the_whole_map_unless_a_top_is_given) {
    const Frame frame = blocks(1);
    const Coloring speed = color(scene_of(1), frame, ColorBy::speed);
    ASSERT_TRUE(speed.scale);
    EXPECT_EQ(speed.scale->unit, "m/s");
    EXPECT_EQ(speed.scale->high, largest_value(frame, ColorBy::speed));
    EXPECT_EQ(speed.scale->high, 1.5);
    EXPECT_EQ(speed.colors[0], render::colormap(0));
    EXPECT_EQ(speed.colors[3], render::colormap(1));
    const Coloring strain = color(scene_of(1), frame, ColorBy::strain, 0.6);
    EXPECT_EQ(strain.scale->high, 0.6);
    EXPECT_EQ(strain.colors[3], render::colormap(static_cast<double>(frame.strains[3]) / 0.6));
}

TEST(Coloring, a_frame_at_rest_has_the_lowest_colour_not_none) {
    Frame frame = blocks(1);
    for (Vec3& v : frame.velocities) v.setZero();
    const Coloring coloring = color(scene_of(1), frame, ColorBy::speed);
    EXPECT_GT(coloring.scale->high, 0);
    for (const render::Color& c : coloring.colors) EXPECT_EQ(c, render::colormap(0));
}

TEST(Coloring, values_that_are_no_numbers_do_not_spoil_the_scale) {
    Frame frame = blocks(1);
    frame.velocities[7].x() = std::numeric_limits<double>::quiet_NaN();
    EXPECT_EQ(largest_value(frame, ColorBy::speed), 1.5);
    EXPECT_EQ(largest_value(frame, ColorBy::body), 0);
}

TEST(Coloring, a_level_shows_its_clusters_and_coarser_ones_the_coarsest) {
    const Frame frame = blocks(3);
    PictureSettings settings = small_picture(ColorBy::level);
    for (settings.level = 0; settings.level < 4; ++settings.level) {
        const Coloring coloring =
            color_particles(scene_of(3), frame, settings, cluster_categories(frame, settings.level));
        const bool halves_differ = coloring.colors[0] != coloring.colors[3];
        EXPECT_EQ(halves_differ, settings.level == 0) << settings.level;
    }
}

TEST(Coloring, pieces_differ_and_plastic_strain_has_a_scale) {
    const Frame frame = blocks(3);
    const Coloring pieces = color(scene_of(3), frame, ColorBy::fragment);
    ASSERT_EQ(pieces.key.size(), 3u);
    EXPECT_EQ(pieces.key[1].label, "piece 2");
    EXPECT_EQ(pieces.colors[64], pieces.key[1].color);
    EXPECT_NE(pieces.colors[0], pieces.colors[64]);
    const Coloring plastic = color(scene_of(3), frame, ColorBy::plastic);
    ASSERT_TRUE(plastic.scale);
    EXPECT_EQ(plastic.scale->label, "plastic");
    EXPECT_NEAR(plastic.scale->high, 0.6, 1e-6);
}

TEST(Coloring, clusters_that_touch_differ) {
    const Frame frame = blocks(3);
    const std::vector<int> categories = cluster_categories(frame);
    ASSERT_EQ(categories.size(), 6u);
    for (std::size_t body = 0; body < 3; ++body) EXPECT_NE(categories[2 * body], categories[2 * body + 1]);
    EXPECT_TRUE(cluster_categories({}).empty());
}

}  // namespace
}  // namespace pliant
