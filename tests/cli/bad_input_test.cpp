// Bad scenes and files, each with a message that says what, where and what to do.
#include "cli/program.hpp"

#include <fmt/format.h>

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
    expect_bad(body(R"("shape": {"type": "sphere"}, "material": {"stiffness": 500})"), {"stiffness", "time.substeps"});
}

}  // namespace
}  // namespace pliant::testing
