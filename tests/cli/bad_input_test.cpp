// Bad scenes and files, each with a message that says what, where and what to do.
#include "cli/program.hpp"

#include <fmt/format.h>

#include <cstdio>

namespace pliant::testing {
namespace {

class BadInput : public ProgramTest {
  protected:
    /// Both check and run refuse, with the same message; run makes nothing.
    void expect_bad(const std::string& scene, const std::vector<std::string>& parts) const {
        write("bad.json", scene);
        const Said checked = pliant({"check", "bad.json"}), run = pliant({"run", "bad.json", "-q", "-o", "made"});
        expect_refused(checked, parts);
        expect_refused(checked, {"hint:"});
        expect_refused(run, parts);
        EXPECT_EQ(checked.err, run.err);
        EXPECT_FALSE(std::filesystem::exists(folder_ / "made"));
    }
    static std::string body(const std::string& inside) { return fmt::format(R"({{"bodies": [{{{}}}]}})", inside); }
    static std::string mesh(const std::string& file) {
        return body(fmt::format(R"("shape": {{"type": "mesh", "file": "{}"}})", file));
    }
};

TEST_F(BadInput, text_that_is_no_json_is_placed_by_line_and_column) {
    expect_bad("{\n  \"bodies\": [\n    {\"shape\": }\n  ]\n}", {"bad.json", "line 3", "column"});
    expect_bad("", {"bad.json", "line 1"});
    expect_bad("{\"bodies\": [", {"bad.json", "line 1"});
    expect_bad("hello", {"bad.json", "line 1"});
    expect_bad(std::string("\xff\xfe\0{", 4), {"bad.json"});
    expect_bad(std::string(100000, '['), {"bad.json"});
}

TEST_F(BadInput, json_that_is_no_scene_is_explained) {
    expect_bad("[]", {"bad.json"});
    expect_bad("{}", {"bodies"});
    expect_bad(R"({"bodies": []})", {"bodies"});
    expect_bad(R"({"bodie": [{"shape": {"type": "sphere"}}]})", {"bodie", "did you mean 'bodies'"});
    expect_bad(body(R"("shape": {"type": "spere"})"), {"spere", "did you mean 'sphere'"});
    expect_bad(body(R"("shape": {"type": "sphere", "radius": "NaN"})"), {"bodies[0].shape.radius", "NaN", "allowed:"});
    expect_bad(body(R"("shape": {"type": "sphere", "radius": 1e999})"), {"bad.json"});
}

TEST_F(BadInput, missing_files_are_named) {
    expect_bad(mesh("missing.obj"), {"missing.obj", "bodies[0].shape"});
    expect_bad(body(R"("shape": {"type": "points", "file": "missing.xyz"})"), {"missing.xyz"});
    expect_refused(pliant({"check", "missing.json"}), {"missing.json", "hint:"});
}

TEST_F(BadInput, meshes_without_triangles_or_inside_are_refused) {
    write("empty.obj", "");
    expect_bad(mesh("empty.obj"), {"empty.obj"});
    write("vertices.obj", "v 0 0 0\nv 1 0 0\nv 0 1 0\n");
    expect_bad(mesh("vertices.obj"), {"triangles"});
    write("flat.obj", "v 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 3\n");
    expect_bad(mesh("flat.obj"), {"no inside"});
    write("zero.obj", "v 0 0 0\nv 0 0 0\nv 0 0 0\nf 1 2 3\n");
    expect_bad(mesh("zero.obj"), {"area"});
    write("index.obj", "v 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 9\n");
    expect_bad(mesh("index.obj"), {"index.obj", "line 4", "vertex"});
}

TEST_F(BadInput, damaged_meshes_are_placed) {
    const std::string header =
        "ply\nformat binary_little_endian 1.0\nelement vertex 100\nproperty float x\nproperty float y\nproperty float "
        "z\nelement face 50\nproperty list uchar int vertex_indices\nend_header\n";
    write("cut.ply", header + std::string(600, '\0'));
    expect_bad(mesh("cut.ply"), {"cut.ply"});
    write("cut.stl", std::string(80, ' ') + std::string("\x10\0\0\0", 4) + std::string(100, '\0'));
    expect_bad(mesh("cut.stl"), {"cut.stl"});
    write("cut.off", "OFF\n8 6 0\n0 0 0\n1 0 0\n");
    expect_bad(mesh("cut.off"), {"cut.off"});
    write("words.obj", "v zero 0 0\n");
    expect_bad(mesh("words.obj"), {"words.obj", "line 1"});
    write("thing.xyz123", "?");
    expect_bad(mesh("thing.xyz123"), {"thing.xyz123"});
}

TEST_F(BadInput, shapes_that_give_no_particles_are_refused) {
    expect_bad(body(R"("shape": {"type": "sphere"}, "sampling": {"spacing": 5})"), {"bodies[0]", "spacing"});
    expect_bad(body(R"("shape": {"type": "sphere"}, "sampling": {"particles": 0})"),
               {"bodies[0].sampling.particles", "0"});
    expect_bad(
        body(
            R"("shape": {"type": "intersection", "parts": [{"type": "sphere"}, {"type": "sphere", "translate": [5, 0, 0]}]})"),
        {"bodies[0]", "empty"});
    write("none.xyz", "");
    expect_bad(body(R"("shape": {"type": "points", "file": "none.xyz"})"), {"none.xyz"});
}

TEST_F(BadInput, pins_that_hold_nothing_are_refused) {
    expect_bad(
        body(
            R"("shape": {"type": "sphere"}, "sampling": {"particles": 50}, "pins": [{"region": {"type": "sphere", "translate": [9, 9, 9]}}])"),
        {"bodies[0].pins[0].region"});
}

TEST_F(BadInput, a_step_too_long_for_the_stiffness_names_the_substeps_that_would_do) {
    expect_bad(
        R"({"time": {"substeps": 4}, "bodies": [{"shape": {"type": "sphere"}, "material": {"stiffness": 500}}]})",
        {"stiffness", "time.substeps"});
}

TEST_F(BadInput, mistakes_in_a_model_name_its_file_and_the_field_that_asked_for_it) {
    const std::vector<std::string> field = {"for bodies[0].shape of bad.json"};
    const auto with = [](std::vector<std::string> parts, const std::vector<std::string>& more) {
        parts.insert(parts.end(), more.begin(), more.end());
        return parts;
    };
    write("comma.obj", "v 1,5 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 3\n");
    expect_bad(mesh("comma.obj"), with({"comma.obj: line 1", "1,5"}, field));
    write("index.obj", "v 0 0 0\nv 1 0 0\nv 0 1 0\nf 1// 2 3\n");
    expect_bad(mesh("index.obj"), with({"index.obj: line 4", "1//"}, field));
    write("cloud.xyz", "0 0 0\n1 0 0\n0 x 0\n");
    expect_bad(body(R"("shape": {"type": "points", "file": "cloud.xyz"})"), with({"cloud.xyz: line 3"}, field));
    write("flat.obj", "v 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 3\n");
    expect_bad(mesh("flat.obj"), {"flat.obj: bodies[0].shape of bad.json: ", "no inside"});
    expect_bad(mesh("missing.obj"), {"missing.obj: bodies[0].shape of bad.json: "});
    expect_bad(R"({"bodies": [{"shape": {"type": "sphere"}}], "obstacles": [{"type": "mesh", "file": "comma.obj"}]})",
               {"comma.obj: line 1, for obstacles[0]"});
}

TEST_F(BadInput, refusals_of_every_solver_name_the_scene) {
    expect_bad(body(R"("shape": {"type": "sheet"}, "solver": "point_based")"), {"bad.json: bodies[0].solver: "});
    expect_bad(body(R"("shape": {"type": "sphere"}, "solver": "point_based", "material": {"young": 1e12})"),
               {"bad.json: bodies[0].material.young: "});
    write("near.xyz", "0 0 0\n1e-12 0 0\n0 1e-12 0\n1 1 1\n");
    for (const char* solver : {"rigid", "shape_matching", "point_based"})
        expect_bad(body(fmt::format(R"("shape": {{"type": "points", "file": "near.xyz"}}, "solver": "{}")", solver)),
                   {"near.xyz: bodies[0].shape of bad.json: ", "same place"});
}

TEST_F(BadInput, a_mesh_whose_faces_disagree_is_noted_with_its_volume) {
    // A cube of which every other triangle is turned.
    std::string cube = "v 0 0 0\nv 1 0 0\nv 1 1 0\nv 0 1 0\nv 0 0 1\nv 1 0 1\nv 1 1 1\nv 0 1 1\n";
    const char* const sides[] = {"1 4 3 2", "5 6 7 8", "1 2 6 5", "4 8 7 3", "1 5 8 4", "2 3 7 6"};
    std::string mixed = cube;
    for (int side = 0; side < 6; ++side) {
        int a = 0, b = 0, c = 0, d = 0;
        std::sscanf(sides[side], "%d %d %d %d", &a, &b, &c, &d);
        cube += fmt::format("f {} {} {}\nf {} {} {}\n", a, b, c, a, c, d);
        mixed += side < 2 ? fmt::format("f {} {} {}\nf {} {} {}\n", a, b, c, a, d, c)
                          : fmt::format("f {} {} {}\nf {} {} {}\n", a, b, c, a, c, d);
    }
    write("cube.obj", cube);
    write("mixed.obj", mixed);
    write("good.json", mesh("cube.obj"));
    write("bad.json", mesh("mixed.obj"));
    EXPECT_EQ(pliant({"check", "good.json"}).out.find("agree"), std::string::npos);
    const Said said = pliant({"check", "bad.json"});
    EXPECT_EQ(said.code, 0) << said.err;
    for (const char* part : {"mixed.obj", "do not agree", "of 18 edges", "of 1 m³ of its bounding box"})
        EXPECT_NE(said.out.find(part), std::string::npos) << said.out;
}

TEST_F(BadInput, skins_and_textures_that_do_not_fit_are_refused_before_a_run) {
    write("far.obj", "v 0 0 0\nv 1 0 0\nv 0 9 0\nf 1 2 3\n");
    const std::string ball = R"("shape": {"type": "sphere"}, "sampling": {"particles": 200}, )";
    const auto skin = [](const std::string& file) {
        return fmt::format(R"("skin": {{"type": "mesh", "file": "{}"}})", file);
    };
    expect_bad(body(ball + skin("far.obj")), {"far from its body", "8.5", "bodies[0].skin.file", "vertex 2"});
    expect_bad(body(ball + skin("missing.obj")), {"missing.obj", "bodies[0].skin.file"});
    expect_bad(body(ball + R"("material": {"look": {"texture": "missing.png"}})"),
               {"missing.png", "bodies[0].material.look.texture"});
    expect_bad(body(ball + R"("skin": {"type": "particles"}, "material": {"look": {"texture": "missing.png"}})"),
               {"needs a skin with UVs", "bodies[0].material.look.texture"});
    expect_bad(body(ball + R"("skin": {"type": "leather"})"), {"leather", "auto, mesh, particles, none"});
}

}  // namespace
}  // namespace pliant::testing
