// A scene written and read again is the same scene.
#include "scene/helpers.hpp"

#include "scene/write.hpp"

namespace pliant::testing {
namespace {

TEST(RoundTrip, a_complete_scene_reads_back_to_itself) {
    const std::string once = scene_to_json(parse_scene(everything_text(), "everything.json"));
    EXPECT_EQ(scene_to_json(parse_scene(once, "everything.json")), once);
}

TEST(RoundTrip, values_and_kinds_arrive_in_the_structs) {
    const Scene scene = parse_scene(everything_text(), "folder/everything.json");
    EXPECT_EQ(scene.name, "everything");
    EXPECT_EQ(scene.seed, 3U);
    ASSERT_EQ(scene.bodies.size(), 5U);
    const Body& body = scene.bodies[0];
    EXPECT_EQ(body.shape.kind, ShapeKind::ref);
    EXPECT_EQ(body.shape.name, "pair");
    EXPECT_EQ(body.stretch, Vec3(1.5, 1, 1));
    ASSERT_EQ(body.material.stiffness.regions.size(), 1U);
    EXPECT_EQ(body.material.stiffness.regions[0].value, 8);
    EXPECT_EQ(body.material.density.value, material_preset("jelly").density.value);
    EXPECT_EQ(body.pins.at(0).release, 1.5);
    EXPECT_EQ(body.pins[0].motion.keys.at(1).angle, 90);
    EXPECT_EQ(scene.bodies[1].material.rotation, RotationMode::deformation);
    EXPECT_EQ(scene.bodies[1].material.density.attribute, "heavy");
    EXPECT_EQ(scene.bodies[2].material.preset, "rubber");
    EXPECT_EQ(scene.bodies[3].solver, Solver::rigid);
    EXPECT_EQ(scene.bodies[3].mass, 3.0);
    EXPECT_EQ(scene.bodies[3].motion.keys.size(), 2U);
    EXPECT_EQ(scene.shapes.at("bitten").parts.size(), 3U);
    EXPECT_EQ(scene.obstacles.at(0).name, "obstacle-0");
    EXPECT_EQ(scene.obstacles.at(5).name, "spike");
    EXPECT_EQ(scene.forces.at(2).strength, -2);
    ASSERT_TRUE(scene.camera);
    EXPECT_EQ(scene.camera->target, Vec3(0, 0.5, 0));
    EXPECT_EQ(scene.camera->field_of_view, 40);
}

TEST(RoundTrip, fields_left_out_have_the_defaults_of_the_structs) {
    const Scene scene = parse_scene(small, "scene.json");
    Scene by_hand;
    by_hand.bodies.emplace_back().name = "body-0";
    EXPECT_EQ(scene_to_json(scene), scene_to_json(by_hand));
}

TEST(RoundTrip, a_scene_filled_in_by_hand_is_checked_like_a_file) {
    Scene scene;
    scene.bodies.resize(2);
    EXPECT_EQ(check_scene(scene).bodies[1].name, "body-1");
    scene.bodies[1].velocity.y() = std::numeric_limits<double>::quiet_NaN();
    try {
        check_scene(scene);
        FAIL() << "NaN was accepted";
    } catch (const InputError& error) {
        EXPECT_EQ(error.problem().path, "bodies[1].velocity[1]");
    }
}

TEST(RoundTrip, a_camera_may_be_left_out_null_or_made_by_an_override) {
    EXPECT_FALSE(parse_scene(small, "scene.json").camera);
    EXPECT_FALSE(parse_scene(everything_text(), "scene.json", {{"camera", "null"}}).camera);
    const Scene scene = parse_scene(small, "scene.json", {{"camera.eye", "[1, 2, 3]"}, {"camera.target", "[0, 0, 0]"}});
    ASSERT_TRUE(scene.camera);
    EXPECT_EQ(scene.camera->eye, Vec3(1, 2, 3));
    EXPECT_EQ(scene.camera->field_of_view, Camera{}.field_of_view);
    EXPECT_THROW(parse_scene(small, "scene.json", {{"camera.eye", "[1, 2, 3]"}}), InputError);
    EXPECT_THROW(parse_scene(small, "scene.json", {{"camera.eye", "[1, 2, 3]"}, {"camera.target", "[1, 2, 3]"}}),
                 InputError);
}

TEST(RoundTrip, whole_numbers_up_to_two_to_the_53_are_exact) {
    const std::string text = R"({"seed": 9007199254740991, "bodies": [{"shape": {"type": "sphere"}}]})";
    const Scene scene = parse_scene(text, "scene.json");
    EXPECT_EQ(scene.seed, 9007199254740991U);
    EXPECT_EQ(parse_scene(scene_to_json(scene), "scene.json").seed, scene.seed);
}

}  // namespace
}  // namespace pliant::testing
