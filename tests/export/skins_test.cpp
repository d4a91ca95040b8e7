// Exports of surfaces, read back by readers that are not ours (skin_check.py), and what they refuse.
#include "skin/skins.hpp"
#include "render/picture.hpp"
#include "skin/read_surface.hpp"

#include <pliant/error.hpp>
#include <pliant/export.hpp>

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <cstdlib>

#include "support/files.hpp"

namespace pliant::testing {
namespace {

namespace fs = std::filesystem;

Scene scene_of(const std::string& first_body) {
    return parse_scene(R"({"time": {"frames": 4}, "bodies": [)" + first_body +
                           R"(,
        {"name": "brick", "solver": "rigid", "shape": {"type": "box", "size": [0.3, 0.2, 0.2]}, "spin": [0, 90, 40],
         "sampling": {"particles": 50}, "translate": [1, 0.6, 0], "velocity": [-1, 0, 0]}],
        "obstacles": [{"type": "plane"}, {"type": "cone", "radius": 0.2, "height": 0.3, "translate": [-1, 0.15, 0],
         "motion": {"keys": [{"time": 0}, {"time": 0.1, "translate": [0, 0, 0.5], "angle": 30}]}}]})",
                       "skins.json");
}

const char* ball = R"({"name": "ball", "shape": {"type": "sphere", "radius": 0.3}, "sampling": {"particles": 150},
    "velocity": [0, -3, 0], "translate": [0, 0.35, 0]})";

FrameSequence sequence_of(const Scene& scene) {
    auto frames = std::make_shared<std::vector<Frame>>();
    Simulation simulation(scene);
    frames->push_back(simulation.snapshot());
    FrameSequence sequence;
    sequence.name = "skins";
    sequence.numbers = {0};
    while (simulation.frame() < simulation.frame_count()) {
        simulation.advance_frame();
        frames->push_back(simulation.snapshot());
        sequence.numbers.push_back(simulation.frame());
    }
    sequence.read = [frames](int number) { return (*frames)[static_cast<std::size_t>(number)]; };
    sequence.scene = std::make_shared<const Scene>(scene);
    return sequence;
}

TEST(SkinExport, every_format_holds_the_same_surfaces_for_readers_that_are_not_ours) {
    const TemporaryFolder folder;
    const FrameSequence sequence = sequence_of(scene_of(ball));
    for (const char* format : {"obj", "ply", "vtp", "glb", "vat"}) export_frames(sequence, format, folder / format);
    for (const char* format : {"pc2", "mdd", "usda"})
        export_frames(sequence, format, folder / fmt::format("run.{}", format));
    export_frames(sequence, "morph", folder / "run.morph.glb");
    const std::string check =
        fmt::format("/usr/bin/python3 {}/tests/export/skin_check.py {} skins", PLIANT_SOURCE_DIR, folder.string());
    if (std::system("/usr/bin/python3 -c 'import numpy' 2>/dev/null") != 0) GTEST_SKIP() << "numpy is not installed";
    EXPECT_EQ(std::system(check.c_str()), 0);
}

TEST(SkinExport, a_glb_comes_back_as_a_skin_with_its_uvs_and_normals) {
    const TemporaryFolder folder;
    export_frames(sequence_of(scene_of(ball)), "glb", folder / "glb");
    const RawSurface raw = read_surface(folder / "glb" / "skins_00000.glb");
    const Skins skins(scene_of(ball));
    const SkinMesh mesh = make_skin_mesh(raw);
    EXPECT_EQ(raw.triangles.size(), skins.body(0).mesh->triangles.size() + skins.body(1).mesh->triangles.size() +
                                        skins.obstacle(1).mesh->triangles.size());
    EXPECT_EQ(raw.uvs.size(), raw.triangles.size());
    EXPECT_EQ(mesh.given_normals.size(), mesh.normal_count);
    EXPECT_TRUE(is_closed(mesh));
    ASSERT_EQ(raw.groups.size(), 3U);
    EXPECT_EQ(raw.groups[0].name, "ball");
}

TEST(SkinExport, textures_go_along) {
    const TemporaryFolder folder;
    render::Picture picture(2, 2);
    render::write_png(folder / "dots.png", picture);
    Scene scene =
        scene_of(R"({"name": "ball", "shape": {"type": "sphere", "radius": 0.3}, "sampling": {"particles": 100},
        "material": {"look": {"texture": "dots.png"}}, "translate": [0, 0.5, 0]})");
    scene.file = folder / "scene.json";
    const FrameSequence sequence = sequence_of(scene);
    export_frames(sequence, "glb", folder / "glb");
    export_frames(sequence, "usda", folder / "a.usda");
    const std::string png = bytes_of(folder / "dots.png");
    EXPECT_NE(bytes_of(folder / "glb" / "skins_00001.glb").find(png), std::string::npos);
    EXPECT_EQ(bytes_of(folder / "a_ball_0.png"), png);
    EXPECT_NE(bytes_of(folder / "a.usda").find("@a_ball_0.png@"), std::string::npos);
}

TEST(SkinExport, particles_are_exported_when_asked_for_and_without_a_scene) {
    const TemporaryFolder folder;
    FrameSequence sequence = sequence_of(scene_of(ball));
    ExportOptions options;
    options.content = ExportContent::particles;
    export_frames(sequence, "obj", folder / "asked", options);
    sequence.scene = nullptr;
    export_frames(sequence, "obj", folder / "without");
    EXPECT_EQ(bytes_of(folder / "asked" / "skins_00002.obj"), bytes_of(folder / "without" / "skins_00002.obj"));
    EXPECT_EQ(bytes_of(folder / "without" / "skins_00002.obj").find("\nf "), std::string::npos);
    EXPECT_THROW(export_frames(sequence, "glb", folder / "glb"), InputError);
}

TEST(SkinExport, refuses_what_a_format_cannot_hold) {
    const TemporaryFolder folder;
    const FrameSequence changing =
        sequence_of(scene_of(R"({"shape": {"type": "sphere", "radius": 0.3}, "sampling": {"particles": 150},
        "skin": {"type": "particles"}, "translate": [0, 0.5, 0]})"));
    for (const char* format : {"pc2", "mdd"})
        EXPECT_THROW(export_frames(changing, format, folder / fmt::format("a.{}", format)), InputError) << format;
    EXPECT_THROW(export_frames(changing, "morph", folder / "a.glb"), InputError);
    EXPECT_THROW(export_frames(changing, "vat", folder / "vat"), InputError);
    for (const char* format : {"obj", "ply", "vtp", "glb"}) export_frames(changing, format, folder / format);
    export_frames(changing, "usda", folder / "a.usda");
    EXPECT_NE(bytes_of(folder / "a.usda").find("faceVertexIndices.timeSamples"), std::string::npos);
    ExportOptions options;
    options.content = ExportContent::skins;
    EXPECT_THROW(export_frames(changing, "csv", folder / "a.csv", options), InputError);
    options.content = ExportContent::particles;
    EXPECT_THROW(export_frames(changing, "glb", folder / "b", options), InputError);
}

}  // namespace
}  // namespace pliant::testing
