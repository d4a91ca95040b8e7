#include "skin/skins.hpp"

#include "core/write_file.hpp"
#include "geometry/triangle_mesh.hpp"

#include <pliant/error.hpp>
#include <pliant/output.hpp>

#include <gtest/gtest.h>
#include <tbb/task_arena.h>

#include <Eigen/Geometry>
#include <cstring>
#include <fstream>
#include <numbers>

#include "skin/clouds.hpp"
#include "support/files.hpp"

namespace pliant {
namespace {

using namespace skin_test;

Scene parsed(const std::string& bodies, const std::string& rest = "", const std::filesystem::path& folder = {}) {
    return parse_scene("{\"time\": {\"frames\": 30}, \"bodies\": [" + bodies + "]" + rest + "}", "test.json", {},
                       folder);
}

SkinFrame skin_of(const Skins& skins, const Frame& frame, std::size_t body = 0, bool velocities = false) {
    return skins.evaluate(body, frame, rows_by_body(frame, skins.body_count())[body], velocities);
}

/// What the scene's placement makes of the body's own coordinates.
std::vector<Vec3> placed(const std::vector<Vec3>& points, const Placement& place) {
    std::vector<Vec3> result;
    const Mat3 turn = axis_angle(place.axis, place.angle * std::numbers::pi / 180);
    for (const Vec3& p : points) result.push_back(place.translate + place.scale * (turn * p));
    return result;
}

TEST(Skins, at_rest_a_skin_is_its_mesh_as_the_scene_places_it) {
    for (const char* shape :
         {R"({"type": "sphere", "radius": 0.4})", R"({"type": "box", "size": [1, 0.4, 0.6]})",
          R"({"type": "smooth_union", "parts": [{"type": "sphere"}, {"type": "sphere", "translate": [0.6, 0, 0]}]})",
          R"({"type": "sheet", "size": [1, 0, 2], "translate": [0, 1, 0]})",
          R"({"type": "strand", "path": [[0, 0, 0], [0, 1, 0], [1, 1, 0]]})"}) {
        const Scene scene = parsed(std::string(R"({"shape": )") + shape +
                                   R"(, "sampling": {"particles": 500, "thickness": 0.05}, "translate": [3, 2, -1],
                                      "axis": [1, 1, 0], "angle": 40, "scale": 1.5})");
        const Skins skins(scene);
        const SkinFrame skin = skin_of(skins, Simulation(scene).snapshot());
        ASSERT_TRUE(skin.whole && skin.mesh);
        // A strand starts across its line by its own rule, which a turned placement changes: its line is what counts.
        const bool strand = skins.body(0).motion == SkinMotion::strand;
        if (!strand) {
            EXPECT_LT(largest_distance(skin.points, placed(skins.body(0).mesh->points, scene.bodies[0].place)), 1.5e-6)
                << shape;
        }
        EXPECT_TRUE(is_closed(*skin.mesh)) << shape;
    }
}

TEST(Skins, a_body_of_a_mesh_has_that_mesh_as_its_skin) {
    const testing::TemporaryFolder folder;
    const std::string obj =
        "v -1 -1 -1\nv 1 -1 -1\nv 1 1 -1\nv -1 1 -1\nv -1 -1 1\nv 1 -1 1\nv 1 1 1\nv -1 1 1\n"
        "vt 0 0\nvt 1 0\nvt 1 1\nvt 0 1\nusemtl stone\nf 4/1 3/2 2/3 1/4\nf 5/1 6/2 7/3 8/4\nusemtl moss\n"
        "f 1/1 2/2 6/3 5/4\nf 2/1 3/2 7/3 6/4\nf 3/1 4/2 8/3 7/4\nf 4/1 1/2 5/3 8/4\n";
    write_file(folder / "cube.obj", obj.data(), obj.size());
    const Scene scene =
        parsed(R"({"shape": {"type": "mesh", "file": "cube.obj", "scale": 0.5}, "sampling": {"particles": 600}})", "",
               folder.path());
    const Skins skins(scene);
    const SkinFrame skin = skin_of(skins, Simulation(scene).snapshot());
    ASSERT_EQ(skin.points.size(), 8u);
    EXPECT_LT((skin.points[6] - Vec3(0.5, 0.5, 0.5)).norm(), 1e-6);
    EXPECT_LT((skin.points[0] - Vec3(-0.5, -0.5, -0.5)).norm(), 1e-6);
    EXPECT_EQ(skin.mesh->triangles.size(), 12u);
    EXPECT_EQ(skin.mesh->uvs.size(), skin.mesh->vertex_count());
    ASSERT_EQ(skin.mesh->groups.size(), 2u);
    EXPECT_EQ(skin.mesh->groups[1].name, "moss");
    EXPECT_EQ(skin.mesh->groups[1].count, 8u);
    for (const Vec3& n : skin.normals) EXPECT_NEAR(n.cwiseAbs().maxCoeff(), 1, 1e-5) << "edges are sharp";
}

/// A tetrahedron whose file has normals that no face has, and a color at each corner.
const char* tetrahedron =
    "v 0 0 0 1 0 0\nv 1 0 0 0 1 0\nv 0 1 0 0 0 1\nv 0 0 1 1 1 1\nvn -0.577 -0.577 -0.577\nvn 0.9 -0.3 -0.3\n"
    "vn -0.3 0.9 -0.3\nvn -0.3 -0.3 0.9\nf 1//1 3//3 2//2\nf 1//1 2//2 4//4\nf 1//1 4//4 3//3\nf 2//2 3//3 4//4\n";

TEST(Skins, keep_the_normals_and_colors_of_their_file) {
    const testing::TemporaryFolder folder;
    write_file(folder / "t.obj", tetrahedron, std::strlen(tetrahedron));
    const Scene scene = parsed(R"({"shape": {"type": "mesh", "file": "t.obj"}, "sampling": {"particles": 300},
        "axis": [1, 2, 0.5], "angle": 77, "translate": [1, 2, 3]})",
                               "", folder.path());
    const Skins skins(scene);
    const SkinFrame skin = skin_of(skins, Simulation(scene).snapshot());
    const Mat3 turn = axis_angle(Vec3(1, 2, 0.5), 77 * std::numbers::pi / 180);
    const std::vector<Vec3> expected = {Vec3(-1, -1, -1), Vec3(3, -1, -1), Vec3(-1, 3, -1), Vec3(-1, -1, 3)};
    const SkinMesh& mesh = *skin.mesh;
    EXPECT_EQ(mesh.vertex_count(), 4U) << "corners with one normal are one vertex";
    for (std::size_t v = 0; v < mesh.vertex_count(); ++v) {
        const Vec3 normal = turn * expected[mesh.vertex_point[v]].normalized();
        EXPECT_LT((skin.normals[mesh.vertex_normal[v]] - normal).norm(), 1e-3);
        if (mesh.vertex_point[v] < 3) {
            EXPECT_EQ(mesh.colors[v], Eigen::Vector3f::Unit(static_cast<int>(mesh.vertex_point[v])));
        }
    }
}

