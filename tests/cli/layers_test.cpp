// tools/check-layers and tools/check-style: all is well, and they would say so if it were not.
#include "cli/program.hpp"

#include <fstream>

namespace pliant::testing {
namespace {

class Layers : public ProgramTest {
  protected:
    Said check(const std::string& root) const { return run(PLIANT_SOURCE_DIR "/tools/check-layers", {root}); }
    /// A copy of the sources with a line added to one of them.
    std::string with(const std::string& file, const std::string& line) const {
        const std::filesystem::path root = folder_ / "copy";
        std::filesystem::remove_all(root);
        std::filesystem::create_directories(root);
        for (const char* name : {"src", "include", "apps", "bench", "examples"})
            std::filesystem::copy(std::filesystem::path(PLIANT_SOURCE_DIR) / name, root / name,
                                  std::filesystem::copy_options::recursive);
        std::ofstream(root / file, std::ios::app) << line << "\n";
        return root.string();
    }
};

TEST_F(Layers, includes_point_down_only) {
    const Said said = check(PLIANT_SOURCE_DIR);
    EXPECT_EQ(said.code, 0) << said.out << said.err;
}

TEST_F(Layers, each_kind_of_violation_is_seen) {
    const auto expect_seen = [&](const std::string& file, const std::string& line, const std::string& word) {
        const Said said = check(with(file, line));
        EXPECT_EQ(said.code, 1) << file << ": " << line;
        EXPECT_NE(said.out.find(word), std::string::npos) << said.out;
    };
    expect_seen("src/geometry/shape.hpp", "#include \"sim/step.hpp\"", "src/geometry/shape.hpp");
    expect_seen("src/render/color.hpp", "#include \"math/decompose.hpp\"", "src/render/color.hpp");
    expect_seen("src/core/random.hpp", "#include \"no_such_file.hpp\"", "no_such_file.hpp");
    expect_seen("src/sim/step.cpp", "#include <fstream>", "file input or output");
    expect_seen("src/shape_matching/kernels.inl", "#include <Eigen/Dense>", "kernel");
    expect_seen("src/point_based/kernels_force.inl", "#include <algorithm>", "kernel");
    expect_seen("src/point_based/kernels_basis.inl", "#include \"geometry/shape.hpp\"", "kernel");
    expect_seen("src/math/shared/matrix3.hpp", "#include <cmath>", "shared with a GPU");
    expect_seen("src/shape_matching/shared/member.hpp", "#include \"math/simd.hpp\"", "shared with a GPU");
    expect_seen("include/pliant/types.hpp", "#include \"core/hash.hpp\"", "public header");
    expect_seen("apps/pliant/run.cpp", "#include \"sim/step.hpp\"", "only public headers");
    expect_seen("src/scene/near.hpp", "namespace pliant {\nstruct Particle {};\n}  // namespace pliant",
                "pliant::Particle is defined in");
    expect_seen("src/glue/work.hpp", "#include \"glue/ends.hpp\"", "glue/ends, glue/work");
    expect_seen("src/contacts/contact_scratch.hpp",
                "void meddle(const Model& model, State& state,\n            Scratch& scratch);",
                "takes Model, State and Scratch");
    expect_seen("src/sim/step.cpp", "void f(const Model& m, State& s, Scratch& w) {}",
                "takes Model, State and Scratch");
    expect_seen("src/CMakeLists.txt", "pliant_folder(core DEPENDS sim)", "core may not depend on sim");
}

TEST_F(Layers, what_takes_two_of_the_three_or_their_parts_is_let_be) {
    const Said said = check(with("src/sim/step.cpp",
                                 "void f(const Model& m, const State& s);\n"
                                 "void g(const Model& m, StateView& s, ContactScratch& w);\n"
                                 "// h(Model& m, State& s, Scratch& w)"));
    EXPECT_EQ(said.code, 0) << said.out << said.err;
}

class Style : public ProgramTest {
  protected:
    Said check(const std::string& root) const { return run(PLIANT_SOURCE_DIR "/tools/check-style", {root}); }
};

TEST_F(Style, public_headers_have_comments_and_tests_are_named_by_sentences) {
    const Said said = check(PLIANT_SOURCE_DIR);
    EXPECT_EQ(said.code, 0) << said.out << said.err;
}

TEST_F(Style, each_kind_of_violation_is_seen) {
    write("include/pliant/bare.hpp", "// One of four.\nint a;\nint b;\nint c;\n");
    write("include/pliant/good.hpp", "// One of three.\nint a;\nint b;\n");
    write("tests/one/a_test.cpp",
          "TEST"
          "(Sheet, HasOneLayer) {}\nTEST(a_sheet, is_flat) {}\nTEST(Sheet, is_thin) {}\n");
    write("tests/one/b_test.cpp", "TEST_F(Sheet,\n       is_thin) {}\n");
    const Said said = check(folder_.string());
    EXPECT_EQ(said.code, 1);
    for (const char* part : {"bare.hpp: 1 of 4", "Sheet.HasOneLayer", "a_sheet.is_flat", "b_test.cpp: Sheet.is_thin"})
        EXPECT_NE(said.out.find(part), std::string::npos) << part << " is not in:\n" << said.out;
    EXPECT_EQ(said.out.find("good.hpp"), std::string::npos) << said.out;
}

}  // namespace
}  // namespace pliant::testing
