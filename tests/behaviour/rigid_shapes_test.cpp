// Every shape of the scene language may be rigid: it falls onto the ground, stays outside of it, and comes to rest.
#include "behaviour/helpers.hpp"

#include "sim/parts.hpp"
#include "support/files.hpp"

#include <pliant/error.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <fstream>

namespace pliant::testing {
namespace {

struct RigidKind {
    const char* name;
    const char* json;
    double sinks;  ///< m that corners and the like may be below the ground, at rest and on the way
};

const RigidKind rigid_kinds[] = {
    {"sphere", R"({"type": "sphere", "radius": 0.3})", 1e-6},
    {"ellipsoid", R"({"type": "ellipsoid", "radii": [0.4, 0.2, 0.3]})", 0.006},
    {"box", R"({"type": "box", "size": [0.5, 0.3, 0.4]})", 0.006},
    {"rounded_box", R"({"type": "rounded_box", "size": [0.5, 0.3, 0.4], "radius": 0.08})", 1e-3},
    {"capsule", R"({"type": "capsule", "radius": 0.2, "height": 0.3})", 1e-4},
    {"cylinder", R"({"type": "cylinder", "radius": 0.25, "height": 0.4})", 0.006},
    {"cone", R"({"type": "cone", "radius": 0.3, "height": 0.5})", 0.03},
    {"torus", R"({"type": "torus", "radius": 0.3, "tube": 0.1})", 0.002},
    {"union",
     R"({"type": "union", "parts": [{"type": "sphere", "radius": 0.2}, {"type": "box", "size": [0.8, 0.1, 0.1]}]})",
     0.03},
    {"difference",
     R"({"type": "difference", "parts": [{"type": "box", "size": [0.5, 0.5, 0.5]}, {"type": "sphere", "radius": 0.3}]})",
     0.04},
    {"smooth_union",
     R"({"type": "smooth_union", "blend": 0.1, "parts": [{"type": "sphere", "radius": 0.2}, {"type": "sphere", "radius": 0.15, "translate": [0.3, 0, 0]}]})",
     0.01},
    {"sheet", R"({"type": "sheet", "size": [0.6, 0, 0.6]})", 0.03},
    {"strand", R"({"type": "strand", "path": [[0, 0, 0], [0.4, 0, 0], [0.4, 0.3, 0]]})", 0.03},
};

class RigidShape : public ::testing::TestWithParam<RigidKind> {};
INSTANTIATE_TEST_SUITE_P(Kinds, RigidShape, ::testing::ValuesIn(rigid_kinds),
                         [](const auto& info) { return info.param.name; });

TEST_P(RigidShape, falls_tumbles_and_comes_to_rest_on_the_ground) {
    Simulation simulation = serial(scene_of(fmt::format(R"({{
        "bodies": [{{"solver": "rigid", "shape": {}, "sampling": {{"particles": 300}}, "translate": [0.3, 1, 0],
                    "axis": [1, 2, 1], "angle": 40, "spin": [30, 20, 60], "material": {{"restitution": 0}}}}],
        "obstacles": [{{"type": "plane", "friction": 1, "restitution": 0}}]
    }})",
                                                        GetParam().json)));
    const RigidBody& body = simulation.parts().model.rigid.front();
    double lowest = 1;
    for (int f = 0; f < 300; ++f) {
        simulation.advance_frame();
        const RigidPose pose = pose_of(simulation.parts().state.rigid.motions.front());
        for (const Vec3& p : body.particles) {
            // The lowest point of the solid near this particle: down from it by its distance from the surface.
            const double depth = -body.solid->distance(p);
            if (depth >= 0) lowest = std::min(lowest, pose(p).y() - depth);
        }
    }
    const Stats stats = simulation.stats();
    measured("lowest, m", lowest);
    measured("balls", static_cast<double>(body.balls.size()));
    measured("kinetic energy / m g 0.3 m", stats.kinetic_energy / (stats.mass * 9.81 * 0.3));
    EXPECT_GT(lowest, -GetParam().sinks);
    EXPECT_LT(stats.max_speed, 2) << "round things may roll";
    EXPECT_LT(std::abs(stats.momentum.y()), 0.2 * stats.mass) << "an ellipsoid rocks";
    for (const SurfaceBall& ball : body.balls)
        EXPECT_NEAR(body.solid->distance(ball.center), -ball.radius, 0.05 * body.half_width + 1e-9);
}