TEST(Skins, a_rigid_body_moves_as_one_piece_with_its_velocity) {
    const Scene scene =
        parsed(R"({"solver": "rigid", "shape": {"type": "box", "size": [1, 0.4, 0.6]}, "spin": [50, 90, 0],
        "velocity": [1, 2, 0], "sampling": {"particles": 100}, "translate": [0, 5, 0]})");
    const Skins skins(scene);
    Simulation simulation(scene);
    for (int k = 0; k < 10; ++k) simulation.advance_frame();
    const Frame frame = simulation.snapshot();
    const SkinFrame skin = skin_of(skins, frame, 0, true);
    const std::vector<Vec3>& rest = skins.body(0).mesh->points;
    for (std::size_t a = 0; a < rest.size(); ++a)
        EXPECT_NEAR((skin.points[a] - skin.points[0]).norm(), (rest[a] - rest[0]).norm(), 1e-9);
    EXPECT_LT((skin.points[0] - rest[0]).norm(), 2);
    EXPECT_GT((skin.points[0] - rest[0]).norm(), 0.1);
    simulation.step();
    const SkinFrame next = skin_of(skins, simulation.snapshot());
    for (std::size_t p = 0; p < rest.size(); ++p)
        EXPECT_LT(((next.points[p] - skin.points[p]) / simulation.dt() - skin.velocities[p]).norm(), 0.05);
}

/// Clusters are replaced and fade all the time here; nothing of it may be seen.
TEST(Skins, never_jump_where_their_particles_do_not) {
    const Scene scene = parsed(R"({"shape": {"type": "box", "size": [1, 0.5, 0.5]}, "sampling": {"particles": 600},
        "material": {"preset": "dough", "stiffness": 10}, "velocity": [0, -4, 0], "translate": [0, 0.4, 0],
        "clusters": {"count": 40}, "reclustering": {"max_condition": 1.1, "fade_in": 0.02, "fade_out": 0.04}})",
                               R"(, "obstacles": [{"type": "plane"}])");
    const Skins skins(scene);
    Simulation simulation(scene);
    Frame before = simulation.snapshot();
    SkinFrame skin_before = skin_of(skins, before);
    const Binding& binding = skins.body(0).binding;
    const double spacing = 2 * static_cast<double>(before.radii[0]);
    std::uint64_t replaced = 0;
    for (int k = 0; k < 30; ++k) {
        replaced += simulation.advance_frame().clusters_added;
        const Frame now = simulation.snapshot();
        const SkinFrame skin = skin_of(skins, now);
        for (std::size_t p = 0; p < skin.points.size(); ++p) {
            const std::uint32_t near = nearest_particle(binding, p);
            const Vec3 own = now.positions[near] - before.positions[near];
            double others = 0;
            for (std::uint32_t c = binding.rows[p]; c < binding.rows[p + 1]; ++c) {
                const std::uint32_t i = binding.particles[c];
                others = std::max(others, (now.positions[i] - before.positions[i] - own).norm());
            }
            ASSERT_LT((skin.points[p] - skin_before.points[p] - own).norm(), 3 * others + 0.01 * spacing);
        }
        before = now;
        skin_before = skin;
    }
    EXPECT_GT(replaced, 0u) << "nothing was tested";
}

