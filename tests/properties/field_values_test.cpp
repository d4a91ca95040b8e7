// Every number of a scene that uses every field, set to awkward values: what loading accepts must also run.
// (tests/scene checks that what it refuses is refused well.)
#include "properties/run_checked.hpp"

#include "scene/helpers.hpp"
#include "scene/path.hpp"

#include <fmt/format.h>
#include <gtest/gtest.h>
#include <pliant/error.hpp>

#include <fstream>

namespace pliant::testing {
namespace {

class FieldValues : public ::testing::TestWithParam<double> {
  protected:
    FieldValues() {
        // The files that everything.json names: a cube of 0.4 m and a small lattice, both with the attribute "heavy".
        std::string cube = ply_header(8, 12), scan = ply_header(60, 0);
        for (int i = 0; i < 8; ++i)
            cube += fmt::format("{} {} {} {}\n", 0.4 * (i & 1), 0.4 * (i >> 1 & 1), 0.4 * (i >> 2), i);
        for (const char* face : {"0 2 1", "1 2 3", "4 5 6", "5 7 6", "0 1 4", "1 5 4", "2 6 3", "3 6 7", "0 4 2",
                                 "2 4 6", "1 3 5", "3 7 5"})
            cube += fmt::format("3 {}\n", face);
        for (int i = 0; i < 60; ++i)
            scan += fmt::format("{} {} {} {}\n", 0.1 * (i % 4), 0.1 * (i / 4 % 5), 0.1 * (i / 20), i);
        std::ofstream(folder_ / "statue.ply") << cube;
        std::ofstream(folder_ / "scan.ply") << scan;
    }

    static std::string ply_header(int vertices, int faces) {
        return fmt::format(
            "ply\nformat ascii 1.0\nelement vertex {}\nproperty float x\nproperty float y\nproperty float z\n"
            "property float heavy\nelement face {}\nproperty list uchar int vertex_indices\nend_header\n",
            vertices, faces);
    }
    Scene parse(const std::string& text) const { return parse_scene(text, "everything.json", {}, folder_); }

    /// tests/scene/data/everything.json, complete, with few particles.
    Value document() const {
        const std::string text = read_text_file(PLIANT_SOURCE_DIR "/tests/scene/data/everything.json");
        const std::vector<Override> small = {{"bodies.0.sampling.particles", "60"},
                                             {"bodies.1.sampling.spacing", "0.1"},
                                             {"bodies.2.sampling.particles", "60"}};
        return parse_json(scene_to_json(parse_scene(text, "everything.json", small, folder_)), "everything.json");
    }
    TemporaryFolder folder_;
};

/// One component of each vector will do.
bool is_spare_component(const std::string& path, int count) {
    return path.ends_with("]") && path[path.size() - 2] != static_cast<char>('0' + count % 3);
}

/// Named shapes that no body, pin or region uses are only read.
bool is_used(const std::string& path) {
    if (!path.starts_with("shapes.")) return true;
    for (const char* name : {"pair", "ball", "egg", "statue", "cut", "brick", "below"})
        if (path.starts_with(fmt::format("shapes.{}.", name))) return true;
    return false;
}

/// A legal count that only costs time says nothing here: 10,000 substeps, a million clusters.
bool is_only_costly(const std::string& path, double value) {
    return value > 1000 && (path.ends_with("substeps") || path.ends_with("particles") || path.ends_with("iterations"));
}

TEST_P(FieldValues, what_loading_accepts_also_runs) {
    Value root = document();
    ASSERT_EQ(run_checked(parse(compact_text(root)), 1).complaint, "");
    const int stride = scenes_for_this_build() >= 1000 ? 1 : 30;
    int accepted = 0, seen = 0;
    for_each_number(root, "", [&](const std::string& path, Value& number) {
        if (++seen % stride != 0 || !is_used(path) || is_spare_component(path, seen)) return;
        if (is_only_costly(path, GetParam())) return;
        const Value original = number;
        number = make_value(GetParam());
        try {
            const Scene scene = parse(compact_text(root));
            ++accepted;
            const Outcome outcome = run_checked(scene, 1);
            EXPECT_EQ(outcome.complaint, "") << path << " = " << GetParam() << "\n" << compact_text(root);
        } catch (const InputError&) {
        }
        number = original;
    });
    EXPECT_GT(seen, 300);
    EXPECT_GE(accepted, 40 / stride);
}

TEST_P(FieldValues, missing_fields_run_with_their_defaults) {
    if (GetParam() != 0) GTEST_SKIP() << "once is enough";
    const Value complete = document();
    std::vector<std::string> paths;
    Value walked = complete;
    for_each_number(walked, "", [&](const std::string& path, Value&) { paths.push_back(path); });
    for (std::size_t i = 0; i < paths.size(); i += scenes_for_this_build() >= 1000 ? 1 : 30) {
        Value root = complete;
        const std::size_t end = paths[i].find_last_of(".[");
        if (!is_used(paths[i])) continue;
        Value& parent = const_cast<Value&>(deepest(root, end == std::string::npos ? "" : paths[i].substr(0, end)));
        if (!parent.object()) continue;
        parent.erase(parse_path(paths[i]).back().key);
        try {
            EXPECT_EQ(run_checked(parse(compact_text(root)), 1).complaint, "") << "without " << paths[i];
        } catch (const InputError&) {
        }
    }
}

INSTANTIATE_TEST_SUITE_P(Awkward, FieldValues, ::testing::Values(-1, 0, 1, 1e-6, 100, 1e6), [](const auto& info) {
    std::string name = fmt::format("value_{:g}", info.param);
    for (char& c : name) c = c == '-' ? 'm' : c == '+' || c == '.' ? 'p' : c;
    return name;
});

}  // namespace
}  // namespace pliant::testing