TEST(RigidBodies, carry_the_mass_asked_for_and_the_inertia_of_their_shape) {
    Simulation simulation = serial(scene_of(R"({
        "bodies": [
            {"solver": "rigid", "shape": {"type": "box", "size": [1, 2, 0.5]}, "sampling": {"particles": 100}, "mass": 6, "scale": 2},
            {"solver": "rigid", "shape": {"type": "box", "size": [1, 2, 0.5]}, "sampling": {"particles": 100}, "material": {"density": 500}, "translate": [9, 0, 0]},
            {"solver": "rigid", "shape": {"type": "box", "size": [2, 1, 1]}, "sampling": {"particles": 800}, "translate": [0, 9, 0],
             "material": {"density": {"value": 100, "regions": [{"shape": {"type": "half_space", "normal": [1, 0, 0]}, "value": 300}]}}}]
    })"));
    const auto& rigid = simulation.parts().model.rigid;
    EXPECT_DOUBLE_EQ(rigid[0].mass, 6);
    EXPECT_NEAR(rigid[1].mass, 500, 2);
    const Mat3 expected = (6.0 * 4 / 12 * Vec3(4.25, 1.25, 5)).asDiagonal();
    EXPECT_LT((inertia_of(rigid[0], Mat3::Identity()) - expected).norm(), 5e-3 * expected.norm());
    // Three times as dense on the left: the center is there.
    EXPECT_NEAR(simulation.parts().state.rigid.motions[2].position.x(), -0.25, 0.03);
}

/// A tetrahedron with edges of about 0.7 m, its base open or closed.
void write_tetrahedron(const std::filesystem::path& file, bool open) {
    std::ofstream out(file);
    out << "v 0.4 -0.15 0\nv -0.2 -0.15 0.35\nv -0.2 -0.15 -0.35\nv 0 0.45 0\n";
    if (!open) out << "f 1 2 3\n";
    out << "f 1 4 2\nf 2 4 3\nf 3 4 1\n";
}

class MeshScene : public ::testing::Test {
  protected:
    MeshScene() {
        write_tetrahedron(folder / "closed.obj", false);
        write_tetrahedron(folder / "open.obj", true);
        std::ofstream(folder / "flat.obj") << "v 0 0 0\nv 1 0 0\nv 0 0 1\nf 1 2 3\n";
    }
    Scene scene(const std::string& text) const { return parse_scene(text, "meshes", {}, folder); }

    TemporaryFolder folder;
};

TEST_F(MeshScene, rigid_meshes_fall_and_rest) {
    Simulation simulation = serial(scene(R"({
        "bodies": [{"solver": "rigid", "shape": {"type": "mesh", "file": "closed.obj"}, "sampling": {"particles": 200}, "translate": [0, 0.6, 0], "spin": [40, 0, 0]}],
        "obstacles": [{"type": "plane"}]
    })"));
    run_frames(simulation, 240);
    const Stats stats = simulation.stats();
    measured("max speed", stats.max_speed);
    EXPECT_LT(stats.kinetic_energy, 1e-4 * stats.mass);
    EXPECT_GT(stats.bbox.lower.y(), -0.03);
    EXPECT_LT(stats.bbox.lower.y(), 0.1);
}

TEST_F(MeshScene, mesh_obstacles_stop_soft_and_rigid_bodies_and_may_be_open_or_move) {
    for (const char* file : {"closed.obj", "open.obj"}) {
        Simulation simulation = serial(scene(fmt::format(R"({{
            "time": {{"frames": 90}},
            "bodies": [
                {{"shape": {{"type": "box", "size": [0.5, 0.3, 0.5]}}, "sampling": {{"particles": 400}}, "translate": [0.05, 1, 0.02], "velocity": [0, -3, 0]}},
                {{"solver": "rigid", "shape": {{"type": "sphere", "radius": 0.15}}, "sampling": {{"particles": 60}}, "translate": [3, 1, 0.02], "velocity": [0, -3, 0]}}],
            "obstacles": [
                {{"type": "mesh", "file": "{0}", "motion": {{"keys": [{{"time": 0}}, {{"time": 1, "angle": 90}}]}}}},
                {{"type": "mesh", "file": "{0}", "scale": 2, "translate": [3, 0, 0]}},
                {{"type": "plane", "translate": [0, -1, 0]}}]
        }})",
                                                         file)));
        const ObstacleBody& obstacle = simulation.parts().model.obstacles[0];
        double deepest = 0;
        const RunResult result = run_frames(simulation, 90, [&](const Simulation& now) {
            const RigidPose pose = obstacle.pose(now.time());
            for (const Vec3& x : now.snapshot().positions)
                deepest = std::min(deepest, obstacle.distance(pose.rotation.transpose() * (x - pose.translation)));
        });
        measured("deepest center in the mesh, m", deepest);
        EXPECT_GT(result.report.contacts, 100U);
        EXPECT_GT(deepest, -1e-3) << file << ": particles keep half a spacing away from the mesh";
        const Vec3& ball = simulation.parts().state.rigid.motions[0].position;
        EXPECT_GT(std::hypot(ball.x() - 3, ball.z()), 0.3) << "the ball rolled off the tip";
    }
}

TEST_F(MeshScene, meshes_without_an_inside_are_refused_with_the_field_named) {
    for (const char* text :
         {R"({"bodies": [{"shape": {"type": "sphere"}}], "obstacles": [{"type": "mesh", "file": "flat.obj"}]})",
          R"({"bodies": [{"shape": {"type": "sphere"}}], "obstacles": [{"type": "mesh", "file": "none.obj"}]})"}) {
        try {
            serial(scene(text));
            FAIL() << text;
        } catch (const InputError& error) {
            EXPECT_NE(std::string(error.what()).find("obstacles[0].file"), std::string::npos) << error.what();
        }
    }
}

}  // namespace
}  // namespace pliant::testing