TEST(Skins, are_the_same_at_any_number_of_threads_and_from_a_resumed_run) {
    const testing::TemporaryFolder folder;
    const Scene scene = parsed(R"({"shape": {"type": "torus"}, "sampling": {"particles": 300}})",
                               R"(, "obstacles": [{"type": "plane"}])");
    Simulation whole(scene), stopped(scene), resumed(scene);
    while (whole.frame() < 12) whole.advance_frame();
    {
        RunWriter writer = RunWriter::begin(folder / "run", describe_run(scene), stopped);
        writer.write(stopped, {});
        while (stopped.frame() < 6) writer.write(stopped, stopped.advance_frame());
        writer.finish(stopped);
    }
    RunWriter writer = RunWriter::resume(folder / "run", describe_run(scene), resumed);
    while (resumed.frame() < 12) {
        const StepReport report = resumed.advance_frame();
        if (resumed.frame() >= writer.next_frame()) writer.write(resumed, report);
    }
    writer.finish(resumed);
    const Frame from_file = RunReader(folder / "run").read_frame(12).frame;
    const SkinFrame many = skin_of(Skins(scene), whole.snapshot());
    SkinFrame alone;
    tbb::task_arena(1).execute([&] { alone = skin_of(Skins(scene), from_file); });
    EXPECT_EQ(alone.points, many.points);
    EXPECT_EQ(alone.normals, many.normals);
    EXPECT_EQ(alone.mesh->triangles, many.mesh->triangles);
}

TEST(Skins, a_frame_of_other_particles_has_no_surface) {
    const Scene scene = parsed(R"({"shape": {"type": "sphere"}, "sampling": {"particles": 200}})");
    const Scene other = parsed(R"({"shape": {"type": "sphere"}, "sampling": {"particles": 300}})");
    EXPECT_FALSE(skin_of(Skins(scene), Simulation(other).snapshot()).whole);
}

TEST(Skins, none_is_none_and_particles_are_built_anew) {
    const Scene scene =
        parsed(R"({"shape": {"type": "sphere"}, "sampling": {"particles": 600}, "skin": {"type": "none"}},
        {"shape": {"type": "sphere"}, "sampling": {"particles": 600}, "skin": {"type": "particles"}, "translate": [2, 0, 0]})");
    const Skins skins(scene);
    const Frame frame = Simulation(scene).snapshot();
    EXPECT_FALSE(skin_of(skins, frame, 0).mesh);
    EXPECT_TRUE(skin_of(skins, frame, 0).whole);
    const SkinFrame around = skin_of(skins, frame, 1, true);
    EXPECT_NEAR(enclosed_volume(*around.mesh, around.points) / (4 * std::numbers::pi / 3 / 8), 1, 0.03);
    EXPECT_EQ(around.velocities.size(), around.points.size());
}

TEST(Skins, a_skin_far_from_its_body_is_refused_with_the_distance) {
    const testing::TemporaryFolder folder;
    const std::string obj = "v 0 0 0\nv 1 0 0\nv 0 9 0\nf 1 2 3\n";
    write_file(folder / "far.obj", obj.data(), obj.size());
    const std::string body =
        R"({"shape": {"type": "sphere"}, "sampling": {"particles": 200}, "skin": {"type": "mesh", "file": )";
    try {
        const Skins skins(parsed(body + R"("far.obj"}})", "", folder.path()));
        FAIL() << "was accepted";
    } catch (const InputError& error) {
        EXPECT_EQ(error.problem().path, "bodies[0].skin.file");
        EXPECT_NE(error.problem().what.find("8.5"), std::string::npos) << error.problem().what;
        EXPECT_NE(error.problem().value.find("vertex 2"), std::string::npos);
    }
    EXPECT_THROW(Skins(parsed(body + R"("missing.obj"}})", "", folder.path())), InputError);
    EXPECT_THROW(parsed(R"({"shape": {"type": "sphere"}, "skin": {"type": "mesh"}})"), InputError) << "no file";
}

}  // namespace
}  // namespace pliant
