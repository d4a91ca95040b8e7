// Skins of bodies that tear and break.
#include "skin/cut_skin.hpp"
#include "skin/skins.hpp"

#include <pliant/output.hpp>

#include <gtest/gtest.h>
#include <tbb/task_arena.h>

#include <map>
#include <set>

namespace pliant {
namespace {

/// The bundled vase in the middle of shattering.
const Frame& shattered() {
    static const Frame frame = [] {
        Simulation simulation(load_scene("shatter"));
        for (int k = 0; k < 36; ++k) simulation.advance_frame();
        return simulation.snapshot();
    }();
    return frame;
}

SkinFrame vase_skin(const Skins& skins) {
    return skins.evaluate(0, shattered(), rows_by_body(shattered(), skins.body_count())[0]);
}

TEST(BrokenSkins, of_shatter_are_as_many_closed_surfaces_as_there_are_fragments) {
    const Skins skins(load_scene("shatter"));
    const SkinFrame skin = vase_skin(skins);
    const std::set<std::uint32_t> fragments(shattered().fragments.begin(), shattered().fragments.end());
    ASSERT_GT(fragments.size(), 10U);
    std::map<std::uint32_t, SkinMesh> pieces;
    for (std::size_t t = 0; t < skin.mesh->triangles.size(); ++t) {
        const std::uint32_t of = skin.fragments[skin.mesh->point(t, 0)];
        EXPECT_EQ(skin.fragments[skin.mesh->point(t, 1)], of) << "a triangle spans two fragments";
        EXPECT_EQ(skin.fragments[skin.mesh->point(t, 2)], of) << "a triangle spans two fragments";
        SkinMesh& piece = pieces[of];
        if (piece.points.empty()) {
            piece.points = skin.mesh->points;
            piece.vertex_point = skin.mesh->vertex_point;
        }
        piece.triangles.push_back(skin.mesh->triangles[t]);
    }
    EXPECT_EQ(pieces.size(), fragments.size());
    double sum = 0;
    for (const auto& [fragment, piece] : pieces) {
        EXPECT_TRUE(is_closed(piece)) << fragment;
        sum += enclosed_volume(piece, piece.points);
    }
    const SkinMesh& whole = *skins.body(0).mesh;
    EXPECT_NEAR(sum / enclosed_volume(whole, whole.points), 1, 0.01);
    EXPECT_TRUE(skin.mesh->has_inside());
    EXPECT_EQ(skin.mesh->groups.back().name, "inside");
}

TEST(BrokenSkins, are_the_same_at_any_number_of_threads_and_from_any_frame_alone) {
    const Scene scene = load_scene("shatter");
    std::vector<SkinFrame> found;
    for (const int threads : {1, 3})
        tbb::task_arena(threads).execute([&] {
            const Skins skins(scene);
            found.push_back(vase_skin(skins));
        });
    EXPECT_EQ(found[0].points, found[1].points);
    EXPECT_EQ(found[0].mesh->triangles, found[1].mesh->triangles);
    EXPECT_EQ(found[0].normals, found[1].normals);
}

TEST(BrokenSkins, open_where_a_body_is_torn_half_through) {
    const Scene scene = load_scene("pulled-bar");
    const Skins skins(scene);
    Simulation simulation(scene);
    Frame frame = simulation.snapshot();
    while (simulation.frame() < simulation.frame_count() && frame.torn.size() < 50) {
        simulation.step();
        frame = simulation.snapshot();
    }
    ASSERT_GE(frame.torn.size(), 50U) << "nothing was torn";
    ASSERT_TRUE(frame.fragment_parents.empty()) << "it must hang together still";
    const auto rows = rows_by_body(frame, 1);
    const SkinFrame skin = skins.evaluate(0, frame, rows[0]);
    EXPECT_TRUE(skin.mesh->has_inside());
    EXPECT_TRUE(is_closed(*skin.mesh));
    const SkinMesh& whole = *skins.body(0).mesh;
    EXPECT_NEAR(enclosed_volume(*skin.mesh, skin.mesh->points) / enclosed_volume(whole, whole.points), 1, 1e-6);
}

}  // namespace
}  // namespace pliant
